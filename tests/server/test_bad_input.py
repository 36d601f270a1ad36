"""Bad input: whatever a client sends, it gets a clear error, memory does not grow, and the others play on."""

import asyncio
import contextlib
import os
import random
import socket
import struct
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import uvicorn
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from uvicorn.server import ServerState

from tests import SOAK
from tests.patience import patience
from tests.server.client import Player, Refused, new_id, persons, play_out, sight
from tests.server.process import ServerProcess
from tests.server.world import Someone, world
from tests.store.support import awaited
from tilora.kernel import Match, games
from tilora.server.auth import _tokens
from tilora.server.messages import Ack, FromClient
from tilora.server.net import http_protocol
from tilora.server.net.http_protocol import HttpProtocol
from tilora.server.rate_limit import client_network
from tilora.table.commands import Join, Say

quick = settings(
    max_examples=40 * SOAK,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
KINDS = [kind.__struct_config__.tag for kind in FromClient.__args__]
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30) | st.just(10**400),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
messages = st.fixed_dictionaries(
    {"kind": st.sampled_from(KINDS), "id": st.text(min_size=1, max_size=64)},
    optional={
        "seat": st.integers(-1, 3) | anything,
        "moment": st.integers(0, 9) | anything,
        "action": st.text(max_size=60) | anything,
        "text": st.text(max_size=500) | anything,
        "level": st.integers(0, 9) | anything,
        "place": st.sampled_from(["open", "bot"]) | anything,
        "time": st.fixed_dictionaries({"kind": st.sampled_from(["bullet", "clock"]), "seconds": st.integers()})
        | anything,
        "player": st.text(max_size=70) | anything,
        "watchers": anything,
        "path": st.lists(st.text(max_size=9)) | anything,
        "nonce": st.text(max_size=70),
        "commitment": st.sampled_from(["", "0" * 64]) | anything,
        "more": anything,
    },
)


def raw(base: str, *parts: bytes, wait: float = 20.0) -> bytes:
    """Send these bytes and return the answer until the connection closes. Frames are sent after the handshake."""
    host, _, port = base.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=patience(wait)) as wire:
        told = b""
        for part in parts:
            wire.sendall(part)
            if b"Upgrade: websocket" in part and len(parts) > 1:
                told += wire.recv(1 << 16)
        with contextlib.suppress(ConnectionResetError):
            while data := wire.recv(1 << 16):
                told += data
        return told


def client(server: ServerProcess) -> httpx.Client:
    """Somebody who asks over HTTP."""
    return httpx.Client(base_url=server.base, trust_env=False, timeout=patience(30))


def head(line: str, *headers: str) -> bytes:
    """The head of a request."""
    return "\r\n".join([line, *headers, "Connection: close", "", ""]).encode("latin-1")


def code_of(told: bytes) -> tuple[int, str]:
    """The status and the code of an error."""
    return int(told.split(b" ")[1]), msgspec.json.decode(told.partition(b"\r\n\r\n")[2])["code"]


# Over HTTP


