"""What commands lead to before the start: who sits where, and how the match begins. Nothing changes here."""

from tilora.kernel import nonce_commitment
from tilora.table.clean_text import clean_name
from tilora.table.commands import (
    Join,
    Leave,
    Reveal,
    SetPlace,
    SetTime,
    Start,
)
from tilora.table.errors import NotAllowed, NotNow, NotYourSeat, SeatTaken
from tilora.table.events import (
    AnyEvent,
    DrawBegun,
    HandedOver,
    Joined,
    Place,
    PlaceSet,
    Revealed,
    Started,
    TimeSet,
)
from tilora.table.permissions import Request, require_host, require_own_seat, require_waiting
from tilora.table.setup import LEVEL, bot_place, check_time
from tilora.table.state import TableState

REVEAL_TIME = 20_000
"""Milliseconds that everybody has to reveal their nonces, before others can start without them."""


def join(table: TableState, command: Join, request: Request) -> list[AnyEvent]:
    require_waiting(table)
    if table.seats_of(request.who.player):
        raise NotNow("You already have a seat here.")
    seat, free = command.seat, table.open_seats
    if seat is not None and seat >= len(table.places):
        raise NotYourSeat(f"There is no seat {seat + 1}: the table has {len(table.places)} seats.")
    if not free or (seat is not None and seat not in free):
        raise SeatTaken("All seats are taken." if seat is None else f"Seat {seat + 1} is taken.")
    taken = free[0] if seat is None else seat
    name = clean_name(request.who.name)
    joined = Joined(
        at=request.at,
        seat=taken,
        player=request.who.player,
        name=name,
        commitment=command.commitment,
    )
    if free != [taken]:
        return [joined]
    return [joined, DrawBegun(at=request.at) if command.commitment else begin(table, request.at)]


def reveal(table: TableState, command: Reveal, request: Request) -> list[AnyEvent]:
    require_own_seat(table, command.seat, request.who)
    place = table.places[command.seat]
    if place.nonce == command.nonce:
        return []  # a page may reveal it twice, by the request that opened the table and by its socket
    if table.draw_began is None:
        raise NotNow("Nonces are revealed once, when all seats are taken.")
    if nonce_commitment(command.nonce) != place.commitment:
        raise NotAllowed("This is not the nonce that the seat has committed to: its SHA-256 is different.")
    revealed = Revealed(at=request.at, seat=command.seat, nonce=command.nonce)
    return [revealed, Started(at=request.at)] if table.unrevealed_seats == [command.seat] else [revealed]


def leave(table: TableState, command: Leave, request: Request) -> list[AnyEvent]:
    require_own_seat(table, command.seat, request.who)
    if table.status == "running":
        raise NotNow("The match has started. You can hand your seat over to a bot, or give up.")
    require_waiting(table)
    return [PlaceSet(at=request.at, seat=command.seat, place=Place(kind="open"))]


def set_place(table: TableState, command: SetPlace, request: Request) -> list[AnyEvent]:
    require_host(table, request.who)
    require_waiting(table)
    if command.seat >= len(table.places):
        raise NotYourSeat(f"There is no seat {command.seat + 1}: the table has {len(table.places)} seats.")
    others = [place for seat, place in enumerate(table.places) if seat != command.seat]
    place = Place(kind="open") if command.place == "open" else bot_place(command.level, others)
    if table.places[command.seat] == place:
        return []
    return [PlaceSet(at=request.at, seat=command.seat, place=place)]


def set_time(table: TableState, command: SetTime, request: Request) -> list[AnyEvent]:
    require_host(table, request.who)
    require_waiting(table)
    time = check_time(command.time)
    return [] if time == table.time else [TimeSet(at=request.at, time=time)]


def start(table: TableState, command: Start, request: Request) -> list[AnyEvent]:
    if table.draw_began is not None:
        return _start_without(table, table.draw_began, request)
    require_host(table, request.who)
    require_waiting(table)
    if table.open_seats:
        raise NotNow(f"Seat {table.open_seats[0] + 1} is still open. Wait for somebody to join, or put a bot there.")
    return [begin(table, request.at)]


def begin(table: TableState, at: int) -> AnyEvent:
    """Return what happens once all seats are taken: the seats reveal their nonces, or the match starts at once."""
    return DrawBegun(at=at) if table.unrevealed_seats else Started(at=at)


def _start_without(table: TableState, draw_began: int, request: Request) -> list[AnyEvent]:
    """Start the match without the nonces that are still missing. Bots play for those seats to the end.

    Whoever runs the server and keeps back a nonce knows all others, and so chooses between two seeds. That costs
    them the seat, so nothing is gained. Whoever plays against bots alone cheats nobody, and keeps the seat.
    """
    who, at = request.who, request.at
    if who.player != table.opened.host and not table.seats_of(who.player):
        raise NotAllowed("Only players can start the match.")
    started = Started(at=at)
    persons = {place.player for place in table.places if place.kind == "person"}
    if persons == {who.player}:
        return [started]
    missing = table.unrevealed_seats
    if at < draw_began + REVEAL_TIME:
        name = table.places[missing[0]].name
        raise NotNow(f"{name} still has a moment to come back. You can start without them after 20 seconds.")
    return [started, *(HandedOver(at=at, seat=seat, level=LEVEL, reason="unrevealed") for seat in missing)]
