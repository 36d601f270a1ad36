"""What people can do at a table. These are also the messages that a client sends over its WebSocket.

The client chooses the `id` of a command. A command that is sent again with the same id is carried out once and gets
the same answer; another command with that id is refused. A command does not say who sent it: the server knows that
from the token.
"""

from hashlib import blake2b
from typing import Annotated, Literal

import msgspec

from tilora.table.events import Time
from tilora.table.setup import LEVEL, Commitment, Nonce

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=63)]
ActionText = Annotated[str, msgspec.Meta(max_length=2000)]
ChatText = Annotated[str, msgspec.Meta(max_length=2000)]


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """Something that a person wants to do."""

    id: Id


class Play(Command, frozen=True, kw_only=True, tag="play"):
    """Play an action in the position seen at `moment`."""

    seat: Seat
    moment: int
    action: ActionText


class Shown(Command, frozen=True, kw_only=True, tag="shown"):
    """Say that your page has shown everything up to `moment`. Your time starts then."""

    seat: Seat
    moment: int


class Undo(Command, frozen=True, kw_only=True, tag="undo"):
    """Take back actions of the unfinished turn, and play others in their place."""

    seat: Seat
    moment: int
    keep: Annotated[int, msgspec.Meta(ge=0)] | None = None
    """How many actions of the turn to keep, from the first; null for all but the last."""
    then: Annotated[list[ActionText], msgspec.Meta(max_length=40)] = []
    """Actions to play afterwards, at most as many as were taken back. This way, one action can be taken back from among
    others. Each must be one that can itself be taken back."""


class Retract(Command, frozen=True, kw_only=True, tag="retract"):
    """Alone against bots: take back your last turn and all that came after it."""

    seat: Seat
    moment: int


class StandIn(Command, frozen=True, kw_only=True, tag="stand-in"):
    """Let the AI finish this turn."""

    seat: Seat
    moment: int


class HandOver(Command, frozen=True, kw_only=True, tag="hand-over"):
    """Let a bot of that level play until you take the seat back."""

    seat: Seat
    level: int = LEVEL


class TakeBack(Command, frozen=True, kw_only=True, tag="take-back"):
    """Take your seat back from the bot, and play on yourself."""

    seat: Seat


class GiveUp(Command, frozen=True, kw_only=True, tag="give-up"):
    """Give up: you have lost. With more than two seats, a bot plays on in yours."""

    seat: Seat


class ClaimWin(Command, frozen=True, kw_only=True, tag="claim-win"):
    """Claim that another seat, whose turn it is, has lost, because its person has been away for three minutes."""

    seat: Seat


class Join(Command, frozen=True, kw_only=True, tag="join"):
    """Take a seat: the one named, or the first open one."""

    seat: Seat | None = None
    commitment: Commitment = ""


class Reveal(Command, frozen=True, kw_only=True, tag="reveal"):
    """Reveal the nonce that the seat has committed to, now that all seats are taken."""

    seat: Seat
    nonce: Nonce


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Before the start: leave the seat, and open it for others."""

    seat: Seat


class SetPlace(Command, frozen=True, kw_only=True, tag="set-place"):
    """Host, before the start: open a seat, or put a bot there."""

    seat: Seat
    place: Literal["open", "bot"]
    level: int | None = None


class SetTime(Command, frozen=True, kw_only=True, tag="set-time"):
    """Host, before the start: change how time is kept."""

    time: Time


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """Host: start the match once all seats are taken. It also starts by itself when the last open seat is taken.

    Any player, once all seats are taken: start without those who have not revealed their nonces after 20 seconds.
    """


class Say(Command, frozen=True, kw_only=True, tag="say"):
    """Send a line of chat."""

    text: ChatText


class Mute(Command, frozen=True, kw_only=True, tag="mute"):
    """Host: mute somebody, or let them chat again."""

    player: Annotated[str, msgspec.Meta(max_length=64)]
    muted: bool = True


class SetWatchers(Command, frozen=True, kw_only=True, tag="set-watchers"):
    """Host: let spectators watch, or keep them out."""

    watchers: bool


class Abort(Command, frozen=True, kw_only=True, tag="abort"):
    """A player, before two turns have been played: end the match without a result."""


class Close(Command, frozen=True, kw_only=True, tag="close"):
    """Host: close the table before the start, after the match, or while no other person is still playing."""


class Rematch(Command, frozen=True, kw_only=True, tag="rematch"):
    """Ask to play again. Once every person has, a new table opens with the seats rotated."""

    seat: Seat
    commitment: Commitment = ""
    """For the seat's nonce in the rematch."""


AnyCommand = (
    Play
    | Shown
    | Undo
    | Retract
    | StandIn
    | HandOver
    | TakeBack
    | GiveUp
    | ClaimWin
    | Join
    | Reveal
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

_encode = msgspec.json.Encoder().encode


def digest_of(command: Command) -> str:
    """Return a short hash of all that the command says."""
    return blake2b(_encode(command), digest_size=6).hexdigest()
