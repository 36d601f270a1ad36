"""Puzzles in the store: only first tries count, ratings follow them, and mistakes come back."""

from tests.store.support import awaited, event, index, opened, place, summary
from tilora.store import MistakeRow, PuzzleRating, Store

NEW = PuzzleRating(rating=1500.0, deviation=350.0), PuzzleRating(rating=1200.0, deviation=150.0)
DUE = 1_000


def mistake(name: str, due_at: int | None = DUE) -> MistakeRow:
    return MistakeRow(puzzle=name, game="toy", table="t", body="{}", stage=0, due_at=due_at)


def rate(player: PuzzleRating, puzzle: PuzzleRating, solved: bool) -> tuple[PuzzleRating, PuzzleRating]:
    step = 10.0 if solved else -10.0
    return (
        PuzzleRating(rating=player.rating + step, deviation=player.deviation - 1),
        PuzzleRating(rating=puzzle.rating - step, deviation=puzzle.deviation - 1),
    )


async def attempt(store: Store, player: str, puzzle: str, *, solved: bool) -> object:
    return await store.puzzles.attempt(player, "toy", puzzle, solved=solved, now=7, first=NEW, rate=rate)


@awaited
async def test_only_the_first_try_at_a_puzzle_counts(database_url: str) -> None:
    async with opened(database_url) as store:
        assert await attempt(store, "ann", "p", solved=False) is not None
        assert await attempt(store, "ann", "p", solved=True) is None
        assert await attempt(store, "ann", "q", solved=True) is not None
        found = await store.puzzles.attempts("ann", "toy")
        assert {name: each.solved for name, each in found.items()} == {"p": False, "q": True}
        assert await store.puzzles.attempts("ann", "other") == {}
        assert await store.puzzles.counts("ann") == {"toy": (2, 1)}
        assert await store.puzzles.counts("bob") == {}


@awaited
async def test_players_and_puzzles_are_rated_by_first_tries(database_url: str) -> None:
    async with opened(database_url) as store:
        await attempt(store, "ann", "p", solved=True)
        await attempt(store, "bob", "p", solved=True)
        await attempt(store, "ann", "q", solved=False)
        assert (await store.puzzles.player_ratings("ann"))["toy"] == PuzzleRating(rating=1500.0, deviation=348.0)
        assert (await store.puzzles.player_ratings("bob"))["toy"] == PuzzleRating(rating=1510.0, deviation=349.0)
        ratings = await store.puzzles.puzzle_ratings("toy")
        assert {name: each.rating for name, each in ratings.items()} == {"p": 1180.0, "q": 1210.0}


@awaited
async def test_a_review_is_searched_for_a_players_mistakes_once(database_url: str) -> None:
    async with opened(database_url) as store:
        ann = place(0, "ann", score=3, value=3, rank=1, counts=True)
        over = summary(ann, place(1, "bob", score=2, rank=2, counts=True), status="finished", ended_at=5)
        await store.append("t", 0, [event(1)], index(over))
        assert await store.mistakes.unsearched("ann", limit=5) == []  # there is no review yet
        await store.reviews.put("t", "network", "{}", now=6)
        (found,) = await store.mistakes.unsearched("ann", limit=5)
        assert (found.id, found.seat, found.body) == ("t", 0, "{}")
        await store.mistakes.add("ann", "t", [mistake("a")], most=10)
        assert await store.mistakes.unsearched("ann", limit=5) == []
        await store.mistakes.add("ann", "t", [mistake("b")], most=10)  # somebody else was faster
        assert [row.puzzle for row in await store.mistakes.due("ann", DUE, limit=5)] == ["a"]
        assert [each.seat for each in await store.mistakes.unsearched("bob", limit=5)] == [1]


@awaited
async def test_mistakes_come_back_when_they_are_due(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.mistakes.add("ann", "t", [mistake("a"), mistake("b", DUE + 5)], most=10)
        assert await store.mistakes.due("ann", DUE - 1, limit=5) == []
        assert [row.puzzle for row in await store.mistakes.due("ann", DUE, limit=5)] == ["a"]
        assert await store.mistakes.coming("ann", DUE) == (1, DUE + 5)
        before = await store.mistakes.get("ann", "a")
        assert before is not None
        assert await store.mistakes.plan("ann", "a", before=before, stage=1, due_at=DUE + 9)
        assert not await store.mistakes.plan("ann", "a", before=before, stage=2, due_at=None)  # it was counted before
        assert await store.mistakes.due("ann", DUE, limit=5) == []
        assert await store.mistakes.get("bob", "a") is None


@awaited
async def test_of_too_many_mistakes_those_go_that_come_back_last(database_url: str) -> None:
    async with opened(database_url) as store:
        rows = [mistake("never", None), mistake("soon"), mistake("late", DUE + 50), mistake("later", DUE + 60)]
        await store.mistakes.add("ann", "t", rows, most=2)
        kept = [name for name in ("never", "soon", "late", "later") if await store.mistakes.get("ann", name)]
        assert kept == ["soon", "late"]


@awaited
async def test_a_forgotten_guest_leaves_no_puzzles_behind_but_ratings_of_puzzles_stay(database_url: str) -> None:
    async with opened(database_url) as store:
        guest = await store.players.create("hash", "Ann", 1)
        await attempt(store, guest.id, "p", solved=True)
        await store.mistakes.add(guest.id, "t", [mistake("a")], most=5)
        while await store.retention.delete_tokens(before=1 << 60):
            pass
        assert await store.puzzles.counts(guest.id) == {}
        assert await store.puzzles.player_ratings(guest.id) == {}
        assert await store.mistakes.get(guest.id, "a") is None
        assert list(await store.puzzles.puzzle_ratings("toy")) == ["p"]
