"""Heaps of things that are alike, counted by kind: how they are written, and that none gets lost."""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from tilora.kernel.contract.state import State
from tilora.kernel.toolkit.hands import is_hidden
from tilora.kernel.toolkit.positions import HIDDEN, NONE

SIZE = "_size"
"""How the name of the field ends that holds the size of a heap."""


def each_kind(counts: Iterable[int]) -> list[int]:
    """Return the kinds of the things in a heap, each as often as it is there."""
    return [kind for kind, count in enumerate(counts) for _ in range(count)]


def heap_text(counts: Iterable[int], signs: Sequence[str], size: int = 0, between: str = "", hidden: str = "") -> str:
    """Return the things of a heap by their signs: "BBO", or "B B O"; "-" for none.

    `size` is for heaps that a view may hide: `hidden` stands for each thing of such a heap. Without it, six of them are
    "6?".
    """
    counts = tuple(counts)
    if not is_hidden(counts, size):
        return between.join(signs[kind] for kind in each_kind(counts)) or NONE
    return between.join([hidden] * int(size)) if hidden else f"{size}{HIDDEN}"


def check_heaps(state: State, copies: npt.ArrayLike, *heaps: str) -> None:
    """Assert that there are so many things of each kind in all heaps together. For `invariants.py`.

    `heaps` are the names of fields with counts by kind, alone or by seat. Where there is a field `bag_size` for the
    heap `bag`, it has to be its size.
    """
    kinds = state[heaps[0]].shape[-1]
    everything = np.zeros(kinds, np.int64)
    for name in heaps:
        counts = np.asarray(state[name], np.int64)
        if counts.min() < 0:
            raise AssertionError(f"{name} holds less than nothing of a kind.")
        if name + SIZE in (state.dtype.names or ()) and np.any(counts.sum(axis=-1) != state[name + SIZE]):
            raise AssertionError(f"{name}{SIZE} is not the size of {name}.")
        everything += counts.reshape(-1, kinds).sum(axis=0)
    wrong = np.flatnonzero(everything != copies)
    if len(wrong):
        raise AssertionError(f"{', '.join(heaps)} together hold {everything[wrong[0]]} of kind {wrong[0]}.")


def check_ranks(state: State, values: npt.ArrayLike) -> None:
    """Assert that the seats of a finished match are ranked by these values, highest first. For `invariants.py`."""
    found = np.asarray(values)[: state.seats]
    ranks = [1 + int((found > value).sum()) for value in found]
    if state.rank[: state.seats].tolist() != ranks:
        raise AssertionError(f"The ranks are {state.rank[: state.seats].tolist()}, but by their values {ranks}.")
