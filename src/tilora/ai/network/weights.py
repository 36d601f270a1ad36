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


class Scratch(NamedTuple):
    """Room for one evaluation of a network."""

    x: Any
    """The features of the position."""
    hidden_1: Any
    hidden_2: Any
    output: Any
    """By seat: results, then points."""
    z: Any
    """One number for each action feature."""
    rows: Any
    """The features of the legal actions."""
    places: Any
    """Where a layer is not zero, see `linear`."""


def make_scratch(shape: Shape, hidden: tuple[int, int]) -> Scratch:
    """Allocate room for networks of this shape."""
    return Scratch(
        x=np.zeros(shape.features, np.float32),
        hidden_1=np.zeros(hidden[0], np.float32),
        hidden_2=np.zeros(hidden[1], np.float32),
        output=np.zeros(2 * shape.seats, np.float32),
        z=np.zeros(shape.action_features, np.float32),
        rows=np.zeros((shape.most_actions, shape.action_width), np.int16),
        places=np.zeros(1 + max(shape.features, *hidden), np.int32),
    )


def hidden_sizes(weights: Weights) -> tuple[int, int]:
    """Return the sizes of the two hidden layers."""
    return len(weights.b1), len(weights.b2)


@rule
def forward(weights: Weights, scratch: Scratch) -> None:
    """Compute the hidden layers from the features in `scratch.x`."""
    linear(scratch.x, weights.w1, weights.b1, scratch.hidden_1, scratch.places)
    rectify(scratch.hidden_1)
    linear(scratch.hidden_1, weights.w2, weights.b2, scratch.hidden_2, scratch.places)
    rectify(scratch.hidden_2)


@rule
def linear(x: Floats, matrix: Any, bias: Any, out: Floats, places: Any) -> None:
    """Set `out` to `x` times the matrix, plus the bias. Zeros are skipped, and the inner loop vectorises.

    Rows of the matrix are added four at a time, so that `out` is read and written a quarter as often. `places` is room
    for one number more than `x` has.
    """
    count = 0
    for i in range(len(x)):
        places[count] = i
        count += 1 if x[i] != 0.0 else 0  # without a branch, which would be guessed wrong too often
    for j in range(len(out)):
        out[j] = bias[j]
    whole = count // 4 * 4
    for k in range(0, whole, 4):
        p, q, r, s = places[k], places[k + 1], places[k + 2], places[k + 3]
        a, b, c, d = x[p], x[q], x[r], x[s]
        for j in range(len(out)):
            out[j] += a * matrix[p, j] + b * matrix[q, j] + c * matrix[r, j] + d * matrix[s, j]
    for k in range(whole, count):
        p = places[k]
        a = x[p]
        for j in range(len(out)):
            out[j] += a * matrix[p, j]


@rule
def rectify(x: Floats) -> None:
    for j in range(len(x)):
        x[j] = max(x[j], np.float32(0.0))


@rule
def sigmoid(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, x))))
