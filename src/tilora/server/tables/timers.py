"""Clockwork: what happens without anybody asking. Time that is up, tables of nodes that have died, tables gone idle.

Every node shows by its heartbeat in the store that it lives. Tables that are due and whose node is silent are taken
over by whoever notices first; that nobody looked after them costs no player time.
"""

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from tilora.server.errors import ServerError
from tilora.server.logs import log, log_error
from tilora.server.system_time import Stall, now
from tilora.server.tables.cache import Entry
from tilora.server.tables.service import Live
from tilora.store import StoreError, TableRow
from tilora.table.table import Table

BEAT = 1.0
"""Seconds between two beats."""
SILENT = 3.5
"""Seconds without a beat after which a node counts as dead."""
REMEMBERED = 24 * 3600 * 1000
"""Milliseconds for which dead nodes are remembered."""
IDLE_EVERY = 10.0
"""Seconds between two searches for idle tables."""
RETRY = 1.0
AT_A_TIME = 100
"""Tables that are taken over in one go."""
LAST_CALL = 0.03
"""Seconds that a late clock waits, so that moves are read that came in while it was held up."""


class Clockwork:
    """The clock of one node."""

    def __init__(self, live: Live, *, idle: float, alone_since: int | None) -> None:
        """With `alone_since`, no other node has used the store since that time: all others are dead."""
        self._live = live
        self._idle = idle
        self._alone_since = alone_since
        self._due: list[tuple[int, str]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0
        self._neighbours: set[str] = set()
        self._last: TableRow | None = None
        """The table that taking over has come to, if others come after it."""
        self._unreadable: set[str] = set()
        """Tables that can't be taken over here, because they need other rules than those installed."""
        self._tasks: set[asyncio.Task[None]] = set()
        live.changed.append(self._look)
        live.entries.gone_since = self.gone_since

    async def start(self) -> None:
        """The node lives, and everybody can know."""
        await self._live.store.nodes.beat(self._live.node, now())
        for work, seconds in ((self._beat, BEAT), (self._sweep, BEAT), (self._forget, IDLE_EVERY)):
            self._keep(self._regularly(work, seconds))
        self._keep(self._watch_the_loop())

    async def stop(self) -> None:
        """The clock stands still; from this moment on nobody looks after our tables."""
        if self._timer:
            self._timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self._live.store.nodes.beat(self._live.node, now())
        except StoreError as error:
            log(logging.WARNING, "the last heartbeat could not be stored", error=type(error).__name__)

    async def gone_since(self, node: str) -> int | None:
        """When the node was last alive, if it is dead."""
        seen = await self._live.store.nodes.last_seen(node)
        return seen if seen is not None and seen < self._silent_before() else None

    def _silent_before(self) -> int:
        return self._alone_since or now() - int(SILENT * 1000)

    # Time that is up

    def _look(self, entry: Entry, table: Table, here: bool) -> None:
        """A table has changed, and with it perhaps when it is due."""
        due = table.due
        if due == entry.due:
            return
        entry.due = due
        if due is not None and table.pending is None:
            heapq.heappush(self._due, (due, entry.id))
            if self._timer is None or due < self._timer_at:
                self._wind_up()

    def _wind_up(self) -> None:
        """The timer is set for the next table that is due."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._due:
            self._timer_at = self._due[0][0]
            wait = max(0.0, (self._timer_at - now()) / 1000) + 0.001
            self._timer = asyncio.get_running_loop().call_later(wait, self._ring)

    def _ring(self) -> None:
        self._timer = None
        moment = now()
        late = bool(self._due) and moment - self._due[0][0] > Stall.SHORT * 1000
        ringing = set()
        while self._due and self._due[0][0] <= moment:
            ringing.add(heapq.heappop(self._due)[1])
        for table_id in ringing:
            self._keep(self._tick(table_id, LAST_CALL if late else 0.0))
        self._wind_up()

    async def _tick(self, table_id: str, wait: float) -> None:
        """What is due at the table has happened. Nothing has, if somebody moved in time."""
        await asyncio.sleep(wait)
        while not self._live.stopping:
            try:
                await self._live.change(table_id, lambda table: table.tick(now()))
                return
            except Exception as error:  # noqa: BLE001 - nobody waits for it
                log_error("a clock could not be read", error, table=table_id)
            await asyncio.sleep(RETRY)

    # Other nodes

    async def _beat(self) -> None:
        await self._live.store.nodes.beat(self._live.node, now())

    async def _sweep(self) -> None:
        """Tables that are due and that nobody looks after are ours now."""
        before = self._silent_before()
        rows = await self._live.store.tables.due(now(), before, limit=AT_A_TIME, after=self._last)
        # In turns, so that many that can't be taken over keep nobody else waiting.
        self._last = rows[-1] if len(rows) == AT_A_TIME else None
        for row in rows:
            if row.id not in self._unreadable:
                await self._take_over(row)
        if self._alone_since is None:
            alive = set(await self._live.store.nodes.alive(before))
            for node in self._neighbours - alive:
                log(logging.WARNING, "a node has died", node=node)
                self._live.lost(node, await self._live.store.nodes.last_seen(node) or before)
            self._neighbours = alive - {self._live.node}

    async def _take_over(self, row: TableRow) -> None:
        log(logging.INFO, "taking over a table", table=row.id, node=row.node)
        try:
            await self._live.look_after(row.id)
            await self._live.change(row.id, lambda table: table.tick(now()))
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - the other tables wait
            if not isinstance(error, ServerError):  # which passes
                self._unreadable.add(row.id)
            log_error("a table could not be taken over", error, table=row.id)

    async def _forget(self) -> None:
        self._live.entries.forget_idle(self._idle)
        await self._live.store.nodes.prune(now() - REMEMBERED)

    # Going round

    async def _regularly(self, work: Callable[[], Awaitable[None]], seconds: float) -> None:
        while True:
            try:
                await work()
            except StoreError as error:
                log(logging.WARNING, "the store does not answer", error=type(error).__name__)
            except Exception as error:  # noqa: BLE001 - the clock must go on
                log_error("the clockwork stumbled", error)
            await asyncio.sleep(seconds)

    async def _watch_the_loop(self) -> None:
        stall, known = self._live.stall, self._live.stall.number
        while True:
            stall.beat()
            self._live.metrics.stall_seconds = stall.worst
            stall.worst *= 0.95
            if stall.number != known:
                known = stall.number
                log(logging.WARNING, "the server was held up", seconds=(now() - stall.since) / 1000)
                self._live.held_up()
            await asyncio.sleep(stall.EVERY)

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
