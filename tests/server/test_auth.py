"""Accounts: cookies and tokens, names, passwords, other devices, other sites."""

import secrets
from pathlib import Path

import httpx
import pytest

from tests.patience import patience
from tests.server.client import Player, Refused, persons, refusal, sight
from tests.server.process import ServerProcess
from tests.server.test_timers import outdate
from tests.server.world import Someone, World, world
from tests.store.support import awaited
from tilora.server import auth
from tilora.server.auth import COOKIE, cookie_header, token_hash
from tilora.server.devices import describe_device
from tilora.server.http.account_bodies import Me


def browser(server: ServerProcess) -> httpx.Client:
    """A client that keeps cookies, like a browser."""
    return httpx.Client(base_url=server.base, trust_env=False, timeout=patience(20))


def test_a_browser_becomes_a_guest_with_its_first_request_and_stays_one(server: ServerProcess) -> None:
    with browser(server) as one, browser(server) as other:
        first = one.get("/api/me")
        assert "HttpOnly" in first.headers["set-cookie"]
        assert "SameSite=Lax" in first.headers["set-cookie"]
        assert "Secure" not in first.headers["set-cookie"]
        again = one.get("/api/me")
        assert again.headers["set-cookie"] == first.headers["set-cookie"]  # for a year from now
        assert again.json() == first.json()
        assert other.get("/api/me").json()["player"] != first.json()["player"]


def test_servers_on_one_machine_do_not_overwrite_each_others_cookies(server: ServerProcess) -> None:
    with browser(server) as one:
        elsewhere = f"{COOKIE}=the token of a server at another port"
        first = one.get("/api/me", headers={"Cookie": elsewhere})
        given, _, token = first.headers["set-cookie"].partition(";")[0].partition("=")
        assert given == f"{COOKIE}-{one.base_url.port}"
        both = {"Cookie": f"{elsewhere}; {given}={token}"}
        assert one.get("/api/me", headers=both).json() == first.json()
        assert one.post("/api/me/logout", headers=both).headers["set-cookie"].startswith(f"{given}=;")


def test_cookies_are_secure_over_https() -> None:
    assert cookie_header("t", secure=True).endswith("; Secure")
    assert "Max-Age=0" in cookie_header(None, secure=False)


def test_a_token_is_stored_as_a_hash() -> None:
    assert token_hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_requests_without_a_valid_token_are_refused(server: ServerProcess) -> None:
    with browser(server) as one:
        for headers in ({}, {"Authorization": "Bearer nonsense"}, {"Authorization": "Basic abc"}):
            answer = one.get("/api/me/tables", headers=headers)
            assert answer.status_code == 401
            assert answer.json()["code"] == "nobody"


@awaited
async def test_a_new_name_is_seen_at_the_table(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("zellij", "me", "1"))
        async with ann.at(table) as first:
            answer = await ann.http.patch("/api/me", json={"name": " Anna\u202e  B. "})
            assert answer.json()["name"] == "Anna B."
            await first.until(lambda: first.table is not None and first.table.seats[0].name == "Anna B.")
        assert (await ann.http.patch("/api/me", json={"name": "\u200b"})).json()["code"] == "bad-text"


