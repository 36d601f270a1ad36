"""Cyberzul and Zellij: drafting tiles from mines onto a wall.

Each round the mines are filled from the bag. Seats take all tiles of one colour from one mine, or from the
middle, where the rest of each mine ends up, and put them on one of their pattern lines. When everything is taken,
full lines move one tile to the wall and score; what did not fit lies on the floor line and costs.

Zellij differs in three places: `points_of`, `bonus_at_once`, and ties at the end.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.kernel import Actions, State, below, draw, end_match, layout, rule

# What the state holds

CYBERZUL, ZELLIJ = 0, 1
COLOURS = 5
SIZE = 5
TILES_OF_COLOUR = 20
MOST_SEATS = 4
MOST_ROUNDS = 20
MINE_TILES = 4
MIDDLE = 0
SOURCES = 2 + 2 * MOST_SEATS
"""The middle, then the mines 1, 2, …"""
FLOOR_PLACES = 7
FLOOR_COSTS = np.array([0, 1, 2, 4, 6, 8, 11, 14])
"""By the number of places used."""
FREE, MARKER = 0, 1 + COLOURS
"""On the floor line: nothing, 1 + colour for a tile, or the start marker."""
NOBODY = -1
FLOOR = 0
TARGETS = 1 + SIZE
"""The floor line, then the pattern lines 1 to 5."""

RUNNING, ROW_COMPLETE, ROUNDS_OVER, TILES_GONE = 0, 1, 2, 3

STATE = layout(
    MOST_SEATS,
    [
        ("round_number", np.int8),
        ("first", np.int8),  # the seat that began this round
        ("marker", np.int8),  # the seat that holds the start marker, or NOBODY
        ("on_offer", np.int8),  # tiles in the mines and in the middle
        ("bag", np.int8, (COLOURS,)),
        ("discard", np.int8, (COLOURS,)),
        ("source", np.int8, (SOURCES, COLOURS)),
        ("line_colour", np.int8, (MOST_SEATS, SIZE)),  # 0 while the line is empty
        ("line_tiles", np.int8, (MOST_SEATS, SIZE)),
        ("wall", np.int8, (MOST_SEATS, SIZE, SIZE)),  # by row and column: 1 where a tile is
        ("floor", np.int8, (MOST_SEATS, FLOOR_PLACES)),
        ("floor_used", np.int8, (MOST_SEATS,)),
    ],
)

MOST_ACTIONS = SOURCES * COLOURS * TARGETS
PAST = ()


def codes(variant: int) -> Actions:
    """Every action there can be."""
    return np.arange(MOST_ACTIONS, dtype=np.int32)


@rule
def action_of(source: int, colour: int, target: int) -> int:
    return (source * COLOURS + colour) * TARGETS + target


@rule
def column_of(row: int, colour: int) -> int:
    """Row 0 has the colours in order; each next row is shifted one place to the right."""
    return (row + colour) % SIZE


@rule
def mines(state: State) -> int:
    return 2 * state.seats + 1


# How it starts


@rule
def start(state: State, options: npt.NDArray[np.int64], chance: np.record) -> None:
    for colour in range(COLOURS):
        state.bag[colour] = TILES_OF_COLOUR
    state.first = below(chance, state.seats)
    state.marker = NOBODY
    state.round_number = 1
    fill_mines(state, chance)


@rule
def fill_mines(state: State, chance: np.record) -> None:
    """The mines hold four tiles each, or what there is, and `first` is to act."""
    bag = state.bag
    left = tiles_in(bag)
    for mine in range(1, mines(state) + 1):
        for _ in range(MINE_TILES):
            if left == 0:
                for colour in range(COLOURS):
                    bag[colour] = state.discard[colour]
                    state.discard[colour] = 0
                left = tiles_in(bag)
            if left > 0:
                state.source[mine, draw(chance, bag, left)] += 1
                state.on_offer += 1
                left -= 1
    state.turn = state.first


@rule
def tiles_in(heap: npt.NDArray[Any]) -> int:
    tiles = 0
    for colour in range(COLOURS):
        tiles += heap[colour]
    return tiles


# What is legal


@rule
def legal(state: State, out: Actions) -> int:
    seat = state.turn
    count = 0
    if state.over:
        return count
    for source in range(mines(state) + 1):
        for colour in range(COLOURS):
            if state.source[source, colour] == 0:
                continue
            action = action_of(source, colour, FLOOR)
            out[count] = action
            count += 1
            for row in range(SIZE):
                if line_takes(state, seat, row, colour):
                    out[count] = action + 1 + row
                    count += 1
    return count


@rule
def line_takes(state: State, seat: int, row: int, colour: int) -> bool:
    """The line is not full, holds no other colour, and its wall row does not have the colour yet."""
    tiles = state.line_tiles[seat, row]
    return bool(
        tiles <= row
        and (tiles == 0 or state.line_colour[seat, row] == colour)
        and state.wall[seat, row, column_of(row, colour)] == 0
    )


# What an action does


@rule
def play(state: State, action: int, chance: np.record) -> None:
    target = action % TARGETS
    colour = action // TARGETS % COLOURS
    source = action // (TARGETS * COLOURS)
    seat = state.turn
    tiles = take(state, seat, source, colour)
    if target != FLOOR:
        tiles = put_on_line(state, seat, target - 1, colour, tiles)
    for _ in range(tiles):
        drop(state, seat, 1 + colour)
    state.turns += 1
    if state.on_offer > 0:
        state.turn = (seat + 1) % state.seats
    else:
        end_round(state, chance)


@rule
def take(state: State, seat: int, source: int, colour: int) -> int:
    """All tiles of the colour are in hand, how many is returned; a mine's others are in the middle."""
    tiles = int(state.source[source, colour])
    state.source[source, colour] = 0
    state.on_offer -= tiles
    if source != MIDDLE:
        for other in range(COLOURS):
            state.source[MIDDLE, other] += state.source[source, other]
            state.source[source, other] = 0
    elif state.marker == NOBODY:
        state.marker = seat
        if state.floor_used[seat] < FLOOR_PLACES:
            drop(state, seat, MARKER)
    return tiles


