"""The clockwork of a node: what it does with tables that nobody looks after."""

from pathlib import Path

import pytest
from sqlalchemy import Connection, func, update

from tests.server.client import persons
from tests.server.test_table_service import ANN, living
from tests.store.support import awaited
from tilora.server.system_time import now
from tilora.server.tables import timers
from tilora.server.tables.timers import Clockwork
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
async def test_tables_that_nobody_can_take_over_keep_no_others_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged: list[str] = []
    monkeypatch.setattr(timers, "failed", lambda *_, table: logged.append(table))
    monkeypatch.setattr(timers, "AT_A_TIME", 2)
    async with living(tmp_path, "dead") as (live, store):
        old = [await live.open(persons("pebbles", "1", "1"), ANN) for _ in range(3)]
        good = await live.open(persons("pebbles", "1", "1"), ANN)
        for table in old:
            await outdate(store._database, table)
    async with living(tmp_path, "heir") as (live, store):
        clock = Clockwork(live, idle=60, alone_since=now())
        for _ in range(6):
            await clock._sweep()
        found = await store.tables.get(good)
        assert found is not None
        assert found.node == "heir"
        assert sorted(logged) == sorted(old)
