"""Leaving and coming back: lost connections, restarts, and what a server that stops says."""

import signal
from pathlib import Path

import pytest

from tests.server.client import Ended, Player, Refused, new_id, persons, sight
from tests.server.process import DidNotStart, ServerProcess
from tests.store.support import awaited
from tilora.server.http.table_bodies import TableBody
from tilora.table.commands import Play, Say


@awaited
async def test_a_client_that_comes_back_gets_what_it_missed_and_no_more(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("cublino-contra", "me", "here"))
        async with ann.at(table, 0) as before:
            await before.play(before.legal[0])
        async with ann.at(table, 1) as other:
            await other.play(other.legal[0])
        async with ann.at(table, 0, since=before) as after:
            assert after.last is not None
            assert after.last.kept == 1
            assert len(after.last.steps) == 1
            assert not after.last.table
            assert len(after.steps) == 2
            await after.play(after.legal[0])


@awaited
async def test_a_client_that_missed_nothing_gets_nothing_new(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("cublino-contra", "me", "here"))
        async with ann.at(table) as before:
            await before.play(before.legal[0])
        async with ann.at(table, since=before) as after:
            assert after.last is not None
            assert after.last.steps == []
            assert after.last.lines == []
            assert after.version == before.version


@awaited
async def test_a_match_goes_on_after_the_server_was_stopped_or_killed(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        async with await Player.new(server.base, "Ann") as ann:
            table = await ann.open(persons("cublino-contra", "me", "1"))
            async with ann.at(table) as before:
                await before.until(lambda: bool(before.legal))
                last = Play(id="mine", seat=0, moment=before.moment, action=before.legal[0])
                await before.do(last)
                server.kill()
                with pytest.raises(Ended):
                    await before.until(lambda: False)
            server.start()
            assert [row.id for row in await ann.get("/api/me/tables", list[TableBody])] == [table]
            async with ann.at(table, since=before) as after:
                await after.do(last)
                assert [step.by for step in after.steps].count("person") == 1
                await after.until(lambda: bool(after.legal))
                await after.play(after.legal[0])
                server.tell(signal.SIGTERM)
                bye = await after.ended()
                assert bye is not None
                assert bye.reason == "restarting"
            assert server.wait() == 0
            server.start()
            async with ann.at(table, since=after) as again:
                await again.until(lambda: bool(again.legal))
                assert [step.by for step in again.steps].count("person") == 2
        assert ann.me.token not in server.log()
        assert '"level":"error"' not in server.log()


def test_a_second_server_on_the_same_file_is_refused(server: ServerProcess, tmp_path: Path) -> None:
    with pytest.raises(DidNotStart, match=r"Another server is using"):
        ServerProcess(tmp_path, database=server.database).start()


@awaited
async def test_a_stranger_without_a_token_may_watch_but_not_speak(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("cublino-contra", "me", "1"))
        async with sight(server.base, table) as stranger:
            assert stranger.seat is None
            with pytest.raises(Refused, match="nobody"):
                await stranger.do(Say(id=new_id(), text="Hello"))
