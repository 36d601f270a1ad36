"""What a match is worth to each seat, from 0 (last) to 1 (first): what players strive for, as a number."""

import math

import numpy as np
import numpy.typing as npt

from tilora.kernel.contract.marks import rule
from tilora.kernel.contract.state import State

Values = npt.NDArray[np.float64]

MARGIN_WEIGHT = 0.15
"""How much of the worth is the margin in points; the rest is the rank."""
MARGIN_SCALE = 20.0
"""The lead in points that counts half of what an infinite lead would."""


@rule
def result(state: State, values: Values, scores: Values) -> None:
    """What a finished match is worth by seat: the rank, and the margin as the finer signal."""
    seats = int(state.seats)
    for seat in range(seats):
        beaten = 0.0
        best_other = -1_000_000.0
        for other in range(seats):
            if other == seat:
                continue
            if state.rank[other] > state.rank[seat]:
                beaten += 1.0
            elif state.rank[other] == state.rank[seat]:
                beaten += 0.5
            best_other = max(best_other, float(state.score[other]))
        values[seat] = blended(beaten / (seats - 1), float(state.score[seat]) - best_other)
        scores[seat] = state.score[seat]


@rule
def blended(rank_value: float, lead: float) -> float:
    """A result from 0 to 1 out of the share of opponents beaten and the lead over the best of them."""
    margin = 0.5 + 0.5 * lead / (abs(lead) + MARGIN_SCALE)
    return (1.0 - MARGIN_WEIGHT) * rank_value + MARGIN_WEIGHT * margin


@rule
def foresee(seats: int, scores: Values, spread: float, values: Values) -> None:
    """`values` holds what a match is worth that stands at these scores, if leads of `spread` points may still turn."""
    for seat in range(seats):
        beaten = 0.0
        best_other = -1_000_000.0
        for other in range(seats):
            if other != seat:
                beaten += 1.0 / (1.0 + math.exp((scores[other] - scores[seat]) / spread))
                best_other = max(best_other, scores[other])
        values[seat] = blended(beaten / (seats - 1), scores[seat] - best_other)
