"""One run: two people play while attackers come and go; the server's memory and the waiting of players are measured."""

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from tests.server.client import Player, Sight, persons
from tests.server.process import ServerProcess
from tests.server.stubborn import insisting
from tilora.table.setup import Setup

FLAGS = ("--tables-per-hour=100000", "--players-per-hour=100000")
"""The limits are those that a server has by default, except for what the measurement itself needs."""
SETUP = persons("rows-and-cols", "me", "open")
TARGET = Setup(game="pebbles", places=persons("pebbles", "me", "open").places)
PACE = 0.03
"""Seconds between two moves of an honest player."""
COMING = 60.0
"""Seconds within which idle sockets are open, before anything is measured."""
SETTLE = 12.0
"""Seconds after which what attackers left behind is gone: heads and answers are given up after ten."""


@dataclass
class Result:
    """What came of a run."""

    sent: Counter[str] = field(default_factory=Counter)
    idle: int = 0
    """Idle sockets, at most."""
    failed: int = 0
    quiet: list[float] = field(default_factory=list)
    attacked: list[float] = field(default_factory=list)
    """Seconds until moves were acknowledged."""
    memory: list[int] = field(default_factory=list)
    """Bytes of the server before and after each attack, when it is quiet."""
    peak: int = 0
    """Bytes of the server during an attack, at most."""
    errors: list[str] = field(default_factory=list)
    """Lines of the server's log."""
    seconds: float = 0.0

    @property
    def messages(self) -> int:
        """How many hostile messages were sent."""
        return self.sent.total()

    @property
    def growth(self) -> tuple[int, int] | None:
        """Bytes that memory has grown by in the second and in the last third of all attacks; the first is warm-up."""
        after = self.memory[1:]
        third = len(after) // 3
        return (after[-1 - third] - after[-1 - 2 * third], after[-1] - after[-1 - third]) if third else None

    def __str__(self) -> str:
        """Return it in a few lines."""
        sent = ", ".join(f"{number:,} {kind}" for kind, number in sorted(self.sent.items()))
        lines = [
            f"{self.seconds:.0f} s, {self.messages:,} hostile messages: {sent}; {self.idle} idle sockets at most",
            f"{self.failed} answers and {len(self.errors)} lines of the log about an internal error",
            f"memory before and after each attack: {', '.join(f'{size / 1e6:.1f}' for size in self.memory)} MB; "
            f"during one {self.peak / 1e6:.1f} MB at most",
        ]
        if self.growth:
            grown = " and then by ".join(f"{size / 1e6:+.1f} MB" for size in self.growth)
            lines.append(f"after a third of the attacks, memory changed by {grown}, in a third each")
        for name, waited in (("quiet", self.quiet), ("attacked", self.attacked)):
            if waited:
                figures = ", ".join(f"p{share} {1000 * percentile(waited, share):.1f} ms" for share in (50, 99))
                lines.append(f"{name}: {len(waited)} moves acknowledged, {figures}")
        return "\n".join([*lines, *self.errors[:10]])


