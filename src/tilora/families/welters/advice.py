"""Advice for searching Welters: cast where it pays, with cards that come close."""

import math

from tilora.families.welters import rules
from tilora.families.welters.rules import (
    CAST,
    COLOURS,
    DIE,
    DISCARD,
    HELP,
    NOBODY,
    NONE,
    SCORE,
    TILES,
    TOLERANCE,
    VALUES,
)
from tilora.kernel import State, rule
from tilora.kernel.worth import Values, blended

SEARCH = "tree"
SIMULATIONS = 12_000

ENOUGH = 8
"""Actions after which a playout is judged by the points: about two turns."""


@rule
def prefer(state: State, action: int) -> float:
    if action >= DISCARD:
        return 1.0
    if action >= CAST:
        return cast_weight(state, int(action) - CAST)
    return card_weight(state, int(action) // VALUES, int(action) % VALUES)


@rule
def gain(state: State, tile: int) -> float:
    """Points that capturing the tile brings, counted double where the opponent loses them."""
    points = float(SCORE[state.grade[tile]])
    return points if state.owner[tile] == NOBODY else 2.0 * points


@rule
def cast_weight(state: State, tile: int) -> float:
    """What the cast may be expected to bring, squared, so that the best stand out."""
    worth = gain(state, tile) * rules.odds(state, tile) / (DIE * DIE)
    return 0.01 + worth * worth


@rule
def card_weight(state: State, colour: int, value: int) -> float:
    """The best that the card could be part of, if the colours still missing were met well."""
    best = 0.0
    for tile in range(TILES):
        if state.owner[tile] == 1 + state.turn:
            continue
        error = abs(value - int(state.value[tile, colour]))
        for other in range(COLOURS):
            if other == colour:
                continue
            chosen = int(state.chosen[other])
            error += 2 if chosen == NONE else abs(chosen - 1 - int(state.value[tile, other]))
        room = float(TOLERANCE[state.grade[tile]] - error + HELP * rules.own_neighbours(state, tile))
        if state.owner[tile] != NOBODY:
            room -= 6.5
        chance = min(1.0, max(0.0, room / DIE))
        best = max(best, gain(state, tile) * chance)
    return 0.1 + best * best


@rule
def estimate(state: State, depth: int, values: Values, scores: Values) -> bool:
    """Between turns, after a few actions: the lead in points, which counts the more the fewer cards are left."""
    if depth < ENOUGH or rules.any_chosen(state):
        return False
    left = float(state.deck_size) + float(state.hand_size[0]) + float(state.hand_size[1])
    # Cards in hand are chances to come: each is worth about a point.
    lead = float(state.score[0] - state.score[1]) + 0.8 * float(state.hand_size[0] - state.hand_size[1])
    spread = 2.0 + 0.9 * math.sqrt(left)
    share = 1.0 / (1.0 + math.exp(-lead / spread))
    values[0] = blended(share, lead)
    values[1] = blended(1.0 - share, -lead)
    scores[0] = state.score[0]
    scores[1] = state.score[1]
    return True
