"""Reviews: the accounts add up, luck is fair, grades know no secret, and reasons add up to what they claim."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest

import tilora
from tests import plugin
from tests.ai.positions import at, match_after, other_truth
from tests.games.cublino_positions import b, contra, w
from tilora.ai.review import chart, grades, words
from tilora.ai.review.accounts import smooth_curve
from tilora.ai.review.decisions import Examiner, seed_of
from tilora.ai.review.expected_line import expected_line
from tilora.ai.review.luck import Luck, PlayedStep, steps_of
from tilora.ai.review.position_values import PositionValues
from tilora.ai.review.reason_words import words_of
from tilora.ai.review.reasons import Reasons
from tilora.ai.review.review_report import Account, Review, Source
from tilora.ai.review.reviewing import review, reviewing
from tilora.ai.review.settings import ReviewSettings
from tilora.ai.review.verdict import Judge
from tilora.kernel import BadSetup, Game, Match, View, chance_of, game_named, games
from tilora.kernel.compiled.engine import engine_of

SMALL = ReviewSettings(share=0.0005, candidates=2, outcomes=4, starts=4, reasons=1, rollouts=3)
ROUNDING = 1e-9
LAST_ROUND = (
    "round 4 | first 1 | turn 1 | marker middle | middle - | mines OBRK - - - - | bag B17 O14 R17 K17 W18 | "
    "discard B0 O0 R0 K0 W0 | 0 -/-/-/-/OOOO B..../W..../K..../R..../..... - | "
    "0 W/-/-/-/- BORK./...../...../...../..... -"
)
"""Seat 2 completes a row at the end of this round. Seat 1 can complete a column before."""


def played_at_random(name: str, seats: int | None = None, seed: int = 1) -> Match:
    match = Match(name, seats=seats, seed=seed)
    dice = np.random.default_rng(seed)
    while not match.over:
        codes = match.view(match.turn).actions()
        match.play(codes[int(dice.integers(len(codes)))])
    return match


def total(account: Account) -> float:
    return account.start + account.luck + account.own_play + account.others_play


def check_sums(found: Review, shares: list[float], points: list[int]) -> None:
    """Start, luck and play are the result, for every seat; and they are the sums of the steps."""
    for number, seat in enumerate(found.seats):
        assert seat.result.end == shares[number]
        assert seat.points.end == points[number]
        assert total(seat.result) == pytest.approx(seat.result.end, abs=ROUNDING)
        assert total(seat.points) == pytest.approx(seat.points.end, abs=1e-7)
        luck = found.opening[number] + sum(step.luck[number] for step in found.steps if step.luck)
        assert seat.result.luck == pytest.approx(luck, abs=ROUNDING)
        own = sum(step.play[number] for step in found.steps if step.seat == number)
        forfeit = found.forfeit[number] if found.forfeit else 0.0
        both = seat.result.own_play + seat.result.others_play
        others = sum(step.play[number] for step in found.steps if step.seat != number)
        assert both == pytest.approx(own + others + forfeit, abs=ROUNDING)
        assert len(found.curve) == len(found.steps) + 1


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_start_luck_and_play_add_up_to_the_result_in_every_game(game: Game) -> None:
    match = played_at_random(game.name, game.seats[0])
    quick, *_, last = reviewing(match, settings=SMALL)
    outcome = match.outcome
    assert outcome is not None
    first, second = outcome.ranks
    shares = [0.5, 0.5] if first == second else [1.0, 0.0] if first < second else [0.0, 1.0]
    assert quick.review is not None
    assert last.review is not None
    assert (quick.share, last.share) == (0.0, 1.0)
    assert not quick.review.complete
    assert last.review.complete
    for found in (quick.review, last.review):
        check_sums(found, shares, list(match.scores))
    assert all(step.decision is None for step in quick.review.steps)
    assert any(step.decision is not None for step in last.review.steps)


def test_the_accounts_of_more_than_two_seats_add_up_too() -> None:
    match = played_at_random("pebbles", 3)
    outcome = match.outcome
    assert outcome is not None
    ranks = outcome.ranks
    shares = [
        sum(1.0 if other > rank else 0.5 for number, other in enumerate(ranks) if number != seat and other >= rank) / 2
        for seat, rank in enumerate(ranks)
    ]
    check_sums(review(match, settings=SMALL), shares, list(match.scores))


def test_giving_up_counts_as_play_of_whoever_gave_up() -> None:
    match = match_after(game_named("cyberzul"), 2, 6)
    found = review(match, [1], settings=SMALL)
    check_sums(found, [1.0, 0.0], list(match.scores))
    assert found.forfeit is not None
    played = sum(step.play[1] for step in found.steps if step.seat == 1)
    assert found.seats[1].result.own_play == pytest.approx(played + found.forfeit[1], abs=ROUNDING)


def test_a_running_match_is_not_reviewed() -> None:
    with pytest.raises(BadSetup, match="not over"):
        review(Match("pebbles", seed=1), settings=SMALL)


def test_the_same_match_gets_the_same_review() -> None:
    match = played_at_random("pebbles")
    assert review(match, settings=SMALL).to_json() == review(match.copy(), settings=SMALL).to_json()


def test_a_review_can_be_stored_and_read_again() -> None:
    found = review(played_at_random("pebbles"), settings=SMALL)
    assert Review.from_json(found.to_json()) == found


# Luck


@pytest.mark.parametrize("name", ["cyberzul", "pebbles"])
def test_only_what_was_left_to_chance_can_be_luck(name: str) -> None:
    match = played_at_random(name)
    _, steps = steps_of(match)
    found = review(match, settings=SMALL)
    assert [step.drew for step in steps] == [step.luck is not None for step in found.steps]
    assert {step.drew for step in steps} == {True, False}


def test_the_luck_of_an_event_is_zero_on_average() -> None:
    """Over everything that the same event could have brought; a wrong expectation would show."""
    game = played_at_random("cyberzul").game
    _, steps = steps_of(played_at_random("cyberzul"))
    step = next(step for step in steps if step.drew)
    engine, values = engine_of(game.rules), PositionValues(game)
    lucks = []
    for number in range(150):
        after = engine.play(step.before, step.code, chance_of(99, number))
        luck = Luck(game, values, replace(SMALL, outcomes=16), number).of_step(
            0, PlayedStep(step.before, step.code, after, True)
        )
        assert luck is not None
        lucks.append(luck.results[0])
    error = np.std(lucks) / len(lucks) ** 0.5
    assert error > 0
    assert abs(np.mean(lucks)) < 4 * error


def test_a_match_from_a_position_has_no_luck_at_its_start() -> None:
    match = Match("pebbles", position=Match("pebbles", seed=3).position, seed=4)
    while not match.over:
        match.play(match.legal()[0])
    assert review(match, settings=SMALL).opening == [0.0, 0.0]


@pytest.mark.parametrize(("name", "seats"), [("rows-and-cols", 2), ("rows-and-cols", 4), ("welters", 2)])
def test_good_luck_of_one_seat_is_bad_luck_of_the_others(name: str, seats: int) -> None:
    """Also where nobody else sees it: otherwise it would look like skill later."""
    match = match_after(game_named(name), seats, 8)
    first, steps = steps_of(match)
    drawn = [step.after for step in steps if step.drew and not step.after.over]
    for worth in PositionValues(match.game).of([first, *drawn], 1):
        assert sum(worth.results) == pytest.approx(seats / 2, abs=0.12 * seats)


# Secrets


@pytest.mark.parametrize("name", ["pebbles", "rows-and-cols", "welters"])
def test_two_truths_with_the_same_view_give_the_same_grade(name: str) -> None:
    """Byte by byte: everything about a decision, with its reason."""
    match = match_after(game_named(name), 2, 6)
    settings = replace(SMALL, share=0.008, reasons=99, rollouts=2)
    true = at(match, match.position)
    others = (other_truth(match, seed) for seed in range(50))
    truths = [true, next(other for other in others if other.state.tobytes() != true.state.tobytes())]
    for text in match.texts()[:3]:
        found = []
        for truth in truths:
            twin = truth.copy()
            twin.play(text)
            found.append(review(twin, [0], settings=settings).steps[0].decision)
        assert msgspec.json.encode(found[0]) == msgspec.json.encode(found[1])
        assert found[0] is not None


# Decisions


def test_missing_a_win_is_a_blunder_and_the_win_is_shown() -> None:
    match = contra(w(1, 2, "a6"), b(1, 2, "g2"))  # whoever does not win now loses
    winning = next(text for text in match.texts() if _wins(match, text))
    losing = next(text for text in match.texts() if not _wins(match, text))
    for text, grade in ((winning, "best"), (losing, "blunder")):
        twin = match.copy()
        twin.play(text)
        found = review(twin, [] if twin.over else [1], settings=replace(SMALL, share=0.01, candidates=4))
        decision = found.steps[0].decision
        assert decision is not None
        assert decision.grade == grade
        assert _wins(match, decision.candidates[0].action)


def _wins(match: Match, text: str) -> bool:
    twin = match.copy()
    twin.play(text)
    return twin.over and twin.outcome is not None and twin.outcome.winners == (match.turn,)


def test_an_action_that_the_search_would_never_consider_is_valued_all_the_same() -> None:
    match = Match("cyberzul", position=LAST_ROUND)
    view = match.view(match.turn)
    examiner = Examiner(match.game, PositionValues(match.game), replace(SMALL, share=0.001))
    floor = match.check("1 red floor").code
    found = examiner.examine(view, floor)
    assert found.played.code == floor
    assert found.loss(view.seat) >= 0.0
    assert found.best.worth.results[view.seat] == max(option.worth.results[view.seat] for option in found.options)


def test_a_loss_within_its_doubt_is_no_mistake() -> None:
    calibration = grades.Calibration(thresholds=(0.02, 0.05, 0.1))
    assert grades.grade(0.0, 0.0, calibration) == "best"
    assert grades.grade(0.2, 0.3, calibration) == "fine"
    assert grades.grade(0.01, 0.0, calibration) == "fine"
    found = [grades.grade(loss, 0.01, calibration) for loss in (0.03, 0.06, 0.2)]
    assert found == ["inaccuracy", "mistake", "blunder"]


def test_the_certain_part_of_a_loss_grows_with_it_and_is_never_more_than_all_of_it() -> None:
    parts = [grades.certain_part(loss, 0.05) for loss in (0.0, 0.01, 0.05, 0.2, 1.0)]
    assert parts == sorted(parts)
    assert parts[0] == 0.0
    assert parts[2] == pytest.approx(0.025)
    assert parts[4] == pytest.approx(1.0, abs=0.01)


def test_who_loses_less_played_like_a_higher_level_and_few_decisions_leave_doubt() -> None:
    losses = [0.08, 0.07, 0.05, 0.04, 0.03, 0.02, 0.021, 0.005]
    calibration = grades.Calibration(losses=losses, spreads=[0.05] * 8)
    weak, strong = (grades.played_like([loss] * 50, calibration) for loss in (0.07, 0.005))
    few = grades.played_like([0.04] * 4, calibration)
    assert weak is not None
    assert strong is not None
    assert few is not None
    assert weak.level == pytest.approx(2.0, abs=0.01)
    assert strong.level == pytest.approx(8.0, abs=0.01)
    assert few.lowest < 3.5 < few.highest
    assert few.highest - few.lowest > weak.highest - weak.lowest
    assert grades.played_like([0.04] * 4, grades.DEFAULT) is None


def test_what_was_measured_for_a_game_can_be_read_and_says_how_it_was_made() -> None:
    for game in games():
        found = grades.calibration_of(game)
        assert list(found.thresholds) == sorted(found.thresholds)
        assert found.thresholds[0] > 0
        assert len(found.losses) == len(found.spreads) == (8 if found.made else 0)
        if found.made:
            assert found.settings == str(ReviewSettings()), f"measure {game.name} again: reviews have changed"
            assert found.losses[0] > found.losses[-1]
            assert found.made["command"].startswith(f"python -m tilora.ai.review.measure {game.name}")


# Reasons


@pytest.mark.parametrize("name", ["cyberzul", "welters", "pebbles"])
def test_the_sources_of_a_reason_add_up_to_the_points_that_it_claims(name: str) -> None:
    match = match_after(game_named(name), 2, 7)
    view = match.view(match.turn)
    one, other, *_ = view.codes()
    found = Reasons(match.game, 6).compare(view, one, other, seed_of(view))
    assert found.sources
    for seat in range(match.seats):
        points = sum(source.points for source in found.sources if source.seat == seat)
        assert points == pytest.approx(found.points[seat], abs=ROUNDING)


def test_a_reason_names_what_the_better_action_brings_in_the_words_of_the_game() -> None:
    match = Match("cyberzul", position=LAST_ROUND)
    view = match.view(match.turn)
    better, played = match.check("1 orange 5").code, match.check("1 orange floor").code
    found = Reasons(match.game, 40).compare(view, better, played, seed_of(view))
    column = next(source for source in found.sources if source.source == "complete columns" and source.seat == 0)
    assert column.points == 7
    assert found.words.startswith("7.0 more points for complete columns")
    assert found.words.endswith(".")


# The curve


def test_a_curve_that_fits_is_left_as_it_is() -> None:
    values = np.array([0.5, 0.6, 0.4])
    changes = np.array([0.1, -0.2, 0.6])
    assert smooth_curve(values, changes, 1.0) == pytest.approx([0.5, 0.6, 0.4, 1.0])


def test_what_does_not_fit_is_spread_over_the_match() -> None:
    curve = smooth_curve(np.full(5, 0.5), np.zeros(5), 1.0)
    assert curve[0] == 0.5
    assert curve[-1] == 1.0
    steps = np.diff(curve)
    assert (steps > 0).all()
    assert steps.max() < 0.25


# For people


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "match.json"
    played_at_random("pebbles").record().save(file)
    return file


def run(*arguments: str, command: str = "review") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.environ[plugin.FOLDER]}
    line = [sys.executable, "-m", "tilora", command, *arguments]
    return subprocess.run(line, capture_output=True, text=True, env=environment)  # noqa: S603


def test_the_command_line_tells_luck_from_play(record: Path) -> None:
    done = run(str(record))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Seat 1: start ")
    assert "luck" in done.stdout
    assert "the others' play" in done.stdout


def test_the_command_line_prints_json_that_is_the_review(record: Path) -> None:
    done = run(str(record), "--json")
    found = Review.from_json(done.stdout)
    assert found.complete
    assert found == tilora.review(tilora.Record.load(record))
    assert json.loads(done.stdout)["game"] == "pebbles"


def test_a_review_can_be_drawn() -> None:
    found = review(played_at_random("pebbles", 3), settings=SMALL)
    picture = chart.as_svg(found)
    assert picture.count("<polyline") == 6
    assert picture.startswith("<svg")
    assert picture.endswith("</svg>\n")


def test_the_words_of_a_review_name_the_better_action_and_the_reason() -> None:
    match = Match("cyberzul", position=LAST_ROUND, seed=1)
    match.play("1 orange floor")
    found = review(match, [1], settings=replace(SMALL, share=0.005, candidates=4, reasons=1, rollouts=24))
    text = words.as_text(found)
    assert "better: Take 1 orange tile from Cyber Mine 1 to line 5." in text
    assert "why: a way out: the other move loses for certain." in text
    assert "then:" not in text
    assert "instead: Seat 2: Take 1 red tile and the start marker from the Stack to line 5." in text


def test_a_view_with_another_history_gets_the_same_seed() -> None:
    match = match_after(game_named("pebbles"), 2, 3)
    view = match.view(match.turn)
    assert seed_of(view) == seed_of(View(view.game, view.seat, view.state, ()))


def test_a_hint_can_say_why() -> None:
    done = run("cyberzul", "--position", LAST_ROUND, "--level", "5", "--why", command="hint")
    assert (done.returncode, done.stderr) == (0, "")
    last = done.stdout.splitlines()[-1]
    assert last.startswith("Better than ")
    assert "7.0 more points for complete columns" in last


def test_what_speaks_for_an_action_comes_first_in_its_reason() -> None:
    sources = [
        Source(source="complete columns", seat=0, points=-3.0, doubt=0.5),
        Source(source="complete rows", seat=0, points=4.0, doubt=0.5),
        Source(source="tiles on the wall", seat=0, points=0.1, doubt=0.0),
        Source(source="complete colours", seat=0, points=2.0, doubt=2.5),
        Source(source="complete rows", seat=1, points=-1.0, doubt=0.5),
        Source(source="complete columns", seat=1, points=-0.5, doubt=0.5),
    ]
    game = game_named("cyberzul")
    assert words_of(game, sources, [(3.1, 1.0), (-1.5, 0.5)], 0, lead=4.6) == (
        "4.0 more points for complete rows and 1.5 fewer for {seat:1} (complete rows); "
        "but 3.0 fewer for complete columns."
    )
    assert words_of(game, sources, [(3.1, 1.0), (1.5, 0.5)], 0, lead=1.6) == ""
    assert words_of(game, [], [(0.0, 1.0), (0.0, 1.0)], 0, lead=0.0) == ""
    assert words_of(game, sources, [(3.1, 1.0), (-1.5, 0.5)], 0, lead=6.0) == ""  # most of it comes from elsewhere


def test_a_reason_tells_what_is_lost_less_or_more_often_in_words_of_the_game() -> None:
    def words(name: str, *sources: tuple[str, int, float]) -> str:
        each = [Source(source=source, seat=seat, points=points, doubt=0.0) for source, seat, points in sources]
        sums = [(sum(one.points for one in each if one.seat == seat), 0.0) for seat in range(2)]
        return words_of(game_named(name), each, sums, 0, lead=sums[0][0] - sums[1][0])

    floor = ("floor line", 0, 1.5), ("tiles on the wall", 0, 1.0), ("floor line", 1, -2.0)
    assert words("cyberzul", *floor) == (
        "2.0 more points lost by {seat:1} on the floor line, 1.5 fewer lost on the floor line "
        "and 1.0 more for tiles on the wall."
    )
    assert words("cublino-contra", ("dice lost", 0, 1.0)) == "1.0 fewer dice lost."
    assert words("cublino-contra", ("dice lost", 1, -0.5)) == "0.5 more dice lost by {seat:1}."
    assert words("cublino-pur", ("points on the far rank", 0, 4.0)) == "4.0 more points on the far rank."
    assert words("rows-and-cols", ("last brick", 0, 6.0)) == "6.0 more points for the last brick."
    assert words("welters", ("stone tiles", 0, 3.0)) == "3.0 more points for stone tiles."


def test_a_line_is_told_in_sentences_with_the_turn_that_each_step_belongs_to() -> None:
    match = Match("rows-and-cols", seed=1)
    view = match.view(match.turn)
    first = next(text for text in view.texts() if text not in ("end", "pass") and not text.startswith("swap"))
    steps = expected_line(view, [first, "end", "nothing that can be played"])
    assert [(step.action, step.seat, step.turn) for step in steps] == [(first, view.seat, 0), ("end", view.seat, 0)]
    assert steps[0].sentence.startswith("Place a ")
    both = expected_line(contra(w(1, 2, "a2"), b(1, 2, "g6")).view(0), ["a2a3", "g6g5"])
    assert [(step.seat, step.turn) for step in both] == [(0, 0), (1, 1)]


def test_a_certain_win_that_was_missed_is_called_one() -> None:
    match = contra(w(1, 2, "a6"), b(1, 2, "g2"))
    losing = next(text for text in match.texts() if not _wins(match, text))
    judged = Judge(match.game).judge(match.view(match.turn), match.check(losing).code)
    assert judged.reason is not None
    assert judged.reason.certain
    assert judged.reason.words == "a certain win."
    assert [step.action for step in judged.line] == [judged.candidates[0].action]
    assert judged.instead == []
