"""The server's clock: milliseconds since 1970, as events store them. It never goes back while the process runs.

It is not the machine's clock, which people and programs may set forward or back. When the machine has slept or its
clock was behind, the server's clock jumps ahead, and no player loses time because of it. Where several servers share a
database, all of them take their time from its clock instead of their machine's, so that they agree.
"""

import time
from typing import ClassVar

_offset = time.time() - time.monotonic()
MAX_BEHIND = 5.0
"""Seconds that the server's clock may be behind the machine's."""


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return int((_offset + time.monotonic()) * 1000)


def start_at(reference: float) -> None:
    """Set the server's clock, forward or back, before anybody has used it. For `reference`, see `catch_up`."""
    global _offset
    _offset = reference


def catch_up(reference: float | None) -> float:
    """Set the server's clock forward if it is far behind the right time. Return the seconds it jumped, usually 0.

    `reference` is the right time in seconds, less `time.monotonic()`. Without one, the machine's clock is right.
    """
    global _offset
    behind = (time.time() - time.monotonic() if reference is None else reference) - _offset
    if behind < MAX_BEHIND:
        return 0.0
    _offset += behind
    return behind


class StallDetector:
    """Notices when the event loop was blocked, the machine slept or the store was away, so that nobody could play.

    Call `check` before acting on a message: after a stall, the loop may run anything first.
    """

    INTERVAL: ClassVar[float] = 0.1
    """Seconds between two calls of `beat`."""
    TOLERANCE: ClassVar[float] = 0.02
    """Seconds that a beat may be late without counting as a stall."""
    LONG: ClassVar[float] = 0.5
    """Seconds that the lag compensation of a turn covers. A longer stall is refunded as a whole."""
    WINDOW: ClassVar[float] = 0.1
    """Seconds after a short stall in which a received message may have been waiting during the stall."""
    STORE_AWAY: ClassVar[float] = 1.5
    """Seconds since the last heartbeat in the store after which the store counts as away. There is one every second."""
    NEWS: ClassVar[float] = 2.0
    """Seconds after which another node has noticed that the store was away, too."""

    def __init__(self) -> None:
        self.count = 0
        """Long stalls so far."""
        self.began_at = 0
        """When the last long stall began, in milliseconds since 1970."""
        self._noticed_at = float("-inf")
        self.recent = 0.0
        """Seconds of the longest stall lately; fades with every beat."""
        self._last_beat: float | None = None
        self._short_end = 0.0
        self._short_seconds = 0.0
        self._stored_at: float | None = None
        self._store_away = False
        self._reference: float | None = None

    @property
    def settled(self) -> int:
        """Long stalls so far that are no news, so that whoever was responsible for a table has refunded them there."""
        return self.count - (time.monotonic() - self._noticed_at < self.NEWS)

    def follow(self, reference: float) -> None:
        """Take the time from another clock than the machine's: `reference` is its time less `time.monotonic()`.

        The server starts at its time, and never goes back from then on.
        """
        if self._reference is None:
            start_at(reference)
        self._reference = reference

    def beat(self) -> None:
        """Note that the loop is running. Has to be called every INTERVAL seconds from now on."""
        self.recent *= 0.95
        self.check()
        self._last_beat = time.monotonic()

    def stored(self) -> None:
        """Note that a heartbeat is in the store. If it comes late, the store was away since the one before."""
        self._check_store(time.monotonic(), ended=True)

    def _check_store(self, moment: float, *, ended: bool) -> None:
        away = 0.0 if self._stored_at is None else moment - self._stored_at
        # Once when it is noticed, so that no clock runs out as soon as the store is back, and once for the whole.
        if ended if self._store_away else away > self.STORE_AWAY:
            self._add_long(away)
            self._store_away = True
        if ended:
            self._stored_at, self._store_away = moment, False

    def check(self) -> None:
        """Detect a stall since the last beat, and whether the store is away."""
        if self._last_beat is None:
            return
        moment = time.monotonic()
        self._check_stall(moment, self._last_beat)
        self._check_store(moment, ended=False)

    def _check_stall(self, moment: float, last_beat: float) -> None:
        late = moment - last_beat - self.INTERVAL
        jumped = catch_up(self._reference)
        if jumped:
            self._add_long(jumped + moment - last_beat)
        elif late <= self.TOLERANCE:
            return
        else:
            self.recent = max(self.recent, late)
            if late > self.LONG:
                self._add_long(moment - last_beat)
                if self._stored_at is not None:
                    self._stored_at += late  # not the fault of the store
            else:
                self._short_end, self._short_seconds = moment, late
        self._last_beat = moment

    def delay_of(self, received_at: float) -> int:
        """Return the milliseconds that a message received at that moment may have waited for a short stall."""
        self.check()
        return int(self._short_seconds * 1000) if abs(received_at - self._short_end) < self.WINDOW else 0

    def _add_long(self, seconds: float) -> None:
        self.count += 1
        self._noticed_at = time.monotonic()
        began_at = now() - int(seconds * 1000)
        # A stall while the store is away is part of that: whoever is still owed all of it must not get just a part.
        self.began_at = min(began_at, self.began_at) if self._store_away else began_at
