"""Training: the gradients are right, checkpoints come back, and a short training learns the toy game."""

import itertools
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tilora.ai.network import checkpoint, contract
from tilora.ai.network.checkpoint import Checkpoint
from tilora.ai.network.player import NetworkPlayer
from tilora.ai.network.weights import Weights, new_weights
from tilora.ai.training.backend import NumpyBackend
from tilora.ai.training.learner import Chunk, Learner, agrees_with_numpy
from tilora.ai.training.training import Training, TrainingSettings
from tilora.ai.training.worker import Plan
from tilora.kernel import BadSetup, Match, game_named


class Exact(NumpyBackend):
    """Arrays of 64 bits, so that small differences can be told."""

    def array(self, values: Any) -> Any:
        values = np.asarray(values)
        return values.astype(np.float64 if values.dtype.kind == "f" else np.int64)

    def floats(self, array: Any) -> Any:
        return array.astype(np.float64)

    def zeros(self, *shape: int) -> Any:
        return np.zeros(shape)


def test_gradients_are_what_small_differences_say() -> None:
    shape = contract.Shape(5, 4, 2, 3, 10.0, 4, True)
    weights = new_weights(shape, (6, 5), 1)
    weights = Weights(*(array + 0.1 for array in weights))
    dice = np.random.default_rng(2)
    counts = np.array([0, 3, 2, 0, 4])
    chunk = Chunk(
        dice.random((5, 5)),
        np.array([2, 3, 2, 3, 3]),
        dice.random((5, 3)),
        dice.random((5, 3)),
        9 * dice.random((5, 3)),
        np.cumsum(counts) - counts,
        counts,
        dice.integers(-1, 4, (9, 2)),
        np.concatenate([np.full(count, 1 / count) for count in counts if count]),
    )
    pick = np.array([0, 4, 1, 2, 1, 3])

    def loss(at: Weights) -> float:
        result, policy, points = Learner(Exact(0), shape, at).gradients(chunk, pick)[0]
        return float(result + policy + 0.2 * points)

    _, gradients = Learner(Exact(0), shape, weights).gradients(chunk, pick)
    for name, gradient in gradients._asdict().items():
        for place in itertools.islice(np.ndindex(gradient.shape), 12):
            up, down = (getattr(weights, name).astype(np.float64) for _ in range(2))
            up[place] += 1e-5
            down[place] -= 1e-5
            slope = (loss(weights._replace(**{name: up})) - loss(weights._replace(**{name: down}))) / 2e-5
            assert gradient[place] == pytest.approx(slope, rel=1e-4, abs=1e-7), (name, place)
    assert agrees_with_numpy(NumpyBackend(1))


def test_a_checkpoint_comes_back_as_it_was(tmp_path: Path) -> None:
    shape = contract.register(game_named("pebbles"))
    weights = new_weights(shape, (8, 8), 3)
    moments = tuple((array + 1, array + 2) for array in weights)
    checkpoint.save(tmp_path / "it.npz", Checkpoint("pebbles", weights, {"matches": 7}, moments))
    back = checkpoint.load(tmp_path / "it.npz", shape)
    assert back.game == "pebbles"
    assert back.history == {"matches": 7}
    assert all(np.array_equal(one, other) for one, other in zip(back.weights, weights, strict=True))
    assert all(np.array_equal(one[1], other[1]) for one, other in zip(back.moments, moments, strict=True))
    with pytest.raises(BadSetup, match="other features"):
        checkpoint.load(tmp_path / "it.npz", contract.register(game_named("zellij")))
    (tmp_path / "no.npz").write_bytes(b"nothing")
    with pytest.raises(BadSetup, match="is not a network file"):
        checkpoint.load(tmp_path / "no.npz")


def test_a_minute_of_training_beats_the_untrained_search_in_the_toy_game(tmp_path: Path) -> None:
    game = game_named("pebbles")
    settings = TrainingSettings(
        minutes=0.3, hidden=(32, 16), batch=256, window=40_000, chunk=1_200, plan=Plan(16, 32, 0.5), reuse=2.0
    )
    lines: list[str] = []
    Training(game, settings, NumpyBackend(1)).run(tmp_path / "pebbles.npz", lines.append)
    untrained = new_weights(contract.register(game), (32, 16), 1)
    checkpoint.save(tmp_path / "new.npz", Checkpoint("pebbles", untrained))
    resumed = checkpoint.load(tmp_path / "pebbles.npz")
    assert resumed.history["matches"] > 100
    assert resumed.moments
    players = [
        NetworkPlayer(game, tmp_path / "pebbles-small.npz", 64, seed=1),
        NetworkPlayer(game, tmp_path / "new.npz", 64, seed=2),
    ]
    beaten = 0.0
    matches = 200
    for number in range(matches):
        match = Match(game, seats=2, seed=number // 2)
        while not match.over:
            view = match.view(match.turn)
            player = players[(match.turn + number) % 2]
            match.play(player.choose(view, view.texts(), math.inf))
        trained = number % 2
        mine, other = match.scores[trained], match.scores[1 - trained]
        beaten += 1.0 if mine > other else 0.5 if mine == other else 0.0
    assert beaten / matches > 0.6, lines
