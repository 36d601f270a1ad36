"""A connection lost around the commit: what became of it is read back, never guessed."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import msgspec
import psycopg
import pytest
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError

from tests.databases import Postgres, fresh_database
from tests.store.proxy import Proxy
from tests.store.support import awaited, event, index, opened, place, summary
from tilora.store import CodeTaken, Conflict, Index, NameTaken, StoreDown, engines
from tilora.store.log import Append, append_events

INDEX = index(summary(place(0, "ann")))


class Wire:
    """A database, reached directly and through a wire that can be cut."""

    def __init__(self, folder: Path, server: Postgres) -> None:
        self.direct = fresh_database(server)
        url = make_url(self.direct)
        self.proxy = Proxy(folder, Path(str(url.query["host"])))
        self.url = url.update_query_dict({"host": str(folder)}).render_as_string()


@pytest.fixture
def wire(own_postgres: Postgres) -> Iterator[Wire]:
    with TemporaryDirectory(prefix="tilora-") as folder:  # a short name: sockets' paths must be
        made = Wire(Path(folder), own_postgres)
        yield made
        made.proxy.close()


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(("known", "marker"), [(None, b"lost"), (INDEX, b"lost"), (INDEX, b"COMMIT")])
@awaited
async def test_a_commit_whose_answer_was_lost_is_written_once(
    wire: Wire, when: Literal["before", "after"], known: Index | None, marker: bytes
) -> None:
    async with opened(wire.url) as store:
        await store.append("t", 0, [event(1)])
        wire.proxy.cut(marker, when=when)
        await store.append("t", 1, [event(2, "lost"), event(3)], known)
        assert wire.proxy.cuts.is_set()
        assert await store.events("t") == [event(1), event(2, "lost"), event(3)]
        assert len(await store.tables.running("ann")) == (known is not None)


@awaited
async def test_if_somebody_else_was_faster_the_lost_commit_is_a_conflict(wire: Wire) -> None:
    async with opened(wire.url) as store, opened(wire.direct) as other:
        await store.append("t", 0, [event(1)])
        wire.proxy.cut(b"lost", when="before", back=False)
        waiting = asyncio.create_task(store.append("t", 1, [event(2, "lost")]))
        await asyncio.to_thread(wire.proxy.cuts.wait)
        await other.append("t", 1, [event(2, "other")])
        wire.proxy.restore()
        with pytest.raises(Conflict):
            await waiting
        assert await store.events("t") == [event(1), event(2, "other")]


@pytest.mark.parametrize("when", ["before", "after"])
@awaited
async def test_if_the_database_stays_away_the_result_is_reported_as_unknown(
    wire: Wire, when: Literal["before", "after"]
) -> None:
    async with opened(wire.url, patience=0) as store, opened(wire.direct) as other:
        await store.append("t", 0, [event(1)])
        wire.proxy.cut(b"lost", when=when, back=False)
        with pytest.raises(StoreDown) as told:
            await store.append("t", 1, [event(2, "lost")])
        assert told.value.written == "unknown"
        assert len(await other.events("t")) == (1 if when == "before" else 2)


@awaited
async def test_a_new_guest_whose_commit_was_lost_is_there_once(wire: Wire) -> None:
    async with opened(wire.url) as store:
        wire.proxy.cut(b"COMMIT", when="after")
        ann = await store.players.create("hash", "Ann", 5)
        assert wire.proxy.cuts.is_set()
        assert await store.players.by_token("hash") == ann


@pytest.mark.parametrize("when", ["before", "after"])
@awaited
async def test_a_connection_lost_while_a_conflict_is_undone_is_opened_again(
    wire: Wire, when: Literal["before", "after"]
) -> None:
    async with opened(wire.url) as store, opened(wire.direct) as other:
        await store.append("t", 0, [event(1)])
        await other.append("t", 1, [event(2, "other")])
        wire.proxy.cut(b"ROLLBACK", when=when)
        with pytest.raises(Conflict):
            await store.append("t", 1, [event(2, "late")], INDEX)
        assert wire.proxy.cuts.is_set()
        await store.append("t", 2, [event(3)], INDEX)
        assert await store.events("t") == [event(1), event(2, "other"), event(3)]


@awaited
async def test_a_connection_lost_while_a_refusal_is_undone_is_opened_again(wire: Wire) -> None:
    async with opened(wire.url) as store:
        ann = await store.players.create("hash", "Ann", 5)
        await store.players.claim(ann.id, "password")
        wire.proxy.cut(b"ROLLBACK", when="before")
        with pytest.raises(NameTaken):
            await store.players.create("other hash", "Ann", 5)
        assert wire.proxy.cuts.is_set()
        assert await store.players.create("other hash", "Bob", 5)


@pytest.mark.parametrize("known", [None, INDEX])
@awaited
async def test_a_connection_lost_right_after_a_conflict_was_told_is_opened_again(
    wire: Wire, known: Index | None
) -> None:
    async with opened(wire.url) as store, opened(wire.direct) as other:
        await store.append("t", 0, [event(1)])
        await other.append("t", 1, [event(2, "other")])
        wire.proxy.cut(b"late", when="within")
        with pytest.raises(Conflict):
            await store.append("t", 1, [event(2, "late")], known)
        assert wire.proxy.cuts.is_set()
        await store.append("t", 2, [event(3)], known)
        assert await store.events("t") == [event(1), event(2, "other"), event(3)]


@awaited
async def test_a_connection_lost_right_after_a_name_was_refused_is_opened_again(wire: Wire) -> None:
    async with opened(wire.url) as store:
        ann = await store.players.create("hash", "Ann", 5)
        other = await store.players.create("other hash", "Ann", 5)
        await store.players.claim(ann.id, "password")
        wire.proxy.cut(b"late", when="within")
        with pytest.raises(NameTaken):
            await store.players.claim(other.id, "late")
        assert wire.proxy.cuts.is_set()
        assert await store.players.create("third hash", "Bob", 5)


@awaited
async def test_a_connection_lost_right_after_a_code_was_refused_is_opened_again(wire: Wire) -> None:
    def waiting(host: str) -> Index:
        return index(msgspec.structs.replace(summary(place(0, host), status="waiting"), code="taken"))

    async with opened(wire.url) as store:
        await store.append("t", 0, [event(1)], waiting("ann"))
        wire.proxy.cut(b"ON CONFLICT", when="within")
        with pytest.raises(CodeTaken):
            await store.append("u", 0, [event(1)], waiting("bob"))
        assert wire.proxy.cuts.is_set()
        await store.append("u", 0, [event(1)], INDEX)


@awaited
async def test_no_error_of_a_lost_connection_looks_like_a_refusal(wire: Wire) -> None:
    """Whatever the database said last: who takes it for a refusal would use the connection again."""
    async with opened(wire.url) as store:
        await store.append("t", 0, [event(1)])
    url = engines.parse_url(wire.url)
    for engine in (engines.autocommitting(url, connections=1), engines.migrating(url), engines.snapshotting(url)):
        wire.proxy.cut(b"lost", when="within")
        with pytest.raises(OperationalError) as told, engine.connect() as connection:
            append_events(connection, [Append("t", 0, ["lost"])])
        assert told.value.connection_invalidated
        assert isinstance(told.value.orig, psycopg.errors.UniqueViolation)
        engine.dispose()
