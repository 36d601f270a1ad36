"""Reading states quickly: each field is looked up once. NumPy's records take a microsecond for every field."""

import math
import struct
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np

from tilora.kernel.contract.state import Layout, State, content, field, layout_of

HEAD_NUMBERS = ("variant", "seats", "turn", "over", "reason", "turns")
MOST_CONVERTED = 1000
"""Numbers in a row that a plain state converts. More would take longer than reading the few that are needed."""


LARGE = 1024
"""From this many bytes on, a state is mostly zeros, and is packed without them."""


class FastState:
    """A read-only state that rules, words and scenes use like any other. Its numbers are Python numbers.

    The numbers of the head, which everybody reads, are unpacked together. Each layout has its own class.
    """

    _head: ClassVar[struct.Struct]
    _state: State

    def __init__(self, state: State) -> None:
        values = self.__dict__
        values["_state"] = state
        (
            values["variant"],
            values["seats"],
            values["turn"],
            values["over"],
            values["reason"],
            values["turns"],
        ) = self._head.unpack_from(state)

    def __reduce__(self) -> tuple[Any, ...]:
        return fast_state, (self._state,)

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    @property
    def dtype(self) -> Layout:
        return layout_of(self._state)

    @cached_property
    def plain(self) -> "PlainState":
        """The same state as plain numbers and tuples."""
        return plain_state(self._state)

    @cached_property
    def views(self) -> dict[int, State]:
        """The same state as viewers may know it, for `Match`."""
        return {}

    def copy(self) -> State:
        """Return a copy of the record, which may be changed."""
        return self._state.copy()

    def tobytes(self) -> bytes:
        """Return the bytes of the record."""
        return content(self._state)


class _Field:
    """A field of a record. Once read, its value in the instance's `__dict__` takes its place."""

    def __init__(self, name: str, layout: Layout) -> None:
        self._name = name

    def __get__(self, fast: FastState, owner: type) -> Any:
        value = field(fast._state, self._name)
        fast.__dict__[self._name] = value = value if value.ndim else value.item()
        return value


class PlainState(FastState):
    """A fast state whose arrays are tuples of tuples, read as `state.wall[seat][row]`.

    Its values can be compared, hashed, and handed to functions that keep their results, such as the parts of a scene.
    A row of more than `MOST_CONVERTED` numbers stays a block of memory, which can only be read: `state.grid[cell]`.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return plain_state, (self._state,)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


class _PlainField(_Field):
    """A field that is unpacked from the bytes of the record, which takes half as long as reading it from the record."""

    def __init__(self, name: str, layout: Layout) -> None:
        super().__init__(name, layout)
        kind, shape = layout[name].base, layout[name].shape
        code = {"b": "?", "i": "bhiq", "u": "BHIQ", "f": " efd"}[kind.kind][kind.itemsize.bit_length() - 1]
        self._unpack = struct.Struct(f"={math.prod(shape)}{code}").unpack_from
        self._offset = cast(Any, layout.fields)[name][1]
        self._is_number, self._widths = not shape, shape[:0:-1]
        self._is_large = len(shape) == 1 and shape[0] > MOST_CONVERTED

    def __get__(self, fast: FastState, owner: type) -> Any:
        if self._is_large:
            value: Any = memoryview(field(fast._state, self._name)).toreadonly()
        else:
            value = self._unpack(fast._state, self._offset)
        for width in self._widths:
            value = tuple(zip(*[iter(value)] * width, strict=True))
        fast.__dict__[self._name] = value = value[0] if self._is_number else value
        return value


@cache
def _class_for(layout: Layout, base: type[FastState], kind: type[_Field]) -> type[FastState]:
    # The numbers of the head come first, but for `rank`, which stands before `turns`.
    members: dict[str, Any] = {name: kind(name, layout) for name in layout.names or () if name not in HEAD_NUMBERS}
    members["_head"] = struct.Struct(f"=bbb?b{layout['rank'].shape[0]}xi")
    return type(base.__name__, (base,), members)


def fast_state(state: State) -> State:
    """Return the state in a form that is quick to read many times. It must not be changed."""
    return cast(State, _class_for(layout_of(state), FastState, _Field)(state))


def plain_state(state: State) -> PlainState:
    """Return the state as plain numbers and tuples, which are converted when they are first read."""
    return cast(PlainState, _class_for(layout_of(state), PlainState, _PlainField)(state))


def record_of(fast: State) -> State:
    """Return the record that a fast state reads."""
    return cast(FastState, fast)._state


def plain_of(state: State) -> PlainState:
    """Return a state as plain numbers and tuples. A fast state, such as `Match.passages` yields, is converted once."""
    return state.plain if isinstance(state, FastState) else plain_state(state)


def views_of(fast: State) -> dict[int, State]:
    """Return the views of a fast state that have been made so far, by their viewers."""
    return cast(FastState, fast).views


class PackedState:
    """A state that nobody is reading now, in as little memory as possible: a large one without its zeros."""

    __slots__ = ("_bytes", "_layout", "_where")

    def __init__(self, fast: State) -> None:
        state = record_of(fast)
        self._layout = layout_of(state)
        self._bytes = content(state)
        self._where = b""
        """Which of the words of eight bytes are kept; empty for all."""
        if is_large(self._layout):
            words = np.frombuffer(self._bytes, np.uint64, self._layout.itemsize // 8)
            where = (words != 0).nonzero()[0]  # eight times as fast as the same of the numbers themselves
            self._bytes = words[where].tobytes() + self._bytes[8 * len(words) :]
            self._where = where.astype(np.uint16).tobytes()

    def unpack(self) -> State:
        """Return the fast state that was packed, as a new object."""
        data = bytearray(self._bytes)
        if is_large(self._layout):
            size, where = self._layout.itemsize, np.frombuffer(self._where, np.uint16).astype(np.intp)
            data = bytearray(size)
            np.frombuffer(data, np.uint64, size // 8)[where] = np.frombuffer(self._bytes, np.uint64, len(where))
            data[size // 8 * 8 :] = self._bytes[8 * len(where) :]
        return fast_state(np.frombuffer(data, self._layout)[0])


def is_large(layout: Layout) -> bool:
    """Whether states of this layout are mostly zeros."""
    return layout.itemsize > LARGE
