"""Who waits for which review. One match is reviewed at a time; addresses take turns, and so do their players.

A review continues as long as somebody asks for its progress. If nobody does for a while, or those who asked
change their minds, it is cancelled: its process is ended, and the next review starts another.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from time import monotonic

from tilora.ai.network.shipped import network_fingerprint
from tilora.ai.review.review_report import FORMAT, Review
from tilora.ai.review.settings import ReviewSettings
from tilora.kernel import BadSetup, Record, game_named
from tilora.server.background import BackgroundTasks
from tilora.server.errors import TryAgain
from tilora.server.fair_queue import Asker, FairQueue
from tilora.server.logs import log_error
from tilora.server.reviews.process import PipedProcess
from tilora.server.reviews.worker import WorkerReport, work
from tilora.server.system_time import now
from tilora.store import Store

FORGOTTEN_AFTER = 30.0
"""Seconds after which a review that nobody has asked about is cancelled."""


class Job:
    """A review that is waiting, or being made."""

    def __init__(self) -> None:
        self.share = 0.0
        """How much of it is done; 1 only once it is stored, so that whoever sees the end finds it everywhere."""
        self.waiting = True
        self.review: Review | None = None
        """The quick one, as soon as it is ready."""
        self.failure: Exception | None = None
        self.asked_at = monotonic()
        self.askers: set[str] = set()
        self.task: asyncio.Task[None] | None = None


class ReviewWorker(PipedProcess[Record, WorkerReport]):
    """A process that reviews matches, one after the other."""

    def __init__(self, nice: int) -> None:
        super().__init__(work, nice)


class ReviewJobs:
    """The reviews of one node."""

    def __init__(self, store: Store, *, nice: int) -> None:
        self._store, self._nice = store, nice
        self._jobs: dict[str, Job] = {}
        self._queue = FairQueue()
        self._background = BackgroundTasks()
        self._worker: ReviewWorker | None = None

    async def find(self, name: str, game: str) -> Review | None:
        """Return the finished review of a match; None if there is none yet, or only one by an older network."""
        made_with = f"{FORMAT} {network_fingerprint(game_named(game))} {ReviewSettings()}"
        found = await self._store.reviews.get(name, made_with)
        return None if found is None else Review.from_json(found)

    def ask(self, name: str, record: Record, asker: Asker) -> Job:
        """Return the progress of the review of a match, and begin it if needed. Raises the error if it has failed."""
        job = self._jobs.get(name)
        if job is None:
            job = self._jobs[name] = Job()
            job.task = self._background.start(self._make(name, record, job, asker))
        job.asked_at = monotonic()
        job.askers.add(asker.key)
        if job.failure is not None:
            del self._jobs[name]
            raise job.failure
        return job

    def has_begun(self, name: str) -> bool:
        """Return whether the review of a match has begun."""
        return name in self._jobs

    def take_back(self, name: str, asker: Asker) -> None:
        """Cancel a review if nobody else has asked for it."""
        job = self._jobs.get(name)
        if job is not None:
            job.askers.discard(asker.key)
            if not job.askers:
                self._cancel(job)

    async def stop(self) -> None:
        """Cancel all reviews, and end the process."""
        await self._background.stop()
        if self._worker is not None:
            self._worker.end()

    def _cancel(self, job: Job) -> None:
        if job.task is not None:
            job.task.cancel()

    async def _make(self, name: str, record: Record, job: Job, asker: Asker) -> None:
        try:
            async with self._watched(job), self._queue.turn(asker):
                job.waiting = False
                # Perhaps it was stored after somebody had looked for it.
                whole = await self.find(name, record.game) or await self._review(record, job)
            await self._store.reviews.put(name, whole.made_with, whole.to_json().decode(), now=now())
            job.share, job.review = 1.0, whole
        except Exception as error:  # noqa: BLE001 - whoever asks next hears of it
            job.failure = error
            await asyncio.sleep(FORGOTTEN_AFTER)
        finally:
            if self._jobs.get(name) is job:
                del self._jobs[name]

    async def _review(self, record: Record, job: Job) -> Review:
        """Let the process review the match. If this is cancelled, the process is ended, because it would go on."""
        worker = self._worker or ReviewWorker(self._nice)
        self._worker = None
        try:
            await asyncio.to_thread(worker.send, record)
            while True:
                report = await asyncio.to_thread(worker.receive)
                if report.failure:
                    raise BadSetup(report.failure)
                review = None if report.review is None else Review.from_json(report.review)
                if review is not None and review.complete:
                    self._worker = worker
                    return review
                job.share = report.share
                job.review = review or job.review
        except (EOFError, OSError) as error:
            log_error("the process for reviews has died", error)
            raise TryAgain("The server could not finish this review. Please try again.") from error
        finally:
            if self._worker is not worker:
                worker.end()

    @contextlib.asynccontextmanager
    async def _watched(self, job: Job) -> AsyncIterator[None]:
        """Cancel the job if nobody asks about it for a while."""

        async def watch() -> None:
            while monotonic() - job.asked_at < FORGOTTEN_AFTER:
                await asyncio.sleep(FORGOTTEN_AFTER / 10)
            self._cancel(job)

        watching = self._background.start(watch())
        try:
            yield
        finally:
            watching.cancel()
