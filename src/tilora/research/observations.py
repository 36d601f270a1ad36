"""Views as arrays: the fields of a redacted record, one by one or all in one row. Never the whole truth.

Fields of 64 bits are sets written as bits, or hashes of earlier positions. They repeat what other fields say, in a form
that is fast for rules and useless to a learner, so the row leaves them out.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.kernel import State
from tilora.kernel.contract.state import Layout

SEAT = "seat"
"""The first field: whose view it is. Records don't hold that."""

LARGE = 200
"""A field with so many numbers is read alone, which is faster than picking them one by one."""


class ObservationEncoder:
    """Encodes views, whose records have that layout, as arrays."""

    def __init__(self, layout: Layout) -> None:
        self.shapes: dict[str, tuple[int, ...]] = {SEAT: (1,)}
        self.types: dict[str, np.dtype[Any]] = {SEAT: np.dtype(np.int8)}
        for name in layout.names or ():
            field = layout[name]
            self.shapes[name] = field.shape or (1,)
            self.types[name] = np.dtype(np.int8) if field.base == np.bool_ else field.base
        self._row = [name for name, kind in self.types.items() if kind.itemsize < 8]
        self.low, self.high = self._bounds()
        self._large = self._of_large_fields(layout)
        self._parts = self._packed(layout)

    @property
    def size(self) -> int:
        """How many numbers a row has."""
        return len(self.low)

    def places(self) -> dict[str, slice]:
        """Return where the fields are in a row."""
        places, begin = {}, 0
        for name in self._row:
            end = begin + int(np.prod(self.shapes[name]))
            places[name] = slice(begin, end)
            begin = end
        return places

    def fields(self, view: State | npt.NDArray[Any], seat: int) -> dict[str, npt.NDArray[Any]]:
        """Return the view of that seat, a record or an array of one, field by field."""
        values = {name: seat if name == SEAT else view[name] for name in self.shapes}
        return {name: np.array(value, self.types[name]).reshape(self.shapes[name]) for name, value in values.items()}

    def row(self, view: State | npt.NDArray[Any], seat: int) -> npt.NDArray[np.float32]:
        """Return the view of that seat, a record or an array of one, in one row."""
        row = np.empty(self.size, np.float32)
        held = np.frombuffer(view, np.uint8)
        for kind, places, octets in self._parts:
            row[places] = held[octets].view(kind)
        for kind, place, octet in self._large:
            row[place] = held[octet].view(kind)
        row[0] = seat
        return row

    def rows(self, views: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
        """Return the views of a batch, each that of the seat to act, as rows."""
        rows = np.empty((len(views), self.size), np.float32)
        for name, place in self.places().items():
            rows[:, place] = views["turn" if name == SEAT else name].reshape(len(views), -1)
        return rows

    def _packed(self, layout: Layout) -> list[tuple[np.dtype[Any], npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
        """Return how small fields are read: by type, where their numbers go, and where all their bytes are in a record.

        So a row takes a few steps, however many fields there are.
        """
        held = dict(layout.fields or {})
        parts: dict[np.dtype[Any], tuple[list[int], list[int]]] = {}
        for name, place in self.places().items():
            if name != SEAT and place.stop - place.start < LARGE:
                kind, offset = self.types[name], held[name][1]
                there, here = parts.setdefault(kind, ([], []))
                there += range(place.start, place.stop)
                here += range(offset, offset + kind.itemsize * (place.stop - place.start))
        return [(kind, np.array(there), np.array(here)) for kind, (there, here) in parts.items()]

    def _of_large_fields(self, layout: Layout) -> list[tuple[np.dtype[Any], slice, slice]]:
        """Return how large fields are read, each at once: its type, its place in a row, and that in a record."""
        held = dict(layout.fields or {})
        large = []
        for name, place in self.places().items():
            if place.stop - place.start >= LARGE:
                kind, offset = self.types[name], held[name][1]
                large.append((kind, place, slice(offset, offset + kind.itemsize * (place.stop - place.start))))
        return large

    def _bounds(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        sizes = [int(np.prod(self.shapes[name])) for name in self._row]
        limits = [np.iinfo(self.types[name]) for name in self._row]
        low = np.repeat([float(limit.min) for limit in limits], sizes)
        high = np.repeat([float(limit.max) for limit in limits], sizes)
        return low.astype(np.float32), high.astype(np.float32)
