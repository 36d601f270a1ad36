"""Servers killed at random moments while people and bots play: nothing acknowledged is lost, nothing happens twice.

With `TILORA_SOAK=n` there are 3n kills.
"""

import asyncio
import random
from contextlib import AsyncExitStack
from pathlib import Path

from tests import times
from tests.server.client import Player, persons
from tests.server.process import ServerProcess
from tests.server.stubborn import Load
from tests.store.support import awaited

KILLS = times(3, 2)
TABLES = [
    persons("pebbles", "me", "open"),
    persons("cublino-contra", "me", "1"),
    persons("cyberzul", "me", "open", "1"),
    persons("rows-and-cols", "me", "open"),
    persons("welters", "me", "2"),
    persons("zellij", "me", "open"),
]
"""At each of these somebody plays, again and again, until it is enough."""


@awaited
async def test_a_server_killed_again_and_again_loses_no_move_and_plays_none_twice(
    tmp_path: Path, database_url: str, dice: random.Random
) -> None:
    async with AsyncExitStack() as stack:
        server = stack.enter_context(ServerProcess(tmp_path, database=database_url))
        players = [await stack.enter_async_context(await Player.new(server.base, name)) for name in ("Ann", "Bob")]
        async with asyncio.TaskGroup() as group:
            load = Load(group, [server.base], players, TABLES, dice)
            for _ in range(KILLS):
                await load.wait(dice.randrange(5, 80))
                server.kill()
                await asyncio.to_thread(server.start)
            await load.wait(20)
            load.end()
        assert '"level":"error"' not in server.log()
    print(f"{KILLS} kills")
    assert await load.check(database_url) >= KILLS
