"""Cyberzul and Zellij: drafting tiles from mines onto a wall.

Each round the mines are filled from the bag. A seat takes all tiles of one colour from a mine or from the middle,
where the rest of each mine ends up, and puts them on one of its pattern lines. When everything is taken, each full
line moves one tile to the wall and scores; tiles that did not fit lie on the floor line and cost points.

Zellij differs in how a tile scores (`points_of`), in when bonuses are paid and how high they are, and in ties.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.kernel import Actions, State, below, draw, end_match, layout, rule

# What the state holds

CYBERZUL, ZELLIJ = 0, 1
COLOURS = SIZE = 5
"""A wall has as many rows and columns as there are colours."""
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
ROW, COLUMN, COLOUR = 0, 1, 2
BONUSES = np.array([[2, 7, 10], [2, 7, 12]])
"""By game: for a complete row, column and colour of the wall."""
BONUS_STEPS = tuple((kind, number) for kind in (ROW, COLUMN, COLOUR) for number in range(SIZE))
"""What a wall is looked through for, when the game ends."""
SCORING_STEPS = tuple((seat, row) for seat in range(MOST_SEATS) for row in range(SIZE + 1))
"""When a round ends: each seat's pattern lines from the top, then its floor line."""
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

Wall = npt.NDArray[Any]


def codes(variant: int) -> Actions:
    """Return every action there can be."""
    return np.arange(MOST_ACTIONS, dtype=np.int32)


@rule
def action_of(source: int, colour: int, target: int) -> int:
    return (source * COLOURS + colour) * TARGETS + target


@rule
def parts_of(action: int) -> tuple[int, int, int]:
    """Return the source, the colour and the target of an action."""
    return action // (COLOURS * TARGETS), action // TARGETS % COLOURS, action % TARGETS


@rule
def column_of(row: int, colour: int) -> int:
    """Row 0 has the colours in order; each next row is shifted one place to the right."""
    return (row + colour) % SIZE


@rule
def colour_of(row: int, column: int) -> int:
    return (column - row) % SIZE


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
    """Put four tiles into each mine, as long as there are any. An empty bag is filled with the discard."""
    left, drawn = int(state.bag.sum()), 0
    for mine in range(1, mines(state) + 1):
        for _ in range(MINE_TILES):
            if left == 0:
                for colour in range(COLOURS):
                    state.bag[colour], state.discard[colour] = state.discard[colour], 0
                left = int(state.bag.sum())
            if left > 0:
                state.source[mine, draw(chance, state.bag, left)] += 1
                drawn += 1
                left -= 1
    state.on_offer += drawn
    state.turn = state.first


# What is legal


@rule
def legal(state: State, out: Actions) -> int:
    seat = state.turn
    count = 0
    if state.over:
        return count
    lines = lines_by_colour(state, seat)
    for source in range(mines(state) + 1):
        for colour in range(COLOURS):
            if state.source[source, colour] == 0:
                continue
            action = action_of(source, colour, FLOOR)
            out[count] = action
            count += 1
            takes = lines >> (SIZE * colour)
            for row in range(SIZE):
                # Written in any case, and counted if legal: a random game is 1.3 times as fast as with an `if`.
                out[count] = action + 1 + row
                count += takes & 1
                takes >>= 1
    return count


@rule
def lines_by_colour(state: State, seat: int) -> int:
    """Return which lines take which colour, as bits: from the lowest, the lines of colour 0, then of colour 1, …"""
    lines = 0
    for row in range(SIZE):
        for colour in range(COLOURS):
            lines |= int(line_takes(state, seat, row, colour)) << (SIZE * colour + row)
    return lines


@rule
def line_takes(state: State, seat: int, row: int, colour: int) -> bool:
    """Return whether the line is not full, holds no other colour, and its wall row still lacks the colour."""
    tiles = state.line_tiles[seat, row]
    return bool(
        (tiles <= row)
        & ((tiles == 0) | (state.line_colour[seat, row] == colour))
        & (state.wall[seat, row, column_of(row, colour)] == 0)
    )


# What an action does


@rule
def play(state: State, action: int, chance: np.record) -> None:
    take_turn(state, action)
    state.turns += 1
    if state.on_offer > 0:
        state.turn = (state.turn + 1) % state.seats
        return
    for seat, row in SCORING_STEPS:
        if seat < state.seats:
            score(state, seat, row)
    close_round(state, chance)


@rule
def take_turn(state: State, action: int) -> None:
    source, colour, target = parts_of(action)
    seat = state.turn
    tiles = take(state, seat, source, colour)
    if target != FLOOR:
        tiles = put_on_line(state, seat, target - 1, colour, tiles)
    for _ in range(tiles):
        drop(state, seat, 1 + colour)


