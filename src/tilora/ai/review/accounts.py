"""The accounts of a match: a smooth curve of what each seat could expect, so that its parts add up to the result.

What a position is worth is known roughly, what chance and decisions changed somewhat better, and the result exactly.
The curve fits all of that as well as it can. It begins at the value of the first position and ends at the result, and
whatever does not fit becomes a part of what was played, spread over the match, and never of luck.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

VALUE_ERROR = 3.0
"""How much less certain the value of a position is than what an action changed about it."""


def smooth_curve(values: Floats, changes: Floats, end: float) -> Floats:
    """Return the curve of one seat: the value before each action and after the last one.

    `values` holds what the position before each action seems to be worth; the first is exact. `changes` holds what each
    action, with the chance in it, seems to have changed.
    """
    count = len(changes)
    curve = np.empty(count + 1)
    curve[0] = values[0]
    curve[count] = end
    if count < 2:
        return curve
    # Minimise the squares of (curve - values) / VALUE_ERROR and of what the changes leave unexplained.
    pull = 1.0 / VALUE_ERROR**2
    right = pull * values[1:] + changes[:-1] - changes[1:]
    right[0] += curve[0]
    right[-1] += end
    curve[1:count] = _solve(2.0 + pull, right)
    return curve


def _solve(diagonal: float, right: Floats) -> Floats:
    """Return the solution of equations with `diagonal` on the diagonal and -1 beside it."""
    count = len(right)
    factor, reduced = np.empty(count), np.empty(count)
    factor[0], reduced[0] = -1.0 / diagonal, right[0] / diagonal
    for i in range(1, count):
        rest = diagonal + factor[i - 1]
        factor[i], reduced[i] = -1.0 / rest, (right[i] + reduced[i - 1]) / rest
    solution: Any = np.empty(count)
    solution[-1] = reduced[-1]
    for i in range(count - 2, -1, -1):
        solution[i] = reduced[i] - factor[i] * solution[i + 1]
    return solution
