"""The attackers, in a process of their own: `python -m tests.hostile.attack PORT SEED ADDRESSES SOCKETS TABLE TOKEN…`.

They come from as many addresses of this machine (127.0.1.1 and up) as they are told, connect to its loopback and to
nothing else, and attack whenever a line on the standard input says `go`, until the next one says `stop`. Idle sockets
stay at the TABLE, which belongs to somebody else. Other tables are named after `go`; attackers host them, and so may
well close them. Every second they print how many messages of each kind they have sent.

They have to be cheap, because they share the machine with the server: messages are made once and sent many at a time,
and what comes back is only searched for errors.
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
from tests.hostile.wire import Wire
from tilora.server.net.event_loop import new_loop

BATCH = 16
"""Messages that are sent at once. A good one comes after them, or the server would soon close the socket."""
SOCKET_RATE = 30
"""Messages a second that a server reads from a socket."""
TALKERS = 4
"""Sockets of each address that send messages."""
REQUESTS = 5
"""Requests that are sent at once. All but the last have the length that they say."""
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


class Attackers:
    """All of them."""

    def __init__(self, port: int, table: str, tokens: list[str]) -> None:
        self._port = port
        self._table = table
        self._targets = [table]
        self._tokens = tokens
        self.going = asyncio.Event()
        self.sent: Counter[str] = Counter()
        self.idle = 0
        """Sockets that are open and silent."""
        self._wires: set[Wire] = set()
        self._failed = 0

    @property
    def failed(self) -> int:
        """How often the server answered that something went wrong inside."""
        return self._failed + sum(wire.failed for wire in self._wires)

    def go(self, tables: list[str]) -> None:
        """Attack these tables, and the one with the idle sockets."""
        self._targets = [self._table, *tables]
        self.going.set()

    async def attack(self, group: asyncio.TaskGroup, seed: int, addresses: int, sockets: int) -> None:
        """Begin with everything."""
        dice = random.Random(seed)
        kinds: list[Attack] = [*[self._talk] * TALKERS, self._ask, self._break, self._shout]
        for number in range(addresses):
            for kind in kinds:
                group.create_task(self._again(kind, random.Random(dice.random()), _address(number)))
        each = max(1, sockets // addresses)
        for number in range(sockets):
            group.create_task(self._again(self._idle, random.Random(dice.random()), _address(number // each)))
        for number in range(SLOW_HEADS + UNREAD):
            kind = self._creep if number < SLOW_HEADS else self._ignore
            address = _address(number % addresses)
            group.create_task(self._again(kind, random.Random(dice.random()), address))

    async def _again(self, kind: Attack, dice: random.Random, address: str) -> None:
        """Do it again and again, whatever the server does about it."""
        await asyncio.sleep(2 * dice.random())  # not all at once, which would measure how the system accepts
        while True:
            if kind != self._idle:
                await self.going.wait()
            with suppress(OSError, TimeoutError):
                await kind(dice, address)
            await asyncio.sleep(0.2 + dice.random())

    async def _connect(self, address: str) -> Wire:
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(Wire, "127.0.0.1", self._port, local_addr=(address, 0))
        self._wires.add(wire)
        return wire

    def _hang_up(self, wire: Wire) -> None:
        wire.close()
        self._wires.discard(wire)
        self._failed += wire.failed

    async def _socket(self, dice: random.Random, address: str, table: str) -> Wire:
        """Return a WebSocket. Raises ConnectionError if the server has answered something else."""
        wire = await self._connect(address)
        lines = [f"GET /api/tables/{table}/socket HTTP/1.1", "Host: localhost", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]
        lines += [f"Authorization: Bearer {dice.choice(self._tokens)}", "", ""]
        try:
            await wire.upgrade("\r\n".join(lines).encode())
        except BaseException:
            self._hang_up(wire)
            raise
        return wire

    async def _talk(self, dice: random.Random, address: str) -> None:
        """Send messages with mistakes over a WebSocket."""
        wire = await self._socket(dice, address, dice.choice(self._targets))
        try:
            made, good = mutated(dice), frame(message("ping", "ping"))
            while wire.is_open:
                await self.going.wait()
                wire.write(b"".join([*(frame(next(made)) for _ in range(BATCH)), good]))
                self.sent["messages"] += BATCH
                await asyncio.sleep((BATCH + 1) / SOCKET_RATE)
        finally:
            self._hang_up(wire)

    async def _ask(self, dice: random.Random, address: str) -> None:
        """Ask over HTTP, with bodies that are wrong."""
        wire = await self._connect(address)
        try:
            made = mutated(dice)
            while wire.is_open:
                await self.going.wait()
                bodies = [next(made) for _ in range(REQUESTS)]
                size = len(bodies[-1])
                lengths = [*map(len, bodies[:-1]), dice.choice((size, size, 0, size + 1, 10**9))]
                wire.write(b"".join(self._request(dice, *one) for one in zip(bodies, lengths, strict=True)))
                self.sent["requests"] += REQUESTS
                await asyncio.sleep(1)
        finally:
            self._hang_up(wire)

    def _request(self, dice: random.Random, body: bytes, length: int) -> bytes:
        token = dice.choice([*self._tokens, "nobody", "\\1" * 50])
        head = dice.choice(PATHS).format(table=dice.choice(self._targets))
        lines = [f"{head} HTTP/1.1", "Host: localhost", f"Content-Length: {length}", f"Cookie: tilora={token}"]
        return "\r\n".join([*lines, "", ""]).encode("latin-1") + body

    async def _break(self, dice: random.Random, address: str) -> None:
        """End a WebSocket with something that is no frame."""
        wire = await self._socket(dice, address, dice.choice(self._targets))
        wrong = dice.choice(WRONG_FRAMES) if dice.random() < 0.8 else dice.randbytes(dice.randrange(1, 300))
        await self._send_last(wire, wrong, "broken frames")

    async def _shout(self, dice: random.Random, address: str) -> None:
        """Send bytes that are nothing at all."""
        wire = await self._connect(address)
        wrong = dice.randbytes(dice.randrange(1, 3000)) + dice.choice((b"", b"\r\n\r\n"))
        await self._send_last(wire, wrong, "raw bytes")

    async def _send_last(self, wire: Wire, wrong: bytes, kind: str) -> None:
        try:
            wire.write(wrong)
            self.sent[kind] += 1
            async with asyncio.timeout(5):
                await wire.closed.wait()
        finally:
            self._hang_up(wire)

    async def _creep(self, dice: random.Random, address: str) -> None:
        """Send the head of a request byte by byte."""
        wire = await self._connect(address)
        self.sent["slow heads"] += 1
        try:
            for byte in b"GET /api/me HTTP/1.1\r\nHost: " + b"x" * 1000:
                if not wire.is_open:
                    return
                wire.write(bytes((byte,)))
                await asyncio.sleep(1)
        finally:
            self._hang_up(wire)

    async def _ignore(self, dice: random.Random, address: str) -> None:
        """Ask for much, and read nothing of it."""
        with socket.socket() as wire:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            wire.setblocking(False)
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
        wire = await self._socket(dice, address, self._table)
        self.idle += 1
        try:
            await wire.closed.wait()
        finally:
            self.idle -= 1
            self._hang_up(wire)


def _address(number: int) -> str:
    return f"127.0.{1 + number // 250}.{1 + number % 250}"


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
        group.create_task(say())
        await attackers.attack(group, seed, addresses, sockets)
        while line := await told.readline():
            word, *tables = line.decode().split()
            if word == "go":
                attackers.go(tables)
            else:
                attackers.going.clear()
        raise SystemExit


if __name__ == "__main__":
    with suppress(SystemExit, KeyboardInterrupt, BrokenPipeError), asyncio.Runner(loop_factory=new_loop) as runner:
        numbers = [int(given) for given in sys.argv[1:5]]
        runner.run(main(numbers[0], numbers[1], numbers[2], numbers[3], sys.argv[5], sys.argv[6:]))
