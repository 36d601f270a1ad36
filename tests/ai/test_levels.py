"""Levels: they play every game by its rules, mean the same every time, and answer at once when cold."""

import os
import subprocess
import sys
import textwrap
import threading
from itertools import pairwise
from pathlib import Path
from time import perf_counter

import pytest

from tests import plugin
from tests.ai.positions import EVERY_TABLE, view_after
from tests.ai.wide import WIDE
from tests.conformance.play import NAMES
from tests.patience import patience
from tilora.ai.players import levels
from tilora.ai.players.bots import GreedyBot, LevelBot, RandomBot, ThinkingBot, bot
from tilora.ai.search import think
from tilora.ai.search.think import Alternative, Answer
from tilora.kernel import BadSetup, Game, Match, game_named

every_table = pytest.mark.parametrize(("game", "seats"), EVERY_TABLE, ids=NAMES)


# Whole games


@every_table
@pytest.mark.parametrize("players", [("1",), ("2",), ("3", "4", "random", "greedy", "1", "2")], ids="-".join)
def test_weak_levels_play_whole_games_by_the_rules(game: Game, seats: int, players: tuple[str, ...]) -> None:
    match = Match(game, seats=seats, seed=3)
    table = [bot(players[seat % len(players)], seed=seat) for seat in range(seats)]
    while not match.over:
        view = match.view(match.turn)
        match.play(table[match.turn].choose(view, view.texts(), float("inf")))
    assert match.outcome


@every_table
def test_strong_levels_answer_by_the_rules_anywhere_in_a_game(game: Game, seats: int) -> None:
    assert levels.prepare(game, wait=None)
    for actions in (0, 11, 30):
        view = view_after(game, seats, actions, seed=actions)
        for level in levels.LEVELS[4 if actions == 11 else 7 :]:
            assert levels.choose(view, level, seed=1) in view.texts()


def test_nothing_but_a_view_and_the_number_of_a_level_is_needed() -> None:
    view = Match("cublino-contra", seed=1).view(0)
    for number in (1, 3):
        chosen = levels.choose(view, number)
        assert chosen in view.texts()
        assert chosen == levels.choose(view, levels.level(number), seed=0)


def test_a_level_with_the_same_seed_plays_the_same_game() -> None:
    def game(seed: int) -> list[str]:
        match = Match("cyberzul", seed=1)
        player = LevelBot(3, seed)
        while match.played < 30:
            view = match.view(match.turn)
            match.play(player.choose(view, view.texts(), float("inf")))
        return match.record().actions

    assert game(1) == game(1) != game(2)


@every_table
def test_a_low_level_answers_at_once(game: Game, seats: int) -> None:
    view = view_after(game, seats, 11)
    levels.preferences(view)
    times = []
    for seed in range(3):
        begin = perf_counter()
        levels.choose(view, levels.level(1), seed=seed)
        levels.at_once(view, seed=seed)
        times.append(perf_counter() - begin)
    assert min(times) < patience(2)  # no search is so quick; how quick it is, the bench says


# How levels differ


def test_levels_rise_in_thinking_and_in_steadiness() -> None:
    assert [level.number for level in levels.LEVELS] == list(range(1, 9))
    for lower, higher in zip(levels.LEVELS[1:], levels.LEVELS[2:], strict=False):
        assert lower.share < higher.share
        assert lower.looseness >= higher.looseness
    assert levels.level(8).share == 1.0


@every_table
def test_so_they_do_in_games_with_steps_of_their_own(game: Game, seats: int) -> None:
    steps = [level.of(game) for level in levels.LEVELS]
    assert [(level.number, level.words) for level in steps] == [(level.number, level.words) for level in levels.LEVELS]
    assert steps[0].share == 0.0
    assert steps[-1].looseness == 0.0 < steps[-1].share == 1.0
    for lower, higher in pairwise(steps):
        searching = lower.share > 0.0
        assert (lower.share < higher.share) if searching else (lower.share <= higher.share)
        if searching == (higher.share > 0.0):
            assert lower.looseness >= higher.looseness


def test_a_level_that_does_not_search_can_even_out_what_it_prefers() -> None:
    view = view_after(game_named("cyberzul"), 2, 4)

    def best(looseness: float) -> int:
        level = levels.Level(1, 0.0, looseness, "", learned=False)
        taken = [levels.at_first_sight(view, level, seed=seed) for seed in range(200)]
        preferences = levels.preferences(view, learned=False)
        return taken.count(max(preferences, key=preferences.__getitem__))

    assert best(0.0) > best(0.9)


@pytest.mark.parametrize("number", [0, 9, -1, 300])
def test_there_are_no_other_levels(number: int) -> None:
    with pytest.raises(BadSetup, match="levels are 1 to 8"):
        levels.level(number)


def answer_with(*values: float) -> Answer:
    alternatives = tuple(Alternative(str(place), place, 1000, value) for place, value in enumerate(values))
    return Answer("0", alternatives, (0.5, 0.5), (0.0, 0.0), ("0",), 30, 0.0)


