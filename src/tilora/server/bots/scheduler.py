"""Bots at tables: whenever a table waits for a program's decision, one is thought out elsewhere and played.

Thinking happens in processes of their own or on a Dask cluster, behind the same interface, and never on the server's
loop. An answer names the position it is for, so one that comes too late does nothing. Should a worker die, there are
new ones; should that not help, or thinking fail, the table gets the first thing that looks right, and goes on.
"""

import asyncio
import contextlib
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
from tilora.server.bots import worker
from tilora.server.errors import Restarting, TryAgain
from tilora.server.logs import log_error
from tilora.server.system_time import now
from tilora.server.tables.cache import Entry
from tilora.server.tables.service import Live
from tilora.table.pending import PendingDecision
from tilora.table.table import Table

TRIES = 2
OTHERS_FIRST = 5.0
"""Seconds that the node where a change happened has for its bots, before another node thinks about it too."""
AGAIN, LONGEST_AGAIN = 1.0, 60.0
"""Seconds before a decision is tried once more that could not be made, played or stored; longer each time."""
AT_ONCE = 2
"""Decisions that are thought about at the same time for the tables of one host; others wait for their turn, so that
somebody who lets bots play at a hundred tables does not slow down everybody else's."""

T = TypeVar("T")
R = TypeVar("R")


class _Asked(NamedTuple):
    """A decision that is being made."""

    wanted: PendingDecision
    task: asyncio.Task[None]
    waits: bool
    """Not begun: another node may be at it, or it failed a moment ago."""


class Bots:
    """The thinking of one node."""

    def __init__(self, live: Live, made: Callable[[], Executor]) -> None:
        self._live = live
        self._made = made
        self._executor = made()
        self._asked: dict[str, _Asked] = {}
        self._shares: weakref.WeakValueDictionary[str, asyncio.Semaphore] = weakref.WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()
        live.changed.append(self._look)

    async def hint(self, view: View, level: int) -> worker.Advice:
        """What the seat had best do."""
        return await self._think(worker.hint, view, level)

    async def work(self, work: Callable[[T], R], thing: T) -> R:
        """What comes of it, done where bots think, because it may take long. What it raises is raised."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._executor, work, thing)
        except BrokenExecutor as error:
            self._replace(self._executor)
            raise TryAgain("That could not be worked out. Please try again.") from error

    def warm_up(self, game: Game) -> None:
        """A worker prepares itself for that game, if it is not too busy."""
        with contextlib.suppress(RuntimeError):
            self._executor.submit(worker.warm, game)

    async def stop(self) -> None:
        """Nobody thinks any more."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _look(self, entry: Entry, table: Table, here: bool) -> None:
        """A table has changed: perhaps it waits for a bot now."""
        wanted = table.pending
        known = self._asked.get(entry.id)
        if wanted is None or (known and known.wanted == wanted and not (here and known.waits)):
            return
        if known:
            known.task.cancel()
        wait = 0.0 if here else OTHERS_FIRST
        share = self._shares.setdefault(table.host, asyncio.Semaphore(AT_ONCE))
        task = asyncio.create_task(self._answer(entry.id, wanted, table.pending_view(), wait, share))
        self._asked[entry.id] = _Asked(wanted, task, not here)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(
        self, table_id: str, wanted: PendingDecision, view: View, wait: float, share: asyncio.Semaphore
    ) -> None:
        """The wanted decision has been made and played, or nobody wants it any more."""
        again = AGAIN
        try:
            while await self._is_wanted(table_id, wanted, wait):
                try:
                    # What is said at once waits for nobody: somebody's time is up.
                    async with share if wanted.level is not None else contextlib.nullcontext():
                        action = await self._think(worker.move, view, wanted.level)
                    self._forget(table_id)
                    await self._play(table_id, wanted, action)
                    return
                except Restarting:
                    return
                except Exception as error:  # noqa: BLE001 - given up, the table would wait for ever
                    log_error("a bot could not move", error, table=table_id)
                    self._asked.setdefault(table_id, _Asked(wanted, _this_task(), True))
                wait, again = again, min(2 * again, LONGEST_AGAIN)
        except Exception as error:  # noqa: BLE001 - nobody waits for it
            log_error("a bot failed", error, table=table_id)
        finally:
            self._forget(table_id)

    async def _play(self, table_id: str, wanted: PendingDecision, action: str) -> None:
        await self._live.change(table_id, lambda table: table.answer(wanted, action, now()))

    async def _is_wanted(self, table_id: str, wanted: PendingDecision, wait: float) -> bool:
        if not wait:
            return True
        await asyncio.sleep(wait)
        return await self._live.read(table_id, lambda table: table.pending) == wanted

    def _forget(self, table_id: str) -> None:
        known = self._asked.get(table_id)
        if known and known.task is _this_task():
            del self._asked[table_id]

    async def _think(self, work: Callable[[View, Any, int], T], view: View, level: int | None) -> T:
        loop = asyncio.get_running_loop()
        seed = secrets.randbits(60)
        begin = perf_counter()
        try:
            for _ in range(TRIES):
                executor = self._executor
                try:
                    return await loop.run_in_executor(executor, work, view, level, seed)
                except (BrokenExecutor, OSError, asyncio.CancelledError) as error:
                    if _this_task().cancelling():  # not the worker's work was given up, but ours
                        raise
                    log_error("a worker has died", error)
                    self._replace(executor)
                except Exception as error:
                    log_error("thinking failed", error, game=view.game.name)
                    if work is not worker.move:
                        raise
                    break
            return await asyncio.to_thread(work, view, None if work is worker.move else level, seed)
        finally:
            self._live.metrics.think_seconds.add(perf_counter() - begin)

    def _replace(self, broken: Executor) -> None:
        """There are new workers; once, however many noticed that the old ones are gone."""
        if self._executor is broken:
            self._live.metrics.worker_deaths += 1
            broken.shutdown(wait=False)
            self._executor = self._made()


def processes(workers: int | None) -> Callable[[], Executor]:
    """Makes pools of processes on this machine; without a number, of one for each core but one."""
    count = workers or max(1, (os.cpu_count() or 1) - 1)

    def made() -> Executor:
        # Not forked: this process has threads, and locks that they hold.
        pool = ProcessPoolExecutor(count, mp.get_context("spawn"), worker.begin)
        for _ in range(count):
            pool.submit(int)  # a worker is started when there is something to do for it
        return pool

    return made


@asynccontextmanager
async def cluster(address: str) -> AsyncIterator[Callable[[], Executor]]:
    """Makes executors on a Dask cluster. Raises BadSetup."""
    client = await asyncio.to_thread(client_of, address)
    try:
        yield lambda: client.get_executor(pure=False)
    finally:
        await asyncio.to_thread(client.close)


def _this_task() -> asyncio.Task[None]:
    task = asyncio.current_task()
    assert task is not None  # noqa: S101 - coroutines run in tasks
    return task
