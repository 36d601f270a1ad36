"""A database off the event loop: threads that read, and one writer thread that commits for everybody."""

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from tilora.store import engines
from tilora.store.errors import Damaged, StoreDown
from tilora.store.log import Append
from tilora.store.migrate import migrate
from tilora.store.writer import WriteJob, Writer
from tilora.table.errors import BadText

T = TypeVar("T")
READERS = 4


class Database:
    """A database as one event loop uses it. Work given to it runs in threads, each on a connection."""

    def __init__(self, url: URL, patience: float, *, shared: bool = False) -> None:
        """Used by `open`."""
        self._loop = asyncio.get_running_loop()
        self._patience = patience
        self._closed = False
        self._reading = engines.autocommitting(url, connections=READERS)
        self._writing = engines.autocommitting(url, connections=1)
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="tilora-reader")
        self._writer = Writer(self._writing, self._written, engines.queue_of(url) if shared else engines.no_queue)
        self._waiting: dict[WriteJob, asyncio.Future[Any]] = {}

    @classmethod
    async def open(cls, url: URL, patience: float, *, shared: bool = False) -> "Database":
        """Open the database, and upgrade it to the newest schema. Raises WrongDatabase, StoreDown.

        With `shared`, other processes are expected to write as much.
        """
        engines.create_file(url)
        until = time.monotonic() + patience
        await asyncio.to_thread(_retry, lambda: migrate(url), until)
        return cls(url, patience, shared=shared)

    async def close(self) -> None:
        """Finish all pending writes, and close. Later calls raise StoreDown."""
        if self._closed:
            return
        self._closed = True
        await self._loop.run_in_executor(None, self._writer.close)
        await self._loop.run_in_executor(None, self._threads.shutdown)
        # The writer answers through the loop: let its last answers arrive.
        await asyncio.sleep(0)
        self._reading.dispose()
        self._writing.dispose()

    async def read(self, work: Callable[[Connection], T], *, patience: float | None = None) -> T:
        """Return what `work` finds. It may run twice. Raises StoreDown, Damaged."""
        self._check_open()
        until = time.monotonic() + (self._patience if patience is None else patience)

        def reading() -> T:
            with self._reading.connect() as connection:
                return work(connection)

        return await self._loop.run_in_executor(self._threads, _retry, reading, until)

    async def write(self, work: Callable[[Connection], T], *, patience: float | None = None) -> T:
        """Run `work` in its own transaction, and return its result once committed. It may run twice; see WriteJob."""
        return await self._put(WriteJob(deadline=self._deadline(patience), work=work))

    async def append(self, append: Append, work: Callable[[Connection], None] | None) -> None:
        """Append the events to their log and run `work`, all or nothing. Raises Conflict, StoreDown."""
        await self._put(WriteJob(deadline=self._deadline(), append=append, work=work))

    def _deadline(self, patience: float | None = None) -> float:
        self._check_open()
        return time.monotonic() + (self._patience if patience is None else patience)

    def _check_open(self) -> None:
        if self._closed:
            raise StoreDown("The database is closed because the server is stopping.")

    async def _put(self, job: WriteJob) -> Any:
        future = self._waiting[job] = self._loop.create_future()
        self._writer.put(job)
        return await future

    def _written(self, jobs: Sequence[WriteJob]) -> None:
        # Once for the whole group: waking the loop costs a system call.
        self._loop.call_soon_threadsafe(self._answer, jobs)

    def _answer(self, jobs: Sequence[WriteJob]) -> None:
        for job in jobs:
            future = self._waiting.pop(job)
            if future.done():  # the caller was cancelled
                continue
            if job.error is not None:
                future.set_exception(_for_people(job.error))
            else:
                future.set_result(job.result)


def _for_people(error: BaseException) -> BaseException:
    """Return the error itself, BadText if the request is to blame, or Damaged."""
    if engines.is_unstorable(error):
        return BadText("This contains characters or numbers that can't be stored.")
    if engines.is_damaged(error):
        return Damaged(f"The database is damaged: {engines.describe(error)}.")
    return error


def _retry(attempt: Callable[[], T], until: float) -> T:
    """Return what `attempt` returns, retrying until the database answers. Raises StoreDown once `until` has passed."""
    first = True
    while True:
        try:
            return attempt()
        except (DBAPIError, UnicodeEncodeError) as error:
            if engines.is_unstorable(error):
                raise _for_people(error) from None
            if engines.is_damaged(error):
                raise _for_people(error) from error
            if not (engines.is_away(error) or engines.cannot_write(error)):  # reading may need to write, too
                raise
            # The first failure may only mean that an old connection was lost.
            if not first and time.monotonic() >= until:
                raise StoreDown(f"The database does not answer: {engines.describe(error)}.") from error
            if not first:
                time.sleep(engines.retry_delay(error))
            first = False
