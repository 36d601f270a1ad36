"""Set-up for all tests: the toy game is installed before anything looks for games."""

import pytest

from tests import plugin


def pytest_configure(config: pytest.Config) -> None:
    """Install the toy game once, and let all workers find it."""
    plugin.install()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove it when the last of the workers has gone."""
    if not hasattr(config, "workerinput"):
        plugin.remove()