@pytest.mark.parametrize(
    "body", [b"[" * 30_000, b'{"game":' * 5_000, b'{"name":"\xff\xfe"}', b'{"name":"\\ud800"}', b"NaN", b""]
)
@pytest.mark.parametrize("path", ["/api/tables", "/api/records", "/api/me", "/api/me/login"])
def test_an_unreadable_body_is_refused(server: ServerProcess, path: str, body: bytes) -> None:
    with client(server) as http:
        token = http.post("/api/me", json={"name": "Eve"}).json()["token"]
        answer = http.post(path, content=body, headers={"Authorization": f"Bearer {token}"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-message")


def test_a_large_body_with_a_false_length_is_refused(server: ServerProcess) -> None:
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    start = head("POST /api/me HTTP/1.1", "Host: x", "Transfer-Encoding: chunked")
    assert code_of(raw(server.base, start, chunk, chunk, b"0\r\n\r\n")) == (413, "too-large")


@pytest.mark.parametrize("host", ["x:99999999", "x:y", "[::1", "a b", 'x"><script>', "y" * 300])
def test_an_invalid_host_header_is_refused(server: ServerProcess, host: str) -> None:
    assert code_of(raw(server.base, head("GET /api/me HTTP/1.1", f"Host: {host}"))) == (400, "bad-message")


@pytest.mark.parametrize(
    "origin", ["http://[", "http://[::1", "null", "", "//x", "https://evil.example", "http://x.evil.example", "\xff"]
)
def test_a_page_of_another_site_can_do_nothing_whatever_its_origin(server: ServerProcess, origin: str) -> None:
    told = raw(server.base, head("POST /api/me HTTP/1.1", "Host: x", f"Origin: {origin}", "Content-Length: 0"))
    assert code_of(told) == (403, "foreign-origin")
    assert code_of(raw(server.base, upgrade("abc", f"Origin: {origin}"))) == (403, "foreign-origin")


def test_a_request_without_a_host_has_no_valid_origin(server: ServerProcess) -> None:
    told = raw(server.base, head("POST /api/me HTTP/1.0", "Origin: null", "Content-Length: 0"))
    assert code_of(told) == (403, "foreign-origin")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("GET /../../etc/passwd HTTP/1.1", "not-found"),
        ("GET /assets/%2e%2e/%2e%2e/pyproject.toml HTTP/1.1", "not-found"),
        ("GET /%00%ff HTTP/1.1", "not-found"),
        ("GET /api/tables/%00 HTTP/1.1", "no-such-table"),
        ("GET /api/tables/x/socket HTTP/1.1", "bad-message"),
        ("GET /api/tables?before=%00%ff HTTP/1.1", "bad-page"),
        ("GET /api/tables?limit=99999999999999999999999 HTTP/1.1", "bad-message"),
        (f"GET /api/replay/x?step={'9' * 5000} HTTP/1.1", "bad-message"),
        ("GET /api/replay/x?seat=NaN HTTP/1.1", "bad-message"),
        (f"GET /api/qr?text={'x' * 300} HTTP/1.1", "bad-message"),
        ("BREW / HTTP/1.1", "not-allowed-here"),
        ("TRACE / HTTP/1.1", "not-allowed-here"),
    ],
)
def test_an_odd_address_is_answered_with_a_text(server: ServerProcess, line: str, code: str) -> None:
    assert code_of(raw(server.base, head(line, "Host: x")))[1] == code


def test_a_hostile_cookie_costs_nothing(server: ServerProcess) -> None:
    """The standard library needs eleven seconds for this one."""
    hostile = 'tilora="' + "\\1" * 30_000 + '"'
    told = raw(server.base, head("GET /api/me/tables HTTP/1.1", "Host: x", f"Cookie: {hostile}"), wait=5.0)
    assert code_of(told) == (401, "nobody")


@pytest.mark.parametrize(
    ("header", "tokens"),
    [
        (b"tilora=abc", ["abc"]),
        (b"a=1; tilora=abc; b=2", ["abc"]),
        (b"nottilora=1; tilora = abc ", ["abc"]),
        (b"tilora=abc; tilora-8420=xyz; tilora-8421=uvw", ["xyz", "abc"]),
        (b"tilora", []),
        (b"tilora=", []),
        (b";;;=;\xff", []),
    ],
)
def test_the_token_is_found_among_other_cookies(header: bytes, tokens: list[str]) -> None:
    assert _tokens([(b"host", b"localhost:8420"), (b"cookie", header)]) == ("cookie", tokens)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("somewhere", "somewhere"),
    ],
)
def test_limits_count_a_household_as_one_client(address: str, network: str) -> None:
    assert client_network(address) == network


def test_private_responses_are_not_cached(server: ServerProcess) -> None:
    with client(server) as http:
        for path in ("/api/me", "/api/me/tables", "/api/tables/abc", "/api/matches"):
            http.cookies.clear()
            assert http.get(path).headers["cache-control"] == "no-store"
        assert "max-age" in http.get("/api/games/zellij/scene").headers["cache-control"]


def schema(server: ServerProcess) -> Any:
    import schemathesis  # not above: it takes a second, in every process of a run

    return schemathesis.openapi.from_url(f"{server.base}/api/docs/openapi.json")


def test_every_address_withstands_whatever_its_schema_allows_and_more(server: ServerProcess) -> None:
    """Schemathesis generates requests, good and bad. The server never fails, and always answers."""
    with client(server) as http:
        token = http.post("/api/me", json={"name": f"Eve {new_id()}"}).json()["token"]
    tried = 0
    for found in schema(server).get_all_operations():
        operation = found.ok()

        @settings(
            max_examples=6 * SOAK, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
        )
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            nonlocal tried
            if case.path.endswith("/logout"):
                return
            answer = case.call(headers={"Authorization": f"Bearer {token}"})
            tried += 1
            assert answer.status_code < 500, (case.method, case.path, answer.content[:300])
            if answer.status_code >= 400 and case.method != "HEAD":
                error = msgspec.json.decode(answer.content)
                assert error["code"] != "failed"
                assert error["text"]

        ask()
    assert tried > 50


