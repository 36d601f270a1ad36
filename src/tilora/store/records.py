"""Records of matches that players have imported."""

import secrets
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from tilora.store.database import Database
from tilora.store.models import Page, RecordRow
from tilora.store.paging import older_than, page
from tilora.store.schema import records, reviews

_ROW = (records.c.at, records.c.id, records.c.player, records.c.game, records.c.seats, records.c.title)


class Records:
    """Imported records, stored as text."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, player: str, *, game: str, seats: int, title: str, body: str, now: int) -> RecordRow:
        """Store the record under a new id."""
        row = RecordRow(id=secrets.token_hex(8), player=player, game=game, seats=seats, title=title, at=now)

        def work(connection: Connection) -> None:
            # An earlier attempt may have stored it, if its commit was uncertain.
            if connection.execute(select(records.c.id).where(records.c.id == row.id)).first() is None:
                connection.execute(
                    insert(records).values(
                        id=row.id, player=player, game=game, seats=seats, title=title, at=now, body=body
                    )
                )

        await self._database.write(work)
        return row

    async def list(self, player: str, *, limit: int = 50, before: str | None = None) -> Page[RecordRow]:
        """Return the player's records, the latest first."""
        query = select(*_ROW).where(records.c.player == player)
        query = query.order_by(records.c.at.desc(), records.c.id.desc()).limit(limit + 1)
        if before is not None:
            query = query.where(older_than(records.c.at, records.c.id, before))
        return page(await self._database.read(lambda connection: connection.execute(query).all()), limit, _record)

    async def get(self, record: str) -> tuple[RecordRow, str] | None:
        """Return a record and its text."""
        query = select(*_ROW, records.c.body).where(records.c.id == record)
        row = await self._database.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else (_record(row), row.body)

    async def remove(self, record: str, player: str) -> bool:
        """Remove the record and its review. Returns False if that player has no such record."""
        which = delete(records).where(records.c.id == record, records.c.player == player)

        def work(connection: Connection) -> bool:
            if connection.execute(which).rowcount == 0:
                return False
            connection.execute(delete(reviews).where(reviews.c.id == record))
            return True

        return await self._database.write(work)


def _record(row: Any) -> RecordRow:
    return RecordRow(id=row.id, player=row.player, game=row.game, seats=row.seats, title=row.title, at=row.at)
