"""The tables in the memory of a node, each as the log in the store has it, and what tables are called.

While something is being written, the table in memory is ahead of the log; so it is put aside until the write has come
back. Whatever goes wrong in between, and be it that the caller is cancelled, leaves nothing behind but a table that is
read anew from the log. So what is here can be forgotten at any time.
"""

import asyncio
import hashlib
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from time import perf_counter
from typing import NamedTuple

from tilora.kernel import SPECTATOR
from tilora.server.logs import log, log_error
from tilora.server.metrics import Metrics
from tilora.server.system_time import Stall, now
from tilora.server.tables.pubsub import Channels, Note
from tilora.server.tables.subscribers import Onlookers
from tilora.store import Conflict, Index, Store, StoreError, worth_writing
from tilora.table.errors import NoSuchTable
from tilora.table.events import AnyEvent, Closed, decode_event, encode_event
from tilora.table.table import Table

FIRST_WAIT, LONGEST_WAIT = 0.2, 5.0
"""Seconds between attempts to read a table anew."""
SLOW = 0.25
"""Seconds that storing may take at the players' cost."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of table ids: none that look alike."""
ID_LENGTH = 12


class Done(NamedTuple):
    """How a table stands for somebody, after what they asked for."""

    version: int
    moment: int


class Entry:
    """A table of this node."""

    __slots__ = ("due", "excused", "id", "lock", "onlookers", "public", "refreshing", "table", "used_at", "written")

    def __init__(self, table_id: str, excused: int) -> None:
        self.id = table_id
        self.excused = excused
        """The number of the last stall of this node that has been given back here."""
        self.lock = asyncio.Lock()
        self.table: Table | None = None
        """None: has to be read from the log."""
        self.onlookers = Onlookers()
        self.written: Index | None = None
        """What this node has last let look-ups know of the table; None if another node may have been later."""
        self.public = 0
        """The version that everybody could see when the table was last read or written."""
        self.due: int | None = None
        """When the table has to be looked after; such tables stay in memory."""
        self.refreshing = False
        self.used_at = 0


Show = Callable[[Entry, Table, Sequence[AnyEvent] | None, bool], None]
"""Shows what is new at a table: these events, or, with None, who knows what; and whether it happened on this node."""


