"""Whatever servers do, players' time is their own: restarts, a server that stands still, a slow store, a dead node.

What happened when is read from the log, so that a busy machine can't make these tests fail.
"""

import asyncio
import signal
from contextlib import ExitStack
from math import ceil
from pathlib import Path

import pytest

from tests.databases import Postgres, fresh_database
from tests.patience import patience
from tests.server.client import Player, Refused, new_id, persons, sight
from tests.server.delay import delayed
from tests.server.process import ServerProcess
from tests.store.support import awaited, opened
from tilora.table.commands import Play
from tilora.table.events import AnyEvent, Forfeited, Played, Resumed, StandInAsked, Started, Time, decode_event
from tilora.table.table import Table

BULLET = Time(kind="bullet", seconds=2)
CLOCK = Time(kind="clock", seconds=2)
LONG = Time(kind="clock", seconds=600)
AWAY = 2.5
"""Seconds: longer than players have."""
WIRE = 0.15
"""Seconds each way over a slow network."""


async def log_of(database: str, table: str) -> list[AnyEvent]:
    """What has happened at the table."""
    async with opened(database) as store:
        return [decode_event(body) for body in await store.events(table)]


async def until_time_is_up(database: str, table: str) -> list[AnyEvent]:
    """The log, as soon as the first player has had no time left."""
    async with opened(database) as store, asyncio.timeout(patience(60)):
        while True:
            log = [decode_event(body) for body in await store.events(table)]
            if any(isinstance(event, StandInAsked | Forfeited) for event in log):
                return log
            await asyncio.sleep(0.1)


def used(log: list[AnyEvent]) -> int:
    """Milliseconds that the first player had until the time was up, without those that were given back."""
    begin = next(event.at for event in log if isinstance(event, Started))
    up = next(event for event in log if isinstance(event, StandInAsked | Forfeited))
    back, until = 0, begin
    for event in log:
        if isinstance(event, Resumed) and event.at <= up.at:  # on a busy machine, one stall may overlap another
            back += event.at - max(until, event.since)
            until = event.at
    return up.at - begin - back


@pytest.mark.parametrize(("how", "time"), [("stopped", CLOCK), ("killed", BULLET)])
@awaited
async def test_a_server_that_was_away_longer_than_a_player_has_costs_players_no_time(
    tmp_path: Path, how: str, time: Time
) -> None:
    with ServerProcess(tmp_path) as server:
        async with await Player.new(server.base, "Ann") as ann:
            table = await ann.open(persons("cublino-contra", "me", "here", time=time))
        server.stop() if how == "stopped" else server.kill()
        await asyncio.sleep(AWAY)
        server.start()
        log = await until_time_is_up(server.database, table)
        assert any(isinstance(event, Resumed) and event.at - event.since > 1000 * AWAY for event in log)
        assert used(log) >= 2000


