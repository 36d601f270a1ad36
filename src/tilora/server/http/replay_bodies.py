"""The bodies of responses about records, replays, side lines and reviews, as types."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from tilora.ai.review.analysis import Analysis
from tilora.ai.review.review_report import Review, ReviewedDecision
from tilora.scene import Beat, Explanation, Preview
from tilora.table.look import PositionLook, StepLook

__all__ = [
    "Analysis",
    "LineBody",
    "PathWhy",
    "PreviewBody",
    "RecordAdded",
    "RecordBody",
    "RecordList",
    "ReplayBody",
    "ReplayTable",
    "ReviewBody",
    "ReviewedDecision",
]


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
    """Whether it was yours."""


class ReplayTable(msgspec.Struct, frozen=True, kw_only=True):
    """The table of a finished match."""

    game: str
    title: str
    options: dict[str, str]
    seats: list[ReplaySeat]
    taken_back: list[int]
    """For each turn that was taken back: the number of steps after which the match continued."""


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
    """A position of a side line, which shows what could have been played instead."""

    table: ReplayTable
    step: int
    """The step of the match after which the line begins."""
    seat: int | None
    """The seat whose view this is; null if nothing is hidden."""
    position: PositionLook
    """Its scene has choices for the seat to act, unless it is the view of another seat."""
    beats: list[Beat]
    """How the last step of the line came about."""
    steps: list[StepLook]
    """The steps of the line."""


class PathWhy(msgspec.Struct, frozen=True, kw_only=True):
    """Why clicks on a board lead nowhere, in a sentence with placeholders for seats, or what they add up to."""

    text: str
    explanation: Explanation | None


class PreviewBody(msgspec.Struct, frozen=True, kw_only=True):
    """What an action would do; null if there is nothing to show."""

    preview: Preview | None


class ReviewBody(msgspec.Struct, frozen=True, kw_only=True):
    """The progress of the review of a finished match."""

    share: float
    """From 0 to 1."""
    waiting: bool
    """Whether it is waiting for other reviews."""
    review: Review | None
    """A quick review at first, then the complete one. Null until the quick one is ready."""
