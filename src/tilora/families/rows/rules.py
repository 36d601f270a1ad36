"""RowsAndCols: laying bricks in lines that share a colour or a shape.

In a turn a seat places bricks of its hand in one line of the board, or swaps some of them with the bag. Every
line it has made or made longer scores. The match ends when somebody has placed the last brick of a hand and
the bag is empty.

A turn is several actions: one for each brick placed or put aside, then `END`.
"""

import numpy as np
import numpy.typing as npt

from tilora.families.rows.grid import (
    CELLS,
    EAST,
    EMPTY,
    NORTH,
    SOUTH,
    WEST,
    cell_of,
    edge_index,
    end_of_line,
    join_edge,
    leave_edge,
    run,
    run_among,
    x_of,
    y_of,
)
from tilora.kernel import SPECTATOR, Actions, State, below, draw, end_match, end_turn, layout, rule

# What the state holds

COLOURS = 6
SHAPES = 6
KINDS = COLOURS * SHAPES
"""A kind is colour * SHAPES + shape."""
COPIES = 3
BRICKS = KINDS * COPIES
HAND_SIZE = 6
LONGEST_LINE = 6
MOST_PLACED = LONGEST_LINE - 1
"""In one turn: they are all in a line in which one was there before."""
BONUS = 6
"""For a line of six, and for placing the last brick."""
MOST_SEATS = 6
MOST_EDGE = 2 * BRICKS + 2
"""So many free cells can be next to bricks, when all lie on a diagonal staircase."""

MOST_SWAPS = 10
"""When all seats have swapped so many times in a row and nothing was placed, the match ends: it must, some day."""

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
        ("grid", np.int8, (CELLS,)),
        ("edge_size", np.int16),
        ("edge", np.int16, (MOST_EDGE,)),  # the free cells next to bricks, in rising order
        ("edge_fits", np.int64, (MOST_EDGE,)),  # and which kinds fit there, one bit each
    ],
)

# Actions: placing a kind on a cell, putting a kind aside, and the two that end a turn.
SWAP = KINDS * CELLS
END = SWAP + KINDS
PASS = END + 1

MOST_ACTIONS = MOST_EDGE * HAND_SIZE + HAND_SIZE + 1
PAST = ()

EVERY_KIND = (1 << KINDS) - 1


@rule
def action_of(kind: int, cell: int) -> int:
    return kind * CELLS + cell


# A line


