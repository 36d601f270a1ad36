"""The rules of a table: who may do what, and when, and which events a command leads to. Nothing changes here.

Each function returns the events, or raises the error that says what is wrong. A command that would change nothing
leads to no events.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from tilora.ai.players import levels
from tilora.kernel import Action, Match, UnreadableAction
from tilora.table.clean_text import clean_chat, clean_name
from tilora.table.commands import (
    Abort,
    AnyCommand,
    Close,
    GiveUp,
    HandOver,
    Join,
    Leave,
    Mute,
    Play,
    Rematch,
    Say,
    SetPlace,
    SetTime,
    SetWatchers,
    StandIn,
    Start,
    TakeBack,
    Undo,
)
from tilora.table.errors import NotAllowed, NotNow, NotYourSeat, NotYourTurn, SeatTaken, Stale
from tilora.table.events import (
    Aborted,
    AnyEvent,
    Closed,
    HandedOver,
    Joined,
    Muted,
    Place,
    PlaceSet,
    Played,
    RematchWanted,
    Said,
    StandInAsked,
    Started,
    TakenBack,
    TimeSet,
    Undone,
    WatchersSet,
)
from tilora.table.pending import PendingDecision
from tilora.table.setup import LEVEL, Person, bot_place, check_time
from tilora.table.state import TableState

MOST_CHAT = 2_000
"""Lines of chat at one table: they are kept as long as the match."""
MOST_CHANGES = 500
"""How often one person can change the seats, the time or who may do what."""
MOST_BEFORE_START = 5_000
"""The same limit for everybody together, while strangers can still come and go."""
MOST_UNDOS = 2_000
"""Counted for each seat by itself, so that nobody learns what others take back."""
ABORTABLE = 2
"""A match can be aborted until this many turns have been played."""


class Request(NamedTuple):
    """Who sent a command, when, and how long the network and the server delayed it."""

    who: Person
    at: int
    lag: int
    cause: str
    """Goes into the first event."""


class Decision(NamedTuple):
    """The events that a command leads to, in the state that it was decided in."""

    events: list[AnyEvent]
    action: Action | None = None
    """What the event plays, if it is a `Played`: already read from its text and found legal in this position."""


def decide(table: TableState, command: AnyCommand, request: Request) -> Decision:
    """Return what the command leads to."""
    if table.closed:
        raise NotNow("The table is closed.")
    if type(command) in _REPEATABLE:
        _check_change_limit(table, request.who)
    if isinstance(command, Play):
        return _play(table, command, request)
    return Decision(_DECISIONS[type(command)](table, command, request))


def _check_change_limit(table: TableState, who: Person) -> None:
    """Raise NotNow before the log of a table grows without end."""
    if table.change_counts[who.player] >= MOST_CHANGES:
        raise NotNow(f"You have made {MOST_CHANGES} changes at this table. That is the limit.")
    if table.status == "waiting" and table.change_counts.total() >= MOST_BEFORE_START:
        raise NotNow("This table has been changed too often before its start. Please open a new one.")


# Who may do what


def may_watch(table: TableState, player: str) -> bool:
    """Whether the player may look at the table."""
    waiting = table.status == "waiting" and bool(table.open_seats)
    return table.watchers or waiting or player == table.opened.host or bool(table.seats_of(player))


def require_own_seat(table: TableState, seat: int, who: Person) -> None:
    """Raise NotYourSeat unless the seat belongs to this person."""
    if not 0 <= seat < len(table.places):
        raise NotYourSeat(f"There is no seat {seat + 1}; there are {len(table.places)}.")
    if table.places[seat].player != who.player:
        raise NotYourSeat(f"Seat {seat + 1} is not yours.")


def require_own_turn(table: TableState, seat: int, who: Person) -> Match:
    """Return the match, in which this person must decide for that seat now. Raises an error otherwise."""
    require_own_seat(table, seat, who)
    match = _require_running(table)
    if match.turn != seat:
        raise NotYourTurn(f"It is the turn of {table.places[match.turn].name} in seat {match.turn + 1}.")
    if table.is_finishing(seat):
        raise NotNow("The AI is finishing this turn.")
    if table.drivers[seat] is not None:
        raise NotNow("A bot is playing this seat." + ("" if table.gave_up[seat] else " Take it back first."))
    return match


def _require_running(table: TableState) -> Match:
    if table.running_match is None:
        waiting = table.status == "waiting"
        raise NotNow("The match has not started yet." if waiting else "The match is over.")
    return table.running_match


def _require_waiting(table: TableState) -> None:
    if table.status != "waiting":
        raise NotNow("The match has already started.")


def _require_host(table: TableState, who: Person) -> None:
    if who.player != table.opened.host:
        raise NotAllowed(f"Only the host, {table.host_name}, can do that.")


# Before the start


def _join(table: TableState, command: Join, request: Request) -> list[AnyEvent]:
    _require_waiting(table)
    if table.seats_of(request.who.player):
        raise NotNow("You already have a seat here.")
    seat, free = command.seat, table.open_seats
    if seat is not None and seat >= len(table.places):
        raise NotYourSeat(f"There is no seat {seat + 1}; there are {len(table.places)}.")
    if not free or (seat is not None and seat not in free):
        raise SeatTaken("All seats are taken." if seat is None else f"Seat {seat + 1} is taken.")
    taken = free[0] if seat is None else seat
    name = clean_name(request.who.name)
    joined = Joined(
        at=request.at, cause=request.cause, seat=taken, player=request.who.player, name=name, nonce=command.nonce
    )
    return [joined, Started(at=request.at)] if free == [taken] else [joined]


def _leave(table: TableState, command: Leave, request: Request) -> list[AnyEvent]:
    require_own_seat(table, command.seat, request.who)
    if table.status == "running":
        raise NotNow("The match has started. You can hand your seat over to a bot, or give up.")
    _require_waiting(table)
    return [PlaceSet(at=request.at, cause=request.cause, seat=command.seat, place=Place(kind="open"))]


def _set_place(table: TableState, command: SetPlace, request: Request) -> list[AnyEvent]:
    _require_host(table, request.who)
    _require_waiting(table)
    if command.seat >= len(table.places):
        raise NotYourSeat(f"There is no seat {command.seat + 1}; there are {len(table.places)}.")
    others = [place for seat, place in enumerate(table.places) if seat != command.seat]
    place = Place(kind="open") if command.place == "open" else bot_place(command.level, others)
    if table.places[command.seat] == place:
        return []
    return [PlaceSet(at=request.at, cause=request.cause, seat=command.seat, place=place)]


def _set_time(table: TableState, command: SetTime, request: Request) -> list[AnyEvent]:
    _require_host(table, request.who)
    _require_waiting(table)
    time = check_time(command.time)
    return [] if time == table.time else [TimeSet(at=request.at, cause=request.cause, time=time)]


def _start(table: TableState, command: Start, request: Request) -> list[AnyEvent]:
    _require_host(table, request.who)
    _require_waiting(table)
    if table.open_seats:
        raise NotNow(f"Seat {table.open_seats[0] + 1} is still open. Wait for somebody to join, or put a bot there.")
    return [Started(at=request.at, cause=request.cause)]


# In the match


def _require_current_position(table: TableState, command: Play | Undo | StandIn, request: Request) -> Match:
    """Return the match if the command is for the position that its seat sees now, and in time. Raises otherwise."""
    require_own_seat(table, command.seat, request.who)
    _require_running(table)
    if command.moment != table.moments[command.seat]:
        raise Stale("The position has changed since you looked. Please look again.")
    match = require_own_turn(table, command.seat, request.who)
    if table.clock.is_late(request.at, request.lag):
        raise NotNow("Your time is up.")
    return match


def _play(table: TableState, command: Play, request: Request) -> Decision:
    match = _require_current_position(table, command, request)
    action, lag = _read_action(match, command.action), table.clock.credit(request.at, request.lag)
    played = Played(at=request.at, cause=request.cause, seat=command.seat, action=action.text, lag=lag)
    return Decision([played], action)


def answer_pending(match: Match, pending: PendingDecision, text: str, at: int) -> Decision:
    """Return what a program's answer to the pending decision leads to. Raises IllegalAction or UnreadableAction."""
    action = _read_action(match, text)
    return Decision([Played(at=at, seat=pending.seat, action=action.text, by=pending.by)], action)


