"""One connection of an attacker: it answers pings, and counts what the server says about errors of its own."""

import asyncio
from typing import cast

PING = b"\x89\x04"
"""The head of a ping, as our server sends it."""
PONG = b"\x8a\x84\0\0\0\0"


class Wire(asyncio.Protocol):
    """A connection to the server. Nothing that comes over it is kept."""

    def __init__(self) -> None:
        self.closed = asyncio.Event()
        self.failed = 0
        """How often the server answered that something went wrong inside."""
        self._transport: asyncio.Transport | None = None
        self._head: asyncio.Future[None] | None = None
        self._is_websocket = False

    @property
    def is_open(self) -> bool:
        """Whether the server has not hung up."""
        return not self.closed.is_set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end."""
        self.closed.set()
        if self._head and not self._head.done():
            self._head.set_exception(ConnectionError("closed before an answer"))

    def data_received(self, data: bytes) -> None:
        """Look for errors and pings."""
        self.failed += data.count(b'"code":"failed"') + data.startswith(b"HTTP/1.1 500")
        if self._head and not self._head.done():
            self._is_websocket = b" 101 " in data[:16]
            self._head.set_result(None)
        at = data.rfind(PING) if self._is_websocket else -1  # the first may come with the head
        if at >= 0:
            self.write(PONG + data[at + 2 : at + 6])

    async def upgrade(self, request: bytes) -> None:
        """Make it a WebSocket. Raises ConnectionError if the server refuses."""
        self._head = asyncio.get_running_loop().create_future()
        self.write(request)
        await self._head
        if not self._is_websocket:
            raise ConnectionError("no WebSocket")

    def write(self, data: bytes) -> None:
        """Send it, if there is still somebody to send it to."""
        if self._transport and self.is_open:
            self._transport.write(data)

    def close(self) -> None:
        """Hang up."""
        if self._transport:
            self._transport.abort()
