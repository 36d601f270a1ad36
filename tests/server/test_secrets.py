"""Non-interference on the wire: what somebody can't know changes not one byte of what the server sends them."""

import base64
import os
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests import SOAK, plugin
from tests.server.client import Player, new_id, persons, play_out, sight
from tests.server.process import ServerProcess
from tests.server.world import Given, Someone, World, world
from tests.store.support import awaited
from tests.table.tables import masked
from tests.table.test_secrets import counterpart, drafts_of, match_of, seen, truths
from tilora.kernel import SPECTATOR, Game, Match, Record, games, verify
from tilora.kernel.match.fairness import commitment, match_seed, nonce_commitment
from tilora.server.metrics import may_read_metrics
from tilora.table.table import Table

GAMES = games()
NAMES = [game.name for game in GAMES]
STEPS = 6
ANNS, VICS = "the-nonce-of-all-of-Anns-seats", "the-nonce-of-Victor"
WANTS = ["", "legal", "words,position", "legal,words,position,scene", "changes"]
every_game = pytest.mark.parametrize("game", GAMES, ids=NAMES)


class Side:
    """One of two worlds that differ in a secret: Ann has it, Vic sits opposite, Sue and a stranger look on."""

    def __init__(self, here: World, ann: Someone, vic: Someone, sue: Someone, stranger: Someone) -> None:
        self.here = here
        self.ann, self.vic, self.sue, self.stranger = ann, vic, sue, stranger
        self.id = ""
        self.seat = 0
        self.wants = ""
        self.table: Table

    @classmethod
    async def begun(
        cls, here: World, game: Game, seats: int, seat: int, position: str | None, time: Any, wants: str = WANTS[3]
    ) -> "Side":
        """A table at which Vic has that seat, and Ann all others."""
        names = ("Ann", "Victor", "Susanna", None)
        side = cls(here, *[await here.someone(name) for name in names])
        kinds = [
            {"kind": "here", "name": f"Ann {number}", "commitment": nonce_commitment(ANNS)} for number in range(seats)
        ]
        kinds[seat] = {"kind": "open"}
        body = {"game": game.name, "places": kinds, "position": position, "time": time, "public": True}
        side.id = (await side.ann.http.post("/api/tables", json=body)).json()["id"]
        side.seat, side.wants = seat, wants
        await side.look_on()
        join = {"kind": "join", "id": "j", "seat": seat, "commitment": nonce_commitment(VICS)}
        await side.vic.post(f"/api/tables/{side.id}/commands", join)
        for each in range(seats):
            if each != seat:
                await side._ann({"kind": "reveal", "id": f"reveal {each}", "seat": each, "nonce": ANNS})
        reveal = {"kind": "reveal", "id": "r", "seat": seat, "nonce": VICS}
        await side.vic.post(f"/api/tables/{side.id}/commands", reveal)
        side.table = await here.parts.tables.read(side.id, lambda table: table)
        assert side.table.summary().status == "running"
        return side

    async def look_on(self) -> None:
        """Everybody has sockets open, with all sorts of wants."""
        for who, query in (
            (self.vic, f"wants={self.wants}"),
            (self.vic, "wants=legal&seat=none"),
            (self.sue, f"wants={self.wants}"),
            (self.stranger, "wants=position"),
        ):
            await who.connect(self.id, query)

    async def come_back(self) -> None:
        """All have gone, the server has forgotten everything, and they come back."""
        for who in (self.vic, self.sue, self.stranger):
            for socket in who.sockets:
                if socket.open:
                    await socket.close()
        await self.here.forget()
        await self.look_on()
        self.table = await self.here.parts.tables.read(self.id, lambda table: table)

    async def play(self, action: str) -> None:
        """Whoever is to act plays that: Vic over a socket, Ann without one."""
        seat = match_of(self.table).turn
        body = {"kind": "play", "seat": seat, "moment": self.table.moment(seat), "action": action}
        if seat == self.seat:
            await self.open_socket(self.vic).ask(body | {"id": f"version {self.table.version(seat)}"})
        else:
            await self._ann(body)

    async def undo(self) -> None:
        """Ann takes her last action back."""
        seat = match_of(self.table).turn
        await self._ann({"kind": "undo", "seat": seat, "moment": self.table.moment(seat)})

    async def _ann(self, body: dict[str, Any]) -> None:
        answer = await self.ann.http.post(f"/api/tables/{self.id}/commands", json={"id": new_id()} | body)
        assert answer.status_code == 200, answer.text

    def open_socket(self, who: Someone) -> Any:
        """One of their sockets that is open."""
        return next(socket for socket in who.sockets if socket.open)

    def heard(self) -> list[list[bytes]]:
        """All bytes that Vic, Sue and the stranger ever got."""
        return [who.everything for who in (self.vic, self.sue, self.stranger)]


