"""Lessons over HTTP, and taking back a turn over a socket."""

import random

import httpx
import msgspec
import pytest

from tests.patience import patience
from tests.server.client import Player, new_id
from tests.server.process import ServerProcess
from tests.store.support import awaited
from tilora.kernel import Record, game_named, games, verify
from tilora.scene import lesson_of
from tilora.scene.lesson import asked_actions, follow
from tilora.server.http.game_bodies import GameBody, LessonBody
from tilora.server.http.replay_bodies import PathWhy
from tilora.table.commands import GiveUp, Retract
from tilora.table.setup import PlaceSetup, Setup

TAUGHT = [game.name for game in games() if lesson_of(game) is not None]


@pytest.fixture
def http(server: ServerProcess) -> httpx.Client:
    """A client without a token."""
    return httpx.Client(base_url=server.base, trust_env=False, timeout=patience(20))


def asked(http: httpx.Client, game: str, played: list[str]) -> LessonBody:
    answer = http.get(f"/api/games/{game}/lesson", params={"played": played})
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=LessonBody)


def test_the_list_of_games_says_which_have_a_lesson(http: httpx.Client) -> None:
    with http:
        listed = msgspec.json.decode(http.get("/api/games").content, type=list[GameBody])
        assert [game.name for game in listed if game.lesson] == TAUGHT


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_is_followed_to_its_end_by_its_examples(http: httpx.Client, game: str) -> None:
    with http:
        played: list[str] = []
        body = asked(http, game, played)
        assert body.moves == []
        while body.task is not None:
            at = body.at
            scene = body.task.position.scene
            assert not isinstance(scene, msgspec.UnsetType)
            assert bool(body.task.example) == bool(scene.choices)
            played.append(body.task.example)
            body = asked(http, game, played)
            assert body.at in (at, at + 1)
            assert bool(body.moves) == bool(played[-1])
        assert body.at == body.total


def test_something_else_than_the_step_asks_for_is_not_played(http: httpx.Client) -> None:
    with http:
        body = asked(http, "cublino-pur", ["", "a1a2"])
        assert body.instead
        assert (body.at, body.moves) == (1, [])


def test_what_can_not_be_played_in_a_lesson_is_refused_with_a_reason(http: httpx.Client) -> None:
    with http:
        for game, played, code in (
            ("cublino-pur", ["", "e1e5"], "illegal"),
            ("cublino-pur", ["", "nonsense"], "unreadable"),
            ("cublino-pur", ["", "a1a2", "e1e2"], "bad-setup"),
            ("cublino-pur", ["e1e2"], "bad-setup"),
            ("pebbles", [], "not-found"),
            ("no-such-game", [], "unknown-game"),
        ):
            answer = http.get(f"/api/games/{game}/lesson", params={"played": played})
            assert answer.json()["code"] == code, answer.text
        assert http.get("/api/games/cublino-pur/lesson", params={"played": [""] * 61}).status_code == 400


def test_questions_about_clicks_are_answered_as_at_a_table(http: httpx.Client) -> None:
    game = game_named("welters")
    lesson = lesson_of(game)
    assert lesson is not None
    played = [""]
    for _ in range(3):
        now = follow(game, lesson, played)
        played.append(asked_actions(now.match, lesson.steps[now.step])[0])
    with http:

        def why(path: list[str]) -> PathWhy:
            answer = http.get("/api/games/welters/lesson/why", params={"played": played, "path": path})
            return msgspec.json.decode(answer.content, type=PathWhy)

        explained = why(["tile-d6"]).explanation
        assert explained is not None
        assert explained.terms
        assert why(["nowhere"]).text


def test_a_lesson_shows_nothing_of_the_hidden_hand(http: httpx.Client) -> None:
    with http:
        text = http.get("/api/games/welters/lesson", params={"played": [""]}).text
        assert "hand-1-back-1" in text
        assert "hand-1-r" not in text


@awaited
async def test_a_turn_is_taken_back_and_the_record_of_the_match_says_so(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ada") as ada:
        places = [PlaceSetup(kind="me"), PlaceSetup(kind="bot", level=1)]
        table = await ada.open(Setup(game="cublino-contra", places=places))
        async with ada.at(table) as sight:
            await sight.until(lambda: bool(sight.legal))
            dice, before = random.Random(3), len(sight.steps)
            await sight.play(dice.choice(sight.legal))
            await sight.until(lambda: bool(sight.legal))
            await sight.do(Retract(id=new_id(), seat=0, moment=sight.moment))
            assert len(sight.steps) == before
            await sight.play(dice.choice(sight.legal))
            await sight.until(lambda: bool(sight.legal))
            await sight.do(GiveUp(id=new_id(), seat=0))
            assert sight.position is not None
            head = str(sight.position.head)
        record = await ada.get(f"/api/tables/{table}/record", Record)
        assert len(record.retractions) == 1
        assert record.fair is not None
        assert record.fair.head == head
        assert any("were taken back once" in sentence for sentence in verify(record).proven)
