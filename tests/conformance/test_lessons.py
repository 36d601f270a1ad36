"""Every lesson can be played to its end, whatever a player chooses of what its steps ask for."""

from functools import cache

import pytest

from tilora.kernel import Game, games
from tilora.scene import lesson_of, scene_of
from tilora.scene.lesson import LONGEST, Lesson, Progress, asked_actions, follow

LONGEST_SENTENCES = 260
"""Characters: a step says one or two sentences."""
LESSONS = {game: lesson for game in games() if (lesson := lesson_of(game)) is not None}


@pytest.fixture(params=LESSONS, ids=lambda game: game.name)
def taught(request: pytest.FixtureRequest) -> tuple[Game, Lesson]:
    """A game with its lesson."""
    return request.param, LESSONS[request.param]


@cache
def _ways(game: Game) -> list[tuple[tuple[str, ...], Progress]]:
    """Return all that can be played up to each point of the lesson, and where it leads; of what is alike, one."""
    lesson, found, seen = LESSONS[game], [], set()
    open_ways: list[tuple[str, ...]] = [()]
    while open_ways:
        played = open_ways.pop()
        now = follow(game, lesson, played)
        # What was played before leads to the same place in the end, whether it came in this order or another.
        key = (now.step, len(played), now.match.position)
        if key in seen:
            continue
        seen.add(key)
        found.append((played, now))
        if now.step < len(lesson.steps):
            step = lesson.steps[now.step]
            open_ways += [(*played, text) for text in (asked_actions(now.match, step) if step.do else [""])]
    return found


def test_every_way_through_a_lesson_leads_to_its_end(taught: tuple[Game, Lesson]) -> None:
    game, lesson = taught
    for played, now in _ways(game):
        assert len(played) <= LONGEST
        if now.step < len(lesson.steps) and lesson.steps[now.step].do:
            assert now.match.turn == lesson.seat, "the player has to act"
            assert asked_actions(now.match, lesson.steps[now.step]), "there is something to play"
    assert any(now.step == len(lesson.steps) for _, now in _ways(game))


def test_what_a_lesson_asks_for_can_be_clicked_and_what_it_points_at_is_there(taught: tuple[Game, Lesson]) -> None:
    game, lesson = taught
    shown: set[int] = set()
    for _, now in _ways(game):
        if now.step == len(lesson.steps):
            continue
        step, scene = lesson.steps[now.step], scene_of(now.match.view(lesson.seat))
        ids = {area.id for area in scene.areas} | {button.id for button in scene.buttons}
        ids |= {spot.id for area in scene.areas for spot in area.spots}
        ids |= {piece.id for area in scene.areas for piece in area.pieces}
        # Later actions of the same step may move what it points at.
        assert now.step in shown or set(step.show) <= ids
        shown.add(now.step)
        assert set(asked_actions(now.match, step)) <= {choice.action for choice in scene.choices}


def test_who_plays_something_else_is_told_so_and_nothing_is_played(taught: tuple[Game, Lesson]) -> None:
    game, lesson = taught
    tried: set[int] = set()
    for played, now in _ways(game):
        if now.step == len(lesson.steps) or now.step in tried or not lesson.steps[now.step].do:
            continue
        others = [text for text in now.match.texts() if not lesson.steps[now.step].asks_for(text)]
        for text in others[:3]:
            again = follow(game, lesson, [*played, text])
            assert again.refused
            assert (again.step, again.match.position) == (now.step, now.match.position)
            tried.add(now.step)
    assert tried


def test_a_lesson_is_short_and_says_something_at_every_step(taught: tuple[Game, Lesson]) -> None:
    _, lesson = taught
    assert 4 <= len(lesson.steps) <= 20
    assert lesson.end
    assert all(step.say for step in lesson.steps)
    said = [text for step in lesson.steps for text in (step.say, step.done, step.instead)]
    assert max(map(len, said)) <= LONGEST_SENTENCES
    assert sum(bool(step.do) for step in lesson.steps) >= 3


def test_every_game_of_ours_has_a_lesson_and_a_game_needs_none() -> None:
    ours = {game for game in games() if game.folder.startswith("tilora.")}
    assert set(LESSONS) >= ours
    assert set(LESSONS) < set(games())
