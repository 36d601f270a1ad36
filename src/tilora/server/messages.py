"""What goes over a table's WebSocket, both ways, as types. `docs/protocol.md` tells the same in words.

Every message is one JSON object in a text frame, and its `kind` says which of these it is. Commands are those of
`tilora.table.commands`; looks are those of `tilora.table.look`.
"""

from typing import Annotated, Literal

import msgspec

from tilora.table.commands import AnyCommand, Command, Seat
from tilora.table.look import Look

PROTOCOL = 1
"""Raised when an older client could misunderstand a message."""


class AskHint(Command, frozen=True, kw_only=True, tag="hint"):
    """What had the seat best do? Only its own person may ask, and only on its turn."""

    seat: Seat
    level: Annotated[int, msgspec.Meta(ge=2, le=8)] = 6


class AskWhy(Command, frozen=True, kw_only=True, tag="why"):
    """Why does clicking these things of the scene, one after the other, lead nowhere?"""

    seat: Seat | None = None
    path: Annotated[list[Annotated[str, msgspec.Meta(max_length=200)]], msgspec.Meta(max_length=40)]


class Sit(Command, frozen=True, kw_only=True, tag="sit"):
    """Look through another of one's own seats from now on, or as a spectator (null)."""

    seat: Seat | None


class Ping(Command, frozen=True, kw_only=True, tag="ping"):
    """Is anybody there? Answered by a pong."""


FromClient = AnyCommand | AskHint | AskWhy | Sit | Ping


class ToClient(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Something that the server says."""


class Ack(ToClient, frozen=True, kw_only=True, tag="ack"):
    """The request with that id is done and safely stored. The look that shows it has been sent before."""

    id: str
    version: int
    moment: int


class Refusal(ToClient, frozen=True, kw_only=True, tag="error"):
    """The request with that id was refused and has changed nothing; null for a message that could not be read."""

    id: str | None
    code: str
    """For programs; never changes its meaning."""
    text: str
    """For people."""


class Advised(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that the seat could do."""

    text: str
    words: str
    value: float
    """The expected result, from 0 (last) to 1 (first)."""


class Hint(ToClient, frozen=True, kw_only=True, tag="hint"):
    """What the seat had best do, as far as the AI can tell from that seat's view."""

    id: str
    seat: int
    moment: int
    """The position that it is about."""
    action: str
    line: list[str]
    """How the turn may go on."""
    values: list[float]
    """The expected result by seat."""
    alternatives: list[Advised]
    """Best first."""


class Why(ToClient, frozen=True, kw_only=True, tag="why"):
    """Why it leads nowhere, in a sentence."""

    id: str
    text: str


class Presence(ToClient, frozen=True, kw_only=True, tag="presence"):
    """Who is connected now."""

    seats: list[bool]
    watchers: int


class Pong(ToClient, frozen=True, kw_only=True, tag="pong"):
    """The answer to a ping."""

    id: str
    now: int
    """The server's time in milliseconds since 1970."""


class Bye(ToClient, frozen=True, kw_only=True, tag="bye"):
    """The server closes this connection, and says why."""

    reason: Literal["restarting", "closed", "too-slow", "kept-out", "too-many", "signed-out"]
    text: str


FromServer = Look | Ack | Refusal | Hint | Why | Presence | Pong | Bye

read = msgspec.json.Decoder(FromClient).decode
"""A message of a client. Raises msgspec.DecodeError (of which ValidationError is one)."""

encode = msgspec.json.Encoder().encode
"""A message of the server, as JSON."""
