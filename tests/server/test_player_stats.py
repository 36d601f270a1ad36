"""A player's results at a glance."""

from typing import Literal

import msgspec
import pytest

from tests.server.client import Player
from tests.server.process import ServerProcess
from tests.store.support import awaited
from tilora.server.http.player_stats import MOST_POINTS, WINDOW, player_stats
from tilora.server.http.result_bodies import StatsBody
from tilora.store import Opponent, PastMatch

Result = Literal["won", "lost", "drew"]


def outcome(result: Result, *, level: int | None = 5, game: str = "zellij", score: int = 10, at: int = 0) -> PastMatch:
    name = "Bob" if level is None else f"level {level}"
    other = Opponent(name, level, beaten=result == "won")
    return PastMatch(table="t", game=game, seats=2, score=score, result=result, against=(other,), at=at)


def latest_first(*results: Result) -> list[PastMatch]:
    """Return these matches, which were played one after the other."""
    return [outcome(result, at=at) for at, result in enumerate(results)][::-1]


def test_nobody_has_results_before_the_first_match() -> None:
    stats = player_stats([])
    assert (stats.matches, stats.won, stats.streak, stats.longest_streak) == (0, 0, 0, 0)
    assert [*stats.games, *stats.people, *stats.form] == []
    assert stats.met == stats.beaten == [0] * 8


@pytest.mark.parametrize(
    ("results", "streak", "longest"),
    [
        (["won"], 1, 1),
        (["won", "won", "lost"], 0, 2),
        (["lost", "won", "won", "won", "drew", "won"], 1, 3),
        (["won", "lost", "won", "won"], 2, 2),
    ],
)
def test_a_streak_is_of_wins_in_a_row_and_ends_with_anything_else(
    results: list[Result], streak: int, longest: int
) -> None:
    stats = player_stats(latest_first(*results))
    assert (stats.streak, stats.longest_streak) == (streak, longest)


def test_wins_are_counted_by_game_by_character_and_by_person() -> None:
    stats = player_stats(
        [
            outcome("won", level=5, game="zellij", score=40),
            outcome("lost", level=5, game="zellij", score=70),
            outcome("won", level=2, game="zellij"),
            outcome("lost", level=8, game="welters"),
            outcome("won", level=None, game="welters"),
            outcome("drew", level=None, game="cublino-pur"),
        ]
    )
    assert [(game.game, game.matches, game.won, game.best, game.strongest) for game in stats.games] == [
        ("zellij", 3, 2, 70, 5),
        ("welters", 2, 1, 10, None),
        ("cublino-pur", 1, 0, 10, None),
    ]
    assert stats.met == [0, 1, 0, 0, 2, 0, 0, 1]
    assert stats.beaten == [0, 1, 0, 0, 1, 0, 0, 0]
    assert [(person.name, person.matches, person.beaten) for person in stats.people] == [("Bob", 2, 1)]
    assert (stats.matches, stats.won, stats.drawn) == (6, 3, 1)


def test_the_share_of_wins_is_taken_over_a_whole_window_of_matches() -> None:
    lost: list[Result] = ["lost"] * WINDOW
    assert player_stats(latest_first(*lost[1:])).form == []
    form = player_stats(latest_first(*lost, "won", "drew")).form
    assert [point.share for point in form] == [0.0, 1 / WINDOW, 1.5 / WINDOW]
    assert [point.at for point in form] == [WINDOW - 1, WINDOW, WINDOW + 1]
    many: list[Result] = ["won"] * (WINDOW + MOST_POINTS + 5)
    assert len(player_stats(latest_first(*many)).form) == MOST_POINTS


@awaited
async def test_a_finished_match_is_on_the_page_of_its_player_and_of_nobody_else(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann, await Player.new(server.base, "Eve") as eve:
        assert (await ann.get("/api/me/stats", StatsBody)).matches == 0
        await _play_and_give_up(ann)
        stats = await ann.get("/api/me/stats", StatsBody)
        assert (stats.matches, stats.won) == (1, 0)
        assert [game.game for game in stats.games] == ["pebbles"]
        assert stats.met == [0, 0, 1, 0, 0, 0, 0, 0]
        assert stats.beaten == [0] * 8
        assert (await eve.get("/api/me/stats", StatsBody)).matches == 0
        assert (await ann.http.get("/api/me/stats", headers={"Authorization": "Bearer nobody"})).status_code == 401


async def _play_and_give_up(ann: Player) -> None:
    opened = await ann.http.post(
        "/api/tables", json={"game": "pebbles", "places": [{"kind": "me"}, {"kind": "bot", "level": 3}]}
    )
    table = msgspec.json.decode(opened.content)["id"]
    done = await ann.http.post(f"/api/tables/{table}/commands", json={"kind": "give-up", "id": "g", "seat": 0})
    assert done.status_code < 400, done.text
