"""A network that takes its time: everything arrives later, and nothing else changes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


@asynccontextmanager
async def delayed(base: str, seconds: float) -> AsyncIterator[str]:
    """The address of the same server at the end of a long wire: so long takes each way."""
    host, port = base.removeprefix("http://").split(":")
    tasks: list[asyncio.Task[None]] = []
    writers: list[asyncio.StreamWriter] = []

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        while data := await reader.read(1 << 16):
            loop.call_later(seconds, writer.write, data)
        loop.call_later(seconds, writer.close)

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(host, int(port))
        writers.extend((writer, back))
        tasks.extend((asyncio.create_task(carry(reader, back)), asyncio.create_task(carry(there, writer))))

    listening = await asyncio.start_server(accept, "127.0.0.1", 0)
    async with listening:
        yield f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for writer in writers:
            writer.close()
