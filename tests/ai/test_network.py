"""Learned players: what a network sees is no secret, its gradients are right, and it learns the toy game."""

import itertools
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conformance.play import NAMES, TABLES, engine, random_game
from tilora.ai.network import checkpoint, contract, search
from tilora.ai.network.backend import NumpyBackend
from tilora.ai.network.checkpoint import Checkpoint
from tilora.ai.network.learner import Chunk, Learner, agrees_with_numpy
from tilora.ai.network.player import NetworkPlayer, begin_in
from tilora.ai.network.self_play_worker import Plan, compile_function
from tilora.ai.network.training import Training, TrainingSettings
from tilora.ai.network.weights import Weights, new_weights
from tilora.kernel import BadSetup, Game, Match, State, chance_of, game_named
from tilora.kernel.contract.state import cell, copied_cell

STEPS = 40


def some_states(game: Game, seats: int, most: int = STEPS) -> list[State]:
    """States of random games, spread evenly."""
    states = [moment.before for seed in range(2) for moment in random_game(game, seats, seed)]
    return states[:: max(1, len(states) // most)]


def seen(game: Game, state: State, seat: int) -> Any:
    shape = contract.register(game)
    out = np.zeros(shape.features, np.float32)
    contract.features(state, seat, out)
    return out


def rows_of(game: Game, state: State, legal: Any) -> Any:
    shape = contract.register(game)
    out = np.full((len(legal), shape.action_width), -1, np.int16)
    contract.action_features(state, legal, len(legal), out)
    return out


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=NAMES)
def test_features_tell_no_secret(game: Game, seats: int) -> None:
    rules = engine(game)
    for number, state in enumerate(some_states(game, seats)):
        for seat in range(seats):
            known = seen(game, state, seat)
            view = rules.redact(state, seat)
            assert np.array_equal(known, seen(game, view, seat))
            assert np.array_equal(known, seen(game, rules.imagine(view, seat, chance_of(number, 0)), seat))
            assert np.isfinite(known).all()
            assert abs(known).max() < 20.0
        legal = rules.legal(state)
        rows = rows_of(game, state, legal)
        assert np.array_equal(rows, rows_of(game, rules.redact(state, int(state.turn)), legal))
        assert rows.max() < contract.register(game).action_features
        assert (rows.max(axis=1) >= 0).all()


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=NAMES)
def test_the_network_says_the_same_compiled_and_interpreted(game: Game, seats: int) -> None:
    shape, hidden = contract.register(game), (16, 8)
    weights = new_weights(shape, hidden, 5)
    here, there = (search.make_memory(game.rules, shape, hidden, 2) for _ in range(2))
    begin = compile_function(game, begin_in)
    for state in some_states(game, seats, 6):
        view = cell(engine(game).redact(state, int(state.turn)))
        begin_in(view, weights, here)
        begin(view, weights, there)
        count = int(here.count[0])
        assert count == there.count[0]
        assert np.array_equal(here.action[:count], there.action[:count])
        np.testing.assert_allclose(here.logit[:count], there.logit[:count], rtol=1e-4, atol=1e-5)
        np.testing.assert_allclose(here.prior[:count], there.prior[:count], rtol=1e-4, atol=1e-5)
        np.testing.assert_allclose(here.values[:seats], there.values[:seats], rtol=1e-4)


def test_black_sees_in_cublino_what_white_would() -> None:
    for name in ("cublino-pur", "cublino-contra"):
        game = game_named(name)
        states = some_states(game, 2)
        start = states[0]
        mirrored = copied_cell(start)[0]
        mirrored.turn = 1
        assert np.array_equal(seen(game, start, 0), seen(game, mirrored, 1))


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
