"""Many spectators at one table: who comes and goes costs the others little."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.patience import patience
from tests.server.client import persons
from tests.server.node import ANN, BOB, FakeConnection, Node, running_node
from tests.store.support import awaited
from tilora.server.tables import subscribers
from tilora.server.tables.subscribers import CROWD, Subscriber
from tilora.table.look import NOTHING
from tilora.table.setup import Person

SETUP = persons("pebbles", "me", "open")


def watcher(person: Person | None = None, seat: int | None = None) -> Subscriber:
    """Return somebody who watches, or looks through that seat."""
    return Subscriber(FakeConnection(), person, None, seat=seat, auto_seat=False, wants=frozenset(), max_unsent=1 << 20)


def presences(subscriber: Subscriber) -> list[dict[str, Any]]:
    """Return what the subscriber was told about who is there."""
    assert isinstance(subscriber.connection, FakeConnection)
    messages = [msgspec.json.decode(frame[frame.index(b"{") :]) for frame in subscriber.connection.frames]
    return [message for message in messages if message["kind"] == "presence"]


async def crowd(node: Node, table: str, size: int) -> list[Subscriber]:
    """Return that many who watch the table."""
    watchers = [watcher() for _ in range(size)]
    for one in watchers:
        await node.tables.subscribe(table, one, NOTHING)
    return watchers


@awaited
async def test_few_spectators_are_told_of_each_other_at_once(tmp_path: Path) -> None:
    async with running_node(tmp_path) as node:
        table = await node.tables.open(SETUP, ANN)
        first, *_ = await crowd(node, table, 5)
        assert [told["watchers"] for told in presences(first)] == [1, 2, 3, 4, 5]


@awaited
async def test_a_crowd_is_told_once_in_a_while_how_many_watch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscribers, "GATHER_SECONDS", 0.03)
    async with running_node(tmp_path) as node:
        table = await node.tables.open(SETUP, ANN)
        first, *_ = await crowd(node, table, CROWD)
        before = len(presences(first))
        for _ in range(3):
            for one in await crowd(node, table, 20):
                assert [told["watchers"] for told in presences(one)][-1] > CROWD, "whoever comes knows at once"
                node.tables.unsubscribe(table, one)
        late = await crowd(node, table, 2)
        async with asyncio.timeout(patience(10)):
            while {presences(one)[-1]["watchers"] for one in (first, *late)} != {CROWD + 2}:
                await asyncio.sleep(0.01)
        assert len(presences(first)) - before <= 30, "for 122 who came and went"


@awaited
async def test_players_in_a_crowd_are_told_at_once_which_others_are_there_and_spectators_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscribers, "GATHER_SECONDS", 0.03)
    async with running_node(tmp_path) as node:
        table = await node.tables.open(persons("pebbles", "me", "here"), ANN)
        everybody = await crowd(node, table, 3 * CROWD)
        ann = [watcher(ANN, 0), watcher(ANN, 0)]
        for one in ann:
            await node.tables.subscribe(table, one, NOTHING)
        before = len(presences(everybody[0]))
        assert [presences(one)[-1]["seats"] for one in ann] == [[True, True]] * 2
        for _ in range(20):
            node.tables.unsubscribe(table, ann[1])
            await node.tables.subscribe(table, ann[1], NOTHING)
        async with asyncio.timeout(patience(10)):
            while not all(presences(one)[-1]["seats"] == [True, True] for one in everybody):
                await asyncio.sleep(0.01)
        assert len(presences(everybody[0])) - before <= 10


@awaited
async def test_only_whoever_changes_the_seat_is_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_node(tmp_path) as node:
        table = await node.tables.open(SETUP, ANN)
        await crowd(node, table, CROWD)
        bob = watcher(BOB)
        await node.tables.subscribe(table, bob, NOTHING)
        asked: list[Subscriber] = []
        viewer = Subscriber.viewer
        monkeypatch.setattr(Subscriber, "viewer", lambda one, table: asked.append(one) or viewer(one, table))  # type: ignore[func-returns-value]
        await node.tables.change_seat(table, bob, None)
        assert asked == [bob]
