"""Tables in memory: what happens when the store fails, when somebody gives up waiting, and when a worker dies."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import pytest

from tests.server.client import persons
from tests.store.support import awaited
from tilora.server.bots import worker
from tilora.server.bots.scheduler import Bots
from tilora.server.errors import Restarting, TryAgain
from tilora.server.metrics import Metrics
from tilora.server.system_time import now
from tilora.server.tables.pubsub import Memory, Note
from tilora.server.tables.service import Live
from tilora.server.tables.subscribers import Onlooker
from tilora.store import Index, Store, StoreDown
from tilora.table.commands import Abort, GiveUp, Join, Play, Rematch
from tilora.table.events import AnyEvent
from tilora.table.look import NOTHING, PositionLook
from tilora.table.setup import Person
from tilora.table.table import Table

ANN, BOB = Person("ann", "Ann"), Person("bob", "Bob")


class Line:
    """A wire that only remembers."""

    unsent_bytes = 0

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.closed: int | None = None

    def queue_frame(self, frame: bytes) -> None:
        """Remembered."""
        self.frames.append(frame)

    def close_with(self, frame: bytes, code: int) -> None:
        """Remembered."""
        self.frames.append(frame)
        self.closed = code


class Moody(Store):
    """A store that can be told to fail, or to hang after it has written."""

    down: Literal["no", "unknown"] | None = None
    """Gone, and whether it is known that nothing was written."""
    hang: asyncio.Event | None = None

    async def append(self, table: str, after: int, events: Sequence[bytes], index: Index | None = None) -> None:
        """As a store does, unless told otherwise."""
        if self.down:
            raise StoreDown("Gone fishing.", written=self.down)
        await super().append(table, after, events, index)
        if self.hang is not None:
            await self.hang.wait()


@asynccontextmanager
async def living(tmp_path: Path, node: str = "a") -> AsyncIterator[tuple[Live, Moody]]:
    """Tables of a node."""
    store = await Moody.connect(f"sqlite:///{tmp_path / 'tilora.db'}")
    assert isinstance(store, Moody)
    live = Live(store, Memory(), Metrics(), node)
    try:
        yield live, store
    finally:
        await live.stop()
        await store.close()


def watching(line: Line) -> Onlooker:
    """Somebody who looks on."""
    return Onlooker(line, ANN, None, seat=0, auto=False, wants=frozenset(), most_unsent=1_000_000)


def first_legal(table: Table, name: str) -> list[AnyEvent]:
    """The first thing that may be done has been done."""
    shown = table.look(0, now(), wants=frozenset({"legal"})).position
    assert isinstance(shown, PositionLook)
    seat = shown.turn
    look = table.look(seat, now(), wants=frozenset({"legal"}))
    assert isinstance(look.position, PositionLook)
    assert isinstance(look.position.legal, list)
    play = Play(id=name, seat=seat, moment=look.moment, action=look.position.legal[0])
    return table.handle(play, ANN, now())


@awaited
async def test_what_could_not_be_stored_has_not_happened_and_is_not_shown(tmp_path: Path) -> None:
    async with living(tmp_path) as (live, store):
        table = await live.open(persons("cublino-contra", "me", "here"), ANN)
        line = Line()
        await live.attach(table, watching(line), NOTHING)
        shown = len(line.frames)
        store.down = "no"
        with pytest.raises(TryAgain, match="has not happened"):
            await live.change(table, lambda at: first_legal(at, "1"))
        store.down = None
        assert len(line.frames) == shown
        assert await live.read(table, lambda at: at.number) == 2
        await live.change(table, lambda at: first_legal(at, "1"))
        assert len(line.frames) == shown + 1


@awaited
async def test_what_may_have_been_stored_is_not_said_to_have_failed(tmp_path: Path) -> None:
    async with living(tmp_path) as (live, store):
        table = await live.open(persons("pebbles", "me", "here"), ANN)
        store.down = "unknown"
        with pytest.raises(TryAgain, match="whether it has happened will be seen"):
            await live.change(table, lambda at: first_legal(at, "1"))


@awaited
async def test_who_is_cancelled_while_it_is_written_loses_nothing(tmp_path: Path) -> None:
    async with living(tmp_path) as (live, store):
        table = await live.open(persons("cublino-contra", "me", "here"), ANN)
        line = Line()
        await live.attach(table, watching(line), NOTHING)
        shown = len(line.frames)
        store.hang = asyncio.Event()
        asking = asyncio.create_task(live.change(table, lambda at: first_legal(at, "1")))
        while len(await store.events(table)) < 3:
            await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        store.hang = None
        assert await live.read(table, lambda at: at.number) == 3
        assert len(line.frames) == shown + 1
        assert await live.change(table, lambda at: first_legal(at, "2"))


@awaited
async def test_of_two_nodes_at_once_one_is_first_and_both_end_with_the_same_log(tmp_path: Path) -> None:
    async with living(tmp_path, "a") as (one, store), living(tmp_path, "b") as (two, _):
        table = await one.open(persons("cublino-contra", "me", "here"), ANN)
        line = Line()
        await two.attach(table, watching(line), NOTHING)
        shown = len(line.frames)
        for number in range(4):
            node = (one, two)[number % 2]
            await node.change(table, lambda at, name=str(number): first_legal(at, name))  # type: ignore[misc]
        await one.change(table, lambda at: first_legal(at, "4"))
        two.heard(Note("a", table, 7))
        while await two.read(table, lambda at: at.number) < 7:
            await asyncio.sleep(0.001)
        assert await one.read(table, lambda at: at.number) == 7
        assert len(await store.events(table)) == 7
        assert len(line.frames) == shown + 5


@awaited
async def test_idle_tables_leave_the_memory_and_come_back(tmp_path: Path) -> None:
    async with living(tmp_path) as (live, _):
        table = await live.open(persons("cublino-contra", "me", "here"), ANN)
        await live.change(table, lambda at: first_legal(at, "1"))
        live.entries.forget_idle(-1)
        assert live.metrics.registry.get_sample_value("tilora_tables") == 0
        assert await live.read(table, lambda at: at.number) == 3


@awaited
async def test_who_has_given_up_has_one_table_less_to_finish(tmp_path: Path) -> None:
    async with living(tmp_path) as (live, store):
        table = await live.open(persons("pebbles", "me", "open"), ANN)
        await live.change(table, lambda at: at.handle(Join(id="1"), BOB, now()))
        assert [row.id for row in await store.tables.running("bob")] == [table]
        await live.change(table, lambda at: at.handle(GiveUp(id="2", seat=1), BOB, now()))
        assert await store.tables.running("bob") == []
        assert [row.id for row in await store.tables.running("ann")] == [table]


@awaited
async def test_a_rematch_that_all_want_comes_although_the_store_was_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged: list[str] = []
    monkeypatch.setattr("tilora.server.tables.service.AGAIN", 0.01)
    monkeypatch.setattr("tilora.server.tables.service.log", lambda _, words, **__: logged.append(words))
    async with living(tmp_path) as (live, store):
        table = await live.open(persons("pebbles", "me", "1"), ANN)
        await live.change(table, lambda at: at.handle(Abort(id="1"), ANN, now()))
        monkeypatch.setattr(live.channels, "tell", lambda _: setattr(store, "down", "no"))  # as soon as that is stored
        await live.change(table, lambda at: at.handle(Rematch(id="2", seat=0), ANN, now()))
        monkeypatch.setattr(live.channels, "tell", lambda _: None)
        async with asyncio.timeout(20):
            while "a rematch could not be opened yet" not in logged:
                await asyncio.sleep(0.01)
            store.down = None
            while await live.read(table, lambda at: at.summary().rematch) is None:
                await asyncio.sleep(0.01)


@awaited
async def test_a_server_that_stops_says_goodbye_and_takes_nothing_new(tmp_path: Path) -> None:
    async with living(tmp_path) as (live, _):
        table = await live.open(persons("cublino-contra", "me", "here"), ANN)
        line = Line()
        await live.attach(table, watching(line), NOTHING)
        await live.stop()
        assert line.closed == 1012
        with pytest.raises(Restarting):
            await live.change(table, lambda at: first_legal(at, "1"))


async def finished(live: Live, table: str) -> None:
    """The match at the table has come to its end."""
    async with asyncio.timeout(60):
        while not await live.read(table, lambda at: at.summary().status == "finished"):
            await asyncio.sleep(0.01)


class Dying(Executor):
    """Workers that die of everything."""

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Dead."""
        future: Future[Any] = Future()
        future.set_exception(BrokenProcessPool("dead"))
        return future


