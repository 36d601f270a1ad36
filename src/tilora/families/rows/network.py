"""How RowsAndCols looks to a network: the hand, what is unseen, the scores, and what the board offers to whom.

The board is described by what can be gained at its edge, not by its cells, of which there are too many.
"""

import numpy as np
import numpy.typing as npt

from tilora.families.rows import advice, rules
from tilora.families.rows.rules import (
    BONUS,
    COLOURS,
    COPIES,
    END,
    HAND_SIZE,
    KINDS,
    LONGEST_LINE,
    MOST_PLACED,
    MOST_SEATS,
    PASS,
    SHAPES,
    SWAP,
)
from tilora.kernel import Actions, State, rule
from tilora.kernel.contract.result import Values
from tilora.kernel.toolkit.kind_sets import kinds_in, number_of
from tilora.kernel.toolkit.open_grid import AXES, CELLS, EAST, NORTH, line_length

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int16]

POINTS = 60.0
PLAYED_WITHOUT = ("rows-and-cols",)
"""The search without this network is still stronger, see docs/ai.md."""
MOST_GAIN = 24
"""Two lines of six."""

# Features of a position
HELD = 0  # kinds in the hand
TWICE = HELD + KINDS
UNSEEN = TWICE + KINDS  # kinds, by how many the seat does not see
ALIKE = UNSEEN + KINDS  # by colour, then by shape: different bricks of the hand
ALIKE_SORTED = ALIKE + (COLOURS + SHAPES) * HAND_SIZE  # the longest line that the hand alone makes, the next one
STAGE = ALIKE_SORTED + 2 * (HAND_SIZE + 1)
PLACED, CHOSEN, SO_FAR, BAG, BAG_STEPS, SEATS, TO_ACT = 0, 6, 13, 14, 15, 25, 30
SEAT = STAGE + TO_ACT + MOST_SEATS  # by seat: points, lead, hand
SEAT_SIZE = 6
OWN_CHANCES = SEAT + MOST_SEATS * SEAT_SIZE  # by gain: cells where a brick of the hand gains that much
CELLS_COUNTED = 3
OTHER_CHANCES = OWN_CHANCES + (MOST_GAIN + 1) * CELLS_COUNTED  # by gain: cells where an unseen brick gains that much
OTHER_ODDS = OTHER_CHANCES + (MOST_GAIN + 1) * CELLS_COUNTED  # and how many unseen bricks do, of all
BEST_OWN = OTHER_ODDS + MOST_GAIN + 1
END_GAME = BEST_OWN + 2
THREAT = END_GAME + 2 + 2 * (HAND_SIZE + 1)  # by gain: how likely the next seat holds a brick that gains as much
OWN_REACH = THREAT + MOST_GAIN + 1  # by gain: how many kinds of the hand gain as much
OWN_LINE = OWN_REACH + MOST_GAIN + 1  # the longest line that several bricks of the hand make with one on the board
SIX_BY_TWO = OWN_LINE + LONGEST_LINE + 1  # how likely the next seat holds both bricks that a line of four lacks
EXPECTED = SIX_BY_TWO + 1  # what the next seat gains with its best brick
FEATURES = EXPECTED + 1

# Features of an action
FIRST_GAIN = 0
LATER_GAIN = FIRST_GAIN + MOST_GAIN + 1
LENGTHS = LATER_GAIN + MOST_GAIN + 1
SAME_COLOUR = LENGTHS + (LONGEST_LINE + 1) ** 2
SAME_SHAPE = SAME_COLOUR + HAND_SIZE
DOUBLE = SAME_SHAPE + HAND_SIZE
GIFT = DOUBLE + 1  # unseen bricks that could complete a line of five, which this makes
LAST_BRICK = GIFT + 6
PUT_ASIDE = LAST_BRICK + 1  # how many are aside already
ASIDE_COLOUR = PUT_ASIDE + HAND_SIZE + 1
ASIDE_SHAPE = ASIDE_COLOUR + HAND_SIZE
ASIDE_DOUBLE = ASIDE_SHAPE + HAND_SIZE
END_PLACED = ASIDE_DOUBLE + 1
END_POINTS = END_PLACED + MOST_PLACED + 1
END_CHOSEN = END_POINTS + MOST_GAIN + 1
PASSES = END_CHOSEN + HAND_SIZE + 1
ACTION_FEATURES = PASSES + 1
ACTION_WIDTH = 7


@rule
def features(state: State, seat: int, out: Floats) -> None:
    hand_features(state, seat, out)
    score_features(state, seat, out)
    edge_features(state, seat, out)


@rule
def hand_features(state: State, seat: int, out: Floats) -> None:
    """Describe what the seat holds, how much of it goes together, and what it has not seen."""
    hand = state.hand[seat]
    longest, second = 0, 0
    for kind in range(KINDS):
        held = int(hand[kind])
        if held > 0:
            out[HELD + kind] = 1.0
        if held > 1:
            out[TWICE + kind] = 1.0
        out[UNSEEN + kind] = unseen(state, seat, kind) / 3.0
    for group in range(COLOURS + SHAPES):
        alike = 0
        for i in range(COLOURS):
            kind = group * SHAPES + i if group < COLOURS else i * SHAPES + group - COLOURS
            if hand[kind] > 0:
                out[ALIKE + group * HAND_SIZE + alike] = 1.0
                alike += 1
        if alike > longest:
            longest, second = alike, longest
        elif alike > second:
            second = alike
    out[ALIKE_SORTED + longest] = 1.0
    out[ALIKE_SORTED + HAND_SIZE + 1 + second] = 1.0


