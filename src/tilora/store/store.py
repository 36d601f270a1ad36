"""The store: the log of every table, and what helps to find tables and people. SQLite or PostgreSQL, the same code."""

from collections.abc import Sequence
from functools import partial

from tilora.store import engines
from tilora.store.database import Database
from tilora.store.errors import StoreDown
from tilora.store.log import Appending, line, read
from tilora.store.nodes import Nodes
from tilora.store.players import Players
from tilora.store.records import Records
from tilora.store.rows import Index
from tilora.store.tables import Tables, written


class Store:
    """One database, seen from one event loop.

    Everything written is on disk when the call returns. Every method may raise StoreDown. A call that is cancelled
    while it waits may have been carried out or not.
    """

    tables: Tables
    players: Players
    records: Records
    nodes: Nodes

    def __init__(self, database: Database) -> None:
        """Used by `connect`."""
        self._database = database
        self.tables = Tables(database)
        self.players = Players(database)
        self.records = Records(database)
        self.nodes = Nodes(database)

    @classmethod
    async def connect(cls, url: str | None = None, *, patience: float = 5.0) -> "Store":
        """Open the database, and bring it to the form that this program needs.

        `url` is `sqlite:///path/to/file` or `postgresql://user@host/name`; without one it is an SQLite file in the
        user's data folder. A lost connection is sought again for `patience` seconds before StoreDown is raised.
        Raises WrongDatabase if it can't be used, StoreDown if it does not answer.
        """
        return cls(await Database.open(engines.understood(engines.default_url() if url is None else url), patience))

    async def close(self) -> None:
        """All that was asked for is written, and the database is let go."""
        await self._database.close()

    async def append(self, table: str, after: int, events: Sequence[bytes], index: Index | None = None) -> None:
        """The events stand in the table's log with the numbers after+1, after+2, …, and look-ups know the index.

        All or nothing, on disk when it returns. Raises Conflict if the log does not end with number `after`; then
        nothing was written. Raises StoreDown if the database stayed away: `written` then says whether that is certain.
        Events are JSON in UTF-8.
        """
        if after < 0 or not events:
            raise ValueError("Events come after number 0 or a later one, and there is at least one.")
        appending = Appending(table, after, [line(event) for event in events])
        work = None if index is None else partial(written, table=table, number=after + len(events), index=index)
        await self._database.append(appending, work)

    async def events(self, table: str, after: int = 0) -> list[bytes]:
        """What stands in the table's log from number after+1 on; empty if there is no such table."""
        return await self._database.read(lambda connection: read(connection, table, after))

    async def healthy(self) -> bool:
        """Whether the database answers."""
        try:
            await self._database.read(lambda connection: connection.exec_driver_sql("SELECT 1").scalar(), patience=0)
        except StoreDown:
            return False
        return True
