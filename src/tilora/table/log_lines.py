"""The table's log in words: one sentence for everything that happens at a table beside the match itself."""

from typing import Literal

import msgspec

from tilora.kernel import Outcome
from tilora.table.events import HandedOver, Place, StandInAsked, Time


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the table's log: something said, something done at the table, or a step of the match.

    Steps come into the log when everybody may know of them, a draft all at once.
    """

    at: int
    kind: Literal["chat", "table", "step"]
    seat: int | None = None
    player: str | None = None
    name: str = ""
    text: str
    """Of a step: with placeholders for seats, "{seat:0} …"."""
    step: int | None = None
    """Which step of the match it tells of."""


def describe_place(place: Place, seat: int) -> str:
    """A seat has been set."""
    return f"Seat {seat + 1} is open." if place.kind == "open" else f"{place.name} sits in seat {seat + 1}."


def describe_time(time: Time) -> str:
    """How time is kept."""
    if time.kind == "none":
        return "Nobody's time is limited."
    if time.kind == "bullet":
        return f"Bullet: {_duration(time.seconds)} for each turn."
    gain = f", and {_duration(time.increment)} more after each turn" if time.increment else ""
    return f"Clock: {_duration(time.seconds)} for the match{gain}."


def _duration(count: int) -> str:
    if count and count % 60 == 0:
        return "1 minute" if count == 60 else f"{count // 60} minutes"
    return "1 second" if count == 1 else f"{count} seconds"


def describe_stand_in(event: StandInAsked, name: str) -> str:
    """The AI finishes a turn."""
    if event.reason == "time":
        return f"The time of {name} is up: the AI finishes the turn."
    return f"The AI finishes the turn for {name}."


def describe_hand_over(event: HandedOver, name: str, bot: str) -> str:
    """A bot plays on."""
    if event.reason == "gave-up":
        return f"{name} has given up; {bot}, plays on."
    if event.reason == "time":
        return f"{name} has no time left; {bot}, plays on."
    return f"{bot}, plays for {name}."


def describe_mute(name: str, silent: bool) -> str:
    """Somebody lost the word, or has it again."""
    return f"{name} may not chat any more." if silent else f"{name} may chat again."


def describe_watchers(let_in: bool) -> str:
    """Spectators may come, or not."""
    return "Spectators may watch." if let_in else "Spectators are kept out."


def describe_outcome(outcome: Outcome, names: list[str]) -> str:
    """The match is over."""
    winners = [names[seat] for seat in outcome.winners]
    said = f"{winners[0]} wins" if len(winners) == 1 else f"{', '.join(winners[:-1])} and {winners[-1]} share the win"
    return f"The match is over: {outcome.reason}. {said}."
