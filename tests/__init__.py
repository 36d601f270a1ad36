"""The tests. `make soak` plays many more random games than `make test`, and does in full what that does in part."""

import os

SOAK = int(os.environ.get("TILORA_SOAK", "1"))
"""How many times as many games as usual."""


def times(full: int, part: int) -> int:
    """Return how often to repeat what only repeats itself: a part in `make test`, and in a soak many times in full."""
    return part if SOAK == 1 else full * SOAK