@rule
def unseen(state: State, seat: int, kind: int) -> int:
    """Return how many bricks of the kind the seat does not see."""
    seen = int(state.on_board[kind]) + int(state.hand[seat, kind])
    if state.turn == seat:
        seen += int(state.chosen[kind])
    return COPIES - seen


@rule
def score_features(state: State, seat: int, out: Floats) -> None:
    """Describe how far the turn and the match have come, and how everybody stands."""
    seats = int(state.seats)
    out[STAGE + PLACED + int(state.placed_count)] = 1.0
    out[STAGE + CHOSEN + int(state.chosen_size)] = 1.0
    coming = rules.points(state) if state.placed_count > 0 else 0
    out[STAGE + SO_FAR] = coming / 12.0
    out[STAGE + BAG] = state.bag_size / 50.0
    for i in range(10):
        out[STAGE + BAG_STEPS + i] = 1.0 if state.bag_size > i * (2 + i) else 0.0
    out[STAGE + SEATS + seats - 2] = 1.0
    out[STAGE + TO_ACT + (int(state.turn) - seat + seats) % seats] = 1.0
    mine = float(state.score[seat] + (coming if state.turn == seat else 0))
    fewest = HAND_SIZE
    for k in range(seats):
        other = (seat + k) % seats
        at = SEAT + k * SEAT_SIZE
        points = float(state.score[other] + (coming if state.turn == other else 0))
        lead = mine - points
        out[at] = 1.0
        out[at + 1] = points / 60.0
        out[at + 2] = lead / 20.0
        out[at + 3] = lead / (abs(lead) + 8.0)
        out[at + 4] = lead / (3.0 + abs(lead) * 0.1 + state.bag_size / 5.0)
        out[at + 5] = state.hand_size[other] / 6.0
        if k > 0:
            fewest = min(fewest, int(state.hand_size[other]))
    if state.bag_size == 0:
        out[END_GAME] = 1.0
        out[END_GAME + 1] = 1.0 if state.hand_size[seat] < fewest else 0.0
        out[END_GAME + 2 + int(state.hand_size[seat])] = 1.0
        out[END_GAME + 3 + HAND_SIZE + fewest] = 1.0


@rule
def gain_at(state: State, cell: int) -> int:
    """Return what the two lines through a free cell score, with a brick on it."""
    gain = 0
    for axis in AXES:
        gain += rules.line_points(line_length(state.grid, cell, axis))
    return gain


@rule
def edge_features(state: State, seat: int, out: Floats) -> None:
    """Describe how many cells of the edge gain how much, for the hand and for bricks that the seat does not see."""
    held = kinds_in(state.hand[seat])
    once, twice, thrice, total = unseen_kinds(state, seat)
    own, others = np.zeros(MOST_GAIN + 1, np.int64), np.zeros(MOST_GAIN + 1, np.int64)
    best, longest, both = 0, 0, 0.0
    for i in range(state.edge_size):
        fits = int(state.edge_fits[i])
        if fits & (held | once) == 0:
            continue
        cell = int(state.edge[i])
        gain = gain_at(state, cell)
        own[gain] |= fits & held
        others[gain] |= fits & once
        if fits & held:
            fill_next(OWN_CHANCES + gain * CELLS_COUNTED, out)
            best = max(best, gain)
        if fits & once:
            fill_next(OTHER_CHANCES + gain * CELLS_COUNTED, out)
            if gain >= LONGEST_LINE + BONUS:
                bricks = number_of(fits & once) + number_of(fits & twice) + number_of(fits & thrice)
                out[OTHER_ODDS + gain] += bricks / 6.0
        for axis in AXES:
            length = line_length(state.grid, cell, axis) - 1
            if length >= 2:
                joining = rules.fitting_along(state.grid, cell, axis)
                if fits & held:
                    longest = max(longest, min(LONGEST_LINE, length + number_of(joining & held)))
                if length == LONGEST_LINE - 2 and number_of(joining & once) == 2:
                    copies = (
                        1.0 + (number_of(joining & twice) + number_of(joining & thrice)) / 2.0
                    )  # of each, on average
                    both = max(both, copies * copies / (total * total))
    out[BEST_OWN] = best / 12.0
    out[BEST_OWN + 1] = 1.0 if best >= LONGEST_LINE + BONUS else 0.0
    out[OWN_LINE + longest] = 1.0
    seats = int(state.seats)
    size = int(state.hand_size[(seat + 1) % seats])
    out[SIX_BY_TWO] = min(1.0, size * (size - 1) * both)
    reach_features(own, others, twice, thrice, total, size, out)


