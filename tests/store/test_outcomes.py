"""The results of matches for their players."""

import json

from sqlalchemy import create_engine, text

from tests.store.support import awaited, index, opened, place, summary
from tests.store.test_tables import put
from tilora.store import Opponent, PastMatch, Store, engines
from tilora.store.migrate import migrate
from tilora.table.summary import PlaceSummary, Summary

GLAZIER = Opponent("The Glazier", 5, beaten=True)


def bot(seat: int, rank: int, level: int = 5) -> PlaceSummary:
    return place(seat, None, kind="bot", name="The Glazier", level=level, score=3, rank=rank)


def person(seat: int, player: str, rank: int, *, here: bool = False, name: str | None = None) -> PlaceSummary:
    return place(seat, player, score=10 - rank, value=10 - rank, rank=rank, here=here, counts=True, name=name)


def done(*places: PlaceSummary, at: int = 7, game: str = "toy", public: bool = True) -> Summary:
    return summary(*places, status="finished", ended_at=at, game=game, public=public)


async def results(store: Store, player: str, limit: int = 50) -> list[tuple[str, str]]:
    return [(row.table, row.result) for row in await store.outcomes.of_player(player, limit=limit)]


@awaited
async def test_a_finished_match_is_found_with_its_result_and_opponents(database_url: str) -> None:
    async with opened(database_url) as store:
        await put(store, "t", index(done(person(0, "ann", 1), bot(1, 2), person(2, "bob", 3))))
        assert await store.outcomes.of_player("ann", limit=5) == [
            PastMatch(
                table="t",
                game="toy",
                seats=3,
                score=9,
                result="won",
                against=(GLAZIER, Opponent("Bob", None, beaten=True)),
                at=7,
            )
        ]
        (bobs,) = await store.outcomes.of_player("bob", limit=5)
        assert bobs.result == "lost"
        assert not any(other.beaten for other in bobs.against)
        assert await store.outcomes.of_player("nobody", limit=5) == []


@awaited
async def test_only_all_together_is_a_draw(database_url: str) -> None:
    async with opened(database_url) as store:
        await put(store, "draw", index(done(person(0, "ann", 1), bot(1, 1), at=1)))
        await put(store, "shared", index(done(person(0, "ann", 1), person(1, "bob", 1), bot(2, 3), at=2)))
        assert await results(store, "ann") == [("shared", "won"), ("draw", "drew")]


@awaited
async def test_matches_that_are_not_over_or_do_not_count_are_not_there(database_url: str) -> None:
    async with opened(database_url) as store:
        unfinished = place(0, "ann", score=5, rank=1, counts=True)
        await put(store, "running", index(summary(unfinished, bot(1, 2))))
        await put(store, "aborted", index(summary(unfinished, bot(1, 2), status="aborted", ended_at=3)))
        helped = place(0, "ann", score=5, rank=1)
        await put(store, "helped", index(done(helped, bot(1, 2))))
        assert await results(store, "ann") == []


@awaited
async def test_what_a_friend_did_on_the_same_device_is_not_the_player_s(database_url: str) -> None:
    async with opened(database_url) as store:
        friend = person(1, "ann", 1, here=True, name="Zoe")
        await put(store, "t", index(done(person(0, "ann", 2), friend)))
        assert await results(store, "ann") == [("t", "lost")]
        (first, second) = await store.tables.scores("toy")
        assert (first.name, first.against) == ("Zoe", (Opponent("Ann", None, beaten=True),))
        assert (second.name, second.against) == ("Ann", (Opponent("Zoe", None, beaten=False),))


@awaited
async def test_chat_after_the_end_counts_no_match_twice(database_url: str) -> None:
    async with opened(database_url) as store:
        over = done(person(0, "ann", 1), bot(1, 2))
        await put(store, "t", index(over))
        await put(store, "t", index(over, moved_at=9))
        assert await results(store, "ann") == [("t", "won")]


@awaited
async def test_results_stay_when_the_table_is_deleted(database_url: str) -> None:
    async with opened(database_url) as store:
        await put(store, "t", index(done(person(0, "ann", 1), bot(1, 2), public=False)))
        assert await store.retention.delete_table("t", 99)
        assert await results(store, "ann") == [("t", "won")]
        assert (await store.tables.scores("toy"))[0].against == (GLAZIER,)


@awaited
async def test_the_latest_come_first_and_no_more_than_asked_for(database_url: str) -> None:
    async with opened(database_url) as store:
        for number in range(6):
            await put(store, f"t{number}", index(done(person(0, "ann", 1), bot(1, 2), at=number // 2)))
        assert [table for table, _ in await results(store, "ann", 4)] == ["t5", "t4", "t3", "t2"]


@awaited
async def test_a_player_s_matches_are_read_from_their_index_alone(database_url: str) -> None:
    async with opened(database_url) as store:
        for number in range(30):
            await put(store, f"t{number}", index(done(person(0, f"p{number % 3}", 1), bot(1, 2), at=number)))
        assert len(await results(store, "p1", 4)) == 4
    engine = create_engine(engines.parse_url(database_url))
    query = "SELECT score FROM outcomes WHERE player = 'p1' ORDER BY at DESC, table_id DESC LIMIT 4"
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            plan = " ".join(str(row) for row in connection.execute(text(f"EXPLAIN QUERY PLAN {query}")))
            assert "outcomes_player" in plan
            assert "TEMP B-TREE" not in plan, "sorting would read all rows of the player"
        else:
            # With so few rows, anything else would be as good.
            connection.execute(text("SET enable_seqscan = off"))
            connection.execute(text("SET enable_bitmapscan = off"))
            plan = " ".join(str(row) for row in connection.execute(text(f"EXPLAIN {query}")))
            assert "outcomes_player" in plan
            assert "Sort" not in plan, "sorting would read all rows of the player"
    engine.dispose()


@awaited
async def test_matches_from_before_the_upgrade_are_there(database_url: str) -> None:
    url = engines.parse_url(database_url)
    migrate(url, to="0002")
    engine = create_engine(url)
    old = {
        "seat": 0,
        "kind": "person",
        "player": "ann",
        "name": "Ann",
        "level": None,
        "score": 8,
        "rank": 1,
        "value": 8,
    }
    friend = old | {"seat": 1, "name": "Zoe", "rank": 2, "value": 3, "score": 3}
    ai = old | {"seat": 2, "kind": "bot", "player": None, "name": "AI, level 5", "level": 5, "rank": 3, "value": None}
    helped = old | {"value": None}
    with engine.begin() as connection:
        for table, status, places in (
            ("t", "finished", [old, friend, ai]),
            ("helped", "finished", [helped, ai]),
            ("running", "running", [old, ai]),
        ):
            connection.execute(
                text(
                    """INSERT INTO tables
                    (id, number, game, status, public, host, open_seats, opened_at, moved_at, summary)
                    VALUES (:id, 1, 'toy', :status, true, 'ann', 0, 1, 1, :summary)"""
                ),
                {
                    "id": table,
                    "status": status,
                    "summary": json.dumps({"game": "toy", "seats": len(places), "ended_at": 4, "places": places}),
                },
            )
    engine.dispose()
    async with opened(database_url) as store:
        (only,) = await store.outcomes.of_player("ann", limit=9)
        assert (only.table, only.result, only.seats, only.at) == ("t", "won", 3, 4)
        assert only.against == (Opponent("Zoe", None, beaten=True), Opponent("AI, level 5", 5, beaten=True))
