"""What a network thinks of the legal actions at first sight: its policy, without search and without the compiler."""

from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.ai.network import contract
from tilora.ai.network.weights import Weights
from tilora.kernel import Actions, Game, State


def policy(game: Game, view: State, legal: Actions, weights: Weights) -> npt.NDArray[np.float64]:
    """Return the probability of each legal action for the seat to act, which sees this view."""
    shape = contract.register(game)
    x = np.zeros(shape.features, np.float32)
    contract.features(view, int(view.turn), x)
    hidden: Any = x
    for matrix, bias in ((weights.w1, weights.b1), (weights.w2, weights.b2)):
        hidden = np.maximum(hidden @ matrix + bias, np.float32(0.0))
    z = np.append(hidden @ weights.wp + weights.bp, np.float32(0.0))  # the last one is for rows that say -1
    rows = np.full((len(legal), shape.action_width), -1, np.int16)
    contract.action_features(view, legal, len(legal), rows)
    logits = z[rows].sum(axis=1).astype(np.float64)
    shares = np.exp(logits - logits.max())
    result: npt.NDArray[np.float64] = shares / shares.sum()
    return result
