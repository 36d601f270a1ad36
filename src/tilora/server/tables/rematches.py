"""Opening a rematch as soon as everybody at a table wants one."""

import asyncio
import logging
import secrets

from tilora.server.background import BackgroundTasks
from tilora.server.errors import Restarting, TryAgain
from tilora.server.logs import log
from tilora.server.system_time import now
from tilora.server.tables.cache import TableCache
from tilora.server.tables.ids import rematch_table_id
from tilora.server.tables.listeners import TableChanges
from tilora.server.tables.service import TableService
from tilora.store import StoreError
from tilora.table.events import AnyEvent
from tilora.table.table import Table

RETRY = 1.0
"""Seconds before a rematch that could not be stored is tried again."""


class Rematches:
    """Opens the rematches of this node."""

    def __init__(self, tables: TableService, cache: TableCache, changes: TableChanges) -> None:
        self._tables = tables
        self._cache = cache
        self._background = BackgroundTasks()
        changes.subscribe(self._table_changed)

    async def stop(self) -> None:
        """Open no more rematches."""
        await self._background.stop()

    def _table_changed(self, table: Table, *, local: bool) -> None:
        if table.rematch_agreed:
            self._background.start(self._open_patiently(table.id))

    async def _open_patiently(self, table_id: str) -> None:
        """Open the rematch, however long the store is away: everybody has agreed already, and waits."""
        while not self._tables.stopping:
            try:
                await self._open(table_id)
                return
            except Restarting:
                return
            except (StoreError, TryAgain) as error:
                log(logging.WARNING, "a rematch could not be opened yet", table=table_id, error=type(error).__name__)
            await asyncio.sleep(RETRY)

    async def _open(self, table_id: str) -> None:
        """Open the rematch and tell everybody.

        Its id follows from the old one: if two nodes do this at once, or one does it twice, it is still one table.
        """
        new_id = rematch_table_id(table_id)

        def rematch(table: Table) -> tuple[Table, list[AnyEvent]] | None:
            return table.rematch(new_id, secret=secrets.token_hex(32), now=now()) if table.rematch_agreed else None

        new = await self._tables.read(table_id, rematch)
        if new is None:
            return
        await self._cache.create(*new)
        await self._tables.change(
            table_id, lambda table: table.announce_rematch(new_id, now()) if table.rematch_agreed else []
        )
