"""Training for one game: workers play, the learner learns from their samples, and a gate decides what is kept."""

import math
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from tilora.ai.network import checkpoint, contract
from tilora.ai.network.checkpoint import Checkpoint
from tilora.ai.network.weights import new_weights
from tilora.ai.training import self_play
from tilora.ai.training.backend import Backend
from tilora.ai.training.gate import Gate, Verdict
from tilora.ai.training.jobs import SelfPlayJob, compile_all, packed, run_self_play
from tilora.ai.training.learner import Learner, Losses
from tilora.ai.training.plot import plot
from tilora.ai.training.settings import TrainingSettings
from tilora.ai.training.training_log import TrainingLog
from tilora.ai.training.window import Window
from tilora.kernel import BadSetup, Game

SAVE_EVERY = 30.0
"""Seconds between two checkpoints."""
REPORT_EVERY = 10.0
STEPS_AT_ONCE = 50
"""How many steps the learner makes before it looks for new samples."""
MOST_PENDING_STEPS = 800
"""A learner that is slower than the workers skips the steps beyond this many."""
JOBS_PER_WORKER = 2
"""One that is played, and one that waits."""
LAST_RATE = 0.05
"""The share of the learning rate that is left at the end."""


@dataclass(frozen=True)
class TrainingFiles:
    """The files of a training, all in one folder."""

    folder: Path
    game: str

    @property
    def network(self) -> Path:
        """The kept network, in 16 bits, to play with."""
        return self.folder / f"{self.game}.npz"

    @property
    def checkpoint(self) -> Path:
        """Everything that is needed to continue."""
        return self.folder / f"{self.game}.training.npz"

    @property
    def log(self) -> Path:
        return self.folder / f"{self.game}.log.jsonl"

    @property
    def plot(self) -> Path:
        return self.folder / f"{self.game}.svg"

    def load(self, shape: contract.Shape) -> tuple[Checkpoint, Checkpoint]:
        """Return the checkpoint to continue from, and the kept network. Raises BadSetup if there is none."""
        if not self.network.exists() and not self.checkpoint.exists():
            raise BadSetup(f"There is no training of {self.game} to resume in {self.folder}.")
        kept = checkpoint.load(self.network if self.network.exists() else self.checkpoint, shape)
        last = checkpoint.load(self.checkpoint, shape) if self.checkpoint.exists() else kept
        for file in (kept, last):
            if file.game != self.game:
                raise BadSetup(f"The network in {self.folder} is for {file.game}, not for {self.game}.")
        return last, kept


