"""The server's end of an HTTP connection: uvicorn's own, but not endlessly patient.

Without this, whoever sends the head of a request one byte a minute keeps a connection for as long as they like. What
comes after the head has its limit of time in `tilora.server.http.guard`.
"""

from asyncio import TimerHandle, Transport

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 10.0
"""Seconds in which the head of a request has to come."""
DRAIN = 2.0
"""Seconds that somebody has to read an answer that came before they had sent everything."""


class Requests(H11Protocol):
    """One connection, seen from the server."""

    _late: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Somebody has connected, and should say what they want."""
        super().connection_made(transport)
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Bytes came in: the rest of a head, or only a part of it."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._wait_for_head()
        else:
            self._wait_no_more()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._wait_no_more()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """The answer has gone out. Who is still sending the body of what was refused need not go on."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self.loop.call_later(DRAIN, self.transport.close)  # closed at once, the answer might get lost

    def _wait_for_head(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(PATIENCE, self.transport.close)

    def _wait_no_more(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
