"""Everything that the server refuses, with a code for programs and the HTTP status that fits it."""

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
    """The common base of what the server itself refuses."""

    code = "refused"
    status = 400


class BadMessage(ServerError):
    """The message is not one of the protocol."""

    code = "bad-message"


class Unknown(ServerError):
    """Nothing is there under that address."""

    code = "not-found"
    status = 404


class Nobody(ServerError):
    """The request needs to know who asks, and no valid token came with it."""

    code = "nobody"
    status = 401


class WrongPassword(ServerError):
    """Name and password don't belong together."""

    code = "wrong-password"
    status = 403


class ForeignOrigin(ServerError):
    """The request comes from a page of another site."""

    code = "foreign-origin"
    status = 403


class TooMany(ServerError):
    """More than the limits of this server allow."""

    code = "too-many"
    status = 429


class Restarting(ServerError):
    """The server is about to stop: ask again in a moment."""

    code = "restarting"
    status = 503


class TryAgain(ServerError):
    """It could not be stored, or nobody knows yet whether it was: ask again with the same id, and it counts once."""

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
"""The kernel's mistakes; the table's and the server's have their codes themselves."""

STATUSES: dict[str, int] = {
    table.NoSuchTable.code: 404,
    table.NotYourSeat.code: 403,
    table.NotAllowed.code: 403,
    table.NotYourTurn.code: 409,
    table.Stale.code: 409,
    table.NotNow.code: 409,
    table.SeatTaken.code: 409,
    NameTaken.code: 409,
}
"""Of mistakes from the layers below; 400 for all others."""


def code_of(error: Exception) -> str:
    """What programs go by."""
    code: str | None = getattr(error, "code", None)
    if code is not None:
        return code
    return next((name for kind, name in CODES.items() if isinstance(error, kind)), "refused")


def status_of(error: Exception) -> int:
    """The HTTP status that fits."""
    if isinstance(error, ServerError):
        return error.status
    return STATUSES.get(code_of(error), 400)
