"""Pebbles: draw white and black pebbles from a bowl, and bank them in secret.

Everybody starts with two pebbles. In a turn a seat draws one, or banks one or more of those it holds. A seat with
nothing left to do is passed over. When all pebbles are banked, a white one counts 1, and every two black ones
count 3. Who holds or has banked what is a secret until then; how many is not.
"""

import numpy as np
import numpy.typing as npt

from tilora.kernel import Actions, State, end_match, layout, rule
from tilora.kernel.toolkit import deal, deal_unseen

# What the state holds

WHITE, BLACK = 0, 1
COLOURS = 2
MOST_SEATS = 4
FIRST_HAND = 2
BANK, DRAW, END = 0, 2, 3
"""Actions: BANK + colour, DRAW, END."""
ALL_BANKED = 1

STATE = layout(
    MOST_SEATS,
    [
        ("of_colour", np.int8),  # how many pebbles of each colour there are
        ("bowl_size", np.int8),
        ("banked_now", np.int8),  # pebbles banked so far in this turn
        ("hand_size", np.int8, (MOST_SEATS,)),
        ("bank_size", np.int8, (MOST_SEATS,)),
        ("bowl", np.int8, (COLOURS,)),
        ("hand", np.int8, (MOST_SEATS, COLOURS)),
        ("bank", np.int8, (MOST_SEATS, COLOURS)),
    ],
)
MOST_ACTIONS = 4
PAST = ()


def codes(variant: int) -> Actions:
    """Return every action there can be, in rising order."""
    return np.arange(MOST_ACTIONS, dtype=np.int32)


# How it starts


@rule
def start(state: State, options: npt.NDArray[np.int64], chance: np.record) -> None:
    of_colour = 6 * (1 + int(options[0]))
    state.of_colour = of_colour
    state.bowl[:] = of_colour
    state.bowl_size = 2 * of_colour
    for seat in range(state.seats):
        draw_pebbles(state, seat, FIRST_HAND, chance)


@rule
def draw_pebbles(state: State, seat: int, count: int, chance: np.record) -> None:
    state.bowl_size = deal(state.bowl, state.bowl_size, state.hand[seat], count, chance)
    state.hand_size[seat] += count


# What is legal


@rule
def legal(state: State, out: Actions) -> int:
    count = 0
    if state.over:
        return count
    for colour in range(COLOURS):
        if state.hand[state.turn, colour] > 0:
            out[count] = BANK + colour
            count += 1
    if state.banked_now > 0 or state.bowl_size > 0:
        out[count] = END if state.banked_now > 0 else DRAW
        count += 1
    return count


# What an action does


@rule
def play(state: State, action: int, chance: np.record) -> None:
    seat = state.turn
    if action == DRAW:
        draw_pebbles(state, seat, 1, chance)
        pass_on(state)
    elif action == END:
        pass_on(state)
    else:
        state.hand[seat, action - BANK] -= 1
        state.hand_size[seat] -= 1
        state.bank[seat, action - BANK] += 1
        state.bank_size[seat] += 1
        state.banked_now += 1


@rule
def pass_on(state: State) -> None:
    """Give the turn to the next seat that can do anything; if there is none, the match is over."""
    state.turns += 1
    state.banked_now = 0
    for step in range(1, state.seats + 1):
        seat = (state.turn + step) % state.seats
        if state.bowl_size > 0 or state.hand_size[seat] > 0:
            state.turn = seat
            return
    end(state)


# How it ends


@rule
def end(state: State) -> None:
    for seat in range(state.seats):
        state.score[seat] = state.bank[seat, WHITE] + 3 * (state.bank[seat, BLACK] // 2)
    end_match(state, ALL_BANKED, state.score)


# What is hidden: hands and banks of others, and so the bowl, until the match is over


@rule
def redact(state: State, seat: int) -> None:
    if state.over:
        return
    state.bowl[:] = 0
    for other in range(state.seats):
        if other != seat:
            state.hand[other] = 0
            state.bank[other] = 0


@rule
def imagine(state: State, seat: int, chance: np.record) -> None:
    if state.over:
        return
    state.bowl[:] = state.of_colour
    if seat >= 0:
        state.bowl[:] -= state.hand[seat] + state.bank[seat]
    deal_unseen(state, seat, state.bowl, state.hand, state.hand_size, chance)
    deal_unseen(state, seat, state.bowl, state.bank, state.bank_size, chance)
