"""What can go wrong around servers, drawn from a seed: when it happens, to whom, and for how long.

A `Cluster` is everything that runs: nodes, the database and what joins the nodes. A fault is brought about and mended
again; then the next one comes. Nothing here looks at what becomes of it.
"""

import asyncio
import random
import signal
import struct
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy.engine import make_url

from tests.databases import Postgres, Redis
from tests.histories.disk import Disk
from tests.histories.forks import CLOCK, MODULE, Node
from tests.histories.history import Outage
from tests.server.forks import Forks
from tests.store.proxy import Proxy

LONGEST = 3.0
"""Seconds that a fault lasts at most, besides what it takes to start things again."""


@dataclass
class Cluster:
    """Everything that runs, and how often what was done to it."""

    nodes: Sequence[Node]
    clock: Path
    postgres: Postgres | None = None
    redis: Redis | None = None
    wire: Proxy | None = None
    disk: Disk | None = None
    faults: Counter[str] = field(default_factory=Counter)
    outages: list[Outage] = field(default_factory=list)
    """When no node could do anything."""
    only: Sequence[str] = ()
    """The kinds of faults that happen; all if there are none here."""
    longest: float = LONGEST
    _wrong: float = 0.0

    def kinds(self) -> dict[str, Callable[[random.Random], Coroutine[Any, Any, None]]]:
        """Return what can go wrong here."""
        here: dict[str, Callable[[random.Random], Coroutine[Any, Any, None]]]
        here = {"kill": self.kill, "pause": self.pause, "clock forward": self.forward, "clock back": self.back}
        if self.disk is not None:
            here |= {"full disk": self.fill, "read-only disk": self.protect, "power loss": self.lose_power}
        if self.postgres is not None:
            here |= {"database stopped": self.stop_database, "database killed": self.kill_database}
        if self.wire is not None:
            here |= {"slow wire": self.slow, "cut wire": self.cut}
        if self.redis is not None:
            here |= {"Redis killed": self.kill_redis}
        return here

    async def go_wrong(self, dice: random.Random) -> str:
        """Bring about a fault and mend it. Return which it was."""
        kinds = self.kinds()
        kind = dice.choice(sorted(kinds.keys() & set(self.only or kinds)))
        self.faults[kind] += 1
        await kinds[kind](dice)
        return kind

    async def kill(self, dice: random.Random) -> None:
        """Kill a node, and start it some time later."""
        node = dice.choice(self.nodes)
        node.kill()
        with self._away(len(self.nodes) == 1):
            await asyncio.sleep(dice.uniform(0, self.longest))
        await asyncio.to_thread(node.start)

    async def pause(self, dice: random.Random) -> None:
        """Stop a node in the middle of whatever it does, and let it go on."""
        node = dice.choice(self.nodes)
        node.tell(signal.SIGSTOP)
        with self._away(len(self.nodes) == 1):
            await asyncio.sleep(dice.uniform(0, self.longest))
        node.tell(signal.SIGCONT)

    async def forward(self, dice: random.Random) -> None:
        """Set the clock of the machine forward by minutes."""
        self.set_clock(dice.uniform(60, 600))

    async def back(self, dice: random.Random) -> None:
        """Set the clock of the machine back by minutes."""
        self.set_clock(-dice.uniform(60, 600))

    async def lose_power(self, dice: random.Random) -> None:
        """Let the machine of the database lose its power, and what its disk had not synced, and start it again later.

        With SQLite, that is the machine of the only node.
        """
        assert self.disk is not None
        if self.postgres is None:
            self.nodes[0].kill()
        else:
            self.postgres.kill()
        with self._away(True):
            self.disk.lose_power(dice)
            await asyncio.sleep(dice.uniform(0, self.longest))
        if self.postgres is None:
            await asyncio.to_thread(self.nodes[0].start)
        else:
            self.postgres.start()

    async def fill(self, dice: random.Random) -> None:
        """Let the disk of the database be full for a while."""
        assert self.disk is not None
        await self._without_disk(self.disk.set_full, dice)

    async def protect(self, dice: random.Random) -> None:
        """Let the disk of the database be read-only for a while."""
        assert self.disk is not None
        await self._without_disk(self.disk.set_read_only, dice)

    async def _without_disk(self, break_it: Callable[[], None], dice: random.Random) -> None:
        assert self.disk is not None
        break_it()
        with self._away(True):
            await asyncio.sleep(dice.uniform(0, self.longest))
            if self.postgres is not None:
                self.postgres.kill()  # it may have given up by itself
        self.disk.set_usual()
        if self.postgres is not None:
            self.postgres.start()

    async def stop_database(self, dice: random.Random) -> None:
        """Restart PostgreSQL as an administrator does."""
        assert self.postgres is not None
        self.postgres.stop()
        with self._away(True):
            await asyncio.sleep(dice.uniform(0, self.longest))
        self.postgres.start()  # not in a thread: it would die with it

    async def kill_database(self, dice: random.Random) -> None:
        """Let PostgreSQL crash."""
        assert self.postgres is not None
        self.postgres.kill()
        with self._away(True):
            await asyncio.sleep(dice.uniform(0, self.longest))
        self.postgres.start()

    async def kill_redis(self, dice: random.Random) -> None:
        """Kill what joins the nodes. They can be played at all the time."""
        assert self.redis is not None
        self.redis.kill()
        await asyncio.sleep(dice.uniform(0, self.longest))
        self.redis.start()

    async def slow(self, dice: random.Random) -> None:
        """Let every message between nodes and database take long."""
        assert self.wire is not None
        self.wire.delay = dice.uniform(0.01, 0.3)
        await asyncio.sleep(dice.uniform(0, self.longest))
        self.wire.delay = 0.0

    async def cut(self, dice: random.Random) -> None:
        """Cut all connections between nodes and database, wherever their messages are, and let none through."""
        assert self.wire is not None
        self.wire.cut_all()
        with self._away(True):
            await asyncio.sleep(dice.uniform(0, self.longest))
        self.wire.restore()

    def set_clock(self, seconds: float) -> None:
        """Set the machine's clock forward by so many seconds, or back."""
        self._wrong += seconds
        with self.clock.open("r+b", buffering=0) as file:  # in one go: nodes read it all the time
            file.write(struct.pack("d", self._wrong))

    @contextmanager
    def _away(self, really: bool) -> Iterator[None]:
        begin = time.monotonic()
        yield
        if really:
            self.outages.append(Outage(begin, time.monotonic()))


