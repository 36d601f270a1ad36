"""Schedules bots: whenever a table waits for a program's decision, it is computed in another process, and played.

Those are processes on this machine or a Dask cluster, behind the same interface; nothing is computed on the server's
event loop. A decision names the position it is for, so one that comes too late does nothing. If a process dies, it is
replaced; if that does not help, or the computation fails, the bot plays the first action that looks right, and the
match goes on.
"""

import asyncio
import contextlib
import logging
import multiprocessing as mp
import os
import secrets
import weakref
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from tilora.ai.dask_cluster import client_of
from tilora.kernel import Game, View
from tilora.server.background import BackgroundTasks
from tilora.server.bots import tasks
from tilora.server.errors import Restarting, TryAgain
from tilora.server.logs import log, log_error
from tilora.server.metrics import Metrics
from tilora.server.system_time import now
from tilora.server.tables.listeners import TableChanges
from tilora.server.tables.service import TableService
from tilora.table.pending import PendingDecision
from tilora.table.table import Table

TRIES = 2
OTHERS_FIRST = 5.0
"""Seconds that the node where a change happened has for its bots, before another node computes a decision too."""
FIRST_RETRY, LONGEST_RETRY = 1.0, 60.0
"""Seconds before a failed decision is tried again; longer each time."""
PER_HOST = 2
"""Decisions that are computed at the same time for the tables of one host. Others wait, so that somebody who lets bots
play at a hundred tables does not slow down everybody else's."""

T = TypeVar("T")
R = TypeVar("R")
D = TypeVar("D", bound=tasks.BotMove)


class _Job(NamedTuple):
    """A decision that is being made."""

    pending: PendingDecision
    task: asyncio.Task[None]
    is_waiting: bool
    """Whether it has not begun: another node may be working on it, or it failed a moment ago."""


