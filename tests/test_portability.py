"""What can be known here about Windows and macOS: that nothing asks for what only Linux has."""

import random
import subprocess
import sys
from pathlib import Path

from tests.patience import patience
from tests.server.client import Player, persons, play_out
from tests.server.process import ServerProcess
from tests.store.support import awaited

ELSEWHERE = """
import importlib, os, pkgutil, signal, sys
import tilora

def all_of_it():
    for module in pkgutil.walk_packages(importlib.import_module("tilora").__path__, "tilora."):
        if "__main__" not in module.name:
            importlib.import_module(module.name)

all_of_it()  # so that what we build on has been loaded, which knows itself what there is
for name in [name for name in sys.modules if name.partition(".")[0] == "tilora"]:
    del sys.modules[name]
for name in ("fcntl", "grp", "pwd", "resource", "termios", "uvloop"):
    sys.modules[name] = None
for place, names in (
    (os, ("fork", "geteuid", "getpgid", "getuid", "killpg", "nice", "sched_getaffinity", "uname")),
    (signal, ("SIGHUP", "SIGKILL", "SIGUSR1", "pthread_sigmask", "setitimer")),
):
    for name in names:
        delattr(place, name)
all_of_it()
print("loaded", len([name for name in sys.modules if name.startswith("tilora.")]))
"""

WINDOWS = """
import sys
sys.modules["uvloop"] = None
from tilora.server.net import event_loop
event_loop.sys = type("Windows", (), {"platform": "win32"})
from tilora.cli import main
main()
"""


def test_every_module_loads_where_only_half_of_the_system_is_there() -> None:
    command = [sys.executable, "-W", "ignore", "-c", ELSEWHERE]
    done = subprocess.run(command, capture_output=True, text=True, timeout=patience(120))  # noqa: S603 - our own words
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[-1]) > 100


class OnWindows(ServerProcess):
    """A server that thinks that it runs on Windows, as far as its event loop is concerned."""

    program = ("-c", WINDOWS)


@awaited
async def test_a_server_plays_and_stops_without_uvloop(tmp_path: Path) -> None:
    with OnWindows(tmp_path) as server:
        async with await Player.new(server.base, "Ann") as ann:
            table = await ann.open(persons("cublino-contra", "me", "here"))
            async with ann.at(table, 0) as first, ann.at(table, 1) as second:
                await play_out(first, second, dice=random.Random(1))
                assert first.over
        assert server.stop() == 0
        assert '"level":"error"' not in server.log()
