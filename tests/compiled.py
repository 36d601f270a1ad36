"""Compile what the tests will need into the cache: many of their processes would do it at the same time otherwise.

`python -m tests.compiled` needs no more than playing does. What one process compiles for a game has most of its code in
common, so each family is compiled by one process, whoever needs it.
"""

import gc
import multiprocessing
import os
from importlib.util import find_spec
from typing import Any

import numpy as np

from tests import perft, plugin
from tilora.ai.network import contract, puct
from tilora.ai.network.jit import compile_function
from tilora.ai.network.memory import Memory, make_memory
from tilora.ai.network.network_search import NetworkSearch
from tilora.ai.network.shipped import playing_network
from tilora.ai.network.weights import Weights, new_weights
from tilora.ai.players import levels
from tilora.ai.review.reviewing import review
from tilora.ai.review.settings import ReviewSettings
from tilora.ai.training.jobs import compile_all as compile_training
from tilora.kernel import Batch, Game, Match, chance_of, games
from tilora.kernel.compiled.engine import engine_of
from tilora.kernel.contract.state import cell
from tilora.research.lane import Lane

HASTY = ReviewSettings(share=0.0005, candidates=2, outcomes=4, starts=4, reasons=1, rollouts=3)


def compile_all() -> None:
    """All of it is compiled and kept, for every game, the toy one too."""
    plugin.install()
    families: dict[str, list[str]] = {}
    for game in games():
        families.setdefault(game.rules.__name__, []).append(game.name)
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        pool.map(compile_family, families.values(), chunksize=1)


def compile_family(names: list[str]) -> None:
    """Compile rules, searches and environments of games with the same rules."""
    plugin.install()
    gc.disable()  # the compiler makes little garbage, and looking for it takes a tenth of the time
    for game in games():
        if game.name in names:
            compile_game(game)


def compile_game(game: Game) -> None:
    """Rules and searches first: they are needed most."""
    engine_of(game.rules).compile()
    levels.prepare(game, wait=None)
    levels.prepare(game, wait=None, network=False)
    batch, dice = Batch(game, 1), np.random.default_rng(1)
    batch.step(batch.at_random(dice))
    batch.views()
    match = Match(game, seed=1)
    perft.count(match, 1)
    lane = Lane(game, match.seats, {})
    lane.begin(1)
    lane.play(int(lane.legal[0]))
    lane.known(0)
    begin_with_network(game)
    if game.name == "pebbles":
        compile_training(game.name)
        NetworkSearch(game, new_weights(contract.register(game), (8, 8), 1), 2).begin(match.view(match.turn), seed=1)
    if find_spec("gymnasium"):  # perhaps not installed yet
        play_in_lanes(game)
    review(played(match, dice), settings=HASTY)


def begin_with_network(game: Game) -> None:
    """Compile what `tests/ai/test_network.py` compares with the same code interpreted."""
    shape, hidden = contract.register(game), (16, 8)
    state, chance = cell(Match(game, seed=1).view(0).state), cell(chance_of(1, 0))
    memory = make_memory(game.rules, shape, hidden, 2)
    compile_function(game, begin_in)(state, chance, new_weights(shape, hidden, 5), memory)


def begin_in(view: Any, chance: Any, weights: Weights, memory: Memory) -> None:
    """Evaluate the view and its actions, as every search with a network begins; the rest would take long to compile."""
    puct.begin(view[0], chance[0], weights, memory)


def play_in_lanes(game: Game) -> None:
    """Compile one step of a learner, with both kinds of observations."""
    from tilora.research import vector

    for observation in ("row", "features"):
        env = vector.env(game, 1, observation=observation)
        seen, _ = env.reset(seed=1)
        env.step(np.argmax(seen["action_mask"], axis=1))
    if playing_network(game):
        vector.env(game, 1, opponents="network").reset(seed=1)


def played(match: Match, dice: np.random.Generator) -> Match:
    """Return the match, played to its end."""
    while not match.over:
        legal = match.legal()
        match.play(legal[int(dice.integers(len(legal)))])
    return match


if __name__ == "__main__":
    compile_all()