def percentile(values: list[float], share: int) -> float:
    """Return the value below which this share of all lies, in percent."""
    return sorted(values)[min(len(values) - 1, len(values) * share // 100)]


class Attackers:
    """The process of the attackers."""

    def __init__(self, port: int, seed: int, addresses: int, sockets: int, table: str, tokens: list[str]) -> None:
        numbers = [str(number) for number in (port, seed, addresses, sockets)]
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", "tests.hostile.attack", *numbers, table, *tokens],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
            preexec_fn=lambda: os.nice(10),  # elsewhere, they would not share a processor with the server
        )
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)
        self._rest = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    async def ready(self) -> None:
        """Wait until they are there."""
        while not self._rest:
            assert self._process.poll() is None, "the attackers have not come"
            await asyncio.sleep(0.1)
            assert self._process.stdout is not None
            self._rest = self._process.stdout.read() or b""

    def tell(self, word: str) -> None:
        """Say `go`, with the tables that they host, or `stop`."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{word}\n".encode())
        self._process.stdin.flush()

    def count(self, result: Result) -> None:
        """Note what they have sent so far."""
        assert self._process.stdout is not None
        assert self._process.poll() is None, "the attackers have given up"
        *lines, self._rest = (self._rest + (self._process.stdout.read() or b"")).split(b"\n")
        if lines:
            told = json.loads(lines[-1])
            result.sent, result.failed = Counter(told["sent"]), told["failed"]
            result.idle = max(result.idle, told["idle"])


class Honest:
    """Two people who play one match after the other, and note how long each move takes."""

    def __init__(self, base: str) -> None:
        self._base = base
        self.waited: list[float] = []
        """Where the next is noted."""

    async def play(self, dice: random.Random) -> None:
        """Play for ever."""
        async with await Player.new(self._base, "Ann") as ann, await Player.new(self._base, "Bob") as bob:
            while True:
                table = await insisting(lambda: ann.open(SETUP))  # on a busy machine, the compiler may take long
                async with ann.at(table) as first, bob.at(table) as second:
                    await second.join()
                    await asyncio.gather(self._play(first, dice), self._play(second, dice))

    async def _play(self, seen: Sight, dice: random.Random) -> None:
        while not seen.over:
            if not seen.legal:
                await seen.receive()
                continue
            await asyncio.sleep(PACE)
            begin = time.perf_counter()
            await seen.play(dice.choice(seen.legal))
            self.waited.append(time.perf_counter() - begin)


async def run(
    folder: Path,
    seed: int,
    *,
    messages: int,
    minutes: float,
    addresses: int,
    sockets: int,
    attack_seconds: float,
    settle_seconds: float = SETTLE,
) -> Result:
    """Attack until so many hostile messages were sent or so many minutes are over, with breaks to measure in."""
    result = Result()
    async with AsyncExitStack() as stack:
        # Compiled from the beginning: the compiler takes more memory than all attackers.
        server = ServerProcess(
            folder, *FLAGS, free=False, log_level="warning", environment={"TILORA_RULES": "compiled"}
        )
        stack.enter_context(server)
        owner = await stack.enter_async_context(await Player.new(server.base, "Owner"))
        table = await insisting(lambda: owner.open(TARGET))
        hosts = [await stack.enter_async_context(await Player.new(server.base, f"Mallory {each}")) for each in range(4)]
        tokens = [host.me.token for host in hosts] + await _tokens(server.base, sockets // 30)
        honest = Honest(server.base)
        playing = asyncio.create_task(honest.play(random.Random(seed)))
        stack.push_async_callback(_stop, playing)
        port = int(server.base.rpartition(":")[2])
        attackers = stack.enter_context(Attackers(port, seed, addresses, sockets, table, tokens))
        await attackers.ready()
        begin = time.monotonic()
        while result.idle < sockets and time.monotonic() - begin < COMING:
            await asyncio.sleep(0.2)
            attackers.count(result)

        async def phase(word: str, waited: list[float], seconds: float) -> None:
            attackers.tell(word)
            await asyncio.sleep(min(2.0, seconds / 4))
            honest.waited = waited
            until, latest = time.monotonic() + seconds, begin + 60 * minutes
            # At least one move: on a busy machine, few seconds may not be enough for it.
            while (time.monotonic() < until or not (waited or time.monotonic() > latest)) and not playing.done():
                await asyncio.sleep(0.2)
                attackers.count(result)
                result.peak = max(result.peak, memory(server))
                if word != "stop" and waited and result.messages >= messages:
                    break
            honest.waited = []

        while result.messages < messages and time.monotonic() - begin < 60 * minutes and not playing.done():
            await phase("stop", result.quiet, attack_seconds / 4)
            if not result.memory:
                result.memory.append(memory(server))
            tables = [await host.open(TARGET) for host in hosts]  # they may have closed the last ones
            await phase(f"go {' '.join(tables)}", result.attacked, attack_seconds)
            attackers.tell("stop")
            await asyncio.sleep(settle_seconds)
            result.memory.append(memory(server))
            result.seconds = time.monotonic() - begin
            print(f"{result}\n", flush=True)
        if playing.done():
            await playing  # raises what went wrong
        async with await Player.new(server.base, "Eve") as late:
            assert await late.open(SETUP), "a server that was attacked serves the next one"
        result.errors = [line[:300] for line in server.log().splitlines() if '"level":"error"' in line]
    return result


async def _stop(task: asyncio.Task[None]) -> None:
    """Cancel the task, and wait until it has closed its connections."""
    task.cancel()
    await asyncio.wait([task])


async def _tokens(base: str, count: int) -> list[str]:
    """Return the tokens of so many new guests."""
    tokens = []
    for number in range(count):
        async with await Player.new(base, f"Eve {number}") as one:
            tokens.append(one.me.token)
    return tokens


def memory(server: ServerProcess) -> int:
    """Return the bytes of the server's memory that are in use."""
    return int(Path(f"/proc/{server.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
