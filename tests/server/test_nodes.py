"""Two nodes on one PostgreSQL: any node serves any table, and one may die at any time."""

import random
from pathlib import Path

import pytest

from tests.databases import Redis
from tests.server.client import Ended, Player, persons, play_out, sight
from tests.server.process import ServerProcess
from tests.store.support import awaited


@pytest.mark.parametrize("channels", ["postgresql", "redis"])
@awaited
async def test_a_table_is_played_across_two_nodes_and_goes_on_when_one_dies(
    tmp_path: Path, postgres_url: str, channels: str, request: pytest.FixtureRequest
) -> None:
    flags = []
    if channels == "redis":
        redis: Redis = request.getfixturevalue("redis")
        flags = [f"--channels={redis.url}"]
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    here, there = (ServerProcess(tmp_path / name, *flags, database=postgres_url) for name in ("a", "b"))
    with here, there:
        async with await Player.new(here.base, "Ann") as ann, await Player.new(there.base, "Bob") as bob:
            table = await ann.open(persons("cyberzul", "me", "open", "1"))
            dice = random.Random(5)
            async with ann.at(table) as first, bob.at(table) as second:
                await second.join()
                await first.until(lambda: first.presence is not None and first.presence.seats[:2] == [True, True])
                await play_out(first, second, dice=dice, steps=12)
                here.kill()
                with pytest.raises(Ended):
                    await first.until(lambda: False)
                await second.until(lambda: second.presence is not None and not second.presence.seats[0])
                async with sight(there.base, table, ann.me.token, since=first) as again:
                    await play_out(again, second, dice=dice)
                    assert again.steps == second.steps
