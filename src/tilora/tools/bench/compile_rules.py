"""Compiles the rules of a game in a new process, to measure it or to fill the cache."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

PROGRAM = """
import sys, time
began = time.perf_counter()
from tilora.kernel import game_named
from tilora.kernel.compiled.engine import Engine
rules = game_named(sys.argv[1]).rules
imported = time.perf_counter()
import numba
numba_imported = time.perf_counter()
Engine(rules, "compiled")
ended = time.perf_counter()
print(imported - began, numba_imported - imported, ended - numba_imported)
"""
"""Not a module of ours, because importing Tilora is part of what is measured."""


class Seconds(NamedTuple):
    """How long it took until the rules were compiled, or loaded from the cache."""

    tilora: float
    """For importing Tilora and the rules."""
    numba: float
    """For importing Numba."""
    rules: float
    """For everything else."""


def compile_rules(game: str, cache: str | None = None) -> Seconds:
    """Compile the rules of a game, or load them from the cache, and return the seconds that took.

    `cache` is a folder to use instead of the usual cache. It then holds Python's bytecode as well, as after an
    ordinary installation.
    """
    environment = dict(os.environ)
    if cache:
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        environment |= {"TILORA_CACHE": cache, "PYTHONPYCACHEPREFIX": str(Path(cache, "bytecode"))}
    command = [sys.executable, "-c", PROGRAM, game]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603 - ours
    return Seconds(*map(float, done.stdout.split()))
