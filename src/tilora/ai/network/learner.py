"""The learner: gradients of the network, worked out by hand, and Adam to follow them.

It is written once over arrays of any backend. What it minimises: cross-entropy of each seat's result, cross-entropy of
the policy, and squared error of the points to come.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tilora.ai.network.backend import Backend, OnNumpy, OnTorch
from tilora.ai.network.contract import Floats, Shape
from tilora.ai.network.weights import Weights, fresh_weights

RESULT_SHARE = 0.7
"""How much of the target is how the match ended; the rest is what the search found."""
POLICY_WEIGHT = 1.0
POINTS_WEIGHT = 0.2
MEAN_DECAY, SQUARE_DECAY, SMALLEST = 0.9, 0.99, 1e-8
WEIGHT_DECAY = 0.01


class Chunk(NamedTuple):
    """Samples to learn from; see `self_play.Samples`."""

    x: Any
    seats: Any
    result: Any
    search: Any
    points: Any
    first: Any
    count: Any
    rows: Any
    share: Any


class Losses(NamedTuple):
    """How wrong the network was about each of the things that it says, on average."""

    result: float
    policy: float
    points: float


class Learner:
    """A network that learns."""

    def __init__(
        self,
        backend: Backend,
        shape: Shape,
        weights: Weights,
        moments: tuple[tuple[Floats, Floats], ...] = (),
        steps: int = 0,
    ) -> None:
        self._on = backend
        self._shape = shape
        self._weights = Weights(*(backend.array(array) for array in weights))
        self.steps = steps if moments else 0
        """Steps that the moments remember."""
        self._moments = [(backend.array(mean), backend.array(square)) for mean, square in moments] or [
            (array * 0.0, array * 0.0) for array in self._weights
        ]

    def weights(self) -> Weights:
        """What it has learned so far."""
        return Weights(*(self._on.numpy(array) for array in self._weights))

    def moments(self) -> tuple[tuple[Floats, Floats], ...]:
        """What it needs to go on."""
        return tuple((self._on.numpy(mean), self._on.numpy(square)) for mean, square in self._moments)

    def stored(self, chunk: Chunk) -> Chunk:
        """The chunk where the learner computes."""
        return Chunk(*(self._on.stored(array) for array in chunk))

    def joined(self, chunks: list[Chunk]) -> Chunk:
        """The chunks as one."""
        entries, firsts = 0, []
        for chunk in chunks:
            firsts.append(chunk.first + entries)
            entries += len(chunk.share)
        parts = {name: self._on.join([getattr(chunk, name) for chunk in chunks]) for name in Chunk._fields}
        return Chunk(**{**parts, "first": self._on.join(firsts)})

    def learn(self, window: Chunk, batch: int, rate: float) -> tuple[Any, Any, Any]:
        """One step has been made, on random samples of the window. The losses are returned where they were computed."""
        losses, gradients = self.gradients(window, self._on.drawn(len(window.x), batch))
        self.steps += 1
        mean_part = 1.0 - MEAN_DECAY**self.steps
        square_part = math.sqrt(1.0 - SQUARE_DECAY**self.steps)
        for array, gradient, (mean, square) in zip(self._weights, gradients, self._moments, strict=True):
            mean *= MEAN_DECAY
            mean += (1.0 - MEAN_DECAY) * gradient
            square *= SQUARE_DECAY
            square += (1.0 - SQUARE_DECAY) * gradient * gradient
            if array.ndim == 2:
                array *= 1.0 - rate * WEIGHT_DECAY
            array -= (rate / mean_part) * mean / (self._on.sqrt(square) / square_part + SMALLEST)
        return losses

    def gradients(self, window: Chunk, pick: Any) -> tuple[tuple[Any, Any, Any], Weights]:
        """The losses on the samples picked, and their gradients."""
        on, weights = self._on, self._weights
        x = on.floats(window.x[pick])
        hidden_1 = x @ weights.w1 + weights.b1
        hidden_1 = hidden_1 * (hidden_1 > 0)
        hidden_2 = hidden_1 @ weights.w2 + weights.b2
        hidden_2 = hidden_2 * (hidden_2 > 0)
        said = hidden_2 @ weights.wv + weights.bv
        result_loss, points_loss, d_said = self._seats(window, pick, said)
        policy_loss, with_policy, d_z = self._policy(window, pick, hidden_2)
        d_hidden_2 = d_said @ weights.wv.T
        d_hidden_2[with_policy] += d_z @ weights.wp.T
        d_hidden_2 = d_hidden_2 * (hidden_2 > 0)
        d_hidden_1 = (d_hidden_2 @ weights.w2.T) * (hidden_1 > 0)
        gradients = Weights(
            x.T @ d_hidden_1,
            d_hidden_1.sum(0),
            hidden_1.T @ d_hidden_2,
            d_hidden_2.sum(0),
            hidden_2.T @ d_said,
            d_said.sum(0),
            hidden_2[with_policy].T @ d_z,
            d_z.sum(0),
        )
        return (result_loss, policy_loss, points_loss), gradients

    def _seats(self, window: Chunk, pick: Any, said: Any) -> tuple[Any, Any, Any]:
        """The losses of results and points, and by how much what was said should have been lower."""
        on, most = self._on, self._shape.seats
        there = on.floats(on.count_up(most)[None, :] < window.seats[pick][:, None])
        parts = there / there.sum()
        target = RESULT_SHARE * on.floats(window.result[pick]) + (1.0 - RESULT_SHARE) * on.floats(window.search[pick])
        value = 1.0 / (1.0 + on.exp(-said[:, :most].clip(-30.0, 30.0)))
        losses = target * on.log(value + 1e-9) + (1.0 - target) * on.log(1.0 - value + 1e-9)
        off = said[:, most:] - on.floats(window.points[pick]) / self._shape.points
        d_said = on.zeros(len(pick), 2 * most)
        d_said[:, :most] = (value - target) * parts
        d_said[:, most:] = POINTS_WEIGHT * off * parts
        return -(losses * parts).sum(), (0.5 * off * off * parts).sum(), d_said

    def _policy(self, window: Chunk, pick: Any, hidden: Any) -> tuple[Any, Any, Any]:
        """The loss of the policy, which samples have one, and how much lower each action feature should have been."""
        on, size = self._on, self._shape.action_features
        with_policy = on.nonzero(window.count[pick])
        pick = pick[with_policy]
        samples = len(pick)
        counts = window.count[pick]
        owner = on.repeat(on.count_up(samples), counts)
        # Entries of a sample lie side by side: the n-th of all is at n, shifted by where its sample's begin.
        shift = window.first[pick] - (on.running(counts) - counts)
        entry = on.count_up(len(owner)) + shift[owner]
        rows = window.rows[entry]
        there = rows >= 0
        place = owner[:, None] * size + rows * there
        z = hidden[with_policy] @ self._weights.wp + self._weights.bp
        logit = (z.reshape(-1)[place] * there).sum(1)
        share = on.floats(window.share[entry])
        powers = on.exp(logit - on.highest(logit, owner, samples)[owner])
        totals = on.sums(powers, owner, samples)[owner]
        likely = powers / totals
        loss = -(share * on.log(likely + 1e-9)).sum() / max(1, samples)
        lower = (POLICY_WEIGHT / max(1, samples)) * (likely - share)
        d_z = on.sums((lower[:, None] * there).reshape(-1), place.reshape(-1), samples * size)
        return loss, with_policy, d_z.reshape(samples, size)


def best_backend(seed: int, said: Callable[[str], None]) -> Backend:
    """PyTorch if it is there, has a GPU and computes what NumPy does; else NumPy."""
    try:
        on = OnTorch(seed)
        if "CPU" in on.name:
            return OnNumpy(seed)
        if not is_right(on):
            raise RuntimeError("its gradients differ from NumPy's")
    except ImportError:
        return OnNumpy(seed)
    except (AttributeError, RuntimeError, TypeError, ValueError) as error:
        said(f"PyTorch is there, but does not do: {error!r}. Learning goes on with NumPy.")
        return OnNumpy(seed)
    return on


def is_right(on: Backend) -> bool:
    """Whether a small network learns there as it does with NumPy."""
    shape = Shape(6, 5, 2, 3, 10.0, 4, True)
    weights = fresh_weights(shape, (4, 3), 1)
    dice = np.random.default_rng(2)
    counts = np.array([0, 3, 2, 0, 4])
    chunk = Chunk(
        dice.random((5, 6)).astype(np.float16),
        np.array([2, 3, 2, 3, 3]),
        dice.random((5, 3)).astype(np.float16),
        dice.random((5, 3)).astype(np.float16),
        (9 * dice.random((5, 3))).astype(np.float16),
        np.cumsum(counts) - counts,
        counts,
        dice.integers(-1, 5, (9, 2)).astype(np.int16),
        np.concatenate([np.full(count, 1 / count) for count in counts if count]).astype(np.float16),
    )
    pick = np.array([0, 4, 1, 2, 1, 3])
    found = []
    for backend in (OnNumpy(0), on):
        learner = Learner(backend, shape, weights)
        window = learner.joined([learner.stored(chunk), learner.stored(chunk)])
        losses, gradients = learner.gradients(window, backend.array(pick + 5))
        learner.learn(window, 4, 0.0)
        found.append([*map(float, losses), *(backend.numpy(gradient) for gradient in gradients)])
    return all(np.allclose(one, other, rtol=1e-3, atol=1e-4) for one, other in zip(*found, strict=True))
