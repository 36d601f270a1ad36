"""The rules of a table: who may do what, and when, and which events a command leads to. Nothing changes here.

Each function returns the events, or raises the error that says what is wrong. A command that would change nothing
leads to no events.
"""

from collections.abc import Callable, Mapping
from copy import copy
from types import MappingProxyType
from typing import Any, NamedTuple

from tilora.ai.players import levels
from tilora.kernel import Action, Match, UnreadableAction, nonce_commitment
from tilora.table.clean_text import clean_chat, clean_name
from tilora.table.commands import (
    Abort,
    AnyCommand,
    ClaimWin,
    Close,
    GiveUp,
    HandOver,
    Join,
    Leave,
    Mute,
    Play,
    Rematch,
    Retract,
    Reveal,
    Say,
    SetPlace,
    SetTime,
    SetWatchers,
    Shown,
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
    DrawBegun,
    Forfeited,
    HandedOver,
    Joined,
    Muted,
    Place,
    PlaceSet,
    Played,
    RematchWanted,
    Retracted,
    Revealed,
    Said,
    StandInAsked,
    Started,
    TakenBack,
    TimeBegun,
    TimeSet,
    Undone,
    WatchersSet,
)
from tilora.table.log_lines import in_sentence
from tilora.table.pending import PendingDecision
from tilora.table.setup import LEVEL, Person, bot_place, check_time
from tilora.table.showing import show_time
from tilora.table.state import TableState, chat_size

CHAT_OF_PLAYER = 256 << 10
"""Bytes of chat by the host, and by each person with a seat: they are kept as long as the match."""
CHAT_OF_STRANGERS = 128 << 10
"""Bytes of chat by everybody else together."""
CHAT_OF_STRANGER = 16 << 10
"""Bytes of chat by one of them."""
MOST_CHANGES = 500
"""How often one person can change the seats, the time or who may do what; and once more each minute."""
MOST_COMINGS = 20
"""How often one person can come and go before the start, unless it is the host."""
MOST_BEFORE_START = 5_000
"""The same limit for all of them together; and one can come and go more each minute. It is for those who want a seat,
not for those who have one."""
MOST_UNDOS = 2_000
"""Counted for each seat by itself, so that nobody learns what others take back."""
AWAY_GRACE = 180_000
"""Milliseconds that somebody whose turn it is may be away, before others can claim that they have lost."""
REVEAL_TIME = 20_000
"""Milliseconds that everybody has to reveal their nonces, before others can start without them."""
SOON = 50
"""Milliseconds: time that starts so soon needs no message."""
ABORTABLE = 2
"""A match can be aborted until this many turns have been played."""


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
        _check_change_limit(table, command, request)
    if isinstance(command, Play):
        return _play(table, command, request)
    return Decision(_DECISIONS[type(command)](table, command, request))


def _check_change_limit(table: TableState, command: AnyCommand, request: Request) -> None:
    """Raise NotNow before the log of a table grows without end. What strangers do never counts against others."""
    if isinstance(command, Leave):
        return  # only those who have joined can leave
    player, minutes = request.who.player, (request.at - table.opened.at) // 60_000
    changes = table.change_counts[player]
    if changes >= MOST_CHANGES + minutes:
        raise NotNow(f"You have made {changes} changes at this table. That is the limit for now.")
    if isinstance(command, Join) and player != table.opened.host:
        if changes >= MOST_COMINGS:
            raise NotNow("You have come and gone too often at this table.")
        if table.stranger_changes >= MOST_BEFORE_START + 2 * minutes:
            raise NotNow("Too many people have come and gone at this table. Please try again in a minute.")


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
        raise NotYourTurn(f"It is the turn of {in_sentence(table.places[match.turn].name)} in seat {match.turn + 1}.")
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
    if table.draw_began is not None:
        raise NotNow("All seats are taken, and the match is about to start.")


def _require_host(table: TableState, who: Person) -> None:
    if who.player != table.opened.host:
        raise NotAllowed(f"Only the host, {table.host_name}, can do that.")