class Training:
    """Training for one game, from scratch or from a checkpoint."""

    def __init__(
        self,
        game: Game,
        settings: TrainingSettings,
        backend: Backend,
        files: TrainingFiles,
        say: Callable[[str], None],
        *,
        resumed: tuple[Checkpoint, Checkpoint] | None = None,
        plotted: bool = False,
    ) -> None:
        self.game, self.settings, self.files, self._plotted = game, settings, files, plotted
        shape = contract.register(game)
        if resumed is None:
            weights = new_weights(shape, settings.hidden or shape.hidden, settings.seed)
            start = Checkpoint(game.name, weights, {"matches": 0, "samples": 0, "steps": 0, "sessions": []})
            resumed = start, start
        last, kept = resumed
        self.kept = kept.weights
        self.verdicts: list[Verdict] = []
        self._history: dict[str, Any] = dict(last.history)
        self.learner = Learner(backend, shape, last.weights, last.learner, settings.result_share)
        self._window = Window(backend, shape, settings.window_size(shape, backend.window_bytes))
        self._log = TrainingLog(files.log, game.name, say)
        self._log.start(backend.name, settings)
        self.learner_name = backend.name
        # A resumed training must not play the same matches again.
        self._seed = settings.seed * 1_000_003 + len(self._history["sessions"])
        self._jobs = self._session_samples = 0
        self._pending_steps = 0.0
        self._pending: set[Future[Any]] = set()
        self._gate: Gate | None = None
        self._gates = self._gated_steps = 0
        self._tally = np.zeros(self_play.TALLY, np.int64)
        self._losses: list[tuple[Any, Any, Any]] = []
        self._begin = time.monotonic()

    def run(self, executor: Executor, count_workers: Callable[[], int]) -> None:
        """Train for as long as the settings say. Checkpoints are saved every now and then, and at the end."""
        executor.submit(compile_all, self.game.name).result()  # once, before all workers would
        self._begin = reported = saved = time.monotonic()  # compiling does not count
        workers = count_workers()
        try:
            while self._progress() < 1.0:
                self._keep_busy(executor, workers)
                self._collect()
                self._learn()
                self._check_gate(executor)
                now = time.monotonic()
                if now - reported >= REPORT_EVERY:
                    self._report(now - reported)
                    reported, workers = now, count_workers()
                if now - saved >= SAVE_EVERY:
                    self._save()
                    saved = now
            self._report(max(1e-3, time.monotonic() - reported))
        finally:
            for future in self._pending:
                future.cancel()
            self._save()
        self._last_gate(executor)
        self._save()

    # Time

    def _seconds(self) -> float:
        return time.monotonic() - self._begin

    def _progress(self) -> float:
        """Return how much of the training is done, from 0 to 1."""
        by_time = self._seconds() / (60 * self.settings.minutes)
        by_samples = self._session_samples / self.settings.samples if self.settings.samples else 0.0
        return max(by_time, by_samples)

    # Playing

    def _keep_busy(self, executor: Executor, workers: int) -> None:
        """Give the workers jobs with the latest weights, unless they have enough."""
        missing = JOBS_PER_WORKER * workers - len(self._pending)
        if missing <= 0:
            return
        weights, settings = packed(self.learner.weights()), self.settings
        for _ in range(missing):
            job = SelfPlayJob(self.game.name, settings.plan, self._seed, self._jobs, settings.chunk)
            self._pending.add(executor.submit(run_self_play, job, weights))
            self._jobs += 1

    def _collect(self) -> None:
        """Add the samples that have come in to the window. Wait for some if there is nothing to learn."""
        patience = 0.0 if self._pending_steps >= 1 else 1.0
        done, self._pending = wait(self._pending, patience, FIRST_COMPLETED)
        for future in done:
            chunk, tally = future.result()
            size = len(chunk.x)
            self._window.add(chunk)
            self._tally += tally
            self._session_samples += size
            self._history["matches"] += int(tally[self_play.MATCHES])
            self._history["samples"] += size
            self._pending_steps += self.settings.reuse * size / self.settings.batch

    # Learning

    def _learn(self) -> None:
        """Make some of the pending steps."""
        steps = min(STEPS_AT_ONCE, int(self._pending_steps))
        fall = 0.5 * (1.0 + math.cos(math.pi * min(1.0, self._progress())))
        rate = self.settings.rate * (LAST_RATE + (1.0 - LAST_RATE) * fall)
        for _ in range(steps):
            self._losses.append(self.learner.learn(self._window, self.settings.batch, rate))
        self._history["steps"] += steps
        self._pending_steps = min(self._pending_steps - steps, MOST_PENDING_STEPS)

    # Keeping

    def _check_gate(self, executor: Executor) -> None:
        """Begin a gate if it is time for one, and act on its verdict when it is over."""
        if self._gate is not None and self._gate.is_over:
            self._decide(self._gate)
            self._gate = None
        if self._gate is None and self.learner.steps - self._gated_steps >= self.settings.gate_steps:
            self._gate = self._new_gate(executor, self.settings.gate_matches)
            self._gated_steps = self.learner.steps

    def _last_gate(self, executor: Executor) -> None:
        """Decide about the gate that is open, if there is one, and about the network as it is now."""
        if self._gate is not None:
            self._decide(self._gate)
            self._gate = None
        self._decide(self._new_gate(executor, self.settings.last_gate_matches))

    def _new_gate(self, executor: Executor, matches: int) -> Gate:
        gate = Gate(
            self.checkpoint(),
            self.kept,
            simulations=self.settings.gate_simulations,
            matches=matches,
            seed=self._seed,
            number=self._gates,
        )
        gate.start(executor)
        self._gates += 1
        return gate

    def _decide(self, gate: Gate) -> None:
        """Keep the candidate if it is stronger."""
        verdict = gate.verdict()
        self.verdicts.append(verdict)
        self._log.gate(self._seconds(), gate.candidate.history["steps"], verdict)
        if verdict.is_kept:
            self.kept = gate.candidate.weights
            gate.candidate.history["gate"] = asdict(verdict)
            checkpoint.save(self.files.network, gate.candidate, small=True)

    def checkpoint(self) -> Checkpoint:
        """Return the network as it is now."""
        session = {
            "minutes": round(self._seconds() / 60, 2),
            "samples": self._session_samples,
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "learner": self.learner_name,
            "settings": asdict(self.settings),
        }
        history = {**self._history, "sessions": [*self._history["sessions"], session]}
        return Checkpoint(self.game.name, self.learner.weights(), history, self.learner.state())

    def report(self) -> dict[str, Any]:
        """Return the results of the session."""
        return {
            "game": self.game.name,
            **{name: self._history[name] for name in ("matches", "samples", "steps")},
            "kept": sum(verdict.is_kept for verdict in self.verdicts),
            "gates": [asdict(verdict) for verdict in self.verdicts],
            "network": str(self.files.network) if self.files.network.exists() else None,
            "folder": str(self.files.folder),
        }

    def _save(self) -> None:
        checkpoint.save(self.files.checkpoint, self.checkpoint())
        if self._plotted:
            plot(self.files.log, self.files.plot)

    def _report(self, seconds: float) -> None:
        """Log what has happened in the last seconds."""
        count = max(1, len(self._losses))
        losses = Losses(*(sum(float(loss[i]) for loss in self._losses) / count for i in range(3)))
        self._log.progress(self._seconds(), seconds, self._tally, self._history, len(self._window), losses)
        self._tally[:] = 0
        self._losses.clear()
