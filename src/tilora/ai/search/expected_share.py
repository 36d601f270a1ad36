"""What a search expects, as people understand it: the share of opponents that a seat will beat.

In a search, a result also counts the margin in points a little, and in some games a draw counts less than half.
"""

import math
from collections.abc import Sequence

from tilora.ai.network.contract import Shape
from tilora.kernel.contract.result import unblended


class ExpectedShares:
    """Translates the values of one position, for which a search expects these results and scores by seat."""

    def __init__(self, shape: Shape, results: Sequence[float], scores: Sequence[float]) -> None:
        seats = len(results)
        self._certainty = shape.certainty
        self._leads = [
            scores[seat] - max(score for other, score in enumerate(scores) if other != seat) for seat in range(seats)
        ]
        draws = 0.0
        if shape.draw_value != 0.5:  # what all seats together miss is what draws have cost them
            draws = min(1.0, max(0.0, (seats / 2 - sum(results)) / (seats * (0.5 - shape.draw_value))))
        self._for_draws = draws * (0.5 - shape.draw_value)

    def of(self, value: float, seat: int) -> float:
        """Return the share of opponents that the seat will beat, where the search expects this value."""
        share = unblended(value + self._for_draws, self._leads[seat])
        if self._certainty == 1.0 or not 0.0 < share < 1.0:
            return share
        return 1.0 / (1.0 + math.exp(-self._certainty * math.log(share / (1.0 - share))))
