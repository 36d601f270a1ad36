"""The bodies of requests and responses, as types."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from tilora.ai.review.analysis import Analysis
from tilora.ai.review.review_report import Review, ReviewedDecision
from tilora.scene import Beat, Explanation, Preview
from tilora.table.look import Look, PositionLook, StepLook
from tilora.table.summary import Summary

__all__ = [
    "Analysis",
    "ChallengeBody",
    "ChallengeResultBody",
    "Claim",
    "CommandDone",
    "CostBody",
    "ErrorBody",
    "FormBody",
    "FoundTable",
    "GameBody",
    "GameProgress",
    "GameStats",
    "LessonBody",
    "LevelBody",
    "LineBody",
    "LinkBody",
    "Login",
    "Me",
    "MeWithToken",
    "NeighbourBody",
    "NewName",
    "NewPassword",
    "NewPlayer",
    "OpenedTable",
    "OpponentBody",
    "PastChallenge",
    "PathWhy",
    "PersonStats",
    "PreviewBody",
    "ProgressBody",
    "ProgressPoint",
    "RecordAdded",
    "RecordBody",
    "RecordList",
    "ReplayBody",
    "ReplayTable",
    "ReviewBody",
    "ReviewedDecision",
    "ScoreBody",
    "SessionBody",
    "StartedChallenge",
    "StatsBody",
    "TableBody",
    "TableList",
]

Name = Annotated[str, msgspec.Meta(max_length=200)]
Password = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]


class ErrorBody(msgspec.Struct, frozen=True, kw_only=True):
    """An error, whatever its status."""

    code: str
    """For programs. Its meaning never changes."""
    text: str
    """For people."""


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
    """Whether high scores are scores times the number of seats, in one list for all numbers."""
    hidden: bool
    """Whether seats hold something that others may not see."""
    draws_beginner: bool
    """Whether chance decides which seat begins. If not, the first seat does."""
    learning: int
    """How much there is to learn, from 1 for little to 5 for much."""
    sides: list[SideBody]
    """One for each seat, in games whose texts call the seats by names of their own; otherwise empty."""
    lesson: bool
    """Whether it has a lesson."""


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
    """The text of an action that the step asks for; empty for a step that only tells something."""
    show: list[str]
    """Ids of areas, spots and pieces to point at."""
    position: PositionLook


class LessonBody(msgspec.Struct, frozen=True, kw_only=True):
    """Where somebody is in a lesson."""

    title: str
    """Of the game."""
    seat: int
    """Where the player sits."""
    seats: int
    total: int
    """How many steps there are."""
    at: int
    """The number of the step that comes now, from 0; `total` once all are done."""
    moves: list[LessonMove]
    """What was played last, and the replies to it."""
    done: str
    """What to say about them, before the next step; empty if that comes at once."""
    instead: str
    """What to say to who played something else than the step asks for. Then nothing was played."""
    task: LessonTask | None
    """The step that comes now; null once all are done."""
    end: str
    """What to say then."""


class PathWhy(msgspec.Struct, frozen=True, kw_only=True):
    """Why clicks on a board lead nowhere, in a sentence with placeholders for seats, or what they come to."""

    text: str
    explanation: Explanation | None


class LevelBody(msgspec.Struct, frozen=True, kw_only=True):
    """A level of bots, and the character who plays at it."""

    number: int
    name: str
    """Of the character, with its article: "The Glazier"."""
    saying: str
    """How the character plays, in its own words."""
    words: str
    """The same, said about it: "a good player"."""


class NeighbourBody(msgspec.Struct, frozen=True, kw_only=True):
    """Another server on the local network."""

    name: str
    address: str


class LinkBody(msgspec.Struct, frozen=True, kw_only=True):
    """The address of this server."""

    link: str
    """For others to open, without a slash at the end."""


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Your account."""

    player: str
    name: str
    claimed: bool
    """Whether you can sign in with a password on other devices."""


class MeWithToken(msgspec.Struct, frozen=True, kw_only=True):
    """Your account, with its token, which cannot be read again later."""

    player: str
    name: str
    claimed: bool
    token: str


class NewPlayer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for a guest account."""

    name: Name | None = None


class NewName(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request to change your name."""

    name: Name


