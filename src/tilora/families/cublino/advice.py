"""Advice for searching Cublino: what a position is worth at a glance, and which moves to look at first."""

import math

from tilora.families.cublino import rules
from tilora.families.cublino.paths import BLACK, SIZE, SQUARES, WHITE, ranks_gone
from tilora.families.cublino.rules import EMPTY, OWNER, TOP
from tilora.kernel import State, rule
from tilora.kernel.contract.result import Values

SEARCH = "alpha-beta"
SIMULATIONS = 400_000
"""Positions looked at by the highest level."""
LEVELS = (
    (0.0, 0.0),
    (0.0005, 0.07),
    (0.0016, 0.02),
    (0.0065, 0.006),
    (0.021, 0.002),
    (0.065, 0.0),
    (0.29, 0.0),
    (1.0, 0.0),
)
"""Share and looseness by level. The deeper one looks, the less one more move is worth: level 7 looks at four times as
many positions as level 6."""

ON_THE_MOVE = 0.5
"""What it is worth to be the one to move, in ranks gained."""
ADVANCE = (0.0, 0.1, 0.3, 0.6, 1.0, 1.8, 0.0)
"""Contra: what a die is worth beyond its face, by how many ranks it has gone."""


@rule
def prefer(state: State, action: int) -> float:
    """Moves forwards first, the longest before the others."""
    return 1.0 + 2.0 * ranks_gone(rules.path_of(int(state.variant), int(action)))


@rule
def estimate(state: State, depth: int, values: Values, scores: Values) -> bool:
    if depth == 0:
        return False
    lead = pur_lead(state) if state.variant == rules.PUR else contra_lead(state)
    values[WHITE] = 1.0 / (1.0 + math.exp(-lead))
    values[BLACK] = 1.0 - values[WHITE]
    for seat in range(rules.SEATS):
        scores[seat] = state.score[seat]
    return True


@rule
def ranks_from_home(square: int, seat: int) -> int:
    return square // SIZE if seat == WHITE else SIZE - 1 - square // SIZE


@rule
def pur_lead(state: State) -> float:
    """The lead in the race counts most: whoever gets home last loses what is still on the way."""
    lead = ON_THE_MOVE if state.turn == WHITE else -ON_THE_MOVE
    faces = 0.0
    for square in range(SQUARES):
        die = state.board[square]
        if die == EMPTY:
            continue
        seat = int(OWNER[die])
        sign = 1.0 if seat == WHITE else -1.0
        gone = ranks_from_home(square, seat)
        lead += sign * gone
        if gone == SIZE - 1:
            faces += sign * (TOP[die] - 3.5)
        else:
            faces += sign * 0.1 * (TOP[die] - 3.5)
    return 0.22 * lead + 0.25 * faces


@rule
def contra_lead(state: State) -> float:
    """Dice, their faces, and how far they have come."""
    lead = 0.3 if state.turn == WHITE else -0.3
    for square in range(SQUARES):
        die = state.board[square]
        if die == EMPTY:
            continue
        seat = int(OWNER[die])
        sign = 1.0 if seat == WHITE else -1.0
        lead += sign * (1.0 + 0.08 * TOP[die] + ADVANCE[ranks_from_home(square, seat)])
    return 0.6 * lead


@rule
def key(state: State) -> int:
    return rules.mark_of(state)
