"""The attackers, in a process of their own: `python -m tests.hostile.attack PORT SEED ADDRESSES SOCKETS TABLE TOKEN…`.

They come from as many addresses of this machine (127.0.1.1 and up) as they are told, connect to its loopback and to
nothing else, and attack whenever a line on the standard input says `go`, until the next one says `stop` (idle sockets,
slow heads and unread answers stay). Every second they print how many messages of each kind they have sent.
"""

import asyncio
import json
import random
import socket
import sys
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from tests.hostile.messages import WRONG_FRAMES, frame, message, mutated

BATCH = 10
"""Messages that are sent at once. A good one comes after them, or the server would soon close the socket."""
SLOW_HEADS, UNREAD = 100, 40
"""How many there are at the same time."""
PATHS = [
    *("POST /api/tables", "POST /api/records", "POST /api/me", "POST /api/me/login", "PATCH /api/me"),
    *("POST /api/tables/{table}/commands", "GET /api/tables/{table}?seat=9", "GET /api/replay/x?step=-1"),
    *(
        "GET /api/tables?before=%00%ff",
        "DELETE /api/me/devices/x",
        "PUT /api/me",
        "GET /%00/../..",
        "GET /api/qr?text=",
    ),
]
Attack = Callable[[random.Random, str], Coroutine[Any, Any, None]]
LOST = (OSError, EOFError, asyncio.LimitOverrunError)


