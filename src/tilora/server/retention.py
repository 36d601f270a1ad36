"""Deleting what nobody has used for a long time: finished private matches, tables left alone, guests and their devices.

It works in small steps with pauses, so that no move ever waits for it. Several nodes may do it at the same time.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from tilora.server.background import BackgroundTasks
from tilora.server.logs import log, log_error
from tilora.server.settings import Settings
from tilora.server.system_time import now
from tilora.server.tables.cache import TableCache
from tilora.store import Store, StoreError

DAY = 24 * 3600 * 1000
"""Milliseconds."""
FIRST_WAIT, EVERY = 60.0, 3600.0
"""Seconds until the first search for what is old, and between two of them."""
PAUSE = 0.05
"""Seconds between two steps."""


def describe(settings: Settings) -> str:
    """Say what is deleted when, for whoever runs the server."""
    kept = {
        "finished private matches": settings.keep_private_days,
        "tables left alone": settings.keep_unfinished_days,
        "unused devices and guests": settings.keep_guests_days,
    }
    words = [f"{what} {f'after {days:g} days' if days else 'never'}" for what, days in kept.items()]
    return f"Deleted automatically: {', '.join(words)}."


class Pruning:
    """Deletes what is older than the settings say."""

    def __init__(self, store: Store, cache: TableCache, settings: Settings) -> None:
        self._store = store.retention
        self._cache = cache
        self._settings = settings
        self._background = BackgroundTasks()

    def start(self) -> None:
        """Look for what is old from time to time."""
        self._background.start(self._repeat())

    async def stop(self) -> None:
        """Stop between two steps, or in one, which is then done or not."""
        await self._background.stop()

    async def prune(self) -> int:
        """Delete all that is old. Return how many tables and devices that were."""
        chosen, count = self._settings, 0
        for days, find in (
            (chosen.keep_private_days, self._store.old_private_tables),
            (chosen.keep_unfinished_days, self._store.old_unfinished_tables),
        ):
            if days:
                count += await self._prune_tables(now() - int(days * DAY), find)
        if chosen.keep_guests_days:
            count += await self._prune_tokens(now() - int(chosen.keep_guests_days * DAY))
        return count

    async def _prune_tables(self, before: int, find: Callable[[int], Awaitable[list[str]]]) -> int:
        count = 0
        while True:
            deleted = 0
            for table in await find(before):
                # While somebody looks at it, it stays.
                if self._cache.forget(table) and await self._store.delete_table(table, before):
                    deleted += 1
                    await asyncio.sleep(PAUSE)
            if not deleted:
                return count
            count += deleted

    async def _prune_tokens(self, before: int) -> int:
        count = 0
        while deleted := await self._store.delete_tokens(before):
            count += deleted
            await asyncio.sleep(PAUSE)
        return count

    async def _repeat(self) -> None:
        await asyncio.sleep(FIRST_WAIT)
        while True:
            try:
                count = await self.prune()
                if count:
                    log(logging.INFO, "deleted what nobody has used for a long time", count=count)
            except StoreError as error:
                log(logging.WARNING, "old data could not be deleted", error=type(error).__name__, cause=str(error))
            except Exception as error:  # noqa: BLE001 - it must go on
                log_error("old data could not be deleted", error)
            await asyncio.sleep(EVERY)
