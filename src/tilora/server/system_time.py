"""The server's time: milliseconds since 1970, as events hold them. It never goes back while the process runs.

It is not the machine's own, which people and programs set forward and back at will. But where the machine has slept, or
found out that it was behind, the server's time leaps after it, and nobody at a table loses any by that.
"""

import time
from typing import ClassVar

_offset = time.time() - time.monotonic()
LEAP = 5.0
"""Seconds that the server's time may be behind the machine's."""


def now() -> int:
    """The time in milliseconds since 1970."""
    return int((_offset + time.monotonic()) * 1000)


def leap() -> float:
    """The time is not far behind the machine's; the seconds that it has just leapt by, mostly 0."""
    global _offset
    behind = time.time() - time.monotonic() - _offset
    if behind < LEAP:
        return 0.0
    _offset += behind
    return behind


class Stall:
    """When the server's loop was held up, or the machine slept. What came in meanwhile has waited, unseen, in the
    system.

    Whoever acts on what came in looks first, since nobody knows what the loop gets to first after it was held up.
    """

    EVERY: ClassVar[float] = 0.1
    """Seconds between two beats, by which it is noticed."""
    SHORT: ClassVar[float] = 0.02
    """Seconds that the loop may be late without a word."""
    LONG: ClassVar[float] = 0.5
    """Seconds that the compensation of a turn covers; what is longer is given back as a whole."""
    AFTER: ClassVar[float] = 0.1
    """Seconds around the end of a short one in which what comes in may have waited for it."""

    def __init__(self) -> None:
        self.number = 0
        """Of the last long one."""
        self.since = 0
        """When that began, in milliseconds since 1970."""
        self.worst = 0.0
        """Seconds of the longest that was noticed."""
        self._beat: float | None = None
        self._end = 0.0
        self._seconds = 0.0

    def beat(self) -> None:
        """The loop runs. Called regularly from now on."""
        self.look()
        self._beat = time.monotonic()

    def look(self) -> None:
        """If the loop has been held up since its last beat, it is known now."""
        if self._beat is None:
            return
        moment = time.monotonic()
        late = moment - self._beat - self.EVERY
        leapt = leap()
        if leapt:
            self.number += 1
            self.since = now() - int((leapt + moment - self._beat) * 1000)
            self._beat = moment
            return
        if late <= self.SHORT:
            return
        self.worst = max(self.worst, late)
        if late > self.LONG:
            self.number += 1
            self.since = now() - int((moment - self._beat) * 1000)
        else:
            self._end, self._seconds = moment, late
        self._beat = moment

    def before(self, moment: float) -> int:
        """Milliseconds that something may have waited, beyond what is given back, that came in at that moment."""
        self.look()
        return int(self._seconds * 1000) if abs(moment - self._end) < self.AFTER else 0
