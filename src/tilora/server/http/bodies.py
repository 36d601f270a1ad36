"""The bodies of requests and answers, as types."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from tilora.scene import Beat
from tilora.table.look import Look, PositionLook, StepLook
from tilora.table.summary import Summary

__all__ = [
    "Claim",
    "CommandDone",
    "ErrorBody",
    "GameBody",
    "LevelBody",
    "LinkBody",
    "Login",
    "Me",
    "MeWithToken",
    "NeighbourBody",
    "NewName",
    "NewPlayer",
    "Opened",
    "RecordAdded",
    "RecordBody",
    "RecordPage",
    "ReplayBody",
    "ReplayTable",
    "ScoreBody",
    "TableBody",
    "TablePage",
]

Name = Annotated[str, msgspec.Meta(max_length=200)]
Password = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]


class ErrorBody(msgspec.Struct, frozen=True, kw_only=True):
    """Every error, whatever its status."""

    code: str
    """For programs; never changes its meaning."""
    text: str
    """For people."""


class OptionBody(msgspec.Struct, frozen=True, kw_only=True):
    """A choice before the start."""

    name: str
    choices: list[str]
    """The first is the usual one."""
    words: str


class GameBody(msgspec.Struct, frozen=True, kw_only=True):
    """A game that can be played here."""

    name: str
    title: str
    summary: str
    version: int
    seats: list[int]
    """How many can play; the first is the usual number."""
    options: list[OptionBody]
    unit: str
    """What scores are counted in: "points", "dice"."""
    hidden: bool
    """Whether seats have something that others may not see."""


class LevelBody(msgspec.Struct, frozen=True, kw_only=True):
    """How well a bot plays."""

    number: int
    words: str


class NeighbourBody(msgspec.Struct, frozen=True, kw_only=True):
    """Another server on the local network."""

    name: str
    address: str


class LinkBody(msgspec.Struct, frozen=True, kw_only=True):
    """The address of this server."""

    link: str
    """As others reach it, without a slash at the end."""


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who asks."""

    player: str
    name: str
    claimed: bool
    """Whether there is a password to sign in with elsewhere."""


class MeWithToken(msgspec.Struct, frozen=True, kw_only=True):
    """The same, with the token: the only time that it is ever told."""

    player: str
    name: str
    claimed: bool
    token: str


class NewPlayer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new guest."""

    name: Name | None = None


class NewName(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another name."""

    name: Name


class Claim(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A password for the name that one goes by."""

    password: Password


class Login(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claimed name, and its password."""

    name: Name
    password: Annotated[str, msgspec.Meta(max_length=200)]
    token: bool = False
    """For programs: answer with a token instead of a cookie."""


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """A new table."""

    id: str
    link: str
    """What others open to join."""


class CommandDone(msgspec.Struct, frozen=True, kw_only=True):
    """It is done and safely stored."""

    id: str
    look: Look
    """The table as it now stands for who asked."""


class TableBody(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list."""

    id: str
    summary: Summary
    moved_at: int
    """May be a minute old."""


class TablePage(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a list of tables, newest first."""

    tables: list[TableBody]
    next: str | None
    """Give it as `before` to get the next part."""


class ScoreBody(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the high scores."""

    table: str | None
    """Where it was played; null if only those who were there may know."""
    seat: int
    name: str
    player: str | None
    seats: int
    score: int
    high: int
    """What the list goes by."""
    at: int


class RecordBody(msgspec.Struct, frozen=True, kw_only=True):
    """An imported record in a list."""

    id: str
    game: str
    seats: int
    title: str
    at: int


class RecordPage(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the list of imported records, newest first."""

    records: list[RecordBody]
    next: str | None


class RecordAdded(msgspec.Struct, frozen=True, kw_only=True):
    """A record is kept here now."""

    id: str
    link: str


class ReplaySeat(msgspec.Struct, frozen=True, kw_only=True):
    """Who sat there."""

    name: str
    kind: Literal["person", "bot", "open"]
    level: int | None


class ReplayTable(msgspec.Struct, frozen=True, kw_only=True):
    """What was played."""

    game: str
    title: str
    options: dict[str, str]
    seats: list[ReplaySeat]


class ReplayBody(msgspec.Struct, frozen=True, kw_only=True):
    """A finished match at one of its steps."""

    id: str
    table: ReplayTable
    total: int
    """How many steps it has."""
    step: int
    """0 is the start."""
    seat: int | None
    """Through whose eyes; null sees everything."""
    position: PositionLook
    beats: list[Beat] | UnsetType = UNSET
    """How this step came about, for those who want `scene`."""
    steps: list[StepLook] | UnsetType = UNSET
    """All steps, if asked for."""
