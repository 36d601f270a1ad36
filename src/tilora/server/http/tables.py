"""Tables: the lobby, opening a table, looking at it, and commands for programs without a WebSocket."""

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, Parameter

from tilora.kernel import game_named
from tilora.server.auth import User
from tilora.server.errors import TooMany
from tilora.server.http.links import link_of
from tilora.server.http.params import (
    AnyRequest,
    AppServices,
    Before,
    CurrentUser,
    GameFilter,
    JoinCode,
    Limit,
    OptionalUser,
    OwnSeat,
    TableId,
    Wants,
    address_of,
    table_list,
    viewer_of,
)
from tilora.server.http.table_bodies import CommandDone, FoundTable, OpenedTable, TableList
from tilora.server.rate_limit import PAGE_ROWS
from tilora.server.services import Services
from tilora.server.system_time import now
from tilora.server.tables.ids import read_join_code
from tilora.table.commands import AnyCommand
from tilora.table.errors import NoSuchTable
from tilora.table.look import LinesLook, Look, parse_wants
from tilora.table.setup import Setup
from tilora.table.table import Table

DAY = 24 * 3600 * 1000
"""Milliseconds."""


async def check_table_limits(services: Services, user: User) -> None:
    """Count one more table of the user. Raises TooMany."""
    running = await services.store.tables.running(user.player.id, limit=services.limits.running_tables)
    if len(running) >= services.limits.running_tables:
        raise TooMany(f"You have {len(running)} unfinished tables. Please finish, give up or close some of them first.")
    services.limits.tables.use(user.player.id)


@get("/api/tables", summary="List the lobby: public tables with an open seat")
async def list_lobby(
    services: AppServices, game: GameFilter = None, limit: Limit = PAGE_ROWS, before: Before = None
) -> TableList:
    """The newest come first. Tables where nothing has happened for a day are left out."""
    since = now() - DAY
    return table_list(await services.store.tables.lobby(game=game, moved_since=since, limit=limit, before=before))


@post("/api/tables", summary="Open a table")
async def open_table(
    request: AnyRequest, services: AppServices, user: CurrentUser, data: JSONBody[Setup]
) -> OpenedTable:
    """If no seat is open, the match begins immediately, or as soon as you have revealed your nonce."""
    await check_table_limits(services, user)
    table_id = await services.tables.open(data, user.person)
    if any(place.kind == "bot" for place in data.places):
        services.bots.warm_up(game_named(data.game))
    draw = await services.tables.read(table_id, lambda table: table.draw)
    return OpenedTable(id=table_id, link=await link_of(request, services, f"/t/{table_id}"), draw=draw)


@get("/api/join/{code:str}", summary="Find the table with a join code")
async def find_table(
    request: AnyRequest, services: AppServices, optional_user: OptionalUser, code: JoinCode
) -> FoundTable:
    """Capitals, small letters, spaces and hyphens make no difference. Wrong codes are limited."""
    sources = [*([("player", optional_user.player.id)] if optional_user else []), address_of(request)]
    services.limits.guesses.use(*sources)
    table_id = await services.store.tables.waiting_at(read_join_code(code))
    if table_id is None:
        raise NoSuchTable("No table has this code. Is it complete? The match may have started already.")
    services.limits.guesses.give_back(*sources)
    return FoundTable(table=table_id)


@get("/api/tables/{table_id:str}", summary="Get a table as you see it")
async def get_table(
    services: AppServices, optional_user: OptionalUser, table_id: TableId, seat: OwnSeat = None, wants: Wants = ""
) -> Look:
    """The same as the first message on the table's WebSocket."""
    chosen = parse_wants(wants)
    return await services.tables.read(
        table_id, lambda table: table.look(viewer_of(table, optional_user, seat), now(), wants=chosen)
    )


@get("/api/tables/{table_id:str}/lines", summary="Get earlier lines of a table's log")
async def get_lines(
    services: AppServices,
    optional_user: OptionalUser,
    table_id: TableId,
    before: Annotated[int, Parameter(ge=0, le=10**9, description="The number of the earliest line you have.")],
    seat: OwnSeat = None,
) -> LinesLook:
    """A look of a table with a very long log holds only its last lines. These are the ones before."""
    return await services.tables.read(
        table_id, lambda table: table.lines(viewer_of(table, optional_user, seat), before)
    )


@post("/api/tables/{table_id:str}/commands", summary="Send a command to a table", status_code=200)
async def post_command(
    services: AppServices,
    user: CurrentUser,
    table_id: TableId,
    data: JSONBody[AnyCommand],
    wants: Wants = "",
) -> CommandDone:
    """For programs without a WebSocket. The answer comes once the command is stored. A repeated id counts once."""
    chosen = parse_wants(wants)
    await services.commands.execute(table_id, data, user.person, received_at=now(), lag=0)
    seat: int | None = getattr(data, "seat", None)

    def look(table: Table) -> Look:
        own = table.seats_of(user.player.id)
        return table.look(viewer_of(table, user, seat if seat in own else None), now(), wants=chosen)

    return CommandDone(id=data.id, look=await services.tables.read(table_id, look))


HANDLERS = (list_lobby, open_table, find_table, get_table, get_lines, post_command)
