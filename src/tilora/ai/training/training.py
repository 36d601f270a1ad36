"""Training for one game: workers play with the latest weights, and the learner learns from their samples."""

import itertools
import math
import multiprocessing as mp
import shutil
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from tilora.ai.network import checkpoint, contract
from tilora.ai.network.checkpoint import Checkpoint
from tilora.ai.network.weights import hidden_sizes, new_weights
from tilora.ai.training import self_play
from tilora.ai.training.backend import Backend
from tilora.ai.training.learner import Chunk, Learner, Losses
from tilora.ai.training.worker import LATEST, STOP, Plan, SelfPlayer, compile_self_play, run_worker, take_chunk
from tilora.kernel import BadSetup, Game

SAVE_EVERY = 30.0
"""Seconds between two checkpoints."""
REPORT_EVERY = 10.0
MAX_STEPS = 200
MAX_SECONDS = 2.0
"""How many steps and seconds the learner may take before it looks for new samples."""
SHARED_MEMORY_BYTES = 2 << 30
"""Free shared memory that is needed to pass samples through it."""
REPORTED_LOSSES = 100
"""How many losses a report averages."""


@dataclass(frozen=True)
class TrainingSettings:
    """How to train."""

    minutes: float = 4.0
    workers: int = 0
    """Processes that play. With none, playing and learning take turns in this process."""
    seed: int = 1
    hidden: tuple[int, int] | None = None
    """Sizes of the hidden layers of a new network; None for the game's own."""
    batch: int = 2048
    window: int = 600_000
    """How many of the latest samples to learn from."""
    reuse: float = 3.0
    """How often a sample is learned from, on average."""
    rate: float = 2e-3
    """The initial learning rate. It falls to a twentieth along a cosine."""
    plan: Plan = field(default_factory=Plan)
    chunk: int = 4_000
    """Samples in a chunk, which is also how often a worker looks for new weights."""


