"""Places in the texts of actions: most have a number, and one or two a name: "line 2", "floor"."""

import re
from collections.abc import Container

from tilora.kernel.errors import IllegalAction, UnreadableAction


def read_place(typed: str, noun: str, most: int, named: str, names: Container[str]) -> int:
    """Return the number of a place, from 1 to `most`, or 0 for the one that is called by any of the names.

    Raises UnreadableAction or IllegalAction: "'x' is neither the Stack nor the number of a mine.", "There is no mine 9;
    they are numbered from 1 to 5."
    """
    if typed in names:
        return 0
    if not re.fullmatch("[0-9]{1,4}", typed):
        raise UnreadableAction(f"{typed[:20]!r} is neither the {named} nor the number of a {noun}.")
    if not 1 <= int(typed) <= most:
        raise IllegalAction(f"There is no {noun} {int(typed)}; they are numbered from 1 to {most}.")
    return int(typed)
