"""What the handlers share: parameters of requests, and who sent them."""

from typing import Annotated, Any

from litestar import Request
from litestar.di import NamedDependency, Provide
from litestar.params import Parameter, SkipValidation

from tilora.server.auth import User
from tilora.server.errors import Nobody
from tilora.server.http.bodies import TableBody, TablePage
from tilora.server.rate_limit import PAGE_ROWS, client_network
from tilora.server.services import Services
from tilora.store import Page, TableRow
from tilora.table.table import Table

AnyRequest = Request[Any, Any, Any]
AppServices = NamedDependency[SkipValidation[Services]]
CurrentUser = NamedDependency[SkipValidation[User]]
OptionalUser = NamedDependency[SkipValidation[User | None]]

Limit = Annotated[int, Parameter(ge=1, le=PAGE_ROWS, description="How many rows.")]
Before = Annotated[str | None, Parameter(max_length=200, description="`next` of the part before.")]
OneGame = Annotated[str | None, Parameter(max_length=64, description="Only this game.")]
RecordId = Annotated[str, Parameter(max_length=64, description="The record's id: the end of its link.")]
TableId = Annotated[str, Parameter(max_length=64, description="The table's id: the end of its link.")]
Eyes = Annotated[
    int | None, Parameter(ge=0, le=63, description="Through which of one's own seats; without it the first of them.")
]
Wants = Annotated[str, Parameter(max_length=100, description="What to tell, by commas: legal, words, position, scene.")]
GameName = Annotated[str, Parameter(max_length=64, description="The game's name.")]


async def maybe(request: AnyRequest, services: AppServices) -> User | None:
    """Who asks, if anybody known."""
    return await services.accounts.authenticate(request.scope["headers"])


async def who(maybe: OptionalUser) -> User:
    """Who asks. Raises Nobody."""
    if maybe is None:
        raise Nobody("This needs to know who asks: send the token as `Authorization: Bearer …`, or the cookie.")
    return maybe


DEPENDENCIES = {"maybe": Provide(maybe), "who": Provide(who)}


def address_of(request: AnyRequest) -> str:
    """Where the request came from, as limits count it."""
    client = request.scope.get("client")
    return client_network(str(client[0])) if client else "?"


def viewer_of(table: Table, known: User | None, seat: int | None) -> int:
    """Through whose eyes they look: the named seat's, or the first of their own, or a spectator's."""
    player = known.player.id if known else ""
    own = table.seats_of(player) if player and seat is None else []
    return table.viewer(player, own[0] if own else seat)


def page_of(page: Page[TableRow]) -> TablePage:
    rows = [TableBody(id=row.id, summary=row.summary, moved_at=row.moved_at) for row in page.rows]
    return TablePage(tables=rows, next=page.next)