def check_reaction(table: TableState, seat: int, who: Person) -> None:
    """Raise an error unless this person may show a reaction beside the name of that seat."""
    if table.closed:
        raise NotNow("The table is closed.")
    require_own_seat(table, seat, who)
    if who.player in table.muted:
        raise NotAllowed("The host has muted you.")


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
        at=request.at,
        seat=taken,
        player=request.who.player,
        name=name,
        commitment=command.commitment,
    )
    if free != [taken]:
        return [joined]
    return [joined, DrawBegun(at=request.at) if command.commitment else begin(table, request.at)]


def _reveal(table: TableState, command: Reveal, request: Request) -> list[AnyEvent]:
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


def _leave(table: TableState, command: Leave, request: Request) -> list[AnyEvent]:
    require_own_seat(table, command.seat, request.who)
    if table.status == "running":
        raise NotNow("The match has started. You can hand your seat over to a bot, or give up.")
    _require_waiting(table)
    return [PlaceSet(at=request.at, seat=command.seat, place=Place(kind="open"))]


def _set_place(table: TableState, command: SetPlace, request: Request) -> list[AnyEvent]:
    _require_host(table, request.who)
    _require_waiting(table)
    if command.seat >= len(table.places):
        raise NotYourSeat(f"There is no seat {command.seat + 1}; there are {len(table.places)}.")
    others = [place for seat, place in enumerate(table.places) if seat != command.seat]
    place = Place(kind="open") if command.place == "open" else bot_place(command.level, others)
    if table.places[command.seat] == place:
        return []
    return [PlaceSet(at=request.at, seat=command.seat, place=place)]


def _set_time(table: TableState, command: SetTime, request: Request) -> list[AnyEvent]:
    _require_host(table, request.who)
    _require_waiting(table)
    time = check_time(command.time)
    return [] if time == table.time else [TimeSet(at=request.at, time=time)]


def _start(table: TableState, command: Start, request: Request) -> list[AnyEvent]:
    if table.draw_began is not None:
        return _start_without(table, table.draw_began, request)
    _require_host(table, request.who)
    _require_waiting(table)
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


# In the match


def _require_moment(table: TableState, command: Play | Undo | Retract | StandIn, request: Request) -> Match:
    """Return the match if the command is for the position that its seat sees now. Raises otherwise."""
    require_own_seat(table, command.seat, request.who)
    match = _require_running(table)
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


def _play(table: TableState, command: Play, request: Request) -> Decision:
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


def _shown(table: TableState, command: Shown, request: Request) -> list[AnyEvent]:
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


def _undo(table: TableState, command: Undo, request: Request) -> list[AnyEvent]:
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


def _retract(table: TableState, command: Retract, request: Request) -> list[AnyEvent]:
    match = _require_moment(table, command, request)
    if table.why_no_retraction:
        raise NotNow(table.why_no_retraction)
    keep = table.last_turn_of(command.seat)
    if keep is None:
        raise NotNow("You have not finished a turn yet, so there is nothing to take back.")
    if table.undo_counts[command.seat] + match.played - keep > MOST_UNDOS:
        raise NotNow(f"You have taken back {MOST_UNDOS:,} actions in this match. That is the limit.")
    return [Retracted(at=request.at, seat=command.seat, keep=keep)]


def _stand_in(table: TableState, command: StandIn, request: Request) -> list[AnyEvent]:
    _require_current_position(table, command, request)
    return [StandInAsked(at=request.at, seat=command.seat, reason="asked")]


def _hand_over(table: TableState, command: HandOver, request: Request) -> list[AnyEvent]:
    _require_control(table, command.seat, request.who)
    level = levels.level(command.level).number
    if table.drivers[command.seat] == level:
        return []
    return [HandedOver(at=request.at, seat=command.seat, level=level, reason="asked")]


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
    return [TakenBack(at=request.at, seat=command.seat)]


def _give_up(table: TableState, command: GiveUp, request: Request) -> list[AnyEvent]:
    _require_control(table, command.seat, request.who)
    level = table.drivers[command.seat] or LEVEL
    return [Forfeited(at=request.at, seat=command.seat, level=level, reason="gave-up")]


