"""The learner: hand-written gradients of the network, which `adam` follows.

It is written once, for any backend. It minimises the cross-entropy of each seat's result, the cross-entropy of the
policy, and the squared error of the points still to come.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from tilora.ai.network.checkpoint import LearnerState
from tilora.ai.network.contract import Shape
from tilora.ai.network.weights import Weights, new_weights
from tilora.ai.training.adam import Adam
from tilora.ai.training.backend import Backend, NumpyBackend, TorchBackend
from tilora.ai.training.window import Chunk, Window

RESULT_SHARE = 0.7
"""The share of the actual result in the target; the rest is the value found by the search."""
POLICY_WEIGHT = 1.0
POINTS_WEIGHT = 0.2
WEIGHT_DECAY = 0.01
AVERAGE_DECAY = 0.999
"""How much of the average of the weights is left after a step."""
EVERY = slice(None)


class Losses(NamedTuple):
    """The average losses of the network's outputs."""

    result: float
    policy: float
    points: float


class Layers(NamedTuple):
    """What a network makes of features."""

    hidden_1: Any
    hidden_2: Any
    values: Any
    """Results by seat, then points, before they are scaled."""


class Learner:
    """A network that learns."""

    def __init__(
        self,
        backend: Backend,
        shape: Shape,
        weights: Weights,
        state: LearnerState | None = None,
        result_share: float = RESULT_SHARE,
    ) -> None:
        self._backend, self._shape, self._result_share = backend, shape, result_share
        self.average = self._on_device(weights)
        self._weights = self._on_device(state.current if state else weights)
        blank = Weights(*(array * 0.0 for array in weights))
        self._mean = self._on_device(state.mean if state else blank)
        self._square = self._on_device(state.square if state else blank)
        self._adam = Adam(self._mean, self._square, state.steps if state else 0, sqrt=backend.sqrt)

    @property
    def steps(self) -> int:
        """How many steps it has made."""
        return self._adam.steps

    def weights(self) -> Weights:
        """Return the average of the latest weights, which plays better than any of them."""
        return self._on_host(self.average)

    def state(self) -> LearnerState:
        """Return what is needed to continue."""
        return LearnerState(
            self._on_host(self._weights), self._on_host(self._mean), self._on_host(self._square), self.steps
        )

    def _on_device(self, weights: Weights) -> Weights:
        return Weights(*(self._backend.array(array) for array in weights))

    def _on_host(self, weights: Weights) -> Weights:
        return Weights(*(self._backend.to_numpy(array) for array in weights))

    def learn(self, window: Window, batch: int, rate: float) -> tuple[Any, Any, Any]:
        """Make one step on random samples of the window, and return the losses on the learner's device."""
        losses, gradients = self.gradients(window.chunk, window.draw(batch))
        self.step(gradients, rate, WEIGHT_DECAY)
        renewal = max(1.0 - AVERAGE_DECAY, 1.0 / (1.0 + self.steps / 10.0))
        for array, average in zip(self._weights, self.average, strict=True):
            average += renewal * (array - average)
        return losses

    def gradients(self, window: Chunk, pick: Any) -> tuple[tuple[Any, Any, Any], Weights]:
        """Return the losses on the picked samples, and their gradients."""
        x = self._backend.floats(window.x[pick])
        layers = self.layers(x)
        result_loss, points_loss, d_values = self._value_losses(window, pick, layers.values)
        policy_loss, with_policy, d_z = self._policy_loss(window, pick, layers.hidden_2)
        gradients = self.backward(x, layers, d_values, d_z, with_policy)
        return (result_loss, policy_loss, points_loss), gradients

    # The network, whatever it learns: also for those who have a loss of their own, such as policy gradients

    def layers(self, x: Any) -> "Layers":
        """Return what the network makes of these features, by the latest weights."""
        weights = self._weights
        hidden_1 = x @ weights.w1 + weights.b1
        hidden_1 = hidden_1 * (hidden_1 > 0)
        hidden_2 = hidden_1 @ weights.w2 + weights.b2
        hidden_2 = hidden_2 * (hidden_2 > 0)
        return Layers(hidden_1, hidden_2, hidden_2 @ weights.wv + weights.bv)

    def actions(self, hidden: Any) -> Any:
        """Return the numbers of all action features, by the second hidden layer."""
        return hidden @ self._weights.wp + self._weights.bp

    def backward(self, x: Any, layers: "Layers", d_values: Any, d_z: Any, with_policy: Any = EVERY) -> Weights:
        """Return the gradients of the weights by those of the values, and of the action features.

        `with_policy` says which samples the action features are of.
        """
        weights = self._weights
        d_hidden_2 = d_values @ weights.wv.T
        d_hidden_2[with_policy] += d_z @ weights.wp.T
        d_hidden_2 = d_hidden_2 * (layers.hidden_2 > 0)
        d_hidden_1 = (d_hidden_2 @ weights.w2.T) * (layers.hidden_1 > 0)
        return Weights(
            x.T @ d_hidden_1,
            d_hidden_1.sum(0),
            layers.hidden_1.T @ d_hidden_2,
            d_hidden_2.sum(0),
            layers.hidden_2.T @ d_values,
            d_values.sum(0),
            layers.hidden_2[with_policy].T @ d_z,
            d_z.sum(0),
        )

    def step(self, gradients: Weights, rate: float, weight_decay: float = 0.0) -> None:
        """Follow the gradients one step."""
        self._adam.step(self._weights, gradients, rate, weight_decay)

    # What our networks learn from samples of self-play

    def _value_losses(self, window: Chunk, pick: Any, output: Any) -> tuple[Any, Any, Any]:
        """Return the losses of results and points, and the gradient of the outputs."""
        backend, seats = self._backend, self._shape.seats
        is_used = backend.floats(backend.arange(seats)[None, :] < window.seats[pick][:, None])
        parts = is_used / is_used.sum()
        result, search = backend.floats(window.result[pick]), backend.floats(window.search[pick])
        target = self._result_share * result + (1.0 - self._result_share) * search
        value = 1.0 / (1.0 + backend.exp(-output[:, :seats].clip(-30.0, 30.0)))
        losses = target * backend.log(value + 1e-9) + (1.0 - target) * backend.log(1.0 - value + 1e-9)
        error = output[:, seats:] - backend.floats(window.points[pick]) / self._shape.points
        d_output = backend.zeros(len(pick), 2 * seats)
        d_output[:, :seats] = (value - target) * parts
        d_output[:, seats:] = POINTS_WEIGHT * error * parts
        return -(losses * parts).sum(), (0.5 * error * error * parts).sum(), d_output

    def _policy_loss(self, window: Chunk, pick: Any, hidden: Any) -> tuple[Any, Any, Any]:
        """Return the loss of the policy, which samples have a policy, and the gradient of the action features."""
        backend, size = self._backend, self._shape.action_features
        with_policy = backend.nonzero(window.count[pick])
        pick = pick[with_policy]
        samples = len(pick)
        counts = window.count[pick]
        owner = backend.repeat(backend.arange(samples), counts)
        # The entries of a sample are contiguous: entry n of those picked is at n, shifted to where its sample begins.
        shift = window.first[pick] - (backend.cumulative_sum(counts) - counts)
        entry = backend.arange(len(owner)) + shift[owner]
        rows = window.rows[entry]
        is_used = rows >= 0
        place = owner[:, None] * size + rows * is_used
        z = self.actions(hidden[with_policy])
        logit = (z.reshape(-1)[place] * is_used).sum(1)
        share = backend.floats(window.share[entry])
        exponentials = backend.exp(logit - backend.segment_max(logit, owner, samples)[owner])
        totals = backend.segment_sum(exponentials, owner, samples)[owner]
        policy = exponentials / totals
        loss = -(share * backend.log(policy + 1e-9)).sum() / max(1, samples)
        lower = (POLICY_WEIGHT / max(1, samples)) * (policy - share)
        d_z = backend.segment_sum((lower[:, None] * is_used).reshape(-1), place.reshape(-1), samples * size)
        return loss, with_policy, d_z.reshape(samples, size)


