"""Servers of today on databases of all releases."""

import asyncio
import random
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine

import tilora
from tests.patience import patience
from tests.server.client import PATIENCE, Player, play_out, read
from tests.server.process import ServerProcess
from tests.store.releases import MOVES, PASSWORD, RELEASES, SECONDS, TOKENS, load
from tests.store.support import awaited, opened
from tilora.kernel import Record
from tilora.server.http.account_bodies import Me, MeWithToken
from tilora.server.http.replay_bodies import RecordList
from tilora.server.http.result_bodies import ScoreBody
from tilora.server.http.table_bodies import TableBody, TableList
from tilora.store import engines
from tilora.store.backup import back_up, restore
from tilora.store.migrate import migrate, newest_version
from tilora.store.schema import metadata

every_release = pytest.mark.parametrize("release", RELEASES)


def test_the_first_release_is_among_them() -> None:
    assert RELEASES[0] == "0.1.0"


async def known(base: str, name: str) -> Player:
    """Return somebody who played on that release."""
    headers = {"Authorization": f"Bearer {TOKENS[name]}"}
    async with httpx.AsyncClient(base_url=base, headers=headers, timeout=patience(PATIENCE), trust_env=False) as http:
        me = read(await http.get("/api/me"), Me)
    return Player(base, MeWithToken(player=me.player, name=me.name, claimed=me.claimed, token=TOKENS[name]))


@every_release
@awaited
async def test_people_matches_and_records_of_a_release_are_still_there_and_matches_go_on(
    tmp_path: Path, database_url: str, release: str
) -> None:
    await asyncio.to_thread(load, release, database_url)
    async with AsyncExitStack() as stack:
        server = stack.enter_context(ServerProcess(tmp_path, database=database_url))
        ann, bob = [await stack.enter_async_context(await known(server.base, name)) for name in TOKENS]
        assert (ann.me.name, ann.me.claimed, bob.me.name, bob.me.claimed) == ("Ann", True, "Bob", False)
        login = await bob.http.post("/api/me/login", json={"name": "ann", "password": PASSWORD, "token": True})
        assert read(login, MeWithToken).player == ann.me.player

        (whole,) = (await ann.get("/api/matches", TableList, mine=1)).tables
        record = read(await ann.http.get(f"/api/tables/{whole.id}/record"), Record)
        assert tilora.verify(record).match.over
        assert (await ann.get("/api/scores/cyberzul", list[ScoreBody]))[0].table == whole.id
        (brought,) = (await ann.get("/api/records", RecordList)).records
        assert tilora.verify(await ann.get(f"/api/records/{brought.id}", Record)).match.played == 5

        own = {table.summary.game: table.id for table in await ann.get("/api/me/tables", list[TableBody])}
        # The lobby of the server leaves out tables where nothing has happened for a day, so the store is asked.
        async with opened(database_url) as store:
            assert [row.id for row in (await store.tables.lobby()).rows] == [own["welters"]]
        for game, steps in (("cublino-contra", MOVES), ("welters", 0)):
            async with ann.at(own[game], 0) as first, bob.at(own[game]) as second:
                assert len(first.steps) == steps
                if game == "welters":
                    await second.join()
                else:
                    assert first.lines[-1].text == second.lines[-1].text
                    assert first.clock is not None
                    left = [time or 0 for time in first.clock.left]
                    assert min(left) > 1000 * (SECONDS - 60), "the years in between have cost time"
                await play_out(first, second, dice=random.Random(2))
        assert {table.id for table in (await ann.get("/api/matches", TableList, mine=1)).tables} == {
            whole.id,
            *own.values(),
        }


def differences(url: str) -> list[object]:
    """Return how the schema of the database differs from that of the program."""
    engine = create_engine(engines.parse_url(url))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_heads() == (newest_version(),)
        found = list(compare_metadata(context, metadata))
    engine.dispose()
    return found


@every_release
def test_a_database_of_a_release_gets_the_newest_schema(database_url: str, release: str) -> None:
    load(release, database_url)
    migrate(engines.parse_url(database_url))
    assert differences(database_url) == []


@every_release
def test_a_backup_of_a_release_leaves_it_unchanged_and_is_restored_with_the_newest_schema(
    tmp_path: Path, database_url: str, release: str
) -> None:
    load(release, database_url)
    url, backup, target = engines.parse_url(database_url), tmp_path / "backup", f"sqlite:///{tmp_path / 'restored.db'}"
    rows = back_up(url, backup)
    assert rows["players"] == 2
    assert restore(backup, engines.parse_url(target)) == rows
    assert differences(target) == []
