"""A player that searches with a network: a bot with a budget for each decision."""

import random
from pathlib import Path
from time import perf_counter

from tilora.ai.network import checkpoint, contract
from tilora.ai.network.tree_search import TreeSearch
from tilora.kernel import Game
from tilora.kernel.match.view import View

CHUNK = 64
"""Simulations between two checks of the clock."""


class NetworkPlayer:
    """Spends a number of simulations or seconds on each decision, whichever ends first."""

    def __init__(
        self, game: Game, path: Path, simulations: int = 10**9, seconds: float | None = None, seed: int = 0
    ) -> None:
        weights = checkpoint.load(path, contract.register(game)).weights
        self._game, self._search = game, TreeSearch(game, weights, simulations)
        self._dice = random.Random(seed)  # noqa: S311 - no secret depends on it
        self.simulations, self.seconds = simulations, seconds
        self.done = 0
        """Simulations so far, over all decisions."""

    def choose(self, view: View, legal: list[str], clock: float) -> str:
        """Return the text of the best action found."""
        if len(legal) == 1:
            return legal[0]
        self.think(view)
        return self._game.words.action_text(view.state, self._search.edges()[0].action)

    def think(self, view: View) -> None:
        """Build the tree for the view."""
        end = None if self.seconds is None else perf_counter() + self.seconds
        self._search.begin(view, self._dice.getrandbits(60))
        left = self.simulations
        while left > 0 and not self._search.settled:
            self._search.run(min(CHUNK, left))
            left -= CHUNK
            if end is not None and perf_counter() >= end:
                break
        self.done += self._search.simulations
