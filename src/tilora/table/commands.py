"""What somebody can ask of a table. These are also the messages that a client sends over its WebSocket.

`id` is the client's own name for the request: sent again with the same id, it is carried out once and gets the same
answer. Who asks is not part of it: the server knows that from the token.
"""

from typing import Annotated, Literal

import msgspec

from tilora.table.events import Time
from tilora.table.setup import LEVEL, Nonce

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=63)]
ActionText = Annotated[str, msgspec.Meta(max_length=2000)]
ChatText = Annotated[str, msgspec.Meta(max_length=2000)]


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """Something asked for."""

    id: Id


class Play(Command, frozen=True, kw_only=True, tag="play"):
    """Play an action in the position that was seen at `moment`."""

    seat: Seat
    moment: int
    action: ActionText


class Undo(Command, frozen=True, kw_only=True, tag="undo"):
    """Take back the last action of the unfinished turn."""

    seat: Seat
    moment: int


class StandIn(Command, frozen=True, kw_only=True, tag="stand-in"):
    """Let the AI finish this turn."""

    seat: Seat
    moment: int


class HandOver(Command, frozen=True, kw_only=True, tag="hand-over"):
    """Let a bot of that level play on, until the seat is taken back."""

    seat: Seat
    level: int = LEVEL


class TakeBack(Command, frozen=True, kw_only=True, tag="take-back"):
    """Play again yourself."""

    seat: Seat


class GiveUp(Command, frozen=True, kw_only=True, tag="give-up"):
    """A bot plays the match to its end for you."""

    seat: Seat


class Join(Command, frozen=True, kw_only=True, tag="join"):
    """Take a seat: that one, or the first that is open."""

    seat: Seat | None = None
    nonce: Nonce = ""


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Before the start: the seat is open again."""

    seat: Seat


class SetPlace(Command, frozen=True, kw_only=True, tag="set-place"):
    """Host, before the start: make a seat open, or put a bot there."""

    seat: Seat
    place: Literal["open", "bot"]
    level: int | None = None


class SetTime(Command, frozen=True, kw_only=True, tag="set-time"):
    """Host, before the start: keep time in another way."""

    time: Time


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """Host: begin, all seats being taken. A table also starts by itself when its last open seat is taken."""


class Say(Command, frozen=True, kw_only=True, tag="say"):
    """A line of chat."""

    text: ChatText


class Mute(Command, frozen=True, kw_only=True, tag="mute"):
    """Host: take the word from somebody, or give it back."""

    player: Annotated[str, msgspec.Meta(max_length=64)]
    muted: bool = True


class SetWatchers(Command, frozen=True, kw_only=True, tag="set-watchers"):
    """Host: let spectators in, or keep them out."""

    watchers: bool


class Abort(Command, frozen=True, kw_only=True, tag="abort"):
    """A player, before the second turn: end the match without a result."""


class Close(Command, frozen=True, kw_only=True, tag="close"):
    """Host: close the table; before the start, when the match is over, or when no other person plays on."""


class Rematch(Command, frozen=True, kw_only=True, tag="rematch"):
    """Play again, seats rotated, as soon as all persons want to."""

    seat: Seat


AnyCommand = (
    Play
    | Undo
    | StandIn
    | HandOver
    | TakeBack
    | GiveUp
    | Join
    | Leave
    | SetPlace
    | SetTime
    | Start
    | Say
    | Mute
    | SetWatchers
    | Abort
    | Close
    | Rematch
)
