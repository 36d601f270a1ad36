"""Tables: the lobby, opening one, looking at it, and commands for programs without a WebSocket."""

from litestar import get, post
from litestar.params import JSONBody

from tilora.kernel import game_named
from tilora.server.errors import TooMany
from tilora.server.http.bodies import CommandDone, Opened, TablePage
from tilora.server.http.links import link_of
from tilora.server.http.params import (
    AnyRequest,
    AppServices,
    Before,
    CurrentUser,
    Eyes,
    Limit,
    OneGame,
    OptionalUser,
    TableId,
    Wants,
    page_of,
    viewer_of,
)
from tilora.server.rate_limit import PAGE_ROWS
from tilora.server.system_time import now
from tilora.table.commands import AnyCommand
from tilora.table.look import Look, parse_wants
from tilora.table.setup import Setup
from tilora.table.table import Table

DAY = 24 * 3600 * 1000
"""Milliseconds."""


@get("/api/tables", summary="The lobby: public tables with an open seat")
async def lobby(
    services: AppServices, game: OneGame = None, limit: Limit = PAGE_ROWS, before: Before = None
) -> TablePage:
    """The newest first. Where nothing has happened for a day, nobody waits any more."""
    since = now() - DAY
    return page_of(await services.store.tables.lobby(game=game, moved_since=since, limit=limit, before=before))


@post("/api/tables", summary="Open a table")
async def open_table(request: AnyRequest, services: AppServices, who: CurrentUser, data: JSONBody[Setup]) -> Opened:
    """The table stands there. Without an open seat, its match has begun."""
    running = await services.store.tables.running(who.player.id, limit=services.limits.running_tables)
    if len(running) >= services.limits.running_tables:
        raise TooMany(f"You have {len(running)} unfinished tables. Finish, give up or close some of them first.")
    services.limits.tables.use(who.player.id)
    table_id = await services.tables.open(data, who.person)
    if any(place.kind == "bot" for place in data.places):
        services.bots.warm_up(game_named(data.game))
    return Opened(id=table_id, link=await link_of(request, services, f"/t/{table_id}"))


@get("/api/tables/{table_id:str}", summary="A table, as one may see it")
async def get_table(
    services: AppServices, maybe: OptionalUser, table_id: TableId, seat: Eyes = None, wants: Wants = ""
) -> Look:
    """Everything about it, as its WebSocket would send it first."""
    chosen = parse_wants(wants)
    return await services.tables.read(
        table_id, lambda table: table.look(viewer_of(table, maybe, seat), now(), wants=chosen)
    )


@post("/api/tables/{table_id:str}/commands", summary="Do something at a table", status_code=200)
async def post_command(
    services: AppServices,
    who: CurrentUser,
    table_id: TableId,
    data: JSONBody[AnyCommand],
    wants: Wants = "",
) -> CommandDone:
    """For programs without a WebSocket. It is stored when this answers; sent again with the same id, it counts once."""
    chosen = parse_wants(wants)
    await services.commands.execute(table_id, data, who.person, received_at=now(), lag=0)
    seat: int | None = getattr(data, "seat", None)

    def look(table: Table) -> Look:
        own = table.seats_of(who.player.id)
        return table.look(viewer_of(table, who, seat if seat in own else None), now(), wants=chosen)

    return CommandDone(id=data.id, look=await services.tables.read(table_id, look))


HANDLERS = (lobby, open_table, get_table, post_command)
