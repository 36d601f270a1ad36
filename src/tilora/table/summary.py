"""What a store keeps of a table beside its log, to find it by: never more than everybody may know."""

from typing import Literal

import msgspec

from tilora.table.events import Time

Status = Literal["waiting", "running", "finished", "aborted", "closed"]


class PlaceSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A seat, who is in it, and what it came to."""

    seat: int
    kind: Literal["person", "bot", "open"]
    player: str | None
    name: str
    level: int | None
    score: int | None
    """Once the match is finished."""
    rank: int | None
    """Once the match is finished: 1 is best."""
    value: int | None
    """What enters the high scores: for a person, once the match is finished and if it counts."""


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A table in a list of tables. It changes rarely: a move changes it only if it ends the match."""

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
    """When the match was finished or aborted, or the table closed before that."""
    places: tuple[PlaceSummary, ...]
    score_seats: int | None
    """The high-score list that the values belong to: that of so many seats; None where all share one list."""
    earlier: str | None
    rematch: str | None
