"""Copies of a whole database, from either kind into either kind."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, select

from tests.databases import AnyPostgres, drop_database, fresh_database
from tests.store.support import awaited, event, index, opened, place, summary
from tilora.store import ChallengeRow, MistakeRow, PuzzleRating, Store, StoreDown, WrongDatabase, engines
from tilora.store.backup import back_up, restore
from tilora.store.migrate import newest_version
from tilora.store.schema import metadata

NOW = 1_700_000_000_000


@pytest.fixture(params=["sqlite", "postgresql"])
def target_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of another fresh database: the test runs once with each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'restored.db'}"
        return
    postgres: AnyPostgres = request.getfixturevalue("postgres")
    url = fresh_database(postgres)
    yield url
    drop_database(postgres, url)


async def fill(store: Store) -> None:
    """There is something in every table of the database, also signs that are not easily kept."""
    ann = place(0, "ann", score=3, value=3, rank=1, counts=True)
    over = summary(ann, place(1, None, kind="bot", score=2, rank=2), status="finished", ended_at=NOW)
    await store.append("t", 0, [event(1), event(2, "Zoë 🎲 '%s' \\")], index(over, due=None, node="n"))
    await store.append("u", 0, [event(1)], index(summary(place(0, "ann")), due=NOW, node="n"))
    player = await store.players.create("hash", "Zoë", NOW)
    await store.players.claim(player.id, "password")
    await store.records.add(player.id, game="toy", seats=2, title="Mine", body='{"a": "ë"}', now=NOW)
    await store.reviews.put("t", "network", '{"ë": 1}', now=NOW)
    rated = PuzzleRating(rating=1500.5, deviation=350.0)
    await store.puzzles.attempt(
        player.id, "toy", "p", solved=True, now=NOW, first=(rated, rated), rate=lambda one, other, _: (one, other)
    )
    mistake = MistakeRow(puzzle="m", game="toy", table="t", body='{"ë": 1}', stage=0, due_at=NOW)
    await store.mistakes.add(player.id, "t", [mistake], most=5)
    await store.nodes.beat("n", NOW)
    await store.challenges.fix(ChallengeRow(day="2026-11-17", game="toy", level=4, secret="5e" * 32))
    await store.challenges.begin_attempt("2026-11-17", player.id, "t")


def contents(url: str) -> dict[str, list[str]]:
    """All that stands in the database, by its tables."""
    engine = create_engine(engines.parse_url(url))
    with engine.connect() as connection:
        found = {name: sorted(map(repr, connection.execute(select(one)))) for name, one in metadata.tables.items()}
    engine.dispose()
    return found


@awaited
async def test_a_restore_gives_the_database_as_it_was_at_the_backup(
    tmp_path: Path, database_url: str, target_url: str
) -> None:
    file = tmp_path / "backup.db"
    async with opened(database_url) as store:
        await fill(store)
        then = contents(database_url)
        assert all(then.values())
        rows = back_up(engines.parse_url(database_url), file)
        await store.append("t", 2, [event(3)])
    assert rows == {name: len(found) for name, found in then.items()}
    assert restore(file, engines.parse_url(target_url)) == rows
    assert contents(target_url) == then
    async with opened(target_url) as store:
        assert (await store.events("t"))[-1] == event(2, "Zoë 🎲 '%s' \\")
        await store.append("t", 2, [event(3, "again")])


@awaited
async def test_a_backup_is_one_private_file_that_needs_no_other(tmp_path: Path, sqlite_url: str) -> None:
    file = tmp_path / "kept" / "backup.db"
    file.parent.mkdir()
    async with opened(sqlite_url) as store:
        await fill(store)
        back_up(engines.parse_url(sqlite_url), file)
    assert list(file.parent.iterdir()) == [file]
    if os.name == "posix":
        assert file.stat().st_mode & 0o777 == 0o600
    connection = sqlite3.connect(file)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


@awaited
async def test_nothing_is_overwritten(tmp_path: Path, database_url: str) -> None:
    file = tmp_path / "backup.db"
    async with opened(database_url) as store:
        await fill(store)
    back_up(engines.parse_url(database_url), file)
    written, then = file.read_bytes(), contents(database_url)
    with pytest.raises(WrongDatabase, match="already exists"):
        back_up(engines.parse_url(database_url), file)
    with pytest.raises(WrongDatabase, match="empty database, and this one is not empty"):
        restore(file, engines.parse_url(database_url))
    assert (file.read_bytes(), contents(database_url)) == (written, then)


@awaited
async def test_leftovers_of_a_dead_server_beside_its_lost_file_do_no_harm(tmp_path: Path, sqlite_url: str) -> None:
    url, file, backup = engines.parse_url(sqlite_url), tmp_path / "tilora.db", tmp_path / "backup.db"
    async with opened(sqlite_url) as store:
        await store.append("t", 0, [event(1)])
        back_up(url, backup)
        await store.append("t", 1, [event(2)])
        left = {name: Path(f"{file}{name}").read_bytes() for name in ("-wal", "-shm")}
    file.unlink()
    for name, content in left.items():
        assert content
        Path(f"{file}{name}").write_bytes(content)
        Path(f"{tmp_path / 'again.db'}.part{name}").write_bytes(content)  # and beside a backup that was killed
    restore(backup, url)
    back_up(url, tmp_path / "again.db")
    for database in (file, tmp_path / "again.db"):
        async with opened(f"sqlite:///{database}") as store:
            assert await store.events("t") == [event(1)]


def _not_there(path: Path) -> None:
    """There is nothing at all."""


def _no_database(path: Path) -> None:
    path.write_text("Dear friend, " * 1000)


def _of_somebody_else(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE songs (title TEXT)")
    connection.close()


def _of_a_newer_program(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
    connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (_not_there, "does not exist"),
        (_no_database, "not a database"),
        (_of_somebody_else, "not a Tilora database"),
        (
            _of_a_newer_program,
            f"newer Tilora has upgraded this database to version 9999; .* up to {newest_version()}",
        ),
    ],
)
def test_a_file_that_is_not_a_backup_is_refused_and_the_database_stays_empty(
    tmp_path: Path, target_url: str, made: Callable[[Path], None], words: str
) -> None:
    file = tmp_path / "other.db"
    made(file)
    with pytest.raises(WrongDatabase, match=words):
        restore(file, engines.parse_url(target_url))
    assert not list(tmp_path.glob("*.lock"))
    with pytest.raises(WrongDatabase, match=words):
        back_up(engines.parse_url(f"sqlite:///{file}"), tmp_path / "backup.db")
    assert not list(tmp_path.glob("backup.db*"))
    if Path(str(engines.parse_url(target_url).database)).exists() or target_url.startswith("postgresql"):
        with pytest.raises(WrongDatabase, match="not a Tilora database"):
            back_up(engines.parse_url(target_url), tmp_path / "empty.db")


def test_a_database_that_is_away_is_reported(tmp_path: Path) -> None:
    with pytest.raises(StoreDown, match="does not answer") as told:
        back_up(engines.parse_url("postgresql://ann:geheim@127.0.0.1:1/tilora"), tmp_path / "backup.db")
    assert "geheim" not in str(told.value)
    assert not list(tmp_path.iterdir())
