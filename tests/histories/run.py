"""One run: people play while a schedule of faults is carried out, and then everything is checked."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.databases import Postgres, Redis, fresh_database, postgres_programs, redis_program
from tests.histories.checker import Violation
from tests.histories.disk import Disk
from tests.histories.faults import Cluster, running
from tests.server.client import Player, persons
from tests.server.stubborn import Load
from tilora.table.events import Time

CLOCK = Time(kind="clock", seconds=300)
"""Less than a machine's clock may jump."""
TABLES = [
    persons("pebbles", "me", "open"),
    persons("cublino-contra", "me", "1", time=CLOCK),
    persons("cyberzul", "me", "open", time=CLOCK),
    persons("rows-and-cols", "me", "open", "1"),
    persons("welters", "me", "open", time=CLOCK),
    persons("cublino-pur", "me", "open", time=CLOCK),
]
WHILE_AWAY = ("TryAgain", "CannotWrite", "StoreDown")
"""Errors that the log names while the database is away or its disk takes nothing."""
MOST_MOVES = 60
"""That are acknowledged between two faults."""
CLUSTERS = ("sqlite", "postgresql", "two nodes, notify", "two nodes, redis")


@dataclass
class Result:
    """What came of a run."""

    faults: Counter[str] = field(default_factory=Counter)
    matches: int = 0
    moves: int = 0
    """Acknowledged."""
    looks: int = 0
    returns: int = 0
    """How often people had to connect again."""
    seconds: float = 0.0
    violations: list[Violation] = field(default_factory=list)

    def add(self, other: "Result") -> None:
        """Count the other run as well."""
        self.faults += other.faults
        self.matches += other.matches
        self.moves += other.moves
        self.looks += other.looks
        self.returns += other.returns
        self.seconds += other.seconds
        self.violations += other.violations

    def __str__(self) -> str:
        """Return it in a few lines."""
        faults = ", ".join(f"{number} {kind}" for kind, number in sorted(self.faults.items()))
        lines = [
            f"{self.seconds:.0f} s, {self.faults.total()} faults: {faults or 'none'}",
            f"{self.matches} matches, {self.moves} moves acknowledged, {self.looks} looks, {self.returns} returns",
            f"{len(self.violations)} violations",
        ]
        return "\n".join([*lines, *(f"  {one.kind}: {one.text}" for one in self.violations)])


@contextmanager
def cluster(kind: str, folder: Path) -> Iterator[tuple[Cluster, str]]:
    """Yield a cluster of that kind, and the URL of its database. Skips the test where a program is missing."""
    with ExitStack() as stack:
        if kind == "sqlite":
            (folder / "disk").mkdir()
            url = f"sqlite:///{folder / 'disk' / 'tilora.db'}"
            yield stack.enter_context(running(folder, url)), url
            return
        postgres, disk = stack.enter_context(postgres_on_disk())
        redis = None
        if kind.endswith("redis"):
            redis = Redis(redis_program())
            stack.callback(redis.kill)
            redis.start()
        url = fresh_database(postgres)
        nodes = 2 if kind.startswith("two") else 1
        yield stack.enter_context(running(folder, url, nodes=nodes, postgres=postgres, redis=redis, disk=disk)), url


@contextmanager
def postgres_on_disk(*settings: str) -> Iterator[tuple[Postgres, Disk | None]]:
    """Yield a PostgreSQL that syncs, and its disk; None where there can't be one that fails."""
    server = Postgres(postgres_programs(), fsync=True, wal_megabytes=1)  # small files: every sync copies one
    try:
        disk = Disk.under(server.data, server.data.parent)
        server.environment = {} if disk is None else disk.environment
        server.settings = list(settings)
        server.start()
        yield server, disk
    finally:
        server.remove()


async def run(
    here: Cluster,
    database: str,
    dice: random.Random,
    enough: Callable[[Result], bool],
    most_moves: int = MOST_MOVES,
    *,
    finish: bool = True,
) -> Result:
    """Let people play and things go wrong until it is enough, play all matches to their end, and check everything.

    Without `finish`, matches are left as they are.
    """
    result, begin = Result(faults=here.faults), time.monotonic()
    try:
        load = await _play(here, dice, enough, most_moves, result, finish=finish)
    except BaseException:
        print("What the nodes say:", *_errors(here), sep="\n", flush=True)  # their logs are about to be deleted
        raise
    result.violations = await load.violations(database)
    people = [one for table in load.played for one in table]
    result.matches, result.moves = len(load.played), load.moves
    result.looks = sum(one.recorder.looks for one in people)
    result.returns = sum(one.returns for one in people)
    result.seconds = time.monotonic() - begin
    result.violations += [Violation("error", line) for line in _errors(here)]
    return result


async def _play(
    here: Cluster,
    dice: random.Random,
    enough: Callable[[Result], bool],
    most_moves: int,
    result: Result,
    *,
    finish: bool,
) -> Load:
    """Let people play and things go wrong until it is enough. Return who has played."""
    begin = time.monotonic()
    async with AsyncExitStack() as stack:
        players = [
            await stack.enter_async_context(await Player.new(node.base, name))
            for node, name in zip([*here.nodes, *here.nodes], ("Ann", "Bob"), strict=False)
        ]
        async with asyncio.TaskGroup() as group:
            load = Load(group, [node.base for node in here.nodes], players, TABLES, dice)
            load.outages = here.outages
            while not enough(result):
                await load.wait(dice.randrange(5, most_moves))
                await here.go_wrong(dice)
                result.seconds = time.monotonic() - begin
            await load.wait(20)
            if finish:
                load.end()
            else:
                load.abandon()
    return load


def _errors(here: Cluster) -> list[str]:
    """Return what went wrong inside the nodes, as their logs have it."""
    return [
        line[:1000]
        for node in here.nodes
        for line in node.log().splitlines()
        if '"level":"error"' in line and not any(f'"error":"{name}"' in line for name in WHILE_AWAY)
    ]