@rule
def put_on_line(state: State, seat: int, row: int, colour: int, tiles: int) -> int:
    """As many tiles as fit are on the line; how many did not is returned."""
    fit = min(tiles, row + 1 - state.line_tiles[seat, row])
    state.line_colour[seat, row] = colour
    state.line_tiles[seat, row] += fit
    return tiles - fit


@rule
def drop(state: State, seat: int, thing: int) -> None:
    """The thing lies on the first free floor place; beyond the last place a tile goes to the discard."""
    used = state.floor_used[seat]
    if used < FLOOR_PLACES:
        state.floor[seat, used] = thing
        state.floor_used[seat] = used + 1
    else:
        state.discard[thing - 1] += 1


# How a round ends


@rule
def end_round(state: State, chance: np.record) -> None:
    for seat in range(state.seats):
        for row in range(SIZE):
            if state.line_tiles[seat, row] == row + 1:
                move_to_wall(state, seat, row)
        pay_for_floor(state, seat)
    if state.marker != NOBODY:
        state.first = state.marker
        state.marker = NOBODY
    if any_row_complete(state):
        end_game(state, ROW_COMPLETE)
    elif state.round_number == MOST_ROUNDS:
        end_game(state, ROUNDS_OVER)
    elif tiles_in(state.bag) + tiles_in(state.discard) == 0:
        end_game(state, TILES_GONE)
    else:
        state.round_number += 1
        fill_mines(state, chance)


