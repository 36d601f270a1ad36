"""Advice for searching RowsAndCols: long lines are good, but a line of five is a gift to the next player."""

import math

from tilora.families.rows.rules import END, LONGEST_LINE, SWAP, line_points
from tilora.kernel import State, rule
from tilora.kernel.contract.result import Values, foresee
from tilora.kernel.toolkit.open_grid import AXES, CELLS, line_length

SEARCH = "tree"
SIMULATIONS = 8_000
LEVELS = (
    (0.0, 0.0),
    (0.0015, 0.09),
    (0.0045, 0.025),
    (0.006, 0.015),
    (0.01, 0.0105),
    (0.017, 0.006),
    (0.11, 0.0),
    (1.0, 0.0),
)
"""Share and looseness by level. Here a few hundred simulations find nearly as much as many thousands, so all levels but
the last differ in steadiness more than in thinking."""

ENOUGH = 10
"""Actions after which a playout is judged by the points: about two turns."""


@rule
def prefer(state: State, action: int) -> float:
    if action >= SWAP:
        return swap_weight(state, int(action))
    cell = int(action) % CELLS
    weight = 0.0
    for axis in AXES:
        length = line_length(state.grid, cell, axis)
        weight += 0.5 * length if length == LONGEST_LINE - 1 else line_points(length)
    return weight * weight


@rule
def swap_weight(state: State, action: int) -> float:
    """Swapping is for seats that can't place much. Those who swap at all swap most of the hand."""
    if action < END:
        return 0.1 if state.chosen_size == 0 else 2.0
    return 4.0 if state.placed_count > 0 else 1.0


@rule
def estimate(state: State, depth: int, values: Values, scores: Values) -> bool:
    """Judge by the lead in points, which counts more the fewer bricks are left; only between turns."""
    if depth < ENOUGH or state.placed_count > 0 or state.chosen_size > 0:
        return False
    seats = int(state.seats)
    left = float(state.bag_size)
    for seat in range(seats):
        left += state.hand_size[seat]
        scores[seat] = state.score[seat]
    spread = 3.0 + 1.1 * math.sqrt(left)
    foresee(seats, scores, spread, values)
    return True
