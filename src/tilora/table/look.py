"""What somebody sees of a table: the only thing that ever leaves the server about it.

A `Look` is the same kind of message for the first sight, for every change and for catching up after a lost connection:
what it leaves out has not changed since the point that the client named. Versions and moments are each viewer's own
numbers, because how often somebody changed their mind within a turn is nobody else's business.
"""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from tilora.scene import Beat, Scene
from tilora.table.errors import BadWants
from tilora.table.events import Time
from tilora.table.log_lines import LogLine
from tilora.table.summary import Status

WANTS = ("legal", "words", "position", "scene")
"""The parts of a position that a look has only for clients that want them: see `PositionLook`."""


def parse_wants(text: str) -> frozenset[str]:
    """Return the parts named in a comma-separated list. Raises BadWants."""
    wants = frozenset(filter(None, text.split(",")))
    unknown = wants.difference(WANTS)
    if unknown:
        raise BadWants(f"Unknown value {min(unknown)[:40]!r} in `wants`. Choose from: {', '.join(WANTS)}.")
    return wants


class Since(msgspec.Struct, frozen=True):
    """What a client has: the version of its last look, and how many steps and lines. Without a version, nothing."""

    version: int = 0
    steps: int = 0
    lines: int = 0


NOTHING = Since()
"""What a client has at first."""


class SeatLook(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and who is in it."""

    kind: Literal["person", "bot", "open"]
    player: str | None
    name: str
    level: int | None
    """Of the bot that plays here now, in a person's seat too."""
    driver: Literal["person", "bot"]
    """Who moves now: a person's seat can be in the hands of a bot."""
    gave_up: bool
    """A bot plays here to the end: the person gave up, or had no time left."""
    wants_rematch: bool


class TableLook(msgspec.Struct, frozen=True, kw_only=True):
    """Facts about the table that change rarely."""

    game: str
    title: str
    unit: str
    """What scores are counted in: "points", "dice"."""
    options: dict[str, str]
    seats: list[SeatLook]
    status: Status
    closed: bool
    """Nothing can be done here any more, not even talk."""
    time: Time
    host: str
    host_name: str
    public: bool
    watchers: bool
    muted: list[str]
    """Players who may not chat."""
    opened_at: int
    commitment: str
    """SHA-256 of the server's half of the seed, in hex."""
    secret: str | None
    """That half, once the match has ended in any way."""
    nonces: list[str]
    """The seats' parts in the seed, shown once the match has started."""
    from_position: bool
    earlier: str | None
    rematch: str | None
    counts: bool
    """Whether the match can still enter the high scores."""


class StepLook(msgspec.Struct, frozen=True, kw_only=True):
    """An action that was played, as the viewer may know it."""

    seat: int
    turn: int
    text: str
    words: str
    """What happened, in a sentence with placeholders for seats: "{seat:0} …"."""
    by: Literal["person", "bot", "stand-in"]
    beats: list[Beat] | UnsetType = UNSET
    """What happened in it, one thing after the other. For those who want `scene`, and for the latest steps only."""


class ClockLook(msgspec.Struct, frozen=True, kw_only=True):
    """The clocks at `now`, the server's time when this was sent."""

    now: int
    running: int | None
    """The seat whose time runs."""
    left: list[int | None]
    """Milliseconds by seat; None where no time is kept."""
    compensated: int
    """Milliseconds that the last turn was given back for the network's or the server's slowness."""


class Legal(msgspec.Struct, frozen=True, kw_only=True):
    """Something the viewer may do now."""

    text: str
    words: str
    """What it does, in a sentence with placeholders for seats: "{seat:0} …"."""


class Breakdown(msgspec.Struct, frozen=True, kw_only=True):
    """Points of one kind."""

    source: str
    points: list[int]
    """By seat."""


class PositionLook(msgspec.Struct, frozen=True, kw_only=True):
    """The position as the viewer may know it."""

    turn: int
    over: bool
    scores: list[int]
    ranks: list[int] | None
    reason: str | None
    drafted: int
    """How many of the viewer's own last steps can be undone."""
    text: str | UnsetType = UNSET
    """The position in one line, with `?` for what is hidden. For those who want `position`."""
    legal: list[str] | UnsetType = UNSET
    """What may be done, if it is the viewer's turn and a person's to decide. For those who want `legal`."""
    choices: list[Legal] | UnsetType = UNSET
    """The same with words. For those who want `words`."""
    scene: Scene | UnsetType = UNSET
    """What it looks like. For those who want `scene`."""
    breakdown: list[Breakdown] | UnsetType = UNSET
    """Where all points came from, once the match is over. For those who want `scene`."""


class Look(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="look"):
    """What has changed since the client's last look; the first time, everything."""

    seat: int | None
    """Through whose eyes: a seat's, or a spectator's (null)."""
    version: int
    """Counts every change that this viewer can see."""
    moment: int
    """Counts the changes of the position that this viewer can see. Actions name the moment they are meant for."""
    table: TableLook | UnsetType = UNSET
    position: PositionLook | UnsetType = UNSET
    """Unset before the start."""
    kept: int
    """Of the steps that the client has, so many still stand; the others were undone drafts."""
    steps: list[StepLook]
    """What comes after them."""
    lines: list[LogLine]
    """What is new in the log."""
    lines_total: int
    clock: ClockLook | None


class RunningRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a match that is not over yet, as one viewer may know it: without the seed, it replays nothing."""

    game: str
    version: int
    seats: int
    options: dict[str, str]
    position: str | None
    """Where the match began, if not at the beginning, with `?` for what is hidden."""
    actions: list[str]
    scores: list[int]
