"""Training one game: players that play with the latest weights, and the learner that learns from what they leave."""

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

from tilora.ai.network import checkpoint, contract, self_play
from tilora.ai.network.backend import Backend
from tilora.ai.network.checkpoint import Checkpoint
from tilora.ai.network.learner import Chunk, Learner, Losses
from tilora.ai.network.self_play_worker import LATEST, STOP, Plan, Player, compile_for_play, serve, taken
from tilora.ai.network.weights import fresh_weights, hidden_of
from tilora.kernel import BadSetup, Game

KEEP_EVERY = 30.0
"""Seconds between two checkpoints."""
TELL_EVERY = 10.0
MOST_STEPS = 200
MOST_SECONDS = 2.0
"""Steps and seconds of learning at most between two looks at what the players have left."""
ROOM_TO_SHARE = 2 << 30
"""Bytes that all players together may leave at most."""
MOST_LOSSES = 100
"""How many losses a report is the average of."""


@dataclass(frozen=True)
class Settings:
    """How to train."""

    minutes: float = 4.0
    workers: int = 0
    """Processes that play; with none, playing and learning take turns in this one."""
    seed: int = 1
    hidden: tuple[int, int] | None = None
    """Sizes of the hidden layers of a new network; None for those that the game wants."""
    batch: int = 2048
    window: int = 600_000
    """Samples to learn from, the latest ones."""
    reuse: float = 3.0
    """How often a sample is learned from, on average."""
    rate: float = 2e-3
    """How large steps are at first; they shrink to a twentieth of it by the end, along a cosine."""
    plan: Plan = field(default_factory=Plan)
    chunk: int = 4_000
    """Samples between two looks at the latest weights, about."""


