"""A damaged database, a full disk: what can be read is played on, the rest is said, and nobody waits."""

import logging
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, event, text, update

from tests.server.client import persons
from tests.server.world import Someone, World, world
from tests.store.support import awaited
from tilora.server import readiness
from tilora.store.schema import events

ROOT_PAGE = text("SELECT rootpage FROM sqlite_master WHERE name = 'events'")
PAGE_SIZE = text("PRAGMA page_size")


async def two_tables(here: World) -> tuple[Someone, list[str]]:
    """Ann, and two tables of hers with a few lines of chat."""
    ann = await here.someone("Ann")
    tables = [(await ann.post("/api/tables", persons("pebbles", "me", "open"))).json()["id"] for _ in range(2)]
    for table in tables:
        for number in range(4):
            said = await say(ann, table, str(number))
            assert said == (200, "")
    return ann, tables


async def say(who: Someone, table: str, line: str) -> tuple[int, str]:
    """The status and the code of the answer."""
    answer = await who.post(f"/api/tables/{table}/commands", {"kind": "say", "id": line[:9], "text": line * 5})
    return answer.status_code, answer.json().get("code", "")


@pytest.mark.parametrize(
    ("damage", "cause"),
    [
        (delete(events).where(events.c.number == 3), "Event 3 is missing"),
        (delete(events).where(events.c.number == 1), "Event 1 is missing"),
        (update(events).where(events.c.number == 3).values(body='{"kind":"sa'), "DecodeError"),
        (update(events).where(events.c.number == 3).values(body='{"kind":"undone","at":1,"seat":0}'), "AssertionError"),
        (update(events).where(events.c.number == 3).values(body="a\nb"), "not one line"),
    ],
)
@awaited
async def test_a_damaged_table_is_set_apart_and_the_others_go_on(
    damage: object, cause: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with world(tmp_path) as here:
        ann, (broken, good) = await two_tables(here)
        change = damage.where(events.c.table_id == broken)  # type: ignore[attr-defined]
        await here.parts.store._database.write(lambda connection: connection.execute(change).close())
        await here.forget()
        with caplog.at_level(logging.ERROR, "tilora"):
            for _ in range(2):
                refused = await ann.get(f"/api/tables/{broken}")
                assert (refused.status_code, refused.json()["code"]) == (503, "damaged")
                assert await say(ann, broken, "more") == (503, "damaged")
        errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
        assert [cause in str(record.__dict__) for record in errors] == [True], "said once"
        assert await say(ann, good, "more") == (200, "")
        ready = await ann.get("/ready")
        assert (ready.status_code, ready.json()["store"], ready.json()["intact"]) == (200, True, False)


@awaited
async def test_a_file_with_an_overwritten_page_is_noticed_at_the_start_and_served_without_500s(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with world(tmp_path) as here:
        ann, tables = await two_tables(here)
        for table in tables:
            for number in range(60):
                await say(ann, table, f"{number} {'x' * 50}")
        database = here.parts.store._database
        root = await database.read(lambda connection: connection.execute(ROOT_PAGE).scalar_one())
        size = await database.read(lambda connection: connection.execute(PAGE_SIZE).scalar_one())
    file = tmp_path / "tilora.db"
    whole = bytearray(file.read_bytes())
    whole[(root - 1) * size : root * size] = b"\xff" * size
    file.write_bytes(whole)
    with caplog.at_level(logging.ERROR, "tilora"):
        async with world(tmp_path) as here:
            assert any("damaged; restore a backup" in record.message for record in caplog.records)
            stranger = await here.someone(None)
            assert {(await stranger.get(f"/api/tables/{table}")).status_code for table in tables} == {503}
            ready = await stranger.get("/ready")
            assert ready.json()["intact"] is False


@awaited
async def test_a_full_disk_is_said_at_once_and_ready_says_so_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "KEEP_SECONDS", 0.0)
    async with world(tmp_path) as here:
        ann, (table, _) = await two_tables(here)
        database, full = here.parts.store._database, True

        def limit(connection: Any, record: object = None) -> None:
            pages = connection.execute("PRAGMA page_count").fetchone()[0]
            connection.execute(f"PRAGMA max_page_count = {pages if full else 1 << 30}")

        event.listen(database._writing, "connect", limit)
        await database.write(lambda connection: limit(connection.connection.driver_connection))
        began = time.monotonic()
        answers = [await say(ann, table, f"{number} {'x' * 60}") for number in range(60)]
        assert answers[-1] == (503, "try-again")
        assert time.monotonic() - began < 4, "not five seconds each"
        ready = await ann.get("/ready")
        assert (ready.status_code, ready.json()["store"]) == (503, False)
        full = False
        assert (await ann.get("/ready")).status_code == 200
        assert await say(ann, table, "there is room again") == (200, "")
        assert answers.count((200, "")) + 5 == sum(
            line["kind"] == "chat" for line in (await ann.get(f"/api/tables/{table}")).json()["lines"]
        )


@awaited
async def test_many_questions_whether_the_server_is_ready_lead_to_few_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as here:
        writes = 0
        writable = here.parts.store.writable

        async def counted() -> bool:
            nonlocal writes
            writes += 1
            return await writable()

        monkeypatch.setattr(here.parts.store, "writable", counted)
        monkeypatch.setattr(readiness, "KEEP_SECONDS", 60.0)
        ann = await here.someone(None)
        here.parts.readiness._tried_at = -60.0
        for _ in range(10):
            assert (await ann.get("/ready")).status_code == 200
        assert writes == 1
