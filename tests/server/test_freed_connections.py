"""Connections leave the memory soon after they are closed, whatever their clients did.

A connection in a reference cycle is freed by the garbage collector alone, which looks at old objects so seldom that
memory would grow for a long time while clients come and go. So no old object may be needed to free one.
"""

import asyncio
import gc
import logging
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any, Self

import pytest
import uvicorn
from uvicorn.server import ServerState

from tests.hostile.messages import WRONG_FRAMES, frame, message
from tests.patience import patience
from tests.server.client import persons
from tests.server.world import world
from tilora.server.net.event_loop import new_loop
from tilora.server.net.http_protocol import HttpProtocol
from tilora.server.net.websocket_protocol import WebSocketProtocol

PING = frame(message("ping", "a"))
UPGRADE = (
    b"GET /api/tables/%s/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
REQUESTS = {
    "answered": [b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"],
    "answered twice": [b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"] * 2,
    "with a wrong body": [b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n[1,2,3,4]"],
    "with a body too short": [b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"],
    "without an end": [b"GET /api/me HTT"],
    "not HTTP": [b"\x00\xff\r\n\r\n"],
    "refused socket": [UPGRADE % b"nowhere"],
    "wrong handshake": [UPGRADE.replace(b"13", b"99") % b"%s"],
    "silent": [],
}
SOCKETS = {
    "quiet": b"",
    "talking": PING,
    "talking nonsense": frame(b"{") + PING,
    "closing": b"\x88\x80\0\0\0\0",
} | {f"wrong frame {number}": wrong for number, wrong in enumerate(WRONG_FRAMES)}


class Home:
    """A server in this process, at a port of its own, with a table."""

    def __init__(self, folder: Path) -> None:
        self._stack = AsyncExitStack()
        self._folder = folder
        self.state = ServerState()
        self.runner = asyncio.Runner(loop_factory=new_loop)
        self.port = 0
        self.table = b""

    def __enter__(self) -> Self:
        self.runner.__enter__()
        self.runner.run(self._open())
        return self

    def __exit__(self, *_: object) -> None:
        self.runner.run(self._stack.aclose())
        self.runner.close()

    async def _open(self) -> None:
        here = await self._stack.enter_async_context(world(self._folder))
        ann = await here.someone("Ann")
        async with ann.http:
            self.table = (await ann.post("/api/tables", persons("pebbles", "me", "open"))).json()["id"].encode()
        config = uvicorn.Config(here.app, http=HttpProtocol, ws=WebSocketProtocol, lifespan="off", log_config=None)
        config.load()
        loop = asyncio.get_running_loop()
        make: Any = partial(HttpProtocol, config, self.state, {}, loop, gate=here.parts.limits.connections)
        server = await self._stack.enter_async_context(await loop.create_server(make, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """The server to which all connect, one after the other."""
    with Home(tmp_path_factory.mktemp("home")) as running:
        yield running


@pytest.fixture(autouse=True)
def _no_garbage_collector(home: Home, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(logging.getLogger("uvicorn.error"), "disabled", True)  # pytest keeps what an error refers to
    gc.collect()
    gc.freeze()  # what is older than the connection would only take time to look through
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()


@pytest.mark.parametrize("sent", REQUESTS.values(), ids=REQUESTS)
def test_an_http_connection_is_freed_when_it_is_closed(sent: list[bytes], home: Home) -> None:
    assert home.runner.run(_connections_left(home, sent)) == []


@pytest.mark.parametrize("sent", SOCKETS.values(), ids=SOCKETS)
def test_a_websocket_is_freed_when_it_is_closed(sent: bytes, home: Home) -> None:
    assert home.runner.run(_connections_left(home, [UPGRADE, sent])) == []


async def _connections_left(home: Home, sent: list[bytes]) -> list[object]:
    """Return the connections that are left in memory after somebody has sent that, piece by piece, and hung up."""
    async with asyncio.timeout(patience(20)):
        reader, writer = await asyncio.open_connection("127.0.0.1", home.port)
        while not home.state.connections:
            await asyncio.sleep(0.01)
        for piece in sent:
            gc.collect()  # what is there now is old
            writer.write(piece % home.table if b"%s" in piece else piece)
            with suppress(TimeoutError):
                async with asyncio.timeout(0.2):
                    await reader.read(1 << 16)
        gc.collect()
        writer.close()
        while home.state.connections or home.state.tasks:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        gc.collect(0)
        return [one for one in gc.get_objects() if type(one) in (HttpProtocol, WebSocketProtocol)]
