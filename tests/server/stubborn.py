"""People who play on whatever happens to the servers, and what must be true of the log when they are done.

They come back to whichever node answers, with what they have seen so far, and ask again, with the same id, for what
nobody has answered yet. Now and then they ask again for what is done, or for what can't be done any more. All of it is
recorded, and checked against the log by `tests.histories.checker`.
"""

import asyncio
import itertools
import random
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

import httpx
import pytest
from websockets.exceptions import InvalidHandshake, InvalidMessage

from tests.histories.checker import AGAIN, Violation, violations
from tests.histories.history import Outage, Recorder, TableHistory
from tests.histories.truth import truth_of
from tests.patience import patience
from tests.server.client import Ended, Player, Refused, Sight, new_id, sight
from tests.store.support import opened
from tilora.kernel import SPECTATOR, nonce_commitment
from tilora.store import Store
from tilora.table.commands import Join, Play, Reveal
from tilora.table.events import decode_event
from tilora.table.look import NOTHING
from tilora.table.setup import Setup
from tilora.table.table import Table

T = TypeVar("T")
AWAY = (Ended, OSError, EOFError, InvalidHandshake, InvalidMessage, httpx.TransportError)
"""What it looks like when a server dies, is dead, or has just begun."""
PAUSE = 0.05
PATIENCE = 90.0
"""Seconds within which somebody answers at last, on a machine that is busy with other tests."""
ODD = 0.05
"""How often somebody asks for something that is done already, or that can't be done."""


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
        self.recorder = Recorder(self.name, seat)
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
        where = next(self._bases)
        async with sight(where, self.table, self._token, seat=seat, since=self.seen, saw=self.recorder.saw) as seen:
            self.returns += 1
            self.seen = seen
            while not seen.over or self._asked:
                if self._asked is None and not seen.legal:
                    await seen.receive()
                    continue
                if self._asked is None:
                    action = self._dice.choice(seen.legal)
                    if self._dice.random() < ODD:
                        await self._ask_for_the_past(seen, action)
                    self._asked = Play(id=new_id(), seat=seen.seat or 0, moment=seen.moment, action=action)
                await self._do(seen, self._asked)
                done, self._asked = self._asked, None
                told()
                if self._dice.random() < ODD:
                    await self._do(seen, done)

    async def _do(self, seen: Sight, play: Play) -> None:
        self.recorder.asked(play)
        try:
            await seen.do(play)
        except Refused as no:
            self.recorder.answered(play.id, no.code)
            raise
        self.recorder.answered(play.id)

    async def _ask_for_the_past(self, seen: Sight, action: str) -> None:
        """Ask for an action in a position that is over."""
        with pytest.raises(Refused) as told:
            await self._do(seen, Play(id=new_id(), seat=seen.seat or 0, moment=seen.moment - 1, action=action))
        if told.value.code in AGAIN:
            raise told.value
        assert told.value.code == "stale", told.value


