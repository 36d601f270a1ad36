"""Learning by policy gradients: a small network learns Cublino Contra from nothing, by playing against others.

It plays hundreds of matches at once (a Gymnasium VectorEnv), first against random play, then against level 1, and then
against level 2, each until it wins most of its matches. Network and learner are those of `tilora train`, in NumPy: only
what is to be learned is different (PPO).

python examples/policy_gradient.py [minutes]
"""

import sys
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.ai.network.contract import Shape
from tilora.ai.network.weights import new_weights
from tilora.ai.training.backend import NumpyBackend
from tilora.ai.training.learner import Layers, Learner
from tilora.research import vector
from tilora.research.vector import LanesEnv

MINUTES = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
LANES, STEPS, HIDDEN, BATCH, EPOCHS = 512, 48, (128, 64), 2048, 2
DISCOUNT, SMOOTHING, CLIP, ENTROPY, RATE = 0.995, 0.95, 0.2, 0.01, 1e-3
OPPONENTS = (("random", 0.75), ("1", 0.5), ("2", 0.75))
"""Against whom, and which share of the points is enough to go on."""
dice = np.random.default_rng(1)
Array = npt.NDArray[Any]


class Network:
    """Two hidden layers, and from there the preference for each action and the expected reward."""

    def __init__(self, features: int, actions: int) -> None:
        shape = Shape(features, actions, action_width=1, seats=1, points=1.0, most_actions=actions, is_open=True)
        self.learner = Learner(NumpyBackend(1), shape, new_weights(shape, HIDDEN, seed=1))

    def forward(self, seen: Array, masks: Array) -> tuple[Layers, Array, Array]:
        layers = self.learner.layers(seen)
        logits = np.where(masks, self.learner.actions(layers.hidden_2), -1e9)
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        return layers, shares / shares.sum(axis=1, keepdims=True), layers.values[:, 0]

    def learn(
        self, seen: Array, masks: Array, numbers: Array, before: Array, advantages: Array, returns: Array
    ) -> None:
        """Make what went better than expected likelier, and expect what came."""
        layers, shares, values = self.forward(seen, masks)
        lanes = np.arange(len(seen))
        ratio = shares[lanes, numbers] / before
        useful = np.where(advantages > 0, ratio < 1 + CLIP, ratio > 1 - CLIP) * ratio * advantages
        logs = np.log(np.maximum(shares, 1e-8))
        slope = shares * (useful[:, None] + ENTROPY * (logs - (shares * logs).sum(axis=1, keepdims=True)))
        slope[lanes, numbers] -= useful
        of_values = np.zeros_like(layers.values)
        of_values[:, 0] = 0.5 * (values - returns) / len(seen)
        gradients = self.learner.backward(seen, layers, of_values, slope.astype(np.float32) / len(seen))
        self.learner.step(gradients, RATE)


def choose(shares: Array) -> Array:
    """Draw an action for every lane, each as likely as the network says."""
    return np.argmax(shares.cumsum(axis=1) > dice.random((len(shares), 1)) * shares.sum(axis=1, keepdims=True), axis=1)


def play(env: LanesEnv, network: Network, seen: dict[str, Array], steps: int) -> Iterator[tuple[Any, ...]]:
    """Play on in all lanes, and yield what is needed to learn from it."""
    for _ in range(steps):
        _, shares, values = network.forward(seen["observation"], seen["action_mask"])
        numbers = choose(shares)
        chances = shares[np.arange(LANES), numbers]
        before, (seen, rewards, ended, _, _) = seen, env.step(numbers)
        yield before["observation"], before["action_mask"], numbers, chances, values, rewards, ended, seen


def advantages_of(values: Array, rewards: Array, ended: Array, last: Array) -> Array:
    """Return how much better than expected each action turned out, smoothed over the steps that follow."""
    better, carried = np.zeros_like(rewards), np.zeros(LANES, np.float32)
    for step in reversed(range(len(rewards))):
        later = last if step == len(rewards) - 1 else values[step + 1]
        carried = rewards[step] - values[step] + DISCOUNT * ~ended[step] * (later + SMOOTHING * carried)
        better[step] = carried
    return better


def points(network: Network, opponents: str, steps: int = 120) -> tuple[float, int]:
    """Return the share of points against an opponent: 1 for a win, a half for a draw."""
    env = vector.env("cublino-contra", LANES, opponents=opponents)
    told = list(play(env, network, env.reset(seed=7)[0], steps))
    rewards, ended = np.array([step[5] for step in told]), np.array([step[6] for step in told])
    return float((rewards[ended].mean() + 1) / 2) if ended.any() else 0.5, int(ended.sum())


def learn_from(network: Network, told: list[tuple[Any, ...]]) -> None:
    """Learn from all steps of all lanes."""
    observed, masks, numbers, chances, values, rewards, ended = map(np.array, list(zip(*told, strict=True))[:-1])
    seen = told[-1][-1]
    advantages = advantages_of(values, rewards, ended, network.forward(seen["observation"], seen["action_mask"])[2])
    returns = advantages + values
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
    together = [
        np.concatenate(list(each)) for each in (observed, masks, numbers, chances, advantages, returns)
    ]  # one row for each step of each lane
    for _ in range(EPOCHS):
        for some in np.array_split(dice.permutation(STEPS * LANES), STEPS * LANES // BATCH):
            network.learn(*(each[some] for each in together))


begin = time.monotonic()
shown = vector.env("cublino-contra", 1).reset(seed=0)[0]
network = Network(shown["observation"].shape[1], shown["action_mask"].shape[1])
for opponents, enough in OPPONENTS:
    env = vector.env("cublino-contra", LANES, opponents=opponents)
    seen = env.reset(seed=1)[0]
    recent: list[float] = []
    while time.monotonic() - begin < 60 * MINUTES:
        told = list(play(env, network, seen, STEPS))
        seen = told[-1][-1]
        learn_from(network, told)
        recent = [*recent, *((reward + 1) / 2 for step in told for reward in step[5][step[6]])][-1500:]
        if len(recent) == 1500 and np.mean(recent) > enough:
            break
    print(f"{time.monotonic() - begin:5.0f} s: {np.mean(recent or [0.5]):.0%} against {opponents}", flush=True)

for opponents, _ in OPPONENTS:
    share, matches = points(network, opponents)
    print(f"In the end: {share:.0%} of the points against {opponents}, in {matches} matches.")