class Claim(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A password for your name."""

    password: Password


class Login(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claimed name and its password."""

    name: Name
    password: Annotated[str, msgspec.Meta(max_length=200)]
    token: bool = False
    """Whether to answer with a token, for programs, instead of a cookie."""


class NewPassword(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request to change your password."""

    old: Annotated[str, msgspec.Meta(max_length=200)]
    new: Password


class SessionBody(msgspec.Struct, frozen=True, kw_only=True):
    """A device on which you are signed in."""

    id: str
    device: str
    """What it called itself, such as "Firefox, Linux"."""
    created_at: int
    seen_at: int
    """When it was last used, exact to a day."""
    current: bool
    """Whether it is the one that asks."""


class OpenedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A new table."""

    id: str
    link: str
    """For others to open and join."""
    draw: str
    """`draw` of the table, so that you can reveal your nonce at once; empty if seats are open."""


class FoundTable(msgspec.Struct, frozen=True, kw_only=True):
    """The table that waits under a code."""

    table: str
    """Its id."""


class CommandDone(msgspec.Struct, frozen=True, kw_only=True):
    """The command is done and safely stored."""

    id: str
    look: Look
    """The table as you see it now."""


class TableBody(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list."""

    id: str
    summary: Summary
    moved_at: int
    """When somebody last moved. May be a minute out of date."""


class TableList(msgspec.Struct, frozen=True, kw_only=True):
    """A page of a list of tables, newest first."""

    tables: list[TableBody]
    next: str | None
    """Send it as `before` to get the next page."""


class OpponentBody(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody else at a table."""

    kind: Literal["person", "bot"]
    name: str
    """Empty for a person at a private table where you were not."""
    level: int | None


class ChallengeResultBody(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody has reached in a challenge."""

    name: str
    score: int
    at: int
    guest: bool
    """Whether the name is not claimed: anybody can try again as another guest."""
    you: bool


class PastChallenge(msgspec.Struct, frozen=True, kw_only=True):
    """A challenge whose day is over."""

    day: str
    game: str
    title: str
    secret: str
    """What everybody's luck was made of. Its SHA-256 was the commitment."""
    results: list[ChallengeResultBody]


class ChallengeBody(msgspec.Struct, frozen=True, kw_only=True):
    """The challenge of today."""

    day: str
    """Such as 2026-11-17; it begins and ends at midnight UTC."""
    game: str
    title: str
    unit: str
    seats: int
    level: int
    """Of the bots."""
    ends_at: int
    commitment: str
    """SHA-256 of the secret that everybody's luck is made of, in hex."""
    table: str | None
    """The table of your attempt, if you have begun one."""
    over: bool
    """Whether your attempt is over."""
    tries: int
    """How many players have begun an attempt."""
    results: list[ChallengeResultBody]
    """The best first."""
    yesterday: PastChallenge | None


class StartedChallenge(msgspec.Struct, frozen=True, kw_only=True):
    """Your attempt at the day's challenge."""

    id: str
    """Its table."""


class ScoreBody(msgspec.Struct, frozen=True, kw_only=True):
    """A high score."""

    table: str | None
    """The table; null if it was private and you were not there."""
    seat: int
    name: str
    player: str | None
    seats: int
    score: int
    high: int
    """What the list is sorted by."""
    against: list[OpponentBody]
    """The others at the table. Empty for very old matches."""
    at: int


class GameStats(msgspec.Struct, frozen=True, kw_only=True):
    """Your results in one game."""

    game: str
    matches: int
    won: int
    best: int
    """Your best score."""
    strongest: int | None
    """The highest level of a bot that you have beaten."""


class PersonStats(msgspec.Struct, frozen=True, kw_only=True):
    """Your results against somebody."""

    name: str
    """The name that they had then."""
    matches: int
    beaten: int
    """In how many of them you came before them."""


class FormBody(msgspec.Struct, frozen=True, kw_only=True):
    """How you were doing after one of your matches."""

    at: int
    share: float
    """The share of wins in your last `window` matches up to then. A draw counts half."""


class StatsBody(msgspec.Struct, frozen=True, kw_only=True):
    """Your results at a glance. Matches count in which the AI has moved for nobody."""

    matches: int
    won: int
    drawn: int
    most: int
    """No more than this many of your last matches are looked at."""
    streak: int
    """How many matches you have won in a row, up to the last one."""
    longest_streak: int
    games: list[GameStats]
    """Those you play most come first."""
    met: list[int]
    """By level, from 1 on: how often you have met bots of that level."""
    beaten: list[int]
    """By level, from 1 on: how often you came before them."""
    people: list[PersonStats]
    """Those you have met most often."""
    window: int
    form: list[FormBody]
    """The earliest first; empty until you have finished `window` matches."""


class ProgressPoint(msgspec.Struct, frozen=True, kw_only=True):
    """What the review of one of your matches says about you."""

    id: str
    at: int
    loss: float
    """What a decision cost on average, as a share of the result."""
    decisions: int
    luck: float
    """What luck was worth, as a share of the result."""
    level: float | None
    """The level that you played like."""


class CostBody(msgspec.Struct, frozen=True, kw_only=True):
    """Points that mistakes have cost."""

    source: str
    """Where they would have come from, in the words of the game."""
    points: float
    times: int
    """In how many mistakes."""


class GameProgress(msgspec.Struct, frozen=True, kw_only=True):
    """How you play a game."""

    game: str
    matches: list[ProgressPoint]
    """The earliest first."""
    costs: list[CostBody]
    """What costs you most comes first."""
    given: CostBody
    """What the others got more than they would have."""


class ProgressBody(msgspec.Struct, frozen=True, kw_only=True):
    """How you play, from the reviews of your last matches."""

    games: list[GameProgress]
    """Those with the most reviews come first."""


class RecordBody(msgspec.Struct, frozen=True, kw_only=True):
    """An uploaded record in a list."""

    id: str
    game: str
    seats: int
    title: str
    at: int


class RecordList(msgspec.Struct, frozen=True, kw_only=True):
    """A page of a list of uploaded records, newest first."""

    records: list[RecordBody]
    next: str | None


class RecordAdded(msgspec.Struct, frozen=True, kw_only=True):
    """A record that was uploaded."""

    id: str
    link: str


class ReplaySeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of a finished match."""

    name: str
    kind: Literal["person", "bot", "open"]
    level: int | None
    mine: bool = False
    """Whether whoever asks sat there."""


class ReplayTable(msgspec.Struct, frozen=True, kw_only=True):
    """The table of a finished match."""

    game: str
    title: str
    options: dict[str, str]
    seats: list[ReplaySeat]
    taken_back: list[int]
    """After how many steps the match went on each time that somebody had taken back a turn."""


class ReplayBody(msgspec.Struct, frozen=True, kw_only=True):
    """A position of a finished match."""

    id: str
    table: ReplayTable
    total: int
    """Number of steps in the match."""
    step: int
    """The step that is shown; 0 is the start."""
    seat: int | None
    """The seat whose view this is; null if nothing is hidden."""
    position: PositionLook
    beats: list[Beat] | UnsetType = UNSET
    """How this step came about; only with `scene` in `wants`."""
    steps: list[StepLook] | UnsetType = UNSET
    """All steps, if the request asks for them."""


class LineBody(msgspec.Struct, frozen=True, kw_only=True):
    """A position of a side line: of what could have been played instead."""

    table: ReplayTable
    step: int
    """The step of the match from which the line goes on."""
    seat: int | None
    """The seat whose view this is; null if nothing is hidden."""
    position: PositionLook
    """Its scene has choices for the seat to act, unless it is the view of another seat."""
    beats: list[Beat]
    """How the last step of the line came about."""
    steps: list[StepLook]
    """The steps of the line."""


class PreviewBody(msgspec.Struct, frozen=True, kw_only=True):
    """What an action would do; null if there is nothing to show."""

    preview: Preview | None


class ReviewBody(msgspec.Struct, frozen=True, kw_only=True):
    """How far the review of a finished match is."""

    share: float
    """From 0 to 1."""
    waiting: bool
    """Whether it waits for other reviews."""
    review: Review | None
    """A quick one at first, then the whole. Null until the quick one is there."""
