"""The table's log in words: one sentence for everything that happens around the match."""

from typing import Literal

import msgspec

from tilora.kernel import Outcome, fill_seats
from tilora.table.events import Forfeited, HandedOver, Place, StandInAsked, Time

SEARCH_FAILED = "The AI plays below its level at this table. The log of the server says why."


class LogLine(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A line of the table's log: a chat message, an event at the table, or a step of the match.

    A step enters the log once everybody may know of it; a draft enters it all at once.
    """

    at: int
    kind: Literal["chat", "table", "step"]
    seat: int | None = None
    player: str | None = None
    name: str = ""
    text: str
    """Of a step: with placeholders for seats, "{seat:0} …"."""
    step: int | None = None
    """The number of the step that the line describes; null if it was taken back."""


def in_sentence(name: str) -> str:
    """Return the name as it is written within a sentence: "the Glazier" instead of "The Glazier"."""
    return f"the {name.removeprefix('The ')}" if name.startswith("The ") else name


def describe_place(place: Place, seat: int) -> str:
    """Say who sits in the seat now."""
    if place.kind == "open":
        return f"Seat {seat + 1} is open."
    level = "" if place.level is None else f", level {place.level},"
    return f"{place.name}{level} sits in seat {seat + 1}."


def describe_time(time: Time) -> str:
    """Say how time is kept."""
    if time.kind == "none":
        return "There is no time limit."
    if time.kind == "bullet":
        return f"Bullet: {_duration(time.seconds)} for each turn."
    gain = f", plus {_duration(time.increment)} after each turn" if time.increment else ""
    return f"Clock: {_duration(time.seconds)} for the match{gain}."


def _duration(seconds: int) -> str:
    if seconds and seconds % 60 == 0:
        return "1 minute" if seconds == 60 else f"{seconds // 60} minutes"
    return "1 second" if seconds == 1 else f"{seconds} seconds"


def describe_start(name: str, *, drawn: bool, set_up: bool) -> str:
    """Say who goes first, and why: by the position that was set up, at random, or because it is the first seat."""
    why = ": it is their turn in this position" if set_up else ", chosen at random" if drawn else ", in the first seat"
    return f"The match has started. {name} goes first{why}."


def describe_stand_in(event: StandInAsked, name: str) -> str:
    """Say that the AI finishes a turn."""
    if event.reason == "time":
        return f"{name} ran out of time. The AI finishes the turn."
    return f"The AI finishes the turn for {name}."


def describe_hand_over(event: HandedOver, name: str, bot: str) -> str:
    """Say that a bot plays on for somebody."""
    if event.reason == "unrevealed":
        return f"{name} was away when the match started. {bot}, level {event.level}, plays to the end."
    if event.reason == "gave-up":
        return f"{name} has given up. {bot}, level {event.level}, plays on."
    if event.reason == "time":
        return f"{name} ran out of time. {bot}, level {event.level}, plays on."
    return f"{bot}, level {event.level}, now plays for {name}."


def describe_forfeit(event: Forfeited, name: str, bot: str | None) -> str:
    """Say that somebody has lost, and whether the match goes on."""
    said = {"gave-up": "has given up", "time": "ran out of time", "away": "stayed away for too long"}[event.reason]
    plays_on = f" {bot}, level {event.level}, plays on in this seat, which comes last." if bot else ""
    return f"{name} {said}.{plays_on}"


def describe_mute(name: str, muted: bool) -> str:
    """Say that somebody was muted or unmuted."""
    return f"The host has muted {name}." if muted else f"{name} may chat again."


def describe_watchers(allowed: bool) -> str:
    """Say whether spectators may watch."""
    return "Spectators may watch." if allowed else "Spectators may no longer watch."


def describe_outcome(outcome: Outcome, names: list[str]) -> str:
    """Say why the match is over, and who wins."""
    within = [in_sentence(name) for name in names]
    first, *others = outcome.winners
    winners = [names[first], *(within[seat] for seat in others)]
    if len(winners) == len(names) > 1:
        result = "It is a draw"
    else:
        result = f"{winners[0]} wins" if not others else f"{', '.join(winners[:-1])} and {winners[-1]} share the win"
    return f"The match is over: {fill_seats(outcome.reason, within)}. {result}."


def describe_challenge(day: str) -> str:
    """Say what is special about the table of a daily challenge."""
    return f"This is the challenge of {day}: one try for everyone, with the same luck and the same opponents."
