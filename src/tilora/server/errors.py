"""The errors of the server, each with a code for programs and an HTTP status."""

from tilora.kernel import (
    BadRecord,
    BadSetup,
    IllegalAction,
    TiloraError,
    UnknownGame,
    UnreadableAction,
    UnreadablePosition,
)
from tilora.store import NameTaken
from tilora.table import errors as table


class ServerError(TiloraError):
    """The base class of the server's own errors."""

    code = "refused"
    status = 400


class BadMessage(ServerError):
    """The message does not follow the protocol."""

    code = "bad-message"


class Unknown(ServerError):
    """There is nothing at that address."""

    code = "not-found"
    status = 404


class NotSignedIn(ServerError):
    """The request came without a valid token, and needs one."""

    code = "nobody"
    status = 401


class WrongPassword(ServerError):
    """The name and the password do not match."""

    code = "wrong-password"
    status = 403


class ForeignOrigin(ServerError):
    """The request comes from a page of another site."""

    code = "foreign-origin"
    status = 403


class TooMany(ServerError):
    """The request exceeds a limit of this server."""

    code = "too-many"
    status = 429


class TooManyConnections(TooMany):
    """The address has too many connections, so this one is closed."""


class Restarting(ServerError):
    """The server is about to stop. Clients may send the request again in a moment."""

    code = "restarting"
    status = 503


class TryAgain(ServerError):
    """The request was not stored, or may not have been. If it is sent again with the same id, it counts once."""

    code = "try-again"
    status = 503


CODES: dict[type[Exception], str] = {
    IllegalAction: "illegal",
    UnreadableAction: "unreadable",
    UnreadablePosition: "unreadable",
    BadSetup: "bad-setup",
    UnknownGame: "unknown-game",
    BadRecord: "bad-record",
}
"""Codes of the kernel's errors. Those of the table and the server define their own."""

STATUSES: dict[str, int] = {
    table.NoSuchTable.code: 404,
    table.TableDamaged.code: 503,
    table.NotYourSeat.code: 403,
    table.NotAllowed.code: 403,
    table.NotYourTurn.code: 409,
    table.Stale.code: 409,
    table.NotNow.code: 409,
    table.ReusedId.code: 409,
    table.SeatTaken.code: 409,
    NameTaken.code: 409,
}
"""HTTP statuses of errors from the layers below; 400 for all others."""


def code_of(error: Exception) -> str:
    """Return the code of an error, for programs."""
    code: str | None = getattr(error, "code", None)
    if code is not None:
        return code
    return next((name for kind, name in CODES.items() if isinstance(error, kind)), "refused")


def status_of(error: Exception) -> int:
    """Return the HTTP status of an error."""
    if isinstance(error, ServerError):
        return error.status
    return STATUSES.get(code_of(error), 400)