def best_backend(seed: int, log: Callable[[str], None]) -> Backend:
    """Return PyTorch if it is installed, has a GPU and agrees with NumPy, and NumPy otherwise."""
    try:
        backend = TorchBackend(seed)
        if "CPU" in backend.name:
            return NumpyBackend(seed)
        if not agrees_with_numpy(backend):
            raise RuntimeError("its gradients differ from NumPy's")
    except ImportError:
        return NumpyBackend(seed)
    except (AttributeError, RuntimeError, TypeError, ValueError) as error:
        log(f"PyTorch is installed but does not work: {error!r}. Learning with NumPy instead.")
        return NumpyBackend(seed)
    return backend


def agrees_with_numpy(candidate: Backend) -> bool:
    """Return whether a small network learns the same with this backend as with NumPy."""
    shape = Shape(6, 5, 2, 3, 10.0, 4, True)
    weights = new_weights(shape, (4, 3), 1)
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
    outputs = []
    for backend in (NumpyBackend(0), candidate):
        learner, window = Learner(backend, shape, weights), Window(backend, shape, 10)
        window.add(chunk)
        window.add(chunk)
        losses, gradients = learner.gradients(window.chunk, backend.array(pick + 5))
        learner.learn(window, 4, 0.0)
        outputs.append([*map(float, losses), *(backend.to_numpy(gradient) for gradient in gradients)])
    return all(np.allclose(ours, theirs, rtol=1e-3, atol=1e-4) for ours, theirs in zip(*outputs, strict=True))