class BotScheduler:
    """The bots of one node."""

    def __init__(
        self, tables: TableService, changes: TableChanges, metrics: Metrics, make_executor: Callable[[], Executor]
    ) -> None:
        self._tables = tables
        self._metrics = metrics
        self._make_executor = make_executor
        self._executor = make_executor()
        self._jobs: dict[str, _Job] = {}
        self._host_slots: weakref.WeakValueDictionary[str, asyncio.Semaphore] = weakref.WeakValueDictionary()
        self._background = BackgroundTasks()
        changes.subscribe(self._table_changed)

    async def hint(self, view: View, level: int) -> tasks.HintResult:
        """Return what the seat should do."""
        return await self._compute(tasks.hint, view, level)

    async def run(self, work: Callable[[T], R], argument: T) -> R:
        """Run long work where bots compute, and return its result. What it raises is raised."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._executor, work, argument)
        except BrokenExecutor as error:
            self._replace(self._executor)
            raise TryAgain("The server could not finish this. Please try again.") from error

    def warm_up(self, game: Game) -> None:
        """Let a process prepare for that game when it has time."""
        with contextlib.suppress(RuntimeError):
            self._executor.submit(tasks.warm_up, game)

    async def stop(self) -> None:
        """Cancel all decisions and stop the processes."""
        await self._background.stop()
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _table_changed(self, table: Table, *, local: bool) -> None:
        """Start a decision if the table waits for one."""
        pending = table.pending
        job = self._jobs.get(table.id)
        if pending is None or (job and job.pending == pending and not (local and job.is_waiting)):
            return
        if job:
            job.task.cancel()
        wait = 0.0 if local else OTHERS_FIRST
        slot = self._host_slots.setdefault(table.host, asyncio.Semaphore(PER_HOST))
        task = self._background.start(self._decide(table.id, pending, table.pending_view(), wait, slot))
        self._jobs[table.id] = _Job(pending, task, not local)

    async def _decide(
        self, table_id: str, pending: PendingDecision, view: View, wait: float, slot: asyncio.Semaphore
    ) -> None:
        """Make and play the decision, unless the table no longer waits for it."""
        retry = FIRST_RETRY
        try:
            while await self._is_pending(table_id, pending, wait):
                try:
                    # When somebody's time is up, the bot plays without search, and waits for no slot.
                    async with slot if pending.level is not None else contextlib.nullcontext():
                        work = tasks.move if pending.seed is None else tasks.move_exactly
                        move = await self._compute(work, view, pending.level, pending.seed)
                    self._forget(table_id)
                    await self._play(table_id, pending, move)
                    return
                except Restarting:
                    return
                except Exception as error:  # noqa: BLE001 - without another try the table would wait forever
                    log_error("a bot could not move", error, table=table_id)
                    self._jobs.setdefault(table_id, _Job(pending, _current_task(), True))
                wait, retry = retry, min(2 * retry, LONGEST_RETRY)
        except Exception as error:  # noqa: BLE001 - nobody awaits it
            log_error("a bot failed", error, table=table_id)
        finally:
            self._forget(table_id)

    async def _play(self, table_id: str, pending: PendingDecision, move: tasks.BotMove) -> None:
        failed = move.failure is not None
        await self._tables.change(
            table_id, lambda table: table.answer(pending, move.action, now(), search_failed=failed)
        )

    async def _is_pending(self, table_id: str, pending: PendingDecision, wait: float) -> bool:
        if not wait:
            return True
        await asyncio.sleep(wait)
        return await self._tables.read(table_id, lambda table: table.pending) == pending

    def _forget(self, table_id: str) -> None:
        job = self._jobs.get(table_id)
        if job and job.task is _current_task():
            del self._jobs[table_id]

    async def _compute(
        self, work: Callable[[View, Any, int], D], view: View, level: int | None, seed: int | None = None
    ) -> D:
        decision = await self._run_with_fallback(work, view, level, secrets.randbits(60) if seed is None else seed)
        if decision.failure is not None:
            self._report(view.game, decision.failure)
        return decision

    async def _run_with_fallback(
        self, work: Callable[[View, Any, int], D], view: View, level: int | None, seed: int
    ) -> D:
        loop = asyncio.get_running_loop()
        begin = perf_counter()
        try:
            for _ in range(TRIES):
                executor = self._executor
                try:
                    return await loop.run_in_executor(executor, work, view, level, seed)
                except (BrokenExecutor, OSError, asyncio.CancelledError) as error:
                    if _current_task().cancelling():  # we were cancelled, not the computation
                        raise
                    log_error("a process for bots has died", error)
                    self._replace(executor)
                except Exception as error:
                    log_error("a bot's decision could not be computed", error, game=view.game.name)
                    if work is not tasks.move:
                        raise
                    break
            return await asyncio.to_thread(work, view, None if work is tasks.move else level, seed)
        finally:
            self._metrics.think_seconds.add(perf_counter() - begin)

    def _report(self, game: Game, failure: str) -> None:
        """Log, once for each game, that its search could not be compiled and its bots play weakly."""
        if game.name not in self._metrics.broken_searches:
            self._metrics.broken_searches.add(game.name)
            words = "the search of a game could not be compiled; its bots play without search"
            log(logging.ERROR, words, game=game.name, error=failure)

    def _replace(self, broken: Executor) -> None:
        """Replace the processes; once, however many decisions noticed that they died."""
        if self._executor is broken:
            self._metrics.bot_pool_failures += 1
            broken.shutdown(wait=False)
            self._executor = self._make_executor()


def process_pools(processes: int | None, *, workers: int = 1) -> Callable[[], Executor]:
    """Return a function that makes pools of processes on this machine; by default one fewer than there are cores.

    The workers of a server share these processes, but each has one at least.
    """
    count = max(1, (processes or (os.cpu_count() or 1) - 1) // workers)

    def make() -> Executor:
        # Not forked: this process has threads, and locks that they hold.
        pool = ProcessPoolExecutor(count, mp.get_context("spawn"), tasks.start)
        for _ in range(count):
            pool.submit(int)  # a process only starts when it has something to do
        return pool

    return make


@asynccontextmanager
async def dask_executors(address: str) -> AsyncIterator[Callable[[], Executor]]:
    """Yield a function that makes executors on a Dask cluster. Raises BadSetup."""
    client = await asyncio.to_thread(client_of, address)
    try:
        yield lambda: client.get_executor(pure=False)
    finally:
        await asyncio.to_thread(client.close)


def _current_task() -> asyncio.Task[None]:
    task = asyncio.current_task()
    assert task is not None  # noqa: S101 - coroutines run in tasks
    return task