class Training:
    """The training of one game, from nothing or from a checkpoint."""

    def __init__(self, game: Game, settings: Settings, backend: Backend, start: Checkpoint | None = None) -> None:
        self.game, self.settings = game, settings
        shape = contract.register(game)
        weights = start.weights if start else fresh_weights(shape, settings.hidden or shape.hidden, settings.seed)
        self._hidden = hidden_of(weights)
        self._history: dict[str, Any] = dict(start.history) if start else {"matches": 0, "samples": 0, "steps": 0}
        self.learner = Learner(backend, shape, weights, start.moments if start else (), self._history["steps"])
        self.where = backend.name
        self._window: deque[tuple[int, Chunk]] = deque()
        self._size = 0
        self._owed = 0.0
        self._tally = np.zeros(7, np.int64)
        self._losses: list[Any] = []

    def run(self, path: Path, said: Callable[[str], None]) -> None:
        """Train for as long as the settings say, and keep checkpoints at the path."""
        with self._chunks() as chunks:
            begin = told = kept = time.monotonic()  # compiling does not count
            end = begin + 60 * self.settings.minutes
            for chunk in chunks:
                now = time.monotonic()
                if chunk is not None:
                    self._take(*chunk)
                if now >= end:
                    break
                if chunk is None or self.settings.workers == 0:
                    learned = self._learn((now - begin) / (end - begin))
                    if chunk is None and not learned:
                        time.sleep(0.02)
                if now - told >= TELL_EVERY:
                    said(self._report(now - begin, now - told))
                    told = now
                if now - kept >= KEEP_EVERY:
                    self._keep(path, now - begin)
                    kept = now
        said(self._report(time.monotonic() - begin, time.monotonic() - told))
        self._keep(path, time.monotonic() - begin)

    def _keep(self, path: Path, seconds: float) -> None:
        """The network is kept, to go on from and to play with."""
        now = self.checkpoint(seconds)
        checkpoint.save(path, now)
        checkpoint.save(path.with_name(f"{path.stem}-small.npz"), now, small=True)

    def checkpoint(self, seconds: float) -> Checkpoint:
        """The network as it is, after so many seconds of this sitting."""
        sitting = {
            "minutes": round(seconds / 60, 2),
            "date": datetime.now(UTC).isoformat(timespec="seconds"),
            "learner": self.where,
            "settings": asdict(self.settings),
        }
        history = {**self._history, "sittings": [*self._history.get("sittings", []), sitting]}
        return Checkpoint(self.game.name, self.learner.weights(), history, self.learner.moments())

    @contextmanager
    def _chunks(self) -> Iterator[Iterator[tuple[Chunk, Any] | None]]:
        """Chunks as they come, None when there is none yet, without end."""
        settings = self.settings
        seed = settings.seed * 1_000_003 + 1009 * len(self._history.get("sittings", []))
        if settings.workers == 0:
            player = Player(self.game, self._hidden, settings.plan, seed, settings.chunk)
            player.chunk(self.learner.weights(), 1)
            yield (player.chunk(self.learner.weights()) for _ in itertools.count())
            return
        compile_for_play(self.game.name)
        shared = Path("/dev/shm")  # noqa: S108 - memory, where there is such a folder and it is large
        roomy = shared.is_dir() and shutil.disk_usage(shared).free > ROOM_TO_SHARE
        folder = Path(tempfile.mkdtemp(prefix="tilora-train-", dir=shared if roomy else None))
        spawn = mp.get_context("spawn")
        workers = []
        try:
            self._publish(folder)
            for number in range(settings.workers):
                arguments = (self.game.name, str(folder), settings.plan, seed + number, settings.chunk)
                workers.append(spawn.Process(target=serve, args=arguments, daemon=True))
                workers[-1].start()
            yield self._left_in(folder, workers)
        finally:
            (folder / STOP).touch()
            for worker in workers:
                worker.join(10.0)
                if worker.is_alive():
                    worker.terminate()
            shutil.rmtree(folder, ignore_errors=True)

    def _left_in(self, folder: Path, workers: list[Any]) -> Iterator[tuple[Chunk, Any] | None]:
        """What the players have left, as it comes; they get the latest weights in between."""
        published = time.monotonic()
        while any(worker.is_alive() for worker in workers):
            for path in sorted(folder.glob("*.chunk")):
                yield taken(path)
            yield None
            if time.monotonic() - published > 2.0:
                self._publish(folder)
                published = time.monotonic()
        raise BadSetup("All players have died; what they said is above.")

    def _publish(self, folder: Path) -> None:
        checkpoint.save(folder / LATEST, Checkpoint(self.game.name, self.learner.weights()))

    def _take(self, chunk: Chunk, tally: Any) -> None:
        """The chunk is in the window, and the oldest ones are not if there is no room."""
        size = len(chunk.x)
        self._tally += tally
        self._history["matches"] += int(tally[self_play.MATCHES])
        self._history["samples"] += size
        self._window.append((size, self.learner.stored(chunk)))
        self._size += size
        while self._size > self.settings.window and len(self._window) > 1:
            self._size -= self._window.popleft()[0]
        self._owed += self.settings.reuse * size / self.settings.batch

    def _learn(self, progress: float) -> bool:
        """Whether there was something to learn; then steps were made."""
        steps = min(MOST_STEPS, int(self._owed))
        if steps < 1:
            return False
        self._owed = min(self._owed - steps, 4.0 * MOST_STEPS)
        window = self.learner.joined([chunk for _, chunk in self._window])
        rate = self.settings.rate * (0.05 + 0.95 * 0.5 * (1.0 + math.cos(math.pi * min(1.0, progress))))
        late = time.monotonic() + MOST_SECONDS
        while steps > 0 and time.monotonic() < late:
            self._losses.append(self.learner.learn(window, self.settings.batch, rate))
            self._history["steps"] += 1
            steps -= 1
        self._losses = self._losses[-MOST_LOSSES:]
        return True

    def _report(self, total: float, seconds: float) -> str:
        """A line about what has happened since the last one."""
        tally = self._tally
        losses = Losses(*(sum(float(one[i]) for one in self._losses) / max(1, len(self._losses)) for i in range(3)))
        matches = max(1, tally[self_play.MATCHES])
        a_second = tally / max(seconds, 1e-3)
        speed = f"{a_second[self_play.MATCHES]:,.1f}/s, {a_second[self_play.SIMULATIONS]:,.0f} simulations/s"
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
