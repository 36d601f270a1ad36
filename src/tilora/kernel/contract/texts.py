"""Seats in sentences: games write a placeholder, and whoever shows the sentence fills in a name.

A game never knows who sits in a seat. It writes `{seat:0}`, made by `seat_name`. The page puts the player's name there;
Python and the terminal put "seat 1".
"""

import re
from collections.abc import Sequence

_PLACEHOLDER = re.compile(r"\{seat:(\d{1,3})\}")
_SENTENCE_ENDS = (".", "!", "?", "\n")


def seat_name(seat: int) -> str:
    """Return the placeholder for a seat, counted from 0. Write it the same way at the start of a sentence.

    >>> f"{seat_name(1)} begins."
    '{seat:1} begins.'
    """
    return f"{{seat:{int(seat)}}}"


def fill_seats(text: str, names: Sequence[str] | None = None) -> str:
    """Return the text with every seat's placeholder replaced by its name; without names, by "seat 1", "seat 2", ….

    >>> fill_seats("{seat:1} begins. The board of {seat:0} is empty.")
    'Seat 2 begins. The board of seat 1 is empty.'
    >>> fill_seats("{seat:1} begins.", ["Ada", "Bob"])
    'Bob begins.'
    """
    if "{seat:" not in text:
        return text

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        if names is not None and seat < len(names):
            return names[seat]
        before = text[: found.start()].rstrip(" ")
        return f"{'Seat' if not before or before.endswith(_SENTENCE_ENDS) else 'seat'} {seat + 1}"

    return _PLACEHOLDER.sub(name, text)
