"""Set-up for all tests: the toy game is installed before anything looks for games; databases start when asked for."""

import os
import signal

import pytest

from tests import plugin
from tests.databases import database_url, own_postgres, postgres, postgres_url, redis, sqlite_url

__all__ = ["database_url", "own_postgres", "postgres", "postgres_url", "redis", "sqlite_url"]


def pytest_xdist_auto_num_workers() -> int:
    """With `-n auto`, one process more than there are cores: many tests wait for servers and browsers."""
    return (os.cpu_count() or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    """Let all workers find the toy game, and hear Ctrl-C: what a shell starts in the background is deaf to it."""
    plugin.install()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
