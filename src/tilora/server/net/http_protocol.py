"""The server's end of an HTTP connection: uvicorn's protocol class, plus four things.

The head of a request has to arrive within a time limit. Without it, a client that sends one byte a minute could keep a
connection open for as long as it likes. For what follows the head, `tilora.server.http.guard` sets the limit.

A client has to read what it asked for within a time limit. Without it, unread responses would fill the memory. And a
gate may refuse connections, such as those of an address that has too many.

In a server with several workers, a connection moves to the worker that its next request is for.

This subclass relies on internals of uvicorn. `tests/server/test_net_contract.py` names all of them.
"""

from asyncio import TimerHandle, Transport
from collections.abc import Callable, Hashable
from typing import Any, Protocol
from weakref import ref

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tilora.server.net.placement import is_undecided

HEAD_TIMEOUT = 10.0
"""Seconds within which the head of a request has to arrive."""
UNSENT_SECONDS = 10.0
"""Seconds within which a client has to read a response, and one more for every UNSENT_RATE bytes that wait for it."""
UNSENT_RATE = 32 << 10
CONNECTION = "tilora.connection"
"""The key of a weak reference to the protocol object among the extensions of an ASGI scope."""
DRAIN_SECONDS = 2.0
"""Seconds a client has to read a response that was sent before its request was complete."""

TryTransfer = Callable[[Transport, bytes], bool]
"""Moves a connection to another worker, with the data read from it, or returns False."""


class ConnectionGate(Protocol):
    """Decides which connections are served."""

    def open(self, connection: Hashable, address: str) -> bool:
        """Whether a new connection from that address is served."""

    def close(self, connection: Hashable) -> None:
        """Note that a connection is gone, or has become a WebSocket."""


class HttpProtocol(H11Protocol):
    """One HTTP connection, seen from the server."""

    _head_timer: TimerHandle | None = None
    _unsent_timer: TimerHandle | None = None
    _responses = 0

    def __init__(
        self,
        *args: Any,
        try_transfer: TryTransfer | None = None,
        received: bytes = b"",
        gate: ConnectionGate | None = None,
        **kwargs: Any,
    ) -> None:
        """`try_transfer` is called when a request begins. `received` is what another worker has read already."""
        super().__init__(*args, **kwargs)
        self._gate = gate
        self._try_transfer = try_transfer
        self._received = received
        self._beginning = b""
        """The beginning of a request, as long as it is too short to see which worker it is for."""

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Start the timer for the first request, unless the connection is refused."""
        super().connection_made(transport)
        if self._gate and not self._gate.open(self, self.client[0] if self.client else ""):
            transport.abort()
            return
        self._start_head_timer()
        if self._received:
            self._read(self._received)
            self._received = b""

    def data_received(self, data: bytes) -> None:
        """Read the data, unless the connection moves to another worker."""
        if self._try_transfer is not None:
            data, self._beginning = self._beginning + data, b""
            if self._is_between_requests():
                if is_undecided(data):
                    self._beginning = data
                    return
                if self._try_transfer(self.transport, data):
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

    def handle_events(self) -> None:
        """Handle what was read, and put this object into the scope of a request before the application is called.

        By a weak reference, because the scope is also kept here: a connection in a reference cycle would stay in memory
        until the garbage collector looks at all old objects, which it seldom does.
        """
        super().handle_events()
        if self.scope is not None:
            extensions: dict[str, Any] = self.scope.setdefault("extensions", {})
            extensions[CONNECTION] = ref(self)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over. From now on it counts as a socket."""
        if self._gate:
            self._gate.close(self)
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers."""
        self._stop_head_timer()
        if self._unsent_timer is not None:
            self._unsent_timer.cancel()
        if self._gate:
            self._gate.close(self)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Write no more for now, because the client does not read, and give it some time."""
        super().pause_writing()
        self._watch_unsent()

    def on_response_complete(self) -> None:
        """Close the connection soon if the client does not read, or still sends the body of a refused request."""
        self._responses += 1
        self._watch_unsent()
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self.loop.call_later(DRAIN_SECONDS, self.transport.close)  # closing at once might lose the response

    def _watch_unsent(self) -> None:
        """Set a timer if something waits for the client."""
        size = self.transport.get_write_buffer_size()
        if size and self._unsent_timer is None:
            wait = UNSENT_SECONDS + size / UNSENT_RATE
            self._unsent_timer = self.loop.call_later(wait, self._check_unsent, self._responses)

    def _check_unsent(self, responses: int) -> None:
        """Cut the connection if the client has not read what was sent; after a new response it has time again."""
        self._unsent_timer = None
        if responses != self._responses:
            self._watch_unsent()
        elif self.transport.get_write_buffer_size():
            self.transport.abort()

    def _start_head_timer(self) -> None:
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(HEAD_TIMEOUT, self.transport.close)

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
