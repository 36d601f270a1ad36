"""What happens at tables by itself: clocks that run out, tables of dead nodes that are taken over, idle ones evicted.

Tables that are due and whose node is dead are taken over by the first node that notices. No player loses the time
during which no node was responsible for them.
"""

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable

from tilora.server.background import BackgroundTasks
from tilora.server.errors import Restarting, ServerError
from tilora.server.logs import log, log_error
from tilora.server.metrics import Metrics
from tilora.server.net.placement import HERE, Placement
from tilora.server.system_time import StallDetector, now
from tilora.server.tables.cache import TableCache
from tilora.server.tables.listeners import TableChanges
from tilora.server.tables.liveness import Liveness
from tilora.server.tables.service import TableService
from tilora.store import Store, StoreError, TableRow
from tilora.table.errors import NoSuchTable, TableDamaged
from tilora.table.table import Table

BEAT = 1.0
"""Seconds between two heartbeats."""
STALE_EVERY = 5.0
"""Seconds between two searches for tables that are behind their logs."""
EVICT_EVERY = 10.0
"""Seconds between two searches for idle tables."""
RETRY = 1.0
BATCH = 100
"""Tables that are taken over in one go."""
HOME_FIRST = 10.0
"""Seconds that a worker has to take over a table that is at home there, before another worker does."""
GRACE = 0.03
"""Seconds that a late timer waits, so that moves that arrived during a stall are read first."""


class Timers:
    """The timers of one node."""

    def __init__(
        self,
        store: Store,
        tables: TableService,
        cache: TableCache,
        changes: TableChanges,
        liveness: Liveness,
        stall: StallDetector,
        metrics: Metrics,
        *,
        idle: float,
        placement: Placement = HERE,
    ) -> None:
        """`idle` is how many seconds a table stays in memory that nobody uses."""
        self._store = store
        self._tables = tables
        self._cache = cache
        self._liveness = liveness
        self._stall = stall
        self._metrics = metrics
        self._idle = idle
        self._placement = placement
        self._left_to_others: dict[str, int] = {}
        """When we first saw that tables at home in other workers have to be taken over."""
        self._due: dict[str, int] = {}
        """When each table is due."""
        self._queue: list[tuple[int, str]] = []
        """A heap of times and tables."""
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0
        self._last_row: TableRow | None = None
        """Where the search for tables to take over stopped, if there are more."""
        self._unreadable: set[str] = set()
        """Tables that can't be taken over here, because they need other rules than those installed."""
        self._background = BackgroundTasks()
        changes.subscribe(self._table_changed)

    async def start(self) -> None:
        """Take the time from the store, send the first heartbeat and start all timers."""
        await self._beat()
        for work, seconds in (
            (self._beat, BEAT),
            (self._take_over_tables, BEAT),
            (self._cache.refresh_stale, STALE_EVERY),
            (self._clean_up, EVICT_EVERY),
        ):
            self._background.start(self._repeat(work, seconds))
        self._background.start(self._watch_stalls())

    async def stop(self) -> None:
        """Stop all timers and send a last heartbeat: from this moment on, nobody is responsible for our tables."""
        if self._timer:
            self._timer.cancel()
        await self._background.stop()
        try:
            await self._liveness.beat()
        except StoreError as error:
            log(logging.WARNING, "the last heartbeat could not be stored", error=type(error).__name__)

    async def _beat(self) -> None:
        clock = await self._liveness.shared_clock()
        if clock is not None:
            self._stall.follow(clock)
        await self._liveness.beat()
        self._stall.stored()

    # Clocks

    def _table_changed(self, table: Table, *, local: bool) -> None:
        due = table.due
        if due == self._due.get(table.id):
            return
        if due is None:
            del self._due[table.id]
            return
        self._due[table.id] = due
        if table.pending is None:
            heapq.heappush(self._queue, (due, table.id))
            if self._timer is None or due < self._timer_at:
                self._set_timer()

    def _set_timer(self) -> None:
        """Set the timer for the next table that is due."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._queue:
            self._timer_at = self._queue[0][0]
            wait = max(0.0, (self._timer_at - now()) / 1000) + 0.001
            self._timer = asyncio.get_running_loop().call_later(wait, self._fire)

    def _fire(self) -> None:
        self._timer = None
        moment = now()
        late = bool(self._queue) and moment - self._queue[0][0] > StallDetector.TOLERANCE * 1000
        due = set()
        while self._queue and self._queue[0][0] <= moment:
            due.add(heapq.heappop(self._queue)[1])
        for table_id in due:
            self._background.start(self._tick(table_id, GRACE if late else 0.0))
        self._set_timer()

    async def _tick(self, table_id: str, wait: float) -> None:
        """Let the clock of the table run out, unless somebody moved in time."""
        await asyncio.sleep(wait)
        while not self._tables.stopping:
            try:
                await self._tables.change(table_id, lambda table: table.tick(now()))
                return
            except (Restarting, NoSuchTable, TableDamaged):
                return
            except Exception as error:  # noqa: BLE001 - nobody else would try again
                log_error("a clock could not be read", error, table=table_id)
            await asyncio.sleep(RETRY)

    # Other nodes

    async def _take_over_tables(self) -> None:
        """Take over tables that are due and whose node is dead."""
        rows = await self._store.tables.due(now(), self._liveness.silent_before(), limit=BATCH, after=self._last_row)
        # In turns, so that many unreadable tables do not keep the others waiting.
        self._last_row = rows[-1] if len(rows) == BATCH else None
        for row in rows:
            if row.id not in self._unreadable and self._is_our_turn(row.id):
                await self._take_over(row)
        for node, since in await self._liveness.new_deaths():
            log(logging.WARNING, "a node has died", node=node)
            self._tables.handle_dead_node(node, since)

    def _is_our_turn(self, table_id: str) -> bool:
        """Whether to take over this table: the worker where it is at home has some time to do it first."""
        if self._placement.is_here(table_id):
            return True
        return now() - self._left_to_others.setdefault(table_id, now()) > HOME_FIRST * 1000

    async def _take_over(self, row: TableRow) -> None:
        log(logging.INFO, "taking over a table", table=row.id, node=row.node)
        try:
            await self._tables.adopt(row.id)
            await self._tables.change(row.id, lambda table: table.tick(now()))
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - the other tables wait
            if not isinstance(error, ServerError):  # which is temporary
                self._unreadable.add(row.id)
            log_error("a table could not be taken over", error, table=row.id)

    async def _clean_up(self) -> None:
        self._cache.evict_idle(self._idle)
        long_ago = now() - int(2 * HOME_FIRST * 1000)
        self._left_to_others = {table: at for table, at in self._left_to_others.items() if at > long_ago}
        await self._liveness.prune()

    # Loops

    async def _repeat(self, work: Callable[[], Awaitable[None]], seconds: float) -> None:
        while True:
            try:
                await work()
            except StoreError as error:
                log(logging.WARNING, "the store failed", error=type(error).__name__, cause=str(error))
            except Exception as error:  # noqa: BLE001 - the timers must go on
                log_error("a timer failed", error)
            await asyncio.sleep(seconds)

    async def _watch_stalls(self) -> None:
        stall, known = self._stall, self._stall.count
        while True:
            stall.beat()
            self._metrics.stall_seconds = stall.recent
            if stall.count != known:
                known = stall.count
                log(logging.WARNING, "the server stalled", seconds=(now() - stall.began_at) / 1000)
                self._tables.handle_stall()
            await asyncio.sleep(stall.INTERVAL)
