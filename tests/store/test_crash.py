"""Programs and databases that die in the middle: nothing acknowledged is lost, and no log has a hole."""

import asyncio
import itertools
import os
import random
import sqlite3
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.databases import Postgres, fresh_database
from tests.store.appender import TABLES
from tests.store.support import awaited, event, opened
from tilora.store import Store, StoreDown

ROOT = Path(__file__).parents[2]
ROUNDS = int(os.environ.get("TILORA_SOAK", "1"))
PROGRAMS = 3


@awaited
async def test_programs_killed_while_they_append_lose_nothing_acknowledged(
    database_url: str, dice: random.Random
) -> None:
    """Several programs on one database, racing for the same numbers, each killed at another moment."""
    acknowledged: list[str] = []
    for round_ in range(ROUNDS):
        with ExitStack() as stack:
            programs = [
                stack.enter_context(_appender(database_url, f"r{round_}p{number}")) for number in range(PROGRAMS)
            ]
            for program in programs:
                assert program.stdout is not None
                acknowledged += itertools.islice(program.stdout, dice.randrange(20, 200))
                assert program.poll() is None
                program.kill()
                acknowledged += program.stdout
    async with opened(database_url) as store:
        logs = {table: await store.events(table) for table in TABLES}
        for table, log in logs.items():
            assert [int(body.split(b":")[1].split(b",")[0]) for body in log] == list(range(1, len(log) + 1))
            await store.append(table, len(log), [event(len(log) + 1)])
    told = [line.split() for line in acknowledged if line.count(" ") == 2 and line.endswith("\n")]
    assert len(told) > PROGRAMS * 10
    assert len({(table, number) for table, number, _ in told}) == len(told)
    for table, number, name in told:
        assert logs[table][int(number) - 1] == event(int(number), name)


def _appender(url: str, name: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.store.appender", url, name]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)  # noqa: S603


class Load:
    """Appends at several tables at once, whatever happens to the database, until it is enough."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._acknowledged: list[tuple[str, int]] = []
        self._enough = False
        self._more = asyncio.Event()
        self._tasks = [asyncio.create_task(self._append(f"t{number}")) for number in range(5)]

    async def wait(self, times: int) -> None:
        """Wait until this many more were acknowledged."""
        until = len(self._acknowledged) + times
        while len(self._acknowledged) < until:
            self._more.clear()
            await self._more.wait()

    async def end(self) -> list[tuple[str, int]]:
        """All that was acknowledged, when no more is asked for."""
        self._enough = True
        await asyncio.gather(*self._tasks)
        return self._acknowledged

    async def _append(self, table: str) -> None:
        while not self._enough:
            try:
                end = len(await self._store.events(table))
                await self._store.append(table, end, [event(end + 1)])
            except StoreDown:
                continue
            self._acknowledged.append((table, end + 1))
            self._more.set()


@pytest.mark.parametrize("how", ["stop", "kill"])
@awaited
async def test_postgresql_restarted_under_load_loses_nothing_acknowledged(
    own_postgres: Postgres, how: str, dice: random.Random
) -> None:
    async with opened(fresh_database(own_postgres), patience=0.05) as store:
        load = Load(store)
        for _ in range(3 * ROUNDS):
            await load.wait(dice.randrange(20, 60))
            await asyncio.to_thread(own_postgres.stop if how == "stop" else own_postgres.kill)
            await asyncio.to_thread(own_postgres.start)
        await load.wait(20)
        acknowledged = await load.end()
        assert len(set(acknowledged)) == len(acknowledged)
        for table in {table for table, _ in acknowledged}:
            # What was not acknowledged may stand there too; everything acknowledged does, once, in its place.
            log = await store.events(table)
            assert log == [event(number) for number in range(1, len(log) + 1)]
            assert max(number for where, number in acknowledged if where == table) <= len(log)


@awaited
async def test_a_short_absence_of_postgresql_goes_unnoticed(own_postgres: Postgres) -> None:
    url = fresh_database(own_postgres)
    async with opened(url) as store:
        await store.append("t", 0, [event(1)])
        own_postgres.stop()
        waiting = [asyncio.create_task(store.append("t", 1, [event(2)])), asyncio.create_task(store.events("t"))]
        await asyncio.sleep(0)
        await asyncio.to_thread(own_postgres.start)
        await asyncio.gather(*waiting)
        assert await store.events("t") == [event(1), event(2)]


@awaited
async def test_while_postgresql_is_away_the_store_says_so_and_goes_on_when_it_is_back(own_postgres: Postgres) -> None:
    url = fresh_database(own_postgres)
    async with opened(url, patience=0) as store:
        await store.append("t", 0, [event(1)])
        assert await store.writable()
        own_postgres.stop()
        assert not await store.writable()
        with pytest.raises(StoreDown, match="does not answer"):
            await store.events("t")
        with pytest.raises(StoreDown):
            await store.append("t", 1, [event(2)])
        with pytest.raises(StoreDown) as told:
            await store.append("t", 1, [event(2)])
        assert told.value.written == "no"
        with pytest.raises(StoreDown):
            await store.nodes.beat("n", 1)
        own_postgres.start()
        assert await store.writable()
        await store.append("t", 1, [event(2)])
        assert await store.events("t") == [event(1), event(2)]


@awaited
async def test_a_closed_store_says_so(sqlite_url: str) -> None:
    store = await Store.connect(sqlite_url)
    await store.close()
    await store.close()
    with pytest.raises(StoreDown, match="closed"):
        await store.append("t", 0, [event(1)])
    with pytest.raises(StoreDown, match="closed"):
        await store.events("t")
    assert not await store.writable()


@awaited
async def test_a_file_that_another_program_keeps_locked_is_waited_for(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path}/t.db") as store:
        other = sqlite3.connect(tmp_path / "t.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(store.append("t", 0, [event(1)]))
        assert await store.events("t") == []  # readers wait for nobody
        assert not waiting.done()
        other.execute("COMMIT")
        await waiting
        other.close()


@awaited
async def test_a_file_that_stays_locked_is_reported_as_kept_by_another_program(tmp_path: Path) -> None:
    async with opened(f"sqlite:///{tmp_path}/t.db", patience=0) as store:
        other = sqlite3.connect(tmp_path / "t.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreDown, match="another program keeps it locked"):
            await store.append("t", 0, [event(1)])
        other.close()
        await store.append("t", 0, [event(1)])
