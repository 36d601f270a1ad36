"""Limits: what one client may do, and that the others do not notice."""

import asyncio
import socket
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.patience import patience
from tests.server.client import Player, Refused, new_id, persons, sight
from tests.server.process import DidNotStart, ServerProcess
from tests.server.world import world
from tests.store.support import awaited
from tilora.server.errors import TooMany
from tilora.server.messages import Refusal, Sit
from tilora.server.net.websocket_protocol import text_frame
from tilora.server.rate_limit import SOCKETS_AT_FULL_SPEED, ConcurrencyLimit, RateLimit, ServerLimits, TokenBucket
from tilora.server.settings import Settings
from tilora.server.tables.subscribers import Subscriber
from tilora.table.commands import HandOver, Join, Say


def test_a_bucket_allows_a_burst_and_then_makes_clients_wait() -> None:
    bucket = TokenBucket(rate=10, burst=3, now=0.0)
    assert [bucket.take(0.0) for _ in range(3)] == [0, 0, 0]
    assert bucket.take(0.0) == pytest.approx(0.1)
    assert bucket.take(0.5) == 0


def test_a_rate_limit_counts_each_key_separately() -> None:
    clock = [0.0]
    rate = RateLimit(2, 60, "Too many.", lambda: clock[0])
    rate.use("ann")
    rate.use("ann")
    rate.use("bob")
    with pytest.raises(TooMany, match="Try again in 31 s"):
        rate.use("ann")
    clock[0] = 31.0
    rate.use("ann")


def test_many_sockets_of_one_address_share_what_a_few_may_send() -> None:
    limits = ServerLimits(Settings(messages_per_second=1.0))
    crowd = [limits.messages_of_address("10.0.0.1", 0.0) for _ in range(400)]
    waits = [bucket.take(0.0) for bucket in crowd]
    assert waits[: 2 * SOCKETS_AT_FULL_SPEED] == [0.0] * (2 * SOCKETS_AT_FULL_SPEED)
    assert waits[-1] == (400 - 2 * SOCKETS_AT_FULL_SPEED) / SOCKETS_AT_FULL_SPEED
    assert limits.messages_of_address("10.0.0.2", 0.0).take(0.0) == 0.0
    del crowd
    assert limits.messages_of_address("10.0.0.1", 0.0).take(0.0) == 0.0


@awaited
async def test_a_socket_is_read_more_slowly_if_others_of_its_address_have_sent_too_much(tmp_path: Path) -> None:
    async with world(tmp_path, messages_per_second=30.0) as here:
        ann = await here.someone("Ann")
        body = {"game": "pebbles", "places": [{"kind": "me"}, {"kind": "open"}]}
        socket_of_ann = await ann.connect((await ann.http.post("/api/tables", json=body)).json()["id"])
        assert b'"pong"' in await socket_of_ann.ask({"kind": "ping", "id": "1"})
        now = asyncio.get_running_loop().time()
        shared = here.parts.limits.messages_of_address("10.0.0.1", now)
        for _ in range(100_000):
            shared.take(now)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.5):
                await socket_of_ann.ask({"kind": "ping", "id": "2"})


def test_a_concurrency_limit_is_released_afterwards() -> None:
    count = ConcurrencyLimit(1, "Too many.")
    with count.hold("ann"), count.hold("bob"), pytest.raises(TooMany), count.hold("ann"):
        pass
    with count.hold("ann"):
        pass


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> object:
    """A server with small limits."""
    flags = ("--tables-per-hour=3", "--running-tables=2", "--sockets-per-player=2", "--lines-per-minute=2")
    more = ("--players-per-hour=30", "--hints-per-minute=1", "--logins-per-minute=2")
    with ServerProcess(tmp_path_factory.mktemp("strict"), *flags, *more, free=False) as running:
        yield running


@awaited
async def test_tables_sockets_lines_and_hints_are_limited(strict: ServerProcess) -> None:
    async with await Player.new(strict.base, "Ann") as ann, await Player.new(strict.base, "Bob") as bob:
        table = await ann.open(persons("zellij", "me", "open"))
        await ann.open(persons("zellij", "me", "open"))
        with pytest.raises(Refused, match="too-many"):
            await ann.open(persons("zellij", "me", "open"))
        async with ann.at(table) as first, ann.at(table):
            with pytest.raises(Refused, match="too-many"):
                async with ann.at(table):
                    pass
            for _ in range(2):
                await first.do(Say(id=new_id(), text="Hello"))
            with pytest.raises(Refused, match="too-many"):
                await first.do(Say(id=new_id(), text="Hello"))
            async with bob.at(table) as other:
                await other.do(Say(id=new_id(), text="I may still speak."))


