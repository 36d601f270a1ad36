"""How Pebbles looks to a network: the own pebbles, and how many everybody has."""

import numpy as np
import numpy.typing as npt

from tilora.kernel import Actions, State, rule
from tilora_pebbles.rules import BLACK, COLOURS, MOST_ACTIONS, MOST_SEATS

POINTS = 6.0
HAND, BANK, ODD, BOWL, SEATS, OTHERS = 0, 2, 4, 5, 7, 10
FEATURES = OTHERS + 3 * MOST_SEATS
ACTION_FEATURES = 2 * MOST_ACTIONS
ACTION_WIDTH = 1


@rule
def features(state: State, seat: int, out: npt.NDArray[np.float32]) -> None:
    seats = int(state.seats)
    for colour in range(COLOURS):
        out[HAND + colour] = state.hand[seat, colour] / 3.0
        out[BANK + colour] = state.bank[seat, colour] / 3.0
    out[ODD] = float(state.bank[seat, BLACK] % 2)
    out[BOWL] = state.bowl_size / 12.0
    out[BOWL + 1] = state.of_colour / 12.0
    out[SEATS + seats - 2] = 1.0
    for k in range(seats):
        other = (seat + k) % seats
        out[OTHERS + 3 * k] = state.hand_size[other] / 4.0
        out[OTHERS + 3 * k + 1] = state.bank_size[other] / 4.0
        out[OTHERS + 3 * k + 2] = 1.0 if state.turn == other else 0.0


@rule
def action_features(state: State, actions: Actions, count: int, out: npt.NDArray[np.int16]) -> None:
    """The action, and whether banking has begun."""
    for i in range(count):
        out[i, 0] = int(actions[i]) + (MOST_ACTIONS if state.banked_now > 0 else 0)
