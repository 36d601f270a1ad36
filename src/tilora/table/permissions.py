"""Who may do what at a table: what a command is asked with, and what it has to fulfil first. Nothing changes here."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from tilora.kernel import Match
from tilora.table.errors import NotAllowed, NotNow, NotYourSeat, NotYourTurn
from tilora.table.log_lines import in_sentence
from tilora.table.setup import Person
from tilora.table.state import TableState


class Request(NamedTuple):
    """Who sent a command, when, and how long the network delayed it and the server let it wait."""

    who: Person
    at: int
    lag: int
    waited: int = 0
    away: Mapping[int, int] = MappingProxyType({})
    """By seat: for how many milliseconds its person has not been connected, as far as the server knows."""
    at_once: bool = False
    """Whether the client shows nothing that its time could wait for."""


def may_watch(table: TableState, player: str) -> bool:
    """Whether the player may look at the table."""
    waiting = table.status == "waiting" and bool(table.open_seats)
    return table.watchers or waiting or player == table.opened.host or bool(table.seats_of(player))


def require_own_seat(table: TableState, seat: int, who: Person) -> None:
    """Raise NotYourSeat unless the seat belongs to this person."""
    if not 0 <= seat < len(table.places):
        raise NotYourSeat(f"There is no seat {seat + 1}: the table has {len(table.places)} seats.")
    if table.places[seat].player != who.player:
        raise NotYourSeat(f"Seat {seat + 1} is not yours.")


def require_own_turn(table: TableState, seat: int, who: Person) -> Match:
    """Return the match, in which this person must decide for that seat now. Raises an error otherwise."""
    require_own_seat(table, seat, who)
    match = require_running(table)
    if match.turn != seat:
        raise NotYourTurn(f"It is {in_sentence(table.places[match.turn].name)}'s turn, in seat {match.turn + 1}.")
    if table.is_finishing(seat):
        raise NotNow("The AI is finishing this turn.")
    if table.drivers[seat] is not None:
        raise NotNow("A bot is playing this seat." + ("" if table.gave_up[seat] else " Take it back first."))
    return match


def require_running(table: TableState) -> Match:
    if table.running_match is None:
        waiting = table.status == "waiting"
        raise NotNow("The match has not started yet." if waiting else "The match is over.")
    return table.running_match


def require_waiting(table: TableState) -> None:
    if table.status != "waiting":
        raise NotNow("The match has already started.")
    if table.draw_began is not None:
        raise NotNow("All seats are taken, and the match is about to start.")


def require_host(table: TableState, who: Person) -> None:
    if who.player != table.opened.host:
        raise NotAllowed(f"Only the host, {table.host_name}, can do that.")


def check_reaction(table: TableState, seat: int, who: Person) -> None:
    """Raise an error unless this person may show a reaction beside the name of that seat."""
    if table.closed:
        raise NotNow("The table is closed.")
    require_own_seat(table, seat, who)
    if who.player in table.muted:
        raise NotAllowed("The host has muted you.")


def require_control(table: TableState, seat: int, who: Person) -> None:
    """Raise an error unless the seat belongs to this person in a running match, and they have not given it up."""
    require_own_seat(table, seat, who)
    require_running(table)
    if table.gave_up[seat]:
        raise NotNow("A bot plays this seat to the end. You can't take it back.")
