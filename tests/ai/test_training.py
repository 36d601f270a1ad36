"""Training: gradients are right, checkpoints come back, stronger networks are kept, and the toy game is learned."""

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from tests import plugin
from tests.clusters import dask
from tests.patience import patience
from tilora.ai import dask_cluster
from tilora.ai.network import checkpoint, contract
from tilora.ai.network.checkpoint import Checkpoint, LearnerState
from tilora.ai.network.weights import Weights, new_weights
from tilora.ai.training import train_command, window
from tilora.ai.training.adam import Adam
from tilora.ai.training.backend import NumpyBackend
from tilora.ai.training.gate import Gate, Verdict, elo_of
from tilora.ai.training.jobs import DuelJob, Plan, SelfPlayJob, packed, run_duel, run_self_play
from tilora.ai.training.learner import Learner, agrees_with_numpy
from tilora.ai.training.plot import plot
from tilora.ai.training.settings import TrainingSettings
from tilora.ai.training.training import Training, TrainingFiles
from tilora.ai.training.window import Chunk, Window
from tilora.kernel import BadSetup, TiloraError, game_named

PEBBLES = game_named("pebbles")
SHORT = TrainingSettings(
    hidden=(32, 16), batch=256, window=40_000, chunk=1_200, plan=Plan(16, 32, 0.5), gate_matches=40
)
"""Settings with which the toy game is learned in seconds."""


