"""A player that searches with a network. It has the one method of every bot, and a budget for each decision."""

from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from tilora.ai.network import checkpoint, contract, search
from tilora.ai.network.search import Memory
from tilora.ai.network.self_play_worker import compiled
from tilora.ai.network.weights import Weights, hidden_of
from tilora.kernel import Game, chance_of
from tilora.kernel.contract.state import copied_cell
from tilora.kernel.match.view import View

CHUNK = 64
"""Simulations between two looks at the clock."""
LARGEST = 60_000
"""Nodes of a tree at most; simulations go on when it is full, but it does not grow any more."""
EDGES_PER_NODE = 64


def begin_in(view: Any, weights: Weights, memory: Memory) -> None:
    search.begin(view[0], weights, memory)


def explore_in(view: Any, simulations: int, chance: Any, weights: Weights, memory: Memory) -> None:
    search.explore(view[0], simulations, chance[0], weights, memory)


class NetworkPlayer:
    """Thinks so many simulations, or so many seconds, about each decision, whichever is over first."""

    def __init__(
        self, game: Game, path: Path, simulations: int = 10**9, seconds: float | None = None, seed: int = 0
    ) -> None:
        shape = contract.register(game)
        self._game, self._weights = game, checkpoint.load(path, shape).weights
        self._begin, self._explore = compiled(game, begin_in), compiled(game, explore_in)
        nodes = min(simulations + 2, LARGEST)
        self._memory = search.memory(game.rules, shape, hidden_of(self._weights), nodes, EDGES_PER_NODE)
        self._chance = copied_cell(chance_of(seed, 0))
        self.simulations, self.seconds = simulations, seconds
        self.done = 0
        """Simulations so far, over all decisions."""

    def choose(self, view: View, legal: list[str], clock: float) -> str:
        """The text of the action to take: the one that most of the search went into."""
        if len(legal) == 1:
            return legal[0]
        self.think(view)
        memory = self._memory
        count = int(memory.count[0])
        # Of those looked at equally often, the one that seems better.
        found = memory.visits[:count] + memory.value[:count] / np.maximum(1, memory.visits[:count] + 1)
        return self._game.words.action_text(view.state, int(memory.action[int(np.argmax(found))]))

    def think(self, view: View) -> None:
        """The memory holds the tree for the view."""
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
