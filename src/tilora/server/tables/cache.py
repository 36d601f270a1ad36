"""The tables in the memory of this node, each as the log in the store has it.

While events are being written, the table in memory is ahead of the log, so it is taken out of the cache until the write
has succeeded. Whatever goes wrong in between, even if the caller is cancelled, the next reader replays the log. So
everything in the cache can be dropped at any time. Whoever writes gets the table back that is true then, and has to go
on with that one: the other may hold an event that was never stored. Only a table of the cache can be written.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from time import perf_counter

from tilora.kernel import SPECTATOR, UnknownGame, WrongVersion
from tilora.server.background import BackgroundTasks
from tilora.server.logs import log
from tilora.server.metrics import Metrics
from tilora.server.system_time import StallDetector, now
from tilora.server.tables.broadcast import Broadcaster
from tilora.server.tables.liveness import Liveness
from tilora.server.tables.subscribers import Subscribers
from tilora.store import Conflict, Damaged, Index, Store, StoreDown, StoreError, worth_writing
from tilora.table.errors import NoSuchTable, TableDamaged
from tilora.table.events import AnyEvent, Closed, decode_event, encode_event
from tilora.table.table import Table

FIRST_WAIT, LONGEST_WAIT = 0.2, 5.0
"""Seconds between attempts to refresh a table."""
STALE_BATCH = 500
"""Tables whose logs are looked at in one query."""
SLOW = 0.25
"""Seconds that a write may take at the players' cost."""


class CachedTable:
    """One table of this node, its lock and its subscribers. Its other state is changed by `TableCache` alone."""

    __slots__ = (
        "_due",
        "_index",
        "_public_version",
        "_refreshing",
        "_stalls_refunded",
        "_table",
        "_used_at",
        "id",
        "lock",
        "subscribers",
    )

    def __init__(self, table_id: str, stalls: int) -> None:
        self.id = table_id
        self.lock = asyncio.Lock()
        """Held by whoever reads or changes the table."""
        self.subscribers = Subscribers()
        self._table: Table | None = None
        self._index: Index | None = None
        self._public_version = 0
        self._due: int | None = None
        self._refreshing = False
        self._used_at = 0
        self._stalls_refunded = stalls

    @property
    def table(self) -> Table | None:
        """The table as the log has it; None if the log has to be read first."""
        return self._table

    @property
    def index(self) -> Index | None:
        """What this node last wrote into the index of tables; None if another node may have written since."""
        return self._index

    @property
    def public_version(self) -> int:
        """The version that everybody could see when the table was last read or written."""
        return self._public_version

    @property
    def due(self) -> int | None:
        """When something has to happen at the table by itself. Such tables stay in memory."""
        return self._due

    def keep(self, table: Table, index: Index | None) -> None:
        """Store the table, which is as the log has it."""
        self._table = table
        self._index = index
        self._public_version = table.version(SPECTATOR)
        self._due = table.due

    def take(self) -> Table | None:
        """Remove and return the table, which is about to differ from the log."""
        table, self._table = self._table, None
        return table

    def drop(self) -> None:
        """Drop everything that can be read from the store."""
        self._table = self._index = None

    def touch(self) -> None:
        """Note that the table is in use."""
        self._used_at = now()

    def is_idle(self, before: int) -> bool:
        """Whether nobody has used the table since then, and nothing is waiting to happen."""
        return self._used_at < before and self._due is None and not self.subscribers and not self.lock.locked()

    def begin_refresh(self) -> bool:
        """Return whether the caller is to refresh the table: nobody else is about to."""
        if self._refreshing:
            return False
        self._refreshing = True
        return True

    def end_refresh(self) -> None:
        """Note that changes from now on need another refresh."""
        self._refreshing = False

    def is_owed(self, stall: StallDetector) -> bool:
        """Whether the last long stall of this node has not been refunded here."""
        return self._stalls_refunded != stall.count

    def note_refund(self, stalls: int) -> None:
        """Note that this many stalls have been refunded."""
        self._stalls_refunded = stalls


