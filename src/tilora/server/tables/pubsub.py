"""Channels: how nodes tell each other that a table has changed, and who is connected to it where.

A note carries the table and the number of its last event, or who is present; never what has happened: that is
in the log, which every node reads for itself. A note may be lost. Whoever was cut off for a while is told so,
and reads everything again.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any, Protocol

import msgspec

from tilora.kernel import BadSetup
from tilora.server.logs import log
from tilora.store.engines import POSTGRES_CONNECTION

CHANNEL = "tilora"
LONGEST = 7_000
"""Bytes of a payload. PostgreSQL takes fewer than 8,000."""
FIRST_WAIT, LONGEST_WAIT = 0.1, 3.0
"""Seconds before connecting again."""
QUIET, SILENT = 5.0, 15.0
"""Seconds without a word before Redis is asked for one, and before it counts as out of reach."""


class Note(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """What one node tells the others about a table."""

    node: str
    table: str
    number: int
    """Of the last event; 0 when the note is about presence."""
    seats: list[int] | None = None
    """The seats whose persons are connected there."""
    watchers: int = 0


Heard = Callable[[Note], None]
Cut = Callable[[], None]

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(list[Note]).decode


class Channels(Protocol):
    """What every kind of channel does."""

    async def start(self, heard: Heard, cut: Cut) -> None:
        """Notes of other nodes are handed to `heard` from now on; `cut` is called when some may have been missed."""

    def tell(self, note: Note) -> None:
        """The other nodes will hear of it soon. Never waits."""

    def healthy(self) -> bool:
        """Whether notes come and go at the moment."""

    async def stop(self) -> None:
        """Nothing is heard or told any more; what was told before has gone out."""


class Memory:
    """One node alone: there is nobody to tell."""

    async def start(self, heard: Heard, cut: Cut) -> None:
        """Nothing to do."""

    def tell(self, note: Note) -> None:
        """Nobody is there."""

    def healthy(self) -> bool:
        """Always."""
        return True

    async def stop(self) -> None:
        """Nothing to do."""


class Connected:
    """The common part of channels over a network: collect notes, send them together, connect again when cut off."""

    words = ""

    def __init__(self, url: str) -> None:
        self._url = url
        self._waiting: dict[tuple[str, bool], Note] = {}
        self._something = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._up = {"listen": False, "send": False}

    async def start(self, heard: Heard, cut: Cut) -> None:
        """Two connections are being made: one to listen, one to send."""

        async def listen() -> None:
            async for payload in self._payloads(cut):
                with contextlib.suppress(msgspec.DecodeError):  # not ours
                    for note in _decode(payload):
                        heard(note)

        self._tasks = [
            asyncio.create_task(self._keep("listen", listen)),
            asyncio.create_task(self._keep("send", self._send_all)),
        ]

    def tell(self, note: Note) -> None:
        """A newer note about the same takes the place of one that has not gone out yet."""
        self._waiting[note.table, note.seats is None] = note
        self._something.set()

    def healthy(self) -> bool:
        """Whether both connections stand."""
        return all(self._up.values())

    async def stop(self) -> None:
        """What is waiting goes out if it can."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                while self._waiting and self._up["send"]:
                    await asyncio.sleep(0.01)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _keep(self, name: str, work: Callable[[], Any]) -> None:
        wait = FIRST_WAIT
        while True:
            begin = asyncio.get_running_loop().time()
            try:
                await work()
            except Exception as error:  # noqa: BLE001 - whatever it was, others must be heard again
                log(logging.WARNING, "a channel was cut off", channel=self.words, way=name, error=type(error).__name__)
            self._up[name] = False
            if asyncio.get_running_loop().time() - begin > LONGEST_WAIT:
                wait = FIRST_WAIT
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def _send_all(self) -> None:
        async with self._sender() as send:
            self._up["send"] = True
            while True:
                await self._something.wait()
                self._something.clear()
                while self._waiting:
                    batch = self._batch()
                    await send(_encode(list(batch.values())).decode())
                    for key, note in batch.items():
                        if self._waiting.get(key) is note:
                            del self._waiting[key]

    def _batch(self) -> dict[tuple[str, bool], Note]:
        """As many of the waiting notes as fit into one payload."""
        batch: dict[tuple[str, bool], Note] = {}
        size = 2
        for key, note in self._waiting.items():
            size += len(_encode(note)) + 1
            if size > LONGEST and batch:
                break
            batch[key] = note
        return batch

    # What differs

    def _payloads(self, cut: Cut) -> AsyncIterator[str | bytes]:
        raise NotImplementedError

    def _sender(self) -> contextlib.AbstractAsyncContextManager[Callable[[str], Any]]:
        raise NotImplementedError


