"""The messages of a table's WebSocket, in both directions, as types. `docs/protocol.md` describes them for people.

Every message is one JSON object in a text frame, and its `kind` says which of these it is. Commands are those of
`tilora.table.commands`; looks are those of `tilora.table.look`.
"""

from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from tilora.scene import Explanation, Preview
from tilora.table.commands import ActionText, AnyCommand, Command, Seat
from tilora.table.look import Look

PROTOCOL = 1
"""Raised when an older client could misunderstand a message."""


class AskHint(Command, frozen=True, kw_only=True, tag="hint"):
    """Ask what the seat should do. Only its own player may ask, and only on their turn."""

    seat: Seat
    level: Annotated[int, msgspec.Meta(ge=2, le=8)] = 6


class AskHintWhy(Command, frozen=True, kw_only=True, tag="hint-why"):
    """Ask why an action of a hint is better than another one. Only those who may ask for a hint may ask this."""

    seat: Seat
    action: ActionText
    instead: ActionText


class AskWhy(Command, frozen=True, kw_only=True, tag="why"):
    """Ask why clicking these things of the scene, one after the other, leads nowhere, or what they add up to."""

    seat: Seat | None = None
    path: Annotated[list[Annotated[str, msgspec.Meta(max_length=200)]], msgspec.Meta(max_length=40)]


class AskPreview(Command, frozen=True, kw_only=True, tag="preview"):
    """Ask what an action of your seat would do, as far as that is certain."""

    seat: Seat
    action: ActionText


class Sit(Command, frozen=True, kw_only=True, tag="sit"):
    """Switch to the view of another of your own seats, or of a spectator (null)."""

    seat: Seat | None


Reaction = Literal["well-played", "thanks", "thinking", "ouch", "good-luck", "oops"]
"""What a player can show to the others for a moment, without words of their own."""


class React(Command, frozen=True, kw_only=True, tag="react"):
    """Show the others at the table a reaction, beside the name of your seat. It is not stored."""

    seat: Seat
    reaction: Reaction


class Ping(Command, frozen=True, kw_only=True, tag="ping"):
    """Ask whether the server is there. Answered by a pong."""


FromClient = AnyCommand | AskHint | AskHintWhy | AskWhy | AskPreview | Sit | React | Ping


class ToClient(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """A message of the server."""


class Ack(ToClient, frozen=True, kw_only=True, tag="ack"):
    """The request with that id is done and safely stored. The look that shows it was sent before."""

    id: str
    version: int
    moment: int


class Refusal(ToClient, frozen=True, kw_only=True, tag="error"):
    """The request with that id was refused and has changed nothing; null for a message that could not be read."""

    id: str | None
    code: str
    """For programs. Its meaning never changes."""
    text: str
    """For people."""


class Advised(msgspec.Struct, frozen=True, kw_only=True):
    """One action that the seat could take."""

    text: str
    words: str
    """What it does, in a sentence with placeholders for seats: "{seat:0} …"."""
    value: float
    """The expected result, from 0 (last) to 1 (first)."""


class Hint(ToClient, frozen=True, kw_only=True, tag="hint"):
    """The best action for the seat, as far as the AI can tell from that seat's view."""

    id: str
    seat: int
    moment: int
    """The position that the hint is for."""
    action: str
    line: list[str]
    """How the turn may continue."""
    values: list[float]
    """The expected result by seat."""
    alternatives: list[Advised]
    """Best first."""


class HintWhy(ToClient, frozen=True, kw_only=True, tag="hint-why"):
    """Why the action of a hint is better than another one."""

    id: str
    moment: int
    """The position that it is about."""
    text: str
    """Where the points come from, with placeholders for seats; empty if points don't tell the two apart."""


class Why(ToClient, frozen=True, kw_only=True, tag="why"):
    """The reason why a click leads nowhere, in a sentence with placeholders for seats: "{seat:0} …"."""

    id: str
    text: str
    explanation: Explanation | UnsetType = UNSET
    """Instead of a reason, if the click does lead somewhere: what it adds up to."""


class Previewed(ToClient, frozen=True, kw_only=True, tag="preview"):
    """What the action would do: pieces as they would lie, and points; null if there is nothing to show."""

    id: str
    preview: Preview | None


class Presence(ToClient, frozen=True, kw_only=True, tag="presence"):
    """Who is connected now."""

    seats: list[bool]
    watchers: int
    away: list[int | None]
    """By seat: for how many milliseconds its person has been away; None if they are here, and for seats without one."""


class Reacted(ToClient, frozen=True, kw_only=True, tag="reaction"):
    """A player shows a reaction. Whoever is not connected misses it."""

    seat: int
    reaction: Reaction


class Pong(ToClient, frozen=True, kw_only=True, tag="pong"):
    """The answer to a ping."""

    id: str
    now: int
    """The server's time in milliseconds since 1970."""


CloseReason = Literal["restarting", "closed", "too-slow", "kept-out", "too-many", "signed-out"]
"""Why the server closes a socket."""


class Closing(NamedTuple):
    """How a socket is closed for some reason."""

    code: int
    """Of the WebSocket's close frame."""
    text: str
    """For people."""


CLOSINGS: dict[CloseReason, Closing] = {
    "restarting": Closing(1012, "The server is restarting. Reconnect in a moment; nothing is lost."),
    "closed": Closing(1000, "The host has closed the table."),
    "too-slow": Closing(1013, "Your connection could not keep up. Reconnect to continue."),
    "kept-out": Closing(1008, "This table is not open to spectators."),
    "too-many": Closing(1008, "Too many invalid messages."),
    "signed-out": Closing(1000, "You have signed out."),
}


class Bye(ToClient, frozen=True, kw_only=True, tag="bye"):
    """The server closes this connection, and says why."""

    reason: CloseReason
    text: str


FromServer = Look | Ack | Refusal | Hint | HintWhy | Why | Previewed | Presence | Reacted | Pong | Bye

read = msgspec.json.Decoder(FromClient).decode
"""Decode a message of a client. Raises msgspec.DecodeError (of which ValidationError is one)."""

encode = msgspec.json.Encoder().encode
"""Encode a message of the server as JSON."""
