"""Every game at every number of seats, played to its end over real sockets, with bots and with people watching."""

import random

import pytest

from tests.server.client import Player, persons, play_out
from tests.server.process import ServerProcess
from tests.store.support import awaited
from tilora.kernel import Evidence, Record, games, verify

EVERY = [pytest.param(game.name, seats, id=f"{game.name}-{seats}") for game in games() for seats in game.seats]


@pytest.mark.parametrize(("game", "seats"), EVERY)
@awaited
async def test_a_match_is_played_to_its_end_by_two_people_and_bots(
    server: ServerProcess, game: str, seats: int
) -> None:
    async with await Player.new(server.base, "Ann") as ann, await Player.new(server.base, "Bob") as bob:
        table = await ann.open(persons(game, "me", "open", *["1"] * (seats - 2)))
        async with ann.at(table, 0) as first, bob.at(table) as second, bob.at(table, "none", "") as watcher:
            await second.join()
            await second.until(lambda: second.seat == 1)
            await play_out(first, second, watcher, dice=random.Random(seats))
            assert first.status == second.status == watcher.status == "finished"
            assert first.position is not None
            assert watcher.position is not None
            assert first.position.ranks == watcher.position.ranks
            assert [step.by for step in watcher.steps] == [
                "person" if step.seat < 2 else "bot" for step in watcher.steps
            ]
        record = await bob.get(f"/api/tables/{table}/record", Record)
        assert second.table is not None
        assert second.position is not None
        saw = Evidence((second.table.draw,), (second.nonce,), (str(second.position.head),))
        match, proven, unproven = verify(record, saw)
        assert match.scores == tuple(first.position.scores)
        assert any("Nobody chose the luck" in sentence for sentence in proven)
        assert unproven == []


@awaited
async def test_a_bot_plays_alone_against_somebody_who_only_watches_their_own_seat(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("cublino-contra", "1", "2"))
        async with ann.at(table, wants="position") as watcher:
            await watcher.until(lambda: watcher.over)
            assert watcher.seat is None
            assert {step.by for step in watcher.steps} == {"bot"}


@awaited
async def test_two_people_on_one_device_look_through_one_seat_after_the_other(server: ServerProcess) -> None:
    dice = random.Random(4)
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("rows-and-cols", "me", "here"))
        async with ann.at(table) as device:
            for _ in range(30):
                assert device.position is not None
                if device.position.turn != device.seat:
                    await device.sit(device.position.turn)
                await device.play(dice.choice(device.legal))
            assert {step.seat for step in device.steps} == {0, 1}
            await device.sit(None)
            assert device.seat is None
            assert not device.legal
