"""The server's end of an HTTP connection: uvicorn's protocol class, plus a time limit for the head of a request.

Without that limit, a client that sends the head one byte a minute could keep a connection open for as long as it likes.
For what follows the head, `tilora.server.http.guard` sets the limit.

This subclass relies on internals of uvicorn. `tests/server/test_net_contract.py` names all of them.
"""

from asyncio import TimerHandle, Transport

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_TIMEOUT = 10.0
"""Seconds within which the head of a request has to arrive."""
DRAIN_SECONDS = 2.0
"""Seconds a client has to read a response that was sent before its request was complete."""


class HttpProtocol(H11Protocol):
    """One HTTP connection, seen from the server."""

    _head_timer: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Start the timer for the first request."""
        super().connection_made(transport)
        self._start_head_timer()

    def data_received(self, data: bytes) -> None:
        """Read the data, and stop the timer once the head is complete."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._start_head_timer()
        else:
            self._stop_head_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop_head_timer()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Close the connection soon if the client is still sending the body of a request that was refused."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self.loop.call_later(DRAIN_SECONDS, self.transport.close)  # closing at once might lose the response

    def _start_head_timer(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(HEAD_TIMEOUT, self.transport.close)

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
