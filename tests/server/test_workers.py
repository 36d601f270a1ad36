"""Several workers on one address: any of them serves any table, and any of them may die."""

import asyncio
import itertools
import os
import random
import signal
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.parse import unquote

import msgspec
import pytest

from tests.databases import AnyPostgres, drop_database, fresh_database
from tests.patience import patience
from tests.server.client import Player, persons, play_out
from tests.server.process import DidNotStart, ServerProcess
from tests.server.stubborn import PATIENCE, PAUSE, Load
from tests.store.support import awaited, opened
from tilora.kernel import BadSetup
from tilora.server import run
from tilora.server.net.placement import worker_of
from tilora.server.settings import Settings
from tilora.table.setup import Setup

WORKERS = 2
TABLES = [
    persons("pebbles", "me", "open"),
    persons("cublino-contra", "me", "1"),
    persons("welters", "me", "open"),
    persons("pebbles", "me", "open"),
]


class Workers(ServerProcess):
    """A server with two workers."""

    def __init__(self, folder: Path, *flags: str, database: str | None = None) -> None:
        super().__init__(folder, f"--workers={WORKERS}", *flags, database=database)

    def pids(self) -> dict[int, int]:
        """The process of each worker that was ready last, by its number."""
        # Python writes there as well, such as a warning about semaphores that a killed process has left behind.
        lines = [msgspec.json.decode(line) for line in self.log().splitlines() if line.startswith("{")]
        return {line["worker"]: line["pid"] for line in lines if line["words"] == "a worker is ready"}

    def kill_worker(self, number: int) -> None:
        """The worker has been killed, without a word."""
        os.kill(self.pids()[number], signal.SIGKILL)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workers]:
    """Two workers on SQLite, who tell each other of changes through their parent, or on PostgreSQL, with NOTIFY."""
    folder = tmp_path_factory.mktemp("workers")
    if request.param == "sqlite":
        with Workers(folder) as running:
            yield running
        return
    postgres: AnyPostgres = request.getfixturevalue("postgres")
    url = fresh_database(postgres)
    with Workers(folder, database=url) as running:
        yield running
    drop_database(postgres, url)


on_sqlite = pytest.mark.parametrize("server", ["sqlite"], indirect=True)
"""For what has nothing to do with the database."""


def ways_to(table: str) -> dict[int, str]:
    """The id of the table written so that a request for it stays with a worker, whatever its home is; by worker.

    Most tables have a way to every worker, but not all.
    """
    written = [(letter, f"%{ord(letter):02x}", f"%{ord(letter):02X}") for letter in table[-3:]]
    ways = [table[:-3] + "".join(letters) for letters in itertools.product(*written)]
    assert all(unquote(way) == table for way in ways)
    return {worker_of(way, WORKERS): way for way in ways}


async def open_within_reach(player: Player, setup: Setup) -> tuple[str, dict[int, str]]:
    """A new table with a way to every worker."""
    while True:
        table = await player.open(setup)
        if len(ways := ways_to(table)) == WORKERS:
            return table, ways


@awaited
async def test_opponents_in_different_workers_see_the_same_match(server: Workers) -> None:
    async with AsyncExitStack() as stack:
        ann, bob = [await stack.enter_async_context(await Player.new(server.base, name)) for name in ("Ann", "Bob")]
        table, ways = await open_within_reach(ann, persons("cublino-contra", "me", "open"))
        first = await stack.enter_async_context(ann.at(ways[0], 0))
        second = await stack.enter_async_context(bob.at(ways[1]))
        watcher = await stack.enter_async_context(bob.at(table, "none", ""))
        await second.join()
        both = ([True, True], 1)
        for one in (first, second, watcher):
            await one.until(lambda one=one: one.present == both)  # type: ignore[misc]
        await play_out(first, second, watcher, dice=random.Random(3))
        for one in (first, second, watcher):
            await one.until(lambda one=one: one.status == "finished")  # type: ignore[misc]
        assert first.steps == second.steps == watcher.steps
        assert first.lines == second.lines == watcher.lines


