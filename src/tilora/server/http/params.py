"""What handlers share: the parameters of requests, and the user who sent them."""

from typing import Annotated, Any

from litestar import Request
from litestar.di import NamedDependency, Provide
from litestar.params import Parameter, SkipValidation

from tilora.server.auth import User
from tilora.server.errors import NotSignedIn
from tilora.server.fair_queue import Asker
from tilora.server.http.table_bodies import TableBody, TableList
from tilora.server.rate_limit import PAGE_ROWS, client_network
from tilora.server.services import Services
from tilora.store import Page, TableRow
from tilora.table.table import Table

AnyRequest = Request[Any, Any, Any]
AppServices = NamedDependency[SkipValidation[Services]]
CurrentUser = NamedDependency[SkipValidation[User]]
OptionalUser = NamedDependency[SkipValidation[User | None]]
CurrentAsker = NamedDependency[SkipValidation[Asker]]

GameName = Annotated[str, Parameter(max_length=64, description="The name of the game.")]
GameFilter = Annotated[str | None, Parameter(max_length=64, description="List this game only.")]
TableId = Annotated[str, Parameter(max_length=64, description="The id of the table: the last part of its link.")]
JoinCode = Annotated[str, Parameter(max_length=64, description="The six letters that the table shows.")]
RecordId = Annotated[str, Parameter(max_length=64, description="The id of the record: the last part of its link.")]
SessionId = Annotated[str, Parameter(max_length=64, description="The id of the device, from the list of devices.")]
OwnSeat = Annotated[
    int | None,
    Parameter(ge=0, le=63, description="One of your own seats, whose view you want. By default the first."),
]
Wants = Annotated[
    str,
    Parameter(max_length=100, description="What to include, separated by commas: legal, words, position, scene."),
]
Limit = Annotated[int, Parameter(ge=1, le=PAGE_ROWS, description="The number of rows.")]
Before = Annotated[str | None, Parameter(max_length=200, description="The value of `next` from the previous page.")]


async def optional_user(request: AnyRequest, services: AppServices) -> User | None:
    """Return the user who sent the request, or None without a valid token."""
    return await services.accounts.authenticate(request.scope["headers"])


async def user(optional_user: OptionalUser) -> User:
    """Return the user who sent the request. Raises NotSignedIn."""
    if optional_user is None:
        raise NotSignedIn("You are not signed in. Send your token as `Authorization: Bearer …`, or the cookie.")
    return optional_user


async def asker(request: AnyRequest, optional_user: OptionalUser) -> Asker:
    """Return who sent the request, signed in or not."""
    return Asker(address_of(request), optional_user.player.id if optional_user else "")


DEPENDENCIES = {"optional_user": Provide(optional_user), "user": Provide(user), "asker": Provide(asker)}


def address_of(request: AnyRequest) -> str:
    """Return the network address that limits count the request for."""
    client = request.scope.get("client")
    return client_network(str(client[0])) if client else "?"


def viewer_of(table: Table, user: User | None, seat: int | None) -> int:
    """Return whose view the user gets: that of the named seat, or of their first one, or a spectator's."""
    player = user.player.id if user else ""
    own = table.seats_of(player) if player and seat is None else []
    return table.viewer(player, own[0] if own else seat)


def table_list(page: Page[TableRow]) -> TableList:
    """Return a page of tables as the body of a response."""
    rows = [TableBody(id=row.id, summary=row.summary, moved_at=row.moved_at) for row in page.rows]
    return TableList(tables=rows, next=page.next)
