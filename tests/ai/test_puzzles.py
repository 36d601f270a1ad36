"""Puzzles: those that come with games are sound, and the maker finds them by what a seat can know, again and again."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

import tilora
from tests import plugin
from tests.ai.positions import other_truth
from tilora.ai.players import levels
from tilora.ai.puzzles import confirm, make, puzzle, words
from tilora.ai.puzzles.finding import PuzzleFinder, PuzzleSettings, reliable_level
from tilora.ai.puzzles.own_mistakes import OWN, mistakes_in
from tilora.ai.puzzles.puzzle import BadPuzzles, Puzzle, PuzzleOption, PuzzleSet, UnknownPuzzle, id_of, shipped_puzzles
from tilora.ai.puzzles.puzzle_themes import GENERAL, themes_of
from tilora.ai.review.grades import calibration_of
from tilora.ai.review.review_report import Reason, Source
from tilora.ai.review.reviewing import review
from tilora.ai.review.settings import ReviewSettings
from tilora.kernel import Game, Match, UnknownGame, game_named, games

SMALL = ReviewSettings(share=0.002, candidates=3, outcomes=4, starts=4, reasons=0, rollouts=3)
QUICK = PuzzleSettings(look=SMALL, deeper=SMALL, masters=(levels.LEVELS[4],), rollouts=4)
LAST_ROUND = (
    "round 4 | first 1 | turn 1 | marker middle | middle - | mines OBRK - - - - | bag B17 O14 R17 K17 W18 | "
    "discard B0 O0 R0 K0 W0 | 0 -/-/-/-/OOOO B..../W..../K..../R..../..... - | "
    "0 W/-/-/-/- BORK./...../...../...../..... -"
)
"""Seat 2 completes a row at the end of this round. Seat 1 can complete a column before, and nothing else helps."""
WITH_PUZZLES = [game for game in games() if shipped_puzzles(game)]


def named(name: str, *, found: list[int] | None = None, level: int = 3) -> Puzzle:
    return Puzzle(
        id=name,
        position="",
        seat=0,
        solutions=["a"],
        level=level,
        found=found or [0, 0, 5, 5, 5, 5, 5, 5],
        tries=5,
        themes=["foresight"],
        options=[PuzzleOption(action="a", value=0.9, points=1.0), PuzzleOption(action="b", value=0.5, points=0.0)],
        doubt=0.0,
    )


# Those that come with games


def test_every_game_of_ours_comes_with_puzzles() -> None:
    ours = [game for game in games() if game.folder.startswith("tilora.families.")]
    assert {game.name: len(shipped_puzzles(game)) for game in ours if len(shipped_puzzles(game)) < 60} == {}


@pytest.mark.parametrize("game", WITH_PUZZLES, ids=lambda game: game.name)
def test_puzzles_can_be_set_up_and_their_solutions_played(game: Game) -> None:
    for each in shipped_puzzles(game):
        view = each.view(game)
        assert (view.turn, each.id) == (each.seat, id_of(view))
        legal = set(view.texts())
        assert set(each.solutions) <= legal
        assert {option.action for option in each.options} <= legal
        assert len(legal) > len(each.solutions)


@pytest.mark.parametrize("game", WITH_PUZZLES, ids=lambda game: game.name)
def test_in_every_puzzle_all_else_would_be_a_mistake_beyond_doubt(game: Game) -> None:
    mistake = calibration_of(game).thresholds[1]
    for each in shipped_puzzles(game):
        best, *_ = each.options
        wrong = [option.value for option in each.options if option.action not in each.solutions]
        assert best.action in each.solutions
        assert best.value - max(wrong) >= max(mistake, 2 * each.doubt) - 2e-4
        assert [option.value for option in each.options] == sorted(
            (option.value for option in each.options), reverse=True
        )


@pytest.mark.parametrize("game", WITH_PUZZLES, ids=lambda game: game.name)
def test_no_two_puzzles_are_the_same_position(game: Game) -> None:
    positions = [(each.seat, each.view(game).position) for each in shipped_puzzles(game)]
    assert len(set(positions)) == len(positions)


@pytest.mark.parametrize("game", WITH_PUZZLES, ids=lambda game: game.name)
def test_puzzles_say_how_hard_they_are_and_what_they_are_about(game: Game) -> None:
    found = shipped_puzzles(game)
    for each in found:
        assert each.level == reliable_level(each.found)
        assert len(each.found) == len(levels.LEVELS)
        assert each.themes
        assert all(theme in GENERAL or theme.islower() for theme in each.themes)
    easy = sum(each.found[1] for each in found) / sum(each.tries for each in found)
    assert easy < 0.5


def test_the_library_gives_the_puzzles_of_a_game() -> None:
    first = tilora.puzzles("cyberzul")[0]
    assert puzzle.puzzle_named(game_named("cyberzul"), first.id) == first
    assert tilora.puzzles("pebbles") == []
    with pytest.raises(UnknownGame):
        tilora.puzzles("nothing")
    with pytest.raises(UnknownPuzzle, match="has no puzzle named 'nothing'"):
        puzzle.puzzle_named(game_named("cyberzul"), "nothing")


# Finding them


def test_a_position_with_one_good_action_is_a_puzzle() -> None:
    finder = PuzzleFinder(game_named("cyberzul"), QUICK)
    found = finder.puzzle_in(LAST_ROUND)
    assert found is not None
    assert found.solutions == ["1 orange 5"]
    assert found.options[0].action == "1 orange 5"
    assert found.options[0].value > found.options[1].value
    assert found.id == id_of(found.view(game_named("cyberzul")))


def test_a_position_in_which_much_is_equally_good_is_none() -> None:
    finder = PuzzleFinder(game_named("cublino-pur"), QUICK)
    assert finder.puzzle_in(Match("cublino-pur", seed=1).position) is None


def test_the_same_seed_finds_the_same_puzzles() -> None:
    first, second = (PuzzleFinder(game_named("pebbles"), QUICK).in_match(4) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("name", ["rows-and-cols", "welters"])
def test_a_puzzle_depends_on_nothing_that_its_seat_cannot_know(name: str) -> None:
    game, enough = game_named(name), replace(SMALL, share=0.04)
    finder = PuzzleFinder(game, replace(QUICK, look=enough, deeper=enough, masters=()))
    finder._wanted = 0.0  # small searches are not certain enough for a real puzzle
    finder._calibration = msgspec.structs.replace(finder._calibration, doubt=0.0)
    for known in sorted(shipped_puzzles(game), key=lambda each: each.options[1].value - each.options[0].value):
        truths = [other_truth(known.match(game), seed).position for seed in (1, 2)]
        found = finder.puzzle_in(truths[0])
        if found is not None and truths[0] != truths[1]:
            again = finder.puzzle_in(truths[1])
            assert again is not None
            assert [found.position, again.position] == truths
            assert msgspec.structs.replace(found, position="") == msgspec.structs.replace(again, position="")
            return
    raise AssertionError("There was nothing to compare.")


def test_the_level_of_a_puzzle_is_that_from_which_on_all_find_it() -> None:
    assert reliable_level([0, 0, 0, 4, 5, 5, 5, 5]) == 4
    assert reliable_level([5, 5, 0, 4, 5, 5, 5, 5]) == 4  # the weak ones were lucky
    assert reliable_level([5] * 8) == 1
    assert reliable_level([5] * 7 + [3]) == 9


def test_themes_are_the_sources_that_speak_for_the_solution() -> None:
    def reason(words: str, *sources: tuple[str, int, float, float]) -> Reason:
        found = [Source(source=name, seat=seat, points=gain, doubt=doubt) for name, seat, gain, doubt in sources]
        return Reason(points=[0.0, 0.0], sources=found, words=words, rollouts=9)

    spoken = reason(
        "+2.", ("rows", 0, 2.0, 0.5), ("columns", 0, 0.4, 0.9), ("floor", 0, -1.0, 0.1), ("rows", 1, -3.0, 1.0)
    )
    assert themes_of([spoken], 0, 0.6, 0.5) == ["hinder", "rows"]
    assert themes_of([reason("", ("rows", 0, 2.0, 0.5))], 0, 0.6, 0.5) == ["foresight"]
    assert themes_of([], 0, 0.9, 0.4) == ["decisive"]
    assert themes_of([], 0, 0.45, 0.1) == ["rescue"]


# Making a set


def test_a_set_has_no_position_twice_and_not_too_much_that_level_2_finds() -> None:
    hard = [named(f"h{number}") for number in range(6)]
    easy = named("e", found=[5] * 8)
    assert make.may_join(named("new"), hard)
    assert not make.may_join(named("h3"), hard)
    assert make.may_join(easy, hard)
    assert not make.may_join(easy, [named("e2", found=[5] * 8), *hard[:1]])


def test_searched_seeds_are_not_searched_again() -> None:
    searched: list[tuple[int, int]] = []
    for seed in (5, 6, 9, 7, 8):
        searched = make.with_searched(searched, seed)
    assert searched == [(5, 10)]
    gaps = make.with_searched(searched, 12)
    assert gaps == [(5, 10), (12, 13)]
    seeds = make.unsearched(gaps, 5)
    assert [next(seeds) for _ in range(3)] == [10, 11, 13]


def test_a_set_grows_where_it_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, file = game_named("pebbles"), tmp_path / "pebbles.json"
    asked: list[int] = []

    def results(name: str, seeds: object, workers: int, deadline: float) -> object:
        for seed in seeds:  # type: ignore[attr-defined]
            asked.append(seed)
            yield seed, [named(f"p{seed}")]

    monkeypatch.setattr(make, "results", results)
    monkeypatch.setattr(make, "warm_up", lambda _: None)
    make.make(game, file, count=2, workers=1, seconds=9, seed=100)
    found = make.make(game, file, count=4, workers=1, seconds=9, seed=100)
    assert asked == [100, 101, 102, 103]
    assert [each.id for each in found.puzzles] == ["p100", "p101", "p102", "p103"]
    assert PuzzleSet.from_json(file.read_bytes()) == found
    assert found.searched == [(100, 104)]
    assert make.make(game, file, count=3, workers=1, seconds=9, seed=100).puzzles == found.puzzles


def test_a_set_remembers_what_was_done_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "pebbles.json"
    old = PuzzleSet(game="pebbles", version=1, settings="little", made={"command": "by hand"}, puzzles=[named("p1")])
    file.write_text(old.to_json())
    monkeypatch.setattr(make, "results", lambda *_: iter([(100, [named("p2")])]))
    monkeypatch.setattr(make, "warm_up", lambda _: None)
    found = make.make(game_named("pebbles"), file, count=2, workers=1, seconds=9, seed=100)
    (note,) = found.changes
    assert note.endswith("more puzzles are added to 1 that were found with network , little; by hand")
    assert found.settings == str(PuzzleSettings())
    assert PuzzleSet.from_json(file.read_bytes()).changes == [note]


def test_the_command_stops_in_time_with_what_it_has(tmp_path: Path) -> None:
    asked = ["pebbles", "--count", "500", "--workers", "2", "--seconds", "4", "--out", str(tmp_path)]
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "tilora.ai.puzzles.make", *asked],
        capture_output=True,
        text=True,
        timeout=240,
        env=os.environ | {"PYTHONPATH": os.environ[plugin.FOLDER]},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "puzzles in" in done.stderr
    PuzzleSet.from_json((tmp_path / "pebbles.json").read_bytes())


def test_a_file_that_is_no_set_of_puzzles_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadPuzzles, match="not a set of puzzles"):
        PuzzleSet.from_json(b"[]")
    old = PuzzleSet(game="zellij", version=99)
    monkeypatch.setattr(puzzle, "files", lambda _: tmp_path)
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "puzzles" / "zellij.json").write_text(old.to_json())
    with pytest.raises(BadPuzzles, match="Make them again"):
        puzzle.shipped_set.__wrapped__(game_named("zellij"))


def test_a_confirmation_counts_what_master_and_level_2_solve() -> None:
    found = [confirm.Confirmation(True, 5), confirm.Confirmation(False, 0)]
    assert "agrees with 1, that is 50 %" in confirm.report("toy", found)
    assert "level 2 solves 50 %" in confirm.report("toy", found)


# In words, and one's own mistakes


def test_words_give_the_solution_away_only_when_they_should() -> None:
    game = game_named("cyberzul")
    first = next(each for each in shipped_puzzles(game) if any(option.why for option in each.options))
    wrong = next(option for option in first.options if option.why)
    right = first.solutions[0]
    asked = words.question(game, first)
    assert f"You are seat {first.seat + 1}" in asked
    assert right not in asked.splitlines()[-1]
    assert words.verdict(first, right) == "Right!"
    assert "Not quite: it costs about" in words.verdict(first, wrong.action)
    assert right not in words.verdict(first, wrong.action)
    assert words.verdict(first, "something else") == "Not quite."
    told = words.solution(game, first)
    assert right in told
    assert f"Better than {wrong.action}" in told


def test_mistakes_of_a_seat_become_puzzles_and_good_play_does_not() -> None:
    match = Match("pebbles", seed=1)
    while not match.over:
        match.play(match.legal()[0])
    found = review(match, settings=SMALL)

    def graded(grade: str) -> object:
        steps = [
            msgspec.structs.replace(step, decision=msgspec.structs.replace(step.decision, grade=grade))
            if step.decision
            else step
            for step in found.steps
        ]
        return msgspec.structs.replace(found, steps=steps)

    record = match.record()
    assert mistakes_in(record, graded("fine"), 0) == []  # type: ignore[arg-type]
    for mistake in mistakes_in(record, graded("blunder"), 0):  # type: ignore[arg-type]
        each = mistake.puzzle
        assert each.id.startswith(OWN)
        assert each.seat == 0
        assert mistake.played not in each.solutions
        assert mistake.played == record.actions[each.action]
        assert set(each.solutions) <= set(each.view(game_named("pebbles")).texts())
