"""Reasons why a table refuses a request: one exception each, with a code for programs.

The message is for the person who reads it, and says what is wrong and what would help. A refused request changes
nothing.
"""

from tilora.kernel import TiloraError


class TableError(TiloraError):
    """The base class. Programs go by `code`, which never changes."""

    code = "refused"


class NoSuchTable(TableError):
    """There is no table with that code, or this person may not see it."""

    code = "no-such-table"


class TableDamaged(TableError):
    """The log of the table can't be read. Other tables are not affected."""

    code = "damaged"


class NotYourSeat(TableError):
    """The seat belongs to somebody else, or does not exist."""

    code = "not-your-seat"


class NotYourTurn(TableError):
    """It is another seat's turn."""

    code = "not-your-turn"


class Stale(TableError):
    """The position has changed since the moment that the request names."""

    code = "stale"


class ReusedId(TableError):
    """Another request of the same person had this id, and was carried out."""

    code = "reused-id"


class NotNow(TableError):
    """The request is possible at a table, but not at this point."""

    code = "not-now"


class NotAllowed(TableError):
    """Only somebody else may do that, usually the host."""

    code = "not-allowed"


class SeatTaken(TableError):
    """Somebody else took the seat first, or no seat is open."""

    code = "seat-taken"


class BadText(TableError):
    """A name or a line of chat is empty, too long, or unreadable."""

    code = "bad-text"


class BadWants(TableError):
    """A client asked for a part of the position that does not exist."""

    code = "bad-message"
