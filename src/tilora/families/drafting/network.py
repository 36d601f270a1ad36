"""How Cyberzul and Zellij look to a network: what is on offer, every seat's lines, wall and floor, and what is near.

Mines are counted, because their order means nothing. An action is described by what it does, not by the mine it takes
from.
"""

import numpy as np
import numpy.typing as npt

from tilora.families.drafting import rules
from tilora.families.drafting.rules import (
    COLOURS,
    FLOOR,
    FLOOR_PLACES,
    MIDDLE,
    MINE_TILES,
    MOST_SEATS,
    NOBODY,
    SIZE,
    TARGETS,
)
from tilora.kernel import Actions, State, rule

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int16]

POINTS = 40.0
SIMULATIONS = 60_000
LEVELS = (
    (0.0, 2.5),
    (0.0, 1.7),
    (0.0002, 2.6),
    (0.0004, 1.0),
    (0.007, 0.0),
    (0.02, 0.0),
    (0.1, 0.0),
    (1.0, 0.0),
)
"""Share and temperature of each level. The tree is small, so there is time for many simulations."""

DEALS = 8
"""At the end of a round, a search plays on with this many samples of what the mines are filled with."""

CERTAINTY = {"zellij": 1.5}
"""From 192 matches of level 6 against itself, seeds from 950000."""

# Features of a position
MOST_ALIKE = 4
"""Mines with the same number of tiles of a colour are counted up to this many."""
IN_MINES = 0  # colour, tiles, how many mines have that many
PAIRS = IN_MINES + COLOURS * MINE_TILES * MOST_ALIKE
PAIR_COUNT = COLOURS * (COLOURS - 1) // 2
MOST_PAIRS = 3
MINES = PAIRS + PAIR_COUNT * MOST_PAIRS
MOST_MINES = 2 * MOST_SEATS + 1
IN_MIDDLE = MINES + MOST_MINES
MOST_IN_MIDDLE = 8
COMMON = IN_MIDDLE + COLOURS * MOST_IN_MIDDLE
BAG, DISCARD, ROUND, SEATS, MARKER_FREE, BETWEEN, LEAD, TO_ACT = 0, 5, 10, 18, 21, 22, 23, 24
COMMON_SIZE = TO_ACT + MOST_SEATS
BOARDS = COMMON + COMMON_SIZE
# Of each seat's board
COLOUR_IN_LINE, TILES_IN_LINE, WALL, ON_FLOOR, POINTS_NOW, STEPS, MARKER, ROW, COLUMN, COLOUR, COMING = (
    0,
    25,
    40,
    65,
    72,
    73,
    85,
    86,
    106,
    126,
    146,
)
BOARD_SIZE = COMING + 3
REACH = BOARDS + MOST_SEATS * BOARD_SIZE  # of the viewer and the seat after it, by line: what would complete it
# Of each line: how an unfinished one can be completed; whether one or several colours fill an empty one; the points
TWICE, ONCE, WITH_REST, IN_PARTS, NOT_ENOUGH, NOTHING, FILLED, FILLED_TWICE, GAIN = range(9)
REACH_SIZE = 9
SEATS_REACHING = 2
FEATURES = REACH + SEATS_REACHING * SIZE * REACH_SIZE

# Features of an action
TAKEN = 5
"""The tiles taken are counted up to this many."""
TAKES = 0  # from the middle or a mine, colour, target, tiles
FALLING = TAKES + 2 * COLOURS * TARGETS * TAKEN  # how many tiles fall, by target
FILLS = FALLING + TARGETS * (FLOOR_PLACES + 1)  # line, and the points that brings
MOST_GAIN = 10
TAKES_MARKER = FILLS + SIZE * (MOST_GAIN + 1)
LEFT_BEHIND = TAKES_MARKER + 1  # colour and tiles that go to the middle
LEAVES = LEFT_BEHIND + COLOURS * MINE_TILES  # how many tiles are left for others, if few
FEW = 8
ACTION_FEATURES = LEAVES + FEW
ACTION_WIDTH = 5 + COLOURS


