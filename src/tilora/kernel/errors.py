"""Everything that can be wrong with what somebody asked for, one exception per mistake.

All of them are `ValueError`s with one sentence for the person who reads it: what is wrong, and where it helps
what would be right. A mistake never changes the match it was made in.
"""


class TiloraError(ValueError):
    """The common base: catch this to catch every mistake below."""


class UnknownGame(TiloraError):
    """No installed game has that name."""


class BadSetup(TiloraError):
    """A match can't start like that: a number of seats, an option or a seed that the game does not have."""


class UnreadableAction(TiloraError):
    """The text is not the text of any action of this game."""


class IllegalAction(TiloraError):
    """The action can be read, but the rules forbid it now. The message names the rule."""


class UnreadablePosition(TiloraError):
    """The text is not a position of this game: misspelt, or impossible to have come about."""


class BadRecord(TiloraError):
    """The file or text is not a record of a match, or its match can't be replayed."""


class WrongVersion(BadRecord):
    """The record was made by another version of the game's rules."""
