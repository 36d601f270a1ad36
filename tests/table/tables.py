"""Tables and people for the tests."""

import re
from collections.abc import Sequence
from typing import Any

from tilora.kernel import SPECTATOR, games
from tilora.table.commands import Join, Play
from tilora.table.events import AnyEvent, Time
from tilora.table.look import PositionLook
from tilora.table.setup import Person, PlaceSetup, Setup
from tilora.table.table import Table

ADA, BOB, EVE = Person("ada", "Ada"), Person("bob", "Bob"), Person("eve", "Eve")
"""The host; who joins; and a stranger."""
SECRET = "5ec2e7" * 10 + "abcd"
GAMES = [(game, seats) for game in games() for seats in sorted({min(game.seats), max(game.seats)})]
NAMES = [f"{game.name}-{seats}" for game, seats in GAMES]
BULLET, CLOCK = Time(kind="bullet", seconds=12), Time(kind="clock", seconds=60, increment=2)
LEGAL = frozenset({"legal"})

ids = iter(range(10**9))


def masked(frame: bytes) -> bytes:
    """The message without hashes that are keyed by the secret, and so tell nothing about what they are made of."""
    return re.sub(rb'"(head|draw)":"[0-9a-f]+"', rb'"\1":"..."', frame)


def next_id() -> str:
    """An id for a request that nobody has used."""
    return f"r{next(ids)}"


def place(word: str) -> PlaceSetup:
    """A seat by one word: me, here, open, bot, or bot-5."""
    kind, _, level = word.partition("-")
    kinds: Any = kind
    return PlaceSetup(kind=kinds, level=int(level) if level else None)


def opened(words: str = "me open", game: str = "pebbles", *, secret: str = SECRET, now: int = 0, **more: Any) -> Table:
    """A table of Ada's, with a seat for each word."""
    setup = Setup(game=game, places=[place(word) for word in words.split()], **more)
    return Table.open("t", setup, ADA, secret=secret, now=now)[0]


def started(words: str = "me open", game: str = "pebbles", *, now: int = 0, **more: Any) -> Table:
    """The same, with Bob in the open seat, so that the match is running."""
    table = opened(words, game, now=now, **more)
    if table.summary().status == "waiting":
        table.handle(Join(id=next_id()), BOB, now)
    assert table.summary().status == "running"
    return table


def position(table: Table, viewer: int = SPECTATOR, now: int = 0) -> PositionLook:
    """The position as the viewer sees it, with what they may do."""
    seen = table.look(viewer, now, wants=LEGAL).position
    assert isinstance(seen, PositionLook)
    return seen


def turn(table: Table) -> int:
    """The seat to act."""
    return position(table).turn


def owner(table: Table, seat: int) -> Person:
    """Whose seat it is."""
    return ADA if table.summary().places[seat].player == ADA.player else BOB


def play(
    table: Table, action: str | None = None, *, now: int = 0, lag: int = 0, at_once: bool = True
) -> list[AnyEvent]:
    """Whoever is to act plays that, or the first thing there is to do; with a client that shows nothing."""
    seat = turn(table)
    legal = position(table, seat).legal
    assert isinstance(legal, Sequence)
    command = Play(id=next_id(), seat=seat, moment=table.moment(seat), action=action or legal[0])
    return table.handle(command, owner(table, seat), now, lag=lag, at_once=at_once)


def play_to_the_end(table: Table, now: int = 0) -> None:
    """Everybody takes the last thing there is to do, bots too, until the match is over."""
    while table.summary().status == "running":
        if table.pending is not None:
            table.answer(table.pending, table.pending_view().texts()[-1], now)
        else:
            legal = position(table, turn(table)).legal
            assert isinstance(legal, list)
            play(table, legal[-1], now=now)
