"""What happens at the tables of this node, and who is shown it.

Everything that happens at a table happens under its lock: decide, write, then show. The log in the store is the truth;
how the tables in memory keep to it is the business of `entries`.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from tilora.kernel import SPECTATOR
from tilora.server.errors import Restarting, TryAgain
from tilora.server.logs import log, log_error
from tilora.server.metrics import Metrics
from tilora.server.system_time import Stall, now
from tilora.server.tables.cache import Done, Entries, Entry, new_id, rematch_id
from tilora.server.tables.pubsub import Channels, Note
from tilora.server.tables.subscribers import Onlooker, Reason
from tilora.store import Store, StoreDown, StoreError
from tilora.table.errors import TableError
from tilora.table.events import AnyEvent, Closed, Joined, PlaceSet, Started, WatchersSet
from tilora.table.look import NOTHING, Since
from tilora.table.setup import Person, Setup
from tilora.table.table import Table

TRIES = 8
"""How often a node that others were quicker than decides anew."""
AGAIN = 1.0
"""Seconds before a rematch is tried once more that could not be stored."""
UNSTORED = "That could not be stored, so it has not happened. Please try again."
UNKNOWN = "The store was lost while that was written: whether it has happened will be seen as soon as it is back."
RIGHTS = frozenset({Joined, PlaceSet, Started, WatchersSet})
"""Events that change who may see what."""

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
        self.entries = Entries(store, channels, metrics, node, stall=self.stall, show=self._show)

    # What happens at tables

    async def open(self, setup: Setup, host: Person) -> str:
        """A new table stands there; its id."""
        self._refuse_when_stopping()
        table_id = new_id()
        table, events = Table.open(table_id, setup, host, secret=secrets.token_hex(32), now=now())
        entry = await self.entries.acquire(table_id)
        try:
            if not await self.entries.commit(entry, table, events):
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
        entry = await self.entries.acquire(table_id)
        try:
            for _ in range(TRIES):
                table = entry.table or await self.entries.load(entry)
                if entry.excused != self.stall.number and not await self._excuse(entry, table):
                    continue
                try:
                    events = decide(table)
                except TableError:
                    # What was done at another node, which they may have come from, would be refused here until we hear.
                    if not await self.entries.read_on(entry):
                        raise
                    continue
                if not events or await self.entries.commit(entry, table, events):
                    viewer = onlooker.group.viewer if onlooker and onlooker.group else -1
                    return Done(table.version(viewer), table.moment(viewer))
        except StoreDown as error:
            raise TryAgain(UNKNOWN if error.written == "unknown" else UNSTORED) from error
        except StoreError as error:
            raise TryAgain(UNSTORED) from error
        finally:
            entry.lock.release()
        raise TryAgain("Too much happens at this table at once. Please try again.")

    async def read(self, table_id: str, look: Callable[[Table], T]) -> T:
        """What `look` finds at the table. Whatever it raises is raised, if that is not only because we are behind."""
        async with self.entries.at(table_id) as (entry, table):
            try:
                return look(table)
            except TableError:
                if not await self.entries.read_on(entry):
                    raise
                return look(table)

    async def look_after(self, table_id: str) -> None:
        """The table is in memory, and its bots and clocks are this node's business now."""
        async with self.entries.at(table_id) as (entry, table):
            self._call_hooks(entry, await self.entries.take_on(entry, table), True)

    # Who looks on

    async def attach(self, table_id: str, one: Onlooker, since: Since) -> None:
        """The onlooker has seen what it did not have, and sees every change from now on."""
        async with self.entries.at(table_id) as (entry, table):
            if since.version > table.version(one.viewer(table)):
                # They have seen more than we have: at another node, which died before it could tell us.
                await self.entries.read_on(entry)
            entry.onlookers.add(one, table, now(), since)
            self._show_presence(entry, table, one)

    def detach(self, table_id: str, one: Onlooker) -> None:
        """The onlooker is gone."""
        entry = self.entries.get(table_id)
        if entry:
            entry.onlookers.remove(one)
            if entry.table:
                self._show_presence(entry, entry.table)

    async def sit(self, table_id: str, one: Onlooker, seat: int | None) -> Done:
        """The onlooker looks through that seat, or as a spectator."""
        async with self.entries.at(table_id) as (entry, table):
            viewer = table.viewer(one.player, seat)
            one.asked, one.auto = seat, False
            entry.onlookers.seat_anew(table, now())
            self._show_presence(entry, table)
            return Done(table.version(viewer), table.moment(viewer))

    async def show_all(self, table_id: str, one: Onlooker) -> None:
        """The onlooker has been shown everything anew."""
        async with self.entries.at(table_id) as (_, table):
            if one.group:
                one.say(table.look(one.group.viewer, now(), wants=one.wants, since=NOTHING))

    def bye(self, reason: Reason, token: str | None = None) -> None:
        """All onlookers are sent away, or those who came with that token."""
        for entry in self.entries:
            for one in entry.onlookers:
                if token is None or one.token == token:
                    entry.onlookers.remove(one)
                    one.bye(reason)

    # Other nodes

    def heard(self, note: Note) -> None:
        """Another node has told of a table."""
        entry = self.entries.get(note.table)
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
            self.entries.refresh_soon(entry)

    def cut(self) -> None:
        """Notes may have been missed: every table is read anew."""
        for entry in self.entries:
            self.entries.refresh_soon(entry)

    def lost(self, node: str, since: int) -> None:
        """A node has died: who was connected there is not any more, and its last notes may not have gone out.

        To those whose time ran meanwhile it is given back.
        """
        for entry in self.entries:
            seats, _ = entry.onlookers.elsewhere.pop(node, ([], 0))
            if seats and entry.due is not None:
                self._give_back(entry.id, since, seats)
            if entry.table:
                entry.onlookers.show_presence(entry.table)
        self.cut()

    def held_up(self) -> None:
        """The node itself stood still: that costs nobody time, wherever nothing has happened since."""
        for entry in self.entries:
            if entry.due is not None and entry.excused != self.stall.number:
                self.entries.soon(partial(self.change, entry.id, lambda _: []))

    def _give_back(self, table_id: str, since: int, seats: Sequence[int]) -> None:
        """The time since then will be given back to the seat whose time runs, if it is one of those."""

        def decide(table: Table) -> list[AnyEvent]:
            clock = table.look(SPECTATOR, now()).clock
            return table.resume(since, now()) if clock and clock.running in seats else []

        self.entries.soon(partial(self.change, table_id, decide))

    # The end

    async def stop(self) -> None:
        """Nothing new is taken on; what is in flight has been finished, and everybody has been told."""
        self.stopping = True
        await self.entries.settle()
        self.bye("restarting")
        await self.entries.stop()

    # How it is done

    def _refuse_when_stopping(self) -> None:
        if self.stopping:
            raise Restarting("The server restarts. Please try again in a moment; nothing is lost.")

    async def _excuse(self, entry: Entry, table: Table) -> bool:
        """That this node stood still has cost nobody time here; False if somebody else was quicker."""
        number = self.stall.number
        events = table.resume(self.stall.since, now())
        if events and not await self.entries.commit(entry, table, events):
            return False
        entry.excused = number
        return True

    def _show(self, entry: Entry, table: Table, events: Sequence[AnyEvent] | None, here: bool) -> None:
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
            if table.rematch_agreed:
                self.entries.soon(lambda: self._rematch_for_sure(entry.id))
        except Exception as error:  # noqa: BLE001 - see above
            log_error("a table could not be shown", error, table=entry.id)
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

    async def _rematch_for_sure(self, table_id: str) -> None:
        """As `_rematch`, however long the store is away: all have said already that they want it, and wait."""
        while not self.stopping:
            try:
                await self._rematch(table_id)
                return
            except (StoreError, TryAgain) as error:
                log(logging.WARNING, "a rematch could not be opened yet", table=table_id, error=type(error).__name__)
            await asyncio.sleep(AGAIN)

    async def _rematch(self, table_id: str) -> None:
        """The table that it goes on at stands there, and everybody knows.

        Its id follows from the old one: should two nodes do this at once, or one twice, it is still one table.
        """
        again = rematch_id(table_id)

        def opened(table: Table) -> tuple[Table, list[AnyEvent]] | None:
            return table.rematch(again, secret=secrets.token_hex(32), now=now()) if table.rematch_agreed else None

        new = await self.read(table_id, opened)
        if new is None:
            return
        entry = await self.entries.acquire(again)
        try:
            await self.entries.commit(entry, *new)
        finally:
            entry.lock.release()
        await self.change(table_id, lambda table: table.announce_rematch(again, now()) if table.rematch_agreed else [])
