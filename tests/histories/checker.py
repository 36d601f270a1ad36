"""Proves from what clients did and saw, and from the log, that a table did what it promises. Pure.

Requests are linearizable: each takes effect at one moment between its first sending and its answer, or never if it was
refused. The log is the order of these moments, so it is enough to check that it holds each acknowledged request once,
and that a request which was sent after the answer to another comes after it. What clients see is that order, up to some
point: never something else, never less than before, never less than what they were told is done. A look may come late.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tests.histories.history import Answered, Asked, ClientHistory, Outage, Saw, Step, TableHistory
from tests.histories.truth import Truth, Turn

AGAIN = ("restarting", "try-again", "too-slow")
"""Codes of errors after which the same request is made again: it may have been carried out."""
TOLERANCE = 1.5
"""Seconds that a turn may cost more than the client needed, or of each outage in it: a server notices only longer
absences of its database."""


@dataclass(frozen=True)
class Violation:
    """A promise that was broken."""

    kind: str
    text: str


def violations(history: TableHistory, truth: Truth) -> list[Violation]:
    """Return every promise that was broken at this table."""
    return [
        *_requests(history, truth),
        *_real_time(history, truth),
        *(found for client in history.clients for found in _looks(client, truth)),
        *_clocks(history, truth),
    ]


def _requests(history: TableHistory, truth: Truth) -> Iterator[Violation]:
    """Every acknowledged action once, none that was refused, none that nobody asked for."""
    for cause in truth.doubled:
        yield Violation("twice", f"{cause} happened more than once")
    logged: dict[str, list[Step]] = {}
    for action in truth.actions:
        if action.cause:
            logged.setdefault(action.cause, []).append((action.seat, action.action))
    for cause, found in logged.items():
        if len(found) > 1 and cause not in truth.doubled:
            yield Violation("twice", f"{cause} was played {len(found)} times")
    wanted: set[str] = set()
    for client in history.clients:
        asked = {entry.id: entry for entry in client.entries if isinstance(entry, Asked)}
        wanted.update(f"{client.player}/{name}" for name in asked)
        done = {entry.id for entry in client.entries if isinstance(entry, Answered) and not entry.code}
        for entry in client.entries:
            if not isinstance(entry, Answered):
                continue
            cause = f"{client.player}/{entry.id}"
            found = logged.get(cause, [])
            if entry.code:
                if found and entry.code not in AGAIN and entry.id not in done:
                    yield Violation("refused", f"{cause} was refused ({entry.code}) and carried out")
            elif not found:
                yield Violation("lost", f"{cause} was acknowledged and is not in the log")
            elif found[0] != (asked[entry.id].seat, asked[entry.id].action):
                yield Violation("altered", f"{cause} asked for {asked[entry.id].action!r}, the log has {found[0][1]!r}")
    for cause in logged.keys() - wanted:
        yield Violation("unasked", f"{cause} is in the log, and nobody asked for it")


def _real_time(history: TableHistory, truth: Truth) -> Iterator[Violation]:
    """What was asked after something had been acknowledged comes after it in the log."""
    number = {action.cause: index for index, action in enumerate(truth.actions) if action.cause}
    asked = _first_asked(history)
    done = {cause: at for cause, at in _acknowledged(history).items() if cause in number}
    order = sorted(done, key=done.__getitem__)
    latest, behind = -1, iter([*order, None])
    ended = next(behind)
    for cause in sorted((cause for cause in asked if cause in number), key=asked.__getitem__):
        while ended is not None and done[ended] < asked[cause]:
            latest, ended = max(latest, number[ended]), next(behind)
        if number[cause] < latest:
            text = f"{cause} comes before {truth.actions[latest].cause}, which was acknowledged before it was asked for"
            yield Violation("order", text)


def _looks(client: ClientHistory, truth: Truth) -> Iterator[Violation]:
    """Everything that a client sees is the beginning of the log, and grows."""
    whole = list(truth.steps[client.seat])
    number = {action.cause: index for index, action in enumerate(truth.actions) if action.cause}
    who = f"{client.player} in seat {client.seat}"
    seen: list[Step] = []
    least = 0
    for entry in client.entries:
        if isinstance(entry, Answered) and not entry.code:
            least = max(least, number.get(f"{client.player}/{entry.id}", -1) + 1)
        elif isinstance(entry, Saw):
            if entry.kept > len(seen):
                yield Violation("gap", f"{who} was told to keep {entry.kept} steps and has {len(seen)}")
                return
            before, seen = seen, [*seen[: entry.kept], *entry.steps]
            if seen != whole[: len(seen)]:
                strange = [step for step in seen if step not in whole]
                kind = "phantom" if strange or len(seen) > len(whole) else "two orders"
                yield Violation(kind, f"{who} saw {(strange or seen)[-1]}, which the log does not have there")
                return
            if len(seen) < least:
                yield Violation("stale", f"{who} was told that step {least} is done, and then shown {len(seen)} steps")
            elif len(seen) < len(before):
                yield Violation("went back", f"{who} was shown {len(before)} steps, and then {len(seen)}")


def _clocks(history: TableHistory, truth: Truth) -> Iterator[Violation]:
    """No turn cost more than the time in which its player could have moved."""
    for seat in truth.out_of_time:
        yield Violation("charged", f"the time of seat {seat} ran out, though it always moved at once")
    asked, done = _first_asked(history), _acknowledged(history)
    for turn in truth.turns:
        times = _times(turn, truth, history.opened_at, asked, done)
        if times is None:
            continue
        begin, end = times
        away = _away(history.outages, begin, end)
        unnoticed = max(TOLERANCE, sum(min(one, TOLERANCE) for one in away))
        fair = end - begin - sum(away) + unnoticed
        if turn.charged > 1000 * fair:
            text = f"actions {turn.first} to {turn.last} of seat {turn.seat} were charged {turn.charged} ms"
            took = (
                f"it took {end - begin:.1f} s, of which nobody could act for {', '.join(f'{one:.1f}' for one in away)}"
            )
            yield Violation("charged", f"{text}; the player had {1000 * fair:.0f} ms at most: {took}")


def _times(
    turn: Turn, truth: Truth, opened_at: float, asked: dict[str, float], done: dict[str, float]
) -> tuple[float, float] | None:
    """Return a moment before the turn and one after it, if clients know of both."""
    end = done.get(truth.actions[turn.last].cause) if turn.last >= turn.first else None
    begin = opened_at if turn.first == 0 else asked.get(truth.actions[turn.first - 1].cause)
    return None if begin is None or end is None else (begin, end)


def _away(outages: Sequence[Outage], begin: float, end: float) -> list[float]:
    """Return for how many seconds nobody could do anything between the two moments, each time that it was so."""
    inside = sorted((max(begin, outage.begin), min(end, outage.end)) for outage in outages)
    assert all(one[1] <= other[0] for one, other in pairwise(inside) if one[0] < one[1] and other[0] < other[1])
    return [last - first for first, last in inside if last > first]


def _first_asked(history: TableHistory) -> dict[str, float]:
    """Return when each request was sent for the first time."""
    times: dict[str, float] = {}
    for client in history.clients:
        for entry in client.entries:
            if isinstance(entry, Asked):
                times.setdefault(f"{client.player}/{entry.id}", entry.at)
    return times


def _acknowledged(history: TableHistory) -> dict[str, float]:
    """Return when each request was acknowledged for the first time."""
    times: dict[str, float] = {}
    for client in history.clients:
        for entry in client.entries:
            if isinstance(entry, Answered) and not entry.code:
                times.setdefault(f"{client.player}/{entry.id}", entry.at)
    return times
