"""Finding tables: in the lobby, of a player, finished, or due; and the high scores."""

from functools import cache
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, Select, bindparam, delete, exists, insert, select, text, tuple_
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.dml import ReturningInsert

from tilora.store.database import Database
from tilora.store.errors import CodeTaken
from tilora.store.models import Index, Page, Score, TableRow
from tilora.store.outcomes import decode_against, write_outcomes
from tilora.store.paging import older_than, page
from tilora.store.schema import DUE, FINISHED, WAITING, nodes, outcomes, places, results, tables
from tilora.table.summary import Summary

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Summary).decode
_TOUCH = text(
    """UPDATE tables SET number = :number, moved_at = :moved_at, due_at = :due_at, node = :node
    WHERE id = :id AND number <= :number AND summary = :summary"""
)
"""At a table where people take their time, most moves need no more than this."""
_ROW = (tables.c.id, tables.c.summary, tables.c.moved_at, tables.c.due_at, tables.c.node)
# Built once: building one takes longer than sending it, and leaves hundreds of objects to the garbage collector.
_NO_PLACES = delete(places).where(places.c.table_id == bindparam("table"))
_ADD_PLACES = insert(places)
_NO_RESULTS = delete(results).where(results.c.table_id == bindparam("table"))
_ADD_RESULTS = insert(results)