@contextmanager
def running(
    folder: Path,
    database: str,
    *,
    nodes: int = 1,
    postgres: Postgres | None = None,
    redis: Redis | None = None,
    disk: Disk | None = None,
) -> Iterator[Cluster]:
    """Yield nodes on that database: PostgreSQL behind a wire that can be cut, or SQLite on a disk that can fail.

    `disk` is the one of PostgreSQL.
    """
    with ExitStack() as stack:
        clock = folder / "clock"
        clock.write_bytes(struct.pack("d", 0.0))
        wire = None
        if postgres is not None:
            url = make_url(database)
            between = Path(stack.enter_context(TemporaryDirectory(prefix="tilora-")))  # sockets need short paths
            wire = Proxy(between, Path(str(url.query["host"])))
            stack.callback(wire.close)
            database = url.update_query_dict({"host": str(between)}).render_as_string()
        environment = {CLOCK: str(clock)}
        if postgres is None:
            disk = Disk.under(Path(str(make_url(database).database)).parent, folder)
            environment |= {} if disk is None else disk.environment
        flags = [] if redis is None else [f"--channels={redis.url}"]
        forks = stack.enter_context(Forks(MODULE, environment))
        started = []
        for number in range(nodes):
            own = folder / f"node-{number}"
            own.mkdir()
            started.append(stack.enter_context(Node(forks, own, *flags, database=database)))
        yield Cluster(started, clock, postgres, redis, wire, disk)
