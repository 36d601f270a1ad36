"""Hex: in turn, each seat places a stone on an empty cell. Whoever connects their two sides with a chain wins.

The first seat connects the top with the bottom, the second the left with the right. Beginning is an advantage, so with
the option `swap` the second seat may, instead of its first stone, take over the stone of the first: it becomes theirs,
mirrored across the long diagonal, so that it is worth the same to them.
"""

import numpy as np
import numpy.typing as npt

from tilora.kernel import Actions, State, end_match, end_turn, layout, rule

SIZES = (11, 9, 7, 5)
LARGEST = 11
CELLS = LARGEST * LARGEST
SWAP = CELLS
"""Actions: LARGEST * row + column, and SWAP."""
EMPTY = 0
"""A cell holds EMPTY, or 1 + the seat whose stone is there."""
CONNECTED = 1
STEPS = np.array([(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)])
"""From a cell to its six neighbours: rows and columns."""

STATE = layout(
    2,
    [
        ("side", np.int8),
        ("may_swap", np.bool_),  # at the second turn only
        ("stones", np.int8),
        ("cell", np.int8, (LARGEST, LARGEST)),
        ("won", np.int8, (LARGEST, LARGEST)),  # the chain that has won
    ],
)
RANGES = {"side": (5, 11), "stones": (0, CELLS), "cell": (0, 2), "won": (0, 1)}
MOST_ACTIONS = CELLS + 1


def codes(variant: int) -> Actions:
    return np.arange(MOST_ACTIONS, dtype=np.int32)


@rule
def start(state: State, options: npt.NDArray[np.int64], chance: np.record) -> None:
    state.side = SIZES[options[0]]
    state.may_swap = options[1] == 0


@rule
def legal(state: State, out: Actions) -> int:
    count = 0
    if state.over:
        return count
    for row in range(state.side):
        for column in range(state.side):
            if state.cell[row, column] == EMPTY:
                out[count] = LARGEST * row + column
                count += 1
    if state.stones == 1 and state.may_swap:
        out[count] = SWAP
        count += 1
    return count


@rule
def play(state: State, action: int, chance: np.record) -> None:
    seat = state.turn
    if action == SWAP:
        swap(state)
    else:
        row, column = action // LARGEST, action % LARGEST
        state.cell[row, column] = 1 + seat
        state.stones += 1
        if connects(state, row, column):
            state.score[seat] = 1
            end_match(state, CONNECTED, state.score)
            return
    if state.turns > 0:
        state.may_swap = False
    end_turn(state)


@rule
def swap(state: State) -> None:
    for row in range(state.side):
        for column in range(state.side):
            if state.cell[row, column] != EMPTY:
                state.cell[row, column] = EMPTY
                state.cell[column, row] = 1 + state.turn
                return


@rule
def connects(state: State, row: int, column: int) -> bool:
    """Return whether the chain of the stone there touches both sides of its seat; if so, note it."""
    own = state.cell[row, column]
    found = np.zeros((LARGEST, LARGEST), np.int8)
    waiting = np.zeros((CELLS, 2), np.int64)
    waiting[0] = row, column
    found[row, column] = 1
    count = 1
    first = last = False
    while count > 0:
        count -= 1
        row, column = waiting[count]
        along = row if own == 1 else column
        first |= along == 0
        last |= along == state.side - 1
        for step in range(len(STEPS)):
            to_row, to_column = row + STEPS[step, 0], column + STEPS[step, 1]
            inside = 0 <= to_row < state.side and 0 <= to_column < state.side
            if inside and state.cell[to_row, to_column] == own and not found[to_row, to_column]:
                found[to_row, to_column] = 1
                waiting[count] = to_row, to_column
                count += 1
    if first and last:
        state.won[:] = found
    return first and last
