"""Records of matches, and going back over them."""

from typing import Annotated

from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import Body, Parameter, SkipValidation

from tilora.kernel import Record, game_named
from tilora.server.auth import User
from tilora.server.bots import worker
from tilora.server.errors import BadMessage, Unknown
from tilora.server.http.bodies import RecordAdded, RecordBody, RecordPage, ReplayBody, ReplaySeat
from tilora.server.http.links import link_of
from tilora.server.http.params import (
    AnyRequest,
    AppServices,
    Before,
    CurrentUser,
    Eyes,
    Limit,
    OptionalUser,
    RecordId,
    TableId,
    Wants,
    viewer_of,
)
from tilora.server.http.replays import Replays
from tilora.server.rate_limit import MAX_RECORD_BYTES, PAGE_ROWS
from tilora.server.services import Services
from tilora.server.system_time import now
from tilora.table.errors import NotNow
from tilora.table.look import RunningRecord, parse_wants
from tilora.table.table import Table

AppReplays = NamedDependency[SkipValidation[Replays]]


@get("/api/tables/{table_id:str}/record", summary="The record of a table's match")
async def get_record(
    services: AppServices, maybe: OptionalUser, table_id: TableId, seat: Eyes = None
) -> Record | RunningRecord:
    """The whole record once the match is over; before that, what one may know, without the seed."""
    return await services.tables.read(table_id, lambda table: table.record(viewer_of(table, maybe, seat)))


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
    record = await services.bots.run(worker.check_record, data)
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
    replays: AppReplays,
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
    return await replays.show(
        replay_id,
        record,
        seats,
        step=step,
        seat=None if seat == "all" else int(seat),
        wants=parse_wants(wants),
        steps=steps,
    )


HANDLERS = (get_record, add_record, list_records, one_record, remove_record, replay)


async def _replayed(services: Services, maybe: User | None, name: str) -> tuple[Record, list[ReplaySeat]]:
    found = await services.store.records.get(name)
    if found is not None:
        record = Record.from_json(found[1])
        return record, [ReplaySeat(name=f"Seat {seat + 1}", kind="person", level=None) for seat in range(record.seats)]

    def ended(table: Table) -> tuple[Record, list[ReplaySeat]]:
        record = table.record(viewer_of(table, maybe, None))
        if not isinstance(record, Record):
            raise NotNow("The match is still running: it can be gone back over when it has ended.")
        return record, [
            ReplaySeat(name=place.name, kind=place.kind, level=place.level) for place in table.summary().places
        ]

    return await services.tables.read(name, ended)