@rule
def move_to_wall(state: State, seat: int, row: int) -> None:
    """One tile of the full line is on the wall and has scored; the others are in the discard."""
    colour = state.line_colour[seat, row]
    column = column_of(row, colour)
    state.wall[seat, row, column] = 1
    state.discard[colour] += row
    state.line_colour[seat, row] = 0
    state.line_tiles[seat, row] = 0
    wall = state.wall[seat]
    state.score[seat] += points_of(state.variant, run(wall, row, column, 0, 1), run(wall, row, column, 1, 0))
    if state.variant == ZELLIJ:
        state.score[seat] += bonus_at_once(wall, row, column, colour)


@rule
def run(wall: npt.NDArray[Any], row: int, column: int, down: int, right: int) -> int:
    """The length of the unbroken run of tiles through the cell, in that direction and its opposite."""
    length = 1
    for sign in (-1, 1):
        r, c = row + sign * down, column + sign * right
        while 0 <= r < SIZE and 0 <= c < SIZE and wall[r, c]:
            length += 1
            r += sign * down
            c += sign * right
    return length


@rule
def points_of(variant: int, across: int, upright: int) -> int:
    """Cyberzul counts each run longer than one tile; Zellij counts the tile itself only once."""
    if variant == ZELLIJ:
        return across + upright - 1
    if across == 1 and upright == 1:
        return 1
    return (across if across > 1 else 0) + (upright if upright > 1 else 0)


@rule
def bonus_at_once(wall: npt.NDArray[Any], row: int, column: int, colour: int) -> int:
    """What Zellij adds when the tile just placed completes a row, a column or a colour."""
    return 2 * row_complete(wall, row) + 7 * column_complete(wall, column) + 12 * colour_complete(wall, colour)


@rule
def row_complete(wall: npt.NDArray[Any], row: int) -> bool:
    for column in range(SIZE):
        if not wall[row, column]:
            return False
    return True


@rule
def column_complete(wall: npt.NDArray[Any], column: int) -> bool:
    for row in range(SIZE):
        if not wall[row, column]:
            return False
    return True


@rule
def colour_complete(wall: npt.NDArray[Any], colour: int) -> bool:
    for row in range(SIZE):
        if not wall[row, column_of(row, colour)]:
            return False
    return True


@rule
def pay_for_floor(state: State, seat: int) -> None:
    """The floor line has cost its points and is empty; a score never goes below 0."""
    used = state.floor_used[seat]
    state.score[seat] = max(0, state.score[seat] - FLOOR_COSTS[used])
    for place in range(used):
        thing = state.floor[seat, place]
        if thing != MARKER:
            state.discard[thing - 1] += 1
        state.floor[seat, place] = FREE
    state.floor_used[seat] = 0


# How the game ends


@rule
def any_row_complete(state: State) -> bool:
    for seat in range(state.seats):
        if complete_rows(state, seat) > 0:
            return True
    return False


@rule
def complete_rows(state: State, seat: int) -> int:
    rows = 0
    for row in range(SIZE):
        rows += row_complete(state.wall[seat], row)
    return rows


@rule
def end_game(state: State, reason: int) -> None:
    """Final bonuses are added and the seats ranked."""
    if state.variant == CYBERZUL:
        for seat in range(state.seats):
            state.score[seat] += final_bonus(state.wall[seat])
    rank_seats(state, reason)


@rule
def rank_seats(state: State, reason: int) -> None:
    """The match is over and the seats are ranked; in Cyberzul more complete rows break a tie."""
    value = state.score.copy()
    if state.variant == CYBERZUL:
        for seat in range(state.seats):
            value[seat] = state.score[seat] * (SIZE + 1) + complete_rows(state, seat)
    end_match(state, reason, value)


@rule
def final_bonus(wall: npt.NDArray[Any]) -> int:
    bonus = 0
    for i in range(SIZE):
        bonus += 2 * row_complete(wall, i) + 7 * column_complete(wall, i) + 10 * colour_complete(wall, i)
    return bonus


# What is hidden: nothing. The tiles in the bag can be counted by everybody, and their order is not decided yet.


@rule
def redact(state: State, seat: int) -> None:
    pass


@rule
def imagine(state: State, seat: int, chance: np.record) -> None:
    pass