@awaited
async def test_a_table_goes_on_although_every_worker_dies(tmp_path: Path) -> None:
    async with living(tmp_path) as (live, _):
        bots = Bots(live, Dying)
        table = await live.open(persons("cublino-contra", "1", "1"), ANN)
        await finished(live, table)
        await bots.stop()
        deaths = live.metrics.registry.get_sample_value("tilora_worker_deaths_total")
        assert deaths is not None
        assert deaths > 2


class Stumbling(Executor):
    """Workers that come to no answer: something is wrong with how a game is thought about."""

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Failed."""
        future: Future[Any] = Future()
        future.set_exception(KeyError("a mistake in a game's advice"))
        return future


class Losing(Executor):
    """A cluster that is lost with all that was asked of it: what waits there is called off."""

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Called off."""
        future: Future[Any] = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future


@awaited
@pytest.mark.parametrize("workers", [Stumbling, Losing])
async def test_a_table_goes_on_although_thinking_comes_to_nothing(tmp_path: Path, workers: type[Executor]) -> None:
    async with living(tmp_path) as (live, _):
        bots = Bots(live, workers)
        table = await live.open(persons("pebbles", "1", "1"), ANN)
        await finished(live, table)
        await bots.stop()


@awaited
async def test_a_bot_that_could_not_move_tries_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with living(tmp_path) as (live, _):
        monkeypatch.setattr("tilora.server.bots.scheduler.AGAIN", 0.001)
        mistakes = iter([True, True, False])

        def move(*_: object, at_once: Any = worker.move) -> Any:
            if next(mistakes, False):
                raise KeyError("a mistake that passes")
            return at_once(*_)

        monkeypatch.setattr(worker, "move", move)
        bots = Bots(live, Stumbling)
        table = await live.open(persons("pebbles", "1", "1"), ANN)
        await finished(live, table)
        await bots.stop()


class Slow(Executor):
    """Workers that never come to an end with anything."""

    def __init__(self) -> None:
        self.thinking: list[str] = []

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Begun, and that is all."""
        self.thinking.append(args[0].game.name)
        return Future()


@awaited
async def test_who_opens_many_tables_for_bots_does_not_keep_others_waiting(tmp_path: Path) -> None:
    async with living(tmp_path) as (live, _):
        workers = Slow()
        bots = Bots(live, lambda: workers)
        for _ in range(5):
            await live.open(persons("cublino-contra", "1", "1"), ANN)
        await live.open(persons("pebbles", "1", "1"), BOB)
        await asyncio.sleep(0)
        assert workers.thinking == ["cublino-contra", "cublino-contra", "pebbles"]
        await bots.stop()
