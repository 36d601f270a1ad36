"""A real Dask cluster on this machine."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import plugin
from tests.patience import patience


@contextmanager
def dask(folder: Path, workers: int) -> Iterator[str]:
    """The address of a scheduler with this many workers, each a process of its own that knows the toy game."""
    where = folder / "scheduler.json"
    command = [sys.executable, "-m", "dask"]
    at = ["--scheduler-file", str(where)]
    roles = [
        [*command, "scheduler", *at, "--host", "127.0.0.1", "--port", "0", "--no-dashboard"],
        *[[*command, "worker", *at, "--nthreads", "1", "--no-dashboard", "--local-directory", str(folder)]] * workers,
    ]
    environment = os.environ | {"PYTHONPATH": os.environ.get(plugin.FOLDER, "")}
    processes = []
    with (folder / "log").open("w") as log:
        try:
            for role in roles:
                processes.append(subprocess.Popen(role, stdout=log, stderr=log, env=environment))  # noqa: S603
                while not where.exists():
                    assert processes[0].poll() is None, (folder / "log").read_text()
                    time.sleep(0.1)
            yield json.loads(where.read_text())["address"]
        finally:
            for process in reversed(processes):
                process.terminate()
            for process in processes:
                process.wait(patience(20))
