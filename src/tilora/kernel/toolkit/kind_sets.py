"""Sets of kinds as one number, in which each kind is a bit: which kinds a hand holds, and which fit somewhere.

With up to 63 kinds. What is in both of two sets is `one & other`.
"""

from typing import Any

import numpy.typing as npt

from tilora.kernel.contract.dispatch import Actions
from tilora.kernel.contract.marks import rule


@rule
def kinds_in(counts: npt.NDArray[Any]) -> int:
    """Return the kinds of which a heap holds any."""
    kinds = 0
    for kind in range(len(counts)):
        if counts[kind] > 0:
            kinds |= 1 << kind
    return kinds


@rule
def number_of(kinds: int) -> int:
    """Return how many kinds there are in the set."""
    number = 0
    while kinds != 0:
        kinds &= kinds - 1
        number += 1
    return number


@rule
def add_each(kinds: int, first: int, step: int, out: Actions, count: int) -> int:
    """Add the action `first + kind * step` for each of the kinds; return how many actions there are now."""
    action = first
    while kinds != 0:
        if kinds & 1:
            out[count] = action
            count += 1
        kinds >>= 1
        action += step
    return count
