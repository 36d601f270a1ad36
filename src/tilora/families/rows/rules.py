"""RowsAndCols: laying bricks in lines that share a colour or a shape.

In a turn a seat places bricks from its hand in one line of the board, or swaps some of them with the bag. Every line
it makes or extends scores. The match ends when a seat places the last brick of its hand and the bag is empty.

A turn is several actions: one for each brick placed or put aside to be swapped, then `END`.
"""

import numpy as np
import numpy.typing as npt

from tilora.kernel import SPECTATOR, Actions, State, below, draw, end_match, end_turn, layout, rule
from tilora.kernel.toolkit import deal, deal_unseen, hide_hands, open_grid, sorted_lists
from tilora.kernel.toolkit.kind_sets import add_each, kinds_in
from tilora.kernel.toolkit.open_grid import AXES, CELLS, DIRECTIONS, EMPTY, Grid, cell_of, end_of_line, run, run_among

# What the state holds

COLOURS = 6
SHAPES = 6
KINDS = COLOURS * SHAPES
"""A kind is colour * SHAPES + shape. Where kinds are a set, each is one bit."""
COPIES = 3
BRICKS = KINDS * COPIES
HAND_SIZE = 6
LONGEST_LINE = 6
MOST_PLACED = LONGEST_LINE - 1
"""In one turn: they are all in a line that held a brick before."""
BONUS = 6
"""For a line of six, and for placing the last brick."""
MOST_SEATS = 6
MOST_EDGE = 2 * BRICKS + 2
"""The most free cells next to bricks: there are as many when all bricks lie on a diagonal staircase."""
MOST_SWAPS = 10
"""When every seat has swapped that often in a row and nothing was placed, the match ends."""

RUNNING, FINISHED, ALL_PASSED, ALL_SWAPPED = 0, 1, 2, 3

STATE = layout(
    MOST_SEATS,
    [
        ("bag_size", np.int8),
        ("bag", np.int8, (KINDS,)),
        ("hand_size", np.int8, (MOST_SEATS,)),
        ("hand", np.int8, (MOST_SEATS, KINDS)),
        ("chosen_size", np.int8),  # put aside to be swapped by the seat to act
        ("chosen", np.int8, (KINDS,)),
        ("placed_count", np.int8),  # placed in this turn
        ("placed", np.int16, (MOST_PLACED,)),  # on these cells, in rising order
        ("passes", np.int8),  # in a row
        ("swaps", np.int8),  # in a row, by all seats together
        ("west", np.int16),  # the lowest x of all bricks
        ("south", np.int16),  # and the lowest y
        ("on_board", np.int8, (KINDS,)),
        ("grid", np.int8, (CELLS,)),  # 1 + kind, or EMPTY
        ("edge_size", np.int16),
        ("edge", np.int16, (MOST_EDGE,)),  # the free cells next to bricks, in rising order
        ("edge_fits", np.int64, (MOST_EDGE,)),  # and the kinds that fit there
    ],
)

# Actions: placing a kind on a cell (kind * CELLS + cell), putting a kind aside, and the two that end a turn.
SWAP = KINDS * CELLS
END = SWAP + KINDS
PASS = END + 1

MOST_ACTIONS = MOST_EDGE * HAND_SIZE + HAND_SIZE + 1
PAST = ()


# How it starts


@rule
def start(state: State, options: npt.NDArray[np.int64], chance: np.record) -> None:
    state.bag[:] = COPIES
    state.bag_size = BRICKS
    lay(state, draw(chance, state.bag, BRICKS), cell_of(0, 0))
    state.bag_size -= 1
    for seat in range(state.seats):
        draw_bricks(state, seat, HAND_SIZE, chance)
    state.turn = below(chance, state.seats)


@rule
def draw_bricks(state: State, seat: int, bricks: int, chance: np.record) -> None:
    """The hand has that many bricks more from the bag, or all that the bag held."""
    drawn = min(bricks, int(state.bag_size))
    state.bag_size = deal(state.bag, int(state.bag_size), state.hand[seat], drawn, chance)
    state.hand_size[seat] += drawn


# What a line is


