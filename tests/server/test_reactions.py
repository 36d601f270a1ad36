"""Reactions: shown to everybody for a moment, by players only, never stored, and limited like chat."""

from pathlib import Path
from typing import get_args

import pytest

from tests.server.client import Player, Refused, new_id, persons
from tests.server.node import ANN, BOB, FakeConnection, running_node
from tests.server.process import ServerProcess
from tests.store.support import awaited
from tilora.kernel import SPECTATOR
from tilora.server.messages import React, Reacted, Reaction, encode
from tilora.server.net.websocket_protocol import text_frame
from tilora.server.system_time import now
from tilora.server.tables.pubsub import Notice, PostgresPubSub
from tilora.server.tables.subscribers import Subscriber
from tilora.table.commands import AnyCommand, Close, Join, Mute
from tilora.table.errors import NotAllowed, NotNow, NotYourSeat
from tilora.table.look import NOTHING
from tilora.table.setup import Person
from tilora.table.table import Table

EVE = Person("eve", "Eve")


def react(seat: int, reaction: Reaction = "well-played") -> React:
    return React(id=new_id(), seat=seat, reaction=reaction)


def looking(connection: FakeConnection, who: Person, seat: int | None) -> Subscriber:
    return Subscriber(connection, who, None, seat=seat, auto_seat=False, wants=frozenset(), max_unsent=10**6)


@awaited
async def test_everybody_gets_the_same_bytes_and_the_table_is_as_before(tmp_path: Path) -> None:
    async with running_node(tmp_path) as node:
        table = await node.tables.open(persons("rows-and-cols", "me", "open"), ANN)
        await node.tables.change(table, lambda at: at.handle(Join(id="j"), BOB, now()))
        sights = [(ANN, 0), (BOB, 1), (EVE, None)]
        connections = [FakeConnection() for _ in sights]
        subscribers = [looking(each, *sight) for each, sight in zip(connections, sights, strict=True)]
        for subscriber in subscribers:
            await node.tables.subscribe(table, subscriber, NOTHING)

        def everything(at: Table) -> list[int]:
            return [at.number, *(at.version(viewer) for viewer in (0, 1, SPECTATOR))]

        before = await node.tables.read(table, everything)
        shown = [len(each.frames) for each in connections]
        await node.tables.react(table, react(1, "ouch"), BOB, subscribers[1])
        frame = text_frame(encode(Reacted(seat=1, reaction="ouch")))
        assert [each.frames[count:] for each, count in zip(connections, shown, strict=True)] == [[frame]] * 3
        assert await node.tables.read(table, everything) == before
        assert len(await node.store.events(table)) == before[0], "nothing is stored"


@awaited
async def test_only_players_who_are_not_muted_can_react_and_only_for_their_own_seat(tmp_path: Path) -> None:
    async with running_node(tmp_path) as node:
        table = await node.tables.open(persons("pebbles", "me", "open"), ANN)
        connection = FakeConnection()
        ann = looking(connection, ANN, 0)
        await node.tables.subscribe(table, ann, NOTHING)

        async def does(command: AnyCommand, who: Person) -> None:
            await node.tables.change(table, lambda at: at.handle(command, who, now()))

        await does(Join(id="j"), BOB)
        shown = len(connection.frames)
        with pytest.raises(NotYourSeat):
            await node.tables.react(table, react(0), EVE, ann)
        with pytest.raises(NotYourSeat):
            await node.tables.react(table, react(0), BOB, ann)
        with pytest.raises(NotYourSeat):
            await node.tables.react(table, react(9), BOB, ann)
        assert len(connection.frames) == shown
        await does(Mute(id="m", player="bob"), ANN)
        shown = len(connection.frames)
        with pytest.raises(NotAllowed, match="has muted you"):
            await node.tables.react(table, react(1), BOB, ann)
        assert len(connection.frames) == shown
        await does(Mute(id="n", player="bob", muted=False), ANN)
        await node.tables.react(table, react(1), BOB, ann)
        assert len(connection.frames) == shown + 2


@awaited
async def test_nobody_reacts_at_a_closed_table(tmp_path: Path) -> None:
    async with running_node(tmp_path) as node:
        table = await node.tables.open(persons("pebbles", "me", "open"), ANN)
        await node.tables.change(table, lambda at: at.handle(Close(id="c"), ANN, now()))
        with pytest.raises(NotNow, match="closed"):
            await node.tables.react(table, react(0), ANN, looking(FakeConnection(), ANN, 0))


@awaited
async def test_a_reaction_reaches_those_who_are_connected_to_other_nodes(tmp_path: Path) -> None:
    async with running_node(tmp_path, "a") as one, running_node(tmp_path, "b") as two:
        table = await one.tables.open(persons("pebbles", "me", "here"), ANN)
        connection = FakeConnection()
        await two.tables.subscribe(table, looking(connection, EVE, None), NOTHING)
        shown = len(connection.frames)
        two.tables.handle_notice(Notice("a", table, 0, reaction="thanks", seat=0))
        assert connection.frames[shown:] == [text_frame(encode(Reacted(seat=0, reaction="thanks")))]
        two.tables.handle_notice(Notice("a", table, 0, reaction="<script>", seat=0))
        assert len(connection.frames) == shown + 1, "a reaction of a newer version, which our clients do not know"


def test_between_nodes_a_reaction_displaces_no_other_notice() -> None:
    waiting = PostgresPubSub("postgresql://x")
    kept = [
        Notice("a", "t", 5),
        Notice("a", "t", 0, [0], 1),
        Notice("a", "t", 0, reaction="oops", seat=0),
        Notice("a", "t", 0, reaction="ouch", seat=1),
    ]
    waiting.publish(Notice("a", "t", 0, reaction="thanks", seat=0))
    for notice in kept:
        waiting.publish(notice)
    assert sorted(map(repr, waiting._batch().values())) == sorted(map(repr, kept))


@awaited
async def test_reactions_are_counted_with_chat_and_those_of_one_never_against_another(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, "--lines-per-minute=3", free=False) as server:
        async with await Player.new(server.base, "Ann") as ann, await Player.new(server.base, "Bob") as bob:
            table = await ann.open(persons("zellij", "me", "open"))
            async with ann.at(table) as first, bob.at(table) as second:
                with pytest.raises(Refused, match="not-your-seat"):
                    await second.do(react(0))
                await second.join(1)
                for reaction in get_args(Reaction)[:2]:
                    await second.do(react(1, reaction))
                with pytest.raises(Refused, match="too-many"):
                    await second.do(react(1))
                await first.do(react(0))
                seen: list[Reacted] = []
                while not seen or seen[-1].seat != 0:
                    message = await second.receive()
                    seen += [message] if isinstance(message, Reacted) else []
