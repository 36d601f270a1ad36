"""The one writer: a thread that writes for all who wait, in one commit.

While a commit is on its way to the disk, others queue up, and the next commit takes all of them: a slow disk makes
groups larger, not the server slower.
"""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any

import msgspec
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from tilora.store import engines, log
from tilora.store.errors import Conflict, StoreDown
from tilora.store.log import Appending

MOST = 1000
"""Jobs in a group. More would only make the first ones wait."""


class Job(msgspec.Struct, eq=False, kw_only=True):
    """Something to write: events, or work on the database, or both in one transaction."""

    deadline: float
    """By the monotonic clock: from then on, a database that is away is an answer."""
    append: Appending | None = None
    work: Callable[[Connection], Any] | None = None
    """May be carried out a second time, if nobody knew whether the first time counted."""
    result: Any = None
    error: BaseException | None = None
    unsure: bool = False
    """It may stand in the database already: the connection was lost after it had been sent."""


class Writer:
    """Writes what it is given until it is closed: for each table, in the order of asking."""

    def __init__(self, engine: Engine, answer: Callable[[Sequence[Job]], None]) -> None:
        """`answer` is called on the writer's thread with the jobs whose fate is known."""
        self._engine = engine
        self._answer = answer
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._connection: Connection | None = None
        self._thread = threading.Thread(target=self._run, name="tilora-writer", daemon=True)
        self._thread.start()

    def put(self, job: Job) -> None:
        """The job will be carried out, and answered whatever happens."""
        self._queue.put(job)

    def close(self) -> None:
        """Everything put before is written and answered. Blocks until then."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        waiting: list[Job] = []
        open_ = True
        while open_ or waiting:
            open_ = self._take(waiting) and open_
            group, waiting = _group(waiting)
            self._write(group)
            self._answer(group)
        self._let_go()

    def _take(self, waiting: list[Job]) -> bool:
        """All that is queued waits now, at least one job; False when it was said that no more will come."""
        with suppress(Empty):
            while True:
                job = self._queue.get(block=not waiting)
                if job is None:
                    return False
                waiting.append(job)
        return True

    def _write(self, group: Sequence[Job]) -> None:
        """The fate of each is known: written, or with an error of its own."""
        left = list(group)
        while left:
            try:
                left = self._attempt(left)
            except Exception as error:  # noqa: BLE001 # whatever it is, those who wait must hear of it
                if engines.away(error):
                    if not engines.busy(error):
                        self._let_go()
                    left = _patient(left, error)
                    if left:
                        time.sleep(engines.pause(error))
                elif len(left) == 1:
                    left[0].error = error
                    return
                else:  # something is wrong with one of them: let it fail alone
                    for job in left:
                        self._write([job])
                    return

    def _attempt(self, jobs: list[Job]) -> list[Job]:
        """Either all are written; or some can't be, and know it now, and the others are returned."""
        if self._connection is None:
            self._connection = self._engine.connect()
        appendings = [job.append for job in jobs if job.append is not None]
        try:
            if any(job.work for job in jobs):
                self._transaction(self._connection, jobs, appendings)
            else:
                with _unsure_if_lost(jobs):
                    log.append(self._connection, appendings)
        except IntegrityError:
            left = _sieved(self._connection, jobs)
            if len(left) == len(jobs):
                raise
            return left
        return []

    def _transaction(self, connection: Connection, jobs: list[Job], appendings: list[Appending]) -> None:
        engines.begin(connection)
        try:
            if appendings:
                log.append(connection, appendings)
            # In the order of tables, as the log: programs must not wait for each other in a circle.
            for job in sorted(jobs, key=lambda job: job.append.table if job.append else ""):
                if job.work:
                    job.result = job.work(connection)
        except BaseException:
            with suppress(SQLAlchemyError):
                engines.rollback(connection)
            raise
        with _unsure_if_lost(jobs):
            engines.commit(connection)

    def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError):
                connection.invalidate()
            connection.close()


def _group(waiting: list[Job]) -> tuple[list[Job], list[Job]]:
    """Jobs that can share a commit, and the rest: at most one for each table, and work without events alone."""
    if waiting and waiting[0].append is None:
        return waiting[:1], waiting[1:]
    group: list[Job] = []
    rest: list[Job] = []
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
    """If the connection is lost in here, nobody knows whether the jobs were written."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        self._jobs = jobs

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is not None and engines.away(error) and not engines.busy(error):
            for job in self._jobs:
                job.unsure = True


def _sieved(connection: Connection, jobs: Sequence[Job]) -> list[Job]:
    """Jobs that can still be written. The others know their fate: too late, or written already when we were unsure."""
    standing = log.standing(connection, [job.append for job in jobs if job.append is not None])
    left = []
    for job in jobs:
        one = job.append
        if one is None:
            left.append(job)
        elif job.unsure and all(
            standing.get((one.table, number)) == body for number, body in enumerate(one.bodies, one.after + 1)
        ):
            continue
        elif (one.table, one.after + 1) in standing:
            job.error = Conflict(f"The log of table {one.table} already goes beyond event {one.after}.")
        elif one.after and (one.table, one.after) not in standing:
            job.error = Conflict(f"The log of table {one.table} does not reach event {one.after}.")
        else:
            left.append(job)
    return left


def _patient(jobs: Sequence[Job], error: BaseException) -> list[Job]:
    """Those who still wait for the database to come back. The others are told what it said."""
    left = []
    for job in jobs:
        if time.monotonic() < job.deadline:
            left.append(job)
        else:
            job.error = StoreDown(
                f"The database does not answer: {engines.words(error)}.", written="unknown" if job.unsure else "no"
            )
    return left