@awaited
async def test_a_stalled_server_costs_players_no_time(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        async with await Player.new(server.base, "Ann") as ann:
            table = await ann.open(persons("cublino-contra", "me", "here", time=BULLET))
        server.tell(signal.SIGSTOP)
        await asyncio.sleep(AWAY)
        server.tell(signal.SIGCONT)
        assert used(await until_time_is_up(server.database, table)) >= 2000


@awaited
async def test_a_move_sent_to_a_stalled_server_came_in_time(tmp_path: Path) -> None:
    seconds = ceil(patience(2))  # enough to get here, however busy the machine is
    with ServerProcess(tmp_path) as server:
        async with await Player.new(server.base, "Ann") as ann:
            table = await ann.open(persons("cublino-contra", "me", "here", time=Time(kind="bullet", seconds=seconds)))
            async with ann.at(table, 0) as first:
                server.tell(signal.SIGSTOP)
                play = Play(id=new_id(), seat=0, moment=first.moment, action=first.legal[0])
                await first.send(play)
                await asyncio.sleep(seconds + 0.5)
                server.tell(signal.SIGCONT)
                await first.do(play)
                assert first.steps[0].by == "person"


@awaited
async def test_while_a_move_waits_for_the_store_the_opponents_time_does_not_run(
    tmp_path: Path, own_postgres: Postgres
) -> None:
    with ServerProcess(tmp_path, database=fresh_database(own_postgres)) as server:
        async with await Player.new(server.base, "Ann") as ann:
            table = await ann.open(persons("cublino-contra", "me", "here", time=LONG))
            async with ann.at(table, 0) as first:
                own_postgres.stop()
                play = Play(id=new_id(), seat=0, moment=first.moment, action=first.legal[0])
                await first.send(play)
                await asyncio.sleep(1.0)
                own_postgres.start()
                await first.do(play)
                await first.until(lambda: any("away" in line.text for line in first.lines))
        log = await log_of(server.database, table)
        played = next(number for number, event in enumerate(log) if isinstance(event, Played))
        after = log[played + 1]
        assert isinstance(after, Resumed)
        assert after.at - log[played].at >= 1000
        clock = Table.replay(table, log[: played + 2]).look(1, after.at).clock
        assert clock is not None
        assert clock.left[1] == 600_000


@awaited
async def test_a_database_that_was_away_longer_than_a_player_has_costs_players_no_time(
    tmp_path: Path, own_postgres: Postgres
) -> None:
    with ServerProcess(tmp_path, database=fresh_database(own_postgres)) as server:
        async with await Player.new(server.base, "Ann") as ann:
            table = await ann.open(persons("cublino-contra", "me", "here", time=BULLET))
        own_postgres.stop()
        await asyncio.sleep(AWAY)
        own_postgres.start()
        log = await until_time_is_up(server.database, table)
        up = next(number for number, event in enumerate(log) if isinstance(event, StandInAsked))
        back = [event for event in log[:up] if isinstance(event, Resumed)]
        assert any(event.at - event.since > 1000 * AWAY for event in back)
        assert log[up].at - back[-1].at >= 1000, "most of the two seconds are left"


@awaited
async def test_players_connected_to_a_node_that_died_get_their_time_back(tmp_path: Path, postgres_url: str) -> None:
    with ExitStack() as stack:
        folders = [tmp_path / "one", tmp_path / "two"]
        for folder in folders:
            folder.mkdir()
        one, two = (stack.enter_context(ServerProcess(folder, database=postgres_url)) for folder in folders)
        async with await Player.new(one.base, "Ann") as ann, await Player.new(two.base, "Bob") as bob:
            table = await ann.open(persons("cublino-contra", "me", "open", time=LONG))
            async with ann.at(table, 0), bob.at(table) as second:
                await second.join()
                await second.until(lambda: second.presence is not None and second.presence.seats == [True, True])
                one.kill()
                await second.until(lambda: any("away" in line.text for line in second.lines))
        resumed = [event for event in await log_of(postgres_url, table) if isinstance(event, Resumed)]
        assert resumed[0].at - resumed[0].since >= 3000


@awaited
async def test_the_server_measures_lag_gives_it_back_and_shows_it(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        async with await Player.new(server.base, "Ann") as ann:
            table = await ann.open(persons("cublino-contra", "me", "here", time=LONG))
            async with delayed(server.base, WIRE) as far, sight(far, table, ann.me.token, seat=0) as first:
                await first.play(first.legal[0])
                assert first.clock is not None
                assert 2000 * WIRE <= first.clock.compensated <= 500
        log = await log_of(server.database, table)
        assert [event.lag for event in log if isinstance(event, Played)] == [first.clock.compensated]


@awaited
async def test_clients_cannot_say_anything_about_time(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("cublino-contra", "me", "here", time=LONG))
        async with ann.at(table, 0) as first:
            play = {"kind": "play", "id": "x", "seat": 0, "moment": first.moment, "action": first.legal[0]}
            for claim in ("at", "lag", "spent"):
                await first.send(play | {claim: 1})
                with pytest.raises(Refused, match="bad-message"):
                    await first.answer("x", Played)
            assert first.steps == []
