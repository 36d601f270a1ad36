"""Servers that start quickly, so that many can be killed: forked from a process that has loaded everything.

Each is a process of its own, which is killed as any other. Two things differ from `tilora serve`: the machine's clock
can be set, and bots think in a thread of the server, because new processes for them would have to load everything.
`python -m tests.histories.forks FILE` is the process that forks, with its socket open as that file.
"""

import ctypes
import gc
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import time
import traceback
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any, Self

import msgspec

from tests import plugin
from tests.server.process import ServerProcess

CLOCK = "TILORA_TEST_CLOCK"
"""Names the file that says how many seconds the machine's clock is wrong."""
SIZE = 1 << 16


class Fork:
    """A process that was forked for us, with the few methods of Popen that are needed."""

    def __init__(self, pid: int, stdout: IO[str]) -> None:
        self.pid = pid
        self.stdout = stdout
        self._file = os.pidfd_open(pid)

    def send_signal(self, number: int) -> None:
        """Send the signal, to this process and no other that may have its number by now."""
        signal.pidfd_send_signal(self._file, number)

    def wait(self, timeout: float) -> int:
        """Wait until it has ended. How it ended is not known."""
        waiting = select.poll()
        waiting.register(self._file, select.POLLIN)
        if not waiting.poll(1000 * timeout):
            raise subprocess.TimeoutExpired("fork", timeout)
        os.close(self._file)
        return 0


class Forks:
    """The process that forks others."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._channel, other = socket.socketpair()
        with other:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-m", "tests.histories.forks", str(other.fileno())],
                pass_fds=[other.fileno()],
                cwd=Path(__file__).parents[2],
                env=os.environ | {"PYTHONPATH": os.environ.get(plugin.FOLDER, "")} | environment,
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._channel.close()
        self._process.wait()

    def fork(self, arguments: Sequence[str], log: IO[str]) -> Fork:
        """Return a new process that runs `tilora` with these arguments."""
        reading, writing = os.pipe()
        try:
            socket.send_fds(self._channel, [msgspec.json.encode(list(arguments))], [writing, log.fileno()])
        finally:
            os.close(writing)
        return Fork(int(self._channel.recv(SIZE)), os.fdopen(reading))


class Node(ServerProcess):
    """A server whose machine's clock can be set."""

    def __init__(self, forks: Forks, folder: Path, *flags: str, database: str) -> None:
        super().__init__(folder, *flags, database=database)
        self._forks = forks

    def launch(self, arguments: Sequence[str], log: IO[str]) -> Fork:
        """Return the process, forked instead of started."""
        return self._forks.fork(arguments, log)


def _load() -> None:
    """Load everything that a server does when it starts and when it is first played at."""
    from argon2 import PasswordHasher
    from litestar import Litestar

    from tests.histories.run import TABLES
    from tilora.ai.players import levels
    from tilora.kernel import game_named
    from tilora.kernel.compiled.engine import engine_of
    from tilora.server import auth, run, system_time
    from tilora.server.bots import scheduler

    for setup in TABLES:
        game = game_named(setup.game)
        engine_of(game.rules).compile()
        for place in setup.places:
            if place.kind == "bot":
                levels.prepare(game, wait=None, network=levels.level(place.level or 1).learned)
    clock = os.open(os.environ[CLOCK], os.O_RDONLY)
    machine = SimpleNamespace(
        monotonic=time.monotonic, time=lambda: time.time() + struct.unpack("d", os.pread(clock, 8, 0))[0]
    )
    Litestar([])  # it loads more when it is first used
    assert run.__name__, "loaded now, and not by every server"
    scheduler.process_pools = lambda *_, **__: lambda: ThreadPoolExecutor(1)
    patched: Any = SimpleNamespace(auth=auth, system_time=system_time)
    patched.auth.PasswordHasher = partial(PasswordHasher, time_cost=1, memory_cost=64)  # nobody has a password here
    patched.system_time.time = machine
    gc.collect()
    gc.freeze()  # or each server would look through all of it


def _serve(arguments: list[str], out: int, log: int, parent: int) -> None:
    """Be a server."""
    from tilora.cli import main
    from tilora.server import system_time

    ctypes.CDLL(None).prctl(1, int(signal.SIGKILL))  # PR_SET_PDEATHSIG: no server outlives the tests
    if os.getppid() != parent:
        os._exit(1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(out, 1)
    os.dup2(log, 2)
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")  # the old ones know what these files were before
    machine: Any = vars(system_time)["time"]
    system_time.start_at(machine.time() - machine.monotonic())
    sys.argv = ["tilora", *arguments]
    main()


def _fork_until_closed(channel: socket.socket) -> None:
    own = os.getpid()
    while True:
        data, files, _, _ = socket.recv_fds(channel, SIZE, 2)
        if not data:
            return
        pid = os.fork()
        if pid == 0:
            try:
                channel.close()
                out, log = files
                _serve(msgspec.json.decode(data), out, log, own)
            except BaseException:  # noqa: BLE001 - it must not go on as a copy of the process that forks
                traceback.print_exc()
            os._exit(1)
        for file in files:
            os.close(file)
        channel.sendall(str(pid).encode())


if __name__ == "__main__":
    _load()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them here
    with socket.socket(fileno=int(sys.argv[1])) as asked:
        _fork_until_closed(asked)
