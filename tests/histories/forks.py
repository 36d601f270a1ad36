"""Servers whose machine's clock can be set, and whose bots think in a thread.

They are forked as in `tests.server.forks`, from a process that has loaded bots too: new processes for bots would have
to load everything, and here servers are killed every few seconds.
`python -m tests.histories.forks FILE` is the process that forks, with its socket open as that file.
"""

import os
import struct
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any

from tests.server.forks import Fork, Forks, await_orders, lighten, load
from tests.server.process import ServerProcess

MODULE = "tests.histories.forks"
CLOCK = "TILORA_TEST_CLOCK"
"""Names the file that says how many seconds the machine's clock is wrong."""


class Node(ServerProcess):
    """A server whose machine's clock can be set."""

    def __init__(self, forks: Forks, folder: Path, *flags: str, database: str) -> None:
        super().__init__(folder, *flags, database=database)
        self._forks = forks

    def launch(self, arguments: Sequence[str], log: IO[str]) -> Fork:
        """Return the process, forked instead of started."""
        return self._forks.fork(arguments, log)


def _load_bots() -> None:
    """Load the searches that are played with."""
    from tests.histories.run import TABLES
    from tilora.ai.players import levels
    from tilora.kernel import game_named

    for setup in TABLES:
        for place in setup.places:
            if place.kind == "bot":
                network = levels.level(place.level or 1).learned
                levels.prepare(game_named(setup.game), wait=None, network=network)


def _patch() -> None:
    """Take the machine's clock from the file, and let bots think in threads."""
    from tilora.server import system_time
    from tilora.server.bots import scheduler

    clock = os.open(os.environ[CLOCK], os.O_RDONLY)
    machine = SimpleNamespace(
        monotonic=time.monotonic, time=lambda: time.time() + struct.unpack("d", os.pread(clock, 8, 0))[0]
    )
    patched: Any = SimpleNamespace(scheduler=scheduler, system_time=system_time)
    patched.scheduler.process_pools = lambda *_, **__: lambda: ThreadPoolExecutor(1)
    patched.system_time.time = machine


if __name__ == "__main__":
    from tilora.cli import main

    load()
    lighten()
    _load_bots()
    _patch()
    await_orders(int(sys.argv[1]))
    main()
