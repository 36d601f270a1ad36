"""Docks: a card game for two to four, with hidden hands.

There are four cards of each number from 1 to 7, and three docks. Everybody holds four cards. In a turn, a seat lays a
card on a dock and draws another one, as long as there are any. On an empty dock, or on a lower card, it makes the pile
higher, and scores the cards that are in it now. Otherwise the pile is shipped: the card lies there alone, and scores
nothing. When all cards have been played, the match is over.
"""

import numpy as np
import numpy.typing as npt

from tilora.kernel import Actions, State, end_match, end_turn, layout, rule
from tilora.kernel.toolkit import deal, deal_unseen

NUMBERS = 7
COPIES = 4
CARDS = NUMBERS * COPIES
HAND = 4
DOCKS = 3
MOST_SEATS = 4
ALL_PLAYED = 1

STATE = layout(
    MOST_SEATS,
    [
        ("deck_size", np.int8),
        ("deck", np.int8, (NUMBERS,)),  # how many cards of each number, from 1
        ("played", np.int8, (NUMBERS,)),
        ("hand_size", np.int8, (MOST_SEATS,)),
        ("hand", np.int8, (MOST_SEATS, NUMBERS)),
        ("top", np.int8, (DOCKS,)),  # the number that lies on top; 0 for an empty dock
        ("pile", np.int8, (DOCKS,)),  # how many cards lie there
    ],
)
RANGES = {"deck_size": (0, CARDS), "hand_size": (0, HAND), "top": (0, NUMBERS), "pile": (0, NUMBERS)}
MOST_ACTIONS = HAND * DOCKS


def codes(variant: int) -> Actions:
    """Return every action there can be: (number - 1) * DOCKS + dock."""
    return np.arange(NUMBERS * DOCKS, dtype=np.int32)


@rule
def start(state: State, options: npt.NDArray[np.int64], chance: np.record) -> None:
    state.deck[:] = COPIES
    state.deck_size = CARDS
    for seat in range(state.seats):
        draw_cards(state, seat, HAND, chance)


@rule
def draw_cards(state: State, seat: int, count: int, chance: np.record) -> None:
    state.deck_size = deal(state.deck, state.deck_size, state.hand[seat], count, chance)
    state.hand_size[seat] += count


@rule
def legal(state: State, out: Actions) -> int:
    count = 0
    if state.over:
        return count
    for action in range(NUMBERS * DOCKS):
        if state.hand[state.turn, action // DOCKS] > 0:
            out[count] = action
            count += 1
    return count


@rule
def play(state: State, action: int, chance: np.record) -> None:
    seat, number, dock = state.turn, action // DOCKS + 1, action % DOCKS
    state.hand[seat, number - 1] -= 1
    state.hand_size[seat] -= 1
    state.played[number - 1] += 1
    if number > state.top[dock]:
        state.pile[dock] += 1
        state.score[seat] += state.pile[dock]
    else:
        state.pile[dock] = 1
    state.top[dock] = number
    draw_cards(state, seat, min(1, state.deck_size), chance)
    end_turn(state)
    if state.hand_size[state.turn] == 0:  # all draw as long as there are cards, so all hands are empty together
        end_match(state, ALL_PLAYED, state.score)


@rule
def redact(state: State, seat: int) -> None:
    state.deck[:] = 0
    for other in range(state.seats):
        if other != seat:
            state.hand[other] = 0


@rule
def imagine(state: State, seat: int, chance: np.record) -> None:
    state.deck[:] = COPIES
    state.deck[:] -= state.played
    if seat >= 0:
        state.deck[:] -= state.hand[seat]
    deal_unseen(state, seat, state.deck, state.hand, state.hand_size, chance)
