"""Lanterns: a walk in the dark, for two to four.

In a turn, a seat rolls one, two or three dice and walks on by what they show, as often as it likes. Then it lights a
lantern, which is where its next turn begins. If any die shows a 1, the light goes out: the seat is back at its last
lantern, and its turn is over. The first lantern at the gate wins.
"""

import numpy as np
import numpy.typing as npt

from tilora.kernel import Actions, State, below, end_match, end_turn, layout, rule

WAYS = (50, 100)
MOST_SEATS = 4
MOST_DICE = 3
LIGHT = 0
"""Actions: LIGHT, or how many dice to roll, from 1 to 3."""
AT_THE_GATE = 1

STATE = layout(
    MOST_SEATS,
    [
        ("way", np.int8),
        ("walked", np.int8),  # beyond the lantern in this turn
        ("dice", np.int8, (MOST_DICE,)),  # as they were rolled last; 0 for those that were not
        ("throws", np.int8),  # counts from 0 to 3 and again, so that each roll can be seen
        ("lantern", np.int8, (MOST_SEATS,)),
    ],
)
RANGES = {"way": (50, 100), "walked": (0, 100), "dice": (0, 6), "throws": (0, 3), "lantern": (0, 100)}
MOST_ACTIONS = 1 + MOST_DICE
PAST = ("throws",)


def codes(variant: int) -> Actions:
    return np.arange(MOST_ACTIONS, dtype=np.int32)


@rule
def start(state: State, options: npt.NDArray[np.int64], chance: np.record) -> None:
    state.way = WAYS[options[0]]


@rule
def legal(state: State, out: Actions) -> int:
    count = 0
    if state.over:
        return count
    if state.walked > 0:
        out[count] = LIGHT
        count += 1
    if state.lantern[state.turn] + state.walked < state.way:
        for dice in range(1, MOST_DICE + 1):
            out[count] = dice
            count += 1
    return count


@rule
def play(state: State, action: int, chance: np.record) -> None:
    if action == LIGHT:
        light(state)
    else:
        roll(state, action, chance)


@rule
def roll(state: State, dice: int, chance: np.record) -> None:
    left = state.way - state.lantern[state.turn] - state.walked
    steps, goes_out = 0, False
    state.throws = (state.throws + 1) % 4
    for die in range(MOST_DICE):
        state.dice[die] = 1 + below(chance, 6) if die < dice else 0
        steps += state.dice[die]
        goes_out |= state.dice[die] == 1
    if goes_out:
        state.walked = 0
        end_turn(state)
    else:
        state.walked += min(steps, left)


@rule
def light(state: State) -> None:
    seat = state.turn
    state.lantern[seat] += state.walked
    state.score[seat] = state.lantern[seat]
    state.walked = 0
    state.dice[:] = 0
    if state.lantern[seat] == state.way:
        end_match(state, AT_THE_GATE, state.score)
    else:
        end_turn(state)
