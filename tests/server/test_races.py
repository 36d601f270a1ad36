"""Races: the same move from many sockets; messages that come late, twice or out of order; on one node and on two."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager

import pytest

from tests import SOAK
from tests.databases import AnyPostgres, drop_database, fresh_database
from tests.server.client import Player, Refused, Sight, new_id, persons, sight
from tests.server.process import ServerProcess
from tests.store.support import awaited, opened
from tilora.server.messages import Ack
from tilora.table.commands import Play
from tilora.table.events import Played, decode_event

SOCKETS = 10


@pytest.fixture(scope="module", params=["one node", "two nodes"])
def nodes(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, postgres: AnyPostgres
) -> Iterator[list[ServerProcess]]:
    """One node, or two, on a database of their own."""
    url = fresh_database(postgres)
    count = 1 if request.param == "one node" else 2
    with ExitStack() as stack:
        folders = [tmp_path_factory.mktemp("node") for _ in range(count)]
        yield [stack.enter_context(ServerProcess(folder, database=url)) for folder in folders]
    drop_database(postgres, url)


@asynccontextmanager
async def around(nodes: Sequence[ServerProcess], player: Player, table: str) -> AsyncIterator[list[Sight]]:
    """Ten sockets of the same person at the same seat, at all nodes in turn."""
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(
                sight(nodes[number % len(nodes)].base, table, player.me.token, seat=0, wants="legal")
            )
            for number in range(SOCKETS)
        ]


async def outcome(one: Sight, play: Play) -> str:
    """`ack`, or the code of the error."""
    try:
        await one.do(play)
    except Refused as no:
        return no.code
    return "ack"


async def log_of(nodes: Sequence[ServerProcess], table: str) -> list[Played]:
    """The actions that the log holds."""
    async with opened(nodes[0].database) as store:
        events = [decode_event(body) for body in await store.events(table)]
    return [event for event in events if isinstance(event, Played)]


async def all_see(sights: Sequence[Sight], log: Sequence[Played]) -> None:
    """Everybody has come to see these actions and no others."""
    for one in sights:
        await one.until(lambda one=one: len(one.steps) >= len(log))  # type: ignore[misc]
        assert [step.text for step in one.steps] == [event.action for event in log]


@awaited
async def test_the_same_request_from_ten_sockets_at_once_is_executed_once_and_answered_ten_times(
    nodes: list[ServerProcess],
) -> None:
    async with await Player.new(nodes[0].base, "Ann") as ann:
        table = await ann.open(persons("cublino-contra", "me", "here"))
        async with around(nodes, ann, table) as sights:
            play = Play(id="the same", seat=0, moment=sights[0].moment, action=sights[0].legal[0])
            assert await asyncio.gather(*(outcome(one, play) for one in sights)) == ["ack"] * SOCKETS
            log = await log_of(nodes, table)
            assert [event.action for event in log] == [play.action]
            await all_see(sights, log)


@awaited
async def test_of_ten_moves_at_once_one_is_played_and_nine_are_stale(
    nodes: list[ServerProcess], dice: random.Random
) -> None:
    async with await Player.new(nodes[0].base, "Ann") as ann:
        table = await ann.open(persons("cublino-contra", "me", "here"))
        async with around(nodes, ann, table) as sights:
            moment, legal = sights[0].moment, sights[0].legal
            plays = [Play(id=new_id(), seat=0, moment=moment, action=dice.choice(legal)) for _ in sights]
            codes = await asyncio.gather(*map(outcome, sights, plays))
            assert Counter(codes) == {"ack": 1, "stale": SOCKETS - 1}
            log = await log_of(nodes, table)
            assert [event.action for event in log] == [plays[codes.index("ack")].action]
            await all_see(sights, log)
            for one, code in zip(sights, codes, strict=True):
                if code == "stale":  # a whole look has followed, as good as a new one
                    await one.until(lambda one=one: one.last is not None and bool(one.last.table))  # type: ignore[misc]


@pytest.mark.parametrize("seed", range(3 * SOAK), indirect=True)
@awaited
async def test_late_repeated_and_reordered_messages_leave_one_log_that_all_agree_on(
    nodes: list[ServerProcess], dice: random.Random
) -> None:
    """Ten sockets send what was right once, is right now, or never was, from an old pile, in any order."""
    async with await Player.new(nodes[0].base, "Ann") as ann:
        table = await ann.open(persons("cublino-contra", "me", "here"))
        pile: list[Play] = []
        answers: dict[str, list[str]] = {}
        async with around(nodes, ann, table) as sights:

            async def meddle(one: Sight) -> None:
                for _ in range(25):
                    turn = one.position.turn if one.position else 0
                    if turn != one.seat:
                        await one.sit(turn)
                    if one.over:
                        return
                    if one.legal and dice.random() < 0.6:
                        pile.append(Play(id=new_id(), seat=turn, moment=one.moment, action=dice.choice(one.legal)))
                    sent = dice.sample(pile, min(len(pile), dice.randrange(1, 4)))  # at once, without waiting
                    for play in sent:
                        await one.send(play)
                    for play in sent:
                        answers.setdefault(play.id, []).append(await _answer(one, play.id))

            await asyncio.gather(*map(meddle, sights))
            log = await log_of(nodes, table)
            played = Counter(event.cause.rpartition("/")[2] for event in log)
            assert set(played.values()) == {1}
            assert {name for name, codes in answers.items() if "ack" in codes} == played.keys()
            assert set().union(*answers.values()) <= {"ack", "stale", "not-your-turn", "not-now"}
            by_name = {play.id: play.action for play in pile}
            assert [event.action for event in log] == [by_name[event.cause.rpartition("/")[2]] for event in log]
            await all_see(sights, log)


async def _answer(one: Sight, name: str) -> str:
    try:
        await one.answer(name, Ack)
    except Refused as no:
        return no.code
    return "ack"
