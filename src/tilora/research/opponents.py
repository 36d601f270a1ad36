"""Who plays against a learner in lanes: anybody who needs no search, so that all of it stays in compiled code."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tilora.ai import advice
from tilora.ai.network import checkpoint, contract
from tilora.ai.network.shipped import playing_network, shipped_network
from tilora.ai.network.weights import Weights, hidden_sizes, make_scratch
from tilora.ai.players import levels
from tilora.kernel import BadSetup, Game
from tilora.kernel.checks import short_repr
from tilora.kernel.compiled.numba_loader import load_numba
from tilora.research.lanes import Lanes, play_at_random, play_by_advice, play_by_network

RANDOM, NETWORK = "random", "network"


def compile_for_lanes(game: Game, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function, which may call the game's advice and its network's functions, compiled."""
    load_numba()
    from tilora.ai import advice_overloads  # noqa: F401 - lets compiled code call advice
    from tilora.ai.network import overloads  # noqa: F401 - the same for the network's functions
    from tilora.kernel.compiled.numba_backend import compile_for

    return compile_for(game.rules, function)


def opponents_of(game: Game, name: str | int) -> Callable[[Lanes, int], None]:
    """Return what plays in the lanes that wait. Raises BadSetup if there are none of that name, or they search."""
    if name == RANDOM:
        return compile_for_lanes(game, play_at_random)
    if name == NETWORK:
        weights = shipped_network(game)
        if weights is None:
            raise BadSetup(f"{game.title} comes without a network. Use {RANDOM!r}, or a level that does not search.")
        return _by_network(game, weights, 1.0)
    if str(name).endswith(".npz"):
        return _by_network(game, checkpoint.load(Path(str(name)), contract.register(game)).weights, 1.0)
    if not str(name).isdecimal():
        raise BadSetup(
            f"`opponents` must be {RANDOM!r}, {NETWORK!r}, the number of a level that does not search, or a network's "
            f"file, not {short_repr(name)}."
        )
    return _by_level(game, int(name))


def _by_level(game: Game, number: int) -> Callable[[Lanes, int], None]:
    level = levels.level(number).of(game)
    if level.share > 0.0:
        quick = [other.number for other in levels.LEVELS if other.of(game).share == 0.0]
        others = "".join(f", or level {other}" for other in quick)
        raise BadSetup(
            f"Level {number} searches in {game.title}, which takes too long here. Use {RANDOM!r} or "
            f"{NETWORK!r}{others}. `tilora.research.solo` takes any level."
        )
    weights = playing_network(game) if level.learned else None
    if weights is not None:
        return _by_network(game, weights, level.looseness)
    advice.register(game)
    room = np.zeros(game.rules.MOST_ACTIONS)
    play = compile_for_lanes(game, play_by_advice)
    return lambda lanes, count: play(lanes, count, room, level.looseness)


def _by_network(game: Game, weights: Weights, temperature: float) -> Callable[[Lanes, int], None]:
    shape = contract.register(game)
    scratch, likely = make_scratch(shape, hidden_sizes(weights)), np.zeros(shape.most_actions)
    play = compile_for_lanes(game, play_by_network)
    return lambda lanes, count: play(lanes, count, weights, scratch, likely, temperature)