# Over sockets


def upgrade(table: str, *headers: str, query: str = "") -> bytes:
    """The head of a request for a socket."""
    more = ("Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")
    lines = [f"GET /api/tables/{table}/socket{query} HTTP/1.1", "Host: x", "Connection: Upgrade", *more, *headers]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


@pytest.mark.parametrize(
    ("table", "query", "answer"),
    [
        ("abc", "", (404, "no-such-table")),
        ("abc", "?" + "a=1&" * 30, (400, "bad-message")),
        ("abc", "?seat=-1", (400, "bad-message")),
        ("abc", "?version=1e9", (400, "bad-message")),
        ("abc", "?wants=secrets", (400, "bad-message")),
        ("abc", "?protocol=2", (400, "bad-message")),
        ("a/b", "", (404, "not-found")),
        ("x" * 65, "", (404, "not-found")),
        ("%00", "", (404, "no-such-table")),
    ],
)
def test_a_bad_address_of_a_socket_is_answered_with_a_text(
    server: ServerProcess, table: str, query: str, answer: tuple[int, str]
) -> None:
    assert code_of(raw(server.base, upgrade(table, query=query))) == answer


@awaited
async def test_no_message_breaks_a_socket_and_every_one_is_answered(tmp_path: Path) -> None:
    """Messages with all kinds of mistakes: each gets an answer that a person can read, and never `failed`."""
    async with world(tmp_path) as here:
        ann, eve = await here.someone("Ann"), await here.someone("Eve")
        body = {"game": "pebbles", "places": [{"kind": "me"}, {"kind": "open"}]}
        made: list[dict[str, Any]] = []

        @quick
        @given(messages)
        def collect(message: dict[str, Any]) -> None:
            made.append(message)

        collect()
        table = (await ann.http.post("/api/tables", json=body)).json()["id"]
        for number, message in enumerate(made):
            who = (ann, eve)[number % 2]
            await answered_well(who, table, message | {"id": f"{number}"})
        status = (await ann.http.get(f"/api/tables/{table}")).json()["table"]["status"]
        assert status in ("waiting", "running", "closed", "aborted")


async def answered_well(who: Someone, table: str, message: dict[str, Any]) -> None:
    try:
        msgspec.json.encode(message).decode()
    except (UnicodeEncodeError, OverflowError):
        return  # nobody can send that
    found = next((one for one in who.sockets if one.open), None) or await who.connect(table)
    answer = await found.ask(message)
    assert b'"code":"failed"' not in answer
    if found.open:
        assert any(kind in answer for kind in (b'"ack"', b'"error"', b'"pong"', b'"why"', b'"hint"', b'"preview"')), (
            message
        )


def frame(opcode: int, body: bytes, *, fin: bool = True) -> bytes:
    """A frame as a client sends it, masked with zeros."""
    assert len(body) < 126
    return bytes([opcode | (0x80 if fin else 0), 0x80 | len(body)]) + bytes(4) + body


@pytest.fixture(scope="module")
def table(server: ServerProcess) -> str:
    """A table to look at."""
    with client(server) as http:
        token = http.post("/api/me", json={"name": "Ann"}).json()["token"]
        body = {"game": "zellij", "places": [{"kind": "me"}, {"kind": "open"}]}
        made = http.post("/api/tables", json=body, headers={"Authorization": f"Bearer {token}"})
    return str(made.json()["id"])


def test_a_message_of_endless_empty_fragments_ends_the_socket(server: ServerProcess, table: str) -> None:
    told = raw(server.base, upgrade(table), frame(1, b"", fin=False), *[frame(0, b"", fin=False)] * 200)
    assert struct.pack("!H", 1009) in told[-40:]


@pytest.mark.parametrize("body", [frame(1, b"\xff\xfe"), b"\x81\x05hello", frame(3, b""), b"\x81\xff" + b"\xff" * 8])
def test_invalid_frames_end_the_socket(server: ServerProcess, table: str, body: bytes) -> None:
    """Not UTF-8, not masked, of an unknown kind, and of sixteen exabytes."""
    assert raw(server.base, upgrade(table), body).startswith(b"HTTP/1.1 101")


