"""The smallest and the largest number that each field of a game's states has held."""

from collections.abc import Sequence

import numpy as np

from tilora.kernel import State
from tilora.kernel.contract.state import Layout


class FieldRanges:
    """The range of each field that holds whole numbers, over all states that were added."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._names = [name for name in layout.names or () if layout[name].base.kind in "iu"]
        self._seen: dict[str, tuple[int, int]] = {}

    def add(self, states: Sequence[State]) -> int | None:
        """Add the states. Return the last one in which a field held a smaller or larger number than ever before."""
        together = np.array(states, self._layout)
        news: list[int] = []
        for name in self._names:
            rows = together[name].reshape(len(states), -1)
            low, high = int(rows.min()), int(rows.max())
            known = self._seen.get(name)
            if known is None or low < known[0]:
                news.append(int(rows.min(axis=1).argmin()))
            if known is None or high > known[1]:
                news.append(int(rows.max(axis=1).argmax()))
            self._seen[name] = (low, high) if known is None else (min(low, known[0]), max(high, known[1]))
        return max(news, default=None)

    def at_their_limits(self) -> list[str]:
        """Return a sentence for each field that has held the largest or smallest number of its type.

        One more, and it would overflow. Zero is not a limit of a type without negative numbers: counts go down to it.
        """
        said = []
        for name, (low, high) in self._seen.items():
            kind = np.iinfo(self._layout[name].base)
            at_limit = [number for number, limit in ((high, kind.max), (low, kind.min)) if number == limit != 0]
            said += [f"The field `{name}` has held {number}, the limit of {kind.dtype}." for number in at_limit]
        return said
