"""How Welters looks to a network: who owns what, what the cards may be expected to bring, and what is exposed."""

import numpy as np
import numpy.typing as npt

from tilora.families.welters import advice, rules
from tilora.families.welters.rules import (
    CARDS_OF_KIND,
    CAST,
    COLOURS,
    DISCARD,
    GRADES,
    HAND,
    KINDS,
    NOBODY,
    NONE,
    SCORE,
    TILES,
    VALUES,
)
from tilora.kernel import Actions, State, rule

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int16]

POINTS = 20.0
PLAYED_WITHOUT = ("welters",)
"""The search without this network is stronger, see docs/ai.md."""
TYPICAL_ERROR = 5
"""By how much an unknown hand misses a tile."""

# Features of a position
OWNED = 0  # own or not, tile: what it scores
EXPECTED = OWNED + 2 * TILES  # by tile: what the best cards may be expected to bring there
THREAT = EXPECTED + TILES  # by own tile: what a cast of the opponent may be expected to bring there
BY_GRADE = THREAT + TILES  # free, own or not, grade: how many
CARDS = BY_GRADE + 3 * GRADES  # by kind: how many the seat holds
UNSEEN = CARDS + KINDS  # by kind: how many it has not seen
OF_COLOUR = UNSEEN + KINDS  # by colour and number: cards in the hand
COMMON = OF_COLOUR + COLOURS * HAND
TO_ACT, LEAD, LEAD_SHARE, LEAD_LATE, DECK, DECK_STEPS, HAND_SIZES = 0, 1, 2, 3, 4, 5, 17
BEST = HAND_SIZES + 2 * (HAND + 1)
BESTS = 4
EXPOSED, EXPOSED_BEST, IS_CHOSEN, CHOSEN_ERRORS = BEST + BESTS, BEST + BESTS + 1, BEST + BESTS + 2, BEST + BESTS + 5
FEATURES = COMMON + CHOSEN_ERRORS + 1

# Features of an action
STEPS = 25
CARD_GAIN = 0  # half points that a card may be expected to bring, by how many are chosen already
CARD_LOSS = CARD_GAIN + 3 * STEPS  # half points less than the best action
CARD_COLOUR = CARD_LOSS + STEPS  # colour, and whether a later one is chosen
CARD_VALUE = CARD_COLOUR + 2 * COLOURS
CARD_HELD = CARD_VALUE + VALUES
CAST_GAIN = CARD_HELD + 5
CAST_LOSS = CAST_GAIN + STEPS
CAST_GRADE = CAST_LOSS + STEPS  # grade, and whether it is the opponent's
CAST_ODDS = CAST_GRADE + 2 * GRADES
CAST_CARDS = CAST_ODDS + 11
DISCARDS = CAST_CARDS + COLOURS + 1
ACTION_FEATURES = DISCARDS + 1
ACTION_WIDTH = 5


@rule
def features(state: State, seat: int, out: Floats) -> None:
    map_features(state, seat, out)
    card_features(state, seat, out)
    other = 1 - seat
    lead = float(state.score[seat] - state.score[other])
    deck = int(state.deck_size)
    out[COMMON + TO_ACT] = 1.0 if state.turn == seat else 0.0
    out[COMMON + LEAD] = lead / 20.0
    out[COMMON + LEAD_SHARE] = lead / (abs(lead) + 6.0)
    out[COMMON + LEAD_LATE] = lead / np.sqrt(55.0 + 8.2 * deck)
    out[COMMON + DECK] = deck / 50.0
    for i in range(12):
        out[COMMON + DECK_STEPS + i] = 1.0 if deck > 8 * i else 0.0
    out[COMMON + HAND_SIZES + int(state.hand_size[seat])] = 1.0
    out[COMMON + HAND_SIZES + HAND + 1 + int(state.hand_size[other])] = 1.0


