"""Servers that start quickly: forked from a process that has loaded everything.

Each is a process of its own, which is stopped and killed as any other. Three things differ from `tilora serve`: rules
are compiled from the beginning, a process for bots starts when there is something to decide, and passwords are hashed
cheaply.
`python -m tests.server.forks FILE` is the process that forks, with its socket open as that file.
"""

import atexit
import ctypes
import gc
import importlib.util
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any, Self

import msgspec

from tests import plugin
from tilora.server import system_time

AVAILABLE = hasattr(os, "pidfd_open")
"""Whether servers can be forked here: on Linux."""
SIZE = 1 << 17
"""Bytes of the longest message."""


class Asked(msgspec.Struct, tag=True):
    """What a new process is to run: `tilora` with these arguments."""

    arguments: list[str]


class Ended(msgspec.Struct, tag=True):
    """A process that has ended, and whose exit code is asked for."""

    pid: int


class Fork:
    """A process that was forked for us, with the few methods of Popen that are needed."""

    def __init__(self, forks: "Forks", pid: int, stdout: IO[str]) -> None:
        self.pid = pid
        self.stdout = stdout
        self._forks = forks
        self._file = os.pidfd_open(pid)

    def send_signal(self, number: int) -> None:
        """Send the signal, to this process and no other that may have its number by now."""
        signal.pidfd_send_signal(self._file, number)

    def wait(self, timeout: float) -> int:
        """Wait until it has ended. Return its exit code as Popen does."""
        waiting = select.poll()
        waiting.register(self._file, select.POLLIN)
        if not waiting.poll(1000 * timeout):
            raise subprocess.TimeoutExpired("fork", timeout)
        os.close(self._file)
        return self._forks.exit_code(self.pid)


class Forks:
    """The process that forks others."""

    def __init__(self, module: str = __name__, environment: dict[str, str] | None = None) -> None:
        self._lock = threading.Lock()
        self._channel, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with other:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-m", module, str(other.fileno())],
                pass_fds=[other.fileno()],
                cwd=Path(__file__).parents[2],
                env=os.environ | {"PYTHONPATH": os.environ.get(plugin.FOLDER, "")} | (environment or {}),
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process, and all that it has forked."""
        self._channel.close()
        self._process.wait()

    def fork(self, arguments: Sequence[str], log: IO[str]) -> Fork:
        """Return a new process that runs `tilora` with these arguments."""
        reading, writing = os.pipe()
        try:
            pid = self._ask(Asked(list(arguments)), writing, log.fileno())
        finally:
            os.close(writing)
        return Fork(self, pid, os.fdopen(reading))

    def exit_code(self, pid: int) -> int:
        """Return how a process has ended that we forked."""
        return self._ask(Ended(pid))

    def _ask(self, question: Asked | Ended, *files: int) -> int:
        with self._lock:
            socket.send_fds(self._channel, [msgspec.json.encode(question)], files)
            return int(self._channel.recv(SIZE))


@cache
def forks() -> Forks:
    """Return the process that forks servers for this process, as long as this one runs."""
    process = Forks()
    atexit.register(process.close)
    return process


def load() -> None:
    """Load everything that a server does when it starts and when it is first played at."""
    from litestar import Litestar

    from tilora.kernel import games
    from tilora.kernel.compiled.engine import engine_of
    from tilora.server import run

    for game in games():
        engine_of(game.rules).compile()
    Litestar([])  # it loads more when it is first used
    assert run.__name__, "loaded now, and not by every server"


def await_orders(file: int) -> None:
    """Fork whenever that socket asks for a server. Returns only in new processes, which are to be one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us stops us
    sys.path.remove(str(Path.cwd()))
    ours: Any = sys.modules["__main__"]
    ours.__spec__ = importlib.util.find_spec("tilora.__main__")  # what processes that a server starts load, and not us
    gc.collect()
    gc.freeze()  # or each server would look through all of it
    own = os.getpid()
    channel = socket.socket(fileno=file)
    while True:
        data, files, _, _ = socket.recv_fds(channel, SIZE, 2)
        if not data:
            sys.exit()
        question: Asked | Ended = msgspec.json.decode(data, type=Asked | Ended)
        if isinstance(question, Ended):
            _, status = os.waitpid(question.pid, 0)
            channel.sendall(str(os.waitstatus_to_exitcode(status)).encode())
            continue
        pid = os.fork()
        if pid == 0:
            channel.close()
            _settle_in(question, *files, parent=own)
            return
        for passed in files:
            os.close(passed)
        channel.sendall(str(pid).encode())


def _settle_in(asked: Asked, out: int, log: int, *, parent: int) -> None:
    """Be as a process is that was started with these arguments."""
    ctypes.CDLL(None).prctl(1, int(signal.SIGKILL))  # PR_SET_PDEATHSIG: no server outlives the tests
    if os.getppid() != parent:
        os._exit(1)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.dup2(out, 1)
    os.dup2(log, 2)
    os.close(out)
    os.close(log)
    sys.stdout, sys.stderr = os.fdopen(1, "w", 1), os.fdopen(2, "w", 1)  # the old ones know what these were before
    sys.argv = ["tilora", *asked.arguments]
    machine: Any = vars(system_time)["time"]
    system_time.start_at(machine.time() - machine.monotonic())


def lighten() -> None:
    """Spare servers what costs time at their start: expensive hashes of passwords, and processes for bots."""
    import multiprocessing as mp
    from concurrent.futures import ProcessPoolExecutor
    from functools import partial

    from argon2 import PasswordHasher

    from tilora.server import auth
    from tilora.server.bots import scheduler, tasks

    patched: Any = SimpleNamespace(auth=auth, scheduler=scheduler)
    patched.auth.PasswordHasher = partial(PasswordHasher, time_cost=1, memory_cost=64)
    pool = partial(ProcessPoolExecutor, 1, mp.get_context("spawn"), tasks.start)
    patched.scheduler.process_pools = lambda *_, **__: pool


if __name__ == "__main__":
    from tilora.cli import main

    load()
    lighten()
    await_orders(int(sys.argv[1]))
    main()
