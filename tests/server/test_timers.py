"""The timers of a node: what they do with tables that no node is responsible for."""

from pathlib import Path

import pytest
from sqlalchemy import Connection, func, update

from tests.server.client import persons
from tests.server.node import ANN, running_node
from tests.store.support import awaited
from tilora.server.system_time import now
from tilora.server.tables import timers
from tilora.store.database import Database
from tilora.store.schema import events


async def outdate(database: Database, table: str) -> None:
    """The table was opened with rules that are not installed any more."""
    new, old = '"version":1', '"version":0'
    change = update(events).where(events.c.table_id == table).values(body=func.replace(events.c.body, new, old))

    def work(connection: Connection) -> None:
        connection.execute(change)

    await database.write(work)


@awaited
async def test_tables_that_cannot_be_taken_over_do_not_keep_others_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged: list[str] = []
    monkeypatch.setattr(timers, "log_error", lambda *_, table: logged.append(table))
    monkeypatch.setattr(timers, "BATCH", 2)
    async with running_node(tmp_path, "dead") as node:
        old = [await node.tables.open(persons("pebbles", "1", "1"), ANN) for _ in range(3)]
        good = await node.tables.open(persons("pebbles", "1", "1"), ANN)
        for table in old:
            await outdate(node.store._database, table)
    async with running_node(tmp_path, "heir", alone_since=now()) as node:
        timers_of_heir = node.timers()
        for _ in range(6):
            await timers_of_heir._take_over_tables()
        found = await node.store.tables.get(good)
        assert found is not None
        assert found.node == "heir"
        assert sorted(logged) == sorted(old)
