"""A server for tests that need nothing special of it."""

from collections.abc import Iterator

import pytest

from tests.server.process import ServerProcess


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server without limits, shared by all tests of a worker: each opens tables of its own."""
    with ServerProcess(tmp_path_factory.mktemp("server"), forked=False) as running:
        yield running
        assert '"level":"error"' not in running.log()
