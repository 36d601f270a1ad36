"""A table in a few facts: what the store indexes, and what lists of tables show. No secrets, no position."""

from typing import Literal

import msgspec

from tilora.table.events import Time

Status = Literal["waiting", "running", "finished", "aborted", "closed"]


class SummaryPlace(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat, and who is in it."""

    kind: Literal["person", "bot", "open"]
    player: str | None = None
    name: str = ""
    level: int | None = None


class SummaryResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How the match ended for a seat."""

    score: int
    rank: int
    high: int | None = None
    """What it is worth in the high scores; None if it doesn't count: a bot's seat, or a bot moved in it."""


class Summary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The store keeps it as JSON: what is added later needs a default."""

    game: str
    options: dict[str, str] = {}
    from_position: bool = False
    time: Time = Time()
    status: Status
    host: str
    public: bool = False
    watchers: bool = True
    places: list[SummaryPlace]
    results: list[SummaryResult] = []
    """By seat, when the match has been played to its end."""
    opened_at: int
    moved_at: int
    """When the last event happened."""
    due: int | None = None
    """When somebody has to look after the table even if nobody asks: time that runs out, or a bot that is to move."""
