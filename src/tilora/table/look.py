"""What a viewer sees of a table. Nothing else about a table ever leaves the server.

The first look, every change and the catching up after a lost connection are all the same message, a `Look`. What it
leaves out has not changed since the version that the client named. Every viewer has version and moment numbers of
their own, so that nobody can count how often somebody else changed their mind within a turn.
"""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from tilora.scene import Beat, Scene, SceneChange
from tilora.table.errors import BadWants
from tilora.table.events import Time
from tilora.table.log_lines import LogLine
from tilora.table.summary import Status

WANTS = ("legal", "words", "position", "scene", "changes")
"""The parts of a position that a client gets only if it asks for them; see `PositionLook`."""


def parse_wants(text: str) -> frozenset[str]:
    """Return the parts named in a comma-separated list. Raises BadWants.

    `changes` includes scenes, but over a socket only what is new in them.
    """
    wants = frozenset(filter(None, text.split(",")))
    unknown = wants.difference(WANTS)
    if unknown:
        raise BadWants(f"Unknown value {min(unknown)[:40]!r} in `wants`. Choose from: {', '.join(WANTS)}.")
    return wants | {"scene"} if "changes" in wants else wants


class Since(msgspec.Struct, frozen=True, gc=False):
    """What a client already has: the version of its last look, and how many steps and lines there were then.

    Version 0: nothing.
    """

    version: int = 0
    steps: int = 0
    lines: int = 0


NOTHING = Since()
"""What a new client has."""


class SeatLook(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A seat and who sits there."""

    kind: Literal["person", "bot", "open"]
    player: str | None
    name: str
    level: int | None
    """The level of the bot that plays here now, even in a person's seat."""
    driver: Literal["person", "bot"]
    """Who decides now: a bot can play in a person's seat."""
    gave_up: bool
    """Whether a bot plays here to the end, because the person gave up, ran out of time or kept back their nonce."""
    commitment: str
    """SHA-256 of the seat's nonce, in hex; empty for a bot, and for a player without one."""
    revealed: bool
    """Whether the seat has revealed its nonce."""
    wants_rematch: bool


class TableLook(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Facts about the table that change rarely."""

    game: str
    title: str
    unit: str
    """The unit of scores: "points", "dice"."""
    options: dict[str, str]
    seats: list[SeatLook]
    status: Status
    closed: bool
    """Whether nothing more can be done here, not even chat."""
    time: Time
    host: str
    host_name: str
    public: bool
    watchers: bool
    muted: list[str]
    """Players whom the host has muted."""
    opened_at: int
    commitment: str
    """The SHA-256 of the server's half of the seed, in hex."""
    draw: str
    """Once all seats are taken: a hash that fixes the match, the server's half of the seed and all nonces. Keep it, and
    only then reveal your nonce."""
    secret: str | None
    """The server's half of the seed, once the match has ended in any way."""
    nonces: list[str]
    """The seats' parts of the seed, once the match has started. For a seat that kept its nonce back, its commitment."""
    drawing: bool
    """Whether all seats are taken, and the match starts as soon as they have revealed their nonces."""
    from_position: bool
    earlier: str | None
    rematch: str | None
    series: list[int]
    """By seat: the matches won in this series of rematches, this one included."""
    counts: bool
    """Whether the match can still enter the high scores."""
    code: str
    """Six letters to join by; empty once nobody can join."""
    challenge: str
    """The day whose challenge this is; otherwise empty. Its secret comes out when the day is over."""
    no_retraction: str
    """Why nobody can take back a finished turn here, in a sentence; empty if the only person at the table can."""
    retractions: int
    """How often a finished turn has been taken back."""


class StepLook(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An action that was played, as the viewer may know it."""

    seat: int
    turn: int
    text: str
    words: str
    """What happened, in a sentence with placeholders for seats: "{seat:0} …"."""
    by: Literal["person", "bot", "stand-in"]
    beats: list[Beat] | UnsetType = UNSET
    """What happened in this step, one thing after another. Only with `wants=scene`, and only for the latest steps."""


class ClockLook(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The clocks at `now`, the server's time when it sent this."""

    now: int
    running: int | None
    """The seat whose time is running."""
    left: list[int | None]
    """Milliseconds left by seat; null for bots."""
    compensated: int
    """Milliseconds that the last turn was credited for delays of the network or the server."""
    waits: int = 0
    """Milliseconds for which the running time still waits while pages show what happened."""


class Legal(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A legal action of the viewer."""

    text: str
    words: str
    """What it does, in a sentence with placeholders for seats: "{seat:0} …"."""


class Breakdown(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Points from one source."""

    source: str
    points: list[int]
    """By seat."""


class PositionLook(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The position as the viewer may know it."""

    turn: int
    over: bool
    scores: list[int]
    ranks: list[int] | None
    reason: str | None
    drafted: int
    """How many of the viewer's last steps can be undone."""
    head: str | UnsetType = UNSET
    """The head of the chain over all actions that are final. Keep it: with it, you can check the record."""
    text: str | UnsetType = UNSET
    """The position in one line, with `?` for what is hidden. Only with `wants=position`."""
    legal: list[str] | UnsetType = UNSET
    """The legal actions, if the viewer is the one to decide; otherwise empty. Only with `wants=legal`."""
    choices: list[Legal] | UnsetType = UNSET
    """The same with sentences. Only with `wants=words`."""
    scene: Scene | UnsetType = UNSET
    """What the position looks like. Only with `wants=scene` or `wants=changes`."""
    scene_change: SceneChange | UnsetType = UNSET
    """What is new in the scene, instead of the whole. Only over a socket with `wants=changes`."""
    breakdown: list[Breakdown] | UnsetType = UNSET
    """Where all points came from, once the match is over. Only with `wants=scene`."""


class Look(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="kind", tag="look"):
    """What has changed since the client's last look; everything in the first look."""

    seat: int | None
    """Whose view this is: a seat's, or a spectator's (null)."""
    version: int
    """The number of changes that this viewer could see."""
    moment: int
    """The number of changes of the position that this viewer could see. Actions name the moment they are meant for."""
    table: TableLook | UnsetType = UNSET
    position: PositionLook | UnsetType = UNSET
    """Missing before the start."""
    kept: int
    """How many of the client's steps are still valid; the others have been undone or taken back. Lines that the client
    has about those no longer describe a step."""
    steps: list[StepLook]
    """The steps that follow them."""
    lines: list[LogLine]
    """The new lines of the log; if there are very many, the last of them."""
    lines_total: int
    """How many lines there are: the last of `lines` is the last of all."""
    clock: ClockLook | None


class LinesLook(msgspec.Struct, frozen=True, kw_only=True):
    """Earlier lines of the log, which a look has left out."""

    first: int
    """The number of the first of these lines, from 0. If it is not 0, there are more before it."""
    lines: list[LogLine]


class RunningRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The record of a running match, as one viewer may know it. Without the seed, it can't be replayed."""

    game: str
    version: int
    seats: int
    options: dict[str, str]
    position: str | None
    """The position that the match was set up with, if any, with `?` for what is hidden."""
    actions: list[str]
    scores: list[int]
