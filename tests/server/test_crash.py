"""Servers killed at random moments while people and bots play: nothing acknowledged is lost, nothing happens twice.

With `TILORA_SOAK=n` there are n times as many kills.
"""

import asyncio
import itertools
import random
from contextlib import AsyncExitStack
from pathlib import Path

from tests import SOAK
from tests.server.client import Player, persons
from tests.server.process import ServerProcess
from tests.server.stubborn import Stubborn, check_log, seated
from tests.store.support import awaited, opened

KILLS = 3 * SOAK
TABLES = [
    persons("pebbles", "me", "open"),
    persons("cublino-contra", "me", "1"),
    persons("cyberzul", "me", "open", "1"),
    persons("rows-and-cols", "me", "open"),
    persons("welters", "me", "2"),
    persons("zellij", "me", "open"),
]
"""At each of these somebody plays, again and again, until it is enough."""


class Load:
    """Matches at several tables at once, one after the other at each of them, until it is enough."""

    def __init__(self, group: asyncio.TaskGroup, server: ServerProcess, players: list[Player]) -> None:
        self.moves = 0
        self.played: list[list[Stubborn]] = []
        self._server = server
        self._players = players
        self._enough = False
        self._more = asyncio.Event()
        for number in range(len(TABLES)):
            group.create_task(self._play(number))

    async def wait(self, moves: int) -> None:
        """So many more moves were acknowledged."""
        until = self.moves + moves
        while self.moves < until:
            self._more.clear()
            await self._more.wait()

    def end(self) -> None:
        """What was begun is played to its end, and nothing more."""
        self._enough = True

    async def _play(self, number: int) -> None:
        setup = TABLES[number]
        here = 1 + sum(place.kind == "open" for place in setup.places)
        for match in itertools.count():
            dice = random.Random(1000 * number + match)
            people = await seated([self._server.base], setup, self._players[:here], dice)
            self.played.append(people)
            await asyncio.gather(*(one.play_out(self._told) for one in people))
            if self._enough:
                return

    def _told(self) -> None:
        self.moves += 1
        self._more.set()


@awaited
async def test_a_server_killed_again_and_again_loses_no_move_and_plays_none_twice(
    tmp_path: Path, database_url: str
) -> None:
    async with AsyncExitStack() as stack:
        server = stack.enter_context(ServerProcess(tmp_path, database=database_url))
        players = [await stack.enter_async_context(await Player.new(server.base, name)) for name in ("Ann", "Bob")]
        async with asyncio.TaskGroup() as group:
            load = Load(group, server, players)
            for _ in range(KILLS):
                await load.wait(random.randrange(5, 80))
                server.kill()
                await asyncio.to_thread(server.start)
            await load.wait(20)
            load.end()
        assert '"level":"error"' not in server.log()
    async with opened(database_url) as store:
        moves = [await check_log(store, people) for people in load.played]
    returns = sum(one.returns for people in load.played for one in people)
    print(f"{KILLS} kills, {len(moves)} matches, {load.moves} moves acknowledged, {returns} returns")
    assert sum(moves) == load.moves
    assert returns >= KILLS
