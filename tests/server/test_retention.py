"""Deleting what nobody has used for a long time: only that, in small steps, and as the settings say."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, text, update

from tests.server.client import persons
from tests.server.process import ServerProcess
from tests.server.world import Someone, World, world
from tests.store.support import awaited
from tilora.server import retention
from tilora.server.retention import DAY, Pruning, describe
from tilora.server.settings import Settings
from tilora.server.system_time import now
from tilora.store import Store
from tilora.store.retention import Retention
from tilora.store.schema import events, places, players, tables, tokens

LONG = 1000 * DAY


async def age(here: World, change: Any) -> None:
    """Something happened long ago."""
    await here.parts.store._database.write(lambda connection: connection.execute(change).close())


async def count(here: World, query: Any) -> int:
    """How many there are."""
    found: int = await here.parts.store._database.read(lambda connection: connection.execute(query).scalar_one())
    return found


async def opened(who: Someone, *places: str, public: bool = False, finished: bool = False) -> str:
    """A table, with a match that is over or not."""
    table: str = (await who.post("/api/tables", persons("pebbles", *places, public=public))).json()["id"]
    number = 0
    while finished:
        seen = (await who.get(f"/api/tables/{table}", wants="legal")).json()
        if seen["position"]["over"]:
            break
        seat = seen["position"]["turn"]
        seen = (await who.get(f"/api/tables/{table}", wants="legal", seat=seat)).json()
        number += 1
        play = {"kind": "play", "seat": seat, "moment": seen["moment"], "action": seen["position"]["legal"][-1]}
        await who.post(f"/api/tables/{table}/commands", play | {"id": str(number)})
    return table


def pruning(here: World, **settings: Any) -> Pruning:
    """As the settings say, which delete nothing by themselves."""
    never = {"keep_private_days": 0, "keep_unfinished_days": 0, "keep_guests_days": 0}
    return Pruning(here.parts.store, here.parts.tables._cache, Settings(**never | settings))


@awaited
async def test_old_tables_are_deleted_and_new_public_and_watched_ones_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "PAUSE", 0)
    async with world(tmp_path) as here:
        ann = await here.someone("Ann")
        private = await opened(ann, "me", "here", finished=True)
        public = await opened(ann, "me", "here", public=True, finished=True)
        running, watched = await opened(ann, "me", "here"), await opened(ann, "me", "open")
        scores = (await ann.get("/api/scores/pebbles")).json()
        await age(here, update(tables).values(moved_at=now() - LONG))
        new = await opened(ann, "me", "open")
        socket = await ann.connect(watched)
        assert await pruning(here).prune() == 0
        assert await pruning(here, keep_private_days=2000, keep_unfinished_days=2000).prune() == 0
        assert await pruning(here, keep_private_days=365).prune() == 1
        assert await pruning(here, keep_unfinished_days=180).prune() == 1
        answers = [
            (await ann.get(f"/api/tables/{table}")).status_code for table in (private, public, running, watched, new)
        ]
        assert answers == [404, 200, 404, 200, 200]
        assert await count(here, select(func.count(events.c.table_id.distinct()))) == 3
        assert await count(here, select(func.count(places.c.table_id.distinct()))) == 3
        left = (await ann.get("/api/scores/pebbles")).json()
        assert [row["score"] for row in left] == [row["score"] for row in scores] != [], "scores stay"
        await socket.close()


@awaited
async def test_unused_devices_are_signed_out_and_guests_without_any_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "PAUSE", 0)
    async with world(tmp_path) as here:
        ann, bob, zoe = [await here.someone(name) for name in ("Ann", "Bob", "Zoe")]
        await zoe.post("/api/me/claim", {"password": "a long one"})
        await age(here, update(tokens).values(seen_at=now() - LONG, created_at=now() - LONG))
        here.parts.accounts._used_on.clear()
        here.parts.accounts._cache.clear()
        assert (await bob.get("/api/me/tables")).status_code == 200, "so his device is in use"
        assert await pruning(here, keep_guests_days=400).prune() == 2
        here.parts.accounts._cache.clear()
        assert [(await who.get("/api/me/tables")).status_code for who in (ann, bob, zoe)] == [401, 200, 401]
        assert await count(here, select(func.count(players.c.id))) == 2
        again = await ann.post("/api/me/login", {"name": "Zoe", "password": "a long one"})
        assert again.status_code == 200, "a claimed name is never deleted"


@awaited
async def test_a_table_where_something_has_happened_meanwhile_is_kept(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        table = await opened(await here.someone("Ann"), "me", "open")
        assert not await here.parts.store.retention.delete_table(table, now() - DAY)
        assert (await (await here.someone(None)).get(f"/api/tables/{table}")).status_code == 200


QUERIES = (
    "SELECT id FROM tables WHERE status = 'finished' AND NOT public AND moved_at < 5 ORDER BY moved_at LIMIT 9",
    "SELECT id FROM tables WHERE status <> 'finished' AND moved_at < 5 ORDER BY moved_at LIMIT 9",
    "SELECT hash FROM tokens WHERE seen_at < 5 AND created_at < 5 ORDER BY seen_at LIMIT 9",
)


async def plan_of(store: Store, query: str) -> str:
    """How SQLite finds it."""
    explain = text(f"EXPLAIN QUERY PLAN {query}")
    return await store._database.read(
        lambda connection: " ".join(row.detail for row in connection.execute(explain).all())
    )


@awaited
async def test_a_move_waits_for_one_deleted_table_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "PAUSE", 0)
    deleted: list[str] = []
    delete = Retention.delete_table

    async def counted(self: Retention, table: str, before: int) -> bool:
        found = await delete(self, table, before)
        deleted.append(table)
        return found

    monkeypatch.setattr(Retention, "delete_table", counted)
    async with world(tmp_path) as here:
        ann = await here.someone("Ann")
        async with ann.http:
            old = [await opened(ann, "me", "open") for _ in range(40)]
            await age(here, update(tables).values(moved_at=now() - LONG))
            await here.forget()
            store = here.parts.store
            pruned = asyncio.create_task(pruning(here, keep_unfinished_days=1).prune())
            waited, number = [], 0
            while not pruned.done():
                before = len(deleted)
                await store.append("another", number, [b"{}"])
                waited.append(len(deleted) - before)
                number += 1
            assert await pruned == len(old)
    assert max(waited) <= 2
    assert number > len(old) / 2


@awaited
async def test_what_is_old_is_found_by_an_index(tmp_path: Path) -> None:
    store = await Store.connect(f"sqlite:///{tmp_path / 'tilora.db'}")
    plans = [await plan_of(store, query) for query in QUERIES]
    await store.close()
    assert ["tables_private" in plans[0], "tables_unfinished" in plans[1], "tokens_seen" in plans[2]] == [True] * 3
    assert not any("TEMP B-TREE" in plan for plan in plans)


def test_the_log_of_a_server_says_at_the_start_what_is_deleted(server: ServerProcess) -> None:
    assert describe(Settings()) in server.log()


def test_the_host_is_told_what_is_deleted() -> None:
    assert describe(Settings()) == (
        "Deleted automatically: finished private matches after 365 days, tables left alone after 180 days, "
        "unused devices and guests after 400 days."
    )
    assert "guests never" in describe(Settings(keep_guests_days=0))
