"""A few requests over HTTP, on connections that stay open."""

import asyncio
from typing import Any

import msgspec


class Http:
    """At most so many connections to a server on this machine."""

    def __init__(self, port: int, connections: int) -> None:
        self._port = port
        self._idle: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter] | None] = asyncio.Queue()
        for _ in range(connections):
            self._idle.put_nowait(None)

    async def post(self, path: str, body: bytes, token: str | None) -> Any:
        """The answer's JSON. Raises ConnectionError if it is no good answer."""
        head_of = [f"POST {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}"]
        head_of += ["Content-Type: application/json", *([f"Authorization: Bearer {token}"] if token else [])]
        request = "\r\n".join([*head_of, "\r\n"]).encode() + body
        connection = await self._idle.get()
        try:
            if connection is None or connection[0].at_eof():  # a server closes what has been idle for some time
                connection = await asyncio.open_connection("127.0.0.1", self._port)
            reader, writer = connection
            writer.write(request)
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            answer = await reader.readexactly(int(head.partition("content-length:")[2].split()[0]))
        except BaseException:
            connection = None
            raise
        finally:
            self._idle.put_nowait(connection)
        if head.split()[1][0] != "2":
            raise ConnectionError(answer.decode())
        return msgspec.json.decode(answer)