@awaited
async def test_a_new_name_is_used_on_an_open_socket(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        ann, bob = await here.someone("Ann"), await here.someone("Bob")
        table = (await ann.post("/api/tables", persons("pebbles", "me", "open"))).json()["id"]
        socket = await bob.connect(table)
        await bob.http.patch("/api/me", json={"name": "Rob"})
        await socket.ask({"kind": "say", "id": "1", "text": "Hello!"})
        await socket.ask({"kind": "join", "id": "2"})
        seen = (await ann.get(f"/api/tables/{table}")).json()
        assert seen["table"]["seats"][1]["name"] == "Rob"
        assert [line["name"] for line in seen["lines"] if line["kind"] == "chat"] == ["Rob"]
        await socket.close()


@awaited
async def test_a_name_can_be_changed_even_if_a_table_can_no_longer_be_read(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        ann = await here.someone("Ann")
        old, new = [(await ann.post("/api/tables", persons("pebbles", "me", "open"))).json()["id"] for _ in range(2)]
        await outdate(here.parts.store._database, old)
        await here.forget()
        answer = await ann.http.patch("/api/me", json={"name": "Anna"})
        assert (answer.status_code, answer.json()["name"]) == (200, "Anna")
        assert (await ann.get(f"/api/tables/{new}")).json()["table"]["seats"][0]["name"] == "Anna"


@awaited
async def test_a_claimed_name_can_be_used_on_another_device(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Zoë") as zoe, await Player.new(server.base, "zoë") as other:
        table = await zoe.open(persons("zellij", "me", "open"))
        assert (await zoe.http.post("/api/me/claim", json={"password": "short"})).status_code == 400
        assert (await zoe.http.post("/api/me/claim", json={"password": "a long one"})).json()["claimed"]
        taken = await other.http.post("/api/me/claim", json={"password": "another one"})
        assert (taken.status_code, taken.json()["code"]) == (409, "name-taken")
        with browser(server) as device:
            wrong = device.post("/api/me/login", json={"name": "ZOË", "password": "a wrong one"})
            assert wrong.json()["code"] == "wrong-password"
            nobody = device.post("/api/me/login", json={"name": "Nobody", "password": "a long one"})
            assert (nobody.status_code, nobody.json()) == (wrong.status_code, wrong.json())
            assert device.post("/api/me/login", json={"name": "ZOË", "password": "a long one"}).status_code == 200
            assert device.get("/api/me").json()["player"] == zoe.me.player
            assert [row["id"] for row in device.get("/api/me/tables").json()] == [table]
            assert device.post("/api/me/logout").status_code == 204
            assert device.get("/api/me").json()["player"] != zoe.me.player
        assert (await zoe.get("/api/me", Me)).claimed


@awaited
async def test_nobody_else_can_take_a_claimed_name_however_it_is_written(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        zoe, eve, early = [await here.someone(name) for name in ("Zoe", "Eve", "zoe")]
        assert (await zoe.post("/api/me/claim", {"password": "a long one"})).status_code == 200
        renamed = await eve.http.patch("/api/me", json={"name": "ZOE"})
        assert (renamed.status_code, renamed.json()["code"]) == (409, "name-taken")
        new = await eve.post("/api/me", {"name": "\uff3aoe"})
        assert (new.status_code, new.json()["code"]) == (409, "name-taken")
        assert (await zoe.http.patch("/api/me", json={"name": "ZOE"})).status_code == 200, "it is her own"
        assert (await early.get("/api/me")).json()["name"] == "zoe", "who had the name before keeps it"


@awaited
async def test_a_new_guest_gets_a_name_that_nobody_has_claimed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbelow", lambda end: 7)
    async with world(tmp_path) as here:
        first = await here.someone("Guest 1007")
        await first.post("/api/me/claim", {"password": "a long one"})
        assert (await (await here.someone(None)).get("/api/me")).json()["name"] == "Guest 10007"


@awaited
async def test_browsers_are_told_to_come_by_https_only_where_they_do(tmp_path: Path) -> None:
    header = "strict-transport-security"
    async with world(tmp_path / "plain") as here:
        stranger = await here.someone(None)
        assert header not in (await stranger.get("/api/me")).headers
        assert header in (await stranger.http.get("https://tilora/api/me")).headers
    async with world(tmp_path / "public", link="https://tilora.example") as here:
        assert header in (await (await here.someone(None)).get("/api/me")).headers


@awaited
async def test_a_password_can_be_changed_and_other_devices_are_signed_out(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        zoe = await here.someone("Zoe")
        wrong = await zoe.post("/api/me/password", {"old": "x", "new": "a new long one"})
        assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong-password"), "guests have none"
        await zoe.post("/api/me/claim", {"password": "a long one"})
        phone = await signed_in(here, "Zoe", "a long one")
        wrong = await zoe.post("/api/me/password", {"old": "a wrong one", "new": "a new long one"})
        assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong-password")
        assert (await phone.get("/api/me/tables")).status_code == 200
        assert (await zoe.post("/api/me/password", {"old": "a long one", "new": "a new long one"})).status_code == 204
        assert (await phone.get("/api/me/tables")).status_code == 401
        assert (await zoe.get("/api/me/tables")).status_code == 200
        assert (await zoe.post("/api/me/login", {"name": "Zoe", "password": "a long one"})).status_code == 403
        assert (await zoe.post("/api/me/login", {"name": "Zoe", "password": "a new long one"})).status_code == 200


@awaited
async def test_people_see_their_devices_and_can_sign_them_out(tmp_path: Path) -> None:
    async with world(tmp_path) as here:
        zoe, eve = await here.someone("Zoe"), await here.someone("Eve")
        await zoe.post("/api/me/claim", {"password": "a long one"})
        phone, tablet, desk = [await signed_in(here, "Zoe", "a long one") for _ in range(3)]
        table = (await zoe.post("/api/tables", persons("pebbles", "me", "open"))).json()["id"]
        socket = await phone.connect(table)
        listed = (await phone.get("/api/me/sessions")).json()
        assert [row["current"] for row in listed].count(True) == 1
        assert {row["device"] for row in listed} == {"python-httpx", "Firefox, Android"}
        mine = next(row["id"] for row in listed if row["current"])
        assert (await eve.http.delete(f"/api/me/sessions/{mine}")).status_code == 404, "not hers"
        assert (await zoe.http.delete(f"/api/me/sessions/{mine}")).status_code == 204
        assert (await phone.get("/api/me/sessions")).status_code == 401
        assert b"signed-out" in b"".join(socket.ear.heard), "its socket is closed, too"
        assert (await tablet.http.delete("/api/me/sessions")).status_code == 204
        assert [(await who.get("/api/me/sessions")).status_code for who in (zoe, tablet, desk)] == [401, 200, 401]


async def signed_in(here: World, name: str, password: str) -> Someone:
    """The player on another device."""
    body = {"name": name, "password": password, "token": True}
    phone = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
    answer = await (await here.someone(None)).http.post("/api/me/login", json=body, headers={"User-Agent": phone})
    return Someone(here, answer.json()["token"], "10.0.0.9")


def test_devices_are_called_by_browser_and_system() -> None:
    chrome = (
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36"
    )
    safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
    assert [describe_device(text) for text in (chrome, f"{chrome} Edg/141.0", safari)] == [
        "Chrome, Windows",
        "Edge, Windows",
        "Safari, iPhone",
    ]
    assert [describe_device(text) for text in ("my-bot/1.0 (x)", "", "\u202e", "x" * 99)] == [
        "my-bot",
        "",
        "",
        "x" * 40,
    ]


@awaited
async def test_signing_out_closes_the_sockets_of_that_device(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("zellij", "me", "1"))
        async with ann.at(table) as first:
            await ann.http.post("/api/me/logout")
            bye = await first.ended()
            assert bye is not None
            assert bye.reason == "signed-out"


@awaited
async def test_signing_out_on_another_node_ends_the_use_of_a_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auth, "SOCKET_CACHE_SECONDS", -1.0)  # as if it had been looked up long ago
    async with world(tmp_path) as here:
        ann = await here.someone("Ann")
        table = (await ann.post("/api/tables", persons("pebbles", "me", "open"))).json()["id"]
        socket = await ann.connect(table)
        assert b'"ack"' in await socket.ask({"kind": "say", "id": "1", "text": "Hello!"})
        known = ann.http.headers["authorization"].partition(" ")[2]
        await here.parts.store.players.remove_token(token_hash(known))
        await socket.ask({"kind": "say", "id": "2", "text": "Still here."})
        assert b'"signed-out"' in b"".join(socket.ear.heard)
        seen = (await ann.get(f"/api/tables/{table}")).json()
        assert "Still here." not in [line["text"] for line in seen["lines"]]


@awaited
async def test_pages_of_other_sites_can_do_nothing(server: ServerProcess) -> None:
    with browser(server) as one:
        one.get("/api/me")
        foreign = {"Origin": "https://evil.example"}
        refused = one.patch("/api/me", json={"name": "Eve"}, headers=foreign)
        assert (refused.status_code, refused.json()["code"]) == (403, "foreign-origin")
        assert one.patch("/api/me", json={"name": "Eve"}, headers={"Origin": server.base}).status_code == 200
        token = one.cookies["tilora"]
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("zellij", "me", "1"))
        with pytest.raises(Refused, match="foreign-origin"):
            async with sight(server.base, table, headers={"Cookie": f"tilora={token}"} | foreign):
                pass
        async with sight(server.base, table, headers={"Cookie": f"tilora={token}", "Origin": server.base}) as eve:
            assert eve.seat is None


def test_a_refusal_has_a_code_and_a_text() -> None:
    assert refusal(404, b'{"code": "not-found", "text": "No."}').code == "not-found"