@rule
def unseen_kinds(state: State, seat: int) -> tuple[int, int, int, int]:
    """Return the kinds of which at least one, two and three bricks are unseen, and how many bricks are unseen."""
    once, twice, thrice, total = 0, 0, 0, 0
    for kind in range(KINDS):
        bricks = unseen(state, seat, kind)
        total += bricks
        if bricks > 0:
            once |= 1 << kind
        if bricks > 1:
            twice |= 1 << kind
        if bricks > 2:
            thrice |= 1 << kind
    return once, twice, thrice, total


@rule
def reach_features(
    own: npt.NDArray[np.int64],
    others: npt.NDArray[np.int64],
    twice: int,
    thrice: int,
    total: int,
    size: int,
    out: Floats,
) -> None:
    """Describe for each gain how much of the hand gains as much, and how likely the next seat can.

    `own` and `others` are the kinds by what they gain. The next seat holds `size` of `total` unseen bricks.
    """
    mine, theirs = 0, 0
    expected = 0.0
    for i in range(MOST_GAIN):
        gain = MOST_GAIN - i
        mine |= int(own[gain])
        theirs |= int(others[gain])
        bricks = number_of(theirs) + number_of(theirs & twice) + number_of(theirs & thrice)
        likely = 1.0 - (1.0 - bricks / max(1, total)) ** size
        out[OWN_REACH + gain] = number_of(mine) / 3.0
        out[THREAT + gain] = likely
        expected += likely
    out[EXPECTED] = expected / 6.0


@rule
def fill_next(first: int, out: Floats) -> None:
    """Fill the first free one of the few places from there on, if there is any."""
    for i in range(CELLS_COUNTED):
        if out[first + i] == 0.0:
            out[first + i] = 1.0
            return


@rule
def bricks_among(state: State, seat: int, kinds: int) -> int:
    """Return how many bricks of these kinds the seat does not see."""
    once, twice, thrice, _ = unseen_kinds(state, seat)
    return number_of(kinds & once) + number_of(kinds & twice) + number_of(kinds & thrice)


@rule
def action_features(state: State, actions: Actions, count: int, out: Rows) -> None:
    for i in range(count):
        action = int(actions[i])
        if action < SWAP:
            placing_features(state, action // CELLS, action % CELLS, out[i])
        elif action < END:
            kind = action - SWAP
            out[i, 0] = PUT_ASIDE + int(state.chosen_size)
            out[i, 1] = ASIDE_COLOUR + alike_in_hand(state, kind, True)
            out[i, 2] = ASIDE_SHAPE + alike_in_hand(state, kind, False)
            if state.hand[state.turn, kind] > 1:
                out[i, 3] = ASIDE_DOUBLE
        elif action == PASS:
            out[i, 0] = PASSES
        elif state.placed_count > 0:
            out[i, 0] = END_PLACED + int(state.placed_count)
            out[i, 1] = END_POINTS + min(MOST_GAIN, rules.points(state))
        else:
            out[i, 0] = END_CHOSEN + int(state.chosen_size)


@rule
def reply(state: State, actions: Actions, count: int, weights: Values) -> None:
    """Assume that the others mostly take what the advice prefers."""
    for i in range(count):
        weights[i] = advice.prefer(state, int(actions[i])) ** 2


@rule
def alike_in_hand(state: State, kind: int, colour: bool) -> int:
    """Return how many other kinds of the hand share the colour, or else the shape."""
    hand = state.hand[state.turn]
    alike = 0
    for i in range(COLOURS):
        other = kind // SHAPES * SHAPES + i if colour else i * SHAPES + kind % SHAPES
        if other != kind and hand[other] > 0:
            alike += 1
    return alike


@rule
def placing_features(state: State, kind: int, cell: int, out: npt.NDArray[np.int16]) -> None:
    """Describe what the brick gains there, the lines it makes, what could follow it, and what it leaves to others."""
    seat = int(state.turn)
    across, upright = line_length(state.grid, cell, EAST), line_length(state.grid, cell, NORTH)
    out[0] = (FIRST_GAIN if state.placed_count == 0 else LATER_GAIN) + gain_at(state, cell)
    out[1] = LENGTHS + across * (LONGEST_LINE + 1) + upright
    out[2] = SAME_COLOUR + alike_in_hand(state, kind, True)
    out[3] = SAME_SHAPE + alike_in_hand(state, kind, False)
    if state.hand[seat, kind] > 1:
        out[4] = DOUBLE
    if across == LONGEST_LINE - 1 or upright == LONGEST_LINE - 1:
        axis = EAST if across == LONGEST_LINE - 1 else NORTH
        missing = kinds_missing(state, kind, cell, axis)
        out[5] = GIFT + min(5, bricks_among(state, seat, missing))
    if state.bag_size == 0 and state.hand_size[seat] == 1:
        out[6] = LAST_BRICK


@rule
def kinds_missing(state: State, kind: int, cell: int, axis: int) -> int:
    """Return the kinds that complete the line of five that the brick makes along the axis."""
    fits = rules.fitting_along(state.grid, cell, axis)
    return fits & int(rules.PARTNERS[kind])
