"""The HTTP API."""

import random
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.patience import patience
from tests.server.client import Player, Refused, new_id, persons, play_out
from tests.server.process import ServerProcess
from tests.server.world import Given, world
from tests.store.support import awaited
from tilora.kernel import Match, Record, games
from tilora.server.http.game_bodies import GameBody, LevelBody
from tilora.server.http.replay_bodies import RecordAdded, RecordList, ReplayBody
from tilora.server.http.result_bodies import OpponentBody, ScoreBody
from tilora.server.http.table_bodies import TableBody, TableList
from tilora.table.commands import Play
from tilora.table.look import Look, PositionLook, RunningRecord


@pytest.fixture
def http(server: ServerProcess) -> httpx.Client:
    """A client without a token."""
    return httpx.Client(base_url=server.base, trust_env=False, timeout=patience(20))


def test_the_games_and_levels_are_listed(http: httpx.Client) -> None:
    with http:
        listed = msgspec.json.decode(http.get("/api/games").content, type=list[GameBody])
        assert [game.name for game in listed] == [game.name for game in games()]
        assert {game.name for game in listed if game.hidden} >= {"rows-and-cols", "welters"}
        assert not next(game for game in listed if game.name == "cyberzul").hidden
        assert {game.name: game.unit for game in listed if game.unit != "points"} == {"cublino-contra": "dice"}
        levels = msgspec.json.decode(http.get("/api/levels").content, type=list[LevelBody])
        assert [level.number for level in levels] == list(range(1, 9))
        assert levels[4].name == "The Glazier"
        assert len({level.name for level in levels}) == len({level.saying for level in levels}) == 8


@pytest.mark.parametrize("game", ["cublino-pur", "rows-and-cols", "pebbles"])
def test_a_game_shows_a_scene_and_its_drawings(http: httpx.Client, game: str) -> None:
    with http:
        for later in ("", "?later=1", "?later=8"):
            assert http.get(f"/api/games/{game}/scene{later}").json()["areas"]
        assert http.get(f"/api/games/{game}/scene?later=9").status_code == 400
        assert http.get(f"/api/games/{game}/art.svg").headers["content-type"].startswith("image/svg+xml")


def test_the_preview_of_a_game_continues(http: httpx.Client) -> None:
    with http:
        shown = [http.get(f"/api/games/cublino-pur/scene?later={later}").text for later in range(9)]
        assert len(set(shown)) == 9


def test_missing_things_are_reported_with_a_code(http: httpx.Client) -> None:
    with http:
        for path, code in {
            "/api/nothing": "not-found",
            "/nothing.js": "not-found",
            "/api/tables/abcdefghjkmn": "no-such-table",
            "/api/records/abc": "not-found",
            "/api/replay/abc": "no-such-table",
            "/api/games/chess/scene": "unknown-game",
            "/api/scores/chess": "unknown-game",
        }.items():
            answer = http.get(path)
            assert answer.json()["code"] == code, path
            assert answer.status_code == (400 if code == "unknown-game" else 404)


def test_every_response_has_security_headers(http: httpx.Client) -> None:
    with http:
        for path in ("/", "/t/abc", "/api/games", "/api/nothing", "/api/docs"):
            headers = http.get(path).headers
            assert "default-src 'none'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"


def test_the_docs_need_nothing_from_elsewhere(http: httpx.Client) -> None:
    with http:
        page = http.get("/api/docs").text
        assert "/api/tables/{table_id}/commands" in page
        assert "<script" not in page
        assert "//" not in page.replace("https://", "").replace("postgresql://", "")
        schema = http.get("/api/docs/openapi.json").json()
        assert schema["paths"]["/api/tables"]["post"]["requestBody"]


def test_health_readiness_and_metrics(http: httpx.Client) -> None:
    with http:
        assert http.get("/health").json() == {"status": "alive"}
        assert http.get("/ready").json() == {
            "store": True,
            "channels": True,
            "staying": True,
            "search": True,
            "intact": True,
        }
        assert "tilora_commands_total" in http.get("/metrics").text


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", "bad-message"),
        (b'{"game": "chess", "places": [{"kind": "me"}]}', "unknown-game"),
        (b'{"game": "cyberzul", "places": [{"kind": "me"}]}', "bad-setup"),
        (b'{"game": "cyberzul", "places": [{"kind": "cat"}]}', "bad-message"),
        (b'{"game": "cyberzul", "places": [], "wings": 2}', "bad-message"),
        (b'"' + b"x" * 70_000 + b'"', "too-large"),
    ],
)
@awaited
async def test_a_bad_body_is_refused_with_a_text(server: ServerProcess, body: bytes, code: str) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        answer = await ann.http.post("/api/tables", content=body)
        assert answer.json()["code"] == code
        assert 400 <= answer.status_code < 500
        assert len(answer.json()["text"]) > 5


