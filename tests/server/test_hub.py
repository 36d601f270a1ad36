"""What lies between the workers of a server: placement of tables, channels, and the hub."""

import asyncio
import os
import socket
from pathlib import Path

import pytest

from tests.patience import patience
from tests.store.support import awaited
from tilora.server.net.channel import Channel, channel_ends
from tilora.server.net.hub import Alone, Follow, Hub, Message, News, Report, Shared, Transfer, Unfollow, decode
from tilora.server.net.placement import FIRST_WORKER, HERE, Placement, is_undecided, worker_of
from tilora.server.net.siblings import Siblings
from tilora.server.tables.ids import new_table_id, rematch_table_id
from tilora.server.tables.pubsub import Notice, SiblingPubSub

PATIENCE = 20.0


def test_new_tables_and_their_rematches_are_at_home_where_they_are_opened() -> None:
    for number in range(5):
        placement = Placement(number, 5)
        table = new_table_id(placement)
        assert worker_of(table, 5) == number
        assert placement.is_here(rematch_table_id(table))
        assert rematch_table_id(table) != table
    assert HERE.is_here(new_table_id())


@pytest.mark.parametrize(
    "request_line",
    [
        "GET /api/tables/{} HTTP/1.1\r\n",
        "GET /api/tables/{}/socket?wants=scene HTTP/1.1\r\n",
        "POST /api/tables/{}/commands HTTP/1.1\r\n",
        "GET /api/tables/{}?seat=1 HTTP/1.1\r\n",
    ],
)
def test_a_request_for_a_table_is_for_its_worker(request_line: str) -> None:
    tables = [new_table_id() for _ in range(50)]
    found = [Placement(1, 3).worker_for(request_line.format(table).encode()) for table in tables]
    assert found == [worker_of(table, 3) for table in tables]
    assert set(found) == {0, 1, 2}


def test_other_requests_are_for_anybody_or_for_the_first() -> None:
    placement = Placement(1, 3)
    for line in (
        b"GET /api/tables HTTP/1.1",
        b"GET / HTTP/1.1",
        b"GET /t/abc HTTP/1.1",
        b"\x16\x03\x01",
        b"POST /api/me ",
    ):
        assert placement.worker_for(line) is None
    for line in (b"POST /api/me/login HTTP/1.1", b"GET /api/neighbours HTTP/1.1"):
        assert placement.worker_for(line) == FIRST_WORKER
    # New tables go round.
    assert [placement.worker_for(b"POST /api/tables HTTP/1.1") for _ in range(4)] == [1, 2, 0, 1]


def test_what_is_read_is_enough_when_the_line_is_complete_or_long() -> None:
    assert is_undecided(b"GET /api/tables/abcdef")
    assert not is_undecided(b"GET / HTTP/1.0\r\n")
    assert not is_undecided(b"GET /" + 100 * b"x")


class Mailbox:
    """One end of a channel, and what has arrived there."""

    def __init__(self, end: socket.socket) -> None:
        self.arrived: list[tuple[bytes, int | None]] = []
        self.channel = Channel(end, lambda message, file: self.arrived.append((message, file)))

    async def until(self, count: int) -> None:
        """Wait until this many messages have arrived."""
        async with asyncio.timeout(patience(PATIENCE)):
            while len(self.arrived) < count:
                await asyncio.sleep(0.005)


@awaited
async def test_messages_arrive_whole_and_in_order_although_nobody_reads_for_a_while(tmp_path: Path) -> None:
    ours, theirs = channel_ends()
    sender = Channel(ours, lambda *_: None)
    sent = [b"%d " % number + bytes(number % 3000) for number in range(4000)]
    path = tmp_path / "file"
    path.write_text("here")
    with path.open("rb") as file:
        for message in sent:  # more than fits: nobody is reading yet
            assert sender.send(message)
        assert sender.send(b"with a file", file.fileno())
    reader = Mailbox(theirs)
    await reader.until(len(sent) + 1)
    assert reader.arrived[:-1] == [(message, None) for message in sent]
    message, copy = reader.arrived[-1]
    assert message == b"with a file"
    assert copy is not None
    with os.fdopen(copy, "rb") as file:
        assert file.read() == b"here"
    reader.channel.close()
    assert not sender.send(b"into the void")
    sender.close()


class FakeChannel(Channel):
    """A channel that only remembers."""

    def __init__(self) -> None:
        self.sent: list[Message] = []

    def send(self, message: bytes, file: int | None = None) -> bool:
        """Remember the message."""
        self.sent.append(decode(message))
        return True

    def taken(self) -> list[Message]:
        """All messages since the last call."""
        sent, self.sent = self.sent, []
        return sent


def test_the_hub_passes_news_on_to_those_who_have_the_table() -> None:
    hub = Hub()
    ends = [FakeChannel() for _ in range(3)]
    for number, end in enumerate(ends):
        hub.add(number, end)
    hub.handle(0, Follow("t"), None)
    assert ends[0].taken() == []  # nobody else has it: nothing to talk about
    hub.handle(1, Follow("t"), None)
    assert ends[0].taken() == ends[1].taken() == [Shared("t")]
    hub.handle(0, News("t", b"1"), None)
    assert ends[1].taken() == [News("t", b"1")]
    assert ends[0].taken() == ends[2].taken() == []
    hub.handle(2, Report(2, b"x"), None)
    assert ends[0].taken() == ends[1].taken() == [Report(2, b"x")]
    hub.handle(1, Unfollow("t"), None)
    assert ends[0].taken() == ends[1].taken() == [Alone("t")]
    hub.handle(1, Follow("t"), None)
    ends[0].taken()
    hub.remove(1)
    assert ends[0].taken() == [Alone("t")]


def test_a_connection_for_a_worker_that_is_gone_comes_back() -> None:
    hub = Hub()
    ends = [FakeChannel(), FakeChannel()]
    for number, end in enumerate(ends):
        hub.add(number, end)
    transfer = Transfer(1, b"GET /")
    hub.handle(0, transfer, os.dup(0))
    assert ends[1].taken() == [transfer]
    hub.remove(1)
    hub.handle(0, transfer, os.dup(0))
    assert ends[0].taken() == [transfer]


@awaited
async def test_a_worker_that_gets_a_table_late_is_told_how_far_the_others_are() -> None:
    """The first worker moves before it knows of the second one: that notice must not be missing in the end."""
    hub = Hub()
    heard: list[Notice] = []
    asked: list[str] = []
    workers: list[SiblingPubSub] = []
    ends: list[Channel | Siblings] = []
    for number in range(2):
        ours, theirs = channel_ends()
        channel = Channel(ours, lambda data, file, number=number: hub.handle(number, decode(data), file))  # type: ignore[misc]
        hub.add(number, channel)
        siblings = Siblings(Placement(number, 2), theirs)
        workers.append(SiblingPubSub(siblings))
        ends += [channel, siblings]
    first, second = workers

    def tell(table: str) -> None:
        asked.append(table)
        first.publish(Notice("first", table, 7))

    await first.start(lambda _: None, lambda: None, tell)
    await second.start(heard.append, lambda: None)
    first.follow("t")
    first.publish(Notice("first", "t", 6))  # nobody else has the table, as far as the first knows
    second.follow("t")
    async with asyncio.timeout(patience(PATIENCE)):
        while not heard:
            await asyncio.sleep(0.005)
        assert (asked, heard) == (["t"], [Notice("first", "t", 7)])
        first.publish(Notice("first", "t", 8))
        while len(heard) < 2:
            await asyncio.sleep(0.005)
    assert heard[1] == Notice("first", "t", 8)
    for end in ends:
        end.close()
