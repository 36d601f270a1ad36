"""PendingDecision: a decision that a table waits for and that a program is to make."""

from typing import Literal

import msgspec


class PendingDecision(msgspec.Struct, frozen=True):
    """Whose decision, and for which position: an answer to another one comes too late and is dropped."""

    seat: int
    level: int | None
    """How well to play; None: whatever can be said at once, since somebody's time is up."""
    by: Literal["bot", "stand-in"]
    """Stand-in: in a person's seat."""
    number: int
    """Counts the changes of the position."""