class Entries:
    """The tables in the memory of this node. Who reads or changes one holds its lock."""

    def __init__(
        self, store: Store, channels: Channels, metrics: Metrics, node: str, *, stall: Stall, show: Show
    ) -> None:
        self.gone_since: Callable[[str], Awaitable[int | None]] | None = None
        """When a node was last alive, if it is dead."""
        self._store = store
        self._channels = channels
        self._metrics = metrics
        self._node = node
        self._stall = stall
        self._show = show
        self._all: dict[str, Entry] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._settling = False
        metrics.tables = self._all.__len__

    def __iter__(self) -> Iterator[Entry]:
        """All of them, as they are now."""
        return iter(list(self._all.values()))

    def get(self, table_id: str) -> Entry | None:
        """The entry of the table, if it is in memory."""
        return self._all.get(table_id)

    # Finding

    async def acquire(self, table_id: str) -> Entry:
        """The entry of the table, locked by the caller, who has to release it."""
        while True:
            entry = self._all.get(table_id)
            if entry is None:
                entry = self._all[table_id] = Entry(table_id, self._stall.number)
            await entry.lock.acquire()
            if self._all.get(table_id) is entry:
                entry.used_at = now()
                return entry
            entry.lock.release()  # it was forgotten while we waited

    @asynccontextmanager
    async def at(self, table_id: str) -> AsyncIterator[tuple[Entry, Table]]:
        """The table, locked meanwhile."""
        entry = await self.acquire(table_id)
        try:
            yield entry, entry.table or await self.load(entry)
        finally:
            entry.lock.release()

    async def load(self, entry: Entry) -> Table:
        """The table as the log has it, in memory and shown to those who look on."""
        events = [decode_event(body) for body in await self._store.events(entry.id)]
        if not events:
            if not entry.onlookers:
                self._all.pop(entry.id, None)
            raise NoSuchTable("There is no such table. Is the link complete?")
        table = Table.replay(entry.id, events)
        entry.written = None
        entry.table = table
        entry.public = table.version(SPECTATOR)
        self._show(entry, table, None, False)
        if isinstance(events[-1], Closed):
            entry.onlookers.say_bye("closed")
        return await self._resume(entry, table)

    async def read_on(self, entry: Entry) -> bool:
        """The table is as the log has it; whether there was something that we did not know."""
        if entry.table is None:
            await self.load(entry)
            return True
        table, entry.table = entry.table, None
        events = [decode_event(body) for body in await self._store.events(entry.id, after=table.number)]
        for event in events:
            table.apply(event)
        entry.table = table
        entry.public = table.version(SPECTATOR)
        if events:
            entry.written = None
            self._show(entry, table, events, False)
        return bool(events)

    # Writing

    async def commit(self, entry: Entry, table: Table, events: Sequence[AnyEvent]) -> bool:
        """The events, which the table has applied, are stored and shown; False if somebody else was quicker."""
        begin = perf_counter()
        index = None
        # Of a draft nobody may learn, neither by a list of tables nor by time that it is given back.
        public = table.version(SPECTATOR) != entry.public
        if public and worth_writing(
            entry.written, summary_number=table.summary_number, moved_at=table.moved_at, due=table.due
        ):
            index = self._index(table)
        entry.table = None
        try:
            await self._store.append(entry.id, table.number - len(events), [encode_event(one) for one in events], index)
        except Conflict:
            self._metrics.conflicts += 1
            return False
        except BaseException:
            # Whether it was written or not: who looks on is shown what the log says, as soon as it can be read.
            self.refresh_soon(entry)
            raise
        entry.table = table
        entry.public = table.version(SPECTATOR)
        if index:
            entry.written = index
        self._metrics.commit_seconds.add(perf_counter() - begin)
        self._metrics.events += len(events)
        self._show(entry, table, events, True)
        self._channels.tell(Note(self._node, entry.id, table.number))
        if public and perf_counter() - begin > SLOW:
            # Nobody has seen this before now, so nobody's time may have run since it was decided.
            given_back = table.resume(events[-1].at, now())
            if given_back:
                await self.commit(entry, table, given_back)
        return True

    async def take_on(self, entry: Entry, table: Table) -> Table:
        """The table, which is this node's business from now on, and look-ups know it."""
        if entry.written is None:
            table = await self._resume(entry, table)
        if entry.written is None:
            index = self._index(table)
            await self._store.tables.index(entry.id, table.number, index)
            entry.written = index
        return table

    async def _resume(self, entry: Entry, table: Table) -> Table:
        """If nobody has looked after the table for a while, that has cost nobody time."""
        away = await self._away_since(entry, table)
        resumed = table.resume(away, now()) if away is not None else []
        if resumed and not await self.commit(entry, table, resumed):
            return await self.load(entry)
        return table

    async def _away_since(self, entry: Entry, table: Table) -> int | None:
        """Since when nobody has looked after the table, although its clocks ran."""
        if table.due is None or self.gone_since is None:
            return None
        row = await self._store.tables.get(entry.id)
        if row is None or row.node is None or row.node == self._node:
            return None
        return await self.gone_since(row.node)

    def _index(self, table: Table) -> Index:
        return Index(
            summary=table.summary(),
            summary_number=table.summary_number,
            moved_at=table.moved_at,
            due=table.due,
            node=self._node,
            gone_players=table.gone_players,
        )

    # Coming and going

    def refresh_soon(self, entry: Entry) -> None:
        """The table will be as the log has it, as soon as that can be read."""
        if not entry.refreshing and not self._settling:
            entry.refreshing = True
            self.soon(lambda: self._refresh(entry))

    async def _refresh(self, entry: Entry) -> None:
        """The table in memory is as the log has it."""
        wait = FIRST_WAIT
        while self._all.get(entry.id) is entry:
            try:
                async with entry.lock:
                    entry.refreshing = False
                    await self.read_on(entry)
                return
            except NoSuchTable:
                return
            except StoreError as error:
                log(logging.WARNING, "a table could not be read anew", table=entry.id, error=type(error).__name__)
                entry.refreshing = True
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    def forget_idle(self, seconds: float) -> None:
        """Tables that nobody has asked for, and that wait for nothing, have left the memory."""
        before = now() - int(seconds * 1000)
        for entry in self:
            if entry.used_at < before and entry.due is None and not entry.onlookers and not entry.lock.locked():
                del self._all[entry.id]

    def soon(self, work: Callable[[], Awaitable[object]]) -> None:
        """That will be done, and nobody waits for it."""

        async def carefully() -> None:
            try:
                await work()
            except Exception as error:  # noqa: BLE001 - nobody waits for it
                log_error("something at a table failed", error)

        task = asyncio.create_task(carefully())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settle(self) -> None:
        """What was in flight at a table has been finished, and no table is read anew any more."""
        self._settling = True
        for entry in self:
            async with entry.lock:
                pass

    async def stop(self) -> None:
        """Nothing is left to be done soon."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def new_id() -> str:
    """A name for a table that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def rematch_id(table_id: str) -> str:
    """The name of the table's rematch. Whoever makes it, and however often, it is the same."""
    digest = hashlib.sha256(f"rematch of {table_id}".encode()).digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:ID_LENGTH])
