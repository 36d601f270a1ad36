"""The daily challenges: what they were, who has tried them, and with what result."""

from typing import Any

from sqlalchemy import Connection, Table, func, select
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from tilora.store.database import Database
from tilora.store.models import ChallengeResult, ChallengeRow
from tilora.store.schema import attempts, challenges, players, results


class Challenges:
    """The challenges of all days."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, day: str) -> ChallengeRow | None:
        """Return the challenge of that day, if there was one."""
        return await self._database.read(lambda connection: _read(connection, day))

    async def fix(self, challenge: ChallengeRow) -> ChallengeRow:
        """Return the challenge of the day: this one, unless the day has one already."""

        def work(connection: Connection) -> ChallengeRow:
            row = {field: getattr(challenge, field) for field in challenge.__struct_fields__}
            _insert_once(connection, challenges, row)
            return _read(connection, challenge.day) or challenge

        return await self._database.write(work)

    async def attempt(self, day: str, player: str) -> str | None:
        """Return the table of the player's attempt on that day, if they have made one."""
        query = select(attempts.c.table_id).where(attempts.c.day == day, attempts.c.player == player)
        return await self._database.read(lambda connection: connection.execute(query).scalar())

    async def begin_attempt(self, day: str, player: str, table: str) -> str:
        """Return the table of the player's attempt on that day: this one, unless they have made one already."""

        def work(connection: Connection) -> str:
            _insert_once(connection, attempts, {"day": day, "player": player, "table_id": table})
            query = select(attempts.c.table_id).where(attempts.c.day == day, attempts.c.player == player)
            return str(connection.execute(query).scalar_one())

        return await self._database.write(work)

    async def count(self, day: str) -> int:
        """Return how many players have tried the challenge of that day."""
        query = select(func.count()).select_from(attempts).where(attempts.c.day == day)
        return await self._database.read(lambda connection: int(connection.execute(query).scalar_one()))

    async def results(self, day: str, before: int, *, limit: int = 50) -> list[ChallengeResult]:
        """Return the results of that day that were reached before that time, the best first; of equals, the earlier.

        A match without a counted result is not among them.
        """
        query = select(results.c.player, results.c.name, results.c.score, results.c.at, players.c.login)
        query = query.join(attempts, attempts.c.table_id == results.c.table_id)
        query = query.outerjoin(players, players.c.id == results.c.player)
        query = query.where(attempts.c.day == day, results.c.player == attempts.c.player, results.c.at < before)
        query = query.order_by(results.c.high.desc(), results.c.at, results.c.table_id).limit(limit)
        rows = await self._database.read(lambda connection: list(connection.execute(query)))
        return [
            ChallengeResult(player=row.player, name=row.name, score=row.score, at=row.at, guest=row.login is None)
            for row in rows
        ]


def _read(connection: Connection, day: str) -> ChallengeRow | None:
    row = connection.execute(select(challenges).where(challenges.c.day == day)).first()
    return None if row is None else ChallengeRow(**row._mapping)


def _insert_once(connection: Connection, table: Table, row: dict[str, Any]) -> None:
    """Insert the row, unless there is one with the same key."""
    insert = insert_sqlite if connection.dialect.name == "sqlite" else insert_postgresql
    connection.execute(insert(table).values(row).on_conflict_do_nothing())
