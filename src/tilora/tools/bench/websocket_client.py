"""A minimal WebSocket client, for the clients of the benchmark.

The benchmark measures the server, so its clients must cost little: receiving and sending a message takes 1.7 µs here,
and 12 µs with websockets. It supports only what our servers use: unfragmented messages, deflated or not, and pings.
"""

import asyncio
import os
import zlib
from base64 import b64encode
from collections.abc import Callable

from tilora.server.net.websocket_protocol import DEFLATED_FLAG, SYNC_MARK

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class WebSocketClient(asyncio.Protocol):
    """One WebSocket. The listener gets every message, and None when the connection is lost."""

    def __init__(self, path: str, token: str | None) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._early: list[bytes | None] = []
        self._read: Callable[[bytes | None], None] = self._early.append
        self._path = path
        self._token = token
        self._buffer = b""
        self.frame_size = 0
        """Bytes on the wire of the last message."""
        self._transport: asyncio.Transport

    def listen(self, read: Callable[[bytes | None], None]) -> None:
        """Pass every message to `read` from now on, starting with those that have already arrived."""
        self._read = read
        early, self._early = self._early, []
        for message in early:
            read(message)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the handshake."""
        self._transport = transport  # type: ignore[assignment] # uvloop's transports are not subclasses
        lines = [
            f"GET {self._path} HTTP/1.1",
            "Host: localhost",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Extensions: permessage-deflate",  # as browsers do
            *([f"Authorization: Bearer {self._token}"] if self._token else []),
            "\r\n",
        ]
        self._transport.write("\r\n".join(lines).encode())

    def data_received(self, data: bytes) -> None:
        """Pass on complete messages, and answer pings."""
        self._buffer = buffer = self._buffer + data if self._buffer else data
        at = 0
        if not self.opened.done():
            at = buffer.find(b"\r\n\r\n") + 4
            if at < 4:
                return
            if not buffer.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(buffer.decode(errors="replace")))
                return
            self.opened.set_result(None)
        size = len(buffer)
        while size - at >= 2:
            length, start = buffer[at + 1], at + 2
            if length == 126:
                length, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if size < start + length:
                break
            head, self.frame_size = buffer[at], start + length - at
            kind, at = head & 15, start + length
            if kind == TEXT:
                text = buffer[start:at]
                self._read(_inflated(text) if head & DEFLATED_FLAG else text)
            elif kind == PING:
                self._send(PONG, buffer[start:at])
        self._buffer = buffer[at:]

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the listener."""
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("The server closed the connection during the handshake."))
        self._read(None)

    def send(self, text: bytes) -> None:
        """Send a message."""
        self._send(TEXT, text)

    def close(self) -> None:
        """Close the connection."""
        self._read = lambda _: None
        self._send(CLOSE, b"\x03\xe8")
        self._transport.close()

    def _send(self, kind: int, payload: bytes) -> None:
        # Clients must mask what they send. A mask of zeros is allowed and leaves the bytes as they are.
        size = len(payload)
        head = bytes((0x80 | kind, 0x80 | size)) if size < 126 else bytes((0x80 | kind, 0xFE)) + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + payload)


async def connect(port: int, path: str, token: str | None = None) -> WebSocketClient:
    """Return an open WebSocket. Raises ConnectionError."""
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(lambda: WebSocketClient(path, token), "127.0.0.1", port)
    await client.opened
    return client


def _inflated(text: bytes) -> bytes:
    return zlib.decompressobj(wbits=-zlib.MAX_WBITS).decompress(text + SYNC_MARK)
