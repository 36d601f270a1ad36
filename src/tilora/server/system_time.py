"""The server's clock: milliseconds since 1970, as events store them. It never goes back while the process runs.

It is not the machine's clock, which people and programs may set forward or back. When the machine has slept or its
clock was behind, the server's clock jumps ahead, and no player loses time because of it.
"""

import time
from typing import ClassVar

_offset = time.time() - time.monotonic()
MAX_BEHIND = 5.0
"""Seconds that the server's clock may be behind the machine's."""


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return int((_offset + time.monotonic()) * 1000)


def catch_up() -> float:
    """Set the server's clock forward if it is far behind the machine's. Return the seconds it jumped, usually 0."""
    global _offset
    behind = time.time() - time.monotonic() - _offset
    if behind < MAX_BEHIND:
        return 0.0
    _offset += behind
    return behind


class StallDetector:
    """Notices when the event loop was blocked or the machine slept, so that messages had to wait unread.

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

    def __init__(self) -> None:
        self.count = 0
        """Long stalls so far."""
        self.began_at = 0
        """When the last long stall began, in milliseconds since 1970."""
        self.recent = 0.0
        """Seconds of the longest stall lately; fades with every beat."""
        self._last_beat: float | None = None
        self._short_end = 0.0
        self._short_seconds = 0.0

    def beat(self) -> None:
        """Note that the loop is running. Has to be called every INTERVAL seconds from now on."""
        self.recent *= 0.95
        self.check()
        self._last_beat = time.monotonic()

    def check(self) -> None:
        """Detect a stall since the last beat."""
        if self._last_beat is None:
            return
        moment = time.monotonic()
        late = moment - self._last_beat - self.INTERVAL
        jumped = catch_up()
        if jumped:
            self._add_long(jumped + moment - self._last_beat)
        elif late <= self.TOLERANCE:
            return
        else:
            self.recent = max(self.recent, late)
            if late > self.LONG:
                self._add_long(moment - self._last_beat)
            else:
                self._short_end, self._short_seconds = moment, late
        self._last_beat = moment

    def delay_of(self, received_at: float) -> int:
        """Return the milliseconds that a message received at that moment may have waited for a short stall."""
        self.check()
        return int(self._short_seconds * 1000) if abs(received_at - self._short_end) < self.WINDOW else 0

    def _add_long(self, seconds: float) -> None:
        self.count += 1
        self.began_at = now() - int(seconds * 1000)
