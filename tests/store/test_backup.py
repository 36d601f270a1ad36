"""The commands for backup and restore in the docs, as they stand there."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.databases import AnyPostgres, drop_database
from tests.store.support import awaited, event, opened

DOCS = Path(__file__).parents[2] / "docs" / "storage.md"
SQLITE_BACKUP, SQLITE_RESTORE, POSTGRES_BACKUP, POSTGRES_RESTORE = re.findall(
    r"```sh\n(.*?)```", DOCS.read_text(), re.DOTALL
)


def shell(commands: str, path: Path, **variables: str) -> None:
    """The commands do what they say, without a complaint."""
    environment = {**os.environ, **variables, "PATH": f"{path}:{os.environ['PATH']}"}
    done = subprocess.run(["sh", "-eu", "-c", commands], env=environment, capture_output=True, text=True)  # noqa: S603, S607
    assert done.returncode == 0, done.stderr


@awaited
async def test_a_running_sqlite_can_be_backed_up_and_comes_back_as_it_was(tmp_path: Path) -> None:
    variables = {"DATABASE": str(tmp_path / "games.db"), "BACKUP": str(tmp_path / "backup.db")}
    url = f"sqlite:///{variables['DATABASE']}"
    programs = Path(sys.executable).parent
    async with opened(url) as store:
        await store.append("t", 0, [event(1), event(2)])
        shell(SQLITE_BACKUP, programs, **variables)
        await store.append("t", 2, [event(3)])
    shell(SQLITE_RESTORE, programs, **variables)
    async with opened(url) as store:
        assert await store.events("t") == [event(1), event(2)]
        await store.append("t", 2, [event(3, "again")])


@awaited
async def test_a_running_postgresql_can_be_backed_up_and_comes_back_as_it_was(
    tmp_path: Path, postgres: AnyPostgres, postgres_url: str
) -> None:
    name = f"restored_{os.getpid()}"
    variables = {"DATABASE": postgres_url, "BACKUP": str(tmp_path / "backup"), "RESTORED": postgres.url(name)}
    async with opened(postgres_url) as store:
        await store.append("t", 0, [event(1), event(2)])
        shell(POSTGRES_BACKUP, postgres.programs, **variables)
        await store.append("t", 2, [event(3)])
    shell(POSTGRES_RESTORE.replace("DATABASE restored", f"DATABASE {name}"), postgres.programs, **variables)
    async with opened(variables["RESTORED"]) as store:
        assert await store.events("t") == [event(1), event(2)]
        await store.append("t", 2, [event(3, "again")])
    drop_database(postgres, variables["RESTORED"])
