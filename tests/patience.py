"""Time limits that fit the machine: `patience(seconds)` is longer where a machine is slow or busy.

Limits in tests are written for a quiet machine of the kind they were chosen on. How much longer everything may take
elsewhere is measured by a small, fixed piece of work and by the load. Only upper limits pass through here: what a test
wants to last, such as the absence of a database, takes as long as it says.
"""

import os
import time

REFERENCE = 0.019
"""Seconds of processor time that the piece of work takes where the limits were chosen."""
LOOPS = 600_000
SHELF_LIFE = 10.0
"""Seconds after which the machine is measured again: others come and go."""
MOST = 20.0
"""However slow the machine seems, a test that hangs ends some time."""

_measured: tuple[float, float] | None = None
"""The factor, and when it was measured."""


def patience(seconds: float) -> float:
    """Return how long a test may wait, on this machine and at this moment, for what takes `seconds` at most."""
    return seconds * factor()


def factor() -> float:
    """Return how many times longer than on the quiet machine things may take now; at least 1."""
    global _measured
    now = time.monotonic()
    if _measured is None or now - _measured[1] > SHELF_LIFE:
        _measured = measure(), now
    return _measured[0]


def measure() -> float:
    """Do the piece of work and compare: how slow the processor is, times how many share it."""
    wall, processor = time.perf_counter(), time.process_time()
    total = 0
    for number in range(LOOPS):
        total += number % 7
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    # The time we had to wait for a processor shows also what the load average doesn't: quotas, and who came just now.
    return factor_of(wall, processor, load_per_core())


def factor_of(wall: float, processor: float, load: float) -> float:
    """Return the factor, given what the work took in seconds by either clock, and the load of each core."""
    slowness = processor / REFERENCE
    crowding = max(1.0, wall / processor, load)
    return min(max(1.0, slowness * crowding), MOST)


def load_per_core() -> float:
    """Return how many processes want each core, on average over the last minute; 0 where nobody counts them."""
    if not hasattr(os, "getloadavg"):
        return 0.0
    return os.getloadavg()[0] / (os.cpu_count() or 1)
