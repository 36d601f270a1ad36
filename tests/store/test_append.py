"""Appending to the log of a table."""

import asyncio
import json

import pytest
from sqlalchemy import text

from tests.store.support import awaited, event, index, opened, place, summary
from tilora.store import Conflict, Store, log
from tilora.table.errors import BadText
from tilora.table.events import Said, decode_event, encode_event


@awaited
async def test_events_are_in_the_log_in_the_order_of_their_numbers(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.append("t", 0, [event(1), event(2)])
        await store.append("t", 2, [event(number) for number in range(3, 31)])
        assert await store.events("t") == [event(number) for number in range(1, 31)]
        assert await store.events("t", 28) == [event(29), event(30)]
        assert await store.events("t", 30) == []
        assert await store.events("another") == []


@awaited
async def test_events_come_by_number_in_whatever_order_the_database_returns_them(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    backwards = """SELECT group_concat(line, char(10)) FROM (SELECT number || ' ' || body AS line FROM events
        WHERE table_id = :table AND number > :after ORDER BY number DESC)"""
    monkeypatch.setitem(log._READ, "sqlite", text(backwards))
    async with opened(sqlite_url) as store:
        await store.append("t", 0, [event(number) for number in range(1, 13)])
        assert await store.events("t") == [event(number) for number in range(1, 13)]


@awaited
async def test_what_was_appended_is_there_when_the_store_is_opened_again(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.append("t", 0, [event(1)])
    async with opened(database_url) as store:
        assert await store.events("t") == [event(1)]


@awaited
async def test_any_text_comes_back_as_it_was(database_url: str) -> None:
    said = Said(at=1, player="p", name="Zoë", text="\0 \n \\u0000 \" ' 🀄 \u202e \x7f \u2028 %s :rows $[0] \ufffe")
    async with opened(database_url) as store:
        await store.append("täble '\"\\", 0, [encode_event(said)])
        (body,) = await store.events("täble '\"\\")
    assert decode_event(body) == said


@pytest.mark.parametrize("after", [0, 1, 3, 100])
@awaited
async def test_an_append_at_the_wrong_place_is_refused_and_nothing_is_written(database_url: str, after: int) -> None:
    async with opened(database_url) as store:
        await store.append("t", 0, [event(1), event(2)])
        with pytest.raises(Conflict, match="table t"):
            await store.append("t", after, [event(after + 1), event(after + 2)], index(summary(place(0, "ann"))))
        assert await store.events("t") == [event(1), event(2)]
        assert await store.tables.get("t") is None


@awaited
async def test_an_append_that_makes_no_sense_is_refused(sqlite_url: str) -> None:
    async with opened(sqlite_url) as store:
        for after, bodies in ((0, []), (-1, [event(0)]), (0, [b""]), (0, [b"{}\n{}"]), (0, [b"\xff"])):
            with pytest.raises(ValueError, match=r"at least one|one line|decode"):
                await store.append("t", after, bodies)
        assert await store.events("t") == []


@awaited
async def test_an_id_that_can_not_be_stored_is_bad_text_and_never_a_table(postgres_url: str) -> None:
    async with opened(postgres_url) as store:
        for table in ("\0", "\ud800"):
            with pytest.raises(BadText, match="can't be stored"):
                await store.events(table)
            with pytest.raises(BadText):
                await store.tables.get(table)
            with pytest.raises(BadText):
                await store.append(table, 0, [event(1)])
            with pytest.raises(BadText):
                await store.players.create("hash", table, 5)


@awaited
async def test_of_many_appends_at_once_exactly_one_wins_each_number(database_url: str) -> None:
    async with opened(database_url) as store:
        wins = await asyncio.gather(*(_race(store, f"task{number}", 5) for number in range(10)))
        bodies = await store.events("t")
    assert [json.loads(body)["number"] for body in bodies] == list(range(1, 51))
    assert sorted(body for won in wins for body in won) == sorted(bodies)


async def _race(store: Store, name: str, times: int) -> list[bytes]:
    """Append this many events, reading on whenever somebody was quicker."""
    won: list[bytes] = []
    end = 0
    while len(won) < times:
        body = event(end + 1, name)
        try:
            await store.append("t", end, [body])
        except Conflict:
            end += len(await store.events("t", end))
        else:
            won.append(body)
            end += 1
    return won


@awaited
async def test_a_second_append_need_not_wait_for_the_first(database_url: str) -> None:
    async with opened(database_url) as store:
        await asyncio.gather(*(store.append("t", number, [event(number + 1)]) for number in range(20)))
        assert await store.events("t") == [event(number + 1) for number in range(20)]


@awaited
async def test_a_conflict_fails_alone_in_its_group(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.append("t7", 0, [event(1)])
        told = await asyncio.gather(
            *(
                store.append(
                    f"t{number}", 0, [event(1, "new")], index(summary(place(0, "ann"))) if number % 2 else None
                )
                for number in range(20)
            ),
            return_exceptions=True,
        )
        assert [number for number, error in enumerate(told) if error] == [7]
        assert isinstance(told[7], Conflict)
        assert [await store.events(f"t{number}") for number in (6, 7, 8)] == [
            [event(1, "new")],
            [event(1)],
            [event(1, "new")],
        ]
        assert len(await store.tables.running("ann")) == 9


@awaited
async def test_a_value_that_the_database_can_not_hold_fails_alone_in_its_group(postgres_url: str) -> None:
    async with opened(postgres_url) as store:
        too_large = index(summary(place(0, "ann", score=2**40, value=2**40), ended_at=1, status="finished"))
        told = await asyncio.gather(
            *(store.append(f"t{number}", 0, [event(1)], too_large if number == 7 else None) for number in range(20)),
            return_exceptions=True,
        )
        assert [number for number, error in enumerate(told) if error] == [7]
        assert isinstance(told[7], BadText)
        assert await store.events("t7") == []
        assert await store.events("t19") == [event(1)]


@awaited
async def test_a_cancelled_append_does_not_disturb_the_others(database_url: str) -> None:
    async with opened(database_url) as store:
        tasks = [asyncio.create_task(store.append(f"t{number}", 0, [event(1)])) for number in range(10)]
        await asyncio.sleep(0)
        tasks[3].cancel()
        told = await asyncio.gather(*tasks, return_exceptions=True)
        assert [number for number, error in enumerate(told) if error] == [3]
        assert await store.events("t9") == [event(1)]


@awaited
async def test_closing_finishes_pending_writes(database_url: str) -> None:
    async with opened(database_url) as store:
        tasks = [asyncio.create_task(store.append(f"t{number}", 0, [event(1)])) for number in range(50)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*tasks)
    async with opened(database_url) as store:
        assert [len(await store.events(f"t{number}")) for number in range(50)] == [1] * 50
