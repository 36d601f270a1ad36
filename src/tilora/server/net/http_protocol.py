"""The server's end of an HTTP connection: uvicorn's protocol class, plus two things.

The head of a request has to arrive within a time limit. Without it, a client that sends one byte a minute could keep a
connection open for as long as it likes. For what follows the head, `tilora.server.http.guard` sets the limit.

In a server with several workers, a connection moves to the worker that its next request is for.

This subclass relies on internals of uvicorn. `tests/server/test_net_contract.py` names all of them.
"""

from asyncio import TimerHandle, Transport
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tilora.server.net.placement import is_undecided

HEAD_TIMEOUT = 10.0
"""Seconds within which the head of a request has to arrive."""
DRAIN_SECONDS = 2.0
"""Seconds a client has to read a response that was sent before its request was complete."""

Move = Callable[[Transport, bytes], bool]
"""Takes over a connection with the data read from it, or returns False."""


class HttpProtocol(H11Protocol):
    """One HTTP connection, seen from the server."""

    _head_timer: TimerHandle | None = None

    def __init__(self, *args: Any, move: Move | None = None, read_before: bytes = b"", **kwargs: Any) -> None:
        """`move` may take over a connection when a request begins. `read_before` was read before it moved here."""
        super().__init__(*args, **kwargs)
        self._move = move
        self._read_before = read_before
        self._beginning = b""
        """The beginning of a request, as long as it is too short to see whom it is for."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Start the timer for the first request."""
        super().connection_made(transport)
        self._start_head_timer()
        if self._read_before:
            self._read(self._read_before)
            self._read_before = b""

    def data_received(self, data: bytes) -> None:
        """Read the data, unless the connection moves to another worker."""
        if self._move is not None:
            data, self._beginning = self._beginning + data, b""
            if self._is_between_requests():
                if is_undecided(data):
                    self._beginning = data
                    return
                if self._move(self.transport, data):
                    return
        self._read(data)

    def _is_between_requests(self) -> bool:
        """Whether the next byte begins a request, and the response before has been sent."""
        return (
            self.conn.their_state is h11.IDLE
            and self.conn.our_state is h11.IDLE
            and not self.conn.trailing_data[0]
            and not self.transport.get_write_buffer_size()
        )

    def _read(self, data: bytes) -> None:
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
