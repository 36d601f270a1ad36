"""What commands lead to in the match: playing, taking back, handing over and giving up. Nothing changes here."""

from copy import copy
from typing import NamedTuple

from tilora.ai.players import levels
from tilora.kernel import Action, Match, UnreadableAction
from tilora.table.commands import (
    Abort,
    ClaimWin,
    GiveUp,
    HandOver,
    Play,
    Retract,
    Shown,
    StandIn,
    TakeBack,
    Undo,
)
from tilora.table.errors import NotAllowed, NotNow, Stale
from tilora.table.events import (
    Aborted,
    AnyEvent,
    Forfeited,
    HandedOver,
    Played,
    Retracted,
    StandInAsked,
    TakenBack,
    TimeBegun,
    Undone,
)
from tilora.table.pending import PendingDecision
from tilora.table.permissions import Request, require_control, require_own_seat, require_own_turn, require_running
from tilora.table.setup import LEVEL
from tilora.table.showing import show_time
from tilora.table.state import TableState

MOST_UNDOS = 2_000
"""Counted for each seat by itself, so that nobody learns what others take back."""
AWAY_GRACE = 180_000
"""Milliseconds that somebody whose turn it is may be away, before others can claim that they have lost."""
SOON = 50
"""Milliseconds: time that starts so soon needs no message."""
ABORTABLE = 2
"""A match can be aborted until this many turns have been played."""


class Decision(NamedTuple):
    """The events that a command leads to, in the state that it was decided in."""

    events: list[AnyEvent]
    action: Action | None = None
    """What the event plays, if it is a `Played`: already read from its text and found legal in this position."""


def _require_moment(table: TableState, command: Play | Undo | Retract | StandIn, request: Request) -> Match:
    """Return the match if the command is for the position that its seat sees now. Raises otherwise."""
    require_own_seat(table, command.seat, request.who)
    match = require_running(table)
    if command.moment != table.moments[command.seat]:
        raise Stale("The position has changed since you looked. Please look again.")
    return match


def _require_current_position(table: TableState, command: Play | Undo | StandIn, request: Request) -> Match:
    """Return the match if the command is for the position that its seat sees now, and in time. Raises otherwise."""
    _require_moment(table, command, request)
    match = require_own_turn(table, command.seat, request.who)
    if table.clock.is_late(request.at, request.lag, request.waited, at_once=request.at_once):
        raise NotNow("Your time is up.")
    return match


def play(table: TableState, command: Play, request: Request) -> Decision:
    match = _require_current_position(table, command, request)
    action = _read_action(match, command.action)
    lag = table.clock.credit(request.at, request.lag, request.waited, at_once=request.at_once)
    played = Played(
        at=request.at,
        seat=command.seat,
        action=action.text,
        lag=lag,
        waited=min(lag, max(0, request.waited)),
        showing=_show_time(table, match, action),
        at_once=request.at_once and table.clock.running is not None,
    )
    return Decision([played], action)


def answer_pending(table: TableState, match: Match, pending: PendingDecision, text: str, at: int) -> Decision:
    """Return what a program's answer to the pending decision leads to. Raises IllegalAction or UnreadableAction."""
    action = _read_action(match, text)
    showing = _show_time(table, match, action)
    played = Played(at=at, seat=pending.seat, action=action.text, by=pending.by, showing=showing)
    return Decision([played], action)


def _show_time(table: TableState, match: Match, action: Action) -> int:
    return 0 if table.time.kind == "none" else show_time(match, action)


def shown(table: TableState, command: Shown, request: Request) -> list[AnyEvent]:
    """Start the time that waits. Too late, or for another position, this changes nothing."""
    require_own_seat(table, command.seat, request.who)
    clock = table.clock
    if clock.running != command.seat or command.moment != table.moments[command.seat] or clock.waits(request.at) < SOON:
        return []
    return [TimeBegun(at=request.at, seat=command.seat)]


def _read_action(match: Match, text: str) -> Action:
    """Return the action with that text, which is legal now. A turn of several actions is refused.

    If the second could be refused after chance had answered the first, people could try out their luck.
    """
    if ";" in text:
        raise UnreadableAction("At a table, actions are played one at a time. Leave out the semicolon.")
    return match.check(text)


