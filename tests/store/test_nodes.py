"""Heartbeats of nodes."""

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
