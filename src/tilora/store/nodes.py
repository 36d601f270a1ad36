"""Which servers use this database, by their heartbeats. Each start of a server is a node of its own."""

from time import monotonic

from sqlalchemy import Connection, delete, exists, func, insert, select, text, update

from tilora.store.database import Database
from tilora.store.schema import DUE, nodes, tables

MAX_AHEAD = 3600 * 1000
"""Milliseconds that heartbeats may be ahead of the database's clock. One further ahead is from a machine whose clock
was wrong, and says nothing."""
_TIME = text("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)")


class Nodes:
    """The heartbeats of all nodes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def beat(self, node: str, now: int) -> None:
        """Note that the node is alive at `now`."""

        def work(connection: Connection) -> None:
            if connection.execute(update(nodes).where(nodes.c.id == node).values(seen_at=now)).rowcount == 0:
                connection.execute(insert(nodes).values(id=node, seen_at=now))

        await self._database.write(work)

    async def clock(self) -> float | None:
        """Return the seconds since 1970 by the database's clock, less `time.monotonic()`; None if it has no own clock.

        It is never before the last heartbeat, even if the database's clock was set back.
        """

        def work(connection: Connection) -> float | None:
            if connection.dialect.name == "sqlite":  # on the same machine as its only server
                return None
            asked = monotonic()
            time: int = connection.execute(_TIME).scalar_one()
            moment = (asked + monotonic()) / 2
            latest = select(func.max(nodes.c.seen_at)).where(nodes.c.seen_at < time + MAX_AHEAD)
            return max(time, connection.execute(latest).scalar_one() or 0) / 1000 - moment

        return await self._database.read(work)

    async def last_seen(self, node: str) -> int | None:
        """Return when the node was last alive; None if it is unknown."""
        query = select(nodes.c.seen_at).where(nodes.c.id == node)
        return await self._database.read(lambda connection: connection.execute(query).scalar_one_or_none())

    async def alive(self, since: int) -> list[str]:
        """Return the names of the nodes seen since then."""
        query = select(nodes.c.id).where(nodes.c.seen_at >= since).order_by(nodes.c.id)
        return await self._database.read(lambda connection: list(connection.execute(query).scalars()))

    async def prune(self, before: int) -> None:
        """Forget nodes that have not been seen since then, except those that a due table names.

        For other tables it does not matter whose they were. Checking all of them would take long, and block all writes.
        """
        named = exists().where(DUE, tables.c.node == nodes.c.id)
        which = delete(nodes).where(nodes.c.seen_at < before, ~named)
        await self._database.write(lambda connection: connection.execute(which).close())
