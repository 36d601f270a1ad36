"""The server's end of a WebSocket: uvicorn's protocol class, plus three things that ASGI does not offer.

`queue_frame` sends a frame without waiting, so a table can update all its subscribers at once; `unsent_bytes` says how
far a slow client has fallen behind; and `round_trip` is measured with WebSocket pings, which every browser and every
library answers by itself. The server never trusts what a client says about time.
"""

import struct
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

EXTENSION = "tilora.websocket"
"""Under which the wire is found among the extensions of a scope."""
PING_INTERVAL = 5.0
PING_TIMEOUT = 20.0
READ_AHEAD = 8
"""Messages that may wait to be read by the application; more wait in the network."""
MAX_PONG_BYTES = 64 << 10
"""Bytes of answers to pings that may wait for somebody who does not read."""
MAX_FRAGMENTS = 64
"""Frames that one message may come in."""
DRAIN_SECONDS = 2.0
"""Seconds that the last words to a slow reader have to get through."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """One WebSocket, seen from the server."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.received_at = 0.0
        """When the last bytes came in, by the loop's clock."""
        self._outgoing: list[bytes] = []

    def handle_connect(self, event: Request) -> None:
        """The handshake has been read; the application is called next, and finds this wire in its scope."""
        super().handle_connect(event)
        if self.handshake_complete:
            return  # it was refused
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[EXTENSION] = self

    def data_received(self, data: bytes) -> None:
        """Bytes came in, and when is known."""
        self.received_at = self.loop.time()
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """A message has come in. Reading goes on while the application is at work on a few of them."""
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() > READ_AHEAD:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_ping(self) -> None:
        """A pong is on its way; who asks for many and reads none has to go, since they would all wait here."""
        if self.unsent_bytes > MAX_PONG_BYTES:
            self.transport.abort()
        else:
            super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        """Another part of a message; empty ones make it no larger, so they are counted too."""
        super().handle_cont(event)
        if len(self.frames) > MAX_FRAGMENTS:
            self.conn.fail(1009, "too many parts")
            self.handle_parser_exception()

    def start_keepalive(self) -> None:
        """The first ping goes out at once: the round trip should be known before the first move."""
        self.send_keepalive_ping()

    async def send(self, message: Any) -> None:
        """What the application says. A refusal over plain HTTP is a good end of a handshake, too."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True

    @property
    def is_open(self) -> bool:
        """Whether anything can still be sent."""
        return self.handshake_complete and not (self.close_sent or self.disconnected or self.transport.is_closing())

    @property
    def unsent_bytes(self) -> int:
        """Bytes that wait because the other side does not read."""
        size: int = self.transport.get_write_buffer_size()
        return size

    @property
    def round_trip(self) -> int:
        """Milliseconds of the last measured round trip."""
        return int(self.last_ping_rtt * 1000)

    def queue_frame(self, frame: bytes) -> None:
        """The frame, made by `text_frame`, is on its way; on a closed wire nothing happens.

        What is posted in one go, like a look and the answer that follows it, goes out in one go.
        """
        if not self._outgoing:
            self.loop.call_soon(self._flush)
        self._outgoing.append(frame)

    def _flush(self) -> None:
        frames, self._outgoing = self._outgoing, []
        if frames and self.is_open:
            self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))

    def close_with(self, frame: bytes, code: int) -> None:
        """The last frame and a close are on their way; whoever does not read them is cut off soon."""
        self._flush()
        if not self.is_open:
            return
        self.transport.write(frame)
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(DRAIN_SECONDS, self.transport.abort)


def text_frame(text: bytes) -> bytes:
    """A text frame as a server sends it: the same bytes for everybody, so it is made once."""
    size = len(text)
    if size < 126:
        return bytes((0x81, size)) + text
    if size < 1 << 16:
        return struct.pack("!BBH", 0x81, 126, size) + text
    return struct.pack("!BBQ", 0x81, 127, size) + text
