"""A real `tilora serve` in a process of its own, on a free port, with its own database."""

import contextlib
import http.client
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Protocol, Self

from tests import plugin
from tests.patience import patience
from tests.server import forks

START = 60.0
"""Seconds that a server may need to begin, on a machine that is busy with other tests."""
FREE = (
    "--messages-per-second=100000",
    "--requests-per-second=10000",
    "--connections-per-address=5000",
    "--sockets-per-player=5000",
    "--sockets-per-address=5000",
    "--tables-per-hour=100000",
    "--running-tables=100000",
    "--players-per-hour=100000",
    "--hints-per-minute=100000",
    "--lines-per-minute=100000",
    "--logins-per-minute=100000",
    "--guesses-per-minute=100000",
    "--review-nice=0",
)
"""No limits, so that tests can be quick: other tests keep all cores busy. What limits do is tested with limits."""


class DidNotStart(Exception):
    """The server has ended instead, with these words."""


class Process(Protocol):
    """What is needed of a running process."""

    @property
    def pid(self) -> int: ...
    @property
    def stdout(self) -> IO[str] | None: ...
    def send_signal(self, number: int, /) -> None: ...
    def wait(self, timeout: float) -> int: ...


class ServerProcess:
    """One node.

    Usually it is forked from a process that has loaded everything. Without `forked`, or in another environment, it is
    started as people start it, which takes a second longer.
    """

    def __init__(
        self,
        folder: Path,
        *flags: str,
        database: str | None = None,
        free: bool = True,
        environment: dict[str, str] | None = None,
        log_level: str = "debug",
        forked: bool = True,
    ) -> None:
        self.folder = folder
        self.log_level = log_level
        self._environment = environment or {}
        self._forked = forked and not environment and forks.AVAILABLE
        self.database = database or f"sqlite:///{folder / 'tilora.db'}"
        self._flags = [*(FREE if free else ()), "--bot-processes=1", *flags]
        self._process: Process | None = None
        self.base = ""
        self._port = 0

    def start(self) -> Self:
        """The server answers; after a stop, at the same address."""
        arguments = ["serve", "--host=127.0.0.1", f"--port={self._port}", "--no-announce"]
        arguments += [f"--database={self.database}", "--log=json", f"--log-level={self.log_level}", *self._flags]
        with (self.folder / "log").open("a") as log:
            self._process = self.launch(arguments, log)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self.wait()
            raise DidNotStart(self.log())
        self.base = line.split()[-1]
        self._port = int(self.base.rpartition(":")[2])
        self._wait()
        return self

    def launch(self, arguments: Sequence[str], log: IO[str]) -> Process:
        """Return a new process that runs `tilora` with these arguments."""
        if self._forked:
            return forks.forks().fork(arguments, log)
        return subprocess.Popen(  # noqa: S603 - our own command
            [sys.executable, "-m", "tilora", *arguments],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=os.environ | {"PYTHONPATH": os.environ.get(plugin.FOLDER, "")} | self._environment,
        )

    def _wait(self) -> None:
        begin, limit = time.monotonic(), patience(START)
        while time.monotonic() - begin < limit:
            if self._answers():
                return
            time.sleep(0.02)
        raise AssertionError("The server does not answer.")

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=patience(5))
        with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
            connection.request("GET", "/health")
            return connection.getresponse().status == 200
        return False

    @property
    def pid(self) -> int:
        """Of the process."""
        assert self._process is not None
        return self._process.pid

    def tell(self, number: signal.Signals) -> None:
        """The signal has been sent."""
        assert self._process is not None
        self._process.send_signal(number)

    def wait(self) -> int:
        """The process has ended; its exit code."""
        assert self._process is not None
        code = self._process.wait(patience(START))
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return code

    def stop(self) -> int:
        """Gracefully. The exit code."""
        self.tell(signal.SIGTERM)
        return self.wait()

    def kill(self) -> None:
        """Without a word."""
        self.tell(signal.SIGKILL)
        self.wait()

    def log(self) -> str:
        """All that was logged so far."""
        return (self.folder / "log").read_text()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self.kill()