def undo(table: TableState, command: Undo, request: Request) -> list[AnyEvent]:
    match = _require_current_position(table, command, request)
    if not match.drafted:
        raise NotNow("There is nothing to take back. Chance, or the end of a turn, makes actions final.")
    keep = match.drafted - 1 if command.keep is None else command.keep
    undone = match.drafted - keep
    if undone < 1:
        raise NotNow(f"There are only {match.drafted} actions to take back.")
    if table.undo_counts[command.seat] + undone > MOST_UNDOS:
        raise NotNow(f"You have taken back {MOST_UNDOS:,} actions in this match. That is the limit.")
    if len(command.then) > undone:
        raise NotNow("You can replay at most as many actions as you take back.")
    again = _draft_again(match, undone, command.then) if command.then else []
    return [
        *[Undone(at=request.at, seat=command.seat) for _ in range(undone)],
        *[Played(at=request.at, seat=command.seat, action=action) for action in again],
    ]


def _draft_again(match: Match, undone: int, texts: list[str]) -> list[str]:
    """Return the texts of actions that can be played after undoing some, and be taken back again. Raises otherwise."""
    trial = copy(match)
    trial.undo(undone)
    found = []
    for count, text in enumerate(texts, 1 + trial.drafted):
        found.append(trial.play(_read_action(trial, text)).text)
        if trial.drafted != count:
            raise NotNow(f"{text!r} could not be taken back, so it can't be played together with others.")
    return found


def retract(table: TableState, command: Retract, request: Request) -> list[AnyEvent]:
    match = _require_moment(table, command, request)
    if table.why_no_retraction:
        raise NotNow(table.why_no_retraction)
    keep = table.last_turn_of(command.seat)
    if keep is None:
        raise NotNow("You have not finished a turn yet, so there is nothing to take back.")
    if table.undo_counts[command.seat] + match.played - keep > MOST_UNDOS:
        raise NotNow(f"You have taken back {MOST_UNDOS:,} actions in this match. That is the limit.")
    return [Retracted(at=request.at, seat=command.seat, keep=keep)]


def stand_in(table: TableState, command: StandIn, request: Request) -> list[AnyEvent]:
    _require_current_position(table, command, request)
    return [StandInAsked(at=request.at, seat=command.seat, reason="asked")]


def hand_over(table: TableState, command: HandOver, request: Request) -> list[AnyEvent]:
    require_control(table, command.seat, request.who)
    level = levels.level(command.level).number
    if table.drivers[command.seat] == level:
        return []
    return [HandedOver(at=request.at, seat=command.seat, level=level, reason="asked")]


def take_back(table: TableState, command: TakeBack, request: Request) -> list[AnyEvent]:
    require_control(table, command.seat, request.who)
    if table.drivers[command.seat] is None:
        return []
    return [TakenBack(at=request.at, seat=command.seat)]


def give_up(table: TableState, command: GiveUp, request: Request) -> list[AnyEvent]:
    require_control(table, command.seat, request.who)
    level = table.drivers[command.seat] or LEVEL
    return [Forfeited(at=request.at, seat=command.seat, level=level, reason="gave-up")]


def claim_win(table: TableState, command: ClaimWin, request: Request) -> list[AnyEvent]:
    match, seat = require_running(table), command.seat
    if not any(not table.gave_up[own] for own in table.seats_of(request.who.player)):
        raise NotAllowed("Only players can claim a win.")
    if seat >= len(table.places) or not table.person_decides(seat) or table.places[seat].player == request.who.player:
        raise NotNow("No other person plays in that seat.")
    name = table.places[seat].name
    if match.turn != seat:
        raise NotNow(f"It is not {name}'s turn.")
    away = request.away.get(seat)
    if away is None:
        raise NotNow(f"{name} is here.")
    if min(away, request.at - table.turn_began) < AWAY_GRACE:
        raise NotNow(f"{name} can still come back. You can claim the win when they have been away for three minutes.")
    return [Forfeited(at=request.at, seat=seat, level=LEVEL, reason="away")]


def abort(table: TableState, command: Abort, request: Request) -> list[AnyEvent]:
    match = require_running(table)
    if not any(not table.gave_up[seat] for seat in table.seats_of(request.who.player)):
        raise NotAllowed("Only players can end the match.")
    if match.turns - table.first_turn >= ABORTABLE:
        raise NotNow("After two turns, a match can't be cancelled. You can hand over your seat, or give up.")
    return [Aborted(at=request.at, player=request.who.player)]
