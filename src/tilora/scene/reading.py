"""Reading states quickly. Each field of a record costs microseconds, and a scene reads thousands."""

from types import SimpleNamespace
from typing import cast

from tilora.kernel import State


def fields(state: State) -> State:
    """The same state, to be read only, with fields that are found once and for all. Rules and words take it as any."""
    names = state.dtype.names or ()
    found = {name: state[name] for name in names}
    plain = {name: value.item() if value.ndim == 0 else value for name, value in found.items()}
    return cast(State, SimpleNamespace(**plain))
