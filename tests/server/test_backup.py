"""The commands for backup and restore in the docs, as they stand there, with people playing meanwhile."""

import asyncio
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.databases import AnyPostgres, drop_database, fresh_database
from tests.patience import patience
from tests.server.client import Player, persons
from tests.server.process import ServerProcess
from tests.server.stubborn import Load, Stubborn
from tests.store.support import awaited, opened
from tilora.table.events import Played, decode_event

DOCS = Path(__file__).parents[2] / "docs" / "storage.md"
BACKUP, RESTORE = re.findall(r"```sh\n(tilora .*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
TABLES = [
    persons("cyberzul", "me", "open", "1"),
    persons("rows-and-cols", "me", "open"),
    persons("zellij", "me", "open"),
]
BEFORE, AFTER = 30, 20
"""Moves that are acknowledged before the backup, and after it."""


async def shell(command: str, **variables: str) -> str:
    """The command has done what it says; what it printed."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = await asyncio.create_subprocess_exec(
        "sh",
        "-euc",
        command,
        env=os.environ | variables | {"PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    out, errors = await done.communicate()
    assert done.returncode == 0, errors.decode()
    return out.decode()


class Disaster(Exception):
    """Everybody stops playing, in the middle of it."""


def acknowledged(tables: Iterable[Sequence[Stubborn]]) -> dict[str, set[str]]:
    """The moves that people know of, by their tables, as the log names them."""
    return {people[0].table: set().union(*(one.recorder.history.causes() for one in people)) for people in tables}


@pytest.fixture
def restored_url(database_url: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of another fresh database of the same kind."""
    if database_url.startswith("sqlite"):
        yield f"sqlite:///{tmp_path / 'restored.db'}"
        return
    postgres: AnyPostgres = request.getfixturevalue("postgres")
    url = fresh_database(postgres)
    yield url
    drop_database(postgres, url)


@awaited
async def test_what_was_acknowledged_before_the_backup_is_there_after_the_disaster_and_matches_go_on(
    tmp_path: Path, database_url: str, restored_url: str, dice: random.Random
) -> None:
    variables = {"BACKUP": str(tmp_path / "backup"), "DATABASE": database_url, "RESTORED": restored_url}
    async with AsyncExitStack() as stack:
        server = stack.enter_context(ServerProcess(tmp_path, database=database_url))
        players = [await stack.enter_async_context(await Player.new(server.base, name)) for name in ("Ann", "Bob")]
        try:
            async with asyncio.TaskGroup() as group:
                load = Load(group, [server.base], players, TABLES, dice)
                await load.wait(BEFORE)
                before = acknowledged(load.played)
                assert "Players: 2," in await shell(BACKUP, **variables)
                await load.wait(AFTER)
                server.kill()
                raise Disaster
        except* Disaster:
            pass

        assert "Players: 2," in await shell(RESTORE, **variables)
        server = stack.enter_context(ServerProcess(tmp_path, database=restored_url))
        kept = await moves(restored_url, before)
        assert all(before[table] <= set(kept[table]) for table in before), "an acknowledged move is not in the backup"

        # The same people come back, known by the tokens of before, and play on.
        tables = [
            [Stubborn([server.base], players[seat], table, seat, random.Random(dice.random())) for seat in (0, 1)]
            for table in before
        ]
        await asyncio.gather(*(one.play_out() for people in tables for one in people))
        for table, log in (await moves(restored_url, before)).items():
            assert log[: len(kept[table])] == kept[table]
            assert set(log) == set(kept[table]) | acknowledged(tables)[table]
            assert len(set(log)) == len(log)
        assert len(tables) >= len(TABLES)


def test_what_can_not_be_copied_is_said_in_one_line(server: ServerProcess, tmp_path: Path) -> None:
    backup = tmp_path / "backup"
    backup.touch()
    for command, words in (("backup", "already exists"), ("restore", "Another server is using")):
        line = [sys.executable, "-m", "tilora", command, str(backup), "--database", server.database]
        done = subprocess.run(line, capture_output=True, text=True, timeout=patience(60))  # noqa: S603 - our own command
        assert (done.returncode, done.stdout) == (2, "")
        assert re.fullmatch(f"tilora: .*{words}.*\n", done.stderr)


async def moves(url: str, tables: Iterable[str]) -> dict[str, list[str]]:
    """Which requests of people have led to the moves that stand in the logs."""
    async with opened(url) as store:
        events = {table: list(map(decode_event, await store.events(table))) for table in tables}
    return {
        table: [event.cause or "" for event in log if isinstance(event, Played) and event.by == "person"]
        for table, log in events.items()
    }
