"""Actions as numbers from 0, for learners to choose from.

There are two ways. `fixed`: a number means the same action in every position, which needs a game that lists its codes
(`Game.codes`). `choices`: a number is an index into the list of legal actions, in the order of their codes. It means
something else in the next position, so a learner has to look at the code of each choice.
"""

import numpy as np
import numpy.typing as npt

from tilora.kernel import Actions, BadSetup, Game

FIXED, CHOICES = "fixed", "choices"
NO_CHOICE = -1
"""Fills the list of choices where there is none."""


class Numbering:
    """How the actions of a game are numbered: as given by `kind`, or else fixed where the game allows it."""

    def __init__(self, game: Game, kind: str | None = None) -> None:
        if kind not in (None, FIXED, CHOICES):
            raise BadSetup(f"`actions` must be {FIXED!r} or {CHOICES!r}, not {kind!r}.")
        codes = None if kind == CHOICES else game.codes
        if kind == FIXED and codes is None:
            raise BadSetup(f"{game.title} has too many actions for fixed numbers. Use actions={CHOICES!r}.")
        self._codes = codes
        self.fixed = codes is not None
        self.size = game.rules.MOST_ACTIONS if codes is None else len(codes)
        """How many numbers there are."""
        self._no_choices = np.full(self.size, NO_CHOICE, np.int32)

    def numbers(self, legal: Actions) -> npt.NDArray[np.int64]:
        """Return the numbers of the legal actions, given by their codes in rising order."""
        return np.arange(len(legal)) if self._codes is None else self._codes.searchsorted(legal)

    def index(self, number: int, legal: Actions) -> int:
        """Return the index of the action with that number among the legal ones; -1 if it is not legal."""
        if self._codes is None:
            return number if number < len(legal) else -1
        code = self._codes[number]
        index = int(legal.searchsorted(code))
        return index if index < len(legal) and legal[index] == code else -1

    def mask(self, legal: Actions) -> npt.NDArray[np.int8]:
        """Return 1 for each number whose action is legal, and 0 for the others."""
        mask = np.zeros(self.size, np.int8)
        if self._codes is None:
            mask[: len(legal)] = 1
        else:
            mask[self._codes.searchsorted(legal)] = 1
        return mask

    def codes(self, legal: Actions) -> npt.NDArray[np.int32]:
        """Return the code of each choice by its number; NO_CHOICE where there is none."""
        codes = self._no_choices.copy()
        codes[: len(legal)] = legal
        return codes