def share_one(kind: int, other: int) -> bool:
    """Return whether two bricks share their colour or their shape, but not both.

    A line is valid when that holds for any two of its bricks. So all share the same thing: if the first two shared
    only the colour and the last two only the shape, the first and the third would have nothing in common.
    """
    return (kind // SHAPES == other // SHAPES) != (kind % SHAPES == other % SHAPES)


EVERY_KIND = (1 << KINDS) - 1
PARTNERS = np.array([sum(1 << other for other in range(KINDS) if share_one(kind, other)) for kind in range(KINDS)])
"""By kind: the kinds that can be in one line with it."""


@rule
def fitting_at(grid: Grid, cell: int) -> int:
    """Return the kinds that make valid lines on a free cell, along both axes."""
    return fitting_along(grid, cell, AXES[0]) & fitting_along(grid, cell, AXES[1])


@rule
def fitting_along(grid: Grid, cell: int, axis: int) -> int:
    """Return the kinds that make a valid line on a free cell with the bricks on both sides of it."""
    fits = EVERY_KIND
    for step in (-axis, axis):
        at = (cell + step) % CELLS
        while grid[at] != EMPTY:
            kind = int(grid[at]) - 1
            if fits >> kind & 1 == 0:
                return 0
            fits &= PARTNERS[kind]
            at = (at + step) % CELLS
    return int(fits)


# What is legal


@rule
def legal(state: State, out: Actions) -> int:
    """Place or swap, not both in one turn; end the turn once something is done; pass if nothing else is possible."""
    if state.over:
        return 0
    held = kinds_in(state.hand[state.turn])
    count = 0
    if state.placed_count > 0:
        count = next_placings(state, held, out)
    elif state.chosen_size == 0:
        count = first_placings(state, held, out)
    if state.placed_count == 0 and state.chosen_size < state.bag_size:
        count = add_each(held, SWAP, 1, out, count)
    if state.placed_count > 0 or state.chosen_size > 0:
        out[count] = END
        count += 1
    elif count == 0:
        out[count] = PASS
        count += 1
    return count


@rule
def first_placings(state: State, held: int, out: Actions) -> int:
    """Any brick on any cell where it fits."""
    edge, edge_fits = state.edge, state.edge_fits
    count = 0
    for i in range(int(state.edge_size)):
        count = add_each(int(edge_fits[i]) & held, int(edge[i]), CELLS, out, count)
    return count


@rule
def next_placings(state: State, held: int, out: Actions) -> int:
    """Any brick at an end of a line through those placed before, if it fits there and all stay in one line."""
    count = 0
    for step in DIRECTIONS:
        cell = end_of_line(state.grid, int(state.placed[0]), step)
        if in_one_line(state, cell):
            fits = sorted_lists.value_of(state.edge, state.edge_fits, int(state.edge_size), cell)
            count = add_each(fits & held, cell, CELLS, out, count)
    return count


@rule
def in_one_line(state: State, cell: int) -> bool:
    """Return whether the cell is in one line with all bricks of this turn and at least one from before it."""
    for axis in AXES:
        new = new_in_line(state, cell, axis)
        if new == state.placed_count and run(state.grid, cell, -axis) + run(state.grid, cell, axis) > new:
            return True
    return False


@rule
def new_in_line(state: State, cell: int, axis: int) -> int:
    """Return how many bricks of this turn are in one line with the cell."""
    grid, placed, count = state.grid, state.placed, int(state.placed_count)
    return run_among(grid, cell, -axis, placed, count) + run_among(grid, cell, axis, placed, count)


# What an action does


@rule
def play(state: State, action: int, chance: np.record) -> None:
    action = int(action)
    if action < SWAP:
        place(state, action // CELLS, action % CELLS)
    elif action < END:
        put_aside(state, action - SWAP)
    elif action == PASS:
        state.passes += 1
        end_of_turn(state)
    elif state.placed_count > 0:
        score_turn(state)
        draw_bricks(state, int(state.turn), HAND_SIZE - int(state.hand_size[state.turn]), chance)
        end_of_turn(state)
    else:
        swap(state, chance)
        end_of_turn(state)


@rule
def place(state: State, kind: int, cell: int) -> None:
    """A brick of the hand lies on the cell, as one of those placed in this turn."""
    take_from_hand(state, kind)
    lay(state, kind, cell)
    state.placed_count = sorted_lists.insert(state.placed, int(state.placed_count), cell)


@rule
def take_from_hand(state: State, kind: int) -> None:
    state.hand[state.turn, kind] -= 1
    state.hand_size[state.turn] -= 1


@rule
def lay(state: State, kind: int, cell: int) -> None:
    """The brick lies on the cell, and the edge knows again what fits around it."""
    grid, edge, edge_fits = state.grid, state.edge, state.edge_fits
    grid[cell] = 1 + kind
    state.on_board[kind] += 1
    state.west, state.south = open_grid.corner_with(cell, int(state.west), int(state.south))
    size = sorted_lists.remove_key(edge, edge_fits, int(state.edge_size), cell)
    # Only the free cells at the ends of its two lines are affected; its free neighbours are among them. Looking at the
    # whole edge again would make a random game many times slower.
    for step in DIRECTIONS:
        end = end_of_line(grid, cell, step)
        size = sorted_lists.set_value(edge, edge_fits, size, end, fitting_at(grid, end))
    state.edge_size = size


@rule
def put_aside(state: State, kind: int) -> None:
    """A brick of the hand is one of those to be swapped."""
    take_from_hand(state, kind)
    state.chosen[kind] += 1
    state.chosen_size += 1


@rule
def swap(state: State, chance: np.record) -> None:
    """The hand has new bricks from the bag, and only then do those put aside go into the bag."""
    draw_bricks(state, int(state.turn), int(state.chosen_size), chance)
    state.bag[:] += state.chosen
    state.chosen[:] = 0
    state.bag_size += state.chosen_size
    state.chosen_size = 0
    state.swaps += 1


# What a turn scores


@rule
def score_turn(state: State) -> None:
    """The points of the turn are scored, and what was placed is no longer new."""
    state.score[state.turn] += turn_points(state)
    state.placed[:] = 0
    state.placed_count = 0
    state.passes = 0
    state.swaps = 0


@rule
def turn_points(state: State) -> int:
    """Return what the turn scores if it ends now: its lines, and the last brick."""
    return points(state) + (BONUS if is_finished(state) else 0)


@rule
def points(state: State) -> int:
    """Return what the lines of this turn score: all that hold a brick placed in it, each once."""
    total = 0
    for i in range(2 * int(state.placed_count)):
        total += line_points(scoring_line(state, i)[2])
    return total


@rule
def scoring_line(state: State, i: int) -> tuple[int, int, int]:
    """Return one of the lines through the bricks of this turn: its first cell, its axis and its length.

    Each brick is in two, a row and a column. A line that was counted with an earlier brick has length 0 here.
    """
    grid, cell, axis = state.grid, int(state.placed[i // 2]), AXES[i % 2]
    if run_among(grid, cell, -axis, state.placed, int(state.placed_count)) > 0:
        return cell, axis, 0
    before = run(grid, cell, -axis)
    return (cell - before * axis) % CELLS, axis, before + 1 + run(grid, cell, axis)


@rule
def line_points(length: int) -> int:
    if length < 2:
        return 0
    return length + BONUS if length == LONGEST_LINE else length


# How it ends


@rule
def end_of_turn(state: State) -> None:
    """The next seat is to act, unless that was the last turn."""
    reason = reason_to_end(state)
    if reason == RUNNING:
        end_turn(state)
    else:
        state.turns += 1
        end_match(state, reason, state.score)


@rule
def reason_to_end(state: State) -> int:
    if is_finished(state):
        return FINISHED
    if state.passes == state.seats:
        return ALL_PASSED
    if state.swaps == MOST_SWAPS * state.seats:
        return ALL_SWAPPED
    return RUNNING


@rule
def is_finished(state: State) -> bool:
    """Return whether the seat to act has placed its last brick, with none left to draw."""
    return state.bag_size == 0 and state.hand_size[state.turn] == 0


# What is hidden: the other hands, and with them what is left in the bag; and what is put aside. How many bricks there
# are in each is open.


@rule
def redact(state: State, seat: int) -> None:
    state.bag[:] = 0
    if seat != state.turn:
        state.chosen[:] = 0
    hide_hands(state.hand, seat)


@rule
def imagine(state: State, seat: int, chance: np.record) -> None:
    """All bricks that the seat does not see are dealt again: to hands, to those put aside, the rest to the bag."""
    state.bag[:] = COPIES
    state.bag[:] -= state.on_board + state.chosen
    if seat != SPECTATOR:
        state.bag[:] -= state.hand[seat]
    left = deal_unseen(state, seat, state.bag, state.hand, state.hand_size, chance)
    if seat != state.turn:
        deal(state.bag, left, state.chosen, int(state.chosen_size), chance)
