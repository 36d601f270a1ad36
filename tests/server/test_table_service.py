"""Tables when the store fails, when a caller is cancelled, when nodes race, and when the server stops."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.patience import patience
from tests.server.client import persons
from tests.server.node import ANN, BOB, FakeConnection, first_legal, running_node, subscriber
from tests.store.support import awaited
from tilora.server.errors import Restarting, TryAgain
from tilora.server.system_time import now
from tilora.server.tables.pubsub import Notice
from tilora.server.tables.subscribers import Subscriber
from tilora.table.commands import Abort, GiveUp, Join, Rematch
from tilora.table.events import AnyEvent
from tilora.table.look import NOTHING
from tilora.table.table import Table

QUIET: dict[str, Any] = {"auto_seat": False, "wants": frozenset(), "max_unsent": 1_000_000}


@awaited
async def test_a_change_that_could_not_be_stored_did_not_happen_and_is_not_shown(tmp_path: Path) -> None:
    async with running_node(tmp_path) as node:
        table = await node.tables.open(persons("cublino-contra", "me", "here"), ANN)
        connection = FakeConnection()
        await node.tables.subscribe(table, subscriber(connection), NOTHING)
        shown = len(connection.frames)
        node.store.down = "no"
        with pytest.raises(TryAgain, match="nothing has changed"):
            await node.tables.change(table, lambda at: first_legal(at, "1"))
        node.store.down = None
        assert len(connection.frames) == shown
        assert await node.tables.read(table, lambda at: at.number) == 2
        await node.tables.change(table, lambda at: first_legal(at, "1"))
        assert len(connection.frames) == shown + 1


@awaited
async def test_a_change_that_may_have_been_stored_is_not_reported_as_failed(tmp_path: Path) -> None:
    async with running_node(tmp_path) as node:
        table = await node.tables.open(persons("pebbles", "me", "here"), ANN)
        node.store.down = "unknown"
        with pytest.raises(TryAgain, match="whether it was saved"):
            await node.tables.change(table, lambda at: first_legal(at, "1"))


@awaited
async def test_what_was_applied_before_a_defect_showed_is_not_kept(tmp_path: Path) -> None:
    def break_off(at: Table) -> list[AnyEvent]:
        first_legal(at, "1")
        raise ZeroDivisionError

    async with running_node(tmp_path) as node:
        table = await node.tables.open(persons("cublino-contra", "me", "here"), ANN)
        before = await node.tables.read(table, lambda at: at.number)
        with pytest.raises(ZeroDivisionError):
            await node.tables.change(table, break_off)
        assert await node.tables.read(table, lambda at: at.number) == before


@awaited
async def test_a_caller_that_is_cancelled_during_a_write_loses_nothing(tmp_path: Path) -> None:
    async with running_node(tmp_path) as node:
        table = await node.tables.open(persons("cublino-contra", "me", "here"), ANN)
        connection = FakeConnection()
        await node.tables.subscribe(table, subscriber(connection), NOTHING)
        shown = len(connection.frames)
        node.store.hang = asyncio.Event()
        asking = asyncio.create_task(node.tables.change(table, lambda at: first_legal(at, "1")))
        while len(await node.store.events(table)) < 3:
            await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        node.store.hang = None
        assert await node.tables.read(table, lambda at: at.number) == 3
        assert len(connection.frames) == shown + 1
        assert await node.tables.change(table, lambda at: first_legal(at, "2"))


@awaited
async def test_two_nodes_that_race_end_with_the_same_log(tmp_path: Path) -> None:
    async with running_node(tmp_path, "a") as one, running_node(tmp_path, "b") as two:
        table = await one.tables.open(persons("cublino-contra", "me", "here"), ANN)
        connection = FakeConnection()
        await two.tables.subscribe(table, subscriber(connection), NOTHING)
        shown = len(connection.frames)
        for number in range(4):
            tables = (one, two)[number % 2].tables
            await tables.change(table, lambda at, name=str(number): first_legal(at, name))  # type: ignore[misc]
        await one.tables.change(table, lambda at: first_legal(at, "4"))
        two.tables.handle_notice(Notice("a", table, 7))
        while await two.tables.read(table, lambda at: at.number) < 7:
            await asyncio.sleep(0.001)
        assert await one.tables.read(table, lambda at: at.number) == 7
        assert len(await one.store.events(table)) == 7
        assert len(connection.frames) == shown + 5


@awaited
async def test_idle_tables_are_evicted_and_come_back(tmp_path: Path) -> None:
    async with running_node(tmp_path) as node:
        table = await node.tables.open(persons("cublino-contra", "me", "here"), ANN)
        await node.tables.change(table, lambda at: first_legal(at, "1"))
        node.cache.evict_idle(-1)
        assert node.metrics.tables == 0
        assert await node.tables.read(table, lambda at: at.number) == 3


@awaited
async def test_a_player_who_gave_up_has_one_table_less_to_finish(tmp_path: Path) -> None:
    async with running_node(tmp_path) as node:
        table = await node.tables.open(persons("pebbles", "me", "open"), ANN)
        await node.tables.change(table, lambda at: at.handle(Join(id="1"), BOB, now()))
        assert [row.id for row in await node.store.tables.running("bob")] == [table]
        await node.tables.change(table, lambda at: at.handle(GiveUp(id="2", seat=1), BOB, now()))
        assert await node.store.tables.running("bob") == []
        assert await node.store.tables.running("ann") == [], "with two seats, the match is over"


@awaited
async def test_a_rematch_is_opened_even_if_the_store_was_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    logged: list[str] = []
    monkeypatch.setattr("tilora.server.tables.rematches.RETRY", 0.01)
    monkeypatch.setattr("tilora.server.tables.rematches.log", lambda _, words, **__: logged.append(words))
    async with running_node(tmp_path) as node:
        table = await node.tables.open(persons("pebbles", "me", "1"), ANN)
        await node.tables.change(table, lambda at: at.handle(Abort(id="1"), ANN, now()))
        monkeypatch.setattr(
            node.pubsub, "publish", lambda _: setattr(node.store, "down", "no")
        )  # as soon as that is stored
        await node.tables.change(table, lambda at: at.handle(Rematch(id="2", seat=0), ANN, now()))
        monkeypatch.setattr(node.pubsub, "publish", lambda _: None)
        async with asyncio.timeout(patience(20)):
            while "a rematch could not be opened yet" not in logged:
                await asyncio.sleep(0.01)
            node.store.down = None
            while await node.tables.read(table, lambda at: at.summary().rematch) is None:
                await asyncio.sleep(0.01)


@awaited
async def test_a_stopping_server_disconnects_everybody_and_accepts_nothing_new(tmp_path: Path) -> None:
    async with running_node(tmp_path) as node:
        table = await node.tables.open(persons("cublino-contra", "me", "here"), ANN)
        connection = FakeConnection()
        await node.tables.subscribe(table, subscriber(connection), NOTHING)
        await node.tables.stop()
        assert connection.closed == 1012
        with pytest.raises(Restarting):
            await node.tables.change(table, lambda at: first_legal(at, "1"))


@pytest.mark.parametrize("where", ["here", "on another node"])
@awaited
async def test_who_leaves_while_the_log_is_read_is_known_to_be_away_everywhere(tmp_path: Path, where: str) -> None:
    async with running_node(tmp_path) as node:
        table = await node.tables.open(persons("cublino-contra", "me", "open"), ANN)
        await node.tables.change(table, lambda at: at.handle(Join(id="j", seat=1), BOB, now()))
        stays, leaves = FakeConnection(), Subscriber(FakeConnection(), BOB, None, seat=1, **QUIET)
        await node.tables.subscribe(table, subscriber(stays), NOTHING)
        if where == "here":
            await node.tables.subscribe(table, leaves, NOTHING)
        node.tables.handle_notice(Notice("b", table, 0, [1] if where == "on another node" else []))
        assert b'"seats":[true,true]' in stays.frames[-1]
        node.store.slow = asyncio.Event()
        node.tables.handle_gap()
        await asyncio.sleep(0.01)
        if where == "here":
            node.tables.unsubscribe(table, leaves)
            assert node.pubsub.published[-1].seats == [0]
        else:
            node.tables.handle_notice(Notice("b", table, 0, []))
        node.store.slow.set()
        async with asyncio.timeout(patience(5)):
            while b'"seats":[true,false]' not in stays.frames[-1]:
                await asyncio.sleep(0.001)
