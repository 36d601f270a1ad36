"""Tables in the memory of this node. The log in the store is the truth; what is here can be forgotten at any time.

Everything that happens at a table happens under its lock: decide, write, then show. While something is being
written, the table in memory is ahead of the log; so it is put aside until the write has come back. Whatever goes wrong
in between, and be it that the caller is cancelled, leaves nothing behind but a table that is read anew from the log.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from time import perf_counter
from typing import TypeVar

from tilora.kernel import SPECTATOR
from tilora.server.channels import Channels, Note
from tilora.server.entries import Done, Entry, new_id, rematch_id
from tilora.server.errors import Restarting, TryAgain
from tilora.server.logs import failed, log
from tilora.server.metrics import Metrics
from tilora.server.onlookers import Onlooker, Reason
from tilora.server.times import Stall, now
from tilora.store import Conflict, Index, Store, StoreError, worth_writing
from tilora.table.errors import NoSuchTable, TableError
from tilora.table.events import AnyEvent, Closed, Joined, PlaceSet, Started, WatchersSet, decoded, encoded
from tilora.table.look import NOTHING, Since
from tilora.table.setup import Person, Setup
from tilora.table.table import Table

TRIES = 8
"""How often a node that others were quicker than decides anew."""
FIRST_WAIT, LONGEST_WAIT = 0.2, 5.0
"""Seconds between attempts to read a table anew."""
RIGHTS = frozenset({Joined, PlaceSet, Started, WatchersSet})
"""Events that change who may see what."""

SLOW = 0.25
"""Seconds that storing may take at the players' cost."""

T = TypeVar("T")
Decide = Callable[[Table], list[AnyEvent]]


