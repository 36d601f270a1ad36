"""The clock: whose time is running, and how much is left. Pure: callers say what time it is, in milliseconds.

Time belongs to turns, that is, to all actions of a turn together. Only a person's time runs, never that of a seat that
a bot plays. Delays of the network and the server are credited to the player, as far as the server itself measured
them and up to `CREDIT` per turn. What a client says about time is never believed.

The delay of the network is measured by pings, which a client can answer late on purpose. So it is credited from a
quota, which every turn of the seat refills a little.
"""

from tilora.table.events import Time

CREDIT = 500
"""The most milliseconds that a turn is credited, and a quota holds."""
REFILL = 100
"""Milliseconds that a turn adds to the quota of its seat."""


class Clock:
    """The time of all seats of a table."""

    def __init__(self, time: Time, seats: int) -> None:
        self._time = time
        self._limit = time.seconds * 1000
        self._left = [self._limit] * seats
        self._since = 0
        self._credit = 0
        self._quota = [CREDIT] * seats
        self.running: int | None = None
        """The seat whose time is running."""
        self.compensated = 0
        """Milliseconds that the last finished turn was credited."""

    def begin_turn(self, seat: int) -> None:
        """Begin the seat's turn. Its time does not run yet."""
        self._credit = 0
        self._quota[seat] = min(CREDIT, self._quota[seat] + REFILL)
        if self._time.kind == "bullet":
            self._left[seat] = self._limit

    def end_turn(self, seat: int) -> None:
        """End the seat's turn."""
        self.compensated = self._credit
        if self._time.kind == "bullet":
            self._left[seat] = self._limit
        elif self._time.kind == "clock":
            self._left[seat] += self._time.increment * 1000

    def start(self, seat: int, at: int) -> None:
        """Let the seat's time run."""
        if self._time.kind != "none":
            self.running, self._since = seat, at

    def stop(self, at: int, lag: int = 0, waited: int = 0) -> None:
        """Stop whatever time is running. The seat has used what ran, less the `lag`, part of which it `waited` here."""
        if self.running is not None:
            self._left[self.running] -= self._elapsed(at) - lag
            self._credit += lag
            self._quota[self.running] = max(0, self._quota[self.running] - max(0, lag - waited))
            self.running = None

    def credit(self, now: int, lag: int, waited: int = 0) -> int:
        """Return how much is credited of the lag of the network, and of how long the message waited at the server."""
        if self.running is None:
            return 0
        delay = max(0, min(lag, self._quota[self.running])) + max(0, waited)
        return max(0, min(delay, CREDIT - self._credit, self._elapsed(now)))

    def is_late(self, now: int, lag: int, waited: int = 0) -> bool:
        """Return whether a message that is decided now, with these delays, was sent after the time was up."""
        if self.running is None:
            return False
        return self._elapsed(now) - self.credit(now, lag, waited) > self._left[self.running]

    def deadline(self) -> int | None:
        """Return when the running time is up for certain, whatever may still be on its way."""
        if self.running is None:
            return None
        return self._since + self._left[self.running] + CREDIT - self._credit

    def pause(self, since: int, now: int) -> None:
        """Take out the time from `since` until now."""
        self._since += max(0, now - max(since, self._since))

    def left(self, seat: int, now: int) -> int:
        """Return the milliseconds that the seat has left, never below 0."""
        return max(0, self._left[seat] - (self._elapsed(now) if seat == self.running else 0))

    def _elapsed(self, now: int) -> int:
        return max(0, now - self._since)
