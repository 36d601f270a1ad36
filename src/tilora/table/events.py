"""What can happen at a table. A table is the fold of its events, and the log of them is the only truth.

Events are written to the store as JSON and never changed. They hold secrets (the seed, drafts): what people see is
made by `tilora.table.look`, never from events directly. `at` is the server's time in milliseconds since 1970.
"""

from typing import Literal

import msgspec


class Place(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who sits in a seat, or may."""

    kind: Literal["person", "bot", "open"]
    player: str | None = None
    """The identity that a person's seat belongs to. One person may hold several seats: hot seat."""
    name: str = ""
    level: int | None = None
    """Of a bot."""
    nonce: str = ""
    """The seat's part in the seed, fixed when it was taken."""
    here: bool = False
    """Whether the person only shares the device of `player`, and has a name of their own."""


class Time(msgspec.Struct, frozen=True, kw_only=True):
    """How time is kept: not at all, so many seconds for each turn (bullet), or a clock for each player."""

    kind: Literal["none", "bullet", "clock"] = "none"
    seconds: int = 12
    """For a turn (bullet), or for the whole match (clock)."""
    increment: int = 0
    """Seconds added to the clock after each turn."""


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """Something that has happened."""

    at: int
    cause: str = ""
    """The player and the id of the request that it came from, so that a request sent twice counts once."""


class Opened(Event, frozen=True, kw_only=True, tag="opened"):
    """A table stands there. Always the first event."""

    game: str
    version: int
    """Of the game's rules."""
    options: dict[str, str] = {}
    position: str | None = None
    places: list[Place]
    time: Time = Time()
    host: str
    host_name: str
    public: bool = False
    """Whether the lobby shows it while it has open seats."""
    watchers: bool = True
    """Whether spectators may come in."""
    secret: str
    """Half of the seed, in hex. Its hash is shown from now on, itself when the match is over."""
    earlier: str | None = None
    """The table that this is the rematch of."""


class Joined(Event, frozen=True, kw_only=True, tag="joined"):
    """A person has taken an open seat."""

    seat: int
    player: str
    name: str
    nonce: str


class PlaceSet(Event, frozen=True, kw_only=True, tag="place-set"):
    """Before the start: the seat is open again because its person left, or the host has put a bot there."""

    seat: int
    place: Place


class TimeSet(Event, frozen=True, kw_only=True, tag="time-set"):
    """Before the start: time is kept in another way."""

    time: Time


class Started(Event, frozen=True, kw_only=True, tag="started"):
    """All seats are taken, and the match begins."""


class Played(Event, frozen=True, kw_only=True, tag="played"):
    """An action."""

    seat: int
    action: str
    by: Literal["person", "bot", "stand-in"] = "person"
    """Stand-in: a bot moved in a person's seat."""
    lag: int = 0
    """Milliseconds that the network or the server used and not the player. The clock gives them back once the action
    is no draft any more: before that, others would see from the clock that there is one."""


class Undone(Event, frozen=True, kw_only=True, tag="undone"):
    """The seat has taken back the last action of its draft."""

    seat: int


class StandInAsked(Event, frozen=True, kw_only=True, tag="stand-in-asked"):
    """The AI finishes this turn for the seat: because the person asked it to, or because the time is up."""

    seat: int
    reason: Literal["asked", "time"]


class HandedOver(Event, frozen=True, kw_only=True, tag="handed-over"):
    """A bot plays on for the seat until its person takes it back; for good when the person gave up."""

    seat: int
    level: int
    reason: Literal["asked", "gave-up", "time"]


class TakenBack(Event, frozen=True, kw_only=True, tag="taken-back"):
    """The seat's person plays again."""

    seat: int


class Said(Event, frozen=True, kw_only=True, tag="said"):
    """A line of chat."""

    player: str
    name: str
    text: str


class Muted(Event, frozen=True, kw_only=True, tag="muted"):
    """The host has taken the word from somebody, or given it back."""

    player: str
    muted: bool


class WatchersSet(Event, frozen=True, kw_only=True, tag="watchers-set"):
    """Spectators may come in, or not any more."""

    watchers: bool


class Renamed(Event, frozen=True, kw_only=True, tag="renamed"):
    """Somebody at the table goes by another name."""

    player: str
    name: str


class Resumed(Event, frozen=True, kw_only=True, tag="resumed"):
    """The table was out of reach since `since` through the server's fault: that costs nobody time."""

    since: int


class RematchWanted(Event, frozen=True, kw_only=True, tag="rematch-wanted"):
    """The seat's person would like to play again."""

    seat: int


class Rematched(Event, frozen=True, kw_only=True, tag="rematched"):
    """All want to play again: the match goes on at that table."""

    table: str


class Aborted(Event, frozen=True, kw_only=True, tag="aborted"):
    """The match has ended without a result, before its second turn."""

    player: str


class Closed(Event, frozen=True, kw_only=True, tag="closed"):
    """The host has closed the table."""

    player: str


AnyEvent = (
    Opened
    | Joined
    | PlaceSet
    | TimeSet
    | Started
    | Played
    | Undone
    | StandInAsked
    | HandedOver
    | TakenBack
    | Said
    | Muted
    | WatchersSet
    | Renamed
    | Resumed
    | RematchWanted
    | Rematched
    | Aborted
    | Closed
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEvent)


def encode_event(event: AnyEvent) -> bytes:
    """As the store keeps it."""
    return _encoder.encode(event)


def decode_event(body: bytes | str) -> AnyEvent:
    """What `encode_event` made."""
    return _decoder.decode(body)
