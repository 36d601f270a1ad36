"""Fair queues: addresses take turns, and players of one address, too."""

import asyncio
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import persons
from tests.server.world import world
from tests.store.support import awaited
from tilora.server import fair_queue
from tilora.server.errors import TooMany
from tilora.server.fair_queue import Asker, FairQueue
from tilora.server.http.replay_bodies import ReplayBody
from tilora.server.http.replays import Replays


class Work:
    """Work that notes who was let in."""

    def __init__(self) -> None:
        self.queue = FairQueue()
        self.done: list[str] = []
        self.most_at_once = self._at_once = 0

    async def do(self, address: str, player: str = "") -> None:
        """Work for a moment."""
        async with self.queue.turn(Asker(address, player)):
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            await asyncio.sleep(0)
            self.done.append(address + player)
            self._at_once -= 1


@awaited
async def test_whoever_comes_from_another_address_is_soon_next_however_many_wait() -> None:
    work = Work()
    await asyncio.gather(*(work.do("a") for _ in range(30)), work.do("b"), work.do("c"))
    assert work.done[:5] == ["a", "a", "b", "c", "a"]
    assert (len(work.done), work.most_at_once) == (32, 1)


@awaited
async def test_players_of_one_address_take_turns() -> None:
    work = Work()
    await asyncio.gather(*(work.do("a", "1") for _ in range(10)), *(work.do("a", "2") for _ in range(3)), work.do("b"))
    assert work.done[:8] == ["a1", "a1", "b", "a2", "a1", "a2", "a1", "a2"]


@awaited
async def test_whoever_stops_waiting_keeps_nobody_waiting() -> None:
    work = Work()
    tasks = [asyncio.create_task(work.do(address)) for address in "abcde"]
    await asyncio.sleep(0)
    for task in (tasks[0], tasks[2]):
        task.cancel()
    await asyncio.sleep(0)
    tasks[1].cancel()  # perhaps just as its turn has come
    for task in tasks:
        with suppress(asyncio.CancelledError):
            await task
    assert work.done == ["d", "e"]
    await work.do("f")
    assert work.done[-1] == "f"
    assert not work.queue._queues


@awaited
async def test_one_address_can_not_fill_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "MAX_WAITING", 3)
    work = Work()
    results = await asyncio.gather(*(work.do("a") for _ in range(10)), work.do("b"), return_exceptions=True)
    assert sum(isinstance(result, TooMany) for result in results) == 6
    assert work.done.count("a") == 4
    assert results[-1] is None


@awaited
async def test_replays_of_one_address_do_not_make_others_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    show = Replays._show

    def slowly(self: Replays, name: str, *rest: Any) -> ReplayBody:
        time.sleep(0.01)
        shown.append(name)
        return show(self, name, *rest)

    monkeypatch.setattr(Replays, "_show", slowly)
    async with world(tmp_path) as here:
        ann, eve = await here.someone("Ann"), await here.someone("Eve (another address)")
        many, one = [(await ann.post("/api/tables", persons("pebbles", "me", "here"))).json()["id"] for _ in range(2)]
        for table in (many, one):
            await ann.post(f"/api/tables/{table}/commands", {"kind": "abort", "id": "1"})
        asking = [asyncio.create_task(eve.get(f"/api/replay/{many}")) for _ in range(12)]
        while not shown:
            await asyncio.sleep(0.001)
        assert (await ann.get(f"/api/replay/{one}")).status_code == 200
        assert len(shown) < 8
        assert {answer.status_code for answer in await asyncio.gather(*asking)} == {200}
