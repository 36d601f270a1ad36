"""The plug is pulled: what the settings of databases promise, and that a server loses nothing it has acknowledged."""

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import psycopg
import pytest

from tests import SOAK
from tests.databases import fresh_database
from tests.histories.disk import Disk
from tests.histories.run import postgres_on_disk
from tests.server.client import Player, persons
from tests.server.process import ServerProcess
from tests.server.stubborn import Load
from tests.store.support import awaited, event, opened
from tilora.store import StoreDown, engines
from tilora.store.engines import parse_url

LOSSES = 2 * SOAK
NO_DISK = "The disk that loses power needs Linux, a C compiler, and a file system that knows when files were made."
TABLES = [persons("pebbles", "me", "open"), persons("cublino-contra", "me", "open"), persons("welters", "me", "open")]
WRITER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode = WAL")
connection.execute("PRAGMA synchronous = FULL")
connection.execute("CREATE TABLE t (n INTEGER)")
connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
connection.execute(f"PRAGMA synchronous = {sys.argv[2]}")
connection.execute("INSERT INTO t VALUES (1)")
print("committed", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    """The disk under a folder for databases."""
    (tmp_path / "disk").mkdir()
    found = Disk.under(tmp_path / "disk", tmp_path)
    if found is None:
        pytest.skip(NO_DISK)
    return found


@pytest.mark.parametrize(("synchronous", "rows"), [("FULL", 1), ("NORMAL", 0), ("OFF", 0)])
def test_what_sqlite_has_committed_survives_a_loss_of_power_only_if_it_is_synced(
    disk: Disk, synchronous: str, rows: int, dice: random.Random
) -> None:
    file = disk.folder / "t.db"
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", WRITER, str(file), synchronous],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | disk.environment,
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "committed\n"
        writer.kill()
    disk.lose_power(dice, kept=0.0)
    connection = sqlite3.connect(file)
    assert connection.execute("SELECT count(*) FROM t").fetchone() == (rows,)
    connection.close()


@pytest.mark.parametrize(
    ("settings", "rows"),
    [
        (("fsync=on", "synchronous_commit=on"), 1),
        (("fsync=on", "synchronous_commit=local"), 1),
        (("fsync=on", "synchronous_commit=off"), 0),
        (("fsync=off", "synchronous_commit=on"), 0),
    ],
)
def test_what_postgresql_has_committed_survives_a_loss_of_power_only_if_it_is_synced(
    settings: tuple[str, ...], rows: int, dice: random.Random
) -> None:
    # Without another process that writes down later what the commit did not wait for, and without a second life.
    with postgres_on_disk(*settings, "restart_after_crash=off", "checkpoint_timeout=1h", "autovacuum=off") as here:
        server, disk = here
        if disk is None:
            pytest.skip(NO_DISK)
        with psycopg.connect(server.url(), autocommit=True) as connection:
            connection.execute("CREATE TABLE t (n INTEGER)")
            if "fsync=on" in settings:
                connection.execute("CHECKPOINT")
            found = connection.execute("SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'").fetchone()
            assert found is not None
            os.kill(found[0], signal.SIGSTOP)
            connection.execute("INSERT INTO t VALUES (1)")
            os.kill(found[0], signal.SIGKILL)
            server.kill()
        disk.lose_power(dice, kept=0.0)
        server.start()
        with psycopg.connect(server.url()) as connection:
            try:
                counted = connection.execute("SELECT count(*) FROM t").fetchone()
            except psycopg.errors.UndefinedTable:
                counted = (0,)
        assert counted == (rows,)


@awaited
async def test_a_server_that_loses_power_again_and_again_loses_no_move(disk: Disk, dice: random.Random) -> None:
    database = f"sqlite:///{disk.folder / 'tilora.db'}"
    async with AsyncExitStack() as stack:
        server = ServerProcess(disk.folder.parent, database=database, environment=disk.environment)
        stack.enter_context(server)
        players = [await stack.enter_async_context(await Player.new(server.base, name)) for name in ("Ann", "Bob")]
        async with asyncio.TaskGroup() as group:
            load = Load(group, [server.base], players, TABLES, dice)
            for _ in range(LOSSES):
                await load.wait(dice.randrange(5, 80))
                server.kill()
                disk.lose_power(dice)
                await asyncio.to_thread(server.start)
            await load.wait(10)
            load.end()
        assert '"level":"error"' not in server.log()
    assert disk.syncs > LOSSES, "nothing was ever synced?"
    await load.check(database)


@pytest.mark.parametrize("how", ["full", "read-only"])
@awaited
async def test_a_postgresql_whose_disk_takes_nothing_is_away_until_it_does_again(how: str, dice: random.Random) -> None:
    with postgres_on_disk() as (postgres, disk):
        if disk is None:
            pytest.skip(NO_DISK)
        async with opened(fresh_database(postgres), patience=0.2) as store:
            kept, number = [event(1)], 1
            await store.append("t", 0, kept)
            if how == "full":
                disk.set_full()
            else:
                disk.set_read_only()
            for table in "abcdef":  # large, so that files have to grow as well
                with pytest.raises(StoreDown):
                    await store.append(table, 0, [event(1, dice.randbytes(200_000).hex())])
            postgres.kill()
            disk.set_usual()
            postgres.start()
            while number < 20:
                number += 1
                kept.append(event(number))
                await store.append("t", number - 1, kept[-1:])
            assert await store.events("t") == kept
            assert [await store.events(table) for table in "abcdef"] == [[]] * 6


@awaited
async def test_a_postgresql_that_loses_power_again_and_again_loses_no_move(tmp_path: Path, dice: random.Random) -> None:
    """Even if it is set up not to wait for its disk."""
    async with AsyncExitStack() as stack:
        postgres, disk = stack.enter_context(postgres_on_disk("synchronous_commit=off"))
        if disk is None:
            pytest.skip(NO_DISK)
        database = fresh_database(postgres)
        server = stack.enter_context(ServerProcess(tmp_path, database=database))
        players = [await stack.enter_async_context(await Player.new(server.base, name)) for name in ("Ann", "Bob")]
        async with asyncio.TaskGroup() as group:
            load = Load(group, [server.base], players, TABLES, dice)
            for _ in range(LOSSES):
                await load.wait(dice.randrange(5, 80))
                postgres.kill()
                disk.lose_power(dice)
                postgres.start()
            await load.wait(10)
            load.end()
        assert disk.syncs > LOSSES, "nothing was ever synced?"
        await load.check(database)


@awaited
async def test_every_connection_to_sqlite_commits_to_the_disk(sqlite_url: str) -> None:
    async with opened(sqlite_url) as store:
        database = store._database
        for engine in (database._writing, database._reading):
            with engine.connect() as connection:
                assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2
                assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
    for make in (engines.migrating, engines.snapshotting):
        engine = make(parse_url(sqlite_url))
        with engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2
        engine.dispose()


@pytest.mark.parametrize(("set_up", "used"), [("off", "on"), ("local", "local"), ("on", "on")])
@awaited
async def test_every_connection_to_postgresql_commits_to_the_disk(postgres_url: str, set_up: str, used: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = {set_up}'.encode())
    async with opened(postgres_url) as store:
        database = store._database
        for engine in (database._writing, database._reading):
            for _ in range(2):  # also when it comes back from the pool
                with engine.connect() as connection_of_ours:
                    shown = connection_of_ours.exec_driver_sql("SHOW synchronous_commit").scalar_one()
                    assert shown == used