async def seated(bases: Sequence[str], setup: Setup, players: Sequence[Player], dice: random.Random) -> list[Stubborn]:
    """A new table: its host in the first seat, the others in the seats that are open, and a spectator."""
    host, *guests = players
    table = await insisting(lambda: host.open(setup))
    nonces = [f"nonce-of-{new_id():0>8}" for _ in guests]
    for guest, nonce in zip(guests, nonces, strict=True):
        join = Join(id=new_id(), commitment=nonce_commitment(nonce))
        await insisting(lambda guest=guest, join=join: guest.post(table, join))  # type: ignore[misc]
    for seat, (guest, nonce) in enumerate(zip(guests, nonces, strict=True), 1):
        reveal = Reveal(id=new_id(), seat=seat, nonce=nonce)
        await insisting(lambda guest=guest, reveal=reveal: guest.post(table, reveal))  # type: ignore[misc]
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
        """How many were acknowledged."""
        self.played: list[list[Stubborn]] = []
        self.outages: list[Outage] = []
        """When nobody could do anything; whoever brings it about says so."""
        self._opened_at: dict[str, float] = {}
        self._bases = bases
        self._players = players
        self._enough = False
        self._more = asyncio.Event()
        # Each with dice of its own: who is quicker changes nothing elsewhere.
        self._tasks = [group.create_task(self._play(setup, random.Random(dice.random()))) for setup in setups]

    async def wait(self, moves: int) -> None:
        """Wait until this many more were acknowledged."""
        until = self.moves + moves
        while self.moves < until:
            self._more.clear()
            await self._more.wait()

    def end(self) -> None:
        """What was begun is played to its end, and nothing more."""
        self._enough = True

    def abandon(self) -> None:
        """Leave all matches as they are."""
        for task in self._tasks:
            task.cancel()

    async def _play(self, setup: Setup, dice: random.Random) -> None:
        here = 1 + sum(place.kind == "open" for place in setup.places)
        while not self._enough:
            opened_at = time.monotonic()
            people = await seated(self._bases, setup, self._players[:here], dice)
            self.played.append(people)
            self._opened_at[people[0].table] = opened_at
            await asyncio.gather(*(one.play_out(self._told) for one in people))

    def _told(self) -> None:
        self.moves += 1
        self._more.set()

    async def check(self, database: str) -> int:
        """All matches stand in the store as they were played. How often people had to come back meanwhile."""
        found = await self.violations(database)
        assert not found, "\n".join(f"{violation.kind}: {violation.text}" for violation in found)
        returns = sum(one.returns for people in self.played for one in people)
        print(f"{len(self.played)} matches, {self.moves} moves acknowledged, {returns} returns")
        return returns

    async def violations(self, database: str) -> list[Violation]:
        """Return every promise that was broken, at any table."""
        async with opened(database) as store:
            with pytest.MonkeyPatch.context() as patch:
                # Not compiled: a database that is started would wait until the compiler has come to its end.
                patch.setenv("TILORA_RULES", "interpreted")
                return [found for people in self.played for found in await self._check(store, people)]

    async def _check(self, store: Store, people: Sequence[Stubborn]) -> list[Violation]:
        table = people[0].table
        events = [decode_event(body) for body in await store.events(table)]
        clients = [one.recorder.history for one in people]
        history = TableHistory(table, self._opened_at[table], clients, self.outages)
        ended = all(one.seen is not None and one.seen.over for one in people)
        replay = Table.replay(table, events)
        wrong = _ends(people, replay) if ended else _left(people, replay)
        return [*violations(history, truth_of(table, events)), *wrong]


def _left(people: Sequence[Stubborn], table: Table) -> list[Violation]:
    """Return what is wrong where a match was left: the lines that somebody has seen have to be those of the log."""
    found = []
    for one in people:
        if one.seen is None:
            continue
        whole = table.look(SPECTATOR if one.seat is None else one.seat, 0, since=NOTHING)
        first = whole.lines_total - len(whole.lines)
        assert first <= one.seen.first_line, "too long to be compared"
        known = whole.lines[one.seen.first_line - first :][: len(one.seen.lines)]
        if one.seen.lines != known:
            who = f"{one.name} in seat {one.seat} saw other lines of {table.id}"
            found.append(Violation("phantom", f"{who}: {_difference(one.seen.lines, known)}"))
    return found


def _ends(people: Sequence[Stubborn], table: Table) -> list[Violation]:
    """Return what is wrong at the end of a match that was played out: all have to have seen all of it."""
    found = []
    if table.summary().status != "finished":
        found.append(Violation("unfinished", f"{table.id} is {table.summary().status}"))
    for one in people:
        assert one.seen is not None
        whole = table.look(SPECTATOR if one.seat is None else one.seat, 0, since=NOTHING)
        for kind, seen, known in (("steps", one.seen.steps, whole.steps), ("lines", one.seen.lines, whole.lines)):
            if seen != known:
                who = f"{one.name} in seat {one.seat} has not seen all {kind} of {table.id}"
                found.append(Violation("another match", f"{who}: {_difference(seen, known)}"))
    return found


def _difference(seen: Sequence[object], known: Sequence[object]) -> str:
    """Return where the two differ first."""
    at = next((at for at, (one, other) in enumerate(zip(seen, known, strict=False)) if one != other), None)
    if at is None:
        at = min(len(seen), len(known))
    return f"{len(seen)} instead of {len(known)}; from {at} on {list(seen[at:][:2])} instead of {list(known[at:][:2])}"
