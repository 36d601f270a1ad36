"""What a match is worth to each seat, as a number from 0 (last) to 1 (first)."""

import math

import numpy as np
import numpy.typing as npt

from tilora.kernel.contract.marks import rule
from tilora.kernel.contract.state import State

Values = npt.NDArray[np.float64]

MARGIN_WEIGHT = 0.15
"""The share of the margin in points; the rest is the rank."""
MARGIN_SCALE = 20.0
"""The lead in points that counts half as much as an infinite lead."""


@rule
def result(state: State, values: Values, scores: Values) -> None:
    """Write what a finished match is worth to each seat: its rank, and a little for its margin."""
    seats = int(state.seats)
    for seat in range(seats):
        best_other = -1_000_000.0
        for other in range(seats):
            if other != seat:
                best_other = max(best_other, float(state.score[other]))
        values[seat] = blended(share_beaten(state, seat), float(state.score[seat]) - best_other)
        scores[seat] = state.score[seat]


@rule
def share_beaten(state: State, seat: int) -> float:
    """Return the share of opponents that the seat has beaten in a finished match; equals count half."""
    seats = int(state.seats)
    beaten = 0.0
    for other in range(seats):
        if other != seat and state.rank[other] > state.rank[seat]:
            beaten += 1.0
        elif other != seat and state.rank[other] == state.rank[seat]:
            beaten += 0.5
    return beaten / (seats - 1)


@rule
def blended(rank_value: float, lead: float) -> float:
    """Return a result from 0 to 1, made of the share of opponents beaten and the lead over the best of them."""
    margin = 0.5 + 0.5 * lead / (abs(lead) + MARGIN_SCALE)
    return (1.0 - MARGIN_WEIGHT) * rank_value + MARGIN_WEIGHT * margin


def unblended(value: float, lead: float) -> float:
    """Return the share of opponents beaten in an expected result, given the expected lead in points."""
    share = (value - blended(0.0, lead)) / (1.0 - MARGIN_WEIGHT)
    return min(1.0, max(0.0, share))


@rule
def foresee(seats: int, scores: Values, spread: float, values: Values) -> None:
    """Write what a running match with these scores is worth to each seat, if a lead of `spread` points can be lost."""
    for seat in range(seats):
        beaten = 0.0
        best_other = -1_000_000.0
        for other in range(seats):
            if other != seat:
                beaten += 1.0 / (1.0 + math.exp((scores[other] - scores[seat]) / spread))
                best_other = max(best_other, scores[other])
        values[seat] = blended(beaten / (seats - 1), scores[seat] - best_other)
