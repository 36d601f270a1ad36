"""The bodies of responses about high scores, a player's results, and their progress, as types."""

from typing import Literal

import msgspec

__all__ = [
    "CostBody",
    "FormBody",
    "GameProgress",
    "GameStats",
    "OpponentBody",
    "PersonStats",
    "ProgressBody",
    "ProgressPoint",
    "ScoreBody",
    "StatsBody",
]


class OpponentBody(msgspec.Struct, frozen=True, kw_only=True):
    """Another player at a table."""

    kind: Literal["person", "bot"]
    name: str
    """Empty for a person at a private table where you did not play."""
    level: int | None


class ScoreBody(msgspec.Struct, frozen=True, kw_only=True):
    """A high score."""

    table: str | None
    """The table; null if it was private and you did not play there."""
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
    """Your results against another person."""

    name: str
    """The name they had then."""
    matches: int
    beaten: int
    """How often you finished ahead of them."""


class FormBody(msgspec.Struct, frozen=True, kw_only=True):
    """How you were doing after one of your matches."""

    at: int
    share: float
    """The share of wins in your last `window` matches up to then. A draw counts half."""


class StatsBody(msgspec.Struct, frozen=True, kw_only=True):
    """Your results at a glance. Matches in which the AI moved for someone do not count."""

    matches: int
    won: int
    drawn: int
    most: int
    """How many of your last matches count at most."""
    streak: int
    """How many matches you have won in a row, up to the last one."""
    longest_streak: int
    games: list[GameStats]
    """The ones you play most come first."""
    met: list[int]
    """By level, from 1: how often you have played against bots of that level."""
    beaten: list[int]
    """By level, from 1: how often you finished ahead of them."""
    people: list[PersonStats]
    """The people you have played most often."""
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
    """The number of mistakes."""


class GameProgress(msgspec.Struct, frozen=True, kw_only=True):
    """How you play a game."""

    game: str
    matches: list[ProgressPoint]
    """The earliest first."""
    costs: list[CostBody]
    """The costliest first."""
    given: CostBody
    """Points that your mistakes gave to others."""


class ProgressBody(msgspec.Struct, frozen=True, kw_only=True):
    """How you play, from the reviews of your last matches."""

    games: list[GameProgress]
    """Those with the most reviews come first."""
