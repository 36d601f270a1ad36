"""Equal time: players that are given as much time for a decision as the others take on average.

Time is processor time. What the others take is measured over all matches of this process.
"""

import math
from collections.abc import Sequence
from time import process_time
from typing import Any

from tilora.ai.network.network_bot import NetworkBot
from tilora.ai.players.external import ExternalBot
from tilora.kernel import BadSetup
from tilora.kernel.match.view import View

LEAST = 0.25
"""Whoever has used up its time still gets this share of the usual time for a decision."""

_measured: dict[tuple[str, tuple[str, ...]], tuple[float, int]] = {}
"""By game and players to be compared with: their seconds and decisions so far."""


class EqualTime:
    """Sets the time of those players of a match that think as long as the others."""

    def __init__(self, game: str, names: Sequence[str], players: Sequence[Any]) -> None:
        self._players = players
        self._equal = [seat for seat, player in enumerate(players) if _times_equal(player)]
        self._others = [
            seat
            for seat, player in enumerate(players)
            if seat not in self._equal and not isinstance(player, ExternalBot)
        ]
        self._key = game, tuple(sorted(names[seat] for seat in self._others))
        self._seconds, self._decisions = [0.0] * len(players), [0] * len(players)
        self._begin = 0.0

    def begin(self, seat: int, view: View, legal: list[str]) -> None:
        """Call this before a player decides."""
        if seat in self._equal and len(legal) > 1:
            usual = self._mean(view, legal) * _times_equal(self._players[seat])
            left = usual * (self._decisions[seat] + 1) - self._seconds[seat]  # less, if it took too long before
            self._players[seat].seconds = max(LEAST * usual, left)
        self._begin = process_time()

    def end(self, seat: int, legal: list[str]) -> None:
        """Call this after a player has decided. Decisions without a choice don't count."""
        if len(legal) == 1:
            return
        elapsed = process_time() - self._begin
        self._seconds[seat] += elapsed
        self._decisions[seat] += 1
        if self._equal and seat in self._others:
            self._measure(elapsed)

    def _mean(self, view: View, legal: list[str]) -> float:
        """Return the mean time of the others. Before any has decided, one of them is asked about this position."""
        if not self._others:
            raise BadSetup("`@equal` needs an opponent that is not a bot from a file.")
        if self._key not in _measured:
            player = self._players[self._others[0]]
            player.choose(view, legal, math.inf)  # the first call loads compiled code
            begin = process_time()
            player.choose(view, legal, math.inf)
            self._measure(process_time() - begin)
        seconds, decisions = _measured[self._key]
        return seconds / decisions

    def _measure(self, elapsed: float) -> None:
        seconds, decisions = _measured.get(self._key, (0.0, 0))
        _measured[self._key] = seconds + elapsed, decisions + 1


def _times_equal(player: Any) -> int:
    """Return how many times as long as the others the player thinks; 0 if it has a budget of its own."""
    return (player.times_equal or 0) if isinstance(player, NetworkBot) else 0
