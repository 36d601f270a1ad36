"""The server's time: milliseconds since 1970, as events hold them. It never goes back while the process runs."""

import time

_offset = time.time() - time.monotonic()


def now() -> int:
    """The time in milliseconds since 1970."""
    return int((_offset + time.monotonic()) * 1000)
