"""Upgrading a database to the newest schema."""

import asyncio
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, text

from tests.store.support import awaited, event, opened
from tilora.store import Store, StoreDown, WrongDatabase, engines
from tilora.store.migrate import migrate, newest_version
from tilora.store.schema import metadata


def test_an_empty_database_gets_the_schema_of_the_program(database_url: str) -> None:
    url = engines.parse_url(database_url)
    migrate(url)
    engine = create_engine(url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_heads() == (newest_version(),)
        assert compare_metadata(context, metadata) == []
    engine.dispose()


@awaited
async def test_a_database_with_the_first_schema_keeps_its_contents(database_url: str) -> None:
    url = engines.parse_url(database_url)
    migrate(url, to="0001")
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO events VALUES ('t', 1, '{}')"))
        connection.execute(text("INSERT INTO players (id, name, created_at) VALUES ('p', 'Ann', 1)"))
        connection.execute(text("INSERT INTO tokens (hash, player, created_at) VALUES ('h', 'p', 1)"))
    engine.dispose()
    async with opened(database_url) as store:
        assert await store.events("t") == [b"{}"]
        player = await store.players.by_token("h")
        assert player is not None
        assert player.name == "Ann"


@awaited
async def test_many_programs_can_start_at_once_on_an_empty_database(database_url: str) -> None:
    stores = await asyncio.gather(*(Store.connect(database_url) for _ in range(6)))
    for number, store in enumerate(stores):
        await store.append("t", number, [event(number + 1)])
        await store.close()


@awaited
async def test_a_database_of_a_newer_program_is_refused_with_a_reason(database_url: str) -> None:
    async with opened(database_url):
        pass
    engine = create_engine(engines.parse_url(database_url))
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(WrongDatabase, match="newer Tilora has upgraded this database to version 9999"):
        await Store.connect(database_url)
    with engine.begin() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"
    engine.dispose()


@awaited
async def test_a_database_of_another_program_is_refused_and_left_alone(database_url: str) -> None:
    engine = create_engine(engines.parse_url(database_url))
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE events (title TEXT)"))
    with pytest.raises(WrongDatabase, match="belongs to another program"):
        await Store.connect(database_url)
    with engine.begin() as connection:
        assert connection.execute(text("SELECT count(title) FROM events")).scalar() == 0
    engine.dispose()


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", "not a database URL"),
        ("my games", "not a database URL"),
        ("mysql://localhost/tilora", "'mysql' are not supported"),
        ("sqlite://", "names a file"),
        ("sqlite:///:memory:", "names a file"),
        ("sqlite:////nowhere/at/all.db", "No such file"),
        ("sqlite:////", "can't be opened"),
    ],
)
@awaited
async def test_a_bad_url_is_refused_with_a_reason(url: str, reason: str) -> None:
    with pytest.raises(WrongDatabase, match=reason):
        await Store.connect(url)


@awaited
async def test_a_file_that_is_not_a_database_is_refused_with_a_reason(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear friend, " * 1000)
    with pytest.raises(WrongDatabase, match="not a database"):
        await Store.connect(f"sqlite:///{file}")
    assert file.read_text() == "Dear friend, " * 1000


@awaited
async def test_an_unreachable_server_is_reported_without_its_password() -> None:
    with pytest.raises(StoreDown, match="does not answer") as told:
        await Store.connect("postgresql://ann:geheim@127.0.0.1:1/tilora", patience=0.1)
    assert "geheim" not in str(told.value)


@awaited
async def test_without_a_url_the_database_is_a_private_file_in_the_users_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    store = await Store.connect()
    await store.close()
    file = tmp_path / "tilora" / "tilora.db"
    assert file.stat().st_mode & 0o777 == 0o600
    connection = sqlite3.connect(file)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
