"""The worker process of self-play: compiles and allocates everything once, then produces chunks of samples."""

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tilora.ai.network import checkpoint, contract, search
from tilora.ai.network.compilation import compile_function
from tilora.ai.network.weights import Weights, hidden_sizes, new_weights
from tilora.ai.training import self_play
from tilora.ai.training.learner import Chunk
from tilora.kernel import Game, chance_of, game_named

LATEST = "latest.npz"
STOP = "stop"
MAX_WAITING_CHUNKS = 6
"""A worker waits for the learner while it has this many unread chunks."""
CHUNK_SAMPLES = 4_000
"""The largest number of samples in a chunk."""


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


class SelfPlayer:
    """Plays matches of one game against itself."""

    def __init__(self, game: Game, hidden: tuple[int, int], plan: Plan, seed: int, room: int = CHUNK_SAMPLES) -> None:
        shape = contract.register(game)
        self._play = compile_function(game, self_play.self_play)
        self._plan = plan.numbers()
        self._fresh, self._options = self_play.starting_states(game)
        self._memory = search.make_memory(game.rules, shape, hidden, plan.large + 2, 128)
        self._samples = self_play.make_samples(shape, room)
        self._chance = chance_of(seed, 0)

    def chunk(self, weights: Weights, matches: int = 1_000_000) -> tuple[Chunk, Any]:
        """Play up to this many matches. Return the samples, and the tally of `self_play`."""
        samples = self._samples
        self._play(matches, self._plan, self._fresh, self._options, self._chance, weights, self._memory, samples)
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


def compile_self_play(name: str) -> float:
    """Compile self-play of the game into the cache, and return the seconds that took."""
    begin = time.perf_counter()
    game = game_named(name)
    hidden = (8, 8)
    player = SelfPlayer(game, hidden, Plan(2, 2, 0.5), 0, 2 * self_play.LONGEST + 1)
    player.chunk(new_weights(contract.register(game), hidden, 0), 1)
    return time.perf_counter() - begin


def run_worker(name: str, folder: str, plan: Plan, seed: int, room: int) -> None:
    """Play with the latest weights in the folder and write chunks there, until told to stop or the parent has ended."""
    game, directory, parent = game_named(name), Path(folder), os.getppid()
    weights = checkpoint.load(directory / LATEST).weights
    player = SelfPlayer(game, hidden_sizes(weights), plan, seed, room)
    seen, number = 0.0, 0
    while not (directory / STOP).exists() and os.getppid() == parent:
        if len(list(directory.glob(f"{seed}-*.chunk"))) >= MAX_WAITING_CHUNKS:
            time.sleep(0.1)
            continue
        changed = (directory / LATEST).stat().st_mtime
        if changed != seen:
            weights, seen = checkpoint.load(directory / LATEST).weights, changed
        chunk, tally = player.chunk(weights)
        part = directory / f".{seed}-{number}"
        with part.open("wb") as file:
            np.savez(file, tally=tally, **chunk._asdict())
        part.replace(directory / f"{seed}-{number}.chunk")
        number += 1


def take_chunk(path: Path) -> tuple[Chunk, Any]:
    """Read a worker's chunk and delete its file."""
    with np.load(path, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    path.unlink()
    tally = arrays.pop("tally")
    return Chunk(**arrays), tally
