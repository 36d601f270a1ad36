"""What can be asked for over HTTP about tables, records and scores. Who asks is in `tilora.server.http.me`."""

from typing import Annotated

from litestar import delete, get, post
from litestar.params import Body, JSONBody, Parameter

from tilora.kernel import Record, game_named
from tilora.server.auth import User
from tilora.server.bots import worker
from tilora.server.errors import BadMessage, TooMany, Unknown
from tilora.server.http.bodies import (
    CommandDone,
    LinkBody,
    NeighbourBody,
    Opened,
    RecordAdded,
    RecordBody,
    RecordPage,
    ReplayBody,
    ReplaySeat,
    ScoreBody,
    TableBody,
    TablePage,
)
from tilora.server.http.me import AnyRequest, AppServices, CurrentUser, OptionalUser, link_of
from tilora.server.rate_limit import MAX_RECORD_BYTES, PAGE_ROWS
from tilora.server.services import Services
from tilora.server.system_time import now
from tilora.server.tables.execute import carry_out
from tilora.store import Page, TableRow
from tilora.table.commands import AnyCommand
from tilora.table.errors import NotNow
from tilora.table.look import Look, RunningRecord, parse_wants
from tilora.table.setup import Setup
from tilora.table.table import Table

DAY = 24 * 3600 * 1000
"""Milliseconds."""

Limit = Annotated[int, Parameter(ge=1, le=PAGE_ROWS, description="How many rows.")]
Before = Annotated[str | None, Parameter(max_length=200, description="`next` of the part before.")]
OneGame = Annotated[str | None, Parameter(max_length=64, description="Only this game.")]
RecordId = Annotated[str, Parameter(max_length=64, description="The record's id: the end of its link.")]
TableId = Annotated[str, Parameter(max_length=64, description="The table's id: the end of its link.")]
Eyes = Annotated[
    int | None, Parameter(ge=0, le=63, description="Through which of one's own seats; without it the first of them.")
]
Wants = Annotated[str, Parameter(max_length=100, description="What to tell, by commas: legal, words, position, scene.")]


@get("/api/tables", summary="The lobby: public tables with an open seat")
async def lobby(
    services: AppServices, game: OneGame = None, limit: Limit = PAGE_ROWS, before: Before = None
) -> TablePage:
    """The newest first. Where nothing has happened for a day, nobody waits any more."""
    since = now() - DAY
    return _page(await services.store.tables.lobby(game=game, moved_since=since, limit=limit, before=before))


@get("/api/neighbours", summary="Other servers on the local network", sync_to_thread=False)
def neighbours(request: AnyRequest, services: AppServices) -> list[NeighbourBody]:
    """Those that this server has heard of, for who asks from the same network."""
    client = request.scope.get("client")
    known = services.lan_servers.visible_from(str(client[0]) if client else "")
    return [NeighbourBody(name=one.name, address=one.address) for one in known]


@get("/api/link", summary="Where others reach this server")
async def link(request: AnyRequest, services: AppServices) -> LinkBody:
    """What links and codes for others begin with."""
    return LinkBody(link=await link_of(request, services))


@post("/api/tables", summary="Open a table")
async def open_table(request: AnyRequest, services: AppServices, who: CurrentUser, data: JSONBody[Setup]) -> Opened:
    """The table stands there. Without an open seat, its match has begun."""
    running = await services.store.tables.running(who.player.id, limit=services.limits.running_tables)
    if len(running) >= services.limits.running_tables:
        raise TooMany(f"You have {len(running)} unfinished tables. Finish, give up or close some of them first.")
    services.limits.tables.use(who.player.id)
    table_id = await services.live.open(data, who.person)
    if any(place.kind == "bot" for place in data.places):
        services.bots.warm_up(game_named(data.game))
    return Opened(id=table_id, link=await link_of(request, services, f"/t/{table_id}"))


