"""The bodies of responses about tables and challenges, as types."""

import msgspec

from tilora.table.look import Look
from tilora.table.summary import Summary

__all__ = [
    "ChallengeBody",
    "ChallengeResultBody",
    "CommandDone",
    "FoundTable",
    "OpenedTable",
    "PastChallenge",
    "StartedChallenge",
    "TableBody",
    "TableList",
]


class OpenedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A new table."""

    id: str
    link: str
    """For others to open and join."""
    draw: str
    """The `draw` of the table, so that you can reveal your nonce at once; empty while seats are open."""


class FoundTable(msgspec.Struct, frozen=True, kw_only=True):
    """The table with a join code."""

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


class ChallengeResultBody(msgspec.Struct, frozen=True, kw_only=True):
    """A player's result in a challenge."""

    name: str
    score: int
    at: int
    guest: bool
    """Whether the player is a guest. Anyone can try again as another guest."""
    you: bool


class PastChallenge(msgspec.Struct, frozen=True, kw_only=True):
    """A challenge whose day is over."""

    day: str
    game: str
    title: str
    secret: str
    """The secret that all luck came from. Its SHA-256 was the commitment."""
    results: list[ChallengeResultBody]


class ChallengeBody(msgspec.Struct, frozen=True, kw_only=True):
    """Today's challenge."""

    day: str
    """Such as 2026-11-17; it begins and ends at midnight UTC."""
    game: str
    title: str
    unit: str
    seats: int
    level: int
    """The level of the bots."""
    ends_at: int
    commitment: str
    """SHA-256 of the secret that all luck comes from, in hex."""
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
    """Your attempt at today's challenge."""

    id: str
    """Its table."""
