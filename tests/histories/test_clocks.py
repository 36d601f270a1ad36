"""Nodes whose machines disagree about the time by minutes."""

from pathlib import Path

from tests.databases import Postgres
from tests.histories.faults import running
from tests.server.client import Player, new_id, persons, sight
from tests.store.support import awaited, opened
from tilora.kernel import nonce_commitment
from tilora.table.commands import Join, Play, Reveal
from tilora.table.events import Time, decode_event
from tilora.table.table import Table

MINUTES = Time(kind="clock", seconds=120)
APART = 600.0
"""Seconds: more than players have."""
NONCE = "a-nonce-of-bob-alone"


@awaited
async def test_a_node_that_starts_with_another_time_costs_nobody_at_the_other_nodes_any(
    tmp_path: Path, own_postgres: Postgres, postgres_url: str
) -> None:
    with running(tmp_path, postgres_url, nodes=2, postgres=own_postgres) as here:
        ahead, behind = here.nodes
        behind.stop()
        here.set_clock(-APART)
        behind.start()
        async with await Player.new(behind.base, "Ann") as ann, await Player.new(behind.base, "Bob") as bob:
            table = await ann.open(persons("pebbles", "me", "open", time=MINUTES))
            await bob.post(table, Join(id=new_id(), commitment=nonce_commitment(NONCE)))
            await bob.post(table, Reveal(id=new_id(), seat=1, nonce=NONCE))
            async with sight(ahead.base, table, ann.me.token, seat=0) as first:
                await first.until(lambda: first.position is not None)
                assert first.position is not None
                turn = first.position.turn
                who = (ann, bob)[turn]
                async with sight(ahead.base, table, who.me.token, seat=turn) as at:
                    await at.do(Play(id=new_id(), seat=turn, moment=at.moment, action=at.legal[0]))
        async with opened(postgres_url) as store:
            events = [decode_event(body) for body in await store.events(table)]
        clock = Table.replay(table, events).look(0, events[-1].at).clock
        assert clock is not None
        assert clock.left[turn] is not None
        assert clock.left[turn] > 1000 * MINUTES.seconds / 2
