"""What can go wrong, one exception for each kind of mistake.

All of them are `ValueError`s with a sentence for the person who reads it: what is wrong and, where that helps, what
would be right. A mistake never changes the match it was made in.
"""


class TiloraError(ValueError):
    """The base class of all errors below."""


class UnknownGame(TiloraError):
    """No installed game has that name."""


class BadSetup(TiloraError):
    """A match can't start like that: the game does not have that number of seats, that option or that seed."""


class FieldOverflow(TiloraError):
    """The rules of a game have written a number into a field that is too small for it: a mistake of their author."""


class UnreadableAction(TiloraError):
    """The text does not stand for any action of this game."""


class IllegalAction(TiloraError):
    """The action makes sense, but the rules forbid it now. The message names the rule."""


class UnreadablePosition(TiloraError):
    """The text is not a position of this game: misspelt, or impossible to reach."""


class BadRecord(TiloraError):
    """The file or text is not a record of a match, or its match can't be replayed."""


class WrongVersion(BadRecord):
    """The record was made by another version of the game's rules."""
