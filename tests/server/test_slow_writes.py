"""A write that took long: nobody's time ran meanwhile, and nobody sees that before it is stored."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from tests.server.client import persons
from tests.server.node import ANN, FakeConnection, MoodyStore, Node, first_legal, running_node, subscriber
from tests.store.support import awaited
from tilora.server.errors import TryAgain
from tilora.server.messages import FromServer
from tilora.server.system_time import now
from tilora.server.tables import cache
from tilora.store import Index, StoreDown
from tilora.table.events import Resumed, Time, decode_event
from tilora.table.log_lines import LogLine
from tilora.table.look import NOTHING, Look
from tilora.table.setup import Setup
from tilora.table.table import Table

SETUP: Setup = msgspec.structs.replace(persons("pebbles", "me", "here"), time=Time(kind="clock", seconds=60))
_decode = msgspec.json.Decoder(FromServer).decode


class SlowStore:
    """Lets the next write of a node take long, and something happen before the one that follows it."""

    def __init__(self, store: MoodyStore, monkeypatch: pytest.MonkeyPatch, then: Callable[[], Awaitable[None]]) -> None:
        self._append, self._then = store.append, then
        self._moment = 0.0
        self._writes = itertools.count(1)
        monkeypatch.setattr(store, "append", self.append)
        monkeypatch.setattr(cache, "perf_counter", lambda: self._moment)

    async def append(self, table: str, after: int, events: Sequence[bytes], index: Index | None = None) -> None:
        """Append as a store does, but late."""
        write = next(self._writes)
        if write == 2:
            await self._then()
        await self._append(table, after, events, index)
        if write == 1:
            self._moment += 2 * cache.SLOW
            await asyncio.sleep(0.005)


@asynccontextmanager
async def raced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Node, str]]:
    """Yield a node, and a table of a node that has died. While it gives back a slow write, another node is faster."""
    async with (
        running_node(tmp_path, "dead") as dead,
        running_node(tmp_path, "one") as one,
        running_node(tmp_path, "two") as two,
    ):
        table = await dead.tables.open(SETUP, ANN)

        async def resume() -> None:
            await two.tables.change(table, lambda at: at.resume(now() - 1, now() + 1000))

        SlowStore(one.store, monkeypatch, resume)
        yield one, table


def lines_seen(connection: FakeConnection) -> list[LogLine]:
    """All lines of the table's log that were sent."""
    lines: list[LogLine] = []
    for frame in connection.frames:
        message = _decode(frame[frame.index(b'{"') :])
        if isinstance(message, Look):
            assert message.lines_total == len(lines) + len(message.lines)
            lines += message.lines
    return lines


async def lines_of_log(node: Node, table: str) -> list[LogLine]:
    """All lines that a replay of the events has. Two give time back: the slow one, and that of the other node."""
    events = [decode_event(body) for body in await node.store.events(table)]
    assert sum(isinstance(event, Resumed) for event in events) == 2
    return list(Table.replay(table, events).look(0, 0, since=NOTHING).lines)


@awaited
async def test_time_that_another_node_gave_back_first_is_not_shown_with_the_next_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with raced(tmp_path, monkeypatch) as (one, table):
        connection = FakeConnection()
        await one.tables.subscribe(table, subscriber(connection), NOTHING)
        one.stall.began_at, one.stall.count = now() - 1000, 1
        await one.tables.change(table, lambda at: first_legal(at, "1"))
        assert lines_seen(connection) == await lines_of_log(one, table)
        assert one.metrics.conflicts == 1


@awaited
async def test_time_that_another_node_gave_back_first_is_not_shown_to_who_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with raced(tmp_path, monkeypatch) as (one, table):
        await one.store.nodes.beat("dead", now() - 10_000)
        connection = FakeConnection()
        await one.tables.subscribe(table, subscriber(connection), NOTHING)
        assert lines_seen(connection) == await lines_of_log(one, table)
        assert one.metrics.conflicts == 1


@awaited
async def test_what_is_stored_is_not_called_lost_if_its_time_cannot_be_given_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_node(tmp_path) as node:
        table = await node.tables.open(SETUP, ANN)

        async def fail() -> None:
            raise StoreDown("Gone fishing.", written="no")

        SlowStore(node.store, monkeypatch, fail)
        with pytest.raises(TryAgain, match="whether it was saved"):
            await node.tables.change(table, lambda at: at.resume(now() - 1000, now()))
        assert isinstance(decode_event((await node.store.events(table))[-1]), Resumed)
