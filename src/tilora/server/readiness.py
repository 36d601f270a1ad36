"""Whether the store works: what `/ready` says about it, and a check of an SQLite file when the server starts."""

import asyncio
import logging
from time import monotonic

from tilora.server.logs import log
from tilora.server.metrics import Metrics
from tilora.store import Store, StoreError

KEEP_SECONDS = 1.0
"""How long an answer is used again, so that many questions lead to few writes."""
CHECK_SECONDS = 5.0
"""How long the check of a file may take, which delays the start."""


class Readiness:
    """What is known about the store of this node."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        self._damage_found = False
        self._lock = asyncio.Lock()
        self._tried_at = -KEEP_SECONDS
        self._works = False

    @property
    def intact(self) -> bool:
        """Whether no damage has been found."""
        return not self._damage_found and not self._metrics.damaged_tables

    async def check_file(self, seconds: float = CHECK_SECONDS) -> None:
        """Look for damage in an SQLite file, as far as there is time, and log what is found."""
        try:
            damage = await self._store.find_damage(seconds)
        except StoreError as error:
            damage = [str(error)]
        if damage is None:
            log(logging.INFO, "the database is too large to be checked completely at the start", seconds=seconds)
        for sentence in damage or ():
            self._damage_found = True
            log(logging.ERROR, "the database is damaged; restore a backup soon", cause=sentence)

    async def store_works(self) -> bool:
        """Whether the store takes what is written, as of a second ago at most."""
        async with self._lock:
            if monotonic() - self._tried_at >= KEEP_SECONDS:
                self._works = await self._store.writable()
                self._tried_at = monotonic()
            return self._works
