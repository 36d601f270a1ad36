"""The network: its weights, and what it makes of features, written as rules over plain arrays.

    features --w1--> hidden 1 --w2--> hidden 2 --wv--> result of every seat, points to come of every seat
                                               --wp--> one number for each action feature

The first layer is read sparsely: most features of a position are zero. An action's logit is the sum of the numbers of
its features.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from tilora.ai.network.contract import Floats, Shape
from tilora.kernel import rule


class Weights(NamedTuple):
    """The weights. Columns of `wv`: results by seat, beginning with the viewer, then points in the same order."""

    w1: Any
    b1: Any
    w2: Any
    b2: Any
    wv: Any
    bv: Any
    wp: Any
    bp: Any


def new_weights(shape: Shape, hidden: tuple[int, int], seed: int) -> Weights:
    """Return an untrained network: all seats, and nearly all actions, look equal to it."""
    dice = np.random.default_rng(seed)

    def normal(rows: int, columns: int, spread: float) -> Floats:
        return (dice.standard_normal((rows, columns)) * spread).astype(np.float32)

    def zeros(size: int) -> Floats:
        return np.zeros(size, np.float32)

    first, second = hidden
    return Weights(
        normal(shape.features, first, 0.1),
        zeros(first),
        normal(first, second, math.sqrt(2 / first)),
        zeros(second),
        normal(second, 2 * shape.seats, 0.1 / math.sqrt(second)),
        zeros(2 * shape.seats),
        normal(second, shape.action_features, 0.1 / math.sqrt(second)),
        zeros(shape.action_features),
    )


def hidden_sizes(weights: Weights) -> tuple[int, int]:
    """Return the sizes of the two hidden layers."""
    return len(weights.b1), len(weights.b2)


@rule
def forward(x: Floats, weights: Weights, hidden_1: Floats, hidden_2: Floats) -> None:
    """Compute the hidden layers from the features."""
    linear(x, weights.w1, weights.b1, hidden_1)
    rectify(hidden_1)
    linear(hidden_1, weights.w2, weights.b2, hidden_2)
    rectify(hidden_2)


@rule
def linear(x: Floats, matrix: Any, bias: Any, out: Floats) -> None:
    """Set `out` to `x` times the matrix, plus the bias. Zeros are skipped, and the inner loop vectorises."""
    for j in range(len(out)):
        out[j] = bias[j]
    for i in range(len(x)):
        a = x[i]
        if a != 0.0:
            for j in range(len(out)):
                out[j] += a * matrix[i, j]


@rule
def rectify(x: Floats) -> None:
    for j in range(len(x)):
        x[j] = max(x[j], np.float32(0.0))


@rule
def sigmoid(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, x))))
