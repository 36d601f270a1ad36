"""What worker processes do: jobs of self-play and of matches between networks.

A worker compiles and allocates what a job needs once, and keeps it for the next job. Its result depends only on the job
and the weights.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from threading import get_ident
from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.ai.network import contract
from tilora.ai.network.jit import compile_function
from tilora.ai.network.memory import Memory, make_memory
from tilora.ai.network.weights import Weights, hidden_sizes, new_weights
from tilora.ai.training import duel, self_play
from tilora.ai.training.window import Chunk
from tilora.kernel import Game, chance_of, game_named

EDGES_PER_NODE = 128
MOST_KEPT = 32
"""How much a process keeps for the next jobs. Each thread has its own: on a cluster, a worker may have several."""
DUEL_EVENT = 1 << 40
"""Added to the number of a duel, so that it draws other numbers than self-play with the same seed."""


@dataclass(frozen=True)
class Plan:
    """How matches of self-play are played."""

    small: int = 24
    """Simulations of an ordinary search."""
    large: int = 120
    """Simulations of a search that the policy learns from."""
    large_share: float = 0.3
    noisy_actions: int = 1_000
    """After this many actions of a match, ordinary searches always play the best action instead of drawing one."""

    def numbers(self) -> Any:
        """Return the plan as an array, for compiled code."""
        return np.array([self.small, self.large, round(1000 * self.large_share), self.noisy_actions], np.int64)


@dataclass(frozen=True)
class SelfPlayJob:
    """Matches of a network against itself, until there are this many samples or nearly so."""

    game: str
    plan: Plan
    seed: int
    number: int
    samples: int


@dataclass(frozen=True)
class DuelJob:
    """Pairs of matches between two networks."""

    game: str
    simulations: int
    seed: int
    number: int
    pairs: int


def run_self_play(job: SelfPlayJob, weights: Weights) -> tuple[Chunk, npt.NDArray[np.int64]]:
    """Play matches of self-play. Return the samples, and the tally of `self_play`."""
    table = _table(job.game, hidden_sizes(weights), job.plan.large, get_ident())
    samples = _samples(job.game, job.samples, get_ident())
    play = compile_function(table.game, self_play.self_play)
    chance = chance_of(job.seed, job.number)
    play(job.samples, job.plan.numbers(), table.fresh, table.options, chance, full(weights), table.memory, samples)
    tally = samples.tally.copy()
    size, entries = tally[self_play.SAMPLES], tally[self_play.ENTRIES]
    f16 = np.float16
    return Chunk(
        samples.x[:size].astype(f16),
        samples.seats[:size].astype(np.int64),
        samples.result[:size].astype(f16),
        samples.search[:size].astype(f16),
        samples.points[:size].astype(f16),
        samples.first[:size].astype(np.int64),
        samples.count[:size].astype(np.int64),
        samples.rows[:entries].copy(),
        samples.share[:entries].astype(f16),
    ), tally


def run_duel(job: DuelJob, new: Weights, old: Weights) -> list[float]:
    """Play pairs of matches. Return the mean share of opponents that the new network has beaten in each pair."""
    table = _table(job.game, hidden_sizes(new), job.simulations, get_ident())
    play = compile_function(table.game, duel.duel)
    chance = chance_of(job.seed, DUEL_EVENT + job.number)
    states, out = np.zeros(duel.STATES, table.game.rules.STATE), np.zeros(job.pairs)
    play(
        job.pairs,
        job.simulations,
        table.fresh,
        table.options,
        chance,
        full(new),
        full(old),
        table.memory,
        states,
        out,
    )
    return [float(share) for share in out]


def compile_all(name: str) -> None:
    """Compile both kinds of job into the cache."""
    weights = packed(new_weights(contract.register(game_named(name)), (8, 8), 0))
    run_self_play(SelfPlayJob(name, Plan(2, 2, 0.5), 0, 0, 2 * self_play.LONGEST + 1), weights)
    run_duel(DuelJob(name, 2, 0, 0, 1), weights, weights)


def packed(weights: Weights) -> Weights:
    """Return the weights in 16 bits, as they are sent and shipped."""
    return Weights(*(np.asarray(array, np.float16) for array in weights))


def full(weights: Weights) -> Weights:
    """Return the weights in 32 bits, as they are computed with."""
    return Weights(*(np.ascontiguousarray(array, np.float32) for array in weights))


@dataclass(frozen=True)
class _Table:
    """What is needed to play a game."""

    game: Game
    fresh: npt.NDArray[Any]
    options: npt.NDArray[np.int64]
    memory: Memory


@lru_cache(MOST_KEPT)
def _table(name: str, hidden: tuple[int, int], simulations: int, thread: int) -> _Table:
    game = game_named(name)
    shape = replace(contract.register(game), deals=0)  # these searches are too short to look beyond chance
    memory = make_memory(game.rules, shape, hidden, simulations + 2, EDGES_PER_NODE)
    return _Table(game, *self_play.starting_states(game), memory)


@lru_cache(MOST_KEPT)
def _samples(name: str, size: int, thread: int) -> self_play.Samples:
    return self_play.make_samples(contract.register(game_named(name)), size)
