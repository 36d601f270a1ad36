"""What a search is asked and what it answers, and the handle that watches and stops it."""

from dataclasses import dataclass
from typing import Any

from tilora.ai.search.tree import DONE, RUN


@dataclass(frozen=True)
class Alternative:
    """One thing the seat could do."""

    text: str
    code: int
    visits: int
    """How much of the search went into it."""
    value: float
    """The expected result for the seat, from 0 (last) to 1 (first); with a network, the share of opponents beaten."""
    policy: float = 0.0
    """With a network, the share of the action in its policy, improved by what the search found."""

    @property
    def action(self) -> str:
        """Its text, by the name that the best one has in an `Answer`."""
        return self.text


@dataclass(frozen=True)
class Answer:
    """What a search has found."""

    action: str
    """The best action's text."""
    alternatives: tuple[Alternative, ...]
    """Everything that was considered, best first."""
    values: tuple[float, ...]
    """The expected result by seat."""
    scores: tuple[float, ...]
    """The expected points by seat."""
    line: tuple[str, ...]
    """How the match is expected to go on, as far as that can be foreseen: the seat's own actions in this turn; in games
    without chance and secrets, the actions of all seats."""
    simulations: int
    seconds: float
    exact: bool = False
    """Whether values are computed and not sampled, so that equal values are equally good."""
    learned: bool = False
    """Whether a network was used, so that alternatives have a policy."""
    proven: bool = False
    """Whether it is certain how the match ends, if everybody plays well."""

    @property
    def speed(self) -> float:
        """Simulations a second."""
        return self.simulations / max(self.seconds, 1e-9)


class Control:
    """A handle on a running search: how far it is, and a way to stop it at once."""

    def __init__(self) -> None:
        self._counters: list[Any] = []
        self.stopped = False

    def watch(self, counters: Any) -> None:
        """Follow a search by its counters."""
        self._counters.append(counters)
        if self.stopped:
            counters[RUN] = 0

    def stop(self) -> None:
        """End the search after the current simulation; it answers with what it knows."""
        self.stopped = True
        for counters in self._counters:
            counters[RUN] = 0

    @property
    def simulations(self) -> int:
        """How many simulations have been run so far."""
        return sum(int(counters[DONE]) for counters in self._counters)


@dataclass(frozen=True)
class Budget:
    """How long to search: simulations or seconds, whichever ends first."""

    simulations: int
    seconds: float | None = None
