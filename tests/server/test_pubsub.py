"""Pub/sub between nodes, also over a network that falls silent without a word."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.databases import Redis as RedisServer
from tests.patience import patience
from tests.store.support import awaited
from tilora.kernel import BadSetup
from tilora.server.tables import pubsub
from tilora.server.tables.pubsub import (
    LONGEST,
    MemoryPubSub,
    NetworkPubSub,
    Notice,
    OnGap,
    PostgresPubSub,
    RedisPubSub,
    pubsub_for,
)

PATIENCE = 20.0
"""Seconds after which a test gives up."""


def test_channels_are_those_of_the_database_unless_named() -> None:
    assert isinstance(pubsub_for(None, None), MemoryPubSub)
    assert isinstance(pubsub_for(None, "sqlite:///x"), MemoryPubSub)
    assert isinstance(pubsub_for("memory:", "postgresql://x"), MemoryPubSub)
    with pytest.raises(BadSetup, match="Use memory:"):
        pubsub_for("carrier-pigeon://x", None)


def test_waiting_notices_are_sent_together_and_only_the_last_about_each_table() -> None:
    waiting = PostgresPubSub("postgresql://x")
    for number in range(3):
        waiting.publish(Notice("a", "t", number))
    waiting.publish(Notice("a", "t", 0, [1], 2))
    assert list(waiting._batch().values()) == [Notice("a", "t", 2), Notice("a", "t", 0, [1], 2)]
    for number in range(1000):
        waiting.publish(Notice("a", f"table-{number}", number))
    assert 100 < len(waiting._batch()) < LONGEST // 20


@awaited
async def test_a_silent_network_to_postgresql_is_noticed_within_seconds(postgres_url: str) -> None:
    """A node that only listens would otherwise wait for hours, and its players would not see moves of other nodes."""
    async with await PostgresPubSub(postgres_url)._connect() as connection:
        chosen = connection.info.get_parameters()
    assert (chosen["keepalives_idle"], chosen["keepalives_interval"], chosen["keepalives_count"]) == ("5", "2", "3")
    divider = "&" if "?" in postgres_url else "?"
    async with await PostgresPubSub(f"{postgres_url}{divider}keepalives_idle=60")._connect() as connection:
        assert connection.info.get_parameters()["keepalives_idle"] == "60"


@asynccontextmanager
async def standing_still(server: RedisServer) -> AsyncIterator[None]:
    """Meanwhile Redis takes everything and says nothing."""
    assert server._process is not None
    server._process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server._process.send_signal(signal.SIGCONT)


@awaited
async def test_a_silent_redis_is_noticed_and_reconnected(redis: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pubsub, "QUIET", 0.05)
    monkeypatch.setattr(pubsub, "SILENT", 0.5)
    cuts: list[bool] = []
    heard: list[Notice] = []
    node = RedisPubSub(redis.url)
    await node.start(heard.append, lambda: cuts.append(True))
    async with asyncio.timeout(patience(PATIENCE)):
        while not node.healthy():
            await asyncio.sleep(0.01)
        async with standing_still(redis):
            while node.healthy():
                await asyncio.sleep(0.01)
        while not node.healthy():
            await asyncio.sleep(0.01)
        assert len(cuts) > 1
        node.publish(Notice("a", "t", 1))
        while not heard:
            await asyncio.sleep(0.01)
    await node.stop()


class Parrot(NetworkPubSub):
    """Receives the same notice every time that it connects."""

    async def _payloads(self, on_gap: OnGap) -> AsyncIterator[str | bytes]:
        yield '[["a","t",1]]'


@awaited
async def test_an_error_while_handling_a_notice_does_not_end_the_listening() -> None:
    heard: list[Notice] = []

    def hear(notice: Notice) -> None:
        heard.append(notice)
        if len(heard) == 1:
            raise KeyError("a mistake of ours")

    node = Parrot("")
    await node.start(hear, lambda: None)
    async with asyncio.timeout(patience(PATIENCE)):
        while len(heard) < 2:
            await asyncio.sleep(0.01)
    await node.stop()
