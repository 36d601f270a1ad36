"""Codes of six letters to join a table by: they last as long as the table waits, and can't be guessed."""

import asyncio
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.databases import AnyPostgres, drop_database, fresh_database
from tests.patience import patience
from tests.server.client import Player, Refused, new_id, persons
from tests.server.node import ANN, running_node
from tests.server.process import ServerProcess
from tests.store.support import awaited
from tilora.server.errors import TooMany, TryAgain
from tilora.server.http.table_bodies import FoundTable, TableBody
from tilora.server.rate_limit import GUESSES_OF_ALL, GuessLimit
from tilora.server.tables import service
from tilora.server.tables.ids import CODE_LETTERS
from tilora.table.commands import Close, Join, SetPlace, Start
from tilora.table.look import Look, TableLook

WAITING = persons("pebbles", "me", "open")


async def code_of(player: Player, table: str) -> str:
    """The code that the table shows."""
    shown = (await player.get(f"/api/tables/{table}", Look)).table
    assert isinstance(shown, TableLook)
    return shown.code


async def find(player: Player, code: str) -> str:
    """The table that waits under the code."""
    return (await player.get(f"/api/join/{code}", FoundTable)).table


async def assert_gone(player: Player, table: str, code: str) -> None:
    """Nobody can join by the code any more."""
    assert await code_of(player, table) == ""
    with pytest.raises(Refused, match="No table has this code"):
        await find(player, code)


