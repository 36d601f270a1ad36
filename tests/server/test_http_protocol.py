"""HTTP connections: those that are not read are cut, and each address has only so many."""

import asyncio
import socket
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState

from tests.patience import patience
from tests.server.process import ServerProcess
from tests.store.support import awaited
from tilora.server.net import http_protocol
from tilora.server.net.http_protocol import HttpProtocol
from tilora.server.net.websocket_protocol import WebSocketProtocol
from tilora.server.rate_limit import ConnectionLimit

SIZE = 12_000_000
"""Bytes of an answer: more than a system keeps for a connection."""
REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


async def large(scope: Any, receive: Any, send: Any) -> None:
    """An application whose answers are large, and each a text of its own."""
    headers = [(b"content-length", str(SIZE).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": bytes(SIZE), "more_body": False})


@asynccontextmanager
async def served(state: ServerState, **more: Any) -> AsyncIterator[int]:
    """Yield the port of a server of that application."""
    config = uvicorn.Config(large, http=HttpProtocol, ws=WebSocketProtocol, lifespan="off", log_config=None)
    config.load()
    loop = asyncio.get_running_loop()
    make = partial(HttpProtocol, config, state, {}, loop, **more)
    async with await loop.create_server(make, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1]


@awaited
async def test_clients_that_do_not_read_are_cut_and_their_memory_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "UNSENT_SECONDS", 0.5)
    monkeypatch.setattr(http_protocol, "UNSENT_RATE", 1 << 30)
    state = ServerState()
    async with served(state) as port:
        tracemalloc.start()
        try:
            before = tracemalloc.get_traced_memory()[0]
            clients = [socket.create_connection(("127.0.0.1", port)) for _ in range(4)]
            for client in clients:
                client.sendall(REQUEST)
            async with asyncio.timeout(patience(10)):
                while state.total_requests < len(clients):
                    await asyncio.sleep(0.01)
                during = tracemalloc.get_traced_memory()[0] - before
                while state.connections:
                    await asyncio.sleep(0.01)
            after = tracemalloc.get_traced_memory()[0] - before
        finally:
            tracemalloc.stop()
        assert during > 2 * SIZE
        assert after < SIZE
        for client in clients:
            client.close()


@awaited
async def test_a_client_that_reads_slowly_gets_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "UNSENT_SECONDS", 0.1)
    monkeypatch.setattr(http_protocol, "UNSENT_RATE", SIZE // 20)
    async with served(ServerState()) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 14)
        for _ in range(2):
            writer.write(REQUEST)
            await reader.readuntil(b"\r\n\r\n")
            left = SIZE
            while left:
                left -= len(await reader.readexactly(min(left, 600_000)))
                await asyncio.sleep(0.01)
        writer.close()


@awaited
async def test_an_address_has_only_so_many_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "HEAD_TIMEOUT", 1000.0)  # not cut for another reason
    limit = ConnectionLimit(3, proxies="")
    async with served(ServerState(), gate=limit) as port:
        opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(4)]
        async with asyncio.timeout(patience(10)):
            assert await opened[3][0].read() == b"", "cut at once"
            opened[0][1].close()
            while len(limit._addresses) > 2:
                await asyncio.sleep(0.01)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(REQUEST)
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        for _, other in (*opened[1:], (reader, writer)):
            other.close()
        async with asyncio.timeout(patience(10)):
            while limit._addresses:
                await asyncio.sleep(0.01)
        assert not limit._counts


def test_behind_a_proxy_the_clients_are_counted_and_not_the_proxy(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, "--connections-per-address=5", free=False) as server:
        clients = [httpx.Client(base_url=server.base, trust_env=False) for _ in range(8)]
        one, other = {"X-Forwarded-For": "10.0.0.1"}, {"X-Forwarded-For": "10.0.0.2"}
        assert [client.get("/health", headers=one).status_code for client in clients] == [200] * 5 + [429] * 3
        assert clients[5].get("/health", headers=other).status_code == 200
        assert clients[0].get("/health", headers=other).status_code == 200, "the same connection serves somebody else"
        assert clients[6].get("/health", headers=one).status_code == 200, "which made room for one"
        for client in clients:
            client.close()
