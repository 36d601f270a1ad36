"""What a position is worth by a tree search from one seat's view, even where another seat is to act."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tilora.ai import advice
from tilora.ai.search import tree
from tilora.ai.search.think import compile_search
from tilora.kernel import Game, State, chance_of
from tilora.kernel.contract.result import share_beaten, unblended

Floats = npt.NDArray[np.float64]


class Worth(NamedTuple):
    """By seat: the expected result, as the share of opponents beaten, and the expected points."""

    results: Floats
    points: Floats

    @classmethod
    def of_end(cls, state: State) -> "Worth":
        """Return what a finished match is worth."""
        seats = int(state.seats)
        return cls(np.array([share_beaten(state, seat) for seat in range(seats)]), state.score[:seats].astype(float))

    @classmethod
    def mean(cls, worths: list["Worth"]) -> "Worth":
        """Return the mean of several."""
        return cls(*(np.mean(np.array(part), axis=0) for part in zip(*worths, strict=True)))


class TreeValues:
    """One tree, which views that can follow from one action grow together. It keeps nothing for the next tree."""

    def __init__(self, game: Game, simulations: int, seed: int) -> None:
        self._search = compile_search(game, tree.search)
        self._memory = tree.memory(game.rules, simulations, advice.settings(game).turns, seed & 0x3FFFFFFF)
        self._memory.control[tree.DONE] = 0
        self._seed = seed

    def run(self, view: State, seat: int, simulations: int, number: int) -> Worth:
        """Return what these simulations from a view of the seat found. The number picks their chance."""
        if view.over:
            return Worth.of_end(view)
        seats = int(view.seats)
        before = self._memory.totals.copy()
        self._search(view, seat, simulations, chance_of(self._seed, number), self._memory)
        results, points = (self._memory.totals - before)[:, :seats] / simulations
        return Worth(np.array([unblended(results[i], lead(points, i)) for i in range(seats)]), points)


def lead(points: Floats, seat: int) -> float:
    """Return by how much a seat leads over the best of the others."""
    return float(points[seat] - max(score for other, score in enumerate(points) if other != seat))