class Postgres(Connected):
    """NOTIFY and LISTEN of PostgreSQL."""

    words = "postgresql"

    async def _connect(self) -> Any:
        import psycopg
        from psycopg.conninfo import conninfo_to_dict

        named = conninfo_to_dict(self._url)
        usual: dict[str, Any] = {name: value for name, value in POSTGRES_CONNECTION.items() if name not in named}
        return await psycopg.AsyncConnection.connect(self._url, autocommit=True, **usual)

    async def _payloads(self, cut: Cut) -> AsyncIterator[str | bytes]:
        async with await self._connect() as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            self._up["listen"] = True
            cut()
            async for notice in connection.notifies():
                yield notice.payload

    @contextlib.asynccontextmanager
    async def _sender(self) -> AsyncIterator[Callable[[str], Any]]:
        async with await self._connect() as connection:

            async def send(payload: str) -> None:
                await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))

            yield send


class Redis(Connected):
    """Publish and subscribe of Redis."""

    words = "redis"

    def _client(self) -> Any:
        import redis.asyncio

        return redis.asyncio.from_url(self._url, socket_connect_timeout=5, health_check_interval=10)

    async def _payloads(self, cut: Cut) -> AsyncIterator[str | bytes]:
        async with self._client() as client, client.pubsub() as inbox:
            await inbox.subscribe(CHANNEL)
            loop = asyncio.get_running_loop()
            heard = loop.time()
            while True:
                message = await inbox.get_message(timeout=QUIET)
                if message is None:
                    if loop.time() - heard > SILENT:
                        raise ConnectionError("Redis does not answer.")
                    await inbox.ping()
                    continue
                heard = loop.time()
                if message["type"] == "subscribe":
                    # Redis subscribes again by itself after a break, and answers in this way each time.
                    self._up["listen"] = True
                    cut()
                elif message["type"] == "message":
                    yield message["data"]

    @contextlib.asynccontextmanager
    async def _sender(self) -> AsyncIterator[Callable[[str], Any]]:
        async with self._client() as client:
            await client.ping()

            async def send(payload: str) -> None:
                await client.publish(CHANNEL, payload)

            yield send


def channels(url: str | None, database: str | None) -> Channels:
    """The channels of that address; without one, those that the database brings. Raises BadSetup."""
    chosen = url or (database if database and database.startswith("postgres") else "memory:")
    scheme = chosen.partition(":")[0].partition("+")[0]
    if scheme == "memory":
        return Memory()
    needed = {"postgresql": "psycopg", "postgres": "psycopg", "redis": "redis", "rediss": "redis", "unix": "redis"}
    if scheme not in needed:
        raise BadSetup(f"Channels can be memory:, postgresql://… or redis://…, not {scheme!r}.")
    try:
        __import__(needed[scheme])
    except ImportError:
        raise BadSetup(f"Channels over {scheme} need more: pip install 'tilora[cluster]'.") from None
    if needed[scheme] == "redis":
        return Redis(chosen)
    return Postgres("postgresql:" + chosen.partition(":")[2])