class Tables:
    """Look-ups. `Store.append` writes what they find, together with the events that changed it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, table: str) -> TableRow | None:
        """Return that table, if there is one."""
        rows = await self._rows(select(*_ROW).where(tables.c.id == table))
        return _table(rows[0]) if rows else None

    async def waiting_at(self, code: str) -> str | None:
        """Return the id of the waiting table with that code, if there is one."""
        rows = await self._rows(select(tables.c.id).where(tables.c.code == code))
        return rows[0].id if rows else None

    async def lobby(
        self, *, game: str | None = None, moved_since: int = 0, limit: int = 50, before: str | None = None
    ) -> Page[TableRow]:
        """Return public tables with an open seat where something has happened since then, the newest first."""
        query = select(tables.c.opened_at, *_ROW).where(WAITING, tables.c.public, tables.c.open_seats > 0)
        query = query.where(tables.c.moved_at >= moved_since)
        query = query.order_by(tables.c.opened_at.desc(), tables.c.id.desc()).limit(limit + 1)
        if game is not None:
            query = query.where(tables.c.game == game)
        if before is not None:
            query = query.where(older_than(tables.c.opened_at, tables.c.id, before))
        return page(await self._rows(query), limit, _table)

    async def running(self, player: str, *, limit: int = 200) -> list[TableRow]:
        """Return unfinished tables where the player sits or is the host, the last changed first."""
        query = select(*_ROW).join(places, places.c.table_id == tables.c.id)
        query = query.where(places.c.player == player, places.c.over.is_(False))
        query = query.order_by(tables.c.moved_at.desc(), tables.c.id).limit(limit)
        return [_table(row) for row in await self._rows(query)]

    async def finished(
        self, *, player: str | None = None, game: str | None = None, limit: int = 50, before: str | None = None
    ) -> Page[TableRow]:
        """Return finished matches, the latest first: all those of a player, or all public ones."""
        query = select(tables.c.ended_at, *_ROW).where(FINISHED)
        query = query.order_by(tables.c.ended_at.desc(), tables.c.id.desc()).limit(limit + 1)
        if player is None:
            query = query.where(tables.c.public)
        else:
            query = query.join(places, places.c.table_id == tables.c.id).where(places.c.player == player)
        if game is not None:
            query = query.where(tables.c.game == game)
        if before is not None:
            query = query.where(older_than(tables.c.ended_at, tables.c.id, before))
        return page(await self._rows(query), limit, _table)

    async def due(
        self, now: int, beat_since: int, *, limit: int = 100, after: TableRow | None = None
    ) -> list[TableRow]:
        """Return tables that are due by now, and whose node has not been seen since `beat_since`.

        A node that is alive looks after its own tables. The longest due come first, starting `after` that row.
        """
        alive = exists().where(nodes.c.id == tables.c.node, nodes.c.seen_at >= beat_since)
        query = select(*_ROW).where(DUE, tables.c.due_at <= now, ~alive)
        if after is not None:
            query = query.where(tuple_(tables.c.due_at, tables.c.id) > (after.due, after.id))
        return [_table(row) for row in await self._rows(query.order_by(tables.c.due_at, tables.c.id).limit(limit))]

    async def scores(self, game: str, seats: int | None = None, *, limit: int = 20) -> list[Score]:
        """Return the high scores of a game, for one number of seats or all. Of equal scores, the earlier is first."""
        same_seat = (outcomes.c.table_id == results.c.table_id) & (outcomes.c.seat == results.c.seat)
        query = select(results, tables.c.public, outcomes.c.against).outerjoin_from(
            results, tables, tables.c.id == results.c.table_id
        )
        query = query.outerjoin(outcomes, same_seat)
        query = query.where(results.c.game == game)
        if seats is not None:
            query = query.where(results.c.seats == seats)
        query = query.order_by(results.c.high.desc(), results.c.at, results.c.table_id, results.c.seat).limit(limit)
        return [
            Score(
                table=row.table_id,
                public=bool(row.public),  # a table that has been deleted was not public
                seat=row.seat,
                player=row.player,
                name=row.name,
                seats=row.seats,
                score=row.score,
                high=row.high,
                against=() if row.against is None else decode_against(row.against),
                at=row.at,
            )
            for row in await self._rows(query)
        ]

    async def index(self, table: str, number: int, index: Index) -> None:
        """Update the index of the table as of its event `number`, unless a later index has been written."""
        await self._database.write(lambda connection: write_index(connection, table=table, number=number, index=index))

    async def _rows(self, query: Select[Any]) -> list[Row[Any]]:
        return await self._database.read(lambda connection: list(connection.execute(query)))


def write_index(connection: Connection, *, table: str, number: int, index: Index) -> None:
    """Write what look-ups find of the table, as it was after event `number`, unless a later index has been written.

    Raises CodeTaken.
    """
    summary = index.summary
    over = summary.ended_at is not None
    encoded = _encode(summary).decode()
    times = {"id": table, "number": number, "moved_at": index.moved_at, "due_at": index.due, "node": index.node}
    if not index.gone_players and connection.execute(_TOUCH, times | {"summary": encoded}).rowcount:
        return  # nothing else has changed
    values = {
        **times,
        "game": summary.game,
        "status": summary.status,
        "public": summary.public,
        "host": summary.host,
        "open_seats": summary.open_seats,
        "opened_at": summary.opened_at,
        "ended_at": summary.ended_at,
        "summary": encoded,
        "code": summary.code or None,
    }
    try:
        written = connection.execute(_upsert(connection.dialect.name, tuple(values)), values).first()
    except IntegrityError:
        raise CodeTaken(f"Another table already has the code {summary.code}.") from None
    if written is None:
        return
    people = {place.player for place in summary.places if place.kind == "person" and place.player} | {summary.host}
    connection.execute(_NO_PLACES, {"table": table})
    connection.execute(
        _ADD_PLACES,
        [
            {"table_id": table, "player": player, "over": over or player in index.gone_players}
            for player in sorted(people)
        ],
    )
    connection.execute(_NO_RESULTS, {"table": table})
    counted = [
        {
            "table_id": table,
            "seat": place.seat,
            "player": place.player,
            "name": place.name,
            "game": summary.game,
            "seats": summary.seats,
            "score": place.score,
            "high": place.value,
            "at": summary.ended_at,
        }
        for place in summary.places
        if place.value is not None
    ]
    if counted:
        connection.execute(_ADD_RESULTS, counted)
    write_outcomes(connection, table, summary)


@cache
def _upsert(dialect: str, columns: tuple[str, ...]) -> ReturningInsert[Any]:
    """Return the statement that adds a table to the index, or updates it unless what is there is newer."""
    upsert = insert_sqlite(tables) if dialect == "sqlite" else insert_postgresql(tables)
    news = {column: upsert.excluded[column] for column in columns if column != "id"}
    return (
        upsert.values({column: bindparam(column) for column in columns})
        .on_conflict_do_update(index_elements=[tables.c.id], set_=news, where=tables.c.number <= upsert.excluded.number)
        .returning(tables.c.id)
    )


def _table(row: Row[Any]) -> TableRow:
    return TableRow(id=row.id, summary=_decode(row.summary), moved_at=row.moved_at, due=row.due_at, node=row.node)
