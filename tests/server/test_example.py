"""The bot of the docs plays."""

import random
import subprocess
import sys
from pathlib import Path

from tests.patience import patience
from tests.server.client import Player, persons, play_out
from tests.server.process import ServerProcess
from tests.store.support import awaited

EXAMPLE = Path(__file__).parents[2] / "examples/bot_client.py"


@awaited
async def test_the_bot_of_the_docs_plays_a_match_to_its_end(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("zellij", "me", "open"))
        with subprocess.Popen(  # noqa: S603 - our own program, and the test has nothing else to do
            [sys.executable, str(EXAMPLE), server.base + "/", table], stdout=subprocess.PIPE, text=True
        ) as bot:
            try:
                async with ann.at(table) as first:
                    await first.until(lambda: first.status == "running")
                    await play_out(first, dice=random.Random(1))
                    assert first.position is not None
                    assert first.table is not None
                    assert first.table.seats[1].name == "Example bot"
                told, _ = bot.communicate(timeout=patience(60))
            finally:
                bot.kill()
        assert told.strip() == str(first.position.scores)
