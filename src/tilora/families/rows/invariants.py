"""What stays true in RowsAndCols."""

import numpy as np

from tilora.families.rows import rules
from tilora.families.rows.rules import COPIES, HAND_SIZE, KINDS, SHAPES
from tilora.kernel import State
from tilora.kernel.toolkit import check_heaps, check_ranks
from tilora.kernel.toolkit.open_grid import AXES, EMPTY, NORTH, SOUTH, WIDTH, cells_beside
from tilora.kernel.toolkit.sorted_lists import check_list

MOST_POINTS = 12 + 6 * 12 + 6
"""A line of six across six other lines of six, and the last brick."""


def check(before: State | None, after: State) -> None:
    """Bricks are conserved, sizes are those of the heaps, and what is known about the board is true of it."""
    check_heaps(after, COPIES, "on_board", "bag", "chosen", "hand")
    assert not after.hand[after.seats :].any()
    assert not after.score[after.seats :].any()
    check_hands(after)
    check_board(after)
    if after.over:
        check_fits(after)
        check_end(after)
        check_ranks(after, after.score)
    if before is not None:
        check_step(before, after)


def check_hands(state: State) -> None:
    """Everybody begins a turn with six, as long as the bag holds any."""
    began_with = state.hand_size[: state.seats].astype(int)
    began_with[state.turn] += state.placed_count + state.chosen_size
    assert began_with.max() <= HAND_SIZE
    if state.bag_size:
        assert began_with.min() == HAND_SIZE
    if not state.over:
        assert began_with.min() > 0
    assert state.chosen_size <= state.bag_size
    assert not (state.chosen_size and state.placed_count)
    assert not (state.passes and state.bag_size)


def check_board(state: State) -> None:
    """The counts, the corner and the edge are those of the grid; `placed` is a list of bricks in rising order."""
    full = state.grid != EMPTY
    cells = np.flatnonzero(full).astype(int)
    assert (np.bincount(state.grid[cells] - 1, minlength=KINDS) == state.on_board).all()
    beside = np.roll(full, 1) | np.roll(full, -1) | np.roll(full, NORTH) | np.roll(full, SOUTH)
    assert check_list(state.edge, state.edge_size) == np.flatnonzero(beside & ~full).tolist()
    assert not state.edge_fits[state.edge_size :].any()
    x = (cells - state.west) % WIDTH
    y = ((cells - state.west - x) // WIDTH - state.south) % WIDTH
    assert x.min() == y.min() == 0
    assert x.max() + y.max() < len(cells)
    assert all(full[cell] for cell in check_list(state.placed, state.placed_count))


def check_fits(state: State) -> None:
    """What fits on the edge is what makes valid lines, worked out by the sentence in the rules."""
    for cell, fits in zip(state.edge[: state.edge_size].tolist(), state.edge_fits.tolist(), strict=False):
        lines = [[int(state.grid[at]) - 1 for at in cells_beside(state.grid, cell, axis)] for axis in AXES]
        for kind in range(KINDS):
            assert bool(fits >> kind & 1) == all(valid([kind, *line]) for line in lines)


def valid(line: list[int]) -> bool:
    """All of one colour with all shapes different, or all of one shape with all colours different."""
    colours, shapes = {kind // SHAPES for kind in line}, {kind % SHAPES for kind in line}
    return len(line) == 1 or sorted((len(colours), len(shapes))) == [1, len(line)]


def check_end(state: State) -> None:
    assert state.placed_count == 0
    if state.reason == rules.ALL_SWAPPED:
        assert state.swaps == 10 * state.seats
        return
    assert state.bag_size == 0
    if state.reason == rules.FINISHED:
        assert state.hand_size[state.turn] == 0
        assert state.passes == 0
    else:
        assert state.passes == state.seats


def check_step(before: State, after: State) -> None:
    """Only ending a turn scores, and only for the seat that has placed."""
    gain = after.score - before.score
    seat = int(before.turn)
    assert not np.delete(gain, seat).any()
    if after.turns == before.turns:
        assert gain[seat] == 0
        assert after.hand_size[seat] == before.hand_size[seat] - 1
        assert after.bag_size == before.bag_size
    elif before.placed_count:
        assert before.placed_count + 1 <= gain[seat] <= MOST_POINTS
    else:
        assert gain[seat] == 0
        assert after.bag_size == before.bag_size
        assert (after.grid == before.grid).all()