@asynccontextmanager
async def two(
    given: Given, folder: Path, game: Game, seats: int, seat: int, positions: tuple[str | None, str | None], time: Any
) -> AsyncIterator[tuple[Side, Side]]:
    """Two worlds with the same names and secrets, which begin with these positions."""
    given.begin()
    async with world(folder / "one") as here:
        one = await Side.begun(here, game, seats, seat, positions[0], time)
        given.begin()
        async with world(folder / "other") as there:
            other = await Side.begun(there, game, seats, seat, positions[1], time)
            yield one, other


async def tried(side: Side, who: Someone, pick: random.Random, texts: list[str]) -> None:
    """A few of all things that one can ask for, right and wrong. Nothing of it changes the match."""
    table, path = side.table, f"/api/tables/{side.id}"
    seat, match = side.seat, match_of(table)
    other = pick.choice([one for one in range(match.seats) if one != seat])
    any_seat, wants = pick.choice([seat, other]), pick.choice(WANTS)
    moment = table.moment(seat if who is side.vic else SPECTATOR)
    version, steps, lines = pick.randint(0, table.version(seat) + 2), pick.randint(0, 9), pick.randint(0, 9)
    looked = f"version={version}&steps={steps}&lines={lines}"
    legal = match.texts() if match.turn == seat else []
    wrong = [text for text in pick.sample(texts, min(2, len(texts))) if text not in legal]
    number = pick.randrange(10**6)

    def ask(kind: str, **more: Any) -> Awaitable[object]:
        return side.open_socket(who).ask({"kind": kind, "id": f"{kind}{pick.random()}{number}", **more})

    things: list[Callable[[], Awaitable[object]]] = [
        lambda: who.get(path, wants=wants),
        lambda: who.get(path, seat=any_seat, wants=WANTS[3]),
        lambda: who.get(f"{path}/record"),
        lambda: who.get(f"{path}/record", seat=any_seat),
        lambda: who.get(f"/api/replay/{side.id}", step=1),
        lambda: who.get("/api/tables"),
        lambda: who.get("/api/matches", mine=True),
        lambda: who.get(f"/api/scores/{match.game.name}"),
        lambda: who.get("/metrics"),
        lambda: who.get(f"/api/tables/{side.id}/lines", before=lines + 1, seat=any_seat),
        lambda: who.get(f"/api/tables/{side.id}/lines", before=10**6),
        lambda: who.connect(side.id, f"wants={wants}&{looked}"),
        lambda: who.connect(side.id, f"seat={any_seat}&{looked}"),
        lambda: ask("sit", seat=other),
        lambda: ask("undo", seat=other, moment=moment),
        lambda: ask("undo", seat=seat, moment=moment - 1),
        lambda: ask("stand-in", seat=other, moment=moment),
        lambda: ask("hint", seat=any_seat),
        lambda: ask("hint", seat=seat),
        lambda: ask("hint-why", seat=any_seat, action=(legal or ["x"])[0], instead=(legal or ["x"])[-1]),
        lambda: ask("hint-why", seat=seat, action=(legal or ["x"])[0], instead=(legal or ["x"])[-1]),
        lambda: ask("why", seat=pick.choice([seat, None]), path=["x"]),
        lambda: ask("preview", seat=seat, action=pick.choice(["x", "end", "cast a1"])),
        lambda: ask("play", seat=seat, moment=moment, action="nonsense"),
        *(partial(ask, "play", seat=seat, moment=moment, action=text) for text in wrong),
    ]
    for thing in [lambda: who.get("/api/me/tables"), *pick.sample(things, 5)]:
        await thing()