def test_a_client_that_pings_and_never_reads_is_disconnected(server: ServerProcess, table: str) -> None:
    host, _, port = server.base.removeprefix("http://").partition(":")
    before = memory(server)
    with socket.socket() as wire:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        wire.settimeout(patience(20))
        wire.connect((host, int(port)))
        wire.sendall(upgrade(table))
        many = frame(9, b"x" * 125) * 1000
        sent = 0
        with contextlib.suppress(OSError):
            while sent < 400:
                wire.sendall(many)
                sent += 1
        assert sent < 400
    assert memory(server) - before < 30 << 20


def memory(server: ServerProcess) -> int:
    """Bytes of the server's memory that are in use."""
    pages = Path(f"/proc/{server.pid}/statm")
    if not pages.exists():
        pytest.skip("memory is read from /proc")
    return int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@awaited
async def test_thousands_of_bad_requests_leave_nothing_behind(server: ServerProcess, table: str) -> None:
    paths = ["/api/tables/x", f"/api/tables/{table}?seat=5", "/api/replay/x", "/nothing", "/api/me/tables"]
    dice = random.Random(1)
    async with httpx.AsyncClient(base_url=server.base, trust_env=False, timeout=patience(30)) as http:

        async def some(count: int) -> None:
            for number in range(count):
                cookie = {"Cookie": f"tilora={dice.random()}"}
                path = paths[number % len(paths)].replace("x", f"x{dice.randrange(10**9)}")
                answer = await http.get(path, headers=cookie)
                assert 400 <= answer.status_code < 500
                refused = await http.post(f"/api/tables/{number}/commands", content=b'{"kind":"dance"', headers=cookie)
                assert refused.status_code in (400, 401)

        await some(200)
        before = memory(server)
        await some(700 * SOAK)
        assert memory(server) - before < 8 << 20


@awaited
async def test_a_flood_of_connections_does_not_keep_others_from_playing(server: ServerProcess) -> None:
    """Hundreds of sockets (thousands in a soak test), some sending nonsense, some nothing, and two players."""
    async with await Player.new(server.base, "Ann") as ann, await Player.new(server.base, "Bob") as bob:
        table = await ann.open(persons("pebbles", "me", "open"))
        async with contextlib.AsyncExitStack() as stack:
            crowd = []
            for _ in range(15 * SOAK):
                crowd += await asyncio.gather(
                    *(stack.enter_async_context(sight(server.base, table, wants="")) for _ in range(20))
                )
            for one in crowd[::3]:
                await one.connection.send("[" * 3000)
            async with ann.at(table) as first, bob.at(table) as second:
                await second.do(Join(id=new_id()))
                await play_out(first, second, dice=random.Random(2))
                assert first.over
                assert first.presence is not None
            await crowd[1].until(lambda: crowd[1].status == "finished")
            with pytest.raises(Refused, match="bad-message"):
                await crowd[0].answer(None, Ack)
            for one in crowd:
                one.connection.transport.abort()


# Slow ones


