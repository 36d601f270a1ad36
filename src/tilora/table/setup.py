"""How a table is set up by the person who opens it. Also the body of the request that opens a table."""

from collections.abc import Iterable
from itertools import count
from typing import Annotated, Literal

import msgspec

from tilora.ai.players import levels
from tilora.ai.players.characters import character
from tilora.kernel import BadSetup
from tilora.table.clean_text import clean_name
from tilora.table.events import Place, Time

LEVEL = 4
"""The level of a bot unless somebody chooses another."""
LONGEST_TURN = 3_600
LONGEST_CLOCK = 7 * 24 * 3_600
LARGEST_INCREMENT = 3_600

Nonce = Annotated[str, msgspec.Meta(min_length=16, max_length=64, pattern="^[0-9A-Za-z_-]*$")]
"""A seat's part of the seed: letters and digits that the player's program makes up, too many to be guessed."""
Commitment = Annotated[str, msgspec.Meta(max_length=64, pattern="^([0-9a-f]{64})?$")]
"""SHA-256 of a nonce, in hex; empty for a seat that leaves the luck to the others."""


class Person(msgspec.Struct, frozen=True):
    """The person behind a request: the identity, and its current name."""

    player: str
    name: str


class PlaceSetup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who is to sit in a seat."""

    kind: Literal["me", "here", "open", "bot"]
    """me: whoever opens the table; here: a friend on the same device; open: anybody who follows the link."""
    name: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    """The name of a friend on the same device."""
    level: int | None = None
    """The level of a bot."""
    commitment: Commitment = ""


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A new table, as its host wants it."""

    game: Annotated[str, msgspec.Meta(max_length=64)]
    options: dict[str, str] = {}
    position: Annotated[str, msgspec.Meta(max_length=20_000)] | None = None
    """The position to start from instead of the usual one. Such a match does not count for the high scores."""
    places: Annotated[list[PlaceSetup], msgspec.Meta(min_length=1, max_length=64)]
    """One for each seat."""
    time: Time = Time()
    public: bool = False
    """Whether the lobby lists the table while it has open seats."""
    watchers: bool = True
    """Whether spectators may watch."""


def bot_name(level: int, which: int = 1) -> str:
    """Return the name of a bot: the first of its level at a table, or a further one."""
    name = character(level).name
    return name if which == 1 else f"{name} {which}"


def bot_place(level: int | None, others: Iterable[Place] = ()) -> Place:
    """Return a seat for a bot, named unlike any of the others. Raises BadSetup if there is no such level."""
    number = levels.level(LEVEL if level is None else level).number
    taken = {place.name for place in others}
    name = next(name for which in count(1) if (name := bot_name(number, which)) not in taken)
    return Place(kind="bot", name=name, level=number)


def make_places(setup: Setup, host: Person) -> list[Place]:
    """Return the seats as they are when the table opens. Raises BadSetup or BadText."""
    if sum(place.kind == "me" for place in setup.places) > 1:
        raise BadSetup("You can only sit in one seat yourself. Seats for friends on this device have the kind 'here'.")
    places: list[Place] = []
    for place in setup.places:
        places.append(_place(place, places, host))
    return places


def _place(place: PlaceSetup, before: list[Place], host: Person) -> Place:
    if place.kind == "open":
        return Place(kind="open")
    if place.kind == "bot":
        return bot_place(place.level, before)
    if place.kind == "me":
        return Place(kind="person", player=host.player, name=clean_name(host.name), commitment=place.commitment)
    name = f"Player {len(before) + 1}" if place.name is None else clean_name(place.name)
    return Place(kind="person", player=host.player, name=name, commitment=place.commitment, here=True)


def check_time(time: Time) -> Time:
    """Return the time setting if it is within the limits. Raises BadSetup."""
    if time.kind == "bullet" and not 1 <= time.seconds <= LONGEST_TURN:
        raise BadSetup(f"A turn can last 1 to {LONGEST_TURN:,} seconds, not {time.seconds}.")
    if time.kind == "clock" and not 1 <= time.seconds <= LONGEST_CLOCK:
        raise BadSetup(f"A clock can start with 1 to {LONGEST_CLOCK:,} seconds, not {time.seconds}.")
    if not 0 <= time.increment <= LARGEST_INCREMENT:
        raise BadSetup(f"A clock can gain 0 to {LARGEST_INCREMENT:,} seconds per turn, not {time.increment}.")
    return time
