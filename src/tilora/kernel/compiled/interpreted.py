"""States as interpreted rules get them: every number is read as a Python number.

Compiled code computes with 64 bits whatever the size of a field. NumPy's numbers keep the size of their field, so that
`11 * low + high` of two bytes would wrap around when interpreted, and only then. Here both give the same, and a
number that does not fit into its field raises OverflowError.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from tilora.kernel.contract.state import Cell, Layout, State, content, field


class PlainArray(np.ndarray[Any, Any]):
    """An array whose items are read as Python numbers."""

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        return found if isinstance(found, np.ndarray) else found.item()

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tolist()) if self.ndim == 1 else super().__iter__()

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        return array.item() if return_scalar else np.asarray(array)


class InterpretedState:
    """A state that rules read and change like a record; changes go into the record."""

    __slots__ = ("_arrays", "_record")

    def __init__(self, record: State) -> None:
        self._record = record
        self._arrays: dict[str, PlainArray] = {}

    @property
    def dtype(self) -> Layout:
        return self._record.dtype

    def copy(self) -> State:
        """Return a copy of the record."""
        return self._record.copy()

    def tobytes(self) -> bytes:
        """Return the bytes of the record."""
        return content(self._record)


def _number(name: str) -> property:
    def read(state: InterpretedState) -> Any:
        return field(state._record, name).item()

    def write(state: InterpretedState, value: Any) -> None:
        state._record[name] = value

    return property(read, write)


def _array(name: str) -> property:
    def read(state: InterpretedState) -> PlainArray:
        found = state._arrays.get(name)
        if found is None:
            found = state._arrays[name] = field(state._record, name).view(PlainArray)
        return found

    def write(state: InterpretedState, value: Any) -> None:
        field(state._record, name)[...] = value

    return property(read, write)


@cache
def _class_for(layout: Layout) -> type[InterpretedState]:
    members: dict[str, Any] = {
        name: _array(name) if layout[name].shape else _number(name) for name in layout.names or ()
    }
    return type("InterpretedState", (InterpretedState,), {**members, "__slots__": ()})


def interpreted(cell: Cell) -> InterpretedState:
    """Return the one state of the array in the form that interpreted rules get."""
    return _class_for(cell.dtype)(cell[0])
