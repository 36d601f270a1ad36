"""A level is one player: the same view and seed give the same action wherever it plays."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ai.positions import match_after
from tilora import terminal
from tilora.ai.arena import arena
from tilora.ai.players import hints, levels
from tilora.ai.players.bots import LevelBot
from tilora.kernel import Match, Record, View, game_named
from tilora.server.bots import tasks

FOREVER = float("inf")
NUMBER = 4
GAMES = ["pebbles", "welters", "cublino-contra"]


def decision(view: View, seed: int, number: int = NUMBER) -> str:
    """The one way to let a level decide."""
    return levels.choose(view, levels.level(number), seed=seed, wait=True)


def actions(match: Match, seeds: Callable[[int], int]) -> list[str]:
    """What levels play from here to the end; `seeds` gives the next seed of a seat."""
    while not match.over:
        match.play(decision(match.view(match.turn), seeds(match.turn)))
    return match.record().actions


def streams(*seeds: int) -> Callable[[int], int]:
    dice = [random.Random(seed) for seed in seeds]
    return lambda seat: dice[seat % len(dice)].getrandbits(60)


@pytest.mark.parametrize("name", GAMES)
def test_a_table_and_a_bot_decide_alike(name: str) -> None:
    match = match_after(game_named(name), 2, 5)
    view = match.view(match.turn)
    for number in (2, 3, 4, 5):
        player, seeds = LevelBot(number, seed=7), streams(7)
        for _ in range(4):  # a bot remembers nothing of the decisions before
            seed = seeds(0)
            expected = decision(view, seed, number)
            assert tasks.move(view, number, seed).action == expected
            assert player.choose(view, view.texts(), FOREVER) == expected


def test_the_arena_plays_what_a_table_would() -> None:
    (job, *_) = arena.jobs("pebbles", [str(NUMBER), str(NUMBER)], 2, 5, 1.0)
    expected = actions(Match("pebbles", seed=5), streams(5 * 64, 5 * 64 + 1))
    assert arena.record_of(arena.play(job)).actions == expected


def test_the_terminal_plays_what_a_table_would(tmp_path: Path) -> None:
    levels.prepare(game_named("pebbles"), wait=None)
    file = tmp_path / "played.json"
    terminal.play("pebbles", seats=2, seed=3, options={}, people=0, level=NUMBER, save=file)
    assert Record.load(file).actions == actions(Match("pebbles", seed=3), streams(3))


def test_research_plays_what_a_table_would(monkeypatch: pytest.MonkeyPatch) -> None:
    from tilora.research import solo

    monkeypatch.setattr(solo, "random_seed", lambda _: 11)
    env = solo.env("pebbles", bots=str(NUMBER), seat=1)
    env.reset(seed=2)
    match = Match("pebbles", seed=2)
    seeds = streams(11)
    while match.turn != 1:
        match.play(decision(match.view(match.turn), seeds(0)))
    assert env.episodes.match.record().actions == match.record().actions


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_is_what_the_level_finds(name: str) -> None:
    match = match_after(game_named(name), 2, 5)
    view = match.view(match.turn)
    answer = hints.hint(match, 5)
    assert answer.alternatives == levels.search(view, levels.level(5), seed=0).alternatives
    chosen = levels.level(5).of(match.game)
    assert levels.pick(answer, chosen, 0).text == decision(view, 0, 5)
