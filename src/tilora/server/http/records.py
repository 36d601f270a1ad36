"""Records of matches, and replays."""

from typing import Annotated

import msgspec
from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import Body, Parameter, SkipValidation

from tilora.kernel import Record, game_named
from tilora.server.auth import User
from tilora.server.bots import tasks
from tilora.server.errors import BadMessage, Unknown
from tilora.server.http.links import link_of
from tilora.server.http.params import (
    AnyRequest,
    AppServices,
    Before,
    CurrentAsker,
    CurrentUser,
    Limit,
    OptionalUser,
    OwnSeat,
    RecordId,
    TableId,
    Wants,
    viewer_of,
)
from tilora.server.http.replay_bodies import RecordAdded, RecordBody, RecordList, ReplayBody, ReplaySeat, ReviewBody
from tilora.server.http.replays import Replays
from tilora.server.rate_limit import MAX_RECORD_BYTES, PAGE_ROWS
from tilora.server.services import Services
from tilora.server.system_time import now
from tilora.table.clean_text import clean_name
from tilora.table.errors import NotNow
from tilora.table.look import RunningRecord, parse_wants
from tilora.table.table import Table

ReplayId = Annotated[str, Parameter(max_length=64, description="The id of a table or of a record.")]
AppReplays = NamedDependency[SkipValidation[Replays]]


@get("/api/tables/{table_id:str}/record", summary="Get the record of a match")
async def get_record(
    services: AppServices, optional_user: OptionalUser, table_id: TableId, seat: OwnSeat = None
) -> Record | RunningRecord:
    """The complete record once the match is over. Before that, only what you may know, without the seed."""
    return await services.tables.read(
        table_id, lambda table: table.record(viewer_of(table, optional_user, seat), now())
    )


@post("/api/records", summary="Upload a record of a match played elsewhere", request_max_body_size=MAX_RECORD_BYTES)
async def add_record(
    request: AnyRequest,
    services: AppServices,
    user: CurrentUser,
    data: Annotated[Record, Body(description="A record, as saved by Tilora.")],
    title: Annotated[str, Parameter(max_length=100, description="A title for the record.")] = "",
) -> RecordAdded:
    """The record is checked by replaying it."""
    services.limits.tables.use(user.player.id)
    data.check()
    record = await services.bots.run(tasks.check_record, data)
    if record.names:
        record = msgspec.structs.replace(record, names=[clean_name(name) for name in record.names])
    game = game_named(record.game)
    row = await services.store.records.add(
        user.player.id, game=game.name, seats=record.seats, title=title or game.title, body=record.to_json(), now=now()
    )
    return RecordAdded(id=row.id, link=await link_of(request, services, f"/r/{row.id}"))


@get("/api/records", summary="List the records you have uploaded")
async def list_records(
    services: AppServices, user: CurrentUser, limit: Limit = PAGE_ROWS, before: Before = None
) -> RecordList:
    """The most recent come first."""
    page = await services.store.records.list(user.player.id, limit=limit, before=before)
    rows = [RecordBody(id=row.id, game=row.game, seats=row.seats, title=row.title, at=row.at) for row in page.rows]
    return RecordList(records=rows, next=page.next)


@get("/api/records/{record_id:str}", summary="Get an uploaded record")
async def get_uploaded_record(services: AppServices, record_id: RecordId) -> Record:
    """Anybody who has the link may read it."""
    found = await services.store.records.get(record_id)
    if found is None:
        raise Unknown("There is no such record. Is the link complete?")
    return Record.from_json(found[1])


@delete("/api/records/{record_id:str}", summary="Delete a record you have uploaded")
async def remove_record(services: AppServices, user: CurrentUser, record_id: RecordId) -> None:
    """Its link stops working."""
    if not await services.store.records.remove(record_id, user.player.id):
        raise Unknown("You have not uploaded a record with this id.")


@get("/api/replay/{replay_id:str}", summary="Get a position from a finished match or a record")
async def replay(
    services: AppServices,
    replays: AppReplays,
    optional_user: OptionalUser,
    asker: CurrentAsker,
    replay_id: ReplayId,
    step: Annotated[
        int | None, Parameter(ge=0, description="The step to show; 0 is the start. By default the last step.")
    ] = None,
    seat: Annotated[
        str, Parameter(max_length=8, description="The seat whose view to show, from 0, or `all` to see everything.")
    ] = "all",
    wants: Wants = "",
    steps: Annotated[bool, Parameter(description="List all steps as well.")] = False,
) -> ReplayBody:
    """Either with everything visible, or as one seat saw it."""
    if seat != "all" and not (seat.isascii() and seat.isdigit()):
        raise BadMessage("`seat` must be a number from 0, or `all`.")
    record, seats = await find_record(services, optional_user, replay_id)
    return await replays.show(
        replay_id,
        record,
        seats,
        asker,
        step=step,
        seat=None if seat == "all" else int(seat),
        wants=parse_wants(wants),
        steps=steps,
    )


@get("/api/replay/{replay_id:str}/review", summary="Get the review of a finished match or a record")
async def review(
    services: AppServices, optional_user: OptionalUser, asker: CurrentAsker, replay_id: ReplayId
) -> ReviewBody:
    """The first request begins it. Ask again every second or so: if nobody asks for a while, it is cancelled."""
    record, _ = await find_record(services, optional_user, replay_id)
    reviews = services.reviews
    found = await reviews.find(replay_id, record.game)
    if found is not None:
        return ReviewBody(share=1.0, waiting=False, review=found)
    if not reviews.has_begun(replay_id):
        services.limits.reviews.use(asker.key)
    job = reviews.ask(replay_id, record, asker)
    return ReviewBody(share=job.share, waiting=job.waiting, review=job.review)


@delete("/api/replay/{replay_id:str}/review", summary="Cancel a review you have asked for")
async def cancel_review(services: AppServices, asker: CurrentAsker, replay_id: ReplayId) -> None:
    """It continues if somebody else has asked for it, too."""
    services.reviews.take_back(replay_id, asker)


HANDLERS = (get_record, add_record, list_records, get_uploaded_record, remove_record, replay, review, cancel_review)


async def find_record(services: Services, user: User | None, name: str) -> tuple[Record, list[ReplaySeat]]:
    """Return the record of a finished match or an uploaded one, and who sat where. Raises NotNow."""
    found = await services.store.records.get(name)
    if found is not None:
        record = Record.from_json(found[1])
        names = record.names or [f"Seat {seat}" for seat in range(1, record.seats + 1)]
        return record, [ReplaySeat(name=name, kind="person", level=None) for name in names]

    def read(table: Table) -> tuple[Record, list[ReplaySeat]]:
        record = table.record(viewer_of(table, user, None), now())
        if not isinstance(record, Record) and table.summary().ended_at is not None:
            raise NotNow("You can replay a challenge once its day is over: until then, others may still be playing it.")
        if not isinstance(record, Record):
            raise NotNow("The match is still running. You can replay it once it is over.")
        return record, [
            ReplaySeat(
                name=place.name,
                kind=place.kind,
                level=place.level,
                mine=user is not None and place.player == user.player.id and not place.here,
            )
            for place in table.summary().places
        ]

    return await services.tables.read(name, read)