@rule
def features(state: State, seat: int, out: Floats) -> None:
    offer_features(state, out)
    seats = int(state.seats)
    for colour in range(COLOURS):
        out[COMMON + BAG + colour] = state.bag[colour] / 20.0
        out[COMMON + DISCARD + colour] = state.discard[colour] / 20.0
    out[COMMON + ROUND + min(8, int(state.round_number)) - 1] = 1.0
    out[COMMON + SEATS + seats - 2] = 1.0
    out[COMMON + MARKER_FREE] = 1.0 if state.marker == NOBODY else 0.0
    out[COMMON + BETWEEN] = 1.0 if state.on_offer == 0 else 0.0
    best = -1000
    for k in range(1, seats):
        best = max(best, int(state.score[(seat + k) % seats]))
    out[COMMON + LEAD] = (state.score[seat] - best) / 20.0
    out[COMMON + TO_ACT + (int(state.turn) - seat + seats) % seats] = 1.0
    for k in range(seats):
        board_features(state, (seat + k) % seats, BOARDS + k * BOARD_SIZE, out)
    if state.on_offer > 0:
        for k in range(SEATS_REACHING):
            for row in range(SIZE):
                reach_features(state, (seat + k) % seats, row, REACH + (k * SIZE + row) * REACH_SIZE, out)


@rule
def offer_features(state: State, out: Floats) -> None:
    """Describe how many mines hold how many tiles of a colour or two colours together, and what is in the middle."""
    source = state.source
    full = 0
    for mine in range(1, rules.mines(state) + 1):
        tiles = 0
        pair = 0
        for colour in range(COLOURS):
            held = int(source[mine, colour])
            tiles += held
            if held > 0:
                fill_next(IN_MINES + (colour * MINE_TILES + held - 1) * MOST_ALIKE, MOST_ALIKE, out)
            for other in range(colour + 1, COLOURS):
                if held > 0 and source[mine, other] > 0:
                    fill_next(PAIRS + pair * MOST_PAIRS, MOST_PAIRS, out)
                pair += 1
        if tiles > 0:
            out[MINES + full] = 1.0
            full += 1
    for colour in range(COLOURS):
        for i in range(min(MOST_IN_MIDDLE, int(source[MIDDLE, colour]))):
            out[IN_MIDDLE + colour * MOST_IN_MIDDLE + i] = 1.0


@rule
def fill_next(first: int, places: int, out: Floats) -> None:
    """Fill the first free one of these places, if there is any."""
    for i in range(places):
        if out[first + i] == 0.0:
            out[first + i] = 1.0
            return


