"""Bots at tables: the match goes on whatever happens to the workers."""

import asyncio
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from tests.patience import patience
from tests.server.client import persons
from tests.server.node import ANN, BOB, Node, running_node
from tests.store.support import awaited
from tilora.ai.players import levels
from tilora.kernel import SPECTATOR
from tilora.server.bots import tasks
from tilora.server.bots.scheduler import BotScheduler
from tilora.server.metrics import prometheus_text
from tilora.table.log_lines import SEARCH_FAILED


async def finished(node: Node, table: str) -> None:
    """The match at the table has come to its end."""
    async with asyncio.timeout(patience(60)):
        while not await node.tables.read(table, lambda at: at.summary().status == "finished"):
            await asyncio.sleep(0.01)


class Dying(Executor):
    """Workers that die of everything."""

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Dead."""
        future: Future[Any] = Future()
        future.set_exception(BrokenProcessPool("dead"))
        return future


@awaited
async def test_a_match_goes_on_although_every_worker_dies(tmp_path: Path) -> None:
    async with running_node(tmp_path) as node:
        bots = BotScheduler(node.tables, node.changes, node.metrics, Dying)
        table = await node.tables.open(persons("cublino-contra", "1", "1"), ANN)
        await finished(node, table)
        await bots.stop()
        assert node.metrics.bot_pool_failures > 2


class Stumbling(Executor):
    """Workers that come to no answer: something is wrong with how a game is thought about."""

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Failed."""
        future: Future[Any] = Future()
        future.set_exception(KeyError("a mistake in a game's advice"))
        return future


class Losing(Executor):
    """A cluster that is lost with all that was asked of it: what waits there is called off."""

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Called off."""
        future: Future[Any] = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future


@awaited
@pytest.mark.parametrize("workers", [Stumbling, Losing])
async def test_a_match_goes_on_although_workers_fail(tmp_path: Path, workers: type[Executor]) -> None:
    async with running_node(tmp_path) as node:
        bots = BotScheduler(node.tables, node.changes, node.metrics, workers)
        table = await node.tables.open(persons("pebbles", "1", "1"), ANN)
        await finished(node, table)
        await bots.stop()


@awaited
async def test_a_bot_that_could_not_move_tries_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_node(tmp_path) as node:
        monkeypatch.setattr("tilora.server.bots.scheduler.FIRST_RETRY", 0.001)
        mistakes = iter([True, True, False])

        def move(*_: object, at_once: Any = tasks.move) -> Any:
            if next(mistakes, False):
                raise KeyError("a mistake that passes")
            return at_once(*_)

        monkeypatch.setattr(tasks, "move", move)
        bots = BotScheduler(node.tables, node.changes, node.metrics, Stumbling)
        table = await node.tables.open(persons("pebbles", "1", "1"), ANN)
        await finished(node, table)
        await bots.stop()


class Slow(Executor):
    """Workers that never come to an end with anything."""

    def __init__(self) -> None:
        self.thinking: list[str] = []

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Begun, and that is all."""
        self.thinking.append(args[0].game.name)
        return Future()


@awaited
async def test_a_host_with_many_bot_tables_does_not_keep_others_waiting(tmp_path: Path) -> None:
    async with running_node(tmp_path) as node:
        workers = Slow()
        bots = BotScheduler(node.tables, node.changes, node.metrics, lambda: workers)
        for _ in range(5):
            await node.tables.open(persons("cublino-contra", "1", "1"), ANN)
        await node.tables.open(persons("pebbles", "1", "1"), BOB)
        await asyncio.sleep(0)
        assert workers.thinking == ["cublino-contra", "cublino-contra", "pebbles"]
        await bots.stop()


class Inline(Executor):
    """Workers that do everything at once in this process."""

    def submit(self, work: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Done."""
        future: Future[Any] = Future()
        future.set_result(work(*args))
        return future


@awaited
async def test_a_search_that_could_not_be_compiled_is_reported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged: list[dict[str, Any]] = []
    monkeypatch.setattr("tilora.server.bots.scheduler.log", lambda level, _, **fields: logged.append(fields))
    monkeypatch.setattr(levels, "failure", lambda game: TypeError("a mistake in a game's rules\nand much more"))
    async with running_node(tmp_path) as node:
        bots = BotScheduler(node.tables, node.changes, node.metrics, Inline)
        table = await node.tables.open(persons("pebbles", "1", "1"), ANN)
        await finished(node, table)
        await bots.stop()
        lines = await node.tables.read(table, lambda found: found.look(SPECTATOR, 0).lines)
        assert [line.text for line in lines].count(SEARCH_FAILED) == 1
        assert logged == [{"game": "pebbles", "error": "TypeError: a mistake in a game's rules and much more"}]
        assert b'tilora_broken_search{game="pebbles"} 1.0' in prometheus_text(node.metrics)