def difference(first: bytes, second: bytes) -> str:
    """Where two messages begin to differ, leaving out their lengths."""
    one, other = (text[text.find(b"{") :] for text in (first, second))
    at = next((place for place, signs in enumerate(zip(one, other, strict=False)) if signs[0] != signs[1]), 0)
    return f"{one[max(0, at - 200) : at + 200]!r} and {other[max(0, at - 200) : at + 200]!r}"


def compare(one: Side, other: Side) -> None:
    """Not one byte differs, but in hashes that are keyed by the secret."""
    for mine, theirs in zip(one.heard(), other.heard(), strict=True):
        for first, second in zip(mine, theirs, strict=True):
            assert masked(first) == masked(second)
    told = [[call for call in side.here.worker.told if b"hint" in call] for side in (one, other)]
    assert told[0] == told[1], "what a hint is thought out from"


@pytest.mark.parametrize("seed", range(2 * SOAK))
@every_game
@awaited
async def test_nobody_is_sent_what_others_hold_try_out_or_choose_in_secret(
    game: Game, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hidden truths, in one of which Ann hesitates, too: Vic, Sue and a stranger get the same bytes."""
    given, pick = Given(monkeypatch), random.Random(f"{game.name} {seed}")
    seats = pick.choice(game.seats)
    seat = pick.randrange(seats)
    positions: Any = [game.words.position_text(truth) for truth in truths(game, seats, seed, seat)]
    time = {"kind": "clock", "seconds": 5000, "increment": 1}
    async with two(given, tmp_path, game, seats, seat, positions, time) as (one, other):
        texts: list[str] = ["end", "1", "a1 a2"]
        for step in range(STEPS):
            given.seconds += 1
            if step == 2:
                await one.come_back()
                await other.come_back()
            await doubt(other, pick)
            state = pick.getstate()
            for side in (one, other):
                pick.setstate(state)
                await tried(side, side.vic, pick, texts)
                await tried(side, side.sue, pick, texts)
            compare(one, other)
            texts += match_of(one.table).texts()[:20]
            if not await go_on(one, other, pick):
                break


async def go_on(one: Side, other: Side, pick: random.Random) -> bool:
    """In both worlds something has been played that looks the same to Vic, and so does what came of it."""
    texts = match_of(one.table).texts()
    for action in pick.sample(texts, len(texts)):
        twin = counterpart(one.table, other.table, action, one.seat, pick)
        if twin is not None:
            await one.play(action)
            await other.play(twin)
            break
    if match_of(one.table).over or any(seen(one.table, eye) != seen(other.table, eye) for eye in (one.seat, SPECTATOR)):
        return False  # luck has shown something that differs
    compare(one, other)
    return True


async def doubt(side: Side, pick: random.Random) -> None:
    """Ann, if it is her turn, tries things out and takes them back."""
    match = match_of(side.table)
    if match.over or match.turn == side.seat:
        return
    drafted = match.drafted
    for _ in range(pick.randint(0, 2)):
        drafts = drafts_of(match)
        if drafts:
            await side.play(pick.choice(drafts))
    while match.drafted > drafted:
        await side.undo()


@every_game
@awaited
async def test_the_secret_half_of_the_seed_shows_in_nothing_but_its_hash(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two servers with other secrets at the same position: until luck is drawn, only the commitments differ."""
    given, pick = Given(monkeypatch), random.Random(game.name)
    seats = pick.choice(game.seats)
    position = game.words.position_text(truths(game, seats, 3, 0)[0])
    async with two(given, tmp_path, game, seats, 0, (position, position), {"kind": "none"}) as (one, other):
        made = [await side.here.parts.store.events(side.id) for side in (one, other)]
        assert made[0] == made[1]
    given.begin()
    async with world(tmp_path / "a") as here, world(tmp_path / "b") as there:
        one = await Side.begun(here, game, seats, 0, position, {"kind": "none"})
        given.begin(1)
        other = await Side.begun(there, game, seats, 0, position, {"kind": "none"})
        secrets = [
            msgspec.json.decode((await side.here.parts.store.events(side.id))[0])["secret"] for side in (one, other)
        ]
        assert secrets[0] != secrets[1]
        hashes = [commitment(secret).encode() for secret in secrets]
        names = [await ids_of(side) for side in (one, other)]
        for mine, theirs in zip(one.heard(), other.heard(), strict=True):
            for first, second in zip(mine, theirs, strict=True):
                told = second.replace(hashes[1], hashes[0])
                for old, new in zip(names[1], names[0], strict=True):
                    told = told.replace(old, new)
                assert masked(first) == masked(told)


async def secret_of(side: Side) -> str:
    """What only the log knows."""
    opened: dict[str, str] = msgspec.json.decode((await side.here.parts.store.events(side.id))[0])
    return opened["secret"]


async def ids_of(side: Side) -> list[bytes]:
    """Names that the server made up."""
    people = [(await who.http.get("/api/me")).json()["player"] for who in (side.ann, side.vic, side.sue)]
    opened: dict[str, str] = msgspec.json.decode((await side.here.parts.store.events(side.id))[0])
    codes = [opened["code"]] if "code" in opened else []
    return [name.encode() for name in (side.id, *people, *codes)]


def forms(secret: str, nonces: list[str]) -> list[bytes]:
    """All ways to write the secret or the seed that anybody might think of."""
    seed = match_seed(secret, nonces)
    raws = [bytes.fromhex(secret), seed.to_bytes(32, "big"), seed.to_bytes(32, "little")]
    texts = [str(seed), f"{seed:x}", *(raw.hex() for raw in raws), *(raw[::-1].hex() for raw in raws)]
    coded = [code(raw) for raw in raws for code in (base64.b64encode, base64.b32encode, base64.b85encode)]
    written = [form for text in texts for form in (text.encode(), text.upper().encode())]
    return [*raws, *written, *(code[:40] for code in coded), str(list(raws[0]))[1:-1].encode()]


@every_game
@awaited
async def test_the_seed_comes_out_with_the_end_and_not_before(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole match: no form of the secret in any byte that anybody got; then it comes, and it is the promised one."""
    given, pick = Given(monkeypatch), random.Random(game.name)
    seats = min(game.seats)
    async with world(tmp_path) as here:
        given.begin()
        side = await Side.begun(here, game, seats, 0, None, {"kind": "none"}, wants="")
        secret = await secret_of(side)
        nonces = [VICS, *[ANNS] * (seats - 1)]
        while not match_of(side.table).over:
            await side.play(pick.choice(match_of(side.table).texts()))
        promised, found = commitment(secret), forms(secret, nonces)
        for told in side.heard():
            shown = [frame for frame in told if any(form in frame for form in found)]
            assert shown
            assert all(b'"status":"finished"' in frame for frame in shown)
            assert any(promised.encode() in frame for frame in told if frame not in shown)
        record = Record.from_json((await side.sue.get(f"/api/tables/{side.id}/record")).content)
        assert record.fair is not None
        assert (record.fair.secret, record.fair.commitment, record.fair.nonces) == (secret, promised, nonces)
        verify(record)


@awaited
async def test_lists_of_tables_do_not_tell_of_drafts_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even after a restart, when the node does not know yet what it has let look-ups know."""
    given = Given(monkeypatch)
    game = next(game for game in GAMES if game.name == "rows-and-cols")
    async with two(given, tmp_path, game, 2, 0, (None, None), {"kind": "none"}) as (one, other):
        given.seconds += 5
        for side in (one, other):
            while match_of(side.table).turn == side.seat:
                drafts = drafts_of(match_of(side.table))
                await side.play([*sorted(set(match_of(side.table).texts()) - set(drafts)), *drafts][0])
            await side.open_socket(side.vic).ask({"kind": "say", "id": "s", "text": "Your turn."})
            await side.come_back()
        given.seconds += 5
        await other.play(drafts_of(match_of(other.table))[0])
        assert match_of(other.table).drafted
        for side in (one, other):
            assert (await side.vic.get("/api/me/tables")).status_code == 200
        compare(one, other)


@awaited
async def test_metrics_are_for_whoever_runs_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = Given(monkeypatch)
    given.begin()
    async with world(tmp_path) as here:
        stranger = await here.someone("Eve")
        refused = await stranger.get("/metrics")
        assert (refused.status_code, refused.json()["code"]) == (403, "not-allowed")


@pytest.mark.parametrize(
    ("readers", "client", "host", "allowed"),
    [
        ("127.0.0.1,::1", "127.0.0.1", "127.0.0.1:8420", True),
        ("127.0.0.1,::1", "::1", "[::1]:8420", True),
        ("127.0.0.1,::1", "127.0.0.1", "localhost:8420", True),
        ("127.0.0.1,::1", "127.0.0.1", "evil.example:8420", False),
        ("127.0.0.1,::1", "127.0.0.1", "127.0.0.1.evil.example", False),
        ("127.0.0.1,::1", "10.0.0.1", "localhost", False),
        ("10.0.0.0/8", "10.1.2.3", "node-1:8420", True),
        ("10.0.0.0/8", "11.1.2.3", "node-1:8420", False),
        ("", "127.0.0.1", "localhost", False),
        ("*", "11.1.2.3", "tilora.example", True),
    ],
)
def test_a_page_whose_name_leads_to_this_machine_can_not_read_metrics(
    readers: str, client: str, host: str, allowed: bool
) -> None:
    assert may_read_metrics(readers, client, host) == allowed


@pytest.mark.parametrize("game", ["zellij", "pebbles"])
@awaited
async def test_over_real_sockets_the_seed_comes_with_the_end_and_the_record_proves_it(
    server: ServerProcess, game: str, tmp_path: Path
) -> None:
    told: list[bytes] = []
    async with await Player.new(server.base, "Ann") as ann, await Player.new(server.base, "Bob") as bob:
        table = await ann.open(persons(game, "me", "open"))
        async with ann.at(table) as first, bob.at(table) as second, sight(server.base, table, wants="scene") as third:
            for one in (first, second, third):
                hear(one, told)
            await second.join()
            await play_out(first, second, third, dice=random.Random(game))
        file = tmp_path / "record.json"
        file.write_bytes((await ann.http.get(f"/api/tables/{table}/record")).content)
    record = Record.load(file)
    assert record.fair is not None
    found = forms(record.fair.secret, record.fair.nonces)
    shown = [frame for frame in told if any(form in frame for form in found)]
    assert len(shown) == 3
    assert all(b'"status":"finished"' in frame for frame in shown)
    assert sum(record.fair.commitment.encode() in frame for frame in told) > 3
    assert second.table is not None
    assert second.position is not None
    saw = ["--commitment", second.table.draw, "--nonce", second.nonce, "--head", str(second.position.head)]
    command = [sys.executable, "-m", "tilora", "verify", str(file), *saw]
    environment = os.environ | {"PYTHONPATH": os.environ.get(plugin.FOLDER, "")}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    assert "Nobody chose the luck" in done.stdout
    assert "Not proven" not in done.stdout


def hear(one: Any, told: list[bytes]) -> None:
    """Every frame is kept as it came."""
    receive = one.connection.recv

    async def kept(*args: Any, **kwargs: Any) -> Any:
        message = await receive(*args, **kwargs)
        told.append(message if isinstance(message, bytes) else message.encode())
        return message

    one.connection.recv = kept


def test_imagined_truths_do_differ() -> None:
    """The test would prove nothing if the two truths were one."""
    hidden = [game for game in GAMES if game.name in ("rows-and-cols", "welters", "pebbles")]
    for game in hidden:
        seats = min(game.seats)
        assert any(
            one.tobytes() != other.tobytes() for one, other in (truths(game, seats, seed, 0) for seed in range(5))
        )
        assert Match(game, seats=seats).seats == seats


@awaited
async def test_people_who_are_kept_out_or_muted_get_nowhere_without_a_socket_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not while the match runs and not afterwards; nor do the high scores name a table that is not public."""
    given = Given(monkeypatch)
    given.begin()
    async with world(tmp_path) as here:
        ann, vic, eve = [await here.someone(name) for name in ("Ann", "Victor", "Evelyne")]
        body = {"game": "pebbles", "places": [{"kind": "me"}, {"kind": "open"}], "watchers": False}
        table = (await ann.post("/api/tables", body)).json()["id"]
        commands, path = f"/api/tables/{table}/commands", f"/api/tables/{table}"
        await vic.post(commands, {"kind": "join", "id": "j"})
        player = (await vic.get("/api/me")).json()["player"]
        await ann.post(commands, {"kind": "mute", "id": "m", "player": player})
        assert (await vic.post(commands, {"kind": "say", "id": "s", "text": "Hello"})).json()["code"] == "not-allowed"
        for kind in ("mute", "set-watchers", "close", "set-time"):
            more = {"player": player, "watchers": True, "time": {"kind": "none"}}
            fields = {"mute": ["player"], "set-watchers": ["watchers"], "set-time": ["time"]}.get(kind, [])
            command = {"kind": kind, "id": kind} | {field: more[field] for field in fields}
            assert (await vic.post(commands, command)).json()["code"] == "not-allowed"

        async def shut_out() -> None:
            for address in (path, f"{path}/record", f"/api/replay/{table}"):
                assert (await eve.get(address)).json()["code"] == "not-allowed", address
                assert (await eve.get(address, seat=0)).json()["code"] in ("not-your-seat", "not-allowed"), address
            for command in (
                {"kind": "say", "text": "Hi"},
                {"kind": "play", "seat": 0, "moment": 1, "action": "x"},
                {"kind": "rematch", "seat": 0},
                {"kind": "join"},
            ):
                assert (await eve.post(commands, command | {"id": "x"})).status_code in (403, 409)
            assert not (await eve.connect(table)).ear.heard

        await shut_out()
        live = here.parts.tables
        while (await live.read(table, lambda at: at.summary().status)) == "running":
            at = await live.read(table, lambda at: at)
            seat = match_of(at).turn
            play = {"kind": "play", "seat": seat, "moment": at.moment(seat), "action": match_of(at).texts()[-1]}
            answer = await (ann, vic)[seat].post(commands, play | {"id": f"p{at.number}"})
            assert answer.status_code == 200, answer.text
        await shut_out()
        told = [(await who.get("/api/scores/pebbles")).json() for who in (ann, eve)]
        assert table in [row["table"] for row in told[0]]
        assert [row["table"] for row in told[1]] == [None] * len(told[0])
        assert {other["name"] for row in told[1] for other in row["against"]} == {""}
        assert {other["name"] for row in told[0] if row["name"] == "Ann" for other in row["against"]} == {"Victor"}
        assert not (await eve.get("/api/matches")).json()["tables"]
