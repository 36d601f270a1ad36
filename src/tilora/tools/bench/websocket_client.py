"""The client's end of a WebSocket, as small as can be: what is measured is the server, so the load must cost little.

It speaks just as much of the protocol as our own servers answer with: whole messages, no compression, pings.
"""

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class WebSocketClient(asyncio.Protocol):
    """One WebSocket. Whoever listens gets every message, or None when it is over."""

    def __init__(self, path: str, token: str | None) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._early: list[bytes | None] = []
        self._read: Callable[[bytes | None], None] = self._early.append
        self._path = path
        self._token = token
        self._buffer = b""
        self._transport: asyncio.Transport

    def listen(self, read: Callable[[bytes | None], None]) -> None:
        """Every message goes there from now on, beginning with those that came before anybody listened."""
        self._read = read
        early, self._early = self._early, []
        for message in early:
            read(message)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The handshake begins."""
        self._transport = transport  # type: ignore[assignment] # uvloop's is one in all but name
        lines = [
            f"GET {self._path} HTTP/1.1",
            "Host: localhost",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            *([f"Authorization: Bearer {self._token}"] if self._token else []),
            "\r\n",
        ]
        self._transport.write("\r\n".join(lines).encode())

    def data_received(self, data: bytes) -> None:
        """Whole messages are handed on."""
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
            kind, at = buffer[at] & 15, start + length
            if kind == TEXT:
                self._read(buffer[start:at])
            elif kind == PING:
                self._send(PONG, buffer[start:at])
        self._buffer = buffer[at:]

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more comes."""
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionError("closed in the handshake"))
        self._read(None)

    def send(self, text: bytes) -> None:
        """The message is on its way."""
        self._send(TEXT, text)

    def close(self) -> None:
        """It is over."""
        self._read = lambda _: None
        self._send(CLOSE, b"\x03\xe8")
        self._transport.close()

    def _send(self, kind: int, payload: bytes) -> None:
        # Clients must mask what they send; a mask of zeros is one, and leaves the bytes as they are.
        size = len(payload)
        head = bytes((0x80 | kind, 0x80 | size)) if size < 126 else bytes((0x80 | kind, 0xFE)) + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + payload)


async def connect(port: int, path: str, token: str | None = None) -> WebSocketClient:
    """A WebSocket that stands. Raises ConnectionError."""
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: WebSocketClient(path, token), "127.0.0.1", port)
    await wire.opened
    return wire
