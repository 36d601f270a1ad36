"""A player that searches with a network: a bot with a budget for each decision."""

from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from tilora.ai.network import checkpoint, contract, search
from tilora.ai.network.compilation import compile_function
from tilora.ai.network.search import Memory
from tilora.ai.network.weights import Weights, hidden_sizes
from tilora.kernel import Game, chance_of
from tilora.kernel.contract.state import copied_cell
from tilora.kernel.match.view import View

CHUNK = 64
"""Simulations between two checks of the clock."""
MAX_NODES = 60_000
"""The largest size of a tree. When it is full, simulations continue without adding nodes."""
EDGES_PER_NODE = 64


def begin_in(view: Any, weights: Weights, memory: Memory) -> None:
    search.begin(view[0], weights, memory)


def explore_in(view: Any, simulations: int, chance: Any, weights: Weights, memory: Memory) -> None:
    search.explore(view[0], simulations, chance[0], weights, memory)


class NetworkPlayer:
    """Spends a number of simulations or seconds on each decision, whichever ends first."""

    def __init__(
        self, game: Game, path: Path, simulations: int = 10**9, seconds: float | None = None, seed: int = 0
    ) -> None:
        shape = contract.register(game)
        self._game, self._weights = game, checkpoint.load(path, shape).weights
        self._begin, self._explore = compile_function(game, begin_in), compile_function(game, explore_in)
        nodes = min(simulations + 2, MAX_NODES)
        self._memory = search.make_memory(game.rules, shape, hidden_sizes(self._weights), nodes, EDGES_PER_NODE)
        self._chance = copied_cell(chance_of(seed, 0))
        self.simulations, self.seconds = simulations, seconds
        self.done = 0
        """Simulations so far, over all decisions."""

    def choose(self, view: View, legal: list[str], clock: float) -> str:
        """Return the text of the action that got the most visits."""
        if len(legal) == 1:
            return legal[0]
        self.think(view)
        memory = self._memory
        count = int(memory.count[0])
        # Among actions with equal visits, the one with the better value.
        scores = memory.visits[:count] + memory.value[:count] / np.maximum(1, memory.visits[:count] + 1)
        return self._game.words.action_text(view.state, int(memory.action[int(np.argmax(scores))]))

    def think(self, view: View) -> None:
        """Build the tree for the view."""
        end = None if self.seconds is None else perf_counter() + self.seconds
        state = copied_cell(view.state)
        self._begin(state, self._weights, self._memory)
        left = self.simulations
        while left > 0:
            self._explore(state, min(CHUNK, left), self._chance, self._weights, self._memory)
            left -= CHUNK
            if end is not None and perf_counter() >= end:
                break
        self.done += int(self._memory.used[search.DONE]) - 1
