"""A lesson: a set-up table at which a newcomer does each thing of a game once, step by step.

A lesson is a file in the game's folder, `lesson-NAME.toml` or, for all games of the folder, `lesson.toml`. It is data:

    end = "That is the whole game."     # said when the last step is done
    seat = 0                            # where the player sits; also `seats`, `seed` and the `options` of the game

    [[steps]]
    position = "round 1 | …"            # where the step begins; without it, the step goes on from the one before
    seed = 3                            # of the match that begins there, if not that of the lesson
    say = "Take the two blue tiles."
    do = ["1 blue *"]                   # what the player has to play: texts of actions, with * for anything
    times = 1                           # how many actions the step takes
    instead = "Those are not blue."     # said when something else was chosen; nothing is played then
    done = "Well taken."                # said afterwards
    replies = ["2 red 3"]               # what the others then play
    show = ["mine-1"]                   # ids of areas, spots and pieces to point at

A step without `do` is only read. All chance comes from the seed, so that a lesson is always the same.

Nothing about somebody's lesson is kept: `follow` finds out where they are from what they have played so far.
"""

import tomllib
from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from typing import Annotated, NamedTuple

import msgspec

from tilora.kernel import BadSetup, Game, IllegalAction, Match

LONGEST = 60
"""How many steps and actions a lesson may have: it should take five minutes."""


class LessonStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing to learn."""

    say: str
    position: str | None = None
    seed: int | None = None
    do: tuple[str, ...] = ()
    times: Annotated[int, msgspec.Meta(ge=1, le=10)] = 1
    instead: str = ""
    done: str = ""
    replies: tuple[str, ...] = ()
    show: tuple[str, ...] = ()

    def asks_for(self, text: str) -> bool:
        """Whether an action with that text is what the player has to play."""
        return any(fnmatchcase(text, pattern) for pattern in self.do)


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lesson, as its file has it."""

    steps: Annotated[tuple[LessonStep, ...], msgspec.Meta(min_length=1, max_length=LONGEST)]
    end: str
    seat: int = 0
    seats: int | None = None
    seed: int = 0
    options: dict[str, str] = {}


class Progress(NamedTuple):
    """A player's progress in a lesson."""

    match: Match
    """At the current step; after the last one, at the end."""
    step: int
    """The number of that step, from 0; the number of steps once all are done."""
    finished: LessonStep | None
    """The step that the last thing played has finished."""
    passed: tuple[Match, int]
    """The match in which the last thing was played, and how many actions had been played in it before."""
    refused: bool
    """Whether the last thing played was not what its step asks for; then it was not played."""


@cache
def lesson_of(game: Game) -> Lesson | None:
    """Return the game's lesson; None for a game without one. Raises BadSetup if it can't be read."""
    folder = resources.files(game.folder)
    for name in (f"lesson-{game.name}.toml", "lesson.toml"):
        if (folder / name).is_file():
            return read_lesson((folder / name).read_text("utf-8"))
    return None


def read_lesson(text: str) -> Lesson:
    """Return the lesson with that text. Raises BadSetup if it is not one."""
    try:
        lesson = msgspec.convert(tomllib.loads(text), Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadSetup(f"This is not a lesson: {error}.") from None
    for number, step in enumerate(lesson.steps, 1):
        if not step.do and (step.replies or step.instead or step.done or step.times > 1):
            raise BadSetup(f"Step {number} of the lesson asks for nothing, so nothing can follow from it.")
        if step.do and not step.instead:
            raise BadSetup(f"Step {number} of the lesson has no `instead` for players who try something else.")
    return lesson


def follow(game: Game, lesson: Lesson, played: Sequence[str]) -> Progress:
    """Return the progress of a player who has played these actions, with "" for each step with nothing to do.

    Raises UnreadableAction or IllegalAction if the last of them can't be played, and BadSetup if those before it don't
    lead through the lesson.
    """
    if len(played) > LONGEST:
        raise BadSetup(f"A lesson has at most {LONGEST} actions.")
    match, step, done = _place(game, lesson, lesson.steps[0], None), 0, 0
    passed, finished = (match, 0), None
    for index, text in enumerate(played):
        if step == len(lesson.steps):
            raise BadSetup("The lesson is over.")
        now, finished, passed = lesson.steps[step], None, (match, match.played)
        if not now.do:
            if text:
                raise BadSetup(f"Step {step + 1} of the lesson asks for no action.")
        elif not now.asks_for(_checked(match, text)):
            if index + 1 < len(played):
                raise BadSetup(f"{text[:60]!r} is not what step {step + 1} of the lesson asks for.")
            return Progress(match, step, None, passed, refused=True)
        else:
            match.play(text)
            done += 1
            if done < now.times:
                continue
            for reply in now.replies:
                match.play(reply)
        step, done, finished = step + 1, 0, now
        if step < len(lesson.steps):
            match = _place(game, lesson, lesson.steps[step], match)
    return Progress(match, step, finished, passed, refused=False)


def _checked(match: Match, text: str) -> str:
    """Return the usual text of an action that can be played now."""
    if match.over:
        raise IllegalAction("The match is over.")
    return match.check(text).text


def _place(game: Game, lesson: Lesson, step: LessonStep, before: Match | None) -> Match:
    """Return the match that a step takes place in: at its own position, or where the one before has ended."""
    if step.position is not None:
        return Match(game, seed=lesson.seed if step.seed is None else step.seed, position=step.position)
    if before is not None:
        return before
    return Match(game, seats=lesson.seats, seed=lesson.seed, options=lesson.options)


def asked_actions(match: Match, step: LessonStep) -> list[str]:
    """Return the texts of the legal actions that the step asks for."""
    return [text for text in match.texts() if step.asks_for(text)]
