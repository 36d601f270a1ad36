"""The server's end of a WebSocket: uvicorn's protocol class, plus four things that ASGI does not offer.

`queue_frame` sends a frame without waiting, so a table can update all its subscribers at once; `unsent_bytes` says how
far a slow client has fallen behind; and `round_trip` is measured with WebSocket pings, which every browser and every
library answers by itself. The server never trusts what a client says about time. Large frames are deflated, once for
everybody who gets them.

This subclass relies on internals of uvicorn. `tests/server/test_net_contract.py` names all of them.
"""

import struct
import zlib
from functools import cached_property
from typing import Any
from weakref import ref

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.http11 import Request

EXTENSION = "tilora.websocket"
"""The key of a weak reference to the protocol object among the extensions of an ASGI scope."""
PING_INTERVAL = 5.0
PING_TIMEOUT = 20.0
ROUND_TRIPS = 6
"""How many of the latest round trips are compared."""
READ_AHEAD = 8
"""Messages that may wait for the application. When there are more, the server stops reading from the network."""
MAX_PONG_BYTES = 64 << 10
"""Bytes of pongs that may wait for a client that does not read."""
MAX_FRAGMENTS = 64
"""Frames that one message may be split into."""
DRAIN_SECONDS = 2.0
"""Seconds a slow client has to read the last frames before the connection is cut."""
DEFLATED_SIZE = 2048
"""Frames from this size on are deflated: whole scenes, and the many choices at the beginning of a round. They take a
sixth of the bytes then, for a few microseconds a move; deflating every look would cost more than making it."""
TEXT_HEAD = 0x81
DEFLATED_FLAG = 0x40
SYNC_MARK = b"\0\0\xff\xff"
"""What zlib ends a message with, and what WebSockets leave out."""
# Nothing is remembered from one message to the next: a frame can be shared, and a socket takes no memory for it.
DEFLATE = ServerPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True)


class TextFrame(bytes):
    """A text as a WebSocket frame from a server. It is the same for everybody, so it is made only once."""

    @property
    def deflated(self) -> bytes:
        """The frame for clients that can inflate. A short one stays as it is: deflating it would save little."""
        # Not kept in the frame: one that refers to itself would wait for the garbage collector.
        return self if len(self) < DEFLATED_SIZE else self._deflated

    @cached_property
    def _deflated(self) -> bytes:
        size = len(self)
        encoder = zlib.compressobj(zlib.Z_BEST_SPEED, wbits=-zlib.MAX_WBITS)
        text = memoryview(self)[4 if size < 4 + (1 << 16) else 10 :]
        deflated = encoder.compress(text) + encoder.flush(zlib.Z_SYNC_FLUSH)
        return _frame(TEXT_HEAD | DEFLATED_FLAG, deflated.removesuffix(SYNC_MARK))


def text_frame(text: bytes) -> TextFrame:
    """Return the text as a frame."""
    return TextFrame(_frame(TEXT_HEAD, text))


def _frame(head: int, payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        return bytes((head, size)) + payload
    if size < 1 << 16:
        return struct.pack("!BBH", head, 126, size) + payload
    return struct.pack("!BBQ", head, 127, size) + payload


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """One WebSocket, seen from the server."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.received_at = 0.0
        """When data last arrived, by the event loop's clock."""
        self._outgoing: list[bytes] = []
        self._round_trips: tuple[float, ...] = ()
        self._inflates = False
        """Whether the client can inflate frames; asked in its handshake."""
        self.conn.available_extensions = [DEFLATE]

    def handle_connect(self, event: Request) -> None:
        """Put this object into the scope before the application is called. Neither keeps the other in memory."""
        super().handle_connect(event)
        if self.handshake_complete:
            return  # the handshake was refused
        self._inflates = bool(self.conn.extensions)
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[EXTENSION] = ref(self)

    def data_received(self, data: bytes) -> None:
        """Note the time, and read the data."""
        self.received_at = self.loop.time()
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """Queue a message for the application, and keep reading while only a few are waiting."""
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() > READ_AHEAD:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_ping(self) -> None:
        """Send a pong. A client that pings without reading the pongs is disconnected, as they would pile up here."""
        if self.unsent_bytes > MAX_PONG_BYTES:
            self.transport.abort()
        else:
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Note the round trip, if this is the answer to our ping."""
        expected = self.pending_ping_payload
        super().handle_pong(event)
        if expected is not None and self.pending_ping_payload is None:
            self._round_trips = (*self._round_trips[1 - ROUND_TRIPS :], self.last_ping_rtt)

    def handle_cont(self, event: Frame) -> None:
        """Add a fragment to a message. Their number is limited too, as empty ones do not count towards its size."""
        super().handle_cont(event)
        if len(self.frames) > MAX_FRAGMENTS:
            self.conn.fail(1009, "too many fragments")
            self.handle_parser_exception()

    def connection_lost(self, exc: Exception | None) -> None:
        """End the parser, and forget its error. Both refer to the connection, which would stay in memory with them."""
        super().connection_lost(exc)
        self.conn.parser.close()
        self.conn.parser_exc = None

    def start_keepalive(self) -> None:
        """Send the first ping at once, so that the round trip is known before the first move."""
        self.send_keepalive_ping()

    async def send(self, message: Any) -> None:
        """Send what the application says. A handshake that ends with a plain HTTP response is complete as well."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True
        elif message["type"] == "websocket.accept":
            # Nobody reads them any more. The parser still holds the request, so only its headers can be freed.
            self.request.headers.clear()
            self.response.headers.clear()

    @property
    def is_open(self) -> bool:
        """Whether frames can still be sent."""
        return self.handshake_complete and not (self.close_sent or self.disconnected or self.transport.is_closing())

    @property
    def unsent_bytes(self) -> int:
        """Bytes that wait in the send buffer because the client does not read."""
        size: int = self.transport.get_write_buffer_size()
        return size

    @property
    def round_trip(self) -> int:
        """The smallest of the latest round trips, in milliseconds: others were delayed by something on the way."""
        return int(min(self._round_trips, default=0.0) * 1000)

    def queue_frame(self, frame: TextFrame) -> None:
        """Send a frame. Does nothing on a closed connection.

        Frames queued in one iteration of the event loop, such as a look and the answer after it, are sent together.
        """
        if not self._outgoing:
            self.loop.call_soon(self._flush)
        self._outgoing.append(frame.deflated if self._inflates else frame)

    def _flush(self) -> None:
        frames, self._outgoing = self._outgoing, []
        if frames and self.is_open:
            self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))

    def close_with(self, frame: bytes, code: int) -> None:
        """Send a last frame and close. A client that does not read them is soon disconnected."""
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
