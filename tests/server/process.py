"""A real `tilora serve` in a process of its own, on a free port, with its own database."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import ClassVar, Self

import httpx

from tests import plugin
from tests.patience import patience

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
)
"""No limits, so that tests can be quick. What limits do is tested with limits."""


class DidNotStart(Exception):
    """The server has ended instead, with these words."""


class ServerProcess:
    """One node."""

    program: ClassVar[tuple[str, ...]] = ("-m", "tilora")
    """What Python runs."""

    def __init__(
        self,
        folder: Path,
        *flags: str,
        database: str | None = None,
        free: bool = True,
        environment: dict[str, str] | None = None,
    ) -> None:
        self.folder = folder
        self._environment = environment or {}
        self.database = database or f"sqlite:///{folder / 'tilora.db'}"
        self._flags = [*(FREE if free else ()), "--bot-processes=1", *flags]
        self._process: subprocess.Popen[str] | None = None
        self.base = ""
        self._port = 0

    def start(self) -> Self:
        """The server answers; after a stop, at the same address."""
        command = [sys.executable, *self.program, "serve", "--host=127.0.0.1", f"--port={self._port}", "--no-announce"]
        with (self.folder / "log").open("a") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own command
                [*command, f"--database={self.database}", "--log=json", "--log-level=debug", *self._flags],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=os.environ | {"PYTHONPATH": os.environ.get(plugin.FOLDER, "")} | self._environment,
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self.wait()
            raise DidNotStart(self.log())
        self.base = line.split()[-1]
        self._port = int(self.base.rpartition(":")[2])
        self._wait()
        return self

    def _wait(self) -> None:
        begin, limit = time.monotonic(), patience(START)
        while time.monotonic() - begin < limit:
            try:
                if httpx.get(f"{self.base}/health", trust_env=False, timeout=patience(5)).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.02)
        raise AssertionError("The server does not answer.")

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