@get("/api/tables/{table_id:str}", summary="A table, as one may see it")
async def get_table(
    services: AppServices, maybe: OptionalUser, table_id: TableId, seat: Eyes = None, wants: Wants = ""
) -> Look:
    """Everything about it, as its WebSocket would send it first."""
    chosen = parse_wants(wants)
    return await services.live.read(
        table_id, lambda table: table.look(_viewer(table, maybe, seat), now(), wants=chosen)
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
    await carry_out(services, table_id, data, who.person, came_at=now(), lag=0)
    seat: int | None = getattr(data, "seat", None)

    def look(table: Table) -> Look:
        own = table.seats_of(who.player.id)
        return table.look(_viewer(table, who, seat if seat in own else None), now(), wants=chosen)

    return CommandDone(id=data.id, look=await services.live.read(table_id, look))


@get("/api/tables/{table_id:str}/record", summary="The record of a table's match")
async def get_record(
    services: AppServices, maybe: OptionalUser, table_id: TableId, seat: Eyes = None
) -> Record | RunningRecord:
    """The whole record once the match is over; before that, what one may know, without the seed."""
    return await services.live.read(table_id, lambda table: table.record(_viewer(table, maybe, seat)))


@get("/api/matches", summary="Finished matches")
async def matches(
    services: AppServices,
    maybe: OptionalUser,
    mine: Annotated[bool, Parameter(description="Only one's own, also those that were not public.")] = False,
    game: OneGame = None,
    limit: Limit = PAGE_ROWS,
    before: Before = None,
) -> TablePage:
    """The last first."""
    player = maybe.player.id if mine and maybe else None
    if mine and player is None:
        return TablePage(tables=[], next=None)
    return _page(await services.store.tables.finished(player=player, game=game, limit=limit, before=before))


@get("/api/scores/{game:str}", summary="High scores")
async def scores(
    services: AppServices,
    maybe: OptionalUser,
    game: Annotated[str, Parameter(max_length=64, description="The game's name.")],
    seats: Annotated[
        int | None, Parameter(ge=1, le=64, description="Of matches with so many seats, where lists are kept apart.")
    ] = None,
    limit: Limit = 20,
) -> list[ScoreBody]:
    """The best first."""
    rows = await services.store.tables.scores(game_named(game).name, seats, limit=limit)
    mine = maybe.player.id if maybe else ""
    return [
        ScoreBody(
            table=row.table if row.public or row.player == mine else None,
            seat=row.seat,
            name=row.name,
            player=row.player,
            seats=row.seats,
            score=row.score,
            high=row.high,
            at=row.at,
        )
        for row in rows
    ]


@post("/api/records", summary="Bring a record of a match played elsewhere", request_max_body_size=MAX_RECORD_BYTES)
async def add_record(
    request: AnyRequest,
    services: AppServices,
    who: CurrentUser,
    data: Annotated[Record, Body(description="A record, as `tilora` saves it.")],
    title: Annotated[str, Parameter(max_length=100, description="What to call it.")] = "",
) -> RecordAdded:
    """It is replayed and checked first."""
    services.limits.tables.use(who.player.id)
    data.check()
    record = await services.bots.work(worker.check_record, data)
    game = game_named(record.game)
    row = await services.store.records.add(
        who.player.id, game=game.name, seats=record.seats, title=title or game.title, body=record.to_json(), now=now()
    )
    return RecordAdded(id=row.id, link=await link_of(request, services, f"/r/{row.id}"))


@get("/api/records", summary="The records that one has brought")
async def list_records(
    services: AppServices, who: CurrentUser, limit: Limit = PAGE_ROWS, before: Before = None
) -> RecordPage:
    """The last first."""
    page = await services.store.records.list(who.player.id, limit=limit, before=before)
    rows = [RecordBody(id=row.id, game=row.game, seats=row.seats, title=row.title, at=row.at) for row in page.rows]
    return RecordPage(records=rows, next=page.next)


@get("/api/records/{record_id:str}", summary="A record that somebody brought")
async def one_record(services: AppServices, record_id: RecordId) -> Record:
    """The match that was brought. Who has the link may read it."""
    found = await services.store.records.get(record_id)
    if found is None:
        raise Unknown("There is no such record. Is the link complete?")
    return Record.from_json(found[1])


@delete("/api/records/{record_id:str}", summary="Remove a record that one has brought")
async def remove_record(services: AppServices, who: CurrentUser, record_id: RecordId) -> None:
    """Nobody can read it any more."""
    if not await services.store.records.remove(record_id, who.player.id):
        raise Unknown("You have brought no such record.")


@get("/api/replay/{replay_id:str}", summary="A finished match, or a record, at one of its steps")
async def replay(
    services: AppServices,
    maybe: OptionalUser,
    replay_id: Annotated[str, Parameter(max_length=64, description="The id of a table or of a record.")],
    step: Annotated[int | None, Parameter(ge=0, description="0 is the start; without it the end.")] = None,
    seat: Annotated[str, Parameter(max_length=8, description="A seat's number, or `all`.")] = "all",
    wants: Wants = "",
    steps: Annotated[bool, Parameter(description="List all steps, too.")] = False,
) -> ReplayBody:
    """Everything is in the open, or as one seat saw it."""
    if seat != "all" and not (seat.isascii() and seat.isdigit()):
        raise BadMessage("The seat is a number from 0, or `all`.")
    record, seats = await _replayed(services, maybe, replay_id)
    return await services.replays.at(
        replay_id,
        record,
        seats,
        step=step,
        seat=None if seat == "all" else int(seat),
        wants=parse_wants(wants),
        steps=steps,
    )


HANDLERS = (
    lobby,
    neighbours,
    link,
    open_table,
    get_table,
    post_command,
    get_record,
    matches,
    scores,
    add_record,
    list_records,
    one_record,
    remove_record,
    replay,
)


async def _replayed(services: Services, maybe: User | None, name: str) -> tuple[Record, list[ReplaySeat]]:
    found = await services.store.records.get(name)
    if found is not None:
        record = Record.from_json(found[1])
        return record, [ReplaySeat(name=f"Seat {seat + 1}", kind="person", level=None) for seat in range(record.seats)]

    def ended(table: Table) -> tuple[Record, list[ReplaySeat]]:
        record = table.record(_viewer(table, maybe, None))
        if not isinstance(record, Record):
            raise NotNow("The match is still running: it can be gone back over when it has ended.")
        return record, [
            ReplaySeat(name=place.name, kind=place.kind, level=place.level) for place in table.summary().places
        ]

    return await services.live.read(name, ended)


def _viewer(table: Table, known: User | None, seat: int | None) -> int:
    """Through whose eyes they look: the named seat's, or the first of their own, or a spectator's."""
    player = known.player.id if known else ""
    own = table.seats_of(player) if player and seat is None else []
    return table.viewer(player, own[0] if own else seat)


def _page(page: Page[TableRow]) -> TablePage:
    rows = [TableBody(id=row.id, summary=row.summary, moved_at=row.moved_at) for row in page.rows]
    return TablePage(tables=rows, next=page.next)
