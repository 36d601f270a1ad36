"""What the store takes and gives, as types."""

from typing import Generic, TypeVar

import msgspec

from tilora.table.summary import Summary

T = TypeVar("T")


class Index(msgspec.Struct, frozen=True, kw_only=True):
    """What look-ups know of a table from now on. Whether it is worth writing: see `worth_writing`."""

    summary: Summary
    summary_number: int
    """The number of the last event that changed the summary, or who has left."""
    moved_at: int
    """When the last event happened."""
    due: int | None = None
    """When somebody has to look after the table even if nobody asks: time runs out, or a bot is to move."""
    node: str | None = None
    """The node that does so as long as it lives."""
    gone_players: frozenset[str] = frozenset()
    """Players for whom the table is over already, although others play on."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table as lists show it. `moved_at` may be a minute old, and `due` too early: see `worth_writing`."""

    id: str
    summary: Summary
    moved_at: int
    due: int | None
    node: str | None


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the high scores."""

    table: str
    public: bool
    """Whether everybody may be told which table it was."""
    seat: int
    player: str | None
    name: str
    seats: int
    score: int
    high: int
    at: int


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who plays here: a guest, or claimed with a password."""

    id: str
    name: str
    password_hash: str | None
    created_at: int

    @property
    def claimed(self) -> bool:
        """Whether there is a password to log in with."""
        return self.password_hash is not None


class RecordRow(msgspec.Struct, frozen=True, kw_only=True):
    """An imported record, without its text."""

    id: str
    player: str
    """Who brought it."""
    game: str
    seats: int
    title: str
    at: int


class Page(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """A part of a list, newest first."""

    rows: list[T]
    next: str | None
    """Handed back as `before`, it brings the next part; None at the end of the list."""
