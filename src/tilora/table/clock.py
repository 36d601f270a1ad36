"""The clock: whose time is running, and how much is left. Pure: callers say what time it is, in milliseconds.

Time belongs to turns, that is, to all actions of a turn together. Only a person's time runs, never that of a seat that
a bot plays. Delays of the network and the server are credited to the player, as far as the server itself measured
them and up to `CREDIT` per turn. What a client says about time is never believed.

The delay of the network is measured by pings, which a client can answer late on purpose. So it is credited from a
quota, which every turn of the seat refills a little.

A turn begins with what there is to show: until then, the seat's time waits. It starts when the seat's page says that it
has shown everything, and at the latest after as long as that takes, as the server worked it out. So there is nothing to
gain by never saying it, or too late; and a client that shows nothing does not wait at all.
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
        self._began = 0
        """When the time would have started, had there been nothing to show."""
        self._since = 0
        """When the time started, or will start."""
        self._page_started_it = False
        """Whether the seat's page said when to start."""
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

    def start(self, seat: int, at: int, showing: int = 0) -> None:
        """Let the seat's time run. It waits while the page shows what happened, at most for `showing`."""
        if self._time.kind != "none":
            self.running, self._began, self._since = seat, at, at + showing
            self._page_started_it = False

    def waits(self, now: int) -> int:
        """Return for how long the running time still waits for the page."""
        return 0 if self.running is None else max(0, self._since - now)

    def stop_waiting(self, at: int) -> None:
        """The page has shown what happened: now the time runs."""
        self._since = min(self._since, max(at, self._began))
        self._page_started_it = True

    def stop(self, at: int, lag: int = 0, waited: int = 0, *, at_once: bool = False) -> None:
        """Stop whatever time is running. The seat has used what ran, less the `lag`, part of which it `waited` here.

        With `at_once`, its client had nothing to show, and its time has run from the beginning.
        """
        if self.running is not None:
            self._left[self.running] -= self._elapsed(at, at_once) - lag
            self._credit += lag
            self._quota[self.running] = max(0, self._quota[self.running] - max(0, lag - waited))
            self.running = None

    def credit(self, now: int, lag: int, waited: int = 0, *, at_once: bool = False) -> int:
        """Return how much is credited of the lag of the network, and of how long the message waited at the server.

        If the page said when to start, that message was as late as this one, and the network has cost nothing.
        """
        if self.running is None:
            return 0
        network = 0 if self._page_started_it and not at_once else max(0, min(lag, self._quota[self.running]))
        return max(0, min(network + max(0, waited), CREDIT - self._credit, self._elapsed(now, at_once)))

    def is_late(self, now: int, lag: int, waited: int = 0, *, at_once: bool = False) -> bool:
        """Return whether a message that is decided now, with these delays, was sent after the time was up."""
        if self.running is None:
            return False
        used = self._elapsed(now, at_once) - self.credit(now, lag, waited, at_once=at_once)
        return used > self._left[self.running]

    def deadline(self) -> int | None:
        """Return when the running time is up for certain, whatever may still be on its way."""
        if self.running is None:
            return None
        return self._since + self._left[self.running] + CREDIT - self._credit

    def pause(self, since: int, now: int) -> None:
        """Take out the time from `since` until now."""
        self._began += max(0, now - max(since, self._began))
        self._since += max(0, now - max(since, self._since))

    def left(self, seat: int, now: int, *, at_once: bool = False) -> int:
        """Return the milliseconds that the seat has left, never below 0."""
        return max(0, self._left[seat] - (self._elapsed(now, at_once) if seat == self.running else 0))

    def _elapsed(self, now: int, at_once: bool = False) -> int:
        return max(0, now - (self._began if at_once else self._since))
