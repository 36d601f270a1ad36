"""How Cublino looks to a network: every die by its square, top and north face, as its viewer sees the board.

For Black the board is rotated by half a turn, so that everybody moves north.
"""

import numpy as np
import numpy.typing as npt

from tilora.families.cublino import rules
from tilora.families.cublino.advice import ranks_from_home
from tilora.families.cublino.paths import (
    DIRECTIONS,
    JUMPS,
    LEFT,
    NEXT,
    OFF,
    RIGHT,
    SIZE,
    SQUARES,
    WHITE,
    begin_of,
    end_of,
    tip_of,
)
from tilora.families.cublino.rules import EMPTY, NORTH_FACE, OWNER, TIPPED, TOP
from tilora.kernel import Actions, State, rule
from tilora.kernel.toolkit.squares import EAST, HEADINGS, WEST

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int16]

POINTS = 20.0
HIDDEN = (96, 64)
SIMULATIONS = 20_000
LEVELS = {
    "cublino-pur": (
        (0.0, 2.5),
        (0.0006, 2.0),
        (0.002, 0.3),
        (0.0058, 0.0),
        (0.0155, 0.0),
        (0.044, 0.0),
        (0.125, 0.0),
        (1.0, 0.0),
    ),
    "cublino-contra": (
        (0.0, 2.5),
        (0.0, 1.6),
        (0.0006, 2.0),
        (0.0012, 0.8),
        (0.0032, 0.0),
        (0.015, 0.0),
        (0.1, 0.0),
        (1.0, 0.0),
    ),
}
"""Share and temperature of each level."""
DRAW_VALUES = {"cublino-pur": 0.3, "cublino-contra": 0.3}
"""Between good players nearly everything is a draw: both can leave dice where the other's have to arrive."""
FACES = 6

# Features of a position
TOPS = 0  # own or not, square, face on top
NORTHS = TOPS + 2 * SQUARES * FACES  # own or not, square, face towards the far rank
COMMON = NORTHS + 2 * SQUARES * FACES
TO_ACT, QUIET, LEAD, RACE, RACE_LEAD = 0, 1, 5, 6, 8
HOME = 9  # own or not, dice that have arrived
DICE = HOME + 2 * (SIZE + 1)  # own or not, dice that are left
STRENGTH = DICE + 2 * (SIZE + 1)
EASTS = COMMON + STRENGTH + 2  # own or not, rank, face towards the right: what a tip to the left would bring up
FEATURES = EASTS + 2 * SIZE * FACES

# Features of an action
TIP_FROM = 0  # Contra: square, direction
FROM = TIP_FROM + SQUARES * DIRECTIONS  # Pur: square
TO = FROM + SQUARES  # square
SHOWS = TO + SQUARES  # rank that the die gets to, and face on top
HOW = SHOWS + SIZE * FACES  # Pur: tip, jumps forwards
BEFORE = HOW + 4 * 4  # the face on top before, by whether the die tips
WINS = BEFORE + 2 * FACES  # Contra: dice that are removed, by whether the own one is
ACTION_FEATURES = WINS + 2 * 5
ACTION_WIDTH = 6


@rule
def seen_square(square: int, seat: int) -> int:
    """Return the square as the seat sees it."""
    return square if seat == WHITE else SQUARES - 1 - square


@rule
def seen_tip(tip: int, seat: int) -> int:
    """Return 0, or 1 + the direction of a tip as the seat sees it: left and right are swapped for Black."""
    if seat == WHITE or tip < 1 + LEFT:
        return tip
    return 1 + RIGHT if tip == 1 + LEFT else 1 + LEFT


