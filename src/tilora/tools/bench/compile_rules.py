"""Compiles the rules of a game in a new process, to measure it or to fill the cache."""

import os
import subprocess
import sys

PROGRAM = """
import sys, time
began = time.perf_counter()
from tilora.kernel import game_named
from tilora.kernel.compiled.engine import Engine
Engine(game_named(sys.argv[1]).rules, "compiled")
print(time.perf_counter() - began)
"""
"""Not a module of ours, because importing Tilora is part of what is measured."""


def compile_rules(game: str, cache: str | None = None) -> float:
    """Compile the rules of a game, or load them from the cache, and return the seconds that took.

    `cache` is a folder to use instead of the usual cache.
    """
    environment = os.environ | ({"TILORA_CACHE": cache} if cache else {})
    command = [sys.executable, "-c", PROGRAM, game]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603 - ours
    return float(done.stdout)
