"""What a store keeps of a table besides its log, to find the table by: never more than everybody may know."""

from typing import Literal

import msgspec

from tilora.table.events import Time

Status = Literal["waiting", "running", "finished", "aborted", "closed"]


class PlaceSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A seat, who sits there, and their result."""

    seat: int
    kind: Literal["person", "bot", "open"]
    player: str | None
    name: str
    level: int | None
    score: int | None
    """Null until the match is finished."""
    rank: int | None
    """1 is best. Null until the match is finished."""
    value: int | None
    """What enters the high scores. Null for bots, in matches that don't count, and until the match is finished."""
    here: bool = False
    """Whether the person is a friend on the device of `player`."""
    counts: bool = False
    """Whether a person's result is their own: no bot has moved for anybody, and the match began from its usual start.
    To give up, or to run out of time, always counts."""


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list of tables. It changes rarely: a move changes it only by ending the match."""

    game: str
    seats: int
    options: dict[str, str]
    status: Status
    time: Time
    public: bool
    watchers: bool
    host: str
    host_name: str
    open_seats: int
    opened_at: int
    ended_at: int | None
    """When the match was finished or aborted, or when the table was closed before that."""
    places: tuple[PlaceSummary, ...]
    score_seats: int | None
    """The number of seats whose high-score list the values belong to. Null if all numbers share one list."""
    earlier: str | None
    rematch: str | None
    code: str = ""
    """Six letters to join by; empty once nobody can join."""
