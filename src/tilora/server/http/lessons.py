"""Lessons: a player's progress, and what comes next. A lesson needs no table, and nothing about it is kept."""

from copy import copy
from functools import lru_cache
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import Parameter

from tilora.kernel import Game, Match, game_named
from tilora.scene import beats_of, explain, why
from tilora.scene.lesson import LONGEST, Lesson, LessonStep, Progress, asked_actions, follow, lesson_of
from tilora.server.errors import Unknown
from tilora.server.http.game_bodies import LessonBody, LessonMove, LessonTask
from tilora.server.http.params import GameName
from tilora.server.http.replay_bodies import PathWhy
from tilora.table.look import PositionLook
from tilora.table.project import build_position_look, without_takebacks

Played = Annotated[
    list[str] | None,
    Parameter(
        max_items=LONGEST,
        description="The actions you have played so far, in order; an empty one for each step with nothing to do.",
    ),
]
Path = Annotated[
    list[str] | None, Parameter(max_items=LONGEST, description="The ids of what you clicked, in this order.")
]


@get("/api/games/{game:str}/lesson", summary="Follow the lesson of a game", sync_to_thread=True)
def get_lesson(game: GameName, played: Played = None) -> Response[bytes]:
    """What was played last and what it led to, and the step that comes next."""
    return Response(_body(game_named(game), tuple(played or ())), media_type="application/json")


@get("/api/games/{game:str}/lesson/why", summary="Ask about clicks in a lesson", sync_to_thread=True)
def get_lesson_why(game: GameName, played: Played = None, path: Path = None) -> PathWhy:
    """Why clicking these things, one after the other, leads nowhere, or what they add up to."""
    found = game_named(game)
    lesson = _lesson(found)
    view = follow(found, lesson, played or ()).match.view(lesson.seat)
    explanation = explain(view, path or ())
    return PathWhy(text="" if explanation else why(view, path or ()), explanation=explanation)


HANDLERS = (get_lesson, get_lesson_why)


def _lesson(game: Game) -> Lesson:
    lesson = lesson_of(game)
    if lesson is None:
        raise Unknown(f"{game.title} has no lesson.")
    return lesson


@lru_cache(256)
def _body(game: Game, played: tuple[str, ...]) -> bytes:
    lesson = _lesson(game)
    now = follow(game, lesson, played)
    step = lesson.steps[now.step] if now.step < len(lesson.steps) else None
    instead = lesson.steps[now.step].instead if now.refused else ""
    return msgspec.json.encode(
        LessonBody(
            title=game.title,
            seat=lesson.seat,
            seats=now.match.seats,
            total=len(lesson.steps),
            at=now.step,
            moves=_moves(now, lesson.seat),
            done=now.finished.done if now.finished else "",
            instead=instead,
            task=_task(now.match, step, lesson.seat) if step else None,
            end=lesson.end,
        )
    )


def _moves(now: Progress, seat: int) -> list[LessonMove]:
    """Return what the last thing played led to, move by move, as the player may know it."""
    match, before = now.passed
    moves, beats = [], []
    for number, step in enumerate(match.view(seat).history[before:], before):
        beats += beats_of(match.game, *match.passage(seat, number), seat)
        then = _at(match, number + 1)
        if step.seat != seat and then.drafted:
            continue  # others see a turn when it has ended
        moves.append(LessonMove(seat=step.seat, beats=beats, position=_look(then, seat, clickable=False)))
        beats = []
    return moves


def _at(match: Match, played: int) -> Match:
    """Return the match as it was when so many actions had been played."""
    earlier = copy(match)
    if played < match.played:
        earlier.undo(match.played - played)
    return earlier


def _task(match: Match, step: LessonStep, seat: int) -> LessonTask:
    example = asked_actions(match, step)[0] if step.do else ""
    return LessonTask(
        say=step.say,
        example=example,
        show=list(step.show),
        position=_look(match, seat, clickable=bool(step.do)),
    )


def _look(match: Match, seat: int, *, clickable: bool) -> PositionLook:
    # In a lesson nothing is taken back by a click: the player goes back a step instead.
    return without_takebacks(
        build_position_look(match.glance(seat)[1], lambda: match.view(seat), frozenset({"scene"}), clickable=clickable)
    )