class TableCache:
    """The tables in the memory of this node."""

    def __init__(
        self, store: Store, broadcaster: Broadcaster, liveness: Liveness, stall: StallDetector, metrics: Metrics
    ) -> None:
        self._store = store
        self._broadcaster = broadcaster
        self._node = broadcaster.node
        self._liveness = liveness
        self._stall = stall
        self._metrics = metrics
        self._tables: dict[str, CachedTable] = {}
        self._background = BackgroundTasks()
        self._draining = False

    def __iter__(self) -> Iterator[CachedTable]:
        """Iterate over a snapshot of all tables."""
        return iter(list(self._tables.values()))

    def get(self, table_id: str) -> CachedTable | None:
        """Return the table if it is in memory."""
        return self._tables.get(table_id)

    # Reading

    @asynccontextmanager
    async def lock(self, table_id: str) -> AsyncIterator[CachedTable]:
        """Hold the lock of a table, which may not have been read or may not exist yet."""
        cached = await self._acquire(table_id)
        try:
            yield cached
        finally:
            cached.lock.release()

    @asynccontextmanager
    async def use(self, table_id: str) -> AsyncIterator[tuple[CachedTable, Table]]:
        """Hold the lock of a table that has been read. Raises NoSuchTable."""
        async with self.lock(table_id) as cached:
            yield cached, await self.current(cached)

    async def _acquire(self, table_id: str) -> CachedTable:
        while True:
            cached = self._tables.get(table_id)
            if cached is None:
                cached = self._tables[table_id] = CachedTable(table_id, self._stall.settled)
                self._broadcaster.follow(table_id)  # before the log is read, so that no later event is missed
                self._metrics.tables = len(self._tables)
            await cached.lock.acquire()
            if self._tables.get(table_id) is cached:
                cached.touch()
                return cached
            cached.lock.release()  # it was evicted while we waited

    async def current(self, cached: CachedTable) -> Table:
        """Return the table as the log has it. Raises NoSuchTable or TableDamaged."""
        return cached.table or await self.load(cached)

    async def load(self, cached: CachedTable) -> Table:
        """Replay the log of the table, and show it to its subscribers. Raises NoSuchTable or TableDamaged."""
        with self._setting_apart(cached.id):
            events = [decode_event(body) for body in await self._store.events(cached.id)]
            if not events:
                if not cached.subscribers:
                    self._evict(cached.id)
                raise NoSuchTable("There is no such table. Is the link complete?")
            table = Table.replay(cached.id, events)
        cached.keep(table, index=None)
        self._broadcaster.show(cached.subscribers, table, None, local=False)
        if isinstance(events[-1], Closed):
            cached.subscribers.close_all("closed")
        return await self._refund_absence(cached, table)

    async def catch_up(self, cached: CachedTable) -> bool:
        """Apply the events that other nodes have stored. Return whether there were any. Raises TableDamaged."""
        table = cached.take()
        if table is None:
            await self.load(cached)
            return True
        with self._setting_apart(cached.id):
            events = [decode_event(body) for body in await self._store.events(cached.id, after=table.number)]
            for event in events:
                table.apply(event)
        cached.keep(table, None if events else cached.index)
        if events:
            self._broadcaster.show(cached.subscribers, table, events, local=False)
        elif cached.subscribers.presence_changed:  # while the log was being read
            self._broadcaster.show_presence(cached.subscribers, table)
        return bool(events)

    @contextmanager
    def _setting_apart(self, table_id: str) -> Iterator[None]:
        """Raise TableDamaged instead of whatever goes wrong inside, unless the log is not to blame. Log it once."""
        try:
            yield
        except (NoSuchTable, WrongVersion, UnknownGame):
            raise
        except StoreError as error:
            if not isinstance(error, Damaged):
                raise
            cause = str(error)
        except Exception as error:  # noqa: BLE001 - whatever a log leads to that is not what it was
            cause = f"An event can't be read or applied ({type(error).__name__})."
        else:
            return
        if table_id not in self._metrics.damaged_tables:
            self._metrics.damaged_tables.add(table_id)
            log(logging.ERROR, "a table is damaged and was set apart; the others go on", table=table_id, cause=cause)
        raise TableDamaged("This table is damaged and can't be opened. The log of the server says why.")

    # Writing

    async def create(self, table: Table, events: Sequence[AnyEvent]) -> bool:
        """Store a new table. Return False if the id is taken."""
        async with self.lock(table.id) as cached:
            return await self._commit(cached, table, events) is not None

    async def commit(self, cached: CachedTable, table: Table, events: Sequence[AnyEvent]) -> Table | None:
        """Store and show the events, which the table has applied.

        Return the table as the log has it now, with which the caller has to go on; None if another node was faster.
        """
        if cached.table is not table:
            raise RuntimeError("Only the table in the cache is as the log has it.")
        return await self._commit(cached, table, events)

    async def _commit(self, cached: CachedTable, table: Table, events: Sequence[AnyEvent]) -> Table | None:
        begin = perf_counter()
        # Nobody may learn of a draft, neither from a list of tables nor from time that is refunded.
        public = table.version(SPECTATOR) != cached.public_version
        if not await self._write(cached, table, events, public=public):
            return None
        seconds = perf_counter() - begin
        self._metrics.commit_seconds.add(seconds)
        if not public or seconds <= SLOW:
            return table
        # Nobody has seen this before now, so nobody's time may have run since it was decided.
        try:
            return await self._refund(cached, table, events[-1].at)
        except StoreDown as error:
            error.written = "unknown"  # the refund is not, but what was asked for is
            raise

    async def _write(self, cached: CachedTable, table: Table, events: Sequence[AnyEvent], *, public: bool) -> bool:
        """Store and show the events. Return False if another node was faster."""
        cached.take()
        try:
            index = self._index_of(table) if public and self._is_index_stale(cached, table) else None
            await self._store.append(cached.id, table.number - len(events), list(map(encode_event, events)), index)
        except Conflict:
            self._metrics.conflicts += 1
            return False
        except BaseException:
            # Written or not: subscribers are shown what the log says, as soon as it can be read.
            self.schedule_refresh(cached)
            raise
        cached.keep(table, index or cached.index)
        self._metrics.events += len(events)
        self._broadcaster.show(cached.subscribers, table, events, local=True)
        self._broadcaster.publish_number(table)
        return True

    async def adopt(self, cached: CachedTable, table: Table) -> Table:
        """Make this node responsible for the table, and write that into the index. Return the current table."""
        if cached.index is None:
            table = await self._refund_absence(cached, table)
        if cached.index is None:
            index = self._index_of(table)
            await self._store.tables.index(cached.id, table.number, index)
            cached.keep(table, index)
        return table

    async def refund_stall(self, cached: CachedTable, table: Table) -> Table | None:
        """Give players back the time of the last long stall of this node. Returns what `commit` does."""
        stalls = self._stall.count
        events = table.resume(self._stall.began_at, now())
        current = await self.commit(cached, table, events) if events else table
        if current is not None:
            cached.note_refund(stalls)
        return current

    async def _refund_absence(self, cached: CachedTable, table: Table) -> Table:
        """Give players back the time during which no node was responsible for the table. Return the current table."""
        absent = await self._unattended_since(cached, table)
        return table if absent is None else await self._refund(cached, table, absent)

    async def _refund(self, cached: CachedTable, table: Table, since: int) -> Table:
        """Give players back the time since then, unless another node changes the table first. Return what it is now."""
        events = table.resume(since, now())
        if not events:
            return table
        return await self.commit(cached, table, events) or await self.load(cached)

    async def _unattended_since(self, cached: CachedTable, table: Table) -> int | None:
        """Return since when no node has been responsible for the table, although its clocks ran."""
        if table.due is None:
            return None
        row = await self._store.tables.get(cached.id)
        if row is None or row.node is None or row.node == self._node:
            return None
        return await self._liveness.absent_since(row.node)

    def _is_index_stale(self, cached: CachedTable, table: Table) -> bool:
        return worth_writing(cached.index, summary_number=table.summary_number, moved_at=table.moved_at, due=table.due)

    def _index_of(self, table: Table) -> Index:
        return Index(
            summary=table.summary(),
            summary_number=table.summary_number,
            moved_at=table.moved_at,
            due=table.due,
            node=self._node,
            gone_players=table.gone_players,
        )

    # Refreshing and evicting

    def schedule_refresh(self, cached: CachedTable) -> None:
        """Bring the table up to date with the log, as soon as that can be read."""
        if not self._draining and cached.begin_refresh():
            self._background.start(self._refresh(cached))

    async def _refresh(self, cached: CachedTable) -> None:
        wait = FIRST_WAIT
        while self._tables.get(cached.id) is cached:
            try:
                async with cached.lock:
                    cached.end_refresh()
                    await self.catch_up(cached)
                return
            except (NoSuchTable, TableDamaged):
                return
            except StoreError as error:
                log(logging.WARNING, "a table could not be refreshed", table=cached.id, error=type(error).__name__)
                cached.begin_refresh()
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def refresh_stale(self) -> None:
        """Refresh tables whose log goes further than what is known here, although nobody has told us.

        That is rare: a write whose answer was lost can arrive at the database after its log has been read again.
        """
        followed = [cached for cached in self if cached.table and (cached.subscribers or cached.due is not None)]
        for first in range(0, len(followed), STALE_BATCH):
            some = followed[first : first + STALE_BATCH]
            numbers = await self._store.last_numbers([cached.id for cached in some])
            for cached in some:
                if cached.table and cached.table.number < numbers.get(cached.id, 0):
                    self.schedule_refresh(cached)

    def evict_idle(self, seconds: float) -> None:
        """Remove tables from memory that nobody has used for this many seconds and that wait for nothing."""
        before = now() - int(seconds * 1000)
        for cached in self:
            if cached.is_idle(before):
                self._evict(cached.id)

    def forget(self, table_id: str) -> bool:
        """Remove the table from memory. Return False if somebody is using it."""
        cached = self._tables.get(table_id)
        if cached is not None and (cached.subscribers or cached.lock.locked()):
            return False
        self._evict(table_id)
        return True

    def _evict(self, table_id: str) -> None:
        if self._tables.pop(table_id, None):
            self._broadcaster.unfollow(table_id)
        self._metrics.tables = len(self._tables)

    async def drain(self) -> None:
        """Wait until everything in flight has finished, and refresh no table any more."""
        self._draining = True
        for cached in self:
            async with cached.lock:
                pass

    async def stop(self) -> None:
        """Cancel all refreshes."""
        await self._background.stop()