@awaited
async def test_a_head_that_does_not_arrive_ends_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte now and then does not keep a connection open; a complete request is answered."""
    monkeypatch.setattr(http_protocol, "HEAD_TIMEOUT", 0.3)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    config = uvicorn.Config(app, http=HttpProtocol, log_config=None)
    config.load()
    loop = asyncio.get_running_loop()
    serving = await loop.create_server(lambda: HttpProtocol(config, ServerState(), {}, loop), "127.0.0.1", 0)
    port = serving.sockets[0].getsockname()[1]
    try:
        for start in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT"):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(start)
            async with asyncio.timeout(patience(10)):
                told = await reader.read()
            assert told.startswith(b"HTTP/1.1 204") == (b"\r\n\r\n" in start)
            writer.close()
    finally:
        serving.close()
        await serving.wait_closed()


# Words


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "'; DROP TABLE players; --",
    "\u202eevil\u202c name",
    "a\u200bb\u2060c\ufeffd",
    "\x1b[31mred\x07",
    "line\nbreak\r\n\u2028",
    "e" + "\u0301" * 300,
    "👩\u200d👩\u200d👧\u200d👦 family",
    "{{7*7}} ${7*7} %s %n",
    "\U000e0041\U000e0042tags",
]
UNSEEN = set("\u202e\u202c\u200b\u2060\ufeff\x1b\x07\n\r\u2028")


@awaited
async def test_names_and_chat_are_plain_text(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("zellij", "me", "open"))
        async with ann.at(table) as first:
            for words in HOSTILE:
                with contextlib.suppress(Refused):
                    await first.do(Say(id=new_id(), text=words))
                renamed = (await ann.http.patch("/api/me", json={"name": words})).json()
                assert renamed.get("code", "bad-text") in ("bad-text", "bad-message"), "too long to be looked at"
            said = [line.text for line in first.lines if line.kind == "chat"]
            assert said[0] == HOSTILE[0]
            assert len(said) >= 10
            for line in first.lines:
                assert not set(line.text + line.name) & UNSEEN
                assert "\u0301" * 4 not in line.text
        assert "text/html" not in (await ann.http.get(f"/api/tables/{table}")).headers["content-type"]


# Tokens and passwords


@awaited
async def test_neither_tokens_nor_passwords_nor_chat_get_into_the_log(server: ServerProcess) -> None:
    words, password = "a-line-that-nobody-may-log", "a-password-that-nobody-may-log"
    async with await Player.new(server.base, "Lotte") as ann:
        table = await ann.open(persons("zellij", "me", "1"))
        await ann.http.post("/api/me/claim", json={"password": password})
        await ann.http.post("/api/me/login", json={"name": "Lotte", "password": password + "!"})
        await ann.http.get(f"/api/me?token={ann.me.token}")
        async with ann.at(table) as first:
            await first.do(Say(id=new_id(), text=words))
        for _ in range(2):  # the line about a request comes after its answer
            await ann.http.get(f"/api/tables/{table}")
        log = server.log()
        assert table in log
        assert not [one for one in (ann.me.token, words, password) if one in log]


def test_signing_in_gives_a_new_token(server: ServerProcess) -> None:
    """Planting a token on somebody's device gains nothing when they sign in."""
    with client(server) as http:
        http.get("/api/me")
        name = f"Mia {new_id()}"
        http.patch("/api/me", json={"name": name})
        http.post("/api/me/claim", json={"password": "a long password"})
    with client(server) as http:
        http.cookies.set("tilora", "planted")
        assert http.post("/api/me/login", json={"name": name, "password": "a long password"}).status_code == 200
        token = http.cookies.get(f"tilora-{http.base_url.port}", domain="127.0.0.1")
        assert token not in ("planted", None)
        assert http.get("/api/me").json()["name"] == name
    with client(server) as http:
        assert http.get("/api/me/tables", headers={"Cookie": "tilora=planted"}).status_code == 401


@awaited
async def test_passwords_of_one_name_are_limited_however_the_name_is_written(tmp_path: Path) -> None:
    """Invisible characters, other letter cases and other addresses do not give new attempts."""
    async with world(tmp_path, logins_per_minute=3) as here:
        codes = []
        for number, name in enumerate(["Zoë", "ZOË", "Zo\u200bë", "Zoe\u0308", " Zoë ", "Ｚoë"]):
            eve = Someone(here, None, f"10.1.0.{number}")
            answer = await eve.post("/api/me/login", {"name": name, "password": "wrong password"})
            codes.append(answer.status_code)
        assert codes[:3] == [403, 403, 403]
        assert codes[3:] == [429, 429, 429]


# Positions and actions


@pytest.mark.parametrize("game", [game.name for game in games()])
def test_no_text_breaks_opening_a_table(server: ServerProcess, game: str) -> None:
    """Positions with something changed: either the table is opened, or an error says what is wrong."""
    dice = random.Random(game)
    good = next(one for one in games() if one.name == game)
    match = Match(good, seed=1)
    with client(server) as http:
        token = http.post("/api/me", json={"name": "Eve"}).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        opened = 0
        for _ in range(15 * SOAK):
            for _ in range(dice.randint(0, 6)):
                if not match.over:
                    match.play(dice.choice(match.texts()))
            text = list(match.position)
            for _ in range(dice.randint(0, 3)):
                at = dice.randrange(len(text))
                text[at : at + dice.randint(0, 2)] = dice.choice(
                    ["", "9", "-1", "?", " ", "|", "99999999999", "\x00", "é"]
                )
            places = [{"kind": "here", "name": f"S{seat}"} for seat in range(match.seats)]
            answer = http.post("/api/tables", json={"game": game, "places": places, "position": "".join(text)})
            assert answer.status_code in (201, 400), answer.text
            opened += answer.status_code == 201
            if match.over:
                match = Match(good, seed=dice.randrange(1000))
        assert opened
