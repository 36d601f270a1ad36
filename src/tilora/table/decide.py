"""The rules of a table: which events a command leads to. Nothing changes here.

Each decision returns the events, or raises the error that says what is wrong. A command that would change nothing
leads to no events.
"""

from collections.abc import Callable
from typing import Any

from tilora.table import hosting, playing, seating
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
from tilora.table.errors import NotNow
from tilora.table.events import (
    AnyEvent,
)
from tilora.table.permissions import Request
from tilora.table.playing import Decision
from tilora.table.state import TableState

MOST_CHANGES = 500
"""How often one person can change the seats, the time or who may do what; and once more each minute."""
MOST_COMINGS = 20
"""How often one person can come and go before the start, unless it is the host."""
MOST_BEFORE_START = 5_000
"""The same limit for all of them together; and one can come and go more each minute. It is for those who want a seat,
not for those who have one."""


def decide(table: TableState, command: AnyCommand, request: Request) -> Decision:
    """Return what the command leads to."""
    if table.closed:
        raise NotNow("The table is closed.")
    if type(command) in _REPEATABLE:
        _check_change_limit(table, command, request)
    if isinstance(command, Play):
        return playing.play(table, command, request)
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


_REPEATABLE = frozenset({Join, Leave, SetPlace, SetTime, HandOver, TakeBack, Mute, SetWatchers})
"""Commands that lead to the events of `apply.REPEATABLE`: those are counted, and these refused once there are many."""
_DECISIONS: dict[type[AnyCommand], Callable[[TableState, Any, Request], list[AnyEvent]]] = {
    Shown: playing.shown,
    Undo: playing.undo,
    Retract: playing.retract,
    StandIn: playing.stand_in,
    HandOver: playing.hand_over,
    TakeBack: playing.take_back,
    GiveUp: playing.give_up,
    ClaimWin: playing.claim_win,
    Join: seating.join,
    Reveal: seating.reveal,
    Leave: seating.leave,
    SetPlace: seating.set_place,
    SetTime: seating.set_time,
    Start: seating.start,
    Say: hosting.say,
    Mute: hosting.mute,
    SetWatchers: hosting.set_watchers,
    Abort: playing.abort,
    Close: hosting.close,
    Rematch: hosting.rematch,
}