def _read_action(match: Match, text: str) -> Action:
    """Return the action with that text, which is legal now. A turn of several actions is refused.

    If the second could be refused after chance had answered the first, people could try out their luck.
    """
    if ";" in text:
        raise UnreadableAction("At a table, actions are played one at a time. Leave out the semicolon.")
    return match.check(text)


def _undo(table: TableState, command: Undo, request: Request) -> list[AnyEvent]:
    match = _require_current_position(table, command, request)
    if not match.drafted:
        raise NotNow("There is nothing to take back. Chance, or the end of a turn, makes actions final.")
    if table.undo_counts[command.seat] >= MOST_UNDOS:
        raise NotNow(f"You have taken back {MOST_UNDOS:,} actions in this match. That is the limit.")
    return [Undone(at=request.at, cause=request.cause, seat=command.seat)]


def _stand_in(table: TableState, command: StandIn, request: Request) -> list[AnyEvent]:
    _require_current_position(table, command, request)
    return [StandInAsked(at=request.at, cause=request.cause, seat=command.seat, reason="asked")]


def _hand_over(table: TableState, command: HandOver, request: Request) -> list[AnyEvent]:
    _require_control(table, command.seat, request.who)
    level = levels.level(command.level).number
    if table.drivers[command.seat] == level:
        return []
    return [HandedOver(at=request.at, cause=request.cause, seat=command.seat, level=level, reason="asked")]


