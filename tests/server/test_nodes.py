"""Two nodes on one PostgreSQL: any of them serves any table, and any of them, or what joins them, may die."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from pathlib import Path

import pytest

from tests import SOAK
from tests.databases import AnyPostgres, Postgres, Redis, drop_database, fresh_database
from tests.patience import patience
from tests.server.client import Player, Sight, persons, play_out
from tests.server.node import ANN, BOB, FakeConnection, first_legal, running_node, subscriber
from tests.server.process import ServerProcess
from tests.server.stubborn import PATIENCE, PAUSE, Load
from tests.store.support import awaited, opened
from tilora.kernel import nonce_commitment
from tilora.server.system_time import now
from tilora.server.tables import timers
from tilora.server.tables.subscribers import since_after
from tilora.table.commands import Join, Play, Reveal
from tilora.table.errors import NotYourSeat
from tilora.table.look import NOTHING, PositionLook
from tilora.table.setup import Person

BLOWS = 2 * SOAK
"""How often something is killed or restarted under load."""
AWAY = 7.0
"""Seconds: longer than a server waits for its database before it says so."""
# PostgreSQL and Redis die with the thread that started them, so here it is the main thread that does.

Nodes = tuple[ServerProcess, ServerProcess]


@pytest.fixture(scope="module", params=["notify", "redis"])
def nodes(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, postgres: AnyPostgres
) -> Iterator[Nodes]:
    """Two nodes that tell each other of changes in this way."""
    url = fresh_database(postgres)
    flags = [f"--channels={request.getfixturevalue('redis').url}"] if request.param == "redis" else []
    with ExitStack() as stack:
        folders = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("two")
        one, two = (stack.enter_context(ServerProcess(folder, *flags, database=url)) for folder in folders)
        yield one, two
    drop_database(postgres, url)


@asynccontextmanager
async def people(nodes: Nodes) -> AsyncIterator[list[Player]]:
    """Ann at the first node, Bob at the second."""
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(await Player.new(node.base, name))
            for node, name in zip(nodes, ("Ann", "Bob"), strict=True)
        ]


def seen_by(sight: Sight) -> tuple[object, ...]:
    """All that must be the same for everybody in the end."""
    return sight.steps, sight.lines, sight.table, sight.position and sight.position.ranks


@awaited
async def test_opponents_on_different_nodes_see_the_same_match(nodes: Nodes) -> None:
    async with people(nodes) as (ann, bob):
        table = await ann.open(persons("cyberzul", "me", "open", "1"))
        async with ann.at(table, 0) as first, bob.at(table) as second, bob.at(table, "none", "") as watcher:
            await second.join()
            await play_out(first, second, watcher, dice=random.Random(3))
            for one in (first, second, watcher):
                await one.until(lambda one=one: one.status == "finished")  # type: ignore[misc]
            assert seen_by(first) == seen_by(second) == seen_by(watcher)
        async with opened(nodes[0].database) as store:
            assert len(await store.events(table)) > len(first.steps)


@awaited
async def test_presence_is_known_on_all_nodes(nodes: Nodes) -> None:
    async with people(nodes) as (ann, bob):
        table = await ann.open(persons("cublino-contra", "me", "open"))
        async with ann.at(table) as first:
            async with bob.at(table) as second:
                await second.join()
                both = ([True, True], 0)
                await first.until(lambda: first.present == both)
                await second.until(lambda: second.present == both)
            await first.until(lambda: first.present == ([True, False], 0))


TABLES = [
    persons("pebbles", "me", "open"),
    persons("cublino-contra", "me", "1"),
    persons("cyberzul", "me", "open", "1"),
    persons("welters", "me", "open"),
]


@asynccontextmanager
async def playing(nodes: Nodes, dice: random.Random) -> AsyncIterator[Load]:
    """Matches between people on both nodes, which are all played to their end; then all is as it must be."""
    async with people(nodes) as players, asyncio.TaskGroup() as group:
        load = Load(group, [node.base for node in nodes], players, TABLES, dice)
        yield load
        await load.wait(20)
        load.end()
    await load.check(nodes[0].database)


@awaited
async def test_nodes_killed_in_turn_lose_no_move_and_the_other_plays_on(nodes: Nodes, dice: random.Random) -> None:
    async with playing(nodes, dice) as load:
        for blow in range(BLOWS):
            await load.wait(dice.randrange(5, 60))
            node = nodes[blow % 2]
            node.kill()
            try:
                await load.wait(dice.randrange(5, 30))
            finally:
                await asyncio.to_thread(node.start)


@pytest.mark.parametrize("how", ["stop", "kill"])
@awaited
async def test_postgresql_restarted_under_two_nodes_loses_no_move(
    own_postgres: Postgres, nodes: Nodes, how: str, dice: random.Random
) -> None:
    async with playing(nodes, dice) as load:
        for _ in range(BLOWS):
            await load.wait(dice.randrange(5, 60))
            own_postgres.stop() if how == "stop" else own_postgres.kill()
            own_postgres.start()


@pytest.mark.parametrize("nodes", ["notify"], indirect=True)
@awaited
async def test_when_postgresql_was_away_for_longer_than_servers_wait_people_and_bots_play_on(
    own_postgres: Postgres, nodes: Nodes, dice: random.Random
) -> None:
    async with playing(nodes, dice) as load:
        await load.wait(10)
        own_postgres.stop()
        await asyncio.sleep(AWAY)
        own_postgres.start()


@pytest.mark.parametrize("nodes", ["redis"], indirect=True)
@awaited
async def test_redis_restarted_under_two_nodes_leaves_nobody_behind(
    redis: Redis, nodes: Nodes, dice: random.Random
) -> None:
    async with playing(nodes, dice) as load:
        for _ in range(BLOWS):
            await load.wait(dice.randrange(5, 60))
            redis.kill()
            redis.start()


@awaited
async def test_a_node_that_is_behind_notices_it_from_a_client_that_comes_from_another(tmp_path: Path) -> None:
    async with running_node(tmp_path, "one") as one, running_node(tmp_path, "two") as two:
        table = await one.tables.open(persons("cublino-contra", "me", "here"), ANN)
        await two.tables.read(table, lambda at: at.number)
        await one.tables.change(table, lambda at: first_legal(at, "1"))  # nobody tells the other node
        seen = since_after(await one.tables.read(table, lambda at: at.look(0, 0)))
        connection = FakeConnection()
        await two.tables.subscribe(table, subscriber(connection), seen)
        assert await two.tables.read(table, lambda at: at.version(0)) == seen.version
        assert b'"kept":1' in connection.frames[0]


@pytest.mark.parametrize(("ago", "is_absent"), [(1.0, False), (2.0, True)])
@awaited
async def test_a_node_whose_heartbeat_is_late_is_absent_before_it_counts_as_dead(
    tmp_path: Path, ago: float, is_absent: bool
) -> None:
    """A server that was killed may be back within two seconds, and nobody's clock may have run in between."""
    async with running_node(tmp_path, "two") as two:
        last = now() - int(1000 * ago)
        await two.store.nodes.beat("one", last)
        assert await two.liveness.absent_since("one") == (last if is_absent else None)
        assert last > two.liveness.silent_before()