@awaited
async def test_a_socket_that_sends_too_fast_is_read_more_slowly(strict: ServerProcess) -> None:
    async with await Player.new(strict.base, "Ann") as ann:
        table = await ann.open(persons("zellij", "me", "open"))
        async with ann.at(table) as first:
            begin = asyncio.get_running_loop().time()
            for number in range(75):
                await first.send({"kind": "ping", "id": str(number)})
            while getattr(await first.receive(), "id", None) != "74":
                pass
            # 60 at once, and the other 15 at 30 a second.
            assert asyncio.get_running_loop().time() - begin > 0.4


@awaited
async def test_invalid_messages_are_answered_with_errors_and_end_the_socket(strict: ServerProcess) -> None:
    async with await Player.new(strict.base, "Ann") as ann:
        table = await ann.open(persons("zellij", "me", "open"))
        async with sight(strict.base, table) as stranger:
            for message in ("{", "[]", '{"kind":"dance","id":"x"}', '{"kind":"ping","id":7}', "[" * 3000):
                await stranger.connection.send(message)
                answer = await stranger.receive()
                while not isinstance(answer, Refusal):
                    answer = await stranger.receive()
                assert answer.code == "bad-message"
            await stranger.connection.send('{"kind":"dance","id":"mine"}')
            answer = await stranger.receive()
            assert isinstance(answer, Refusal)
            assert answer.id == "mine"
            for _ in range(20):
                await stranger.connection.send(b"\x00")
            bye = await stranger.ended()
            assert bye is not None
            assert bye.reason == "too-many"


@awaited
async def test_a_message_that_is_too_large_ends_the_socket(strict: ServerProcess) -> None:
    async with await Player.new(strict.base, "Ann") as ann:
        table = await ann.open(persons("zellij", "me", "open"))
        async with sight(strict.base, table) as stranger:
            await stranger.connection.send("x" * 9000)
            assert await stranger.ended() is None
            assert stranger.connection.close_code == 1009


def narrow(base: str) -> socket.socket:
    """A connection that takes little until somebody reads: left alone, the system would store many megabytes."""
    host, _, port = base.removeprefix("http://").partition(":")
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 64 << 10)
    wire.connect((host, int(port)))
    wire.setblocking(False)
    return wire


@awaited
async def test_a_client_that_does_not_read_is_disconnected_and_the_others_play_on(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann, await Player.new(server.base, "Bob") as bob:
        table = await ann.open(persons("cublino-contra", "me", "open"))
        async with ann.at(table) as first:
            await bob.post(table, Join(id=new_id()))
            await bob.post(table, HandOver(id=new_id(), seat=1, level=1))
            await first.do(HandOver(id=new_id(), seat=0, level=1))
            await first.until(lambda: first.over)  # so that there is a lot to show
            async with sight(server.base, table, bob.me.token, wire=narrow(server.base)) as sleeper:
                await first.until(lambda: first.present == ([True, True], 0))
                sleeper.connection.transport.pause_reading()
                asked = 0
                while first.present != ([True, False], 0):
                    assert asked < 2000, "the server keeps everything for somebody who reads nothing"
                    with suppress(ConnectionClosed):
                        await sleeper.send(Sit(id=str(asked), seat=None if asked % 2 else 1))
                    await first.do(Sit(id=new_id(), seat=0))  # one thing at a time, so that the server reads them all
                    asked += 1
                await first.do(Say(id=new_id(), text="Is anybody there?"))
                sleeper.connection.transport.resume_reading()
                bye = await sleeper.ended()  # whoever doesn't read that either is cut off without it
                assert bye is None or bye.reason == "too-slow"
            await first.do(Say(id=new_id(), text="Nobody."))


def test_a_reader_that_falls_behind_gets_a_goodbye_and_nothing_more() -> None:
    sent: list[bytes] = []
    connection: Any = SimpleNamespace(
        unsent_bytes=1001,
        queue_frame=lambda _: sent.append(b"more"),
        close_with=lambda frame, code: sent.append(frame + b" %d" % code),
    )
    options: Any = {"seat": None, "auto_seat": True, "wants": frozenset(), "max_unsent": 1000}
    reader = Subscriber(connection, None, None, **options)
    reader.send_frame(text_frame(b"a look"))
    reader.close("closed")
    assert reader.close_reason == "too-slow"
    assert len(sent) == 1
    assert b'"reason":"too-slow"' in sent[0]
    assert sent[0].endswith(b" 1013")
    connection.unsent_bytes = 1000
    Subscriber(connection, None, None, **options).send_frame(text_frame(b"a look"))
    assert sent[1:] == [b"more"]


def test_sign_in_attempts_are_limited(strict: ServerProcess) -> None:
    with httpx.Client(base_url=strict.base, trust_env=False, timeout=patience(20)) as http:
        codes = [http.post("/api/me/login", json={"name": "X", "password": "y"}).status_code for _ in range(4)]
        assert codes[:2] == [403, 403]
        assert codes[-1] == 429


def test_an_unknown_kind_of_database_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(DidNotStart, match="tilora: "):
        ServerProcess(tmp_path, database="mysql://host/name").start()
