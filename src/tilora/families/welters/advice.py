"""Advice for searching Welters: cast where it pays, with the cards that come closest.

In games between greedy players, the final margin is about the lead now plus what the next cast of each seat can be
expected to bring: most tiles stay with whoever captures them. So the search looks closely at one turn and judges the
position after it. It plays on only when the deck is empty and every card counts.
"""

import math

import numpy as np
import numpy.typing as npt

from tilora.families.welters import rules
from tilora.families.welters.rules import CAST, COLOURS, DISCARD, MISSING, NOBODY, NONE, PAIRS, SCORE, TILES, VALUES
from tilora.kernel import Actions, State, rule
from tilora.kernel.contract.result import Values, blended

SEARCH = "tree"
TURNS = 1
SIMULATIONS = 6_000
LEVELS = (
    (0.0, 0.68),
    (0.0, 0.58),
    (0.0, 0.46),
    (0.0, 0.32),
    (0.04, 0.047),
    (0.13, 0.0185),
    (0.3, 0.0095),
    (1.0, 0.0),
)
"""Share and looseness by level. Casting greedily is nearly as good as casting well, and a hundred simulations come
close to the best there is. So levels differ in how steadily they play more than in how far they look, and the first
four do not search."""

SHARPNESS = 0.4
"""A cast that is expected to bring this many points less gets less weight by a factor of e."""
OUT_OF_ORDER = 0.02
"""The factor for a card when one of a later colour is already chosen. The order does not matter, so the search need
not look at the same cards in every order."""
TO_MOVE = 2.0
"""What it is worth to be the seat to act, in points."""


# A cast


@rule
def gain(state: State, tile: int) -> float:
    """Return the points for capturing the tile, doubled if the opponent loses them."""
    points = float(SCORE[state.grade[tile]])
    return points if state.owner[tile] == NOBODY else 2.0 * points


@rule
def odds(state: State, tile: int, room: int, error: int) -> float:
    """Return how likely a cast with that error is to capture the tile, if error and rolls may add up to `room`."""
    return rules.odds_within(room, int(state.owner[tile]), error) / PAIRS


@rule
def nearest(state: State, seat: int, near: npt.NDArray[np.int64]) -> None:
    """`near` holds, by colour and value, the least error of a card in the hand, or that of the chosen card."""
    for colour in range(COLOURS):
        chosen = int(state.chosen[colour]) if state.turn == seat else NONE
        hand = state.hand[seat, colour * VALUES : (colour + 1) * VALUES]
        if chosen != NONE:
            for value in range(VALUES):
                near[colour, value] = abs(chosen - 1 - value)
            continue
        error = MISSING
        for value in range(VALUES):
            error = 0 if hand[value] > 0 else min(error + 1, MISSING)
            near[colour, value] = error
        error = MISSING
        for value in range(VALUES - 1, -1, -1):
            error = 0 if hand[value] > 0 else min(error + 1, MISSING)
            near[colour, value] = min(error, near[colour, value])


@rule
def least_error(state: State, tile: int, near: npt.NDArray[np.int64]) -> int:
    error = 0
    for colour in range(COLOURS):
        error += near[colour, state.value[tile, colour]]
    return error


# Which actions look good


@rule
def weigh(state: State, actions: Actions, count: int, weights: Values) -> None:
    """Weigh cards by the best cast that they can be part of, and casts by the points they can be expected to bring."""
    if actions[0] >= DISCARD:
        for i in range(count):
            weights[i] = 1.0
        return
    expect(state, actions, count, weights)
    best = 0.0
    for i in range(count):
        best = max(best, weights[i])
    for i in range(count):
        weights[i] = math.exp((weights[i] - best) / SHARPNESS)
        if actions[i] < CAST and later_colour_chosen(state, int(actions[i]) // VALUES):
            weights[i] *= OUT_OF_ORDER


@rule
def expect(state: State, actions: Actions, count: int, points: Values) -> None:
    """`points` holds what each card or cast can be expected to bring, together with the best cards of other colours."""
    seat = int(state.turn)
    near = np.empty((COLOURS, VALUES), np.int64)
    nearest(state, seat, near)
    cards = 0
    while cards < count and actions[cards] < CAST:
        points[cards] = 0.0
        cards += 1
    for tile in range(TILES):
        if state.owner[tile] == 1 + seat:
            continue
        worth, room, error = gain(state, tile), rules.room_at(state, seat, tile), least_error(state, tile, near)
        for i in range(cards):
            if worth > points[i]:
                colour, value = int(actions[i]) // VALUES, int(actions[i]) % VALUES
                at = int(state.value[tile, colour])
                with_it = error - near[colour, at] + abs(value - at)
                points[i] = max(points[i], worth * odds(state, tile, room, with_it))
    for i in range(cards, count):
        tile = int(actions[i]) - CAST
        points[i] = gain(state, tile) * odds(state, tile, rules.room_at(state, seat, tile), rules.error_at(state, tile))


@rule
def later_colour_chosen(state: State, colour: int) -> bool:
    for other in range(colour + 1, COLOURS):
        if state.chosen[other] != NONE:
            return True
    return False


# What a position is worth


@rule
def estimate(state: State, depth: int, values: Values, scores: Values) -> bool:
    """Judge positions between turns while the deck lasts, by the lead and by what the next casts may bring."""
    if state.deck_size == 0 or state.chosen.any():
        return False
    lead = float(state.score[0] - state.score[1]) + promise(state, 0) - promise(state, 1)
    lead += TO_MOVE if state.turn == 0 else -TO_MOVE
    # Fitted to those games: how far the final margin spreads around the expected one.
    spread = 0.55 * math.sqrt(55.0 + 8.2 * state.deck_size)
    share = 1.0 / (1.0 + math.exp(-lead / spread))
    values[0] = blended(share, lead)
    values[1] = blended(1.0 - share, -lead)
    scores[0] = state.score[0]
    scores[1] = state.score[1]
    return True


@rule
def promise(state: State, seat: int) -> float:
    """Return the points that the seat's best cast can be expected to bring."""
    near = np.empty((COLOURS, VALUES), np.int64)
    nearest(state, seat, near)
    best = 0.0
    for tile in range(TILES):
        worth = gain(state, tile)
        if state.owner[tile] != 1 + seat and worth > best:
            error = least_error(state, tile, near)
            best = max(best, worth * odds(state, tile, rules.room_at(state, seat, tile), error))
    return best
