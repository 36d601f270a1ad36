"""The bodies of responses about games, their levels and their lessons, as types."""

import msgspec

from tilora.scene import Beat
from tilora.table.look import PositionLook

__all__ = [
    "GameBody",
    "LessonBody",
    "LevelBody",
]


class OptionBody(msgspec.Struct, frozen=True, kw_only=True):
    """An option to choose before the match."""

    name: str
    choices: list[str]
    """The first is the default."""
    words: str


class SideBody(msgspec.Struct, frozen=True, kw_only=True):
    """What a game calls one of its seats."""

    name: str
    """Such as "White"."""
    colour: str
    """Of the seat's pieces, as #rrggbb."""


class GameBody(msgspec.Struct, frozen=True, kw_only=True):
    """A game."""

    name: str
    title: str
    summary: str
    version: int
    seats: list[int]
    """Possible numbers of players. The first is the default."""
    options: list[OptionBody]
    unit: str
    """What scores count: "points" or "dice"."""
    score_times_seats: bool
    """Whether high scores are multiplied by the number of seats and share one list for all numbers."""
    hidden: bool
    """Whether seats hold something that others may not see."""
    draws_beginner: bool
    """Whether chance decides which seat goes first. If not, it is the first seat."""
    learning: int
    """How much there is to learn, from 1 (little) to 5 (a lot)."""
    sides: list[SideBody]
    """One for each seat in games that have names for their seats; otherwise empty."""
    lesson: bool
    """Whether it has a lesson."""


class LevelBody(msgspec.Struct, frozen=True, kw_only=True):
    """A level of bots, and the character who plays at it."""

    number: int
    name: str
    """Of the character, with its article: "The Glazier"."""
    saying: str
    """How the character plays, in its own words."""
    words: str
    """The same, in the words of others: "a good player"."""


class LessonMove(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat played in a lesson, and the position after it."""

    seat: int
    beats: list[Beat]
    """What happened, one thing after another."""
    position: PositionLook


class LessonTask(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a lesson: what to know, and what to do."""

    say: str
    example: str
    """The text of an action that the step asks for; empty for a step with nothing to do."""
    show: list[str]
    """Ids of areas, spots and pieces to point at."""
    position: PositionLook


class LessonBody(msgspec.Struct, frozen=True, kw_only=True):
    """How far a player is in a lesson."""

    title: str
    """Of the game."""
    seat: int
    """Where the player sits."""
    seats: int
    total: int
    """How many steps there are."""
    at: int
    """The number of the current step, from 0; `total` once all are done."""
    moves: list[LessonMove]
    """What was played last, and the replies to it."""
    done: str
    """What to say about them before the next step; empty if the next step follows at once."""
    instead: str
    """What to say if the player tried something that the step does not ask for. Then nothing was played."""
    task: LessonTask | None
    """The current step; null once all are done."""
    end: str
    """What to say at the end of the lesson."""
