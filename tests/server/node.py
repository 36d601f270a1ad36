"""The tables of one node in this process, put together without HTTP, sockets or bots."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from tilora.server.metrics import Metrics
from tilora.server.system_time import StallDetector, now
from tilora.server.tables.broadcast import Broadcaster
from tilora.server.tables.cache import TableCache
from tilora.server.tables.listeners import TableChanges
from tilora.server.tables.liveness import Liveness
from tilora.server.tables.pubsub import MemoryPubSub, Notice
from tilora.server.tables.rematches import Rematches
from tilora.server.tables.service import TableService
from tilora.server.tables.subscribers import Subscriber
from tilora.server.tables.timers import Timers
from tilora.store import Index, Store, StoreDown
from tilora.table.commands import Play
from tilora.table.events import AnyEvent
from tilora.table.look import PositionLook
from tilora.table.setup import Person
from tilora.table.table import Table

ANN, BOB = Person("ann", "Ann"), Person("bob", "Bob")


class FakeConnection:
    """A WebSocket that only remembers."""

    unsent_bytes = 0

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.closed: int | None = None

    def queue_frame(self, frame: bytes) -> None:
        """Remember the frame."""
        self.frames.append(frame)

    def close_with(self, frame: bytes, code: int) -> None:
        """Remember the frame and the code."""
        self.frames.append(frame)
        self.closed = code


class MoodyStore(Store):
    """A store that can be told to fail, to hang after it has written, or to read slowly."""

    down: Literal["no", "unknown"] | None = None
    """Gone, and whether it is known that nothing was written."""
    hang: asyncio.Event | None = None
    slow: asyncio.Event | None = None

    async def append(self, table: str, after: int, events: Sequence[bytes], index: Index | None = None) -> None:
        """Append as a store does, unless told otherwise."""
        if self.down:
            raise StoreDown("Gone fishing.", written=self.down)
        await super().append(table, after, events, index)
        if self.hang is not None:
            await self.hang.wait()

    async def events(self, table: str, after: int = 0) -> list[bytes]:
        """Read as a store does, unless told otherwise."""
        if self.slow is not None:
            await self.slow.wait()
        return await super().events(table, after)


class RememberingPubSub(MemoryPubSub):
    """A connection to other nodes that only remembers."""

    def __init__(self) -> None:
        self.published: list[Notice] = []

    def publish(self, notice: Notice) -> None:
        """Remember the notice."""
        self.published.append(notice)


@dataclass
class Node:
    """The parts of a node, wired as in `tilora.server.services`."""

    store: MoodyStore
    name: str = "a"
    alone_since: int | None = None
    metrics: Metrics = field(default_factory=Metrics)
    stall: StallDetector = field(default_factory=StallDetector)
    changes: TableChanges = field(default_factory=TableChanges)
    pubsub: RememberingPubSub = field(default_factory=RememberingPubSub)

    def __post_init__(self) -> None:
        self.liveness = Liveness(self.store, self.name, alone_since=self.alone_since)
        broadcaster = Broadcaster(self.name, self.pubsub, self.changes, self.metrics)
        self.cache = TableCache(self.store, broadcaster, self.liveness, self.stall, self.metrics)
        self.tables = TableService(self.cache, broadcaster, self.changes, self.stall)
        self.rematches = Rematches(self.tables, self.cache, self.changes)

    def timers(self) -> Timers:
        """Return the timers of the node, which have not been started."""
        parts = self.store, self.tables, self.cache, self.changes, self.liveness, self.stall, self.metrics
        return Timers(*parts, idle=60)


@asynccontextmanager
async def running_node(tmp_path: Path, name: str = "a", *, alone_since: int | None = None) -> AsyncIterator[Node]:
    """Yield a node on the SQLite database in that folder."""
    store = await MoodyStore.connect(f"sqlite:///{tmp_path / 'tilora.db'}")
    assert isinstance(store, MoodyStore)
    node = Node(store, name, alone_since)
    try:
        yield node
    finally:
        for waited_for in filter(None, (store.hang, store.slow)):
            waited_for.set()
        await node.tables.stop()
        await node.rematches.stop()
        await store.close()


def subscriber(connection: FakeConnection) -> Subscriber:
    """Return somebody who looks through Ann's first seat."""
    return Subscriber(connection, ANN, None, seat=0, auto_seat=False, wants=frozenset(), max_unsent=1_000_000)


def first_legal(table: Table, name: str) -> list[AnyEvent]:
    """Play the first legal action of the seat whose turn it is."""
    shown = table.look(0, now(), wants=frozenset({"legal"})).position
    assert isinstance(shown, PositionLook)
    seat = shown.turn
    look = table.look(seat, now(), wants=frozenset({"legal"}))
    assert isinstance(look.position, PositionLook)
    assert isinstance(look.position.legal, list)
    play = Play(id=name, seat=seat, moment=look.moment, action=look.position.legal[0])
    return table.handle(play, ANN, now())