def _claim_win(table: TableState, command: ClaimWin, request: Request) -> list[AnyEvent]:
    match, seat = _require_running(table), command.seat
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


def _abort(table: TableState, command: Abort, request: Request) -> list[AnyEvent]:
    match = _require_running(table)
    if not any(not table.gave_up[seat] for seat in table.seats_of(request.who.player)):
        raise NotAllowed("Only players can end the match.")
    if match.turns - table.first_turn >= ABORTABLE:
        raise NotNow("Two turns have been played, so the match goes on. You can hand over your seat, or give up.")
    return [Aborted(at=request.at, player=request.who.player)]


# Around the match


def _say(table: TableState, command: Say, request: Request) -> list[AnyEvent]:
    who = request.who
    if not may_watch(table, who.player):
        raise NotAllowed("The host does not allow spectators at this table.")
    if who.player in table.muted:
        raise NotAllowed("The host has muted you.")
    text, name = clean_chat(command.text), clean_name(who.name)
    _check_chat_limit(table, who.player, chat_size(name, text))
    return [Said(at=request.at, player=who.player, name=name, text=text)]


def _check_chat_limit(table: TableState, player: str, size: int) -> None:
    """Raise NotNow before the chat grows without end. What strangers write never counts against players."""
    total = table.chat_sizes[player] + size
    if not table.is_stranger(player):
        if total > CHAT_OF_PLAYER:
            raise NotNow("You have written as much at this table as can be kept.")
    elif total > CHAT_OF_STRANGER or table.stranger_chat_size + size > CHAT_OF_STRANGERS:
        raise NotNow("Spectators have written as much at this table as can be kept. Its players can still chat.")


def _mute(table: TableState, command: Mute, request: Request) -> list[AnyEvent]:
    _require_host(table, request.who)
    if command.player == table.opened.host:
        raise NotAllowed("The host can't be muted.")
    if (command.player in table.muted) == command.muted:
        return []
    return [Muted(at=request.at, player=command.player, muted=command.muted)]


def _set_watchers(table: TableState, command: SetWatchers, request: Request) -> list[AnyEvent]:
    _require_host(table, request.who)
    if table.opened.challenge:
        raise NotAllowed("Nobody can watch a challenge: others still want to play it.")
    if command.watchers == table.watchers:
        return []
    return [WatchersSet(at=request.at, watchers=command.watchers)]


def _close(table: TableState, command: Close, request: Request) -> list[AnyEvent]:
    _require_host(table, request.who)
    playing = [
        place.name
        for seat, place in enumerate(table.places)
        if place.kind == "person" and place.player != request.who.player and not table.gave_up[seat]
    ]
    if table.status == "running" and playing:
        raise NotNow(f"{playing[0]} is still playing. You can hand your seat over to a bot, or give up.")
    return [Closed(at=request.at, player=request.who.player)]


def _rematch(table: TableState, command: Rematch, request: Request) -> list[AnyEvent]:
    require_own_seat(table, command.seat, request.who)
    if table.status not in ("finished", "aborted"):
        raise NotNow("You can ask for a rematch when this match has ended.")
    if table.rematch or table.wants_rematch[command.seat]:
        return []
    return [RematchWanted(at=request.at, seat=command.seat, commitment=command.commitment)]


_REPEATABLE = frozenset({Join, Leave, SetPlace, SetTime, HandOver, TakeBack, Mute, SetWatchers})
"""Commands that lead to the events of `state.REPEATABLE`: those are counted, and these refused once there are many."""
_DECISIONS: dict[type[AnyCommand], Callable[[TableState, Any, Request], list[AnyEvent]]] = {
    Shown: _shown,
    Undo: _undo,
    Retract: _retract,
    StandIn: _stand_in,
    HandOver: _hand_over,
    TakeBack: _take_back,
    GiveUp: _give_up,
    ClaimWin: _claim_win,
    Join: _join,
    Reveal: _reveal,
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
