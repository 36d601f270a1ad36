"""Heartbeats of nodes, and the clock that they share."""

import time

from tests.patience import patience
from tests.store.support import awaited, event, index, opened, place, summary


@awaited
async def test_a_node_was_last_seen_at_its_last_beat(database_url: str) -> None:
    async with opened(database_url) as store:
        assert await store.nodes.last_seen("n") is None
        await store.nodes.beat("n", 5)
        await store.nodes.beat("n", 8)
        await store.nodes.beat("m", 6)
        assert await store.nodes.last_seen("n") == 8
        assert await store.nodes.alive(6) == ["m", "n"]
        assert await store.nodes.alive(7) == ["n"]


@awaited
async def test_dead_nodes_are_forgotten_unless_a_due_table_names_them(database_url: str) -> None:
    async with opened(database_url) as store:
        for node in ("gone", "named", "idle", "ended"):
            await store.nodes.beat(node, 5)
        await store.nodes.beat("alive", 9)
        await store.append("t", 0, [event(1)], index(summary(place(0, "ann")), due=7, node="named"))
        await store.append("s", 0, [event(1)], index(summary(place(0, "ann")), node="idle"))
        done = summary(place(0, "ann"), status="finished", ended_at=5)
        await store.append("u", 0, [event(1)], index(done, node="ended"))
        await store.nodes.prune(9)
        assert await store.nodes.alive(0) == ["alive", "named"]


@awaited
async def test_nodes_share_the_clock_of_a_database_that_has_one(sqlite_url: str, postgres_url: str) -> None:
    async with opened(sqlite_url) as store:
        assert await store.nodes.clock() is None
    async with opened(postgres_url) as store:
        clock = await store.nodes.clock()
        assert clock is not None
        assert abs(clock + time.monotonic() - time.time()) < patience(1)


@awaited
async def test_the_shared_clock_is_not_before_a_heartbeat_unless_that_is_hours_ahead(postgres_url: str) -> None:
    async with opened(postgres_url) as store:
        ahead = time.time() + 1800
        await store.nodes.beat("ahead", int(1000 * ahead))
        await store.nodes.beat("wrong", int(1000 * (ahead + 100 * 3600)))
        clock = await store.nodes.clock()
        assert clock is not None
        assert abs(clock + time.monotonic() - ahead) < patience(1)