@awaited
async def test_a_waiting_table_is_found_by_its_code_however_it_is_typed(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann, await Player.new(server.base, "Bob") as bob:
        table = await ann.open(WAITING)
        code = await code_of(ann, table)
        assert len(code) == 6
        assert set(code) <= set(CODE_LETTERS)
        for typed in (code, code.lower(), f"{code[:3]} {code[3:]}", f" {code[:2]}-{code[2:]}"):
            assert await find(bob, typed) == table
        (row,) = await ann.get("/api/me/tables", list[TableBody])
        assert row.summary.code == code


@awaited
async def test_the_code_is_gone_once_the_match_starts_or_the_table_is_closed(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann, await Player.new(server.base, "Bob") as bob:
        table = await ann.open(WAITING)
        code = await code_of(ann, table)
        await bob.post(table, Join(id=new_id()))
        await assert_gone(bob, table, code)

        closed = await ann.open(WAITING)
        code = await code_of(ann, closed)
        await ann.post(closed, Close(id=new_id()))
        await assert_gone(ann, closed, code)

        alone = await ann.open(persons("pebbles", "me", "1"))
        assert await code_of(ann, alone) == ""


@awaited
async def test_the_code_stays_while_seats_come_and_go_and_is_gone_when_the_host_starts(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(WAITING)
        code = await code_of(ann, table)
        await ann.post(table, SetPlace(id=new_id(), seat=1, place="bot", level=1))
        assert await find(ann, code) == table
        await ann.post(table, SetPlace(id=new_id(), seat=1, place="open"))
        assert await find(ann, code) == table
        await ann.post(table, SetPlace(id=new_id(), seat=1, place="bot", level=1))
        await ann.post(table, Start(id=new_id()))
        await assert_gone(ann, table, code)


@awaited
async def test_a_code_outlives_the_server(tmp_path: Path, database_url: str) -> None:
    with ServerProcess(tmp_path, database=database_url) as server:
        async with await Player.new(server.base, "Ann") as ann:
            table = await ann.open(WAITING)
            code = await code_of(ann, table)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            assert await find(ann, code) == table
            assert await code_of(ann, table) == code


@awaited
async def test_every_node_knows_the_codes_of_all_nodes(tmp_path: Path, postgres: AnyPostgres) -> None:
    url = fresh_database(postgres)
    with ExitStack() as stack:
        one, two = (stack.enter_context(ServerProcess(tmp_path, database=url)) for _ in range(2))
        async with await Player.new(one.base, "Ann") as ann, await Player.new(two.base, "Bob") as bob:
            table = await ann.open(WAITING)
            code = await code_of(ann, table)
            assert await find(bob, code) == table
            await bob.post(table, Join(id=new_id()))
            with pytest.raises(Refused, match="No table has this code"):
                await find(ann, code)
    drop_database(postgres, url)


@awaited
async def test_two_tables_never_wait_under_the_same_code_even_if_two_nodes_choose_it_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = iter(["BBBBBB", "BBBBBB", "CCCCCC", "BBBBBB"])
    monkeypatch.setattr(service, "new_join_code", lambda: next(codes))
    async with running_node(tmp_path, "a") as one, running_node(tmp_path, "b") as two:
        first, second = await asyncio.gather(one.tables.open(WAITING, ANN), two.tables.open(WAITING, ANN))
        found = {await one.store.tables.waiting_at(code) for code in ("BBBBBB", "CCCCCC")}
        assert found == {first, second}
        # Once the first of them is closed, its code is free again.
        free = await two.store.tables.waiting_at("BBBBBB")
        assert free is not None
        await one.tables.change(free, lambda table: table.handle(Close(id="c"), ANN, table.moved_at))
        third = await two.tables.open(WAITING, ANN)
        assert await one.store.tables.waiting_at("BBBBBB") == third


@awaited
async def test_a_table_that_finds_no_free_code_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "new_join_code", lambda: "BBBBBB")
    async with running_node(tmp_path) as node:
        await node.tables.open(WAITING, ANN)
        with pytest.raises(TryAgain):
            await node.tables.open(WAITING, ANN)
        assert len(await node.store.tables.running(ANN.player)) == 1


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> object:
    """A server that takes three wrong codes a minute."""
    with ServerProcess(tmp_path_factory.mktemp("strict"), "--guesses-per-minute=3", free=False) as running:
        yield running


@awaited
async def test_wrong_codes_are_limited_and_right_ones_are_not_even_if_all_are_sent_at_once(
    strict: ServerProcess,
) -> None:
    async with await Player.new(strict.base, "Ann") as ann, await Player.new(strict.base, "Bob") as bob:
        table = await ann.open(WAITING)
        code = await code_of(ann, table)
        for _ in range(10):
            assert await find(bob, code) == table

        over = await ann.open(WAITING)
        expired = await code_of(ann, over)
        await ann.post(over, Close(id=new_id()))
        tries = [expired, "BBBBBB", "B", "aeiou1", *(["CCCCCC"] * 16)]
        answers = await asyncio.gather(*(bob.http.get(f"/api/join/{each}") for each in tries))
        assert sorted(answer.status_code for answer in answers) == [404] * 3 + [429] * 17
        # A code that has been and one that never was look the same.
        assert len({answer.content for answer in answers if answer.status_code == 404}) == 1
        # The address is the same, so another account does not help; and from now on, right codes wait as well.
        with pytest.raises(Refused, match="too-many"):
            await find(ann, code)


def test_a_player_cannot_guess_more_by_changing_the_address_nor_many_addresses_together() -> None:
    clock = [0.0]
    limit = GuessLimit(2, lambda: clock[0])
    limit.use("eve", "1.1.1.1")
    limit.use("eve", "2.2.2.2")
    with pytest.raises(TooMany, match=r"Try again in \d+ s"):
        limit.use("eve", "3.3.3.3")
    for number in range(2 * GUESSES_OF_ALL - 2):
        limit.use(f"10.0.0.{number}")
    with pytest.raises(TooMany, match="join by a link"):
        limit.use("4.4.4.4")
    clock[0] = 60.0
    limit.use("4.4.4.4")


def test_a_right_code_costs_nothing() -> None:
    limit = GuessLimit(1, lambda: 0.0)
    for _ in range(5 * GUESSES_OF_ALL):
        limit.use("ann", "1.1.1.1")
        limit.give_back("ann", "1.1.1.1")
    limit.use("ann", "1.1.1.1")
    with pytest.raises(TooMany):
        limit.use("ann", "1.1.1.1")


@awaited
async def test_the_command_line_finds_the_table_with_a_code(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(WAITING)
        code = await code_of(ann, table)

    def join(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "tilora", "join", *arguments, f"--server={server.base}", "--no-browser"]
        return subprocess.run(command, capture_output=True, text=True, timeout=patience(60))  # noqa: S603 - our own

    found = await asyncio.to_thread(join, code.lower())
    assert found.stdout.strip() == f"{server.base}/t/{table}"
    assert httpx.get(found.stdout.strip(), trust_env=False, timeout=patience(20)).status_code == 200
    missing = await asyncio.to_thread(join, "BBBBBB")
    assert missing.returncode == 2
    assert "No table has this code" in missing.stderr
