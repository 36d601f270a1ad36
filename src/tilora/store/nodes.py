"""Which servers live on this database, by the beats of their hearts. Each start of a server is a node of its own."""

from sqlalchemy import Connection, delete, exists, insert, select, update

from tilora.store.database import Database
from tilora.store.schema import DUE, nodes, tables


class Nodes:
    """Heartbeats."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def beat(self, node: str, now: int) -> None:
        """The node was alive at `now`."""

        def work(connection: Connection) -> None:
            if connection.execute(update(nodes).where(nodes.c.id == node).values(seen_at=now)).rowcount == 0:
                connection.execute(insert(nodes).values(id=node, seen_at=now))

        await self._database.write(work)

    async def last_seen(self, node: str) -> int | None:
        """When it was alive last; None if nobody remembers."""
        query = select(nodes.c.seen_at).where(nodes.c.id == node)
        return await self._database.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def alive(self, since: int) -> list[str]:
        """The nodes seen since then, by name."""
        query = select(nodes.c.id).where(nodes.c.seen_at >= since).order_by(nodes.c.id)
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))

    async def prune(self, before: int) -> None:
        """Nodes not seen since then are forgotten, unless somebody has to look after a table that names them.

        Of other tables nobody asks whose they were. There are very many of them, and all writing waits meanwhile.
        """
        named = exists().where(DUE, tables.c.node == nodes.c.id)
        which = delete(nodes).where(nodes.c.seen_at < before, ~named)
        await self._database.write(lambda connection: connection.execute(which).close())
