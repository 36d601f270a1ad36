"""The other workers of the same server, as one of them sees them: through the hub in their parent process."""

import asyncio
import socket
from collections.abc import Callable
from time import monotonic

from tilora.server.net.channel import MAX_BYTES, Channel
from tilora.server.net.hub import (
    Alone,
    Follow,
    Message,
    News,
    Ready,
    Report,
    Shared,
    Transfer,
    Unfollow,
    decode,
    encode,
)
from tilora.server.net.placement import Placement

REPORT_EVERY = 1.0
"""Seconds between two reports of a worker."""
REPORT_LIFE = 5.0
"""Seconds after which a report says nothing about a worker any more."""
MAX_TRANSFER_BYTES = MAX_BYTES - 1024
"""A connection does not move with more data than this."""

OnNews = Callable[[bytes], None]
OnShared = Callable[[str], None]
OnConnection = Callable[[socket.socket, bytes], None]


class Siblings:
    """How a worker reaches the others."""

    def __init__(self, placement: Placement, end: socket.socket) -> None:
        self.placement = placement
        self._on_news: OnNews = lambda _: None
        self._on_shared: OnShared = lambda _: None
        self._on_connection: OnConnection | None = None
        self._shared: set[str] = set()
        """Tables that other workers have in memory as well."""
        self._reports: dict[int, tuple[float, bytes]] = {}
        self._channel = Channel(end, self._receive)

    def say_ready(self) -> None:
        """Tell the parent that this worker serves."""
        self._send(Ready())

    def listen(self, on_news: OnNews, on_shared: OnShared) -> None:
        """Call `on_news` with news of a table that this worker has in memory, too.

        `on_shared` is called when another worker has got a table that this one has.
        """
        self._on_news, self._on_shared = on_news, on_shared

    def accept(self, on_connection: OnConnection) -> None:
        """Call `on_connection` with a connection that is to be served here, and what was already read from it."""
        self._on_connection = on_connection

    def follow(self, table: str) -> None:
        """Get news of this table from now on."""
        self._send(Follow(table))

    def unfollow(self, table: str) -> None:
        """Get no more news of this table."""
        self._send(Unfollow(table))

    def has_others(self, table: str) -> bool:
        """Whether other workers have this table in memory, too."""
        return table in self._shared

    def tell(self, table: str, body: bytes) -> None:
        """Tell the other workers that have this table in memory."""
        self._send(News(table, body))

    def report(self, body: bytes) -> None:
        """Send all others the metrics of this worker."""
        self._send(Report(self.placement.number, body))

    def reports(self) -> dict[int, bytes]:
        """Return the latest metrics of all others that are alive, by number."""
        since = monotonic() - REPORT_LIFE
        return {worker: body for worker, (at, body) in self._reports.items() if at > since}

    def transfer(self, transport: asyncio.Transport, received: bytes) -> bool:
        """Move a connection, on which a request with this beginning has arrived, to the worker that it is for.

        Return False if it is to be served here.
        """
        worker = self.placement.worker_for(received)
        if worker is None or worker == self.placement.number or len(received) > MAX_TRANSFER_BYTES:
            return False
        file = transport.get_extra_info("socket").fileno()
        if not self._channel.send(encode(Transfer(worker, received)), file):
            return False
        transport.abort()  # this closes our copy only
        return True

    def close(self) -> None:
        """Leave the others."""
        self._channel.close()

    def _receive(self, data: bytes, file: int | None) -> None:
        message = decode(data)
        match message:
            case News(_, body):
                self._on_news(body)
            case Shared(table):
                self._shared.add(table)
                self._on_shared(table)
            case Alone(table):
                self._shared.discard(table)
            case Report(worker, body):
                self._reports[worker] = monotonic(), body
            case Transfer(_, received) if file is not None:
                connection = socket.socket(fileno=file)
                if self._on_connection is None:
                    connection.close()
                else:
                    self._on_connection(connection, received)
            case _:
                pass

    def _send(self, message: Message) -> None:
        self._channel.send(encode(message))
