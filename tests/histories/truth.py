"""What the log of a table says, in the few terms that the checker needs."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.histories.history import Step
from tilora.kernel import SPECTATOR
from tilora.table.events import AnyEvent, Forfeited, HandedOver, Played, StandInAsked
from tilora.table.look import NOTHING
from tilora.table.table import Table


@dataclass(frozen=True)
class Action:
    """An action in the log."""

    cause: str
    """The player and the id of the request; empty if nobody asked for it, as with bots."""
    seat: int
    action: str


@dataclass(frozen=True)
class Turn:
    """A person's turn on the clock."""

    seat: int
    first: int
    last: int
    """The numbers of its actions, from 0."""
    charged: int
    """Milliseconds that it cost."""


@dataclass
class Truth:
    """What happened at a table."""

    actions: Sequence[Action]
    steps: dict[int | None, Sequence[Step]]
    """The actions as each viewer may know them; all in the same order."""
    turns: Sequence[Turn] = ()
    out_of_time: Sequence[int] = ()
    """Seats that the server took from their persons because their time was up."""
    doubled: Sequence[str] = field(default_factory=list)
    """Causes of more than one event that only one can have."""


def truth_of(table: str, events: Sequence[AnyEvent]) -> Truth:
    """Replay the log. Raises what the rules raise if it can't have happened."""
    at = Table.replay(table, events)
    played = [event for event in events if isinstance(event, Played)]
    viewers = [None, *range(len(at.summary().places))]
    looks = {viewer: at.look(SPECTATOR if viewer is None else viewer, 0, since=NOTHING) for viewer in viewers}
    causes = [event.cause for event in events if event.cause]
    late = (StandInAsked, Forfeited, HandedOver)
    return Truth(
        actions=[Action(event.cause if event.by == "person" else "", event.seat, event.action) for event in played],
        steps={viewer: [(step.seat, step.text) for step in look.steps] for viewer, look in looks.items()},
        turns=_turns(table, events),
        out_of_time=[event.seat for event in events if isinstance(event, late) and event.reason == "time"],
        doubled=sorted({cause for cause in causes if causes.count(cause) > 1}),
    )


def _turns(table: str, events: Sequence[AnyEvent]) -> list[Turn]:
    """Return what each turn of a person cost, as the clocks of the table had it after each event."""
    at = Table.replay(table, events[:1])
    turns: list[Turn] = []
    running: int | None = None
    before, first, number = 0, 0, -1
    for event in events[1:]:
        at.apply(event)
        number += isinstance(event, Played)
        clock = at.look(SPECTATOR, event.at).clock
        if clock is None:
            continue
        if running is not None and clock.running != running:
            left = clock.left[running]
            if left is not None:
                turns.append(Turn(running, first, number, before - left))
            running = None
        if clock.running is not None and running is None:
            running, first = clock.running, number + 1
            before = clock.left[running] or 0
    return turns
