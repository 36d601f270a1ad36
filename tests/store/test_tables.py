"""Finding tables again."""

import pytest
from msgspec.structs import replace

from tests.store.support import awaited, event, index, opened, place, summary
from tilora.store import BadPage, Index, Score, Store, TableRow

OPEN = place(1, None, kind="open")


async def put(store: Store, table: str, made: Index) -> None:
    """One more event at the table, and what is known of it now."""
    await store.append(table, len(await store.events(table)), [event(1)], made)


def ids(rows: list[TableRow]) -> list[str]:
    return [row.id for row in rows]


@awaited
async def test_a_table_is_found_as_it_was_written(database_url: str) -> None:
    made = index(summary(place(0, "ann"), OPEN, status="waiting"), moved_at=5, due=7, node="n1")
    async with opened(database_url) as store:
        assert await store.tables.get("t") is None
        await put(store, "t", made)
        assert await store.tables.get("t") == TableRow(id="t", summary=made.summary, moved_at=5, due=7, node="n1")


@awaited
async def test_the_lobby_shows_public_tables_with_open_seats_the_newest_first(database_url: str) -> None:
    async with opened(database_url) as store:
        for number in range(7):
            waiting = summary(place(0, "ann"), OPEN, status="waiting", opened_at=number // 2, game=f"g{number % 2}")
            await put(store, f"t{number}", index(waiting))
        await put(store, "private", index(summary(place(0, "ann"), OPEN, status="waiting", public=False)))
        await put(store, "full", index(summary(place(0, "ann"), place(1, "bob"), status="waiting")))
        await put(store, "running", index(summary(place(0, "ann"), place(1, "bob"))))

        assert ids((await store.tables.lobby()).rows) == ["t6", "t5", "t4", "t3", "t2", "t1", "t0"]
        assert ids((await store.tables.lobby(game="g1")).rows) == ["t5", "t3", "t1"]
        first = await store.tables.lobby(limit=3)
        second = await store.tables.lobby(limit=3, before=first.next)
        third = await store.tables.lobby(limit=3, before=second.next)
        assert [ids(part.rows) for part in (first, second, third)] == [["t6", "t5", "t4"], ["t3", "t2", "t1"], ["t0"]]
        assert third.next is None
        assert (await store.tables.lobby(limit=7)).next is None
        await put(store, "t2", index(summary(place(0, "ann"), OPEN, status="waiting", opened_at=1), moved_at=8))
        assert ids((await store.tables.lobby(moved_since=8)).rows) == ["t2"]


@pytest.mark.parametrize("before", ["", "x", "~", "1", "x~t", "²~t", "9999999999999999999~t", "1~\0"])
@awaited
async def test_a_page_begins_only_where_an_earlier_one_ended(sqlite_url: str, before: str) -> None:
    async with opened(sqlite_url) as store:
        with pytest.raises(BadPage, match="next"):
            await store.tables.lobby(before=before)


@awaited
async def test_a_player_finds_unfinished_tables_the_last_changed_first(database_url: str) -> None:
    async with opened(database_url) as store:
        both = (place(0, "ann"), place(1, "bob"))
        await put(store, "old", index(summary(*both), moved_at=1))
        await put(store, "new", index(summary(*both, host="zoe"), moved_at=2))
        await put(store, "two seats", index(summary(place(0, "bob"), place(1, "bob"), host="bob"), moved_at=3))
        await put(store, "over", index(summary(*both, status="finished", ended_at=9)))
        await put(store, "closed", index(summary(*both, status="closed", ended_at=9)))
        assert ids(await store.tables.running("ann")) == ["new", "old"]
        assert ids(await store.tables.running("bob")) == ["two seats", "new", "old"]
        assert ids(await store.tables.running("zoe")) == ["new"]
        assert await store.tables.running("nobody") == []

        await put(store, "new", replace(index(summary(*both, host="zoe"), moved_at=2), gone_players=frozenset({"ann"})))
        assert ids(await store.tables.running("ann")) == ["old"]
        assert ids(await store.tables.running("bob")) == ["two seats", "new", "old"]

        await put(store, "old", index(summary(place(0, "ann"), OPEN, status="waiting"), moved_at=4))
        assert ids(await store.tables.running("bob")) == ["two seats", "new"]
        await put(store, "new", index(summary(*both, status="aborted", ended_at=5), moved_at=5))
        assert ids(await store.tables.running("ann")) == ["old"]


@awaited
async def test_finished_matches_are_listed_by_player_and_game_the_last_first(database_url: str) -> None:
    async with opened(database_url) as store:
        for number in range(6):
            people = (place(0, "ann"), place(1, "bob" if number % 2 else "cleo"))
            done = summary(*people, status="finished", ended_at=number, game=f"g{number % 3}", public=number != 4)
            await put(store, f"t{number}", index(done))
        await put(store, "aborted", index(summary(place(0, "ann"), status="aborted", ended_at=9)))
        await put(store, "running", index(summary(place(0, "ann"))))

        assert ids((await store.tables.finished()).rows) == ["t5", "t3", "t2", "t1", "t0"]
        assert ids((await store.tables.finished(player="ann")).rows) == ["t5", "t4", "t3", "t2", "t1", "t0"]
        assert ids((await store.tables.finished(player="bob")).rows) == ["t5", "t3", "t1"]
        assert ids((await store.tables.finished(player="ann", game="g1")).rows) == ["t4", "t1"]
        first = await store.tables.finished(player="ann", limit=4)
        assert ids((await store.tables.finished(player="ann", limit=4, before=first.next)).rows) == ["t1", "t0"]


@awaited
async def test_tables_are_due_for_others_when_their_node_is_no_longer_seen(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.nodes.beat("alive", 1000)
        await store.nodes.beat("dead", 500)
        running = summary(place(0, "ann"))
        await put(store, "cared for", index(running, due=10, node="alive"))
        await put(store, "left alone", index(running, due=20, node="dead"))
        await put(store, "forgotten", index(running, due=10, node="long gone"))
        await put(store, "nobody's", index(running, due=30))
        await put(store, "later", index(running, due=2000))
        await put(store, "never", index(running))
        assert ids(await store.tables.due(1000, beat_since=900)) == ["forgotten", "left alone", "nobody's"]
        first = await store.tables.due(1000, beat_since=900, limit=1)
        assert ids(first) == ["forgotten"]
        assert ids(await store.tables.due(1000, beat_since=900, after=first[0])) == ["left alone", "nobody's"]
        assert ids(await store.tables.due(25, beat_since=400)) == ["forgotten"]

        await store.tables.index("left alone", 1, index(running, due=20, node="alive"))
        assert ids(await store.tables.due(1000, beat_since=900)) == ["forgotten", "nobody's"]


@awaited
async def test_an_older_index_does_not_replace_a_newer_one(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.append("t", 0, [event(1), event(2)], index(summary(place(0, "ann")), moved_at=2))
        await store.tables.index("t", 1, index(summary(place(0, "bob")), moved_at=1))
        assert ids(await store.tables.running("ann")) == ["t"]
        assert await store.tables.running("bob") == []
        await store.tables.index("t", 2, index(summary(place(0, "bob")), moved_at=2))
        assert ids(await store.tables.running("bob")) == ["t"]


@awaited
async def test_high_scores_list_the_best_first_and_of_equals_the_earlier(database_url: str) -> None:
    async with opened(database_url) as store:
        for number, (value, seats, game) in enumerate(
            [(50, 2, "g"), (70, 2, "g"), (70, 3, "g"), (None, 2, "g"), (99, 2, "other")]
        ):
            people = (place(0, "ann", score=value or 100, value=value), *(place(n, None) for n in range(1, seats)))
            await put(store, f"t{number}", index(summary(*people, status="finished", ended_at=number, game=game)))
        assert [(score.table, score.high) for score in await store.tables.scores("g")] == [
            ("t1", 70),
            ("t2", 70),
            ("t0", 50),
        ]
        assert [score.table for score in await store.tables.scores("g", 2)] == ["t1", "t0"]
        assert await store.tables.scores("g", 3, limit=1) == [
            Score(
                table="t2", public=True, seat=0, player="ann", name="Ann", seats=3, score=70, high=70, against=(), at=2
            )
        ]
        assert await store.tables.scores("unknown") == []


@awaited
async def test_chat_after_the_end_counts_no_score_twice(database_url: str) -> None:
    async with opened(database_url) as store:
        done = summary(place(0, "ann", score=5, value=5), status="finished", ended_at=3)
        await put(store, "t", index(done))
        await put(store, "t", index(done, moved_at=4))
        assert len(await store.tables.scores("toy")) == 1