class Attackers:
    """All of them."""

    def __init__(self, port: int, table: str, tokens: list[str]) -> None:
        self._port = port
        self._table = table
        self._tokens = tokens
        self.going = asyncio.Event()
        self.sent: Counter[str] = Counter()
        self.failed = 0
        """How often the server answered that something went wrong inside."""
        self.idle = 0
        """Sockets that are open and silent."""

    async def attack(self, group: asyncio.TaskGroup, seed: int, addresses: int, sockets: int) -> None:
        """Begin with everything."""
        dice = random.Random(seed)
        kinds: list[Attack] = [self._talk, self._talk, self._ask, self._break, self._shout]
        for number in range(addresses):
            address = f"127.0.{1 + number // 250}.{1 + number % 250}"
            for kind in kinds:
                group.create_task(self._again(kind, random.Random(dice.random()), address))
        each = max(1, sockets // addresses)
        for number in range(sockets):
            address = f"127.0.{1 + number // each // 250}.{1 + number // each % 250}"
            group.create_task(self._again(self._idle, random.Random(dice.random()), address))
        for number in range(SLOW_HEADS + UNREAD):
            kind = self._creep if number < SLOW_HEADS else self._ignore
            address = f"127.0.1.{1 + number % min(addresses, 250)}"
            group.create_task(self._again(kind, random.Random(dice.random()), address))

    async def _again(self, kind: Attack, dice: random.Random, address: str) -> None:
        """Do it again and again, whatever the server does about it."""
        await asyncio.sleep(2 * dice.random())  # not all at once, which would measure how the system accepts
        while True:
            with suppress(*LOST, TimeoutError):
                await kind(dice, address)
            await asyncio.sleep(0.2 + dice.random())

    async def _connect(self, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self._port, local_addr=(address, 0))

    async def _socket(self, dice: random.Random, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return a WebSocket, or whatever the server has answered instead."""
        reader, writer = await self._connect(address)
        lines = [f"GET /api/tables/{self._table}/socket HTTP/1.1", "Host: localhost", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
        lines += [f"Authorization: Bearer {dice.choice(self._tokens)}", "", ""]
        writer.write("\r\n".join(lines).encode())
        if b" 101 " not in (await reader.readuntil(b"\r\n\r\n"))[:16]:
            writer.close()
            raise ConnectionError
        return reader, writer

    async def _talk(self, dice: random.Random, address: str) -> None:
        """Send messages with mistakes over a WebSocket."""
        reader, writer = await self._socket(dice, address)
        reading = asyncio.create_task(self._read(reader))
        try:
            made = mutated(dice)
            while not reading.done():
                await self.going.wait()
                batch = [next(made) for _ in range(BATCH)]
                writer.write(b"".join(map(frame, [*batch, message("ping", "ping")])))
                await writer.drain()
                self.sent["messages"] += len(batch)
                await asyncio.sleep(BATCH / 30)  # as fast as a socket is read
        finally:
            reading.cancel()
            writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        with suppress(*LOST):
            while data := await reader.read(1 << 16):
                self.failed += data.count(b'"code":"failed"') + data.startswith(b"HTTP/1.1 500")

    async def _ask(self, dice: random.Random, address: str) -> None:
        """Ask over HTTP, with bodies that are wrong."""
        reader, writer = await self._connect(address)
        reading = asyncio.create_task(self._read(reader))
        try:
            made = mutated(dice)
            while not reading.done():
                await self.going.wait()
                body = next(made)
                length = dice.choice((len(body), len(body), len(body), 0, len(body) + 1, 10**9))
                token = dice.choice([*self._tokens, "nobody", "\\1" * 50])
                head = dice.choice(PATHS).format(table=self._table)
                lines = [f"{head} HTTP/1.1", "Host: localhost", f"Content-Length: {length}", f"Cookie: tilora={token}"]
                writer.write("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
                await writer.drain()
                self.sent["requests"] += 1
                await asyncio.sleep(0.1)
        finally:
            reading.cancel()
            writer.close()

    async def _break(self, dice: random.Random, address: str) -> None:
        """End a WebSocket with something that is no frame."""
        reader, writer = await self._socket(dice, address)
        await self.going.wait()
        writer.write(dice.choice(WRONG_FRAMES) if dice.random() < 0.8 else dice.randbytes(dice.randrange(1, 300)))
        self.sent["broken frames"] += 1
        async with asyncio.timeout(5):
            await self._read(reader)
        writer.close()

    async def _shout(self, dice: random.Random, address: str) -> None:
        """Send bytes that are nothing at all."""
        reader, writer = await self._connect(address)
        await self.going.wait()
        writer.write(dice.randbytes(dice.randrange(1, 3000)) + dice.choice((b"", b"\r\n\r\n")))
        self.sent["raw bytes"] += 1
        async with asyncio.timeout(5):
            await self._read(reader)
        writer.close()

    async def _creep(self, dice: random.Random, address: str) -> None:
        """Send the head of a request byte by byte."""
        _, writer = await self._connect(address)
        self.sent["slow heads"] += 1
        for byte in b"GET /api/me HTTP/1.1\r\nHost: " + b"x" * 1000:
            writer.write(bytes((byte,)))
            await writer.drain()
            await asyncio.sleep(1)

    async def _ignore(self, dice: random.Random, address: str) -> None:
        """Ask for much, and read nothing of it."""
        wire = socket.socket()
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        wire.setblocking(False)
        with wire:
            wire.bind((address, 0))
            loop = asyncio.get_running_loop()
            await loop.sock_connect(wire, ("127.0.0.1", self._port))
            asked = f"GET /api/tables/{self._table}?wants=scene HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 20
            with suppress(BlockingIOError):
                wire.send(asked)
            self.sent["unread"] += 20
            await asyncio.sleep(20)

    async def _idle(self, dice: random.Random, address: str) -> None:
        """Hold a WebSocket, and only answer pings."""
        reader, writer = await self._socket(dice, address)
        self.idle += 1
        try:
            while data := await reader.read(1 << 16):
                at = data.rfind(b"\x89\x04")
                if at >= 0:
                    writer.write(b"\x8a\x84\0\0\0\0" + data[at + 2 : at + 6])
        finally:
            self.idle -= 1
            writer.close()


async def main(port: int, seed: int, addresses: int, sockets: int, table: str, tokens: list[str]) -> None:
    """Attack until the standard input ends."""
    attackers = Attackers(port, table, tokens)
    told = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(told), sys.stdin)

    async def say() -> None:
        while True:
            counted = {"sent": attackers.sent, "failed": attackers.failed, "idle": attackers.idle}
            print(json.dumps(counted), flush=True)
            await asyncio.sleep(1)

    async with asyncio.TaskGroup() as group:
        tasks: list[asyncio.Task[None]] = []
        tasks.append(group.create_task(say()))
        tasks.append(group.create_task(attackers.attack(group, seed, addresses, sockets)))
        while line := await told.readline():
            if line == b"go\n":
                attackers.going.set()
            else:
                attackers.going.clear()
        raise SystemExit


if __name__ == "__main__":
    with suppress(SystemExit, KeyboardInterrupt, BrokenPipeError):
        numbers = [int(given) for given in sys.argv[1:5]]
        asyncio.run(main(numbers[0], numbers[1], numbers[2], numbers[3], sys.argv[5], sys.argv[6:]))
