"""The Adam optimiser, which all that learns here shares: the learner of the networks, and the examples."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

MEAN_DECAY = 0.9


class Adam:
    """Moves arrays against their gradients, each number at a pace of its own."""

    def __init__(
        self,
        means: Sequence[Any],
        squares: Sequence[Any],
        steps: int = 0,
        *,
        square_decay: float = 0.99,
        smallest: float = 1e-8,
        sqrt: Callable[[Any], Any] = np.sqrt,
    ) -> None:
        self.means, self.squares, self.steps = means, squares, steps
        """Of the gradients so far, one array for each that moves; at first zeros."""
        self._square_decay, self._smallest, self._sqrt = square_decay, smallest, sqrt

    def step(self, arrays: Sequence[Any], gradients: Sequence[Any], rate: float, weight_decay: float = 0.0) -> None:
        """Make one step at that rate. Matrices also shrink by the decay."""
        self.steps += 1
        mean_part = 1.0 - MEAN_DECAY**self.steps
        square_part = math.sqrt(1.0 - self._square_decay**self.steps)
        for array, gradient, mean, square in zip(arrays, gradients, self.means, self.squares, strict=True):
            mean *= MEAN_DECAY
            mean += (1.0 - MEAN_DECAY) * gradient
            square *= self._square_decay
            square += (1.0 - self._square_decay) * gradient * gradient
            if weight_decay and array.ndim == 2:
                array *= 1.0 - rate * weight_decay
            array -= (rate / mean_part) * mean / (self._sqrt(square) / square_part + self._smallest)
