"""A search with a network as an object: it runs in pieces, so that it can be watched, stopped and read."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from tilora.ai.network import contract, gumbel_search, puct
from tilora.ai.network.jit import compile_function
from tilora.ai.network.memory import DONE, NODES, Memory, make_memory
from tilora.ai.network.settled import DEALT, SETTLED, UNSETTLED
from tilora.ai.network.weights import Weights, hidden_sizes
from tilora.kernel import Game, chance_of
from tilora.kernel.contract.state import copied_cell
from tilora.kernel.match.view import View

MAX_NODES = 100_000
"""The largest size of a tree. When it is full, simulations continue without adding nodes."""
EDGES_PER_NODE = 64


def search_in(view: Any, simulations: int, chance: Any, weights: Weights, memory: Memory) -> int:
    """Search on in the tree, or start one if there is none, and return the best edge of the root.

    One function for everything, so that there is one thing to compile and to load.
    """
    if memory.used[NODES] == 0:
        puct.begin(view[0], chance[0], weights, memory)
        puct.try_endings(view[0], chance[0], memory)
    puct.explore(view[0], simulations, chance[0], weights, memory)
    gumbel_search.conclude(int(view[0].seats), memory)
    return puct.best_edge(memory)


@dataclass(frozen=True)
class Edge:
    """What the search found out about one action of the root."""

    action: int
    visits: int
    value: float
    """For the seat to act."""
    policy: float
    """The share of the action in the network's policy, improved by what the search found."""


class NetworkSearch:
    """Searches with one network, one view after the other. Its memory is used again for each of them."""

    def __init__(self, game: Game, weights: Weights, simulations: int) -> None:
        shape = contract.register(game)
        nodes = min(simulations + 2, MAX_NODES)
        self.memory = make_memory(game.rules, shape, hidden_sizes(weights), nodes, EDGES_PER_NODE)
        self._weights = weights
        self._search = compile_function(game, search_in)
        self._state: Any = None
        self._chance: Any = None
        self._best = 0

    def begin(self, view: View, seed: int) -> None:
        """Start a tree for the view, and forget the last one."""
        self._state, self._chance = copied_cell(view.state), copied_cell(chance_of(seed, 0))
        self.memory.used[NODES] = 0
        self.run(0)

    def run(self, simulations: int) -> None:
        """Run this many more simulations, or fewer if there is nothing left to find out."""
        self._best = self._search(self._state, simulations, self._chance, self._weights, self.memory)

    @property
    def settled(self) -> bool:
        """Whether everything is known, so that more simulations would change nothing."""
        return bool(self.memory.settled[0] != UNSETTLED)

    @property
    def best_settled(self) -> bool:
        """Whether it is known what the best action leads to, though not everything is."""
        return bool(self.memory.child[self._best] <= SETTLED)

    @property
    def proven(self) -> bool:
        """Whether it is certain how the match ends, if everybody plays well."""
        return self.settled and bool(self.memory.is_end[self.memory.settled[0]])

    @property
    def simulations(self) -> int:
        """How many simulations this tree has had."""
        return int(self.memory.used[DONE]) - 1

    def edges(self) -> list[Edge]:
        """Return the actions, the best one first, then by visits. Those without visits have the value of the root."""
        memory = self.memory
        count, actor = int(memory.count[0]), int(memory.actor[0])
        found = [
            Edge(
                int(memory.action[edge]),
                int(memory.visits[edge]),
                float(memory.value[edge] / memory.visits[edge] if memory.visits[edge] else memory.root_values[actor]),
                float(memory.target[edge]),
            )
            for edge in range(count)
        ]
        first = found[self._best]
        return sorted(found, key=lambda edge: (edge is not first, -edge.visits, -edge.policy, edge.action))

    def means(self) -> Any:
        """Return what is expected: results by seat, then points by seat.

        That is the mean over all simulations, or what the best action leads to if that is settled: then all further
        simulations went into worse actions.
        """
        memory = self.memory
        if self.settled:
            return memory.settled_values[memory.settled[0]].copy()
        if self.best_settled:
            return memory.settled_values[SETTLED - memory.child[self._best]].copy()
        return memory.totals / memory.used[DONE]

    def line(self) -> list[int]:
        """Return how the match is expected to go on, as far as the tree knows: the most visited actions."""
        memory = self.memory
        edge = self._best
        actions = [int(memory.action[edge])]
        while 0 <= memory.child[edge] < DEALT:
            node = int(memory.child[edge])
            first, count = int(memory.first[node]), int(memory.count[node])
            visits = memory.visits[first : first + count]
            if not visits.any():
                break
            edge = first + int(np.argmax(visits))
            actions.append(int(memory.action[edge]))
        return actions
