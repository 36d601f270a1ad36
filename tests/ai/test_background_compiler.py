"""A search that can't be compiled: tables go on with less and can say so; nothing is ever measured without it."""

import pickle
from pathlib import Path
from typing import Any

import pytest

from tilora import cli, terminal
from tilora.ai.arena import arena, ladder, tournament
from tilora.ai.players import hints, levels
from tilora.ai.players.bots import bot
from tilora.ai.players.levels import SearchUnavailable
from tilora.ai.search import background_compiler
from tilora.kernel import Game, Match, View, game_named
from tilora.kernel.compiled import numba_backend
from tilora.server.bots import tasks
from tilora.tools.bench import games as bench

REASON = "The search for Pebbles could not be compiled: LookupError: there is no compiler here"
unavailable = pytest.raises(SearchUnavailable, match=REASON)
FOREVER = float("inf")


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game whose search can't be compiled."""

    def fail(*_: object) -> None:
        raise RuntimeError("the compiler gave up") from LookupError("there is no compiler here")

    monkeypatch.setattr(background_compiler, "_compilations", {})
    monkeypatch.setattr(numba_backend, "compile_for", fail)
    return game_named("pebbles")


@pytest.fixture
def view(game: Game) -> View:
    match = Match(game, seed=1)
    return match.view(match.turn)


def test_the_reason_is_kept_and_raised_where_somebody_waits_for_the_search(game: Game) -> None:
    assert levels.failure(game) is None
    assert levels.prepare(game, wait=60.0) is False
    assert isinstance(levels.failure(game), RuntimeError)
    with unavailable as raised:
        levels.prepare(game, wait=None)
    assert raised.value.__cause__ is levels.failure(game)
    assert levels.prepare(game) is False


def test_the_error_travels_between_processes(game: Game) -> None:
    with unavailable as raised:
        levels.prepare(game, wait=None)
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)  # noqa: S301 - our own


def test_a_table_goes_on_with_what_the_advice_likes(view: View) -> None:
    levels.prepare(view.game, wait=60.0)
    for seed in range(3):
        fallback = levels.at_once(view, seed=seed)
        assert levels.choose(view, levels.level(5), seed=seed) == fallback
        assert tasks.move(view, 5, seed).action == fallback
        assert bot("5", seed=seed).choose(view, view.texts(), 10.0) in view.texts()


def test_the_terminal_says_once_that_the_ai_plays_below_its_level(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    levels.prepare(game, wait=60.0)
    file = tmp_path / "played.json"
    terminal.play("pebbles", seats=2, seed=3, options={}, people=0, level=4, save=file)
    assert capsys.readouterr().out.count("The AI plays below level 4: its search could not be compiled") == 1


@pytest.mark.parametrize("name", ["2", "8", "30sims", "5ms-prefer"])
def test_a_player_with_all_the_time_in_the_world_raises(name: str, view: View) -> None:
    with unavailable:
        bot(name).choose(view, view.texts(), FOREVER)


def test_a_level_that_does_not_search_needs_no_search(view: View) -> None:
    assert bot("1").choose(view, view.texts(), FOREVER) in view.texts()


def test_no_match_is_played_with_it(game: Game) -> None:
    (job, *_) = arena.jobs("pebbles", ["2", "random"], 2, 1, 1.0)
    with unavailable:
        arena.play(job)


def test_no_tournament_is_held_with_it(game: Game) -> None:
    options: Any = {"games": 2, "seed": 1, "workers": 1, "cluster": None, "clock": 1.0, "save": None}
    with unavailable:
        tournament.play("pebbles", ["2", "random"], **options)


def test_no_ladder_is_measured_with_it(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    with unavailable:
        list(ladder.play([("pebbles", ("2", "1"))], 2, 1, 1, 60.0))
    monkeypatch.setattr("sys.argv", ["ladder", "pebbles", "--games", "2", "--highest", "2"])
    with pytest.raises(SystemExit, match=f"ladder: {REASON}"):
        ladder.main()


def test_no_bench_measures_it(game: Game) -> None:
    with unavailable:
        bench._search_speed(game)


def test_there_is_no_hint_without_it(game: Game) -> None:
    match = Match(game, seed=1)
    with unavailable:
        hints.hint(match, 5)
    with unavailable:  # `tilora` says it in one line, as every TiloraError
        cli.app(["hint", "pebbles", "--position", match.position], exit_on_error=False, print_error=False)
