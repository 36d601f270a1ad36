"""Bots that think on a Dask cluster instead of in processes of the server."""

from pathlib import Path

import pytest

from tests.clusters import dask
from tests.server.client import Player, persons
from tests.server.process import DidNotStart, ServerProcess
from tests.store.support import awaited


@awaited
async def test_bots_play_a_match_to_its_end_on_a_cluster(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("dask", "server")]
    for folder in folders:
        folder.mkdir()
    with dask(folders[0], workers=1) as address, ServerProcess(folders[1], f"--cluster={address}") as server:
        async with await Player.new(server.base, "Ann") as ann:
            table = await ann.open(persons("pebbles", "1", "2"))
            async with ann.at(table, wants="position") as watcher:
                await watcher.until(lambda: watcher.over)
                assert {step.by for step in watcher.steps} == {"bot"}
        assert '"level":"error"' not in server.log()


def test_a_scheduler_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DidNotStart, match="No Dask scheduler answers at tcp:"):
        ServerProcess(tmp_path, "--cluster=tcp://127.0.0.1:9").start()
