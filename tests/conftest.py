"""Set-up for all tests: the toy game is installed before anything looks for games; databases start when asked for.

Which tests may be tried again, where chance comes from and how long tests wait: see `tests.retries`, `tests.seeds` and
`tests.patience`.
"""

import os
import signal
from collections.abc import Generator

import pytest

from tests import SOAK, plugin
from tests.databases import database_url, own_postgres, postgres, postgres_url, redis, sqlite_url
from tests.patience import factor

pytest_plugins = ("tests.retries", "tests.seeds")

__all__ = ["database_url", "own_postgres", "postgres", "postgres_url", "redis", "sqlite_url"]


def pytest_xdist_auto_num_workers() -> int:
    """With `-n auto`, two processes more than there are cores: many tests wait for servers and browsers."""
    return (os.cpu_count() or 1) + 2


def pytest_configure(config: pytest.Config) -> None:
    """Let all workers find the toy game, and hear Ctrl-C: what a shell starts in the background is deaf to it."""
    plugin.install()
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    """Say how patient the tests are."""
    return f"time limits: {factor():.1f} times those of a quiet machine"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Let the limit for a whole test fit the machine at this moment, as all others do; a soak does more in each."""
    if item.get_closest_marker("timeout") is None:
        usual = float(item.config.getini("timeout"))
        item.add_marker(pytest.mark.timeout(usual * factor() * SOAK))
    return (yield)
