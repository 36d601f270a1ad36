"""What happens at the tables of this node, and who gets to see it.

Everything at a table happens under its lock: decide, write, then show. The log in the store is the truth; `cache` keeps
the tables in memory true to it.
"""

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple, TypeVar, get_args

from tilora.kernel import SPECTATOR, TiloraError
from tilora.server.background import BackgroundTasks
from tilora.server.errors import Restarting, TryAgain
from tilora.server.messages import CloseReason, React, Reacted, Reaction
from tilora.server.net.placement import HERE, Placement
from tilora.server.system_time import StallDetector, now
from tilora.server.tables.broadcast import Broadcaster
from tilora.server.tables.cache import TableCache
from tilora.server.tables.ids import new_join_code, new_table_id
from tilora.server.tables.listeners import TableChanges
from tilora.server.tables.pubsub import Notice
from tilora.server.tables.subscribers import Subscriber
from tilora.store import CannotWrite, CodeTaken, StoreDown, StoreError
from tilora.table.errors import TableError
from tilora.table.events import AnyEvent
from tilora.table.look import NOTHING, Since
from tilora.table.setup import Person, Setup
from tilora.table.table import Table

REACTIONS: frozenset[Reaction] = frozenset(get_args(Reaction))
TRIES = 8
"""How often a node decides again when others were faster."""
NOT_SAVED = "The server could not save that, so nothing has changed. Please try again."
CANNOT_SAVE = "The server can't save anything now, so nothing has changed. Whoever runs it has to look at its disk."
MAYBE_SAVED = (
    "The server lost its database while saving. You will see whether it was saved as soon as the database is back."
)

T = TypeVar("T")
Decide = Callable[[Table], list[AnyEvent]]


class Revision(NamedTuple):
    """How far a table has come for one viewer."""

    version: int
    moment: int


