"""Hidden hands: dealing from a heap that is counted by kind, and what a view does not show of it.

A heap, a hand or a bag is an array with the number of things of each kind, and a size beside it that everybody knows.
Redacting a hand sets all its counts to zero and leaves its size.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.kernel.contract.chance import draw
from tilora.kernel.contract.marks import rule
from tilora.kernel.contract.state import State

Counts = npt.NDArray[Any]


@rule
def deal(heap: Counts, size: int, to: Counts, count: int, chance: np.record) -> int:
    """Move `count` things from a heap of that size to `to` at random; return how many the heap has left."""
    for i in range(count):
        to[draw(chance, heap, size - i)] += 1
    return size - count


@rule
def deal_unseen(state: State, seat: int, unseen: Counts, hands: Counts, sizes: Counts, chance: np.record) -> int:
    """Deal the hands of everybody but `seat` from what it has not seen; return how many things are left unseen.

    For `imagine`: `unseen` holds the counts of everything that may be in those hands, and what is left afterwards is
    in the bag or the deck.
    """
    left = 0
    for kind in range(len(unseen)):
        left += int(unseen[kind])
    for other in range(state.seats):
        if other != seat:
            left = deal(unseen, left, hands[other], int(sizes[other]), chance)
    return left


@rule
def hide_hands(hands: Counts, seat: int) -> None:
    """Blank the hands of everybody but `seat`. For `redact`."""
    for other in range(len(hands)):
        if other != seat:
            hands[other] = 0


def is_hidden(counts: Iterable[int], size: int) -> bool:
    """Return whether a view does not show these things: there are some, but it counts none."""
    return bool(size) and not any(counts)