class Training:
    """Training for one game, from scratch or from a checkpoint."""

    def __init__(
        self, game: Game, settings: TrainingSettings, backend: Backend, start: Checkpoint | None = None
    ) -> None:
        self.game, self.settings = game, settings
        shape = contract.register(game)
        weights = start.weights if start else new_weights(shape, settings.hidden or shape.hidden, settings.seed)
        self._hidden = hidden_sizes(weights)
        self._history: dict[str, Any] = dict(start.history) if start else {"matches": 0, "samples": 0, "steps": 0}
        self.learner = Learner(backend, shape, weights, start.moments if start else (), self._history["steps"])
        self.backend_name = backend.name
        self._window: deque[tuple[int, Chunk]] = deque()
        self._size = 0
        self._pending_steps = 0.0
        self._tally = np.zeros(7, np.int64)
        self._losses: list[Any] = []

    def run(self, path: Path, log: Callable[[str], None]) -> None:
        """Train for as long as the settings say, and save checkpoints to the path."""
        with self._chunks() as chunks:
            begin = reported = saved = time.monotonic()  # compiling does not count
            end = begin + 60 * self.settings.minutes
            for chunk in chunks:
                now = time.monotonic()
                if chunk is not None:
                    self._add_to_window(*chunk)
                if now >= end:
                    break
                if chunk is None or self.settings.workers == 0:
                    learned = self._learn((now - begin) / (end - begin))
                    if chunk is None and not learned:
                        time.sleep(0.02)
                if now - reported >= REPORT_EVERY:
                    log(self._report(now - begin, now - reported))
                    reported = now
                if now - saved >= SAVE_EVERY:
                    self._save(path, now - begin)
                    saved = now
        log(self._report(time.monotonic() - begin, time.monotonic() - reported))
        self._save(path, time.monotonic() - begin)

    def _save(self, path: Path, seconds: float) -> None:
        """Save the network twice: to continue its training, and to play with."""
        now = self.checkpoint(seconds)
        checkpoint.save(path, now)
        checkpoint.save(path.with_name(f"{path.stem}-small.npz"), now, small=True)

    def checkpoint(self, seconds: float) -> Checkpoint:
        """Return the network as it is after this many seconds of the session."""
        session = {
            "minutes": round(seconds / 60, 2),
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "learner": self.backend_name,
            "settings": asdict(self.settings),
        }
        history = {**self._history, "sessions": [*self._history.get("sittings", []), session]}
        return Checkpoint(self.game.name, self.learner.weights(), history, self.learner.moments())

    @contextmanager
    def _chunks(self) -> Iterator[Iterator[tuple[Chunk, Any] | None]]:
        """Provide an endless iterator of chunks, with None whenever none is ready."""
        settings = self.settings
        seed = settings.seed * 1_000_003 + 1009 * len(self._history.get("sessions", []))
        if settings.workers == 0:
            player = SelfPlayer(self.game, self._hidden, settings.plan, seed, settings.chunk)
            player.chunk(self.learner.weights(), 1)
            yield (player.chunk(self.learner.weights()) for _ in itertools.count())
            return
        compile_self_play(self.game.name)
        shared = Path("/dev/shm")  # noqa: S108 - shared memory, if there is enough
        has_room = shared.is_dir() and shutil.disk_usage(shared).free > SHARED_MEMORY_BYTES
        folder = Path(tempfile.mkdtemp(prefix="tilora-train-", dir=shared if has_room else None))
        spawn = mp.get_context("spawn")
        workers = []
        try:
            self._publish(folder)
            for number in range(settings.workers):
                arguments = (self.game.name, str(folder), settings.plan, seed + number, settings.chunk)
                workers.append(spawn.Process(target=run_worker, args=arguments, daemon=True))
                workers[-1].start()
            yield self._collect(folder, workers)
        finally:
            (folder / STOP).touch()
            for worker in workers:
                worker.join(10.0)
                if worker.is_alive():
                    worker.terminate()
            shutil.rmtree(folder, ignore_errors=True)

    def _collect(self, folder: Path, workers: list[Any]) -> Iterator[tuple[Chunk, Any] | None]:
        """Yield the chunks of the workers as they come, and give the workers the latest weights in between."""
        published = time.monotonic()
        while any(worker.is_alive() for worker in workers):
            for path in sorted(folder.glob("*.chunk")):
                yield take_chunk(path)
            yield None
            if time.monotonic() - published > 2.0:
                self._publish(folder)
                published = time.monotonic()
        raise BadSetup("All worker processes have died. Their messages are above.")

    def _publish(self, folder: Path) -> None:
        checkpoint.save(folder / LATEST, Checkpoint(self.game.name, self.learner.weights()))

    def _add_to_window(self, chunk: Chunk, tally: Any) -> None:
        """Add the chunk to the window, and drop the oldest ones if it is full."""
        size = len(chunk.x)
        self._tally += tally
        self._history["matches"] += int(tally[self_play.MATCHES])
        self._history["samples"] += size
        self._window.append((size, self.learner.store(chunk)))
        self._size += size
        while self._size > self.settings.window and len(self._window) > 1:
            self._size -= self._window.popleft()[0]
        self._pending_steps += self.settings.reuse * size / self.settings.batch

    def _learn(self, progress: float) -> bool:
        """Make the pending steps, and return whether there were any."""
        steps = min(MAX_STEPS, int(self._pending_steps))
        if steps < 1:
            return False
        self._pending_steps = min(self._pending_steps - steps, 4.0 * MAX_STEPS)
        window = self.learner.concatenate([chunk for _, chunk in self._window])
        rate = self.settings.rate * (0.05 + 0.95 * 0.5 * (1.0 + math.cos(math.pi * min(1.0, progress))))
        deadline = time.monotonic() + MAX_SECONDS
        while steps > 0 and time.monotonic() < deadline:
            self._losses.append(self.learner.learn(window, self.settings.batch, rate))
            self._history["steps"] += 1
            steps -= 1
        self._losses = self._losses[-REPORTED_LOSSES:]
        return True

    def _report(self, total: float, seconds: float) -> str:
        """Return a line about what has happened since the last one."""
        tally = self._tally
        losses = Losses(*(sum(float(loss[i]) for loss in self._losses) / max(1, len(self._losses)) for i in range(3)))
        matches = max(1, tally[self_play.MATCHES])
        per_second = tally / max(seconds, 1e-3)
        speed = f"{per_second[self_play.MATCHES]:,.1f}/s, {per_second[self_play.SIMULATIONS]:,.0f} simulations/s"
        line = (
            f"{self.game.name} {total:4.0f} s: {self._history['matches']:,} matches ({speed}), "
            f"{tally[self_play.ACTIONS] / matches:.0f} actions and "
            f"{tally[self_play.POINTS] / max(1, tally[self_play.SEATS]):.1f} points a match, "
            f"{self._history['steps']:,} steps, window {self._size:,}, "
            f"loss result {losses.result:.4f} policy {losses.policy:.3f} points {losses.points:.4f}"
        )
        self._tally[:] = 0
        self._losses.clear()
        return line