@rule
def map_features(state: State, seat: int, out: Floats) -> None:
    """Describe who owns what, what the seat may win with its cards, and what it may lose."""
    near = np.empty((COLOURS, VALUES), np.int64)
    advice.nearest(state, seat, near)
    best = np.zeros(BESTS)
    exposed, worst = 0.0, 0.0
    for tile in range(TILES):
        owner, grade = int(state.owner[tile]), int(state.grade[tile])
        score = float(SCORE[grade])
        side = 0 if owner == NOBODY else 1 if owner == 1 + seat else 2
        out[BY_GRADE + side * GRADES + grade] += 0.25
        if side > 0:
            out[OWNED + (side - 1) * TILES + tile] = score / 6.0
        if side == 1:
            room = rules.room_at(state, 1 - seat, tile)
            threat = 2.0 * score * advice.odds(state, tile, room, TYPICAL_ERROR)
            out[THREAT + tile] = threat / 6.0
            exposed += threat
            worst = max(worst, threat)
            continue
        room, error = rules.room_at(state, seat, tile), advice.least_error(state, tile, near)
        gain = advice.gain(state, tile) * advice.odds(state, tile, room, error)
        out[EXPECTED + tile] = gain / 6.0
        for i in range(BESTS):
            if gain > best[i]:
                best[i], gain = gain, best[i]
    for i in range(BESTS):
        out[COMMON + BEST + i] = best[i] / 6.0
    out[COMMON + EXPOSED] = exposed / 20.0
    out[COMMON + EXPOSED_BEST] = worst / 6.0


@rule
def card_features(state: State, seat: int, out: Floats) -> None:
    """Describe what the seat holds and has chosen, and what it has not seen."""
    for colour in range(COLOURS):
        held = 0
        for value in range(VALUES):
            kind = colour * VALUES + value
            cards = int(state.hand[seat, kind])
            out[CARDS + kind] = float(cards)
            out[UNSEEN + kind] = (CARDS_OF_KIND[kind] - state.spent[kind] - cards) / 4.0
            for _ in range(cards):
                if held < HAND:
                    out[OF_COLOUR + colour * HAND + held] = 1.0
                held += 1
        if state.turn == seat and state.chosen[colour] != NONE:
            out[COMMON + IS_CHOSEN + colour] = 1.0


@rule
def half_points(points: float) -> int:
    return min(STEPS - 1, int(2.0 * points))


@rule
def action_features(state: State, actions: Actions, count: int, out: Rows) -> None:
    if actions[0] >= DISCARD:
        for i in range(count):
            out[i, 0] = DISCARDS
        return
    points = np.zeros(count)
    advice.expect(state, actions, count, points)
    best = points.max()
    chosen = 0
    for colour in range(COLOURS):
        if state.chosen[colour] != NONE:
            chosen += 1
    seat = int(state.turn)
    for i in range(count):
        action = int(actions[i])
        less = half_points(best - points[i])
        if action < CAST:
            colour, value = action // VALUES, action % VALUES
            late = 1 if advice.later_colour_chosen(state, colour) else 0
            out[i, 0] = CARD_GAIN + min(2, chosen) * STEPS + half_points(points[i])
            out[i, 1] = CARD_LOSS + less
            out[i, 2] = CARD_COLOUR + 2 * colour + late
            out[i, 3] = CARD_VALUE + value
            out[i, 4] = CARD_HELD + min(4, int(state.hand[seat, action]))
        else:
            tile = action - CAST
            grade, owned = int(state.grade[tile]), 0 if state.owner[tile] == NOBODY else 1
            odds = advice.odds(state, tile, rules.room_at(state, seat, tile), rules.error_at(state, tile))
            out[i, 0] = CAST_GAIN + half_points(points[i])
            out[i, 1] = CAST_LOSS + less
            out[i, 2] = CAST_GRADE + 2 * grade + owned
            out[i, 3] = CAST_ODDS + int(10.0 * odds)
            out[i, 4] = CAST_CARDS + chosen
