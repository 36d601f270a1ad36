"""Deleting what nobody has used for a long time, in steps so small that nobody who writes has to wait."""

from sqlalchemy import Connection, TextClause, delete, exists, select

from tilora.store.database import Database
from tilora.store.schema import (
    PRIVATE,
    UNFINISHED,
    events,
    mistake_sources,
    mistakes,
    places,
    players,
    puzzle_attempts,
    puzzle_players,
    records,
    reviews,
    tables,
    tokens,
)

STEP = 50
"""Tokens that are deleted in one transaction. Of tables it is one."""


class Retention:
    """Deletes old tables, tokens and guests."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def old_private_tables(self, before: int, *, limit: int = 100) -> list[str]:
        """Return tables with a finished match that was not public, where nothing has happened since then."""
        return await self._old_tables(PRIVATE, before, limit)

    async def old_unfinished_tables(self, before: int, *, limit: int = 100) -> list[str]:
        """Return tables whose match never started, was not finished or has no result, and that have been left alone."""
        return await self._old_tables(UNFINISHED, before, limit)

    async def _old_tables(self, which: TextClause, before: int, limit: int) -> list[str]:
        query = select(tables.c.id).where(which, tables.c.moved_at < before).order_by(tables.c.moved_at).limit(limit)
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))

    async def delete_table(self, table: str, before: int) -> bool:
        """Delete the table, but not its high scores. Return False if something has happened there since then."""

        def work(connection: Connection) -> bool:
            still_old = delete(tables).where(tables.c.id == table, tables.c.moved_at < before)
            if connection.execute(still_old).rowcount == 0:
                return False
            connection.execute(delete(places).where(places.c.table_id == table))
            connection.execute(delete(events).where(events.c.table_id == table))
            connection.execute(delete(reviews).where(reviews.c.id == table))
            connection.execute(delete(mistake_sources).where(mistake_sources.c.table_id == table))
            return True

        return await self._database.write(work)

    async def delete_tokens(self, before: int) -> int:
        """Delete some tokens that have not been used since then, and guests who have none left, with what is theirs.

        Return how many tokens there were.
        """

        def work(connection: Connection) -> int:
            old = select(tokens.c.hash, tokens.c.player).where(tokens.c.seen_at < before, tokens.c.created_at < before)
            found = connection.execute(old.order_by(tokens.c.seen_at).limit(STEP)).all()
            if not found:
                return 0
            connection.execute(delete(tokens).where(tokens.c.hash.in_([token for token, _ in found])))
            owners = {player for _, player in found}
            without = ~exists().where(tokens.c.player == players.c.id)
            guests = delete(players).where(players.c.id.in_(owners), players.c.login.is_(None), without)
            gone = connection.execute(guests.returning(players.c.id)).scalars().all()
            theirs = delete(records).where(records.c.player.in_(gone)).returning(records.c.id)
            orphaned = connection.execute(theirs).scalars().all()
            connection.execute(delete(reviews).where(reviews.c.id.in_(orphaned)))
            for about in (puzzle_attempts, puzzle_players, mistakes, mistake_sources):
                connection.execute(delete(about).where(about.c.player.in_(gone)))
            return len(found)

        return await self._database.write(work)