@rule
def features(state: State, seat: int, out: Floats) -> None:
    home, left, race, strength = (0, 0), (0, 0), (0, 0), (0, 0)
    for square in range(SQUARES):
        die = int(state.board[square])
        if die == EMPTY:
            continue
        owner = int(OWNER[die])
        top, north = int(TOP[die]), int(NORTH_FACE[die])
        at = seen_square(square, seat)
        if seat != WHITE:
            north = 7 - north
        side = 0 if owner == seat else 1
        place = (side * SQUARES + at) * FACES
        out[TOPS + place + top - 1] = 1.0
        out[NORTHS + place + north - 1] = 1.0
        east = int(TOP[TIPPED[die, WEST if seat == WHITE else EAST]])
        out[EASTS + (side * SIZE + at // SIZE) * FACES + east - 1] += 0.5
        gone = ranks_from_home(square, owner)
        arrived = 1 if gone == SIZE - 1 else 0
        if side == 0:
            home, left = (home[0] + arrived, home[1]), (left[0] + 1, left[1])
            race, strength = (race[0] + gone, race[1]), (strength[0] + top, strength[1])
        else:
            home, left = (home[0], home[1] + arrived), (left[0], left[1] + 1)
            race, strength = (race[0], race[1] + gone), (strength[0], strength[1] + top)
    out[COMMON + TO_ACT] = 1.0 if state.turn == seat else 0.0
    for i in range(4):
        out[COMMON + QUIET + i] = 1.0 if state.quiet >= 12 * (i + 1) else 0.0
    out[COMMON + LEAD] = (state.score[seat] - state.score[1 - seat]) / 10.0
    for side in range(2):
        out[COMMON + RACE + side] = race[side] / 42.0
        out[COMMON + HOME + side * (SIZE + 1) + home[side]] = 1.0
        out[COMMON + DICE + side * (SIZE + 1) + left[side]] = 1.0
        out[COMMON + STRENGTH + side] = strength[side] / 20.0
    out[COMMON + RACE_LEAD] = (race[0] - race[1]) / 6.0


@rule
def action_features(state: State, actions: Actions, count: int, out: Rows) -> None:
    for i in range(count):
        if state.variant == rules.PUR:
            path_features(state, int(actions[i]), out[i])
        else:
            tip_features(state, int(actions[i]), out[i])


@rule
def path_features(state: State, path: int, out: npt.NDArray[np.int16]) -> None:
    """Describe a move of Pur: from where to where, how, and the faces on top before and after."""
    seat = int(state.turn)
    begin, end, tip = begin_of(path), seen_square(end_of(path, seat), seat), tip_of(path)
    out[0] = FROM + seen_square(begin, seat)
    out[1] = TO + end
    out[2] = SHOWS + end // SIZE * FACES + int(TOP[rules.die_after(state, path)]) - 1
    out[3] = HOW + seen_tip(tip, seat) * 4 + (path & JUMPS)
    out[4] = BEFORE + (FACES if tip > 0 else 0) + int(TOP[state.board[begin]]) - 1


@rule
def tip_features(state: State, action: int, out: npt.NDArray[np.int16]) -> None:
    """Describe a move of Contra: from where to where, the faces on top before and after, and what is removed."""
    seat = int(state.turn)
    path = rules.path_of(rules.CONTRA, action)
    begin, end, tip = begin_of(path), end_of(path, seat), tip_of(path)
    top, top_before = int(TOP[rules.die_after(state, path)]), int(TOP[state.board[begin]])
    out[0] = TIP_FROM + seen_square(begin, seat) * DIRECTIONS + seen_tip(tip, seat) - 1
    out[1] = TO + seen_square(end, seat)
    out[2] = SHOWS + seen_square(end, seat) // SIZE * FACES + top - 1
    out[3] = BEFORE + FACES + top_before - 1
    defence = rules.strength_at(state.board, 1 - seat, end)
    if defence == 0:
        return
    removed, beaten = 0, 0
    for heading in range(HEADINGS):
        defender = int(NEXT[heading, end])
        if defender != OFF and OWNER[state.board[defender]] == 1 - seat:
            attack = rules.strength_at(state.board, seat, defender) + top
            for beside in range(HEADINGS):  # on this board, the attacker still stands where it came from
                if NEXT[beside, defender] == begin:
                    attack -= top_before
            loser = rules.loser_of(end, attack, defender, defence)
            if loser == defender:
                removed += 1
            elif loser == end:
                beaten = 1
    out[4] = WINS + beaten * 5 + removed
