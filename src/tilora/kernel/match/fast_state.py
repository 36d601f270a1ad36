"""Reading states quickly: each field is looked up once. NumPy's records take a microsecond for every field."""

import struct
from functools import cache
from typing import Any, cast

from tilora.kernel.contract.state import Layout, State, content, field, layout_of


class FastState:
    """A read-only state that rules, words and scenes use like any other. Its numbers are Python numbers.

    The numbers of the head, which everybody reads, are unpacked together.
    """

    def __init__(self, state: State) -> None:
        numbers = self.__dict__
        numbers["_state"] = state
        (
            numbers["variant"],
            numbers["seats"],
            numbers["turn"],
            numbers["over"],
            numbers["reason"],
            numbers["turns"],
        ) = _head(layout_of(state)).unpack_from(content(state))

    def __reduce__(self) -> tuple[Any, ...]:
        return FastState, (self._state,)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            value = field(self._state, name)
        except ValueError:  # not a field
            return getattr(self._state, name)
        self.__dict__[name] = value = value if value.ndim else value.item()
        return value

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


@cache
def _head(layout: Layout) -> struct.Struct:
    """Where the numbers of the head are: `variant`, `seats`, `turn`, `over`, `reason`, then `turns`."""
    return struct.Struct(f"=bbb?b{layout['rank'].shape[0]}xi")


def fast_state(state: State) -> State:
    """Return the state in a form that is quick to read many times. It must not be changed."""
    return cast(State, FastState(state))


def record_of(fast: State) -> State:
    """Return the record that a fast state reads."""
    state: State = cast(FastState, fast)._state
    return state


def bytes_of(fast: State) -> bytes:
    """Return the bytes of the record that a fast state reads."""
    return content(record_of(fast))