class Inline(Executor):
    """Runs everything at once in this process, so that a training is the same every time."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def say_nothing(text: str) -> None:
    """Take no notice."""


# Learning


class Exact(NumpyBackend):
    """Arrays of 64 bits, so that small differences can be seen."""

    def array(self, values: Any) -> Any:
        values = np.asarray(values)
        return values.astype(np.float64 if values.dtype.kind == "f" else np.int64)

    def floats(self, array: Any) -> Any:
        return array.astype(np.float64)

    def zeros(self, *shape: int, dtype: str = "float64") -> Any:
        return np.zeros(shape, dtype)


def test_the_optimiser_moves_by_its_rate_however_steep_it_is() -> None:
    for gradient in (1e-3, -5.0):
        array, row = np.ones((2, 2)), np.ones(2)
        adam = Adam([np.zeros((2, 2)), np.zeros(2)], [np.zeros((2, 2)), np.zeros(2)])
        for _ in range(3):
            adam.step([array, row], [np.full((2, 2), gradient), np.full(2, gradient)], 0.1)
        assert row == pytest.approx(1.0 - 0.3 * np.sign(gradient), abs=1e-4)
        assert array[0] == pytest.approx(row)
        adam.step([array, row], [np.zeros((2, 2)), np.zeros(2)], 0.1, weight_decay=1.0)
        assert abs(array[0, 0]) < abs(row[0]), "only matrices shrink"


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


def test_gradients_of_a_loss_of_ones_own_are_what_small_differences_say() -> None:
    shape, dice = contract.Shape(5, 4, 1, 1, 1.0, 4, True), np.random.default_rng(3)
    weights = Weights(*(array + 0.1 for array in new_weights(shape, (6, 5), 1)))
    x, of_values, of_actions = dice.random((7, 5)), dice.random((7, 2)), dice.random((7, 4))

    def loss(at: Weights) -> float:
        learner = Learner(Exact(0), shape, at)
        layers = learner.layers(x)
        return float((of_values * layers.values).sum() + (of_actions * learner.actions(layers.hidden_2)).sum())

    learner = Learner(Exact(0), shape, weights)
    gradients = learner.backward(x, learner.layers(x), of_values, of_actions)
    for name, gradient in gradients._asdict().items():
        for place in itertools.islice(np.ndindex(gradient.shape), 12):
            up, down = (getattr(weights, name).astype(np.float64) for _ in range(2))
            up[place] += 1e-5
            down[place] -= 1e-5
            slope = (loss(weights._replace(**{name: up})) - loss(weights._replace(**{name: down}))) / 2e-5
            assert gradient[place] == pytest.approx(slope, rel=1e-4, abs=1e-7), (name, place)
    before = loss(weights)
    learner.step(gradients, 1e-3)
    assert loss(learner.state().current) < before


def test_what_is_drawn_from_the_window_is_among_the_latest_samples_and_complete() -> None:
    shape, backend, dice = contract.Shape(3, 4, 2, 2, 10.0, 4, True), NumpyBackend(1), np.random.default_rng(1)
    latest = Window(backend, shape, 500)
    added = 0
    for _ in range(60):
        size = int(dice.integers(1, 90))
        counts = dice.integers(0, 20, size) * dice.integers(0, 2, size)
        numbers = np.arange(added, added + size)
        owner, nothing = np.repeat(numbers, counts), np.zeros((size, 2), np.float16)
        latest.add(
            Chunk(
                np.stack([numbers % 2048] * 3, 1).astype(np.float16),  # exact in 16 bits
                np.full(size, 2),
                nothing,
                nothing,
                nothing,
                np.cumsum(counts) - counts,
                counts,
                np.stack([owner % 2048] * 2, 1).astype(np.int16),
                np.zeros(len(owner), np.float16),
            )
        )
        added += size
        pick = latest.draw(300)
        chunk = latest.chunk
        drawn = chunk.x[pick, 0].astype(int)
        assert len(latest) <= 500
        assert ((added - 1 - drawn) % 2048 < len(latest)).all()
        assert len(set(drawn.tolist())) > min(len(latest), 300) / 3
        for place in pick:
            entries = chunk.rows[chunk.first[place] : chunk.first[place] + chunk.count[place]]
            assert (entries == chunk.x[place, 0]).all()


def test_the_window_forgets_the_first_half_of_what_was_played() -> None:
    shape, size = contract.Shape(3, 4, 2, 2, 10.0, 4, True), window.SMALLEST
    latest = Window(NumpyBackend(1), shape, 10 * size)
    empty, zeros = np.zeros((size // 4, 2), np.float16), np.zeros(size // 4, np.int64)
    rows, share = np.zeros((0, 2), np.int16), np.zeros(0, np.float16)
    for _ in range(16):
        latest.add(Chunk(np.zeros((size // 4, 3)), zeros + 2, empty, empty, empty, zeros, zeros, rows, share))
    assert len(latest) == 2 * size


# Files


def test_a_checkpoint_comes_back_as_it_was(tmp_path: Path) -> None:
    shape = contract.register(PEBBLES)
    weights = new_weights(shape, (8, 8), 3)
    current, mean, square = (Weights(*(array + number for array in weights)) for number in (1, 2, 3))
    saved = Checkpoint("pebbles", weights, {"matches": 7}, LearnerState(current, mean, square, 9))
    checkpoint.save(tmp_path / "it.npz", saved)
    back = checkpoint.load(tmp_path / "it.npz", shape)
    assert (back.game, back.history) == ("pebbles", {"matches": 7})
    assert back.learner
    assert back.learner.steps == 9
    for one, other in zip((back.weights, *back.learner[:3]), (weights, current, mean, square), strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    checkpoint.save(tmp_path / "small.npz", saved, small=True)
    small = checkpoint.load(tmp_path / "small.npz", shape)
    assert small.learner is None
    assert np.allclose(small.weights.w1, weights.w1, atol=1e-3)


@pytest.mark.parametrize("content", [b"", b"nothing", b"PK\x03\x04 half a file"])
def test_a_file_that_is_not_a_network_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "no.npz").write_bytes(content)
    with pytest.raises(BadSetup, match="is not a network file"):
        checkpoint.load(tmp_path / "no.npz")


def test_a_network_for_other_features_is_refused(tmp_path: Path) -> None:
    checkpoint.save(tmp_path / "it.npz", Checkpoint("pebbles", new_weights(contract.register(PEBBLES), (8, 8), 3)))
    with pytest.raises(BadSetup, match="different features"):
        checkpoint.load(tmp_path / "it.npz", contract.register(game_named("zellij")))


# Playing and keeping


def test_jobs_with_the_same_seed_and_weights_come_out_the_same() -> None:
    weights = packed(new_weights(contract.register(PEBBLES), (16, 8), 3))
    job = SelfPlayJob("pebbles", Plan(8, 16, 0.5), 5, 1, 1_000)
    (first, tally), (again, _) = run_self_play(job, weights), run_self_play(job, weights)
    assert tally[0] > 100
    assert all(np.array_equal(one, other) for one, other in zip(first, again, strict=True))
    other, _ = run_self_play(replace(job, number=2), weights)
    assert not np.array_equal(first.x[:100], other.x[:100])


def test_equal_networks_win_half_of_their_matches_and_nothing_is_kept() -> None:
    weights = packed(new_weights(contract.register(PEBBLES), (16, 8), 3))
    shares = [
        share for number in range(40) for share in run_duel(DuelJob("pebbles", 8, 1, number, 4), weights, weights)
    ]
    assert np.mean(shares) == pytest.approx(0.5, abs=0.06)
    gate = Gate(Checkpoint("pebbles", weights), weights, simulations=8, matches=100, seed=1, number=1)
    gate.start(Inline())
    verdict = gate.verdict()
    assert verdict.matches == 104  # whole jobs
    assert not verdict.is_kept


def test_a_network_is_kept_if_it_is_stronger_beyond_doubt() -> None:
    assert Verdict(0.56, 0.51, 0.61, 400, 64).is_kept
    assert not Verdict(0.54, 0.49, 0.59, 400, 64).is_kept
    assert elo_of(0.5) == 0.0
    assert elo_of(0.64) == pytest.approx(100, abs=1)
    assert elo_of(1.0) == -elo_of(0.0) == 800
    assert "54.0 % (49.0–59.0, +28 Elo) of 400 matches" in str(Verdict(0.54, 0.49, 0.59, 400, 64))


def test_a_short_training_beats_the_untrained_search_in_the_toy_game(tmp_path: Path) -> None:
    settings = replace(SHORT, minutes=10.0, samples=12_000, gate_steps=60, last_gate_matches=400)
    files = TrainingFiles(tmp_path, "pebbles")
    training = Training(PEBBLES, settings, NumpyBackend(1), files, say_nothing, plotted=True)
    untrained = training.kept
    training.run(Inline(), lambda: 1)
    kept = checkpoint.load(files.network, contract.register(PEBBLES))
    assert kept.history["gate"]["share"] > 0.5
    gate = Gate(kept, untrained, simulations=64, matches=400, seed=2, number=0)
    gate.start(Inline())
    assert gate.verdict().low > 0.6, gate.verdict()
    assert any(verdict.is_kept for verdict in training.verdicts)

    # The log says the same, and draws itself.
    events = [json.loads(line) for line in files.log.read_text().splitlines()]
    assert [event["kept"] for event in events if event["event"] == "gate"] == [
        verdict.is_kept for verdict in training.verdicts
    ]
    losses = [event["result_loss"] for event in events if event["event"] == "progress"]
    assert losses
    picture = ElementTree.fromstring(files.plot.read_text())  # noqa: S314 - we have just written it
    assert len(picture.findall(".//{http://www.w3.org/2000/svg}polyline")) == 4

    # And it goes on from there: with other matches, and only better networks.
    again = Training(
        PEBBLES,
        replace(settings, samples=2_000),
        NumpyBackend(1),
        files,
        say_nothing,
        resumed=files.load(contract.register(PEBBLES)),
    )
    assert all(
        np.array_equal(*arrays) for arrays in zip(again.learner.weights(), training.learner.weights(), strict=True)
    )
    again.run(Inline(), lambda: 1)
    last = checkpoint.load(files.checkpoint)
    assert len(last.history["sessions"]) == 2
    assert last.history["samples"] >= 14_000
    assert last.learner
    assert last.learner.steps == last.history["steps"]


def test_a_log_without_any_progress_can_be_drawn(tmp_path: Path) -> None:
    (tmp_path / "log").write_text('{"event": "start", "game": "pebbles"}\n{"event": "prog')
    plot(tmp_path / "log", tmp_path / "it.svg")
    assert "nothing yet" in (tmp_path / "it.svg").read_text()


# The command


def command(*arguments: str) -> list[str]:
    """The command line, with a checkpoint every second."""
    program = (
        "from tilora.ai.training import training; training.SAVE_EVERY = training.REPORT_EVERY = 1.0\n"
        "from tilora.cli import main; main()"
    )
    return [sys.executable, "-c", program, "train", *arguments]


def environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": os.environ[plugin.FOLDER]}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603
        command(*arguments), capture_output=True, text=True, env=environment(), timeout=patience(120)
    )


def children_of(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task/{process}/children")
    return [int(child) for child in listed.read_text().split()] if listed.exists() else []


def test_a_training_that_was_killed_continues_where_it_was(tmp_path: Path) -> None:
    files = TrainingFiles(tmp_path / "nets", "pebbles")
    arguments = ("pebbles", "--workers", "1", "--out", str(files.folder))
    with subprocess.Popen(command(*arguments, "--minutes", "30"), env=environment(), stderr=subprocess.PIPE) as begun:  # noqa: S603
        deadline = time.monotonic() + patience(120)
        while not files.checkpoint.exists() or checkpoint.load(files.checkpoint).history["steps"] == 0:
            assert begun.poll() is None, begun.stderr and begun.stderr.read()
            assert time.monotonic() < deadline
            time.sleep(0.2)
        workers = children_of(begun.pid)
        begun.send_signal(signal.SIGKILL)
    while any(Path(f"/proc/{worker}").exists() for worker in workers):  # they don't outlive it
        time.sleep(0.1)
    before = checkpoint.load(files.checkpoint)
    refused = run(*arguments)
    assert refused.returncode == 2
    assert "already holds a training of Pebbles" in refused.stderr
    done = run("pebbles", "--workers", "1", "--resume", str(files.folder), "--minutes", "0.05", "--json")
    assert done.returncode == 0, done.stderr
    after = checkpoint.load(files.checkpoint)
    assert after.history["steps"] > before.history["steps"]
    assert after.history["sessions"][0] == before.history["sessions"][0]
    assert len(after.history["sessions"]) == 2
    assert json.loads(done.stdout)["matches"] == after.history["matches"]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real Dask scheduler with two workers."""
    with dask(tmp_path_factory.mktemp("dask"), workers=2) as address:
        yield address


