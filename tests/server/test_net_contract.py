"""What `tilora.server.net` and `tilora.server.run` rely on in the internals of uvicorn, websockets and h11.

When one of these tests fails after an update, read the changed method in the new version, adapt our subclass and then
this test. Only then raise the upper bound of the package in pyproject.toml.
"""

import asyncio
import inspect
from functools import partial
from typing import Any

import h11
import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from tests.store.support import awaited
from tilora.server.net.http_protocol import HttpProtocol
from tilora.server.net.websocket_protocol import EXTENSION, WebSocketProtocol, text_frame
from tilora.server.run import Server

WHAT_TO_DO = (
    "uvicorn, websockets or h11 has changed what our subclasses build on. Compare the new version with {ours}, "
    "adapt it and this test, and only then raise the upper bound in pyproject.toml."
)

OVERRIDDEN: dict[tuple[type, type], dict[str, str]] = {
    (HttpProtocol, H11Protocol): {
        "__init__": "(self, config, server_state, app_state, _loop)",
        "connection_made": "(self, transport)",
        "data_received": "(self, data)",
        "connection_lost": "(self, exc)",
        "handle_events": "(self)",
        "handle_websocket_upgrade": "(self, event)",
        "pause_writing": "(self)",
        "on_response_complete": "(self)",
    },
    (WebSocketProtocol, WebSocketsSansIOProtocol): {
        "__init__": "(self, config, server_state, app_state, _loop)",
        "connection_lost": "(self, exc)",
        "handle_connect": "(self, event)",
        "data_received": "(self, data)",
        "send_receive_event_to_app": "(self)",
        "handle_ping": "(self)",
        "handle_pong": "(self, event)",
        "handle_cont": "(self, event)",
        "start_keepalive": "(self)",
        "send": "(self, message)",
    },
    (Server, uvicorn.Server): {"__init__": "(self, config)", "handle_exit": "(self, sig, frame)"},
}
"""The methods that our subclasses override, with their parameters in the base class."""

CALLED: dict[type, dict[str, str]] = {
    WebSocketsSansIOProtocol: {
        "send_keepalive_ping": "(self)",
        "stop_keepalive": "(self)",
        "handle_parser_exception": "(self)",
    },
    ServerProtocol: {"fail": "(self, code, reason)", "send_close": "(self, code, reason)", "data_to_send": "(self)"},
    uvicorn.Server: {"serve": "(self, sockets)"},
}
"""The methods that our subclasses call."""

USED: dict[type, dict[str, type]] = {
    HttpProtocol: {
        "client": tuple,
        "conn": h11.Connection,
        "loop": asyncio.AbstractEventLoop,
        "scope": dict,
        "transport": asyncio.BaseTransport,
    },
    WebSocketProtocol: {
        "conn": ServerProtocol,
        "frames": list,
        "loop": asyncio.AbstractEventLoop,
        "queue": asyncio.Queue,
        "request": Request,
        "response": Response,
        "scope": dict,
        "transport": asyncio.BaseTransport,
        "close_sent": bool,
        "close_timer": type(None),
        "disconnected": bool,
        "handshake_complete": bool,
        "last_ping_rtt": float,
        "pending_ping_payload": bytes,
        "read_paused": bool,
    },
}
"""The attributes that our subclasses read or write, with their types on an open connection."""


def parameters(method: Any) -> str:
    return f"({', '.join(inspect.signature(method).parameters)})"


@pytest.mark.parametrize(("ours", "base"), OVERRIDDEN)
def test_the_overridden_methods_are_as_they_were(ours: type, base: type) -> None:
    assert issubclass(ours, base)
    found = {name: parameters(getattr(base, name, lambda: None)) for name in OVERRIDDEN[ours, base]}
    assert found == OVERRIDDEN[ours, base], WHAT_TO_DO.format(ours=ours.__module__)


@pytest.mark.parametrize(("ours", "base"), OVERRIDDEN)
def test_the_list_names_every_method_that_is_overridden(ours: type, base: type) -> None:
    overridden = {name for name, value in vars(ours).items() if inspect.isfunction(value) and hasattr(base, name)}
    assert overridden == set(OVERRIDDEN[ours, base]), "List every overridden method in OVERRIDDEN."


@pytest.mark.parametrize("base", CALLED)
def test_the_called_methods_are_as_they_were(base: type) -> None:
    found = {name: parameters(getattr(base, name, lambda: None)) for name in CALLED[base]}
    assert found == CALLED[base], WHAT_TO_DO.format(ours="tilora.server.net and tilora.server.run")