class TableService:
    """The tables of this node."""

    def __init__(
        self,
        cache: TableCache,
        broadcaster: Broadcaster,
        changes: TableChanges,
        stall: StallDetector,
        placement: Placement = HERE,
    ) -> None:
        self._cache = cache
        self._broadcaster = broadcaster
        self._changes = changes
        self._stall = stall
        self._placement = placement
        self._background = BackgroundTasks()
        self._stopping = False

    @property
    def stopping(self) -> bool:
        """Whether nothing new is accepted any more."""
        return self._stopping

    # What happens at tables

    async def open(self, setup: Setup, host: Person) -> str:
        """Store a new table and return its id. With an open seat, it also has a code to join by."""
        self._check_running()
        waits = any(place.kind == "open" for place in setup.places)
        for _ in range(TRIES):
            table, events = Table.open(
                self.new_id(),
                setup,
                host,
                secret=secrets.token_hex(32),
                now=now(),
                code=new_join_code() if waits else "",
            )
            with suppress(CodeTaken):
                if await self._cache.create(table, events):
                    return table.id
        raise TryAgain("The server found no free id for the table. Please try again.")

    def new_id(self) -> str:
        """Return an id for a table of this node."""
        return new_table_id(self._placement)

    async def open_challenge(self, table_id: str, setup: Setup, host: Person, *, secret: str, day: str) -> None:
        """Store a table for that day's challenge, unless it is stored already."""
        self._check_running()
        await self._cache.create(*Table.open(table_id, setup, host, secret=secret, now=now(), challenge=day))

    async def change(self, table_id: str, decide: Decide, subscriber: Subscriber | None = None) -> Revision:
        """Store and show the events that `decide` returns. Return the table's revision for the subscriber.

        Whatever `decide` raises is raised, and nothing has changed. Raises Restarting or TryAgain, too.
        """
        self._check_running()
        self._stall.check()
        try:
            async with self._cache.lock(table_id) as cached:
                for _ in range(TRIES):
                    table: Table | None = await self._cache.current(cached)
                    if table and cached.is_owed(self._stall):
                        table = await self._cache.refund_stall(cached, table)
                    if table is None:
                        continue
                    try:
                        events = decide(table)
                    except TableError:
                        # We may be behind: the sender may have seen what was done at another node.
                        if not await self._cache.catch_up(cached):
                            raise
                        continue
                    except TiloraError:
                        raise
                    except Exception:
                        cached.take()  # a part of its events may have been applied, and will never be stored
                        raise
                    if events:
                        table = await self._cache.commit(cached, table, events)
                    if table is not None:
                        viewer = subscriber.group.viewer if subscriber and subscriber.group else SPECTATOR
                        return Revision(table.version(viewer), table.moment(viewer))
        except CannotWrite as error:
            raise TryAgain(CANNOT_SAVE if error.written == "no" else MAYBE_SAVED) from error
        except StoreDown as error:
            raise TryAgain(MAYBE_SAVED if error.written == "unknown" else NOT_SAVED) from error
        except StoreError as error:
            raise TryAgain(NOT_SAVED) from error
        raise TryAgain("Too much is happening at this table at once. Please try again.")

    def away(self, table_id: str) -> dict[int, int]:
        """Return for how many milliseconds people at the table have been away, by their seats, if it is known here."""
        cached = self._cache.get(table_id)
        return {} if cached is None else cached.subscribers.away(now())

    async def read(self, table_id: str, look: Callable[[Table], T]) -> T:
        """Return what `look` finds at the table. What it raises is raised, unless only this node was behind."""
        async with self._cache.use(table_id) as (cached, table):
            try:
                return look(table)
            except TableError:
                if not await self._cache.catch_up(cached):
                    raise
                return look(table)

    async def adopt(self, table_id: str) -> None:
        """Make this node responsible for the bots and clocks of the table."""
        async with self._cache.use(table_id) as (cached, table):
            self._changes.publish(await self._cache.adopt(cached, table), local=True)

    # Subscribers

    async def subscribe(self, table_id: str, subscriber: Subscriber, since: Since) -> None:
        """Send the subscriber what it does not have, and every change from now on."""
        async with self._cache.use(table_id) as (cached, table):
            if since.version > table.version(subscriber.viewer(table)):
                # It has seen more than we have: at another node, which died before it could notify us.
                await self._cache.catch_up(cached)
            cached.subscribers.add(subscriber, table, now(), since)
            self._broadcaster.show_presence(cached.subscribers, table, subscriber)

    def unsubscribe(self, table_id: str, subscriber: Subscriber) -> None:
        """Send the subscriber nothing more."""
        cached = self._cache.get(table_id)
        if cached:
            cached.subscribers.remove(subscriber)
            if cached.table:
                self._broadcaster.show_presence(cached.subscribers, cached.table)
            else:  # the log is being read; those on this node are told afterwards
                self._broadcaster.publish_presence(cached.subscribers, table_id)

    async def change_seat(self, table_id: str, subscriber: Subscriber, seat: int | None) -> Revision:
        """Let the subscriber look through that seat, or as a spectator. Raises NotYourSeat or NotAllowed."""
        async with self._cache.use(table_id) as (cached, table):
            viewer = table.viewer(subscriber.player, seat)
            subscriber.choose_seat(seat)
            cached.subscribers.update_viewer(subscriber, table, now())
            self._broadcaster.show_presence(cached.subscribers, table)
            return Revision(table.version(viewer), table.moment(viewer))

    async def react(self, table_id: str, react: React, who: Person, subscriber: Subscriber) -> Revision:
        """Show everybody at the table a reaction of this person. Raises NotYourSeat, NotAllowed or NotNow."""
        viewer = subscriber.group.viewer if subscriber.group else SPECTATOR

        def check(table: Table) -> Revision:
            table.check_reaction(react.seat, who)
            return Revision(table.version(viewer), table.moment(viewer))

        revision = await self.read(table_id, check)
        if cached := self._cache.get(table_id):
            reacted = Reacted(seat=react.seat, reaction=react.reaction)
            self._broadcaster.show_reaction(cached.subscribers, table_id, reacted)
        return revision

    async def resend(self, table_id: str, subscriber: Subscriber) -> None:
        """Send the subscriber a whole look."""
        async with self._cache.use(table_id) as (_, table):
            if subscriber.group:
                subscriber.send(table.look(subscriber.group.viewer, now(), wants=subscriber.wants, since=NOTHING))

    def disconnect(self, reason: CloseReason, token: str | None = None) -> None:
        """Disconnect all subscribers, or those that connected with that token."""
        for cached in self._cache:
            for subscriber in cached.subscribers:
                if token is None or subscriber.token == token:
                    cached.subscribers.remove(subscriber)
                    subscriber.close(reason)

    # Other nodes, and stalls of this one

    def handle_notice(self, notice: Notice) -> None:
        """Act on a notice of another node."""
        cached = self._cache.get(notice.table)
        if cached is None or notice.node == self._broadcaster.node:
            return
        subscribers = cached.subscribers
        if notice.reaction:
            if notice.reaction in REACTIONS:
                subscribers.send_reaction(Reacted(seat=notice.seat, reaction=notice.reaction))
        elif notice.seats is not None:
            if subscribers.set_remote_presence(notice.node, notice.seats, notice.watchers) and subscribers:
                self._broadcaster.publish_presence(subscribers, cached.id)
            if cached.table:
                subscribers.send_presence(cached.table, now())
        elif cached.table is None or notice.number > cached.table.number:
            self._cache.schedule_refresh(cached)

    def handle_follower(self, table_id: str) -> None:
        """Tell another node, which has just begun to follow the table, how far we are."""
        cached = self._cache.get(table_id)
        if cached:
            if cached.table:
                self._broadcaster.publish_number(cached.table)
            if cached.subscribers:
                self._broadcaster.publish_presence(cached.subscribers, table_id)

    def handle_gap(self) -> None:
        """Refresh every table, because notices may have been missed."""
        for cached in self._cache:
            self._cache.schedule_refresh(cached)

    def handle_dead_node(self, node: str, since: int) -> None:
        """Show that nobody is connected to a dead node any more, and refresh: its last notices may be missing.

        Those who were connected there get back the time that they lost.
        """
        for cached in self._cache:
            seats = cached.subscribers.drop_node(node)
            if seats and cached.due is not None:
                self._background.start(self._refund(cached.id, since, seats))
            if cached.table:
                cached.subscribers.send_presence(cached.table, now())
        self.handle_gap()

    def handle_stall(self) -> None:
        """Refund a long stall of this node wherever a clock may be running."""
        for cached in self._cache:
            if cached.due is not None and cached.is_owed(self._stall):
                self._background.start(self._change_if_running(cached.id, lambda _: []))

    async def _refund(self, table_id: str, since: int, seats: Sequence[int]) -> None:
        """Give back the time since then to the player whose clock is running, if it is one of these seats."""

        def decide(table: Table) -> list[AnyEvent]:
            clock = table.look(SPECTATOR, now()).clock
            return table.resume(since, now()) if clock and clock.running in seats else []

        await self._change_if_running(table_id, decide)

    async def _change_if_running(self, table_id: str, decide: Decide) -> None:
        """Change the table, unless the server is stopping: the next node gives the time back.

        If the store is away, the time is given back when it has returned.
        """
        with suppress(Restarting, TryAgain):
            await self.change(table_id, decide)

    # The end

    def stop_accepting(self) -> None:
        """Accept nothing new. Safe to call from a signal handler."""
        self._stopping = True

    async def stop(self) -> None:
        """Accept nothing new, finish what is in flight, and disconnect everybody."""
        self.stop_accepting()
        await self._cache.drain()
        self.disconnect("restarting")
        await self._background.stop()
        await self._cache.stop()

    def _check_running(self) -> None:
        if self._stopping:
            raise Restarting("The server is restarting. Please try again in a moment; nothing is lost.")
