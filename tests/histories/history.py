"""What clients asked for, what they were answered and what they saw, each with its time.

`Recorder` writes it down while a client plays; `tests.histories.checker` reads it afterwards. Times are seconds of this
machine's monotonic clock, which no fault touches.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from tilora.table.commands import Play
from tilora.table.look import Look

Step = tuple[int, str]
"""An action as somebody sees it: its seat and its text."""


@dataclass(frozen=True)
class Asked:
    """A request was sent, perhaps not for the first time."""

    at: float
    id: str
    seat: int
    action: str


@dataclass(frozen=True)
class Answered:
    """The server answered the request: it was done, if there is no code of an error."""

    at: float
    id: str
    code: str = ""


@dataclass(frozen=True)
class Saw:
    """A look came: the first `kept` steps that were known still count, and these follow."""

    at: float
    kept: int
    steps: tuple[Step, ...] = ()


Entry = Asked | Answered | Saw


@dataclass
class ClientHistory:
    """Everything that one client did and saw at one table, in its order."""

    player: str
    seat: int | None
    """None for a spectator."""
    entries: list[Entry] = field(default_factory=list)

    def causes(self) -> set[str]:
        """Return the causes, as events name them, of all that was acknowledged."""
        done = (entry for entry in self.entries if isinstance(entry, Answered) and not entry.code)
        return {f"{self.player}/{entry.id}" for entry in done}


@dataclass(frozen=True)
class Outage:
    """A time in which nobody could do anything at any table."""

    begin: float
    end: float


@dataclass
class TableHistory:
    """What all clients of one table did and saw."""

    table: str
    opened_at: float
    """When the table was asked for."""
    clients: Sequence[ClientHistory]
    outages: Sequence[Outage] = ()


class Recorder:
    """Writes the history of one client."""

    def __init__(self, player: str, seat: int | None) -> None:
        self.history = ClientHistory(player, seat)
        self.looks = 0

    def asked(self, play: Play) -> None:
        """Note that the request is about to be sent."""
        self.history.entries.append(Asked(time.monotonic(), play.id, play.seat, play.action))

    def answered(self, name: str, code: str = "") -> None:
        """Note the answer to the request of that name."""
        self.history.entries.append(Answered(time.monotonic(), name, code))

    def saw(self, look: Look) -> None:
        """Note what came."""
        steps = tuple((step.seat, step.text) for step in look.steps)
        self.history.entries.append(Saw(time.monotonic(), look.kept, steps))
        self.looks += 1