def test_a_server_is_stopped_by_two_flags() -> None:
    server = uvicorn.Server(uvicorn.Config(lambda: None))
    assert (server.should_exit, server.force_exit) == (False, False), WHAT_TO_DO.format(ours="tilora.server.run")


def test_a_connection_of_another_worker_can_be_served() -> None:
    """As `Server.serve_connection` does: with the protocol of the configuration, and with the state of the server."""
    protocol: Any = partial(HttpProtocol, try_transfer=None)
    server = uvicorn.Server(uvicorn.Config(lambda: None, http=protocol, ws=WebSocketProtocol, log_config=None))
    server.config.load()
    assert server.config.http_protocol_class is protocol, WHAT_TO_DO.format(ours="tilora.server.run")
    assert isinstance(server.server_state, uvicorn.server.ServerState), WHAT_TO_DO.format(ours="tilora.server.run")


def test_a_connection_of_h11_says_what_the_client_is_sending() -> None:
    connection = h11.Connection(h11.SERVER)
    states: list[object] = [connection.their_state]
    assert (connection.our_state, connection.trailing_data[0]) == (h11.IDLE, b"")
    connection.receive_data(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n")
    connection.next_event()
    states.append(connection.their_state)
    assert states == [h11.IDLE, h11.SEND_BODY], WHAT_TO_DO.format(ours="tilora.server.net.http_protocol")


class Connections:
    """A server with our protocol classes, and the objects that it made."""

    def __init__(self) -> None:
        self.http: list[HttpProtocol] = []
        self.sockets: list[WebSocketProtocol] = []
        self.seen: dict[type, dict[str, object]] = {}
        """The attributes of an open connection, read while the application was handling it."""

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        """Accept every WebSocket but those at /refused, and wait for its end."""
        await receive()
        if scope["path"] == "/refused":
            await send({"type": "websocket.http.response.start", "status": 403, "headers": []})
            await send({"type": "websocket.http.response.body", "body": b"No.", "more_body": False})
            return
        self.sockets.append(scope["extensions"][EXTENSION]())
        await send({"type": "websocket.accept"})
        self._look(self.http[-1])
        self._look(self.sockets[-1])
        while (await receive())["type"] == "websocket.receive":
            pass

    def _look(self, protocol: HttpProtocol | WebSocketProtocol) -> None:
        self.seen[type(protocol)] = {name: getattr(protocol, name, "missing") for name in USED[type(protocol)]}

    async def serve(self) -> tuple[asyncio.Server, str]:
        """Start the server and return its address."""
        config = uvicorn.Config(
            self.app, http=HttpProtocol, ws=WebSocketProtocol, interface="asgi3", lifespan="off", log_config=None
        )
        config.load()
        loop = asyncio.get_running_loop()

        def connected() -> HttpProtocol:
            self.http.append(HttpProtocol(config, uvicorn.server.ServerState(), {}, loop))
            return self.http[-1]

        server = await loop.create_server(connected, "127.0.0.1", 0)
        return server, f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"


@awaited
async def test_after_a_handshake_everything_is_there_that_we_use() -> None:
    connections = Connections()
    server, address = await connections.serve()
    async with server, connect(address, proxy=None) as client:
        while WebSocketProtocol not in connections.seen:
            await asyncio.sleep(0.01)
        for ours, kinds in USED.items():
            values = connections.seen[ours]
            wrong = {name: values[name] for name, kind in kinds.items() if not _fits(values[name], kind)}
            assert wrong == {}, WHAT_TO_DO.format(ours=ours.__module__)
        (protocol,) = connections.sockets
        assert protocol.is_open
        protocol.queue_frame(text_frame(b"x" * 5_000))  # deflated, as the client has offered it
        assert await client.recv() == "x" * 5_000
        await client.send("y" * 5_000)
        protocol.close_with(b"\x81\x03bye", 1012)
        assert await client.recv() == "bye"
        await client.wait_closed()
        assert client.close_code == 1012
        assert not protocol.is_open


def _fits(value: object, kind: type) -> bool:
    """Whether the value is of that type. uvloop's loops and transports only look like those of asyncio."""
    if kind is asyncio.BaseTransport:
        return all(hasattr(value, name) for name in ("write", "close", "abort", "get_write_buffer_size"))
    return isinstance(value, kind)


@awaited
async def test_a_handshake_can_be_refused_with_a_plain_response() -> None:
    server, address = await Connections().serve()
    async with server:
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"{address}/refused", proxy=None)
        assert (refused.value.response.status_code, refused.value.response.body) == (403, b"No.")


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_our_frames_are_those_of_websockets(size: int) -> None:
    assert text_frame(b"x" * size) == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)
