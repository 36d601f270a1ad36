"""Deciding what a command leads to: the rules of a table. Nothing is changed here; what is right becomes events.

Each function raises the error that says what is wrong, or returns the events; no events if all is so already.
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
"""Lines of chat at one table: what is said is kept as long as the match."""
MOST_CHANGES = 500
"""How often one person can change something around the match: seats, time, rights."""
MOST_BEFORE_START = 5_000
"""The same of all together, as long as strangers can come and go."""
MOST_UNDOS = 2_000
"""For each seat by itself, so that nobody learns from it what others take back."""
ABORTABLE = 2
"""A match can be aborted while fewer turns than this have ended."""


class Request(NamedTuple):
    """Who asked, when, and how much the network and the server held it up. `cause` goes into the first event."""

    who: Person
    at: int
    lag: int
    cause: str


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
    """The log of a table must not grow without end."""
    if table.change_counts[who.player] >= MOST_CHANGES:
        raise NotNow(f"You have changed something at this table {MOST_CHANGES} times; let it be as it is now.")
    if table.status == "waiting" and table.change_counts.total() >= MOST_BEFORE_START:
        raise NotNow("Too much has been changed at this table before its start. Open a new one.")


# Who may


def may_watch(table: TableState, player: str) -> bool:
    """Whether they may look at the table."""
    waiting = table.status == "waiting" and bool(table.open_seats)
    return table.watchers or waiting or player == table.opened.host or bool(table.seats_of(player))


def require_own_seat(table: TableState, seat: int, who: Person) -> None:
    """Raises NotYourSeat unless the seat is theirs."""
    if not 0 <= seat < len(table.places):
        raise NotYourSeat(f"There is no seat {seat + 1}; there are {len(table.places)}.")
    if table.places[seat].player != who.player:
        raise NotYourSeat(f"Seat {seat + 1} is not yours.")


def require_own_turn(table: TableState, seat: int, who: Person) -> Match:
    """The match, in which it is theirs to decide for that seat now."""
    require_own_seat(table, seat, who)
    match = _require_running(table)
    if match.turn != seat:
        raise NotYourTurn(f"It is the turn of {table.places[match.turn].name}, in seat {match.turn + 1}.")
    if table.is_finishing(seat):
        raise NotNow("The AI is finishing this turn.")
    if table.drivers[seat] is not None:
        raise NotNow("A bot plays this seat." + ("" if table.gave_up[seat] else " Take it back first."))
    return match


def _require_running(table: TableState) -> Match:
    if table.running_match is None:
        waiting = table.status == "waiting"
        raise NotNow("The match has not begun yet." if waiting else "The match is over.")
    return table.running_match


def _require_waiting(table: TableState) -> None:
    if table.status != "waiting":
        raise NotNow("The match has begun already.")


def _require_host(table: TableState, who: Person) -> None:
    if who.player != table.opened.host:
        raise NotAllowed(f"Only the host, {table.host_name}, may do that.")


# Before the start


def _join(table: TableState, command: Join, request: Request) -> list[AnyEvent]:
    _require_waiting(table)
    if table.seats_of(request.who.player):
        raise NotNow("You have a seat here already.")
    seat, free = command.seat, table.open_seats
    if seat is not None and seat >= len(table.places):
        raise NotYourSeat(f"There is no seat {seat + 1}; there are {len(table.places)}.")
    if not free or (seat is not None and seat not in free):
        raise SeatTaken("No seat is open." if seat is None else f"Seat {seat + 1} is taken.")
    taken = free[0] if seat is None else seat
    name = clean_name(request.who.name)
    joined = Joined(
        at=request.at, cause=request.cause, seat=taken, player=request.who.player, name=name, nonce=command.nonce
    )
    return [joined, Started(at=request.at)] if free == [taken] else [joined]


def _leave(table: TableState, command: Leave, request: Request) -> list[AnyEvent]:
    require_own_seat(table, command.seat, request.who)
    if table.status == "running":
        raise NotNow("The match has begun. Hand the seat over to a bot, or give up.")
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
        raise NotNow(f"Seat {table.open_seats[0] + 1} is still open. Wait for somebody, or put a bot there.")
    return [Started(at=request.at, cause=request.cause)]


# In the match


def _require_current_position(table: TableState, command: Play | Undo | StandIn, request: Request) -> Match:
    """The match, if the command was meant for the position that its seat sees, and is not too late."""
    require_own_seat(table, command.seat, request.who)
    _require_running(table)
    if command.moment != table.moments[command.seat]:
        raise Stale("The position has changed since you looked. Look again, then decide.")
    match = require_own_turn(table, command.seat, request.who)
    if table.clock.is_late(request.at, request.lag):
        raise NotNow("Your time is up.")
    return match


def _play(table: TableState, command: Play, request: Request) -> Decision:
    match = _require_current_position(table, command, request)
    action, lag = _read_action(match, command.action), table.clock.credit(request.at, request.lag)
    played = Played(at=request.at, cause=request.cause, seat=command.seat, action=str(action), lag=lag)
    return Decision([played], action)


def answer_pending(match: Match, pending: PendingDecision, text: str, at: int) -> Decision:
    """Return what a program's answer to the pending decision leads to. Raises IllegalAction or UnreadableAction."""
    action = _read_action(match, text)
    return Decision([Played(at=at, seat=pending.seat, action=str(action), by=pending.by)], action)


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
        raise NotNow("There is nothing that could be taken back: luck or the end of a turn makes what was done stand.")
    if table.undo_counts[command.seat] >= MOST_UNDOS:
        raise NotNow(f"You have taken back {MOST_UNDOS:,} actions in this match. What is done stands from now on.")
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
    require_own_seat(table, seat, who)
    _require_running(table)
    if table.gave_up[seat]:
        raise NotNow("A bot plays this seat to the end, and it can't be taken back.")


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
        raise NotAllowed("Only who plays here may end the match.")
    if match.turns - table.first_turn >= ABORTABLE:
        raise NotNow("Two turns have been played: the match goes on. You can hand your seat over, or give up.")
    return [Aborted(at=request.at, cause=request.cause, player=request.who.player)]


# Around it


def _say(table: TableState, command: Say, request: Request) -> list[AnyEvent]:
    who = request.who
    if not may_watch(table, who.player):
        raise NotAllowed("Spectators are kept out of this table.")
    if who.player in table.muted:
        raise NotAllowed("The host has taken the word from you.")
    if table.chat_count >= MOST_CHAT:
        raise NotNow(f"{MOST_CHAT:,} lines have been said at this table; there is no room for more.")
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
        raise NotNow(f"The match is running, and {playing[0]} plays on. You can hand your seat over, or give up.")
    return [Closed(at=request.at, cause=request.cause, player=request.who.player)]


def _rematch(table: TableState, command: Rematch, request: Request) -> list[AnyEvent]:
    require_own_seat(table, command.seat, request.who)
    if table.status not in ("finished", "aborted"):
        raise NotNow("First this match must come to its end.")
    if table.rematch or table.wants_rematch[command.seat]:
        return []
    return [RematchWanted(at=request.at, cause=request.cause, seat=command.seat)]


_REPEATABLE = frozenset({Join, Leave, SetPlace, SetTime, HandOver, TakeBack, Mute, SetWatchers})
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
