"""Hints: the best actions of a position or record, in words, as people ask for them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import plugin
from tests.games.cublino_positions import FAR_AWAY, contra, w
from tests.patience import patience
from tilora.ai.players import hints
from tilora.kernel import BadSetup, IllegalAction, Match

COLUMN_TO_FINISH = (
    "round 4 | first 1 | turn 1 | marker middle | middle - | mines OBRK - - - - | bag B18 O15 R18 K18 W19 | "
    "discard B0 O0 R0 K0 W0 | 0 -/-/-/-/OOOO B..../W..../K..../R..../..... - | "
    "0 -/-/-/-/- ...../...../...../...../..... -"
)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.environ[plugin.FOLDER]}
    command = [sys.executable, "-m", "tilora", "hint", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment)  # noqa: S603


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = Match("pebbles", seed=2)
    while not match.over:
        match.play(match.legal()[0])
    file = tmp_path / "game.json"
    match.record().save(file)
    return file


def test_a_hint_for_a_position_names_the_best_action_in_words() -> None:
    done = run("cyberzul", "--position", COLUMN_TO_FINISH, "--level", "5")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Seat 1 can expect ")
    assert any(line.startswith("Best: 1 orange 5") for line in lines)
    best = next(line for line in lines if "the best" in line)
    assert best.endswith("1 orange 5               Take 1 orange tile from Cyber Mine 1 to line 5.")
    assert 2 <= sum(" worse " in line for line in lines) <= 5
    assert lines[-1].endswith(" s.")


def test_a_hint_in_json_is_the_same_every_time() -> None:
    first, again = (
        json.loads(run("pebbles", "--position", Match("pebbles", seed=1).position, "--level", "4", "--json").stdout)
        for _ in range(2)
    )
    del first["seconds"], again["seconds"]
    assert first == again
    assert set(first) == {"action", "line", "values", "scores", "alternatives", "simulations"}
    assert first["alternatives"][0]["text"] == first["action"] == first["line"][0]


def test_a_hint_for_a_record_is_about_the_moment_asked_for(record: Path) -> None:
    answer = json.loads(run("--record", str(record), "--to", "3", "--level", "3", "--json").stdout)
    match = Match("pebbles", seed=2)
    for _ in range(3):
        match.play(match.legal()[0])
    assert answer["action"] == hints.hint(match, 3).action
    over = run("--record", str(record))
    assert over.returncode == 2
    assert over.stderr.startswith("tilora: The match is over at that point. Use --to")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Give either a game and --position, or --record."),
        (["pebbles"], "Give either a game and --position, or --record."),
        (["chess", "--position", "x"], "There is no game 'chess'"),
        (["pebbles", "--position", "nowhere"], "A position begins with"),
        (["--record", "/no/such/file"], "No such file"),
        (["cyberzul", "--position", COLUMN_TO_FINISH, "--level", "9"], "levels are 1 to 8"),
        (["cyberzul", "--position", COLUMN_TO_FINISH, "--level", "1"], "Choose a level from 3 to 8"),
    ],
)
def test_a_mistake_is_one_line(arguments: list[str], words: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert words in done.stderr


def test_a_hint_for_a_sure_win_says_so() -> None:
    match = contra(w(6, 4, "d6"), *FAR_AWAY)
    text = hints.as_text(match, hints.hint(match, 8))
    assert text.startswith("Seat 1 can expect 100 out of 100")
    assert "d6d7" in text


def test_a_hint_keeps_to_the_seconds_it_is_given() -> None:
    match = Match("cyberzul", seed=1)
    hints.hint(match, 3)
    assert hints.hint(match, 8, 0.05).seconds < patience(0.5)


def test_there_is_no_hint_after_the_end_or_without_thinking(record: Path) -> None:
    match = Match("pebbles", seed=2)
    with pytest.raises(BadSetup, match="level from 2 to 8"):
        hints.hint(match, 1)
    while not match.over:
        match.play(match.legal()[0])
    with pytest.raises(IllegalAction, match="The match is over"):
        hints.hint(match, 5)
