"""A process that plays itself: everything compiled and made once, then chunk after chunk of samples."""

import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tilora.ai.network import checkpoint, contract, search, self_play
from tilora.ai.network.learner import Chunk
from tilora.ai.network.weights import Weights, fresh_weights, hidden_of
from tilora.kernel import Game, chance_of, game_named
from tilora.kernel.compiled.numba_loader import load_numba

LATEST = "latest.npz"
STOP = "stop"
MOST_WAITING = 6
"""Chunks that nobody has fetched yet, after which a player waits for the learner."""
ROOM = 4_000
"""Samples of a chunk at most."""


@dataclass(frozen=True)
class Plan:
    """How matches of self-play are played."""

    small: int = 24
    """Simulations of an ordinary search."""
    large: int = 120
    """Simulations of a search that the policy learns from."""
    large_share: float = 0.3
    noisy_actions: int = 1_000
    """After so many actions of a match, ordinary searches take the best and no longer draw by how good it seems."""

    def numbers(self) -> Any:
        """What compiled code reads."""
        return np.array([self.small, self.large, round(1000 * self.large_share), self.noisy_actions], np.int64)


def compiled(game: Game, function: Any) -> Any:
    """The function, which may ask the network, compiled for the game. Takes a while the first time."""
    load_numba()
    from tilora.ai.network import overloads  # noqa: F401 - lets compiled code call the game's network functions
    from tilora.kernel.compiled.numba_backend import compile_for

    contract.register(game)
    return compile_for(game.rules, function)


class Player:
    """Plays matches of one game against itself."""

    def __init__(self, game: Game, hidden: tuple[int, int], plan: Plan, seed: int, room: int = ROOM) -> None:
        shape = contract.register(game)
        self._play = compiled(game, self_play.self_play)
        self._plan = plan.numbers()
        self._fresh, self._options = self_play.tables(game)
        self._memory = search.memory(game.rules, shape, hidden, plan.large + 2, 128)
        self._samples = self_play.samples(shape, room)
        self._chance = chance_of(seed, 0)

    def chunk(self, weights: Weights, matches: int = 1_000_000) -> tuple[Chunk, Any]:
        """Samples of so many matches or fewer, and the tally of `self_play`."""
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


def compile_for_play(name: str) -> float:
    """Self-play of the game is compiled and kept in the cache; how many seconds that took."""
    begin = time.perf_counter()
    game = game_named(name)
    hidden = (8, 8)
    player = Player(game, hidden, Plan(2, 2, 0.5), 0, 2 * self_play.LONGEST + 1)
    player.chunk(fresh_weights(contract.register(game), hidden, 0), 1)
    return time.perf_counter() - begin


def serve(name: str, folder: str, plan: Plan, seed: int, room: int) -> None:
    """Play with the latest weights in the folder and leave chunks there, until told to stop or left alone."""
    game, place, parent = game_named(name), Path(folder), os.getppid()
    weights = checkpoint.load(place / LATEST).weights
    player = Player(game, hidden_of(weights), plan, seed, room)
    seen, number = 0.0, 0
    while not (place / STOP).exists() and os.getppid() == parent:
        if len(list(place.glob(f"{seed}-*.chunk"))) >= MOST_WAITING:
            time.sleep(0.1)
            continue
        changed = (place / LATEST).stat().st_mtime
        if changed != seen:
            weights, seen = checkpoint.load(place / LATEST).weights, changed
        chunk, tally = player.chunk(weights)
        part = place / f".{seed}-{number}"
        with part.open("wb") as file:
            np.savez(file, tally=tally, **chunk._asdict())
        part.replace(place / f"{seed}-{number}.chunk")
        number += 1


def taken(path: Path) -> tuple[Chunk, Any]:
    """The chunk that a player has left, which is gone from there."""
    with np.load(path, allow_pickle=False) as file:
        arrays = {name: file[name] for name in file.files}
    path.unlink()
    tally = arrays.pop("tally")
    return Chunk(**arrays), tally