def _require_control(table: TableState, seat: int, who: Person) -> None:
    """Raise an error unless the seat belongs to this person in a running match, and they have not given it up."""
    require_own_seat(table, seat, who)
    _require_running(table)
    if table.gave_up[seat]:
        raise NotNow("A bot plays this seat to the end. You can't take it back.")


def _take_back(table: TableState, command: TakeBack, request: Request) -> list[AnyEvent]:
    _require_control(table, command.seat, request.who)
    if table.drivers[command.seat] is None:
        return []
    return [TakenBack(at=request.at, cause=request.cause, seat=command.seat)]


def _give_up(table: TableState, command: GiveUp, request: Request) -> list[AnyEvent]:
    _require_control(table, command.seat, request.who)
    level = table.drivers[command.seat] or LEVEL
    return [HandedOver(at=request.at, cause=request.cause, seat=command.seat, level=level, reason="gave-up")]


def _abort(table: TableState, command: Abort, request: Request) -> list[AnyEvent]:
    match = _require_running(table)
    if not any(not table.gave_up[seat] for seat in table.seats_of(request.who.player)):
        raise NotAllowed("Only players can end the match.")
    if match.turns - table.first_turn >= ABORTABLE:
        raise NotNow("Two turns have been played, so the match goes on. You can hand over your seat, or give up.")
    return [Aborted(at=request.at, cause=request.cause, player=request.who.player)]


# Around the match


def _say(table: TableState, command: Say, request: Request) -> list[AnyEvent]:
    who = request.who
    if not may_watch(table, who.player):
        raise NotAllowed("The host does not allow spectators at this table.")
    if who.player in table.muted:
        raise NotAllowed("The host has muted you.")
    if table.chat_count >= MOST_CHAT:
        raise NotNow(f"The chat of this table is full: it has {MOST_CHAT:,} lines.")
    text, name = clean_chat(command.text), clean_name(who.name)
    return [Said(at=request.at, cause=request.cause, player=who.player, name=name, text=text)]


def _mute(table: TableState, command: Mute, request: Request) -> list[AnyEvent]:
    _require_host(table, request.who)
    if command.player == table.opened.host:
        raise NotAllowed("The host can't be muted.")
    if (command.player in table.muted) == command.muted:
        return []
    return [Muted(at=request.at, cause=request.cause, player=command.player, muted=command.muted)]


def _set_watchers(table: TableState, command: SetWatchers, request: Request) -> list[AnyEvent]:
    _require_host(table, request.who)
    if command.watchers == table.watchers:
        return []
    return [WatchersSet(at=request.at, cause=request.cause, watchers=command.watchers)]


def _close(table: TableState, command: Close, request: Request) -> list[AnyEvent]:
    _require_host(table, request.who)
    playing = [
        place.name
        for seat, place in enumerate(table.places)
        if place.kind == "person" and place.player != request.who.player and not table.gave_up[seat]
    ]
    if table.status == "running" and playing:
        raise NotNow(f"{playing[0]} is still playing. You can hand your seat over to a bot, or give up.")
    return [Closed(at=request.at, cause=request.cause, player=request.who.player)]


def _rematch(table: TableState, command: Rematch, request: Request) -> list[AnyEvent]:
    require_own_seat(table, command.seat, request.who)
    if table.status not in ("finished", "aborted"):
        raise NotNow("You can ask for a rematch when this match has ended.")
    if table.rematch or table.wants_rematch[command.seat]:
        return []
    return [RematchWanted(at=request.at, cause=request.cause, seat=command.seat)]


_REPEATABLE = frozenset({Join, Leave, SetPlace, SetTime, HandOver, TakeBack, Mute, SetWatchers})
"""Commands that lead to the events of `state.REPEATABLE`: those are counted, and these refused once there are many."""
_DECISIONS: dict[type[AnyCommand], Callable[[TableState, Any, Request], list[AnyEvent]]] = {
    Undo: _undo,
    StandIn: _stand_in,
    HandOver: _hand_over,
    TakeBack: _take_back,
    GiveUp: _give_up,
    Join: _join,
    Leave: _leave,
    SetPlace: _set_place,
    SetTime: _set_time,
    Start: _start,
    Say: _say,
    Mute: _mute,
    SetWatchers: _set_watchers,
    Abort: _abort,
    Close: _close,
    Rematch: _rematch,
}
