"""Positions as one line of text, made from the layout of a game's states, for games that write none of their own.

    seats 2 | turn 1 | score 0 0 | side 5 | may_swap no | cell ...../..1../.2...

The fields come in the order of the layout. Of the head there is what the rules can't do without; after the end of a
match, also how it ended. Fields of the past are left out, and so are rows of zeros at the end of a field, and zeros
that belong to no seat at the end of a row that is alone. Where a field only holds the numbers from 0 to 9, according
to `RANGES`, they stand side by side, with a dot for 0. In a view, what is blanked is zeros here as it is in the state.
"""

import math
import re
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import numpy as np

from tilora.kernel.contract.state import HEAD, State
from tilora.kernel.errors import UnreadablePosition

BAR = " | "
NOTHING = "-"
LONGEST_NUMBER = 20

Range = tuple[int, int]


def ranges_of(rules: ModuleType) -> Mapping[str, Range]:
    """Return the least and the greatest number that each field may hold, where the rules say it."""
    ranges: Mapping[str, Range] = getattr(rules, "RANGES", {})
    return ranges


def position_text(rules: ModuleType, state: State) -> str:
    """Return the position in one line."""
    return BAR.join(f"{name} {_written(rules, state, name)}" for name in _fields(rules, bool(state.over)))


def parse_position(rules: ModuleType, text: str, state: State) -> None:
    """Turn a blank state into the position of that text. Raises UnreadablePosition."""
    parts = dict(part.strip().partition(" ")[::2] for part in text.split("|"))
    expected = _fields(rules, "reason" in parts)
    if len(parts) != text.count("|") + 1 or list(parts) != list(expected):
        raise UnreadablePosition(f"A position has the parts {', '.join(expected)}, in this order, separated by |.")
    for name, value in parts.items():
        _read(rules, state, name, value)
    turn, seats = int(state.turn) - 1, int(state.seats)
    if not 0 <= turn < seats or seats > len(state.rank):
        raise UnreadablePosition(f"There is no seat {turn + 1}: the position has {seats} seats.")
    state.turn = turn
    state.over = "reason" in parts


def _fields(rules: ModuleType, over: bool) -> tuple[str, ...]:
    own = tuple(name for name in rules.STATE.names if name not in (*HEAD, *rules.PAST))
    return ("seats", "turn", "score", *own, *(("reason", "rank") if over else ()))


def _written(rules: ModuleType, state: State, name: str) -> str:
    if name == "turn":
        return str(int(state.turn) + 1)
    values = np.asarray(state[name])
    if values.dtype.kind == "b" and not values.ndim:
        return "yes" if values else "no"
    if not values.ndim:
        return str(values.item())
    rows = values.reshape(-1, values.shape[-1])
    if is_dense(rules, name) or len(rows) > 1:
        used = 1 + int(np.max(np.flatnonzero(rows.any(axis=1)), initial=-1))
        return ("/" if is_dense(rules, name) else " / ").join(_row(rules, name, row) for row in rows[:used]) or NOTHING
    used = 1 + int(np.max(np.flatnonzero(values), initial=-1))
    return _row(rules, name, values[: max(used, int(state.seats))])


def _row(rules: ModuleType, name: str, row: Any) -> str:
    numbers = [int(number) for number in row]
    if is_dense(rules, name):
        return "".join(str(number) if number else "." for number in numbers)
    return " ".join(map(str, numbers))


def is_dense(rules: ModuleType, name: str) -> bool:
    """Return whether the numbers of a field stand side by side, each of one digit."""
    kind = rules.STATE[name].base.kind
    least, most = ranges_of(rules).get(name, (0, 1) if kind == "b" else (-1, -1))
    return least >= 0 and most <= 9


def _read(rules: ModuleType, state: State, name: str, value: str) -> None:
    kind = rules.STATE[name]
    if not kind.shape:
        number = {"yes": 1, "no": 0}.get(value, -1) if kind.base.kind == "b" else _number(name, value)
        state[name] = _in_range(rules, name, number, value)
        return
    width, most_rows = kind.shape[-1], math.prod(kind.shape[:-1])
    rows = [] if value == NOTHING else [row.strip() for row in value.split("/")]
    dense = is_dense(rules, name)
    numbers: list[int] = []
    for row in rows:
        found = [_digit(name, digit) for digit in row] if dense else [_number(name, word) for word in row.split()]
        if len(found) > width or (len(found) < width and (dense or most_rows > 1)):
            raise UnreadablePosition(f"{name} has {len(found)} numbers in {row[:40]!r}, not {width}.")
        numbers += [_in_range(rules, name, number, row) for number in found]
    if len(rows) > most_rows:
        raise UnreadablePosition(f"{name} has {len(rows)} rows, more than {most_rows}.")
    whole = np.zeros(math.prod(kind.shape), np.int64)
    whole[: len(numbers)] = numbers
    state[name] = whole.reshape(kind.shape)


def _digit(name: str, digit: str) -> int:
    if digit not in ".123456789":
        raise UnreadablePosition(f"{name} is written in dots and digits, not with {digit!r}.")
    return 0 if digit == "." else int(digit)


def _number(name: str, word: str) -> int:
    if not re.fullmatch("-?[0-9]+", word) or len(word) > LONGEST_NUMBER:
        raise UnreadablePosition(f"{name} is a number, not {word[:20]!r}.")
    return int(word)


def _in_range(rules: ModuleType, name: str, number: int, written: str) -> int:
    least, most = allowed(rules, name)
    if not least <= number <= most:
        raise UnreadablePosition(f"{name} must be {_span(rules, name, least, most)}, not {written[:20]!r}.")
    return number


def _span(rules: ModuleType, name: str, least: int, most: int) -> str:
    return "yes or no" if rules.STATE[name].base.kind == "b" else f"from {least} to {most}"


def allowed(rules: ModuleType, name: str) -> Range:
    """Return the least and the greatest number that a field may hold: as the rules say, or as its type does."""
    kind = rules.STATE[name].base
    if name in ranges_of(rules):
        return ranges_of(rules)[name]
    if name in ("seats", "turn", "reason", "rank"):
        return 0, 127
    return (0, 1) if kind.kind == "b" else (int(np.iinfo(kind).min), int(np.iinfo(kind).max))
