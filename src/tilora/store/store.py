"""The store: the log of every table, and the look-ups that find tables and people. The same code for both databases."""

import asyncio
from collections.abc import Sequence
from functools import partial

from tilora.store import engines
from tilora.store.challenges import Challenges
from tilora.store.checks import find_damage, probe
from tilora.store.database import Database
from tilora.store.errors import StoreError
from tilora.store.log import Append, check_line, read_events, read_last_numbers
from tilora.store.models import Index
from tilora.store.nodes import Nodes
from tilora.store.outcomes import Outcomes
from tilora.store.players import Players
from tilora.store.puzzles import Mistakes, Puzzles
from tilora.store.records import Records
from tilora.store.retention import Retention
from tilora.store.reviews import Reviews
from tilora.store.tables import Tables, write_index

PROBE_SECONDS = 2.0
"""How long a write may take that only shows whether writing works."""


class Store:
    """One database, used from one event loop.

    Everything written is on disk when the call returns. Every method may raise StoreDown. A call that is cancelled
    while it waits may or may not have been carried out.
    """

    tables: Tables
    outcomes: Outcomes
    players: Players
    records: Records
    nodes: Nodes
    challenges: Challenges
    reviews: Reviews
    puzzles: Puzzles
    mistakes: Mistakes
    retention: Retention

    def __init__(self, database: Database) -> None:
        """Used by `connect`."""
        self._database = database
        self.tables = Tables(database)
        self.outcomes = Outcomes(database)
        self.players = Players(database)
        self.records = Records(database)
        self.nodes = Nodes(database)
        self.challenges = Challenges(database)
        self.reviews = Reviews(database)
        self.puzzles = Puzzles(database)
        self.mistakes = Mistakes(database)
        self.retention = Retention(database)

    @classmethod
    async def connect(cls, url: str | None = None, *, patience: float = 5.0, shared: bool = False) -> "Store":
        """Open the database, and upgrade it to the schema that this program needs.

        `url` is `sqlite:///path/to/file` or `postgresql://user@host/name`; without it, an SQLite file in the user's
        data folder is used. After a lost connection, calls retry for `patience` seconds before they raise StoreDown.
        `shared` makes writing faster where several processes write a lot to one SQLite file, if all of them say so.
        Raises WrongDatabase if the database can't be used, StoreDown if it does not answer.
        """
        parsed = engines.parse_url(engines.default_url() if url is None else url)
        return cls(await Database.open(parsed, patience, shared=shared))

    async def close(self) -> None:
        """Finish all pending writes, and close the database."""
        await self._database.close()

    async def append(self, table: str, after: int, events: Sequence[bytes], index: Index | None = None) -> None:
        """Append events to the table's log with the numbers after+1, after+2, …, and update the index for look-ups.

        All or nothing, and on disk when it returns. Raises Conflict if the log does not end with number `after`; then
        nothing was written. Raises StoreDown if the database does not answer; its `written` says whether the events
        may be in the log. Raises CodeTaken if another table waits under the code of this one. Events are JSON in UTF-8.
        """
        if after < 0 or not events:
            raise ValueError("Append at least one event, after number 0 or later.")
        append = Append(table, after, [check_line(event) for event in events])
        work = None if index is None else partial(write_index, table=table, number=after + len(events), index=index)
        await self._database.append(append, work)

    async def events(self, table: str, after: int = 0) -> list[bytes]:
        """Return the events of the table's log from number after+1 on; none if there is no such table.

        Raises Damaged if one is missing, or can't be read.
        """
        return await self._database.read(lambda connection: read_events(connection, table, after))

    async def last_numbers(self, tables: Sequence[str]) -> dict[str, int]:
        """Return the number of the last event of each of these tables. Those that do not exist are left out."""
        return await self._database.read(lambda connection: read_last_numbers(connection, tables))

    async def writable(self) -> bool:
        """Whether the database takes what is written to it. It writes a row and deletes it again."""
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                await self._database.write(probe, patience=PROBE_SECONDS / 2)
        except (StoreError, TimeoutError):
            return False
        return True

    async def find_damage(self, seconds: float) -> list[str] | None:
        """Return what is wrong with an SQLite file, in sentences, or None if that takes longer than this.

        PostgreSQL has checks of its own.
        """
        return await self._database.read(lambda connection: find_damage(connection, seconds), patience=0)