@on_sqlite
@awaited
async def test_a_connection_goes_wherever_its_requests_are_for_and_metrics_tell_of_all(server: Workers) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        # One connection opens all tables and asks for them; they are in both workers.
        tables = [await ann.open(persons("pebbles", "me", "here")) for _ in range(8)]
        assert {worker_of(table, WORKERS) for table in tables} == {0, 1}
        for table in tables:
            await ann.get(f"/api/tables/{table}", dict)
        async with asyncio.timeout(patience(PATIENCE)):
            while True:  # the others are known by what they last reported
                lines = (await ann.http.get("/metrics")).text.splitlines()
                events = {worker: f'tilora_events_total{{worker="{worker}"}}' for worker in range(WORKERS)}
                counts = {
                    worker: float(line.split()[1])
                    for line in lines
                    for worker in events
                    if line.startswith(events[worker])
                }
                if len(counts) == WORKERS and all(count >= 4 for count in counts.values()):
                    break
                await asyncio.sleep(PAUSE)


@on_sqlite
@awaited
async def test_a_request_that_arrives_in_pieces_is_answered_once(server: Workers) -> None:
    host, _, port = server.base.removeprefix("http://").rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    for _ in range(WORKERS):
        for table in ("aaaaaaaaaaaa", "aaaaaaaaaaab", "aaaaaaaaaaac"):
            request = f"GET /api/tables/{table} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode()
            for piece in (request[:7], request[7:22], request[22:60], request[60:]):
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(0.01)
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), patience(PATIENCE))
            assert head.startswith(b"HTTP/1.1 404 ")
            length = int(head.lower().partition(b"content-length: ")[2].split()[0])
            assert b"no such table" in await reader.readexactly(length)
    writer.close()
    await writer.wait_closed()


@awaited
async def test_a_worker_killed_while_people_play_loses_no_move_and_is_replaced(
    server: Workers, dice: random.Random
) -> None:
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(await Player.new(server.base, name)) for name in ("Ann", "Bob")]
        before = server.pids()
        async with asyncio.TaskGroup() as group:
            load = Load(group, [server.base], players, TABLES, dice)
            for number in range(WORKERS):
                await load.wait(dice.randrange(5, 40))
                server.kill_worker(number)
            await load.wait(20)
            async with asyncio.timeout(patience(PATIENCE)):
                while any(server.pids()[number] == before[number] for number in range(WORKERS)):
                    await asyncio.sleep(PAUSE)
            load.end()
        await load.check(server.database)


@on_sqlite
@awaited
async def test_bots_of_a_worker_that_died_are_taken_over(server: Workers) -> None:
    async with await Player.new(server.base, "Ann") as ann, opened(server.database) as store:
        table = await ann.open(persons("cublino-pur", "1", "1"))
        server.kill_worker(worker_of(table, WORKERS))
        # Nobody asks for the table: whoever takes it over finds it.
        async with asyncio.timeout(patience(PATIENCE)):
            while (row := await store.tables.get(table)) is None or row.summary.status != "finished":
                await asyncio.sleep(PAUSE)


@awaited
async def test_a_stop_says_goodbye_and_leaves_no_process(tmp_path: Path) -> None:
    with Workers(tmp_path) as server:
        pids = server.pids()
        async with await Player.new(server.base, "Ann") as ann:
            table, ways = await open_within_reach(ann, persons("pebbles", "me", "here"))
            async with ann.at(ways[0]) as first, ann.at(ways[1]) as second:
                stopping = asyncio.create_task(asyncio.to_thread(server.stop))
                for one in (first, second):
                    bye = await one.ended()
                    assert bye is not None
                    assert bye.reason == "restarting"
            assert await stopping == 0
        assert len(pids) == WORKERS
        assert not any(Path(f"/proc/{pid}").exists() for pid in pids.values())
        assert '"level":"error"' not in server.log()

        server.start()
        async with await Player.new(server.base, "Bob") as bob:
            assert (await bob.get(f"/api/tables/{table}", dict))["kind"] == "look"
        pids = server.pids()
        server.kill()  # the parent alone: its workers notice, and let go of the database
        until = time.monotonic() + patience(PATIENCE)
        while any(Path(f"/proc/{pid}").exists() for pid in pids.values()):
            assert time.monotonic() < until
            time.sleep(0.01)


def test_a_server_that_can_not_start_says_why_once(tmp_path: Path) -> None:
    database = tmp_path / "other.db"
    database.write_text("This is not a database, and it is not empty either." * 20)
    with pytest.raises(DidNotStart, match="The database can't be used") as refused:
        Workers(tmp_path, database=f"sqlite:///{database}").start()
    assert "Traceback" not in str(refused.value)


def test_workers_are_refused_where_connections_can_not_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "CAN_PASS_FILES", False)
    with pytest.raises(BadSetup, match="pass open files"):
        run.run(Settings(workers=2))
