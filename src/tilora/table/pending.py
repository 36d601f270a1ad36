"""The decision that a table waits for, when a program has to make it."""

from typing import Literal

import msgspec


class PendingDecision(msgspec.Struct, frozen=True):
    """Which seat must decide, and in which position. An answer for another position is too late and is dropped."""

    seat: int
    level: int | None
    """How well to play. None: answer immediately, because the player's time is up."""
    by: Literal["bot", "stand-in"]
    """Stand-in: a bot decides in a person's seat."""
    number: int
    """The number of the position, which every action and every undo raises."""
    seed: int | None = None
    """What the bot draws its choices from, where everybody must have the same opponent. None: anything."""
