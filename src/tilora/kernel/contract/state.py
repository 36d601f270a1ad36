"""States: one NumPy record per position, with a head that is the same in every game.

A state copies, hashes, compares, saves and batches for free, and the interpreter and Numba both read it as
`state.wall[seat, row, column]`. Records are packed: there are no unused bytes in between, so equal positions
are equal bytes.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tilora.kernel.contract.marks import rule

State: TypeAlias = np.record
"""A position. Fields are read and written as attributes; which there are is up to the game."""

Layout: TypeAlias = np.dtype[Any]
Field: TypeAlias = tuple[str, Any] | tuple[str, Any, tuple[int, ...]]

SPECTATOR = -1
"""The seat of everybody who does not sit at the table: of spectators."""


def layout(most_seats: int, fields: Sequence[Field]) -> Layout:
    """Return the record type of a game: the common head, then the game's own `fields`.

    The head, which general code reads and the rules keep up to date:

    - `variant`  which rule set of a family this is (set before `start`)
    - `seats`    number of seats (set before `start`)
    - `turn`     seat to act; while the match runs it always has a legal action
    - `turns`    turns ended so far. An action that leaves it as it was is part of an unfinished turn
    - `over`     whether the match has ended
    - `reason`   why it ended: an index into the game's `REASONS`; 0 while it runs
    - `score`    points by seat
    - `rank`     once over, by seat: 1 is best, equals share the better rank (1, 1, 3)
    """
    head: list[Field] = [
        ("variant", np.int8),
        ("seats", np.int8),
        ("turn", np.int8),
        ("over", np.bool_),
        ("reason", np.int8),
        ("rank", np.int8, (most_seats,)),
        ("turns", np.int32),
        ("score", np.int32, (most_seats,)),
    ]
    for name, kind, *shape in fields:
        if hasattr(np.record, name):
            raise TypeError(f"a field can't be called {name!r}: NumPy's records have a method of that name")
        if shape and np.dtype(kind).kind == "b":
            raise TypeError(f"the field {name!r} can't be an array of np.bool_, which Numba can't compile: use np.int8")
    return np.dtype((np.record, [*head, *fields]))


HEAD = ("variant", "seats", "turn", "over", "reason", "rank", "turns", "score")
"""The fields that every state begins with."""


def blank(of: Layout, variant: int = 0, seats: int = 0) -> State:
    """Return a state of zeros in which only the variant and the number of seats are set."""
    state: State = np.zeros(1, of)[0]
    state.variant = variant
    state.seats = seats
    return state


# Methods that records inherit, called directly: through the record each takes a microsecond longer.
content: Callable[[State], bytes] = np.void.tobytes
field: Callable[[State, str], Any] = np.void.__getitem__
layout_of: Callable[[State], Layout] = np.void.dtype.__get__
_array_of: Callable[[State], Any] = np.void.base.__get__

Cell: TypeAlias = npt.NDArray[Any]
"""An array of one record. Compiled code accepts it ten times as fast as the record itself."""


def cell(record: np.record) -> Cell:
    """Return the array that holds this record alone. Records made by `blank`, `copy_state` and `chance_of` have one.

    Raises ValueError for others: changes to a copy would be lost.
    """
    array = _array_of(record)
    if type(array) is not np.ndarray or array.shape != (1,):
        raise ValueError("The record shares its array with others.")
    return array


def cell_to_read(record: np.record) -> Cell:
    """Return the array that holds this record alone, or an array with a copy. It must not be changed."""
    try:
        return cell(record)
    except ValueError:
        return copied_cell(record)


def copied_cell(record: np.record) -> Cell:
    """Return an array with a copy of the record."""
    return np.frombuffer(bytearray(content(record)), layout_of(record))


def copy_state(state: State) -> State:
    """Return a copy of the state. `state.copy()` does the same and takes six times as long."""
    copy: State = copied_cell(state)[0]
    return copy


@rule
def end_turn(state: State) -> None:
    """Pass the turn to the next seat in order. Rules that skip seats set `turn` themselves."""
    state.turns += 1
    state.turn = (state.turn + 1) % state.seats


@rule
def end_match(state: State, reason: int, value: npt.NDArray[Any]) -> None:
    """End the match for `reason`, and rank the seats by `value` (usually the score), highest first."""
    for seat in range(state.seats):
        better = 0
        for other in range(state.seats):
            if value[other] > value[seat]:
                better += 1
        state.rank[seat] = better + 1
    state.over = True
    state.reason = reason
