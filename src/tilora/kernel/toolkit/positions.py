"""Positions as one line of text: `key value | key value | …`, then one part for each seat if the game wants that.

    turn 2 | bag BBOK | 12 B/OO/- | 7 -/-/W

`join_position` writes such a line and `split_position` takes it apart; what the values mean is up to the game.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from tilora.kernel.errors import UnreadablePosition

NONE = "-"
"""What an empty heap looks like."""
HIDDEN = "?"
"""What a view shows of a thing that its seat may not know."""
BAR = " | "


def join_position(values: Mapping[str, object], seats: Iterable[str] = ()) -> str:
    """Return the line with these keys and values, and then the seats' own parts."""
    return BAR.join([*(f"{key} {value}" for key, value in values.items()), *seats])


def split_position(text: str, keys: Sequence[str], seats: range | None = None) -> tuple[dict[str, str], list[str]]:
    """Return the values by key and the parts of the seats, all as they are written.

    Keys come in this order, in any case. With `seats`, so many parts may follow, one for each seat. Raises
    UnreadablePosition; a view, in which something is hidden, is no position either.
    """
    require(HIDDEN not in text, "The position hides something behind '?'. Only a complete position can be played.")
    parts = [part.strip() for part in text.split("|")]
    rest = parts[len(keys) :]
    if len(parts) < len(keys) or (len(rest) not in seats if seats is not None else bool(rest)):
        each = "" if seats is None else f", then one part for each of {seats[0]} to {seats[-1]} seats"
        raise UnreadablePosition(f"A position has the parts {', '.join(keys)}{each}, separated by |.")
    values = {}
    for key, part in zip(keys, parts, strict=False):
        require(part.lower().startswith(f"{key} "), f"Expected '{key} …' but found {part[:40]!r}.")
        values[key] = part[len(key) + 1 :]
    return values, rest


def read_number(text: str, what: str, least: int, most: int) -> int:
    """Return the number. Raises UnreadablePosition if it is none, or out of range."""
    if not re.fullmatch("[0-9]{1,6}", text) or not least <= int(text) <= most:
        raise UnreadablePosition(f"{what} must be a number from {least} to {most}, not {text[:20]!r}.")
    return int(text)


def require(condition: object, sentence: str) -> None:
    """Raise UnreadablePosition with the sentence unless the condition holds."""
    if not condition:
        raise UnreadablePosition(sentence)
