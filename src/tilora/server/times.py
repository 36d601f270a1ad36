"""The server's time: milliseconds since 1970, as events hold them. It never goes back while the process runs."""

import time
from typing import ClassVar

_offset = time.time() - time.monotonic()


def now() -> int:
    """The time in milliseconds since 1970."""
    return int((_offset + time.monotonic()) * 1000)


class Stall:
    """The last time that the server's loop was held up. What came in meanwhile has waited, unseen, in the system."""

    AFTER: ClassVar[float] = 0.1
    """Seconds after a stall in which what comes in may have waited for its end."""

    def __init__(self) -> None:
        self._end = 0.0
        self._seconds = 0.0

    def note(self, end: float, seconds: float) -> None:
        """The loop was held up until `end`, by its own clock."""
        self._end, self._seconds = end, seconds

    def before(self, moment: float) -> int:
        """Milliseconds that something may have waited which came in at that moment."""
        return int(self._seconds * 1000) if 0.0 <= moment - self._end < self.AFTER else 0