def share_one(kind: int, other: int) -> bool:
    """Whether two bricks share either colour or shape, and not both.

    A line is valid when that holds for any two of its bricks: of three, the first two can't share the colour
    while the last two share the shape, or else the first and the third have nothing in common.
    """
    return (kind // SHAPES == other // SHAPES) != (kind % SHAPES == other % SHAPES)


PARTNERS = np.array([sum(1 << other for other in range(KINDS) if share_one(kind, other)) for kind in range(KINDS)])
"""By kind: the kinds that can be in one line with it, one bit each."""


@rule
def fitting(grid: npt.NDArray[np.int8], cell: int) -> int:
    """The kinds that a free cell can take, one bit each: both of its lines will be valid."""
    return fitting_along(grid, cell, EAST) & fitting_along(grid, cell, NORTH)


@rule
def fitting_along(grid: npt.NDArray[np.int8], cell: int, axis: int) -> int:
    """The kinds that make a valid line of the cell and the bricks on both sides of it."""
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


# How it starts


@rule
def start(state: State, options: npt.NDArray[np.int64], chance: np.record) -> None:
    state.bag[:] = COPIES
    state.bag_size = BRICKS
    lay(state, draw(chance, state.bag, BRICKS), cell_of(0, 0))
    state.bag_size -= 1
    for seat in range(state.seats):
        refill(state, seat, HAND_SIZE, chance)
    state.turn = below(chance, state.seats)


@rule
def refill(state: State, seat: int, bricks: int, chance: np.record) -> None:
    """The hand has so many bricks more from the bag, or all that the bag held."""
    drawn = min(bricks, int(state.bag_size))
    state.bag_size = deal(state.bag, int(state.bag_size), state.hand[seat], drawn, chance)
    state.hand_size[seat] += drawn


@rule
def deal(bag: npt.NDArray[np.int8], bag_size: int, to: npt.NDArray[np.int8], bricks: int, chance: np.record) -> int:
    """So many bricks have gone from the bag to there at random; how many the bag has left is returned."""
    for i in range(bricks):
        to[draw(chance, bag, bag_size - i)] += 1
    return bag_size - bricks


# What is legal


@rule
def legal(state: State, out: Actions) -> int:
    if state.over:
        return 0
    hand = state.hand[state.turn]
    count = 0
    if state.placed_count > 0:
        count = next_placings(state, hand, out)
    elif state.chosen_size == 0:
        count = first_placings(state, hand, out)
    if state.placed_count == 0 and state.chosen_size < state.bag_size:
        for kind in range(KINDS):
            if hand[kind] > 0:
                out[count] = SWAP + kind
                count += 1
    if state.placed_count > 0 or state.chosen_size > 0:
        out[count] = END
        count += 1
    elif count == 0:
        out[count] = PASS
        count += 1
    return count


@rule
def first_placings(state: State, hand: npt.NDArray[np.int8], out: Actions) -> int:
    """Any brick on any cell that it fits."""
    edge, edge_fits, size = state.edge, state.edge_fits, int(state.edge_size)
    held = kinds_in(hand)
    count = 0
    for i in range(size):
        count = add_placings(int(edge[i]), int(edge_fits[i]) & held, out, count)
    return count


@rule
def next_placings(state: State, hand: npt.NDArray[np.int8], out: Actions) -> int:
    """Any brick at an end of a line through those placed before, if it fits and they stay in one line."""
    grid, first = state.grid, int(state.placed[0])
    edge, edge_fits, size = state.edge, state.edge_fits, int(state.edge_size)
    held = kinds_in(hand)
    count = 0
    for step in (EAST, WEST, NORTH, SOUTH):
        cell = end_of_line(grid, first, step)
        if in_one_line(state, cell):
            fits = int(edge_fits[edge_index(edge, size, cell)]) & held
            count = add_placings(cell, fits, out, count)
    return count


@rule
def add_placings(cell: int, fits: int, out: Actions, count: int) -> int:
    """`out` has one action more for each kind that fits; how many it has now is returned."""
    kind = 0
    while fits != 0:
        if fits & 1:
            out[count] = action_of(kind, cell)
            count += 1
        fits >>= 1
        kind += 1
    return count


@rule
def kinds_in(counts: npt.NDArray[np.int8]) -> int:
    """The kinds that are there, one bit each."""
    kinds = 0
    for kind in range(KINDS):
        if counts[kind] > 0:
            kinds |= 1 << kind
    return kinds


@rule
def in_one_line(state: State, cell: int) -> bool:
    """Whether a brick there is in one line with all placed in this turn and one from before it.

    With nothing placed yet: whether it touches a brick.
    """
    grid, placed, placed_count = state.grid, state.placed, int(state.placed_count)
    for axis in (EAST, NORTH):
        new = run_among(grid, cell, -axis, placed, placed_count) + run_among(grid, cell, axis, placed, placed_count)
        if new == placed_count and run(grid, cell, -axis) + run(grid, cell, axis) > new:
            return True
    return False


# What an action does


@rule
def play(state: State, action: int, chance: np.record) -> None:
    action = int(action)
    if action < SWAP:
        place(state, action // CELLS, action % CELLS)
    elif action < END:
        put_aside(state, action - SWAP)
    elif action == PASS:
        pass_turn(state)
    elif state.placed_count > 0:
        end_placing(state, chance)
    else:
        end_swapping(state, chance)


@rule
def place(state: State, kind: int, cell: int) -> None:
    """A brick of the hand lies on the cell and is one of those placed in this turn."""
    state.hand[state.turn, kind] -= 1
    state.hand_size[state.turn] -= 1
    lay(state, kind, cell)
    i = int(state.placed_count)
    while i > 0 and state.placed[i - 1] > cell:
        state.placed[i] = state.placed[i - 1]
        i -= 1
    state.placed[i] = cell
    state.placed_count += 1


@rule
def lay(state: State, kind: int, cell: int) -> None:
    """The brick lies on the cell; what fits on the cells around is known again."""
    grid = state.grid
    grid[cell] = 1 + kind
    state.on_board[kind] += 1
    if x_of(state, cell) < state.west:
        state.west -= 1
    if y_of(state, cell) < state.south:
        state.south -= 1
    edge, edge_fits = state.edge, state.edge_fits
    size = leave_edge(edge, edge_fits, int(state.edge_size), cell)
    # Only the cells at the ends of its two lines see the brick; its free neighbours are among them.
    for step in (EAST, WEST, NORTH, SOUTH):
        end = end_of_line(grid, cell, step)
        size = join_edge(edge, edge_fits, size, end, fitting(grid, end))
    state.edge_size = size


@rule
def put_aside(state: State, kind: int) -> None:
    """A brick of the hand is one of those to be swapped."""
    state.hand[state.turn, kind] -= 1
    state.hand_size[state.turn] -= 1
    state.chosen[kind] += 1
    state.chosen_size += 1


# How a turn ends


@rule
def end_placing(state: State, chance: np.record) -> None:
    """The turn has scored and the hand is full again; or it was the last brick, and the match is over."""
    seat = int(state.turn)
    state.passes = 0
    state.swaps = 0
    state.score[seat] += points(state)
    for i in range(state.placed_count):
        state.placed[i] = 0
    state.placed_count = 0
    if state.bag_size == 0 and state.hand_size[seat] == 0:
        state.score[seat] += BONUS
        state.turns += 1
        end_match(state, FINISHED, state.score)
        return
    refill(state, seat, HAND_SIZE - int(state.hand_size[seat]), chance)
    end_turn(state)


@rule
def points(state: State) -> int:
    """What the bricks placed in this turn score: all of their lines, each once."""
    grid, placed, placed_count = state.grid, state.placed, int(state.placed_count)
    total = 0
    for i in range(placed_count):
        for axis in (EAST, NORTH):
            cell = int(placed[i])
            if run_among(grid, cell, -axis, placed, placed_count) > 0:
                continue  # the line counts for the first of them alone
            length = run(grid, cell, -axis) + 1 + run(grid, cell, axis)
            if length > 1:
                total += length
            if length == LONGEST_LINE:
                total += BONUS
    return total


@rule
def end_swapping(state: State, chance: np.record) -> None:
    """The hand has new bricks from the bag, and only then are the chosen ones in the bag."""
    refill(state, int(state.turn), int(state.chosen_size), chance)
    bag, chosen = state.bag, state.chosen
    for kind in range(KINDS):
        bag[kind] += chosen[kind]
        chosen[kind] = 0
    state.bag_size += state.chosen_size
    state.chosen_size = 0
    state.swaps += 1
    if state.swaps == MOST_SWAPS * state.seats:
        state.turns += 1
        end_match(state, ALL_SWAPPED, state.score)
    else:
        end_turn(state)


@rule
def pass_turn(state: State) -> None:
    """The next seat is to act, or the match is over because all have passed."""
    state.passes += 1
    if state.passes == state.seats:
        state.turns += 1
        end_match(state, ALL_PASSED, state.score)
    else:
        end_turn(state)


# What is hidden: the hands of the others, and with them what is left in the bag; and what is put aside. How many
# bricks there are of each is open.


@rule
def redact(state: State, seat: int) -> None:
    state.bag[:] = 0
    if seat != state.turn:
        state.chosen[:] = 0
    for other in range(state.seats):
        if other != seat:
            state.hand[other, :] = 0


@rule
def imagine(state: State, seat: int, chance: np.record) -> None:
    """All bricks that the seat does not see are dealt anew: to hands, to what is put aside, the rest to the bag."""
    bag, hand, chosen, on_board = state.bag, state.hand, state.chosen, state.on_board
    unseen = 0
    for kind in range(KINDS):
        seen = int(on_board[kind]) + int(chosen[kind])
        if seat != SPECTATOR:
            seen += int(hand[seat, kind])
        bag[kind] = COPIES - seen
        unseen += COPIES - seen
    for other in range(state.seats):
        if other != seat:
            unseen = deal(bag, unseen, hand[other], int(state.hand_size[other]), chance)
    if seat != state.turn:
        deal(bag, unseen, chosen, int(state.chosen_size), chance)