class Live:
    """The tables of this node."""

    def __init__(self, store: Store, channels: Channels, metrics: Metrics, node: str) -> None:
        self.store = store
        self.channels = channels
        self.metrics = metrics
        self.node = node
        self.stopping = False
        self.stall = Stall()
        self.changed: list[Callable[[Entry, Table, bool], None]] = []
        """Called after every change, under the table's lock; the last says whether it happened on this node."""
        self.gone_since: Callable[[str], Awaitable[int | None]] | None = None
        """When a node was last alive, if it is dead."""
        self._entries: dict[str, Entry] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        metrics.tables = self._entries.__len__

    # What happens at tables

    async def open(self, setup: Setup, host: Person) -> str:
        """A new table stands there; its id."""
        self._refuse_when_stopping()
        table_id = new_id()
        table, events = Table.open(table_id, setup, host, secret=secrets.token_hex(32), now=now())
        entry = await self._acquire(table_id)
        try:
            if not await self._commit(entry, table, events):
                raise TryAgain("No free name was found for the table. Please try again.")
        finally:
            entry.lock.release()
        return table_id

    async def change(self, table_id: str, decide: Decide, onlooker: Onlooker | None = None) -> Done:
        """What `decide` makes happen is stored and shown; how the table then stands for the onlooker.

        Whatever `decide` raises is raised, and nothing has happened. Raises Restarting or TryAgain, too.
        """
        self._refuse_when_stopping()
        self.stall.look()
        entry = await self._acquire(table_id)
        try:
            for _ in range(TRIES):
                table = entry.table or await self._load(entry)
                if entry.excused != self.stall.number and not await self._excuse(entry, table):
                    continue
                try:
                    events = decide(table)
                except TableError:
                    # What was done at another node, which they may have come from, would be refused here until we hear.
                    if not await self._read_on(entry):
                        raise
                    continue
                if not events or await self._commit(entry, table, events):
                    viewer = onlooker.group.viewer if onlooker and onlooker.group else -1
                    return Done(table.version(viewer), table.moment(viewer))
        except StoreError as error:
            raise TryAgain("That could not be stored, so it has not happened. Please try again.") from error
        finally:
            entry.lock.release()
        raise TryAgain("Too much happens at this table at once. Please try again.")

    async def read(self, table_id: str, look: Callable[[Table], T]) -> T:
        """What `look` finds at the table. Whatever it raises is raised, if that is not only because we are behind."""
        async with self._at(table_id) as (entry, table):
            try:
                return look(table)
            except TableError:
                if not await self._read_on(entry):
                    raise
                return look(table)

    async def look_after(self, table_id: str) -> None:
        """The table is in memory, and its bots and clocks are this node's business now."""
        async with self._at(table_id) as (entry, table):
            if entry.written is None:
                table = await self._resume(entry, table)
            if entry.written is None:
                index = self._index(table)
                await self.store.tables.index(table_id, table.number, index)
                entry.written = index
            self._call_hooks(entry, table, True)

    # Who looks on

    async def attach(self, table_id: str, one: Onlooker, since: Since) -> None:
        """The onlooker has seen what it did not have, and sees every change from now on."""
        async with self._at(table_id) as (entry, table):
            if since.version > table.version(one.viewer(table)):
                # They have seen more than we have: at another node, which died before it could tell us.
                await self._read_on(entry)
            entry.onlookers.add(one, table, now(), since)
            self._show_presence(entry, table, one)

    def detach(self, table_id: str, one: Onlooker) -> None:
        """The onlooker is gone."""
        entry = self._entries.get(table_id)
        if entry:
            entry.onlookers.remove(one)
            if entry.table:
                self._show_presence(entry, entry.table)

    async def sit(self, table_id: str, one: Onlooker, seat: int | None) -> Done:
        """The onlooker looks through that seat, or as a spectator."""
        async with self._at(table_id) as (entry, table):
            viewer = table.viewer(one.player, seat)
            one.asked, one.auto = seat, False
            entry.onlookers.seat_anew(table, now())
            self._show_presence(entry, table)
            return Done(table.version(viewer), table.moment(viewer))

    async def show_all(self, table_id: str, one: Onlooker) -> None:
        """The onlooker has been shown everything anew."""
        async with self._at(table_id) as (_, table):
            if one.group:
                one.say(table.look(one.group.viewer, now(), wants=one.wants, since=NOTHING))

    def bye(self, reason: Reason, token: str | None = None) -> None:
        """All onlookers are sent away, or those who came with that token."""
        for entry in list(self._entries.values()):
            for one in entry.onlookers:
                if token is None or one.token == token:
                    entry.onlookers.remove(one)
                    one.bye(reason)

    # Other nodes

    def heard(self, note: Note) -> None:
        """Another node has told of a table."""
        entry = self._entries.get(note.table)
        if entry is None or note.node == self.node:
            return
        if note.seats is not None:
            first = note.node not in entry.onlookers.elsewhere
            entry.onlookers.elsewhere[note.node] = (note.seats, note.watchers)
            if first and entry.onlookers:
                self._tell_presence(entry)
            if entry.table:
                entry.onlookers.show_presence(entry.table)
        elif entry.table is None or note.number > entry.table.number:
            self._refresh_soon(entry)

    def cut(self) -> None:
        """Notes may have been missed: every table is read anew."""
        for entry in list(self._entries.values()):
            self._refresh_soon(entry)

    def lost(self, node: str, since: int) -> None:
        """A node has died: who was connected there is not any more, and its last notes may not have gone out.

        To those whose time ran meanwhile it is given back.
        """
        for entry in list(self._entries.values()):
            seats, _ = entry.onlookers.elsewhere.pop(node, ([], 0))
            if seats and entry.due is not None:
                self._give_back(entry.id, since, seats)
            if entry.table:
                entry.onlookers.show_presence(entry.table)
        self.cut()

    def held_up(self) -> None:
        """The node itself stood still: that costs nobody time, wherever nothing has happened since."""
        for entry in list(self._entries.values()):
            if entry.due is not None and entry.excused != self.stall.number:
                self._soon(partial(self.change, entry.id, lambda _: []))

    def _give_back(self, table_id: str, since: int, seats: Sequence[int]) -> None:
        """The time since then will be given back to the seat whose time runs, if it is one of those."""

        def decide(table: Table) -> list[AnyEvent]:
            clock = table.look(SPECTATOR, now()).clock
            return table.resumed(since, now()) if clock and clock.running in seats else []

        self._soon(partial(self.change, table_id, decide))

    # Coming and going

    def forget_idle(self, seconds: float) -> None:
        """Tables that nobody has asked for, and that wait for nothing, have left the memory."""
        before = now() - int(seconds * 1000)
        for entry in list(self._entries.values()):
            if entry.used_at < before and entry.due is None and not entry.onlookers and not entry.lock.locked():
                del self._entries[entry.id]

    async def stop(self) -> None:
        """Nothing new is taken on; what is in flight has been finished, and everybody has been told."""
        self.stopping = True
        for entry in list(self._entries.values()):
            async with entry.lock:
                pass
        self.bye("restarting")
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # How it is done

    def _refuse_when_stopping(self) -> None:
        if self.stopping:
            raise Restarting("The server restarts. Please try again in a moment; nothing is lost.")

    async def _acquire(self, table_id: str) -> Entry:
        """The entry of the table, locked by the caller, who has to release it."""
        while True:
            entry = self._entries.get(table_id)
            if entry is None:
                entry = self._entries[table_id] = Entry(table_id, self.stall.number)
            await entry.lock.acquire()
            if self._entries.get(table_id) is entry:
                entry.used_at = now()
                return entry
            entry.lock.release()  # it was forgotten while we waited

    @asynccontextmanager
    async def _at(self, table_id: str) -> AsyncIterator[tuple[Entry, Table]]:
        """The table, locked meanwhile."""
        entry = await self._acquire(table_id)
        try:
            yield entry, entry.table or await self._load(entry)
        finally:
            entry.lock.release()

    async def _load(self, entry: Entry) -> Table:
        """The table as the log has it, in memory and shown to those who look on."""
        events = [decoded(body) for body in await self.store.events(entry.id)]
        if not events:
            if not entry.onlookers:
                self._entries.pop(entry.id, None)
            raise NoSuchTable("There is no such table. Is the link complete?")
        table = Table.replay(entry.id, events)
        entry.written = None
        entry.table = table
        entry.public = table.version(SPECTATOR)
        self._show(entry, table, None, here=False)
        if isinstance(events[-1], Closed):
            entry.onlookers.say_bye("closed")
        return await self._resume(entry, table)

    async def _resume(self, entry: Entry, table: Table) -> Table:
        """If nobody has looked after the table for a while, that has cost nobody time."""
        away = await self._away_since(entry, table)
        resumed = table.resumed(away, now()) if away is not None else []
        if resumed and not await self._commit(entry, table, resumed):
            return await self._load(entry)
        return table

    async def _away_since(self, entry: Entry, table: Table) -> int | None:
        """Since when nobody has looked after the table, although its clocks ran."""
        if table.due is None or self.gone_since is None:
            return None
        row = await self.store.tables.get(entry.id)
        if row is None or row.node is None or row.node == self.node:
            return None
        return await self.gone_since(row.node)

    async def _commit(self, entry: Entry, table: Table, events: Sequence[AnyEvent]) -> bool:
        """The events, which the table has applied, are stored and shown; False if somebody else was quicker."""
        begin = perf_counter()
        index = None
        # Of a draft nobody may learn, neither by a list of tables nor by time that it is given back.
        public = table.version(SPECTATOR) != entry.public
        if public and worth_writing(entry.written, summarised=table.summarised, moved_at=table.moved_at, due=table.due):
            index = self._index(table)
        entry.table = None
        try:
            await self.store.append(entry.id, table.number - len(events), [encoded(one) for one in events], index)
        except Conflict:
            self.metrics.conflicts += 1
            return False
        except BaseException:
            # Whether it was written or not: who looks on is shown what the log says, as soon as it can be read.
            self._refresh_soon(entry)
            raise
        entry.table = table
        entry.public = table.version(SPECTATOR)
        if index:
            entry.written = index
        self.metrics.commit_seconds.add(perf_counter() - begin)
        self.metrics.events += len(events)
        self._show(entry, table, events, here=True)
        self.channels.tell(Note(self.node, entry.id, table.number))
        if public and perf_counter() - begin > SLOW:
            # Nobody has seen this before now, so nobody's time may have run since it was decided.
            given_back = table.resumed(events[-1].at, now())
            if given_back:
                await self._commit(entry, table, given_back)
        return True

    async def _excuse(self, entry: Entry, table: Table) -> bool:
        """That this node stood still has cost nobody time here; False if somebody else was quicker."""
        number = self.stall.number
        events = table.resumed(self.stall.since, now())
        if events and not await self._commit(entry, table, events):
            return False
        entry.excused = number
        return True

    def _index(self, table: Table) -> Index:
        return Index(
            summary=table.summary(),
            summarised=table.summarised,
            moved_at=table.moved_at,
            due=table.due,
            node=self.node,
        )

    def _show(self, entry: Entry, table: Table, events: Sequence[AnyEvent] | None, *, here: bool) -> None:
        """Everybody has been shown what is new: these events, or, with None, who knows what.

        It is stored already, so nothing that goes wrong here may be taken for a failure of what was asked.
        """
        try:
            if entry.onlookers:
                if events is None or any(type(event) in RIGHTS for event in events):
                    entry.onlookers.seat_anew(table, now())
                self.metrics.looks += entry.onlookers.tell(table, now())
                if events is not None and isinstance(events[-1], Closed):
                    # Who asked for it shall have the answer first.
                    asyncio.get_running_loop().call_soon(entry.onlookers.say_bye, "closed")
                if entry.onlookers.moved:
                    self._show_presence(entry, table)
            if table.wants_rematch:
                self._soon(lambda: self._rematch(entry.id))
        except Exception as error:  # noqa: BLE001 - see above
            failed("a table could not be shown", error, table=entry.id)
        self._call_hooks(entry, table, here)

    def _call_hooks(self, entry: Entry, table: Table, here: bool) -> None:
        for hook in self.changed:
            hook(entry, table, here)

    def _show_presence(self, entry: Entry, table: Table, newcomer: Onlooker | None = None) -> None:
        entry.onlookers.show_presence(table, newcomer)
        self._tell_presence(entry)

    def _tell_presence(self, entry: Entry) -> None:
        seats, watchers = entry.onlookers.present()
        self.channels.tell(Note(self.node, entry.id, 0, seats, watchers))

    async def _rematch(self, table_id: str) -> None:
        """The table that it goes on at stands there, and everybody knows.

        Its id follows from the old one: should two nodes do this at once, or one twice, it is still one table.
        """
        again = rematch_id(table_id)

        def opened(table: Table) -> tuple[Table, list[AnyEvent]] | None:
            return table.rematch(again, secret=secrets.token_hex(32), now=now()) if table.wants_rematch else None

        new = await self.read(table_id, opened)
        if new is None:
            return
        entry = await self._acquire(again)
        try:
            await self._commit(entry, *new)
        finally:
            entry.lock.release()
        await self.change(table_id, lambda table: table.rematched(again, now()) if table.wants_rematch else [])

    def _refresh_soon(self, entry: Entry) -> None:
        if not entry.refreshing and not self.stopping:
            entry.refreshing = True
            self._soon(lambda: self._refresh(entry))

    async def _refresh(self, entry: Entry) -> None:
        """The table in memory is as the log has it."""
        wait = FIRST_WAIT
        while self._entries.get(entry.id) is entry:
            try:
                async with entry.lock:
                    entry.refreshing = False
                    await self._read_on(entry)
                return
            except NoSuchTable:
                return
            except StoreError as error:
                log(logging.WARNING, "a table could not be read anew", table=entry.id, error=type(error).__name__)
                entry.refreshing = True
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def _read_on(self, entry: Entry) -> bool:
        """The table is as the log has it; whether there was something that we did not know."""
        if entry.table is None:
            await self._load(entry)
            return True
        table, entry.table = entry.table, None
        events = [decoded(body) for body in await self.store.events(entry.id, after=table.number)]
        for event in events:
            table.apply(event)
        entry.table = table
        entry.public = table.version(SPECTATOR)
        if events:
            entry.written = None
            self._show(entry, table, events, here=False)
        return bool(events)

    def _soon(self, work: Callable[[], Awaitable[object]]) -> None:
        async def carefully() -> None:
            try:
                await work()
            except Exception as error:  # noqa: BLE001 - nobody waits for it
                failed("something at a table failed", error)

        task = asyncio.create_task(carefully())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
