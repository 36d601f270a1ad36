"""The plug is pulled: what SQLite's settings promise, and that a server loses nothing that it has acknowledged."""

import asyncio
import os
import random
import sqlite3
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests import SOAK
from tests.histories.disk import Disk
from tests.server.client import Player, persons
from tests.server.process import ServerProcess
from tests.server.stubborn import Load
from tests.store.support import awaited, opened
from tilora.store import engines
from tilora.store.engines import parse_url

LOSSES = 2 * SOAK
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
        pytest.skip("The disk that loses power needs Linux and a C compiler.")
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