def test_a_loose_level_takes_what_is_about_as_good_and_never_what_is_absurd() -> None:
    loose = levels.Level(2, 0.1, 0.05, "")
    picked = [levels.pick(answer_with(0.6, 0.59, 0.1), loose, seed).text for seed in range(300)]
    assert 80 < picked.count("0") < 220
    assert picked.count("1") > 80
    assert picked.count("2") == 0


def test_a_steady_level_takes_the_best() -> None:
    steady = levels.Level(8, 1.0, 0.0, "")
    assert {levels.pick(answer_with(0.6, 0.6, 0.59), steady, seed).text for seed in range(20)} == {"0"}


@pytest.mark.parametrize("number", [2, 3])
def test_a_level_with_fewer_simulations_than_actions_does_not_go_by_the_order_of_the_list(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is known of these 81 cells, and 12 or 38 simulations can't try them all: each seed tries others first."""
    monkeypatch.setattr(think, "compile_search", lambda _, function: function)  # so few need no compiler
    match = Match(WIDE, seed=1)
    view = match.view(match.turn)
    level = levels.level(number)
    assert level.simulations(WIDE) < len(view.texts())
    chosen = [levels.choose(view, level, seed=seed, wait=True) for seed in range(12)]
    assert len(set(chosen)) > 6
    assert chosen == [levels.choose(view, level, seed=seed, wait=True) for seed in range(12)]


# Names


def test_players_are_named_by_level_or_by_kind() -> None:
    for name in ("3", "level3", "level-3"):
        player = bot(name)
        assert isinstance(player, LevelBot)
        assert player.level is levels.level(3)
    for name, learned in (("8", True), ("search-8", False)):
        player = bot(name)
        assert isinstance(player, LevelBot)
        assert (player.level.number, player.level.learned) == (8, learned)
    master = bot("master")
    assert isinstance(master, LevelBot)
    assert master.level is levels.MASTER
    assert isinstance(bot("random"), RandomBot)
    assert isinstance(bot("greedy"), GreedyBot)
    for name in ("20ms", "500sims", "500sims-reuse", "20ms-prefer", "20ms-estimate", "20ms-search", "20ms-network"):
        assert isinstance(bot(name), ThinkingBot)


@pytest.mark.parametrize(
    "name", ["", "9", "0", "best", "level", "levels3", "bot.py", "nowhere.py:Bot", ":", "a:b", "ms", "5ms-all"]
)
def test_other_names_are_refused_with_a_line_that_helps(name: str) -> None:
    with pytest.raises(BadSetup, match=r"levels are 1 to 8|Name a level from 1 to 8|There is no file"):
        bot(name)


# Cold starts


def run(program: str, cache: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.environ[plugin.FOLDER], "TILORA_CACHE": str(cache)}
    environment.pop("TILORA_RULES", None)
    command = [sys.executable, "-c", textwrap.dedent(program)]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=patience(120))  # noqa: S603


def test_a_cold_level_answers_within_a_second_and_searches_as_soon_as_it_can(tmp_path: Path) -> None:
    done = run(
        f"""
        from time import perf_counter
        import tilora
        from tilora.ai.players import levels
        from tilora.ai.search import think
        match = tilora.match("pebbles", seed=1)
        view, level = match.view(match.turn), levels.level(4)
        slowest = 0.0
        for seed in range(3):
            begin = perf_counter()
            assert levels.choose(view, level, seed=seed) == levels.at_once(view, seed=seed)
            slowest = max(slowest, perf_counter() - begin)
        assert slowest < {patience(20)}, slowest  # compiling takes longer; how long exactly, the bench says
        assert not levels.prepare(match.game)
        searches = []
        search = think.think
        think.think = lambda *arguments, **named: searches.append(1) or search(*arguments, **named)
        assert levels.prepare(match.game, wait=None)
        searches.clear()
        assert levels.choose(view, level, seed=1) in view.texts()
        assert searches
        """,
        tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("seconds", [0.0, 0.7, 2.5])
def test_leaving_while_the_search_is_being_compiled_is_quick_and_quiet(seconds: float, tmp_path: Path) -> None:
    begin = perf_counter()
    done = run(
        f"""
        import time, tilora
        from tilora.ai.players import levels
        for name in ("cyberzul", "cublino-pur"):
            match = tilora.match(name, seed=1)
            levels.choose(match.view(match.turn), levels.level(8), seed=1)
        time.sleep({seconds})
        assert not levels.prepare(match.game)
        """,
        tmp_path,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert perf_counter() - begin < seconds + patience(60)
    assert not list(tmp_path.rglob("*.deepen-*"))  # the compiler stopped, and did not finish the second search


def test_preparing_from_many_threads_compiles_once() -> None:
    game = game_named("pebbles")
    ready: list[bool] = []
    threads = [threading.Thread(target=lambda: ready.append(levels.prepare(game, wait=None))) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ready == [True] * 5


def test_a_level_can_be_named_by_its_number() -> None:
    view = Match("pebbles", seed=3).view(0)
    assert levels.choose(view, 1, seed=4) == levels.choose(view, levels.level(1), seed=4)
    with pytest.raises(BadSetup, match="levels are 1 to 8"):
        levels.choose(view, 9, seed=4)