@awaited
async def test_a_program_can_play_without_a_socket(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("cublino-contra", "me", "here"))
        look = await ann.get(f"/api/tables/{table}", Look, wants="legal")
        for _ in range(4):
            assert isinstance(look.position, PositionLook)
            turn = look.position.turn
            mine = await ann.get(f"/api/tables/{table}", Look, wants="legal", seat=turn)
            assert isinstance(mine.position, PositionLook)
            assert isinstance(mine.position.legal, list)
            play = Play(id=new_id(), seat=turn, moment=mine.moment, action=mine.position.legal[0])
            look = await ann.post(table, play)
            assert (await ann.post(table, play)).version == look.version
        assert len((await ann.get(f"/api/tables/{table}", Look)).steps) == 4
        running = await ann.get(f"/api/tables/{table}/record", RunningRecord)
        assert len(running.actions) == 4
        with pytest.raises(Refused, match="not-now"):
            await ann.get(f"/api/replay/{table}", ReplayBody)


@awaited
async def test_the_lobby_shows_public_tables_until_they_are_full(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann, await Player.new(server.base, "Bob") as bob:
        secret = await ann.open(persons("welters", "me", "open"))
        table = await ann.open(persons("welters", "me", "open", public=True))
        listed = [row.id for row in (await bob.get("/api/tables", TableList, game="welters")).tables]
        assert table in listed
        assert secret not in listed
        async with bob.at(table) as second:
            await second.join()
        assert table not in [row.id for row in (await bob.get("/api/tables", TableList, game="welters")).tables]
        assert table in [row.id for row in await bob.get("/api/me/tables", list[TableBody])]


@awaited
async def test_a_table_that_nobody_has_touched_for_a_day_is_not_in_the_lobby(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = Given(monkeypatch)
    async with world(tmp_path) as here:
        ann = await here.someone("Ann")
        table = (await ann.post("/api/tables", persons("pebbles", "me", "open", public=True))).json()["id"]
        given.seconds += 23 * 3600
        assert [row["id"] for row in (await ann.get("/api/tables")).json()["tables"]] == [table]
        given.seconds += 2 * 3600
        assert (await ann.get("/api/tables")).json()["tables"] == []
        assert [row["id"] for row in (await ann.get("/api/me/tables")).json()] == [table]


@awaited
async def test_a_finished_match_is_listed_replayed_and_scored(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann:
        table = await ann.open(persons("zellij", "me", "1", public=True))
        async with ann.at(table) as first:
            await play_out(first, dice=random.Random(3))
        assert first.position is not None
        mine = (await ann.get("/api/matches", TableList, mine="true")).tables
        assert [row.id for row in mine] == [table]
        scores = await ann.get("/api/scores/zellij", list[ScoreBody], limit=50)
        assert [(row.name, row.score) for row in scores if row.table == table] == [("Ann", first.position.scores[0])]
        assert [other for row in scores if row.table == table for other in row.against] == [
            OpponentBody(kind="bot", name="The Apprentice", level=1)
        ]
        end = await ann.get(f"/api/replay/{table}", ReplayBody, steps="true", wants="position,scene")
        assert end.step == end.total == len(first.steps)
        assert end.position.scores == first.position.scores
        assert isinstance(end.steps, list)
        assert [step.text for step in end.steps] == [step.text for step in first.steps]
        start = await ann.get(f"/api/replay/{table}", ReplayBody, step=0, seat=0)
        assert start.position.scores == [0, 0]
        with pytest.raises(Refused, match="bad-message"):
            await ann.get(f"/api/replay/{table}", ReplayBody, step=end.total + 1)


@awaited
async def test_an_uploaded_record_is_checked_stored_and_replayed(server: ServerProcess) -> None:
    match = Match("cublino-contra", seed=1)
    for _ in range(6):
        match.play(match.legal()[0])
    async with await Player.new(server.base, "Ann") as ann:
        answer = await ann.http.post("/api/records", content=match.record().to_json(), params={"title": "My best"})
        added = msgspec.json.decode(answer.content, type=RecordAdded)
        assert [row.title for row in (await ann.get("/api/records", RecordList)).records] == ["My best"]
        assert await ann.get(f"/api/records/{added.id}", Record) == match.record()
        assert (await ann.get(f"/api/replay/{added.id}", ReplayBody, step=3)).total == 6
        padded: dict[str, Any] = msgspec.to_builtins(match.record())
        padded["actions"] = [action.upper() + " " * 10_000 for action in padded["actions"]]
        again = msgspec.json.decode((await ann.http.post("/api/records", json=padded)).content, type=RecordAdded)
        assert await ann.get(f"/api/records/{again.id}", Record) == match.record()
        named: dict[str, Any] = msgspec.to_builtins(match.record()) | {"names": ["Ann", " AI,\nlevel 3"]}
        kept = msgspec.json.decode((await ann.http.post("/api/records", json=named)).content, type=RecordAdded)
        seats = (await ann.get(f"/api/replay/{kept.id}", ReplayBody)).table.seats
        assert [seat.name for seat in seats] == ["Ann", "AI, level 3"]
        assert (await ann.http.delete(f"/api/records/{kept.id}")).status_code == 204
        async with await Player.new(server.base, "Bob") as bob:
            assert (await bob.http.delete(f"/api/records/{again.id}")).json()["code"] == "not-found"
        assert (await ann.http.delete(f"/api/records/{again.id}")).status_code == 204
        assert [row.id for row in (await ann.get("/api/records", RecordList)).records] == [added.id]
        broken: dict[str, Any] = msgspec.to_builtins(match.record()) | {"actions": ["a1 a7"]}
        refused = await ann.http.post("/api/records", json=broken)
        assert (refused.status_code, refused.json()["code"]) == (400, "bad-record")
