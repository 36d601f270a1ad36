"""Clock: whose time runs, and how much is left. Pure: it is told what time it is, in milliseconds.

Time belongs to turns: all actions of a turn together. Only a person's time runs, never that of a seat in the hands of a
bot. What the network or the server used up is given back, as far as the server itself measured it, up to `CREDIT` a
turn; a client's own word about time is never taken.
"""

from tilora.table.events import Time

CREDIT = 500
"""Milliseconds that a turn is given back at most."""


class Clock:
    """The time of all seats of a table."""

    def __init__(self, time: Time, seats: int) -> None:
        self._time = time
        self._limit = time.seconds * 1000
        self._left = [self._limit] * seats
        self._since = 0
        self._credit = 0
        self.running: int | None = None
        """The seat whose time runs."""
        self.compensated = 0
        """What the last turn that ended was given back."""

    def begin_turn(self, seat: int) -> None:
        """It is the seat's turn. Its time does not run yet."""
        self._credit = 0
        if self._time.kind == "bullet":
            self._left[seat] = self._limit

    def end_turn(self, seat: int) -> None:
        """The seat's turn has ended."""
        self.compensated = self._credit
        if self._time.kind == "bullet":
            self._left[seat] = self._limit
        elif self._time.kind == "clock":
            self._left[seat] += self._time.increment * 1000

    def start(self, seat: int, at: int) -> None:
        """The seat's time runs from now on."""
        if self._time.kind != "none":
            self.running, self._since = seat, at

    def stop(self, at: int, lag: int = 0) -> None:
        """Nobody's time runs. What has run is gone, but for the `lag`."""
        if self.running is not None:
            self._left[self.running] -= self._ran(at) - lag
            self._credit += lag
            self.running = None

    def credit(self, now: int, lag: int) -> int:
        """How much of so much lag is given back."""
        return 0 if self.running is None else max(0, min(lag, CREDIT - self._credit, self._ran(now)))

    def is_late(self, now: int, lag: int) -> bool:
        """Whether what arrives now, after so much lag, was sent when the time was up already."""
        return self.running is not None and self._ran(now) - self.credit(now, lag) > self._left[self.running]

    def deadline(self) -> int | None:
        """When the time of the seat is up for sure, whatever may still be on its way."""
        if self.running is None:
            return None
        return self._since + self._left[self.running] + CREDIT - self._credit

    def pause(self, since: int, now: int) -> None:
        """From `since` to now no time has run."""
        self._since += max(0, now - max(since, self._since))

    def left(self, seat: int, now: int) -> int:
        """Milliseconds that the seat has; never less than nothing."""
        return max(0, self._left[seat] - (self._ran(now) if seat == self.running else 0))

    def _ran(self, now: int) -> int:
        return max(0, now - self._since)