@rule
def board_features(state: State, seat: int, at: int, out: Floats) -> None:
    """Describe the lines, wall, floor and points of a seat, and how near its bonuses are."""
    wall = state.wall[seat]
    coming = 0
    for row in range(SIZE):
        tiles = int(state.line_tiles[seat, row])
        if tiles > 0:
            colour = int(state.line_colour[seat, row])
            out[at + COLOUR_IN_LINE + row * COLOURS + colour] = tiles / (row + 1.0)
            out[at + TILES_IN_LINE + row * (row + 1) // 2 + tiles - 1] = 1.0
            if tiles == row + 1:
                coming += gain_of(state, seat, row, colour)
        for column in range(SIZE):
            if wall[row, column]:
                out[at + WALL + row * SIZE + column] = 1.0
    for number in range(SIZE):
        progress_features(at + ROW + number * 4, rules.tiles_of(wall, rules.ROW, number), out)
        progress_features(at + COLUMN + number * 4, rules.tiles_of(wall, rules.COLUMN, number), out)
        progress_features(at + COLOUR + number * 4, rules.tiles_of(wall, rules.COLOUR, number), out)
    for i in range(state.floor_used[seat]):
        out[at + ON_FLOOR + i] = 1.0
    out[at + POINTS_NOW] = state.score[seat] / 50.0
    for i in range(min(12, int(state.score[seat]) // 8)):
        out[at + STEPS + i] = 1.0
    out[at + MARKER] = 1.0 if state.marker == seat else 0.0
    cost = float(rules.FLOOR_COSTS[state.floor_used[seat]])
    out[at + COMING] = coming / 10.0
    out[at + COMING + 1] = cost / 10.0
    out[at + COMING + 2] = (state.score[seat] + coming - cost) / 50.0


@rule
def progress_features(at: int, tiles: int, out: Floats) -> None:
    """Describe how many of the five tiles are there. None leaves all features 0, and five look like four."""
    if tiles > 0:
        out[at + min(int(tiles), 4) - 1] = 1.0


@rule
def gain_of(state: State, seat: int, row: int, colour: int) -> int:
    """Return the points for the tile of a full line, if it moved to the wall now."""
    wall = state.wall[seat]
    column = rules.column_of(row, colour)
    return rules.points_of(state.variant, rules.run(wall, row, column, 0, 1), rules.run(wall, row, column, 1, 0))


@rule
def reach_features(state: State, seat: int, row: int, at: int, out: Floats) -> None:
    """Describe what the offer, whose features are in `out` already, means for a line of the seat."""
    tiles = int(state.line_tiles[seat, row])
    if tiles == row + 1:
        return
    if tiles > 0:
        colour, missing = int(state.line_colour[seat, row]), row + 1 - tiles
        exactly = sources_with(state, colour, missing, out)
        more = 0
        total = int(state.source[MIDDLE, colour])
        if total > missing:
            more += 1
        for held in range(1, MINE_TILES + 1):
            sources = mines_with(colour, held, out)
            total += held * sources
            if held > missing:
                more += sources
        if exactly > 0:
            out[at + (TWICE if exactly > 1 else ONCE)] = 1.0
        elif more > 0:
            out[at + WITH_REST] = 1.0
        else:
            out[at + (IN_PARTS if total >= missing else NOT_ENOUGH if total > 0 else NOTHING)] = 1.0
        if exactly + more > 0:
            out[at + GAIN] = gain_of(state, seat, row, colour) / 10.0
        return
    fitting, best = 0, 0
    for colour in range(COLOURS):
        if not state.wall[seat, row, rules.column_of(row, colour)] and sources_with(state, colour, row + 1, out) > 0:
            fitting += 1
            best = max(best, gain_of(state, seat, row, colour))
    if fitting > 0:
        out[at + (FILLED_TWICE if fitting > 1 else FILLED)] = 1.0
        out[at + GAIN] = best / 10.0


@rule
def sources_with(state: State, colour: int, tiles: int, out: Floats) -> int:
    """Return how many sources hold exactly that many tiles of the colour."""
    mines = mines_with(colour, tiles, out) if tiles <= MINE_TILES else 0
    return mines + (1 if state.source[MIDDLE, colour] == tiles else 0)


@rule
def mines_with(colour: int, tiles: int, out: Floats) -> int:
    """Return how many mines hold exactly that many tiles of the colour, by the features of the offer in `out`."""
    first = IN_MINES + (colour * MINE_TILES + tiles - 1) * MOST_ALIKE
    mines = 0
    for i in range(MOST_ALIKE):
        if out[first + i] > 0.0:
            mines += 1
    return mines


@rule
def action_features(state: State, actions: Actions, count: int, out: Rows) -> None:
    seat = int(state.turn)
    for i in range(count):
        action = int(actions[i])
        source, colour, target = rules.parts_of(action)
        tiles = int(state.source[source, colour])
        from_middle = 1 if source == MIDDLE else 0
        out[i, 0] = TAKES + ((from_middle * COLOURS + colour) * TARGETS + target) * TAKEN + min(tiles, TAKEN) - 1
        falling = tiles
        if target != FLOOR:
            free = target - int(state.line_tiles[seat, target - 1])
            falling = max(0, tiles - free)
            if tiles >= free:
                gain = min(MOST_GAIN, gain_of(state, seat, target - 1, colour))
                out[i, 1] = FILLS + (target - 1) * (MOST_GAIN + 1) + gain
        if source == MIDDLE and state.marker == NOBODY:
            out[i, 2] = TAKES_MARKER
        out[i, 3] = FALLING + target * (FLOOR_PLACES + 1) + min(FLOOR_PLACES, falling)
        left = int(state.on_offer) - tiles
        if left < FEW:
            out[i, 4] = LEAVES + left
        if source != MIDDLE:
            for other in range(COLOURS):
                held = int(state.source[source, other])
                if other != colour and held > 0:
                    out[i, 5 + other] = LEFT_BEHIND + other * MINE_TILES + held - 1


@rule
def forget(state: State) -> bool:
    """Put the tiles that were dealt to the mines back into the bag."""
    for mine in range(1, rules.mines(state) + 1):
        for colour in range(COLOURS):
            state.bag[colour] += state.source[mine, colour]
            state.source[mine, colour] = 0
    state.on_offer = 0
    return True