@rule
def take(state: State, seat: int, source: int, colour: int) -> int:
    """Take all tiles of the colour and return how many; the others of a mine go to the middle."""
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
    """Put as many tiles on the line as fit, and return how many did not."""
    fit = min(tiles, row + 1 - state.line_tiles[seat, row])
    state.line_colour[seat, row] = colour
    state.line_tiles[seat, row] += fit
    return tiles - fit


@rule
def drop(state: State, seat: int, thing: int) -> None:
    """Put the thing on the first free floor place; a tile that finds none goes to the discard."""
    used = state.floor_used[seat]
    if used < FLOOR_PLACES:
        state.floor[seat, used] = thing
        state.floor_used[seat] = used + 1
    else:
        state.discard[thing - 1] += 1


# How a round ends: in SCORING_STEPS


@rule
def score(state: State, seat: int, row: int) -> bool:
    """Score a line, or the floor line, which comes below the last one. Return whether there was anything to score."""
    if row == SIZE:
        return pay_for_floor(state, seat)
    if state.line_tiles[seat, row] <= row:
        return False
    move_to_wall(state, seat, row)
    return True


@rule
def move_to_wall(state: State, seat: int, row: int) -> None:
    """Move one tile of the full line to the wall and score it; the others go to the discard."""
    variant, wall = state.variant, state.wall[seat]
    colour = state.line_colour[seat, row]
    column = column_of(row, colour)
    wall[row, column] = 1
    state.discard[colour] += row
    state.line_colour[seat, row] = 0
    state.line_tiles[seat, row] = 0
    state.score[seat] += points_of(variant, run(wall, row, column, 0, 1), run(wall, row, column, 1, 0))
    if variant == ZELLIJ:
        state.score[seat] += bonus(variant, wall, ROW, row) + bonus(variant, wall, COLUMN, column)
        state.score[seat] += bonus(variant, wall, COLOUR, colour)


@rule
def run(wall: Wall, row: int, column: int, down: int, right: int) -> int:
    """Return the length of the unbroken run of tiles through the cell, in that direction and its opposite."""
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
def pay_for_floor(state: State, seat: int) -> bool:
    """Pay for the floor line and clear it; a score never goes below 0. Return whether anything lay there."""
    used = state.floor_used[seat]
    state.score[seat] = max(0, state.score[seat] - FLOOR_COSTS[used])
    for place in range(used):
        thing = state.floor[seat, place]
        if thing != MARKER:
            state.discard[thing - 1] += 1
        state.floor[seat, place] = FREE
    state.floor_used[seat] = 0
    return bool(used > 0)


@rule
def close_round(state: State, chance: np.record) -> None:
    """Begin the next round, or end the game. Whoever holds the marker is the first to act."""
    if state.marker != NOBODY:
        state.first = state.marker
        state.marker = NOBODY
    reason = reason_to_end(state)
    if reason == RUNNING:
        state.round_number += 1
        fill_mines(state, chance)
        return
    if state.variant == CYBERZUL:
        for seat in range(state.seats):
            for kind, number in BONUS_STEPS:
                state.score[seat] += bonus(state.variant, state.wall[seat], kind, number)
    rank_seats(state, reason)


# Bonuses: Cyberzul pays them when the game ends, Zellij as soon as they are earned


@rule
def bonus(variant: int, wall: Wall, kind: int, number: int) -> int:
    """Return the points for a row, a column or a colour of the wall: none unless it is complete."""
    return BONUSES[variant, kind] if tiles_of(wall, kind, number) == SIZE else 0


@rule
def tiles_of(wall: Wall, kind: int, number: int) -> int:
    """Return how many tiles a row, a column or a colour has on the wall."""
    tiles = 0
    for i in range(SIZE):
        tiles += wall[cell(kind, number, i)]
    return tiles


@rule
def cell(kind: int, number: int, i: int) -> tuple[int, int]:
    """Return where cell i of a row, a column or a colour is: its row and its column."""
    if kind == ROW:
        return number, i
    return i, number if kind == COLUMN else column_of(i, number)


@rule
def complete_rows(wall: Wall) -> int:
    rows = 0
    for row in range(SIZE):
        rows += tiles_of(wall, ROW, row) == SIZE
    return rows


# How the game ends


@rule
def reason_to_end(state: State) -> int:
    """Return why the game ends when a round is scored, or RUNNING if it goes on."""
    for seat in range(state.seats):
        if complete_rows(state.wall[seat]) > 0:
            return ROW_COMPLETE
    if state.round_number == MOST_ROUNDS:
        return ROUNDS_OVER
    return RUNNING if state.bag.any() or state.discard.any() else TILES_GONE


@rule
def rank_seats(state: State, reason: int) -> None:
    """End the match and rank the seats by score; in Cyberzul more complete rows break a tie."""
    value = state.score.copy()
    if state.variant == CYBERZUL:
        for seat in range(state.seats):
            value[seat] = state.score[seat] * (SIZE + 1) + complete_rows(state.wall[seat])
    end_match(state, reason, value)