@awaited
async def test_viewers_see_what_is_in_the_log_even_if_nobody_ever_tells_their_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a write whose answer was lost, and that reached the database only after the log was read again."""
    monkeypatch.setattr(timers, "STALE_EVERY", PAUSE)
    async with running_node(tmp_path, "one") as one, running_node(tmp_path, "two") as two:
        table = await one.tables.open(persons("cublino-contra", "me", "here"), ANN)
        connection = FakeConnection()
        await two.tables.subscribe(table, subscriber(connection), NOTHING)
        running = two.timers()
        await running.start()
        await one.tables.change(table, lambda at: first_legal(at, "1"))  # nobody tells the other node
        try:
            async with asyncio.timeout(patience(PATIENCE)):
                while not any(b'"kept":1' in frame or b'"steps":[{' in frame for frame in connection.frames):
                    await asyncio.sleep(PAUSE)
        finally:
            await running.stop()
        assert await two.tables.read(table, lambda at: at.number) == await one.tables.read(table, lambda at: at.number)


@awaited
async def test_a_node_that_is_behind_does_not_refuse_what_another_made_possible(tmp_path: Path) -> None:
    """Behind a proxy, the next request may come to another node than the one before."""
    async with running_node(tmp_path, "one") as one, running_node(tmp_path, "two") as two:
        table = await one.tables.open(persons("cublino-contra", "me", "open"), ANN)
        await two.tables.read(table, lambda at: at.number)
        join = Join(id="1")
        await one.tables.change(table, lambda at: at.handle(join, BOB, now(), lag=0))  # nobody tells the other node
        assert await two.tables.read(table, lambda at: at.viewer(BOB.player, 1)) == 1
        await one.tables.change(table, lambda at: first_legal(at, "2"))
        seen = await one.tables.read(table, lambda at: at.look(1, now(), wants=frozenset({"legal"})))
        assert isinstance(seen.position, PositionLook)
        assert isinstance(seen.position.legal, list)
        play = Play(id="3", seat=1, moment=seen.moment, action=seen.position.legal[0])
        await two.tables.change(table, lambda at: at.handle(play, BOB, now(), lag=0))
        with pytest.raises(NotYourSeat):
            await two.tables.read(table, lambda at: at.viewer(BOB.player, 0))


@awaited
async def test_a_draw_goes_on_at_another_node_and_after_a_restart(tmp_path: Path) -> None:
    join = Join(id="1", commitment=nonce_commitment("a-nonce-of-Bob-01"))
    reveal = Reveal(id="2", seat=1, nonce="a-nonce-of-Bob-01")
    eve = Person("eve", "Eve")
    joined = Join(id="3", commitment=nonce_commitment("a-nonce-of-Eve-01"))
    async with running_node(tmp_path, "one") as one:
        table = await one.tables.open(persons("cublino-contra", "open", "open"), ANN)
        await one.tables.change(table, lambda at: at.handle(joined, eve, now()))
        await one.tables.change(table, lambda at: at.handle(join, BOB, now()))
        draw = await one.tables.read(table, lambda at: at.draw)
        async with running_node(tmp_path, "two") as two:
            await two.tables.change(table, lambda at: at.handle(reveal, BOB, now()))
            assert await two.tables.read(table, lambda at: at.draw) == draw
    async with running_node(tmp_path, "one") as one:
        assert await one.tables.read(table, lambda at: at.summary().status) == "waiting"
        last = Reveal(id="4", seat=0, nonce="a-nonce-of-Eve-01")
        await one.tables.change(table, lambda at: at.handle(last, eve, now()))
        assert await one.tables.read(table, lambda at: at.summary().status) == "running"
        assert await one.tables.read(table, lambda at: at.draw) == draw


@awaited
async def test_bots_of_a_node_that_died_are_taken_over_by_another(nodes: Nodes) -> None:
    one, two = nodes
    async with people(nodes) as (ann, _), opened(two.database) as store:
        table = await ann.open(persons("cublino-pur", "1", "1"))
        one.kill()
        # Nobody asks the other node for the table: it finds it by itself.
        async with asyncio.timeout(patience(PATIENCE)):
            while (row := await store.tables.get(table)) is None or row.summary.status != "finished":
                await asyncio.sleep(PAUSE)
        assert row.node is not None
        await asyncio.to_thread(one.start)
