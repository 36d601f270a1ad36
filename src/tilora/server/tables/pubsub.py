"""How nodes notify each other that a table has changed, and who is connected to it where.

A notice holds the table and the number of its last event, or who is present, or a reaction. It never holds what has
happened in the match: that is in the log, which every node reads for itself. Notices may get lost. A node that was cut
off for a while notices it, and reads the logs of its tables again.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any, Protocol

import msgspec

from tilora.kernel import BadSetup
from tilora.server.logs import log
from tilora.server.net.siblings import Siblings
from tilora.store.engines import POSTGRES_CONNECTION

CHANNEL = "tilora"
LONGEST = 7_000
"""Bytes of a payload. PostgreSQL takes fewer than 8,000."""
FIRST_WAIT, LONGEST_WAIT = 0.1, 3.0
"""Seconds before reconnecting."""
QUIET, SILENT = 5.0, 15.0
"""Seconds of silence before Redis gets a ping, and before it counts as unreachable."""


class Notice(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """What one node tells the others about a table."""

    node: str
    table: str
    number: int
    """The number of the last event; 0 in a notice about presence or a reaction."""
    seats: list[int] | None = None
    """The seats whose players are connected there."""
    watchers: int = 0
    reaction: str = ""
    """What a player shows to the others for a moment."""
    seat: int = 0
    """Of that player."""

    @property
    def subject(self) -> tuple[str, str]:
        """What the notice is about. A newer notice about the same replaces it."""
        if self.reaction:
            return self.table, f"reaction of {self.seat}"
        return self.table, "number" if self.seats is None else "presence"


OnNotice = Callable[[Notice], None]
OnGap = Callable[[], None]
OnFollower = Callable[[str], None]

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(list[Notice]).decode
_decode_one = msgspec.json.Decoder(Notice).decode


def _ignore(_: str) -> None:
    """For those who send everything to everybody: whoever begins to follow a table has missed nothing."""


class PubSub(Protocol):
    """How a node publishes notices and receives those of others."""

    async def start(self, on_notice: OnNotice, on_gap: OnGap, on_follower: OnFollower = _ignore) -> None:
        """Call `on_notice` for notices of other nodes from now on, and `on_gap` when some may have been missed.

        `on_follower` is called with a table that another node has begun to follow, and of which it may not know all.
        """

    def follow(self, table: str) -> None:
        """Get notices about this table from now on."""

    def unfollow(self, table: str) -> None:
        """Notices about this table are of no use any more."""

    def publish(self, notice: Notice) -> None:
        """Send the notice to the other nodes soon. Never waits."""

    def healthy(self) -> bool:
        """Whether notices come and go at the moment."""

    async def stop(self) -> None:
        """Send what was published before, then stop."""


class MemoryPubSub:
    """For a single node: there are no others to notify."""

    async def start(self, on_notice: OnNotice, on_gap: OnGap, on_follower: OnFollower = _ignore) -> None:
        """Nothing to do."""

    def follow(self, table: str) -> None:
        """Nothing to do."""

    def unfollow(self, table: str) -> None:
        """Nothing to do."""

    def publish(self, notice: Notice) -> None:
        """Nothing to do."""

    def healthy(self) -> bool:
        """Always true."""
        return True

    async def stop(self) -> None:
        """Nothing to do."""


class SiblingPubSub:
    """Between the workers of one server, through their parent process: see `tilora.server.net.hub`."""

    def __init__(self, siblings: Siblings) -> None:
        self._siblings = siblings

    async def start(self, on_notice: OnNotice, on_gap: OnGap, on_follower: OnFollower = _ignore) -> None:
        """Listen. There are no gaps: without the parent process, there is no worker."""
        self._siblings.listen(lambda body: on_notice(_decode_one(body)), on_follower)

    def follow(self, table: str) -> None:
        """Tell the hub that we have this table in memory."""
        self._siblings.follow(table)

    def unfollow(self, table: str) -> None:
        """Tell the hub that we do not have this table any more."""
        self._siblings.unfollow(table)

    def publish(self, notice: Notice) -> None:
        """Tell the workers that have the table in memory as well. Mostly there are none."""
        if self._siblings.has_others(notice.table):
            self._siblings.tell(notice.table, _encode(notice))

    def healthy(self) -> bool:
        """Always true."""
        return True

    async def stop(self) -> None:
        """Nothing to do."""


class NetworkPubSub:
    """The common part of those over a network: collect notices, send them together, reconnect when cut off."""

    name = ""

    def __init__(self, url: str) -> None:
        self._url = url
        self._waiting: dict[tuple[str, str], Notice] = {}
        self._has_waiting = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._up = {"listen": False, "send": False}

    def follow(self, table: str) -> None:
        """Nothing to do: everything comes here."""

    def unfollow(self, table: str) -> None:
        """Nothing to do."""

    async def start(self, on_notice: OnNotice, on_gap: OnGap, on_follower: OnFollower = _ignore) -> None:
        """Open two connections in the background: one to listen, one to send."""

        async def listen() -> None:
            async for payload in self._payloads(on_gap):
                with contextlib.suppress(msgspec.DecodeError):  # not ours
                    for notice in _decode(payload):
                        on_notice(notice)

        self._tasks = [
            asyncio.create_task(self._keep("listen", listen)),
            asyncio.create_task(self._keep("send", self._send_all)),
        ]

    def publish(self, notice: Notice) -> None:
        """Send the notice soon. It replaces an older one about the same that has not been sent yet."""
        self._waiting[notice.subject] = notice
        self._has_waiting.set()

    def healthy(self) -> bool:
        """Whether both connections are up."""
        return all(self._up.values())

    async def stop(self) -> None:
        """Send what is waiting if possible, then stop."""
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
            except Exception as error:  # noqa: BLE001 - whatever it was, reconnect
                log(logging.WARNING, "pub/sub was cut off", over=self.name, connection=name, error=type(error).__name__)
            self._up[name] = False
            if asyncio.get_running_loop().time() - begin > LONGEST_WAIT:
                wait = FIRST_WAIT
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def _send_all(self) -> None:
        async with self._sender() as send:
            self._up["send"] = True
            while True:
                await self._has_waiting.wait()
                self._has_waiting.clear()
                while self._waiting:
                    batch = self._batch()
                    await send(_encode(list(batch.values())).decode())
                    for key, notice in batch.items():
                        if self._waiting.get(key) is notice:
                            del self._waiting[key]

    def _batch(self) -> dict[tuple[str, str], Notice]:
        """Return as many of the waiting notices as fit into one payload."""
        batch: dict[tuple[str, str], Notice] = {}
        size = 2
        for key, notice in self._waiting.items():
            size += len(_encode(notice)) + 1
            if size > LONGEST and batch:
                break
            batch[key] = notice
        return batch

    # What differs

    def _payloads(self, on_gap: OnGap) -> AsyncIterator[str | bytes]:
        raise NotImplementedError

    def _sender(self) -> contextlib.AbstractAsyncContextManager[Callable[[str], Any]]:
        raise NotImplementedError


class PostgresPubSub(NetworkPubSub):
    """NOTIFY and LISTEN of PostgreSQL."""

    name = "postgresql"

    async def _connect(self) -> Any:
        import psycopg
        from psycopg.conninfo import conninfo_to_dict

        chosen = conninfo_to_dict(self._url)
        defaults: dict[str, Any] = {name: value for name, value in POSTGRES_CONNECTION.items() if name not in chosen}
        return await psycopg.AsyncConnection.connect(self._url, autocommit=True, **defaults)

    async def _payloads(self, on_gap: OnGap) -> AsyncIterator[str | bytes]:
        async with await self._connect() as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            self._up["listen"] = True
            on_gap()
            async for message in connection.notifies():
                yield message.payload

    @contextlib.asynccontextmanager
    async def _sender(self) -> AsyncIterator[Callable[[str], Any]]:
        async with await self._connect() as connection:

            async def send(payload: str) -> None:
                await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, payload))

            yield send


class RedisPubSub(NetworkPubSub):
    """PUBLISH and SUBSCRIBE of Redis."""

    name = "redis"

    def _client(self) -> Any:
        import redis.asyncio

        return redis.asyncio.from_url(self._url, socket_connect_timeout=5, health_check_interval=10)

    async def _payloads(self, on_gap: OnGap) -> AsyncIterator[str | bytes]:
        async with self._client() as client, client.pubsub() as inbox:
            await inbox.subscribe(CHANNEL)
            loop = asyncio.get_running_loop()
            last_message = loop.time()
            while True:
                message = await inbox.get_message(timeout=QUIET)
                if message is None:
                    if loop.time() - last_message > SILENT:
                        raise ConnectionError("Redis does not answer.")
                    await inbox.ping()
                    continue
                last_message = loop.time()
                if message["type"] == "subscribe":
                    # The client subscribes again by itself after a break, and Redis answers like this each time.
                    self._up["listen"] = True
                    on_gap()
                elif message["type"] == "message":
                    yield message["data"]

    @contextlib.asynccontextmanager
    async def _sender(self) -> AsyncIterator[Callable[[str], Any]]:
        async with self._client() as client:
            await client.ping()

            async def send(payload: str) -> None:
                await client.publish(CHANNEL, payload)

            yield send


def pubsub_for(url: str | None, database: str | None, siblings: Siblings | None = None) -> PubSub:
    """Return the pub/sub at that address; without one, the database's own if it has any. Raises BadSetup.

    The workers of one server need no network between them, as long as there is no other server.
    """
    chosen = url or (database if database and database.startswith("postgres") else "memory:")
    scheme = chosen.partition(":")[0].partition("+")[0]
    if scheme == "memory":
        return MemoryPubSub() if siblings is None else SiblingPubSub(siblings)
    needed = {"postgresql": "psycopg", "postgres": "psycopg", "redis": "redis", "rediss": "redis", "unix": "redis"}
    if scheme not in needed:
        raise BadSetup(f"Unknown kind of channels {scheme!r}. Use memory:, postgresql://… or redis://…")
    try:
        __import__(needed[scheme])
    except ImportError:
        raise BadSetup(f"Channels over {scheme} need the cluster extra: pip install 'tilora[cluster]'.") from None
    if needed[scheme] == "redis":
        return RedisPubSub(chosen)
    return PostgresPubSub("postgresql:" + chosen.partition(":")[2])
