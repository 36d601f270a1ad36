"""What can happen at a table. Applying its events in order gives the table; their log is the only truth.

The store keeps events as JSON and never changes them. They hold secrets (the seed, drafts), so people never see events
themselves: `tilora.table.project` builds what they see. `at` is the server's time in milliseconds since 1970.
"""

from typing import Literal

import msgspec


class Place(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat: who sits there, or that it is open."""

    kind: Literal["person", "bot", "open"]
    player: str | None = None
    """The identity that a person's seat belongs to. One identity may hold several seats, for friends on one device."""
    name: str = ""
    level: int | None = None
    """A bot's level."""
    commitment: str = ""
    """SHA-256 of the seat's nonce, in hex, fixed when the seat was taken. Empty if the seat adds none."""
    nonce: str = ""
    """The seat's part of the seed, once it is known."""
    here: bool = False
    """Whether the person is a friend on the device of `player`, with a name of their own."""


class Time(msgspec.Struct, frozen=True, kw_only=True):
    """How time is kept: not at all, by seconds per turn (bullet), or by a clock for each player."""

    kind: Literal["none", "bullet", "clock"] = "none"
    seconds: int = 12
    """For each turn (bullet), or for the whole match (clock)."""
    increment: int = 0
    """Seconds added to the clock after each turn."""


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """Something that happened at a table."""

    at: int
    cause: str = ""
    """The player and the id of the command that led to it, so that a command sent twice counts once."""
    digest: str = ""
    """A short hash of that command, to distinguish it from another command with the same id."""


class Opened(Event, frozen=True, kw_only=True, tag="opened"):
    """The table was opened. Always the first event."""

    game: str
    version: int
    """The version of the game's rules."""
    options: dict[str, str] = {}
    position: str | None = None
    places: list[Place]
    time: Time = Time()
    host: str
    host_name: str
    public: bool = False
    """Whether the lobby lists the table while it has open seats."""
    watchers: bool = True
    """Whether spectators may watch."""
    secret: str
    """The server's half of the seed, in hex. Its hash is shown from now on, the secret itself after the match."""
    earlier: str | None = None
    """The table of the match that this one follows as a rematch."""
    code: str = ""
    """Six letters to join by while the table waits; empty at a table without open seats."""
    challenge: str = ""
    """The day whose challenge this is, such as 2026-11-17. Its secret is the same for everybody, and stays secret until
    the day is over."""
    wins: list[int] = []
    """Of a rematch, by seat: how many matches of the series whoever sits there now has won before."""


class Joined(Event, frozen=True, kw_only=True, tag="joined"):
    """A person took an open seat."""

    seat: int
    player: str
    name: str
    commitment: str = ""
    nonce: str = ""
    """Only in old logs: the nonce was named at once."""


class PlaceSet(Event, frozen=True, kw_only=True, tag="place-set"):
    """Before the start: somebody left their seat, or the host opened it or put a bot there."""

    seat: int
    place: Place


class TimeSet(Event, frozen=True, kw_only=True, tag="time-set"):
    """Before the start: the host changed how time is kept."""

    time: Time


class DrawBegun(Event, frozen=True, kw_only=True, tag="draw-begun"):
    """All seats are taken and all commitments made. Now the seats reveal their nonces, and nothing else can change."""


class Revealed(Event, frozen=True, kw_only=True, tag="revealed"):
    """A seat revealed its nonce."""

    seat: int
    nonce: str


class Started(Event, frozen=True, kw_only=True, tag="started"):
    """The match started; all seats are taken. A nonce that is still missing is replaced by its commitment."""


class Played(Event, frozen=True, kw_only=True, tag="played"):
    """Somebody played an action."""

    seat: int
    action: str
    by: Literal["person", "bot", "stand-in"] = "person"
    """Stand-in: a bot played in a person's seat."""
    lag: int = 0
    """Milliseconds of delay by the network or the server. The clock credits them once the action is no longer a draft:
    before that, others could tell from the clock that there is one."""
    waited: int = 0
    """How many of them were by the server."""
    showing: int = 0
    """Milliseconds that a page takes to show it, with the draft that it makes final; 0 without a clock."""
    at_once: bool = False
    """Whether its client shows nothing, so that the seat's time did not wait for that."""


class TimeBegun(Event, frozen=True, kw_only=True, tag="time-begun"):
    """The page of the seat whose turn it is has shown what happened before, and its time runs from now on."""

    seat: int


class Undone(Event, frozen=True, kw_only=True, tag="undone"):
    """The seat took back the last action of its draft."""

    seat: int


class Retracted(Event, frozen=True, kw_only=True, tag="retracted"):
    """The seat's person, alone against bots, took back their last turn and all that came after it."""

    seat: int
    keep: int
    """How many actions of the match stay."""


class StandInAsked(Event, frozen=True, kw_only=True, tag="stand-in-asked"):
    """The AI finishes this turn for the seat, because its person asked or because the time is up."""

    seat: int
    reason: Literal["asked", "time"]


class HandedOver(Event, frozen=True, kw_only=True, tag="handed-over"):
    """A bot plays for the seat until its person takes it back, or to the end if they did not reveal their nonce.

    In old logs, it also plays to the end for those who gave up or ran out of time.
    """

    seat: int
    level: int
    reason: Literal["asked", "gave-up", "time", "unrevealed"]


class Forfeited(Event, frozen=True, kw_only=True, tag="forfeited"):
    """The seat's person has lost the match: gave up, ran out of time, or stayed away.

    With two seats, that is the end of the match, and the other has won. With more, a bot of this level plays on in the
    seat, and it ranks behind all others.
    """

    seat: int
    level: int
    reason: Literal["gave-up", "time", "away"]


class TakenBack(Event, frozen=True, kw_only=True, tag="taken-back"):
    """The seat's person took it back from the bot."""

    seat: int


class Said(Event, frozen=True, kw_only=True, tag="said"):
    """Somebody sent a line of chat."""

    player: str
    name: str
    text: str


class Muted(Event, frozen=True, kw_only=True, tag="muted"):
    """The host muted somebody, or let them chat again."""

    player: str
    muted: bool


class WatchersSet(Event, frozen=True, kw_only=True, tag="watchers-set"):
    """The host let spectators in, or shut them out."""

    watchers: bool


class Renamed(Event, frozen=True, kw_only=True, tag="renamed"):
    """Somebody at the table changed their name."""

    player: str
    name: str


class Resumed(Event, frozen=True, kw_only=True, tag="resumed"):
    """The table is back after the server was away since `since`. That time is not counted."""

    since: int


class SearchFailed(Event, frozen=True, kw_only=True, tag="search-failed"):
    """The search of this game could not be compiled, so its bots play below their level."""


class RematchWanted(Event, frozen=True, kw_only=True, tag="rematch-wanted"):
    """The seat's person asked for a rematch."""

    seat: int
    commitment: str = ""
    """Of the seat's nonce in the rematch."""


class Rematched(Event, frozen=True, kw_only=True, tag="rematched"):
    """Everybody asked for a rematch; it takes place at that table."""

    table: str


class Aborted(Event, frozen=True, kw_only=True, tag="aborted"):
    """A player ended the match without a result, before two turns were played."""

    player: str


class Closed(Event, frozen=True, kw_only=True, tag="closed"):
    """The host closed the table."""

    player: str


AnyEvent = (
    Opened
    | Joined
    | PlaceSet
    | TimeSet
    | DrawBegun
    | Revealed
    | Started
    | Played
    | TimeBegun
    | Undone
    | Retracted
    | StandInAsked
    | HandedOver
    | Forfeited
    | TakenBack
    | Said
    | Muted
    | WatchersSet
    | Renamed
    | Resumed
    | SearchFailed
    | RematchWanted
    | Rematched
    | Aborted
    | Closed
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEvent)


def encode_event(event: AnyEvent) -> bytes:
    """Return the event as the store keeps it."""
    return _encoder.encode(event)


def decode_event(body: bytes | str) -> AnyEvent:
    """Return the event that `encode_event` encoded."""
    return _decoder.decode(body)
