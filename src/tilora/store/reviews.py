"""Reviews of finished matches, by the id of the table or of the record. They can always be made again."""

from sqlalchemy import Connection, delete, insert, select

from tilora.store.database import Database
from tilora.store.models import PlayerReview
from tilora.store.schema import outcomes, reviews


class Reviews:
    """Reviews, stored as text."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, name: str, made_with: str) -> str | None:
        """Return the review of a match, if there is one that was made with this; see `put`."""
        query = select(reviews.c.body).where(reviews.c.id == name, reviews.c.made_with == made_with)
        return await self._database.read(lambda connection: connection.execute(query).scalar())

    async def of_player(self, player: str, *, limit: int) -> list[PlayerReview]:
        """Return the reviews of the player's last matches, as far as there are any, the latest first."""
        query = (
            select(reviews.c.id, outcomes.c.game, outcomes.c.seat, outcomes.c.at, reviews.c.body)
            .join(outcomes, outcomes.c.table_id == reviews.c.id)
            .where(outcomes.c.player == player)
            .order_by(outcomes.c.at.desc(), outcomes.c.table_id.desc())
            .limit(limit)
        )
        return await self._database.read(
            lambda connection: [PlayerReview(**row) for row in connection.execute(query).mappings()]
        )

    async def put(self, name: str, made_with: str, body: str, *, now: int) -> None:
        """Keep the review of a match, instead of an older one. `made_with` says by which network and settings."""

        def work(connection: Connection) -> None:
            connection.execute(delete(reviews).where(reviews.c.id == name))
            connection.execute(insert(reviews).values(id=name, made_with=made_with, at=now, body=body))

        await self._database.write(work)
