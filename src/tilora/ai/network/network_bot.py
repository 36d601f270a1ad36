"""A player that searches with a network of its choice, to measure what networks and budgets are worth.

    network@400sims            the network that comes with the game, also if levels do not use it
    runs/cyberzul.npz@50ms     a network file
    network@equal              as much time for a decision as the other players take on average
    network@16xequal           sixteen times as much

Time is processor time, so that it does not matter how busy the machine is.
"""

import random
import re
from pathlib import Path
from time import process_time

from tilora.ai.network import checkpoint, contract
from tilora.ai.network.network_search import NetworkSearch
from tilora.ai.network.shipped import shipped_network
from tilora.ai.network.weights import Weights
from tilora.kernel import BadSetup, Game, Match
from tilora.kernel.match.view import View

CHUNK = 64
"""Simulations between two checks of the clock."""
UNLIMITED = 10**9


class NetworkBot:
    """Spends a number of simulations or seconds on each decision and takes the best."""

    NAME = re.compile(
        r"(?P<network>network|.+\.npz)@(?:(?P<sims>[0-9]{1,9})sims|(?P<ms>[0-9]{1,7})ms|(?:(?P<times>[0-9]{1,3})x)?equal)"
    )

    def __init__(self, name: str, seed: int = 0) -> None:
        found = self.NAME.fullmatch(name)
        if found is None:
            raise BadSetup(f"{name!r} is not a network with a budget, such as network@400sims or file.npz@50ms.")
        self._file = None if found["network"] == "network" else Path(found["network"])
        if self._file and not self._file.is_file():
            raise BadSetup(f"There is no file {self._file}.")
        self._simulations = int(found["sims"] or UNLIMITED)
        self.seconds = int(found["ms"]) / 1000 if found["ms"] else None
        self.times_equal = None if found["sims"] or found["ms"] else int(found["times"] or 1)
        """How many times as long as the other players it thinks; None if it has a budget of its own."""
        self._dice = random.Random(seed)  # noqa: S311 - no secret depends on it
        self._search: NetworkSearch | None = None

    def choose(self, view: View, legal: list[str], clock: float) -> str:
        """Return the text of the best action found."""
        if len(legal) == 1:
            return legal[0]
        if self._search is None:
            self._search = NetworkSearch(view.game, self.weights(view.game), self._simulations)
        self._think(self._search, view)
        return view.game.words.action_text(view.state, self._search.edges()[0].action)

    def prepare(self, game: Game) -> None:
        """Compile the search into the cache."""
        match = Match(game, seed=0)
        NetworkSearch(game, self.weights(game), 1).begin(match.view(match.turn), 0)

    def weights(self, game: Game) -> Weights:
        """Return the network. Raises BadSetup if there is none for this game."""
        if self._file:
            return checkpoint.load(self._file, contract.register(game)).weights
        weights = shipped_network(game)
        if weights is None:
            raise BadSetup(f"{game.title} comes without a network.")
        return weights

    def _think(self, search: NetworkSearch, view: View) -> None:
        end = None if self.seconds is None else process_time() + self.seconds
        search.begin(view, self._dice.getrandbits(60))
        while search.simulations < self._simulations and not search.settled:
            search.run(min(CHUNK, self._simulations - search.simulations))
            if end is not None and process_time() >= end:
                return
