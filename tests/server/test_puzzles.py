"""Puzzles over HTTP: solutions come only after a try, first tries are rated, and own mistakes come back."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.ai.positions import match_after, other_truth
from tests.server.world import Given, Someone, world
from tests.store.support import awaited
from tilora.ai.puzzles import puzzle as puzzles
from tilora.ai.puzzles.puzzle import Puzzle, PuzzleOption, PuzzleSet, id_of
from tilora.ai.review.reviewing import review
from tilora.ai.review.settings import ReviewSettings
from tilora.kernel import Game, Match, Record, game_named, replay
from tilora.server import system_time
from tilora.server.puzzles.choosing import next_puzzle, puzzle_of_day
from tilora.server.puzzles.mistakes_due import DAYS
from tilora.server.puzzles.rating import NEW_PLAYER, after_try, expected, new_puzzle
from tilora.store import PuzzleAttempt, PuzzleRating

DAY = 24 * 3600.0
"""Seconds."""
SMALL = ReviewSettings(share=0.0005, candidates=2, outcomes=2, starts=2, reasons=0)


def made_up(match: Match, level: int = 3) -> Puzzle:
    """A puzzle whose solution is the last of the legal actions."""
    view = match.view(match.turn)
    *wrong, right = view.texts()
    return Puzzle(
        id=id_of(view),
        position=match.position,
        seat=match.turn,
        solutions=[right],
        level=level,
        found=[0, 0, 5, 5, 5, 5, 5, 5],
        tries=5,
        themes=["foresight"],
        options=[
            PuzzleOption(action=right, value=0.8, points=9.0),
            PuzzleOption(action=wrong[0], value=0.5, points=7.0, why="+2.0 points for {seat:0}."),
        ],
        doubt=0.01,
        line=[right],
    )


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Puzzle]]:
    """Puzzles by game, instead of those that games come with."""
    known: dict[str, list[Puzzle]] = {}

    def shipped_set(game: Game) -> PuzzleSet | None:
        if game.name not in known:
            return None
        return PuzzleSet(game=game.name, version=game.version, puzzles=known[game.name])

    monkeypatch.setattr(puzzles, "shipped_set", shipped_set)
    return known


def some(game: str, count: int = 3) -> list[Puzzle]:
    found = [match_after(game_named(game), 2, 4 + number, seed=number) for number in range(count)]
    return [made_up(match, level=1 + 3 * number) for number, match in enumerate(found)]


async def attempt(who: Someone, puzzle: dict[str, Any], action: str = "") -> dict[str, Any]:
    answer = await who.post(f"/api/puzzles/{puzzle['game']}/{puzzle['id']}", {"action": action})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@awaited
async def test_a_wrong_try_says_why_and_not_what_and_the_right_one_shows_the_solution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shipped: dict[str, list[Puzzle]]
) -> None:
    Given(monkeypatch)
    shipped["zellij"] = some("zellij", 1)
    (known,) = shipped["zellij"]
    right, wrong = (option.action for option in known.options)
    async with world(tmp_path) as here:
        ann = await here.someone("Ann")
        shown = (await ann.get("/api/puzzles/zellij")).json()
        assert (shown["id"], shown["seat"], shown["tried"]) == (known.id, known.seat, "")
        assert shown["position"]["scene"]["choices"]
        assert "solution" not in shown
        failed = await attempt(ann, shown, wrong)
        assert (failed["right"], failed["solution"], failed["action"]) == (False, None, wrong)
        assert failed["loss"] == pytest.approx(0.3)
        assert failed["why"] == "+2.0 points for {seat:0}."
        assert failed["rating"]["after"] < failed["rating"]["before"] == 1500
        solved = await attempt(ann, shown, right)
        assert solved["right"]
        assert solved["solution"]["action"] == right
        assert solved["solution"]["moves"][0]["position"]["scene"]
        assert solved["rating"] is None  # it was not the first try
        assert (await ann.get(f"/api/puzzles/zellij/{known.id}")).json()["tried"] == "failed"
        refused = await ann.post(f"/api/puzzles/zellij/{known.id}", {"action": "nonsense"})
        assert (refused.status_code, refused.json()["code"]) == (400, "unreadable")


@awaited
async def test_whoever_asks_for_the_solution_has_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shipped: dict[str, list[Puzzle]]
) -> None:
    Given(monkeypatch)
    shipped["zellij"] = some("zellij", 1)
    async with world(tmp_path) as here:
        ann = await here.someone("Ann")
        shown = (await ann.get("/api/puzzles/zellij")).json()
        given_up = await attempt(ann, shown)
        assert not given_up["right"]
        assert given_up["solution"]["action"] == shipped["zellij"][0].solutions[0]
        assert given_up["rating"]["after"] < 1500
        about = (await ann.get("/api/puzzles")).json()["games"]
        assert [(each["game"], each["count"], each["tried"], each["solved"]) for each in about] == [("zellij", 1, 1, 0)]


@awaited
async def test_everybody_gets_the_same_puzzle_of_the_day_also_without_an_account(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shipped: dict[str, list[Puzzle]]
) -> None:
    given = Given(monkeypatch)
    shipped["zellij"] = some("zellij")
    shipped["cublino-pur"] = some("cublino-pur")
    async with world(tmp_path) as here:
        ann, stranger = await here.someone("Ann"), await here.someone(None)
        seen = []
        for _ in range(6):
            day = (await ann.get("/api/puzzles")).json()["day"]
            assert (await stranger.get("/api/puzzles")).json()["day"] == day
            shown = (await stranger.get(f"/api/puzzles/{day['game']}/{day['id']}")).json()
            assert shown["position"]["scene"]["choices"]
            seen.append(day["id"])
            given.seconds += DAY
        assert len(set(seen)) == 6
        refused = await stranger.post(f"/api/puzzles/{day['game']}/{day['id']}", {"action": ""})
        assert refused.status_code == 401


@awaited
async def test_there_are_no_puzzles_of_a_game_that_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shipped: dict[str, list[Puzzle]]
) -> None:
    Given(monkeypatch)
    async with world(tmp_path) as here:
        ann = await here.someone("Ann")
        body = (await ann.get("/api/puzzles")).json()
        assert (body["day"], body["games"], body["due"]) == (None, [], 0)
        for path in (
            "/api/puzzles/zellij",
            "/api/puzzles/zellij/0123456789",
            "/api/puzzles/zellij/m123",
            "/api/mistakes",
        ):
            assert (await ann.get(path)).status_code == 404


@pytest.mark.parametrize("name", ["rows-and-cols", "welters"])
@awaited
async def test_what_others_hold_changes_nothing_before_a_puzzle_is_solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shipped: dict[str, list[Puzzle]], name: str
) -> None:
    match = match_after(game_named(name), 2, 6, seed=5)
    truths = [made_up(match), made_up(other_truth(match, 9))]
    assert truths[0].position != truths[1].position
    assert truths[0].id == truths[1].id
    heard = []
    given = Given(monkeypatch)
    for number, truth in enumerate(truths):
        shipped[name] = [truth]
        given.begin()
        async with world(tmp_path / str(number)) as here:
            ann = await here.someone("Ann")
            shown = (await ann.get(f"/api/puzzles/{name}")).json()
            await attempt(ann, shown, truth.options[1].action)
            await ann.get(f"/api/puzzles/{name}/{truth.id}/why?path=nothing")
            heard.append(ann.everything)
    assert heard[0] == heard[1]


@awaited
async def test_ones_own_mistakes_come_back_until_they_are_solved_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shipped: dict[str, list[Puzzle]]
) -> None:
    given = Given(monkeypatch)
    async with world(tmp_path) as here:
        ann, bob = await here.someone("Ann"), await here.someone("Robert")
        table = await finished(ann)
        assert (await ann.get("/api/puzzles")).json()["due"] == 0
        await reviewed_with_mistakes(here, ann, table)
        assert (await ann.get("/api/puzzles")).json()["due"] > 0
        assert (await bob.get("/api/puzzles")).json()["due"] == 0
        shown = (await ann.get("/api/mistakes")).json()
        assert shown["mistake"]["table"] == table
        assert (shown["level"], shown["rating"]) == (None, None)
        assert (await bob.get(f"/api/puzzles/pebbles/{shown['id']}")).status_code == 404
        right = (await attempt(ann, shown))["solution"]["action"]

        # Asking for the solution was no success: it comes back after a day, and then after more and more of them.
        for days in (DAYS[0], *DAYS):
            assert shown["id"] not in await due(ann)
            given.seconds += days * DAY
            assert shown["id"] in await due(ann)
            last = await attempt(ann, shown, right)
            assert last["right"]
            assert last["rating"] is None
        assert last["due_at"] is None
        given.seconds += 1000 * DAY
        assert shown["id"] not in await due(ann)


async def due(who: Someone) -> set[str]:
    """All mistakes that have come back."""
    player = (await who.get("/api/me")).json()["player"]
    rows = await who.world.parts.store.mistakes.due(player, system_time.now(), limit=100)
    return {row.puzzle for row in rows}


async def finished(who: Someone) -> str:
    """A match against a bot, in which the person always took the first legal action."""
    setup = {"game": "pebbles", "places": [{"kind": "me"}, {"kind": "bot", "level": 1}]}
    opened = (await who.post("/api/tables", setup)).json()
    table = str(opened["id"])
    for number in range(2_000):
        look = (await who.get(f"/api/tables/{table}", wants="legal")).json()
        if look["position"]["over"]:
            return table
        if legal := look["position"].get("legal"):
            command = {"kind": "play", "id": f"p{number}", "seat": 0, "moment": look["moment"], "action": legal[0]}
            await who.post(f"/api/tables/{table}/commands", command)
        await asyncio.sleep(0)
    raise AssertionError("The match does not end.")


async def reviewed_with_mistakes(here: Any, who: Someone, table: str) -> None:
    """There is a review of the match, which calls everything that was not best a mistake."""
    record = Record.from_json((await who.get(f"/api/tables/{table}/record")).content)
    found = review(replay(record), settings=SMALL)
    steps = []
    for step in found.steps:
        decision = step.decision
        if decision is not None and decision.loss > 0.05:
            decision = msgspec.structs.replace(decision, grade="mistake")
        elif decision is not None:
            decision = msgspec.structs.replace(decision, grade="fine")
        steps.append(msgspec.structs.replace(step, decision=decision))
    body = msgspec.structs.replace(found, steps=steps).to_json().decode()
    await here.parts.store.reviews.put(table, "network", body, now=1)


def test_ratings_follow_what_was_expected() -> None:
    easy, hard = (new_puzzle(made_up(Match("zellij", seed=1), level)) for level in (1, 9))
    assert expected(NEW_PLAYER, easy) > 0.5 > expected(NEW_PLAYER, hard)
    solved, beaten = after_try(NEW_PLAYER, hard, True)
    assert solved.rating > NEW_PLAYER.rating
    assert beaten.rating < hard.rating
    surprised, _ = after_try(NEW_PLAYER, easy, False)
    unlucky, _ = after_try(NEW_PLAYER, hard, False)
    assert surprised.rating < unlucky.rating < NEW_PLAYER.rating
    assert solved.deviation < NEW_PLAYER.deviation


def test_glicko_gives_the_figures_of_its_paper() -> None:
    # Glickman's example has a player of 1500 ± 200 and three opponents in one period; here it is the first of them.
    player, first = PuzzleRating(rating=1500.0, deviation=200.0), PuzzleRating(rating=1400.0, deviation=30.0)
    assert expected(player, first) == pytest.approx(0.639, abs=0.001)
    after, _ = after_try(player, first, True)
    assert after.rating == pytest.approx(1563.6, abs=0.5)
    assert after.deviation == pytest.approx(175.2, abs=0.5)


def test_the_next_puzzle_is_a_new_one_that_suits_and_later_one_that_was_failed() -> None:
    known = [msgspec.structs.replace(puzzle, level=level) for level, puzzle in enumerate(some("zellij", 9), 1)]
    chosen = next_puzzle(known, {}, NEW_PLAYER, {}, salt="ann")
    assert 2 <= chosen.level <= 6
    assert next_puzzle(known, {}, NEW_PLAYER, {}, salt="ann", after=chosen.id) != chosen
    solved = {puzzle.id: PuzzleAttempt(puzzle=puzzle.id, solved=True, at=5) for puzzle in known}
    failed = solved | {known[7].id: PuzzleAttempt(puzzle=known[7].id, solved=False, at=9)}
    assert next_puzzle(known, failed, NEW_PLAYER, {}, salt="ann") == known[7]
    del failed[known[0].id]
    assert next_puzzle(known, failed, NEW_PLAYER, {}, salt="ann") == known[0]


def test_no_puzzle_of_the_day_comes_twice_before_all_others_have(shipped: dict[str, list[Puzzle]]) -> None:
    shipped["zellij"] = some("zellij", 5)
    seen = [puzzle_of_day(f"2026-11-{day:02}")[1].id for day in range(1, 11)]
    assert len(set(seen[:5])) == 5
    assert seen[:5] == seen[5:]
