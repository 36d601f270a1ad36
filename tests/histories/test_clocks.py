"""Nodes whose machines disagree about the time by minutes."""

import asyncio
import time
from pathlib import Path

from tests.databases import Postgres
from tests.histories.faults import running
from tests.histories.truth import truth_of
from tests.server.client import Player, Sight, persons, sight
from tests.store.support import awaited, opened
from tilora.table.events import Time, decode_event

LONG = Time(kind="clock", seconds=3600)
APART = 600.0
"""Seconds between the clocks of the machines."""
THOUGHT = 4.0
"""Seconds that the player at the other node thinks."""


@awaited
async def test_nobody_pays_for_the_thinking_of_a_player_at_a_node_with_another_time(
    tmp_path: Path, own_postgres: Postgres, postgres_url: str
) -> None:
    with running(tmp_path, postgres_url, nodes=2, postgres=own_postgres) as here:
        ahead, behind = here.nodes
        behind.stop()
        here.set_clock(-APART)
        behind.start()
        async with await Player.new(ahead.base, "Ann") as ann, await Player.new(behind.base, "Bob") as bob:
            table = await ann.open(persons("cublino-contra", "me", "open", time=LONG))
            async with ann.at(table) as first, sight(behind.base, table, bob.me.token) as second:
                await second.join()
                await first.until(lambda: first.position is not None)
                assert first.position is not None
                if first.position.turn != first.seat:
                    await play_turn(second, first)
                await play_turn(first, second)
                await asyncio.sleep(THOUGHT)
                begin = time.monotonic()
                await play_turn(second, first)
                await play_turn(first, second)
                needed = time.monotonic() - begin
        async with opened(postgres_url) as store:
            events = [decode_event(body) for body in await store.events(table)]
        last = [turn for turn in truth_of(table, events).turns if turn.seat == first.seat][-1]
        assert last.charged < 1000 * (needed + THOUGHT / 2)


async def play_turn(who: Sight, other: Sight) -> None:
    """Play until it is the other's turn, and they have seen that."""
    await who.until(lambda: bool(who.legal))
    while who.legal:
        await who.play(who.legal[0])
    await other.until(lambda: bool(other.legal))
