"""People who play on whatever happens to the servers, and what must be true of the log when they are done.

They come back to whichever node answers, with what they have seen so far, and ask again, with the same id, for what
nobody has answered yet.
"""

import asyncio
import itertools
import random
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

import httpx
import pytest
from websockets.exceptions import InvalidHandshake, InvalidMessage

from tests.patience import patience
from tests.server.client import Ended, Player, Refused, Sight, new_id, sight
from tests.store.support import opened
from tilora.kernel import SPECTATOR
from tilora.store import Store
from tilora.table.commands import Join, Play
from tilora.table.events import Played, Undone, decode_event
from tilora.table.look import NOTHING
from tilora.table.setup import Setup
from tilora.table.table import Table

T = TypeVar("T")
AWAY = (Ended, OSError, EOFError, InvalidHandshake, InvalidMessage, httpx.TransportError)
"""What it looks like when a server dies, is dead, or has just begun."""
AGAIN = ("restarting", "try-again")
"""Codes of errors after which the same request is made again."""
PAUSE = 0.05
PATIENCE = 90.0
"""Seconds within which somebody answers at last, on a machine that is busy with other tests."""


async def insisting(ask: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """What is answered as soon as somebody does."""
    async with asyncio.timeout(patience(PATIENCE)):
        while True:
            try:
                return await ask()
            except AWAY:
                pass
            except Refused as no:
                if no.code not in AGAIN:
                    raise
            await asyncio.sleep(PAUSE)


class Stubborn:
    """Somebody at a table: the person of a seat, or a spectator without one."""

    def __init__(self, bases: Sequence[str], player: Player, table: str, seat: int | None, dice: random.Random) -> None:
        self._bases = itertools.cycle(bases)
        self._token = player.me.token
        self._dice = dice
        self.name = player.me.player
        self.table = table
        self.seat = seat
        self.seen: Sight | None = None
        self.acknowledged: list[Play] = []
        self.returns = -1
        """How often the way back had to be found."""
        self._asked: Play | None = None

    async def play_out(self, told: Callable[[], None] = lambda: None) -> None:
        """The match has come to its end. `told` is called for everything that is acknowledged."""
        while self.seen is None or not self.seen.over or self._asked:
            try:
                await self._look_on(told)
            except TimeoutError:
                raise AssertionError("The server was silent for too long, or has not told of a change.") from None
            except AWAY:
                await asyncio.sleep(PAUSE)
            except Refused as no:
                if no.code not in AGAIN:
                    raise
                await asyncio.sleep(PAUSE)

    async def _look_on(self, told: Callable[[], None]) -> None:
        seat = "none" if self.seat is None else self.seat
        async with sight(next(self._bases), self.table, self._token, seat=seat, since=self.seen) as seen:
            self.returns += 1
            self.seen = seen
            while not seen.over or self._asked:
                if self._asked is None and not seen.legal:
                    await seen.receive()
                    continue
                if self._asked is None:
                    action = self._dice.choice(seen.legal)
                    self._asked = Play(id=new_id(), seat=seen.seat or 0, moment=seen.moment, action=action)
                await seen.do(self._asked)
                self.acknowledged.append(self._asked)
                self._asked = None
                told()


async def seated(bases: Sequence[str], setup: Setup, players: Sequence[Player], dice: random.Random) -> list[Stubborn]:
    """A new table: its host in the first seat, the others in the seats that are open, and a spectator."""
    host, *guests = players
    table = await insisting(lambda: host.open(setup))
    for guest in guests:
        join = Join(id=new_id(), nonce="abc")
        await insisting(lambda guest=guest, join=join: guest.post(table, join))  # type: ignore[misc]
    # Opponents begin at different nodes, where there are several.
    ways = [[*bases[seat % len(bases) :], *bases[: seat % len(bases)]] for seat in range(len(players))]
    people = [Stubborn(ways[seat], player, table, seat, dice) for seat, player in enumerate(players)]
    return [*people, Stubborn(ways[-1], players[-1], table, None, dice)]


class Load:
    """Matches at several tables at once, one after the other at each of them, until it is enough."""

    def __init__(
        self,
        group: asyncio.TaskGroup,
        bases: Sequence[str],
        players: Sequence[Player],
        setups: Sequence[Setup],
        dice: random.Random,
    ) -> None:
        self.moves = 0
        """So many were acknowledged."""
        self.played: list[list[Stubborn]] = []
        self._bases = bases
        self._players = players
        self._enough = False
        self._more = asyncio.Event()
        for setup in setups:  # each with dice of its own: who is quicker changes nothing elsewhere
            group.create_task(self._play(setup, random.Random(dice.random())))

    async def wait(self, moves: int) -> None:
        """So many more were acknowledged."""
        until = self.moves + moves
        while self.moves < until:
            self._more.clear()
            await self._more.wait()

    def end(self) -> None:
        """What was begun is played to its end, and nothing more."""
        self._enough = True

    async def _play(self, setup: Setup, dice: random.Random) -> None:
        here = 1 + sum(place.kind == "open" for place in setup.places)
        while not self._enough:
            people = await seated(self._bases, setup, self._players[:here], dice)
            self.played.append(people)
            await asyncio.gather(*(one.play_out(self._told) for one in people))

    def _told(self) -> None:
        self.moves += 1
        self._more.set()

    async def check(self, database: str) -> int:
        """All matches stand in the store as they were played. How often people had to come back meanwhile."""
        async with opened(database) as store:
            with pytest.MonkeyPatch.context() as patch:
                # Not compiled: a database that is started would wait until the compiler has come to its end.
                patch.setenv("TILORA_RULES", "interpreted")
                moves = [await check_log(store, people) for people in self.played]
        returns = sum(one.returns for people in self.played for one in people)
        print(f"{len(moves)} matches, {self.moves} moves acknowledged, {returns} returns")
        assert sum(moves) == self.moves
        return returns


async def check_log(store: Store, people: Sequence[Stubborn]) -> int:
    """All that was acknowledged stands in the log of their table, once, and all have seen the same. How many moves."""
    events = [decode_event(body) for body in await store.events(people[0].table)]
    causes = Counter(event.cause for event in events if event.cause)
    assert set(causes.values()) <= {1}, "something was played twice"
    played = {event.cause: event.action for event in events if isinstance(event, Played) and event.by == "person"}
    for one in people:
        assert len({play.id for play in one.acknowledged}) == len(one.acknowledged)
        for play in one.acknowledged:
            assert f"{one.name}/{play.id}" in played, "an acknowledged move is lost"
    assert len(played) == sum(len(one.acknowledged) for one in people), "moves were played that nobody was told of"

    table = Table.replay(people[0].table, events)
    assert table.summary().status == "finished"
    assert sum(isinstance(event, Played) for event in events) == len(table.look(SPECTATOR, 0).steps)
    assert not any(isinstance(event, Undone) for event in events)
    for one in people:
        assert one.seen is not None
        seen = table.look(SPECTATOR if one.seat is None else one.seat, 0, since=NOTHING)
        assert one.seen.steps == seen.steps, "somebody has seen another match"
        assert one.seen.lines == seen.lines, "somebody has seen another log"
    return len(played)
