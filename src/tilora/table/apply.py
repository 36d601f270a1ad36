"""What each event changes at a table.

Only this module changes a `TableState`; everything else reads it.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from tilora.kernel import (
    Action,
    Match,
    Retraction,
    first_head,
    match_seed,
    next_head,
    retracted_head,
)
from tilora.table import log_lines
from tilora.table.clock import Clock
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
    Rematched,
    RematchWanted,
    Renamed,
    Resumed,
    Retracted,
    Revealed,
    Said,
    SearchFailed,
    StandInAsked,
    Started,
    TakenBack,
    TimeBegun,
    TimeSet,
    Undone,
    WatchersSet,
)
from tilora.table.log_lines import LogLine
from tilora.table.points import PointSources
from tilora.table.setup import bot_name
from tilora.table.showing import longest_wait
from tilora.table.state import StepLine, TableState, chat_size

REPEATABLE = frozenset({Joined, PlaceSet, TimeSet, HandedOver, TakenBack, Muted, WatchersSet})
"""Events that a person could cause without end. All others end with the match, or have a limit of their own."""


def apply_event(table: TableState, event: AnyEvent, action: Action | None = None) -> None:
    """Change the state by an event that has happened.

    A `Played` event that was decided a moment ago comes with its `action`, so that the text is not read twice;
    the match refuses an action of another position. A stored event has only its text.
    """
    table.number += 1
    if event.cause:
        table.causes[event.cause] = event.digest
        if type(event) in REPEATABLE:
            _count_change(table, event.cause.partition("/")[0])
    if isinstance(event, Played):
        _played(table, event, action)
    else:
        _APPLY[type(event)](table, event)


def _count_change(table: TableState, player: str) -> None:
    table.change_counts[player] += 1
    if table.status == "waiting" and player != table.opened.host:
        table.stranger_changes += 1


def _joined(table: TableState, event: Joined) -> None:
    place = Place(kind="person", player=event.player, name=event.name, commitment=event.commitment, nonce=event.nonce)
    table.names[event.player] = event.name
    _place_set(table, PlaceSet(at=event.at, seat=event.seat, place=place))


def _place_set(table: TableState, event: PlaceSet) -> None:
    table.places[event.seat] = event.place
    table.show_everybody(event.at, facts=True, summary=True)
    table.write_line(event.at, log_lines.describe_place(event.place, event.seat), event.seat)


def _time_set(table: TableState, event: TimeSet) -> None:
    table.time = event.time
    table.show_everybody(event.at, facts=True, summary=True)
    table.write_line(event.at, log_lines.describe_time(event.time))


def _draw_begun(table: TableState, event: DrawBegun) -> None:
    table.draw_began = event.at
    table.show_everybody(event.at, facts=True, summary=True)


def _revealed(table: TableState, event: Revealed) -> None:
    table.places[event.seat] = msgspec.structs.replace(table.places[event.seat], nonce=event.nonce)
    table.show_everybody(event.at, facts=True)


def _started(table: TableState, event: Started) -> None:
    table.draw_began = None
    secret, position, nonces = table.opened.secret, table.opened.position, table.nonces
    seed = match_seed(secret, nonces)
    # A position has its seats and options in it.
    seats = None if position else len(table.places)
    options = None if position else table.opened.options
    table.match = Match(table.game, seats=seats, seed=seed, options=options, position=position)
    table.head = first_head(secret, table.draw, nonces)
    table.first_turn = table.match.turns
    table.status = "running"
    table.clock = Clock(table.time, len(table.places))
    table.moments = [1] * len(table.moments)
    table.show_everybody(event.at, facts=True, position=True, summary=True)
    table.write_line(event.at, _start_words(table, table.match))
    _begin_turn(table, table.match, event.at)


def _start_words(table: TableState, match: Match) -> str:
    name = table.places[match.turn].name
    return log_lines.describe_start(name, drawn=table.game.draws_beginner, set_up=bool(table.opened.position))


def _begin_turn(table: TableState, match: Match, at: int) -> None:
    table.turn_began = at
    table.clock.begin_turn(match.turn)
    _let_time_run(table, match, at, max(0, table.shown_until - at))


def _let_time_run(table: TableState, match: Match, at: int, showing: int = 0) -> None:
    if table.person_decides(match.turn):
        table.clock.start(match.turn, at, showing)


def _played(table: TableState, event: Played, action: Action | None) -> None:
    match, seat = table.started_match, event.seat
    settled, turns = match.played - match.drafted, match.turns
    if action is None:
        match.play(event.action)
    elif action.text == event.action:
        match.play(action)
    else:
        raise AssertionError(f"the event plays {event.action!r}, but was handed {action.text!r}")
    table.played_by.append(event.by)
    table.drafted.append(event.action)
    if match.drafted:
        table.show_seat(seat)
        return
    _extend_chain(table)
    table.position_number += 1
    table.moments = [moment + 1 for moment in table.moments]
    ended = match.over or match.turns != turns
    was_stand_in = "stand-in" in table.played_by[settled:]
    facts = match.over or (was_stand_in and table.counts) or (ended and table.stand_in is not None)
    table.counts = table.counts and not was_stand_in
    table.show_everybody(event.at, facts=facts, position=True, summary=match.over)
    table.log += [StepLine(event.at, seat, table.places[seat].name, step) for step in range(settled, match.played)]
    table.clock.stop(event.at, event.lag, event.waited, at_once=event.at_once)
    table.shown_until = min(max(table.shown_until, event.at) + event.showing, event.at + longest_wait(table.time))
    if ended:
        table.stand_in = None
        table.clock.end_turn(seat)
    if match.over:
        _finish(table, event.at)
    elif ended:
        _begin_turn(table, match, event.at)
    else:
        _let_time_run(table, match, event.at)


def _extend_chain(table: TableState) -> None:
    """Add the draft, which is final now."""
    for action in table.drafted:
        table.head = next_head(table.opened.secret, table.head, action)
    table.drafted.clear()


def _finish(table: TableState, at: int) -> None:
    table.status, table.ended_at = "finished", at
    if table.outcome is not None:
        table.write_line(at, log_lines.describe_outcome(table.outcome, [place.name for place in table.places]))


def _time_begun(table: TableState, event: TimeBegun) -> None:
    table.clock.stop_waiting(event.at)
    table.show_everybody(event.at)


def _undone(table: TableState, event: Undone) -> None:
    match, seat = table.started_match, event.seat
    match.undo()
    if table.sources.steps > match.played:
        table.sources = PointSources(match.seats)
    table.undo_counts[seat] += 1
    table.played_by.pop()
    table.drafted.pop()
    table.show_seat(seat)
    known = table.undone_at[seat]
    while known and known[-1][1] >= match.played:
        known.pop()
    known.append((table.versions[seat], match.played))


def _retracted(table: TableState, event: Retracted) -> None:
    match, keep = table.started_match, event.keep
    final = match.played - match.drafted
    taken = [step.text for step in match.history[keep:final]]
    table.retractions.append(Retraction(keep=keep, actions=taken))
    table.undo_counts[event.seat] += match.played - keep
    _fix_lines(table, match, keep)
    match.undo(match.played - keep)
    del table.played_by[keep:]
    table.drafted.clear()
    table.head = retracted_head(table.opened.secret, table.head, keep)
    table.sources = PointSources(match.seats)
    table.counts = False
    table.stand_in = None
    table.position_number += 1
    table.moments = [moment + 1 for moment in table.moments]
    table.show_everybody(event.at, facts=True, position=True)
    for version, known in zip(table.versions, table.undone_at, strict=True):
        while known and known[-1][1] >= keep:
            known.pop()
        known.append((version, keep))
    table.write_line(event.at, f"{table.places[event.seat].name} took back a turn.", event.seat)
    _begin_turn(table, match, event.at)


def _fix_lines(table: TableState, match: Match, keep: int) -> None:
    """Let the lines about steps that are taken back stay in the log as they are. They no longer describe a step."""
    steps = match.history
    for number, line in enumerate(table.log):
        if isinstance(line, StepLine) and line.step >= keep:
            text = steps[line.step].sentence
            table.log[number] = LogLine(at=line.at, kind="step", seat=line.seat, name=line.name, text=text)


def _stand_in_asked(table: TableState, event: StandInAsked) -> None:
    table.stand_in = event
    table.clock.stop(event.at)
    table.show_everybody(event.at, facts=True, position=True)
    table.write_line(event.at, log_lines.describe_stand_in(event, table.places[event.seat].name), event.seat)


def _handed_over(table: TableState, event: HandedOver) -> None:
    table.drivers[event.seat] = event.level
    table.gave_up[event.seat] = event.reason != "asked"
    if table.clock.running == event.seat:
        table.clock.stop(event.at)
    table.show_everybody(event.at, facts=True, position=True, summary=table.gave_up[event.seat])
    name = table.places[event.seat].name
    table.write_line(event.at, log_lines.describe_hand_over(event, name, bot_name(event.level)), event.seat)


def _forfeited(table: TableState, event: Forfeited) -> None:
    seat = event.seat
    table.forfeits.append(seat)
    table.gave_up[seat] = True
    if table.clock.running == seat:
        table.clock.stop(event.at)
    goes_on = table.outcome is None
    bot = bot_name(event.level) if goes_on else None
    table.write_line(event.at, log_lines.describe_forfeit(event, table.places[seat].name, bot), seat)
    if goes_on:
        table.drivers[seat] = event.level
        table.show_everybody(event.at, facts=True, position=True, summary=True)
        return
    _extend_chain(table)
    table.clock.stop(event.at)
    table.show_everybody(event.at, facts=True, position=True, summary=True)
    _finish(table, event.at)


def _taken_back(table: TableState, event: TakenBack) -> None:
    table.drivers[event.seat] = None
    if table.started_match.turn == event.seat:
        _let_time_run(table, table.started_match, event.at)
    table.show_everybody(event.at, facts=True, position=True)
    table.write_line(event.at, f"{table.places[event.seat].name} is back and plays on.", event.seat)


def _said(table: TableState, event: Said) -> None:
    size = chat_size(event.name, event.text)
    table.chat_sizes[event.player] += size
    if table.is_stranger(event.player):
        table.stranger_chat_size += size
    table.names[event.player] = event.name
    table.show_everybody(event.at)
    seat = next(iter(table.seats_of(event.player)), None)
    line = LogLine(at=event.at, kind="chat", seat=seat, player=event.player, name=event.name, text=event.text)
    table.log.append(line)


def _muted(table: TableState, event: Muted) -> None:
    (table.muted.add if event.muted else table.muted.discard)(event.player)
    table.show_everybody(event.at, facts=True)
    table.write_line(event.at, log_lines.describe_mute(table.names.get(event.player, "Somebody"), event.muted))


def _watchers_set(table: TableState, event: WatchersSet) -> None:
    table.watchers = event.watchers
    table.show_everybody(event.at, facts=True, summary=True)
    table.write_line(event.at, log_lines.describe_watchers(event.watchers))


def _renamed(table: TableState, event: Renamed) -> None:
    table.rename_counts[event.player] += 1
    before = table.names.get(event.player, "Somebody")
    table.names[event.player] = event.name
    if event.player == table.opened.host:
        table.host_name = event.name
    for seat in table.seats_of(event.player):
        place = table.places[seat]
        if not place.here:
            table.places[seat] = msgspec.structs.replace(place, name=event.name)
    table.show_everybody(event.at, facts=True, summary=True)
    table.write_line(event.at, f"{before} is now called {event.name}.")


def _resumed(table: TableState, event: Resumed) -> None:
    table.clock.pause(max(event.since, table.moved_at), event.at)
    table.show_everybody(event.at)
    table.write_line(event.at, "The server was away for a while. No time was lost on the clock.")


def _search_failed(table: TableState, event: SearchFailed) -> None:
    table.search_failed = True
    table.show_everybody(event.at)
    table.write_line(event.at, log_lines.SEARCH_FAILED)


def _rematch_wanted(table: TableState, event: RematchWanted) -> None:
    table.wants_rematch[event.seat] = True
    table.rematch_commitments[event.seat] = event.commitment
    table.show_everybody(event.at, facts=True)
    table.write_line(event.at, f"{table.places[event.seat].name} would like to play again.", event.seat)


def _rematched(table: TableState, event: Rematched) -> None:
    table.rematch = event.table
    table.show_everybody(event.at, facts=True, summary=True)
    table.write_line(event.at, "The rematch has started at a new table.")


def _aborted(table: TableState, event: Aborted) -> None:
    table.status, table.ended_at = "aborted", event.at
    _end(table, event.at, f"{table.names.get(event.player, 'Somebody')} ended the match. It has no result.")


def _closed(table: TableState, event: Closed) -> None:
    table.closed = True
    if table.status in ("waiting", "running"):
        table.status, table.ended_at = "closed", event.at
    _end(table, event.at, "The table is closed.")


def _end(table: TableState, at: int, text: str) -> None:
    _extend_chain(table)
    table.clock.stop(at)
    table.show_everybody(at, facts=True, position=table.match is not None, summary=True)
    table.write_line(at, text)


_APPLY: dict[type[AnyEvent], Callable[[TableState, Any], None]] = {
    Joined: _joined,
    PlaceSet: _place_set,
    TimeSet: _time_set,
    DrawBegun: _draw_begun,
    Revealed: _revealed,
    Started: _started,
    TimeBegun: _time_begun,
    Undone: _undone,
    Retracted: _retracted,
    StandInAsked: _stand_in_asked,
    HandedOver: _handed_over,
    Forfeited: _forfeited,
    TakenBack: _taken_back,
    Said: _said,
    Muted: _muted,
    WatchersSet: _watchers_set,
    Renamed: _renamed,
    Resumed: _resumed,
    SearchFailed: _search_failed,
    RematchWanted: _rematch_wanted,
    Rematched: _rematched,
    Aborted: _aborted,
    Closed: _closed,
}
