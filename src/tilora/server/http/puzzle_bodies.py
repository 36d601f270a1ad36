"""The bodies of requests and responses about puzzles, as types."""

from typing import Annotated, Literal

import msgspec

from tilora.ai.review.review_report import ExpectedStep
from tilora.server.http.game_bodies import LessonMove
from tilora.table.look import PositionLook

__all__ = ["PuzzleAnswer", "PuzzleBody", "PuzzleTry", "PuzzlesBody"]

Tried = Literal["", "solved", "failed"]


class DayPuzzle(msgspec.Struct, frozen=True, kw_only=True):
    """The puzzle of the day, the same for everyone."""

    day: str
    """Such as 2026-11-17; it begins and ends at midnight UTC."""
    game: str
    title: str
    id: str
    tried: Tried
    """The result of your first try."""


class GamePuzzles(msgspec.Struct, frozen=True, kw_only=True):
    """The puzzles of a game, and how you have done."""

    game: str
    title: str
    count: int
    tried: int
    solved: int
    """On the first try."""
    rating: int | None
    """Yours; null if you have not tried any."""
    certain: bool
    """Whether the rating is certain to about 100 points."""


class PuzzlesBody(msgspec.Struct, frozen=True, kw_only=True):
    """The puzzle of the day, the puzzles of each game, and your own mistakes."""

    day: DayPuzzle | None
    games: list[GamePuzzles]
    due: int
    """How many of your own mistakes have come back."""
    coming: int
    """How many will come back later."""
    next_due: int | None
    """When the first of them will."""


class MistakeBody(msgspec.Struct, frozen=True, kw_only=True):
    """Where a puzzle from your own mistake comes from."""

    table: str
    """The match."""
    step: int
    """How many actions had been played."""
    played: str
    words: str
    """What you did, in words with placeholders for seats."""


class PuzzleBody(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle as it is shown before you try it."""

    game: str
    title: str
    id: str
    seat: int
    """Where you sit."""
    seats: int
    unit: str
    """What scores count."""
    level: int | None
    """The lowest level of bots that finds it reliably, 9 if none does; null for your own mistake."""
    rating: int | None
    tried: Tried
    """The result of your first try."""
    mistake: MistakeBody | None
    position: PositionLook


class PuzzleTry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An answer to a puzzle."""

    action: Annotated[str, msgspec.Meta(max_length=200)] = ""
    """The text of an action; empty to see the solution, which counts as a try that failed."""


class PuzzleOptionBody(msgspec.Struct, frozen=True, kw_only=True):
    """Something that you could do, and what it is worth."""

    action: str
    words: str
    """With placeholders for seats."""
    value: float
    """Your expected result, from 0 to 1."""
    right: bool


class PuzzleSolution(msgspec.Struct, frozen=True, kw_only=True):
    """What is best, and why."""

    action: str
    words: str
    """With placeholders for seats."""
    why: str
    """Why it is better than what players tend to do, with placeholders for seats; empty if points don't explain it."""
    instead_of: str
    """What `why` compares it with: the words of that action."""
    themes: list[str]
    line: list[ExpectedStep]
    """How the match is expected to go on, as far as the seat can know."""
    options: list[PuzzleOptionBody]
    """What was compared, the best first."""
    moves: list[LessonMove]
    """What playing it does."""


class RatingChange(msgspec.Struct, frozen=True, kw_only=True):
    """How a first try changed your rating."""

    before: int
    after: int
    certain: bool
    """Whether the rating is certain to about 100 points."""


class PuzzleAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a try."""

    right: bool
    action: str
    """The text of what you tried; empty if you asked for the solution."""
    words: str
    """The same in words with placeholders for seats."""
    loss: float | None
    """How much it costs compared with the solution, as an expected result; null if that is not known."""
    why: str
    """Why something else is better, with placeholders for seats; empty if points alone don't explain it. It
    does not give the solution away."""
    solution: PuzzleSolution | None
    """Null after a wrong try, so that you can try again."""
    rating: RatingChange | None
    """Null if it was not your first try, or one at your own mistake."""
    due_at: int | None
    """When your own mistake comes back; null for other puzzles, and if it does not."""
