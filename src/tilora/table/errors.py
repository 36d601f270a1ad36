"""What can be wrong with something asked of a table, one exception per mistake, each with a code for programs.

The message is for the person who reads it: what is wrong, and what would be right. A mistake changes nothing.
"""

from tilora.kernel import TiloraError


class TableError(TiloraError):
    """The common base. `code` is what programs go by; it never changes."""

    code = "refused"


class NoSuchTable(TableError):
    """There is no table with that code, or it is not for this person."""

    code = "no-such-table"


class NotYourSeat(TableError):
    """The seat belongs to somebody else, or does not exist."""

    code = "not-your-seat"


class NotYourTurn(TableError):
    """Another seat is to act."""

    code = "not-your-turn"


class Stale(TableError):
    """The position has changed since the moment that was named: look again, then decide."""

    code = "stale"


class NotNow(TableError):
    """It can be done at a table, but not at this point of its life."""

    code = "not-now"


class NotAllowed(TableError):
    """Only somebody else, mostly the host, may do that."""

    code = "not-allowed"


class SeatTaken(TableError):
    """Somebody else was quicker, or no seat is open."""

    code = "seat-taken"


class BadText(TableError):
    """A name or a line of chat that is empty, too long, or made of signs that nobody can read."""

    code = "bad-text"


class BadWants(TableError):
    """A client asked for a part of the position that does not exist."""

    code = "bad-message"
