"""The server's end of an HTTP connection: uvicorn's own, but not endlessly patient.

Without this, whoever sends the head of a request one byte a minute keeps a connection for as long as they like. What
comes after the head has its limit of time in `tilora.server.http.guard`.
"""

from asyncio import TimerHandle, Transport

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_TIMEOUT = 10.0
"""Seconds in which the head of a request has to come."""
DRAIN_SECONDS = 2.0
"""Seconds that somebody has to read an answer that came before they had sent everything."""


class HttpProtocol(H11Protocol):
    """One connection, seen from the server."""

    _head_timer: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Somebody has connected, and should say what they want."""
        super().connection_made(transport)
        self._start_head_timer()

    def data_received(self, data: bytes) -> None:
        """Bytes came in: the rest of a head, or only a part of it."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._start_head_timer()
        else:
            self._stop_head_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._stop_head_timer()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """The answer has gone out. Who is still sending the body of what was refused need not go on."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self.loop.call_later(DRAIN_SECONDS, self.transport.close)  # closed at once, the answer might get lost

    def _start_head_timer(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(HEAD_TIMEOUT, self.transport.close)

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
