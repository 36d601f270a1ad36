"""The one writer: a thread that writes all pending jobs in one commit.

While a commit is on its way to the disk, new jobs queue up, and the next commit takes all of them. So a slow disk makes
the groups larger, not the server slower.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from tilora.store import engines, log
from tilora.store.errors import CannotWrite, Conflict, StoreDown
from tilora.store.log import Append

MOST = 1000
"""The most jobs in a group. More would only make the first ones wait."""


class WriteJob(msgspec.Struct, eq=False, kw_only=True):
    """Something to write: events, or work on the database, or both in one transaction."""

    deadline: float
    """By the monotonic clock: if the database is still away then, the job fails."""
    append: Append | None = None
    work: Callable[[Connection], Any] | None = None
    """May run a second time, if the result of the first commit is unknown."""
    result: Any = None
    error: BaseException | None = None
    unsure: bool = False
    """Whether it may already be in the database, because the connection was lost after it had been sent."""


class Writer:
    """Writes jobs until it is closed; those of one table in the order in which they came."""

    def __init__(
        self,
        engine: Engine,
        answer: Callable[[Sequence[WriteJob]], None],
        queue: Callable[[], AbstractContextManager[None]] = engines.no_queue,
    ) -> None:
        """`answer` is called on the writer's thread with jobs that are done or have failed.

        `queue` is held while writing; see `engines.queue_of`.
        """
        self._engine = engine
        self._in_queue = queue
        self._answer = answer
        self._queue: SimpleQueue[WriteJob | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="tilora-writer", daemon=True)
        self._thread.start()

    def put(self, job: WriteJob) -> None:
        """Queue a job. It will be answered, whatever happens."""
        self._queue.put(job)

    def close(self) -> None:
        """Wait until all queued jobs are written and answered, and stop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        waiting: list[WriteJob] = []
        open_ = True
        while open_ or waiting:
            open_ = self._take(waiting) and open_
            group, waiting = _group(waiting)
            self._write(group)
            self._answer(group)

    def _take(self, waiting: list[WriteJob]) -> bool:
        """Move all queued jobs to `waiting`, at least one. Returns False once the writer has been closed."""
        with suppress(Empty):
            while True:
                job = self._queue.get(block=not waiting)
                if job is None:
                    return False
                waiting.append(job)
        return True

    def _write(self, group: Sequence[WriteJob]) -> None:
        """Write the jobs. Afterwards each is written, or has its error."""
        left = list(group)
        while left:
            try:
                with self._in_queue():
                    left = self._attempt(left)
            except Exception as error:  # noqa: BLE001 # whatever it is, the callers must hear of it
                if engines.cannot_write(error):
                    _give_up(left, error)
                    return
                if engines.is_away(error):
                    left = _before_deadline(left, error)
                    if left:
                        time.sleep(engines.retry_delay(error))
                elif len(left) == 1:
                    left[0].error = error
                    return
                else:  # one of them is to blame: let it fail alone
                    for job in left:
                        self._write([job])
                    return

    def _attempt(self, jobs: list[WriteJob]) -> list[WriteJob]:
        """Write all jobs, or give those that can't be written their error and return the others."""
        appends = [job.append for job in jobs if job.append is not None]
        try:
            with self._connected() as connection:
                if any(job.work for job in jobs):
                    self._transaction(connection, jobs, appends)
                else:
                    with _unsure_if_lost(jobs):
                        log.append_events(connection, appends)
        except IntegrityError:
            with self._connected() as connection:
                left = _without_conflicts(connection, jobs)
            if len(left) == len(jobs):
                raise
            return left
        return []

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """Lend the connection for one use. One that was lost, or that may have been, is closed and opened again."""
        with self._engine.connect() as connection:
            try:
                yield connection
            except SQLAlchemyError as error:
                if not engines.is_busy(error) and (engines.is_away(error) or engines.cannot_write(error)):
                    connection.invalidate()
                raise

    def _transaction(self, connection: Connection, jobs: list[WriteJob], appends: list[Append]) -> None:
        engines.begin(connection)
        try:
            if appends:
                log.append_events(connection, appends)
            # In the order of tables, as in the log, so that programs never deadlock.
            for job in sorted(jobs, key=lambda job: job.append.table if job.append else ""):
                if job.work:
                    job.result = job.work(connection)
        except BaseException:
            engines.rollback(connection)
            raise
        with _unsure_if_lost(jobs):
            engines.commit(connection)


def _group(waiting: list[WriteJob]) -> tuple[list[WriteJob], list[WriteJob]]:
    """Split off jobs that can share a commit: at most one for each table. Work without events has its own commit."""
    if waiting and waiting[0].append is None:
        return waiting[:1], waiting[1:]
    group: list[WriteJob] = []
    rest: list[WriteJob] = []
    seen: set[str] = set()
    for job in waiting:
        if job.append is None or job.append.table in seen or len(group) == MOST:
            rest.append(job)
        else:
            group.append(job)
        if job.append is not None:
            seen.add(job.append.table)
    return group, rest


class _unsure_if_lost:  # noqa: N801 # reads as a sentence after `with`
    """Marks the jobs as unsure if the connection is lost inside."""

    def __init__(self, jobs: Sequence[WriteJob]) -> None:
        self._jobs = jobs

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None or engines.is_busy(error) or engines.cannot_write(error):
            return
        if engines.is_away(error):
            for job in self._jobs:
                job.unsure = True


def _without_conflicts(connection: Connection, jobs: Sequence[WriteJob]) -> list[WriteJob]:
    """Return the jobs that can still be written. The others have a conflict, or were unsure and are already written."""
    logged = log.read_around(connection, [job.append for job in jobs if job.append is not None])
    left = []
    for job in jobs:
        append = job.append
        if append is None:
            left.append(job)
        elif job.unsure and all(
            logged.get((append.table, number)) == body for number, body in enumerate(append.bodies, append.after + 1)
        ):
            continue
        elif (append.table, append.after + 1) in logged:
            job.error = Conflict(f"The log of table {append.table} already goes beyond event {append.after}.")
        elif append.after and (append.table, append.after) not in logged:
            job.error = Conflict(f"The log of table {append.table} does not reach event {append.after}.")
        else:
            left.append(job)
    return left


def _give_up(jobs: Sequence[WriteJob], error: BaseException) -> None:
    """Let the jobs fail with what the database said."""
    for job in jobs:
        job.error = CannotWrite(
            f"The database takes nothing: {engines.describe(error)}.", written="unknown" if job.unsure else "no"
        )


def _before_deadline(jobs: Sequence[WriteJob], error: BaseException) -> list[WriteJob]:
    """Return the jobs that can still wait for the database. The others fail with what it said."""
    left = []
    for job in jobs:
        if time.monotonic() < job.deadline:
            left.append(job)
        else:
            job.error = StoreDown(
                f"The database does not answer: {engines.describe(error)}.", written="unknown" if job.unsure else "no"
            )
    return left
