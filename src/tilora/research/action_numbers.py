"""Actions as numbers from 0 on, which is what learners choose among.

There are two ways. `fixed`: a number stands for the same action in every position, which takes a game that lists its
codes (`Game.codes`). `choices`: a number is a place in the rising list of what is legal now; it means something else
in the next position, so that a learner has to look at the code of each choice.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tilora.kernel import BadSetup, Game

FIXED, CHOICES = "fixed", "choices"
NO_CHOICE = -1
"""Stands in the list of choices where there is none."""


class Numbering:
    """How the actions of a game are numbered: as asked for, or else fixed wherever the game allows it."""

    def __init__(self, game: Game, kind: str | None = None) -> None:
        if kind not in (None, FIXED, CHOICES):
            raise BadSetup(f"Actions are numbered as {FIXED!r} or as {CHOICES!r}, not as {kind!r}.")
        codes = None if kind == CHOICES else game.codes
        if kind == FIXED and codes is None:
            raise BadSetup(f"{game.title} has too many actions for fixed numbers; number them as {CHOICES!r}.")
        self._codes = codes
        self.fixed = codes is not None
        self.size = game.rules.MOST_ACTIONS if codes is None else len(codes)
        """Numbers are below this."""

    def numbers(self, legal: Sequence[int]) -> npt.NDArray[np.int64]:
        """The numbers of the legal actions, whose codes are given in rising order."""
        return np.arange(len(legal)) if self._codes is None else np.searchsorted(self._codes, legal)

    def place(self, number: int, legal: Sequence[int]) -> int:
        """Where the action of that number is among the legal ones; -1 if it is not."""
        places = np.flatnonzero(self.numbers(legal) == number)
        return int(places[0]) if len(places) else -1

    def mask(self, legal: Sequence[int]) -> npt.NDArray[np.int8]:
        """By number: 1 where the action is legal."""
        mask = np.zeros(self.size, np.int8)
        mask[self.numbers(legal)] = 1
        return mask

    def listed(self, legal: Sequence[int]) -> npt.NDArray[np.int32]:
        """By number, of choices: the code of the action; NO_CHOICE where there is none."""
        codes = np.full(self.size, NO_CHOICE, np.int32)
        codes[: len(legal)] = legal
        return codes