def test_self_play_runs_on_a_cluster(cluster: str, tmp_path: Path) -> None:
    done = run("pebbles", "--minutes", "0.05", "--cluster", cluster, "--out", str(tmp_path), "--plot")
    assert done.returncode == 0, done.stderr
    assert "matches of self-play" in done.stdout
    assert checkpoint.load(TrainingFiles(tmp_path, "pebbles").checkpoint).history["matches"] > 0
    assert (tmp_path / "pebbles.svg").exists()


@pytest.mark.parametrize(
    ("game", "more", "words"),
    [
        ("pebbles", {"minutes": 0.0}, "--minutes must be above 0 and at most 10,080, not 0"),
        ("pebbles", {"minutes": float("nan")}, "--minutes must be above 0"),
        ("pebbles", {"result_share": 1.5}, "--result-share must be from 0 to 1, not 1.5"),
        ("pebbles", {"rate": -1.0}, "--rate must be above 0 and at most 1, not -1"),
        ("pebbles", {"seed": -1}, "The seed must be a whole number from 0"),
        ("pebbles", {"workers": 0}, "number of workers must be a whole number from 1"),
        ("pebbles", {"resume": Path("nowhere")}, "There is no training of pebbles to resume in nowhere"),
        ("pebbles", {"cluster": "tcp://127.0.0.1:9"}, "No Dask scheduler answers at"),
        ("chess", {}, "There is no game 'chess'"),
    ],
)
def test_what_makes_no_sense_is_refused(
    game: str, more: dict[str, Any], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_cluster, "PATIENCE", 0.5)
    settings = {name: more.pop(name) for name in ("minutes", "rate", "result_share", "seed") if name in more}
    options: dict[str, Any] = {
        "workers": 1,
        "cluster": None,
        "out": tmp_path / "out",
        "resume": None,
        "learner": "numpy",
    }
    with pytest.raises(TiloraError, match=words):
        train_command.train(game, TrainingSettings(**settings), **(options | more))


def test_a_game_without_features_can_not_be_trained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "find_spec", lambda name: None)
    with pytest.raises(BadSetup, match=r"No network can be trained for Pebbles: there is no tilora_pebbles\.network"):
        train_command.train("pebbles", TrainingSettings(), workers=1, cluster=None, out=tmp_path, resume=None)
