"""A few requests over HTTP, on connections that stay open."""

import asyncio
from contextlib import suppress
from typing import Any

import msgspec


class BadAnswer(Exception):
    """The server has refused a request."""


class Http:
    """At most so many connections to a server on this machine."""

    def __init__(self, port: int, connections: int) -> None:
        self._port = port
        self._idle: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter] | None] = asyncio.Queue()
        for _ in range(connections):
            self._idle.put_nowait(None)

    async def post(self, path: str, body: bytes, token: str | None) -> Any:
        """The answer's JSON. Raises BadAnswer if it is no good one."""
        head_of = [f"POST {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}"]
        head_of += ["Content-Type: application/json", *([f"Authorization: Bearer {token}"] if token else [])]
        request = "\r\n".join([*head_of, "\r\n"]).encode() + body
        connection = await self._idle.get()
        try:
            if connection is not None:
                with suppress(ConnectionError, asyncio.IncompleteReadError):  # a server closes what has long been idle
                    return _read(*await _asked(connection, request))
            connection = await asyncio.open_connection("127.0.0.1", self._port)
            answer = await _asked(connection, request)
        except BaseException:
            connection = None
            raise
        finally:
            self._idle.put_nowait(connection)
        return _read(*answer)


async def _asked(connection: tuple[asyncio.StreamReader, asyncio.StreamWriter], request: bytes) -> tuple[str, bytes]:
    """Head and body of the answer."""
    reader, writer = connection
    writer.write(request)
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    return head, await reader.readexactly(int(head.partition("content-length:")[2].split()[0]))


def _read(head: str, body: bytes) -> Any:
    if head.split()[1][0] != "2":
        raise BadAnswer(body.decode())
    return msgspec.json.decode(body)
