"""The command line, run as people run it."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import tilora
from tests import plugin
from tests.patience import patience
from tilora.cli import main
from tilora.kernel.compiled.engine import MODE


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, with the toy game installed."""
    environment = {**os.environ, "PYTHONPATH": os.environ[plugin.FOLDER], "TILORA_RULES": "interpreted"}
    command = [sys.executable, "-m", "tilora", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment, input=typed)  # noqa: S603


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = tilora.match("pebbles", seed=2)
    while not match.over:
        match.play(match.legal()[0])
    file = tmp_path / "game.json"
    match.record().save(file)
    return file


def test_games_lists_every_game() -> None:
    said = run("games").stdout
    for game in tilora.games():
        assert f"{game.name} " in said
    listed = json.loads(run("games", "--json").stdout)
    assert {game["name"]: game["seats"] for game in listed}["cyberzul"] == [2, 3, 4]


HOMELESS = """
import os
for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "TILORA_CACHE", "TILORA_DATABASE"):
    os.environ.pop(name, None)
os.path.expanduser = lambda path: path
from tilora.cli import main
main()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere home is found in other ways")
def test_a_user_without_a_home_folder_can_play_and_is_told_what_a_server_needs() -> None:
    command = [sys.executable, "-c", HOMELESS]
    played = subprocess.run([*command, "moves", "cyberzul", "--seed", "7"], capture_output=True, text=True)  # noqa: S603
    assert played.stdout.startswith("Cyberzul, round 1.")
    served = subprocess.run([*command, "serve"], capture_output=True, text=True, timeout=patience(60))  # noqa: S603
    assert served.returncode == 2
    assert served.stderr == "tilora: You have no home folder. Choose where to store the database with --database.\n"


def test_moves_shows_the_board_and_the_legal_actions() -> None:
    said = run("moves", "cyberzul", "--seed", "7", "--seats", "3").stdout
    assert said.startswith("Cyberzul, round 1.")
    assert "1 orange floor           Take 1 orange tile from Cyber Mine 1 to the floor line." in said


def test_moves_first_plays_the_given_actions() -> None:
    answer = json.loads(
        run("moves", "pebbles", "--seed", "1", "--play", "draw; draw", "--play", "draw", "--json").stdout
    )
    match = tilora.match("pebbles", seed=1)
    for _ in range(3):
        match.play("draw")
    assert answer["position"] == match.position
    assert [action["text"] for action in answer["actions"]] == [str(action) for action in match.legal()]
    position = run("moves", "pebbles", "--position", match.position, "--json").stdout
    assert json.loads(position)["actions"] == answer["actions"]


def test_options_of_a_game_can_be_chosen() -> None:
    answer = json.loads(run("moves", "pebbles", "--seed", "1", "--option", "bowl=large", "--json").stdout)
    assert answer["position"] == tilora.match("pebbles", seed=1, options={"bowl": "large"}).position
    assert "20 in the bowl" in run("play", "pebbles", "--option", "bowl=large", typed="quit\n").stdout


def test_replay_tells_the_match_in_words(record: Path) -> None:
    match = tilora.load(record)
    said = run("replay", str(record)).stdout
    assert said.count("Banked a") == sum(step.text in ("white", "black") for step in match.history)
    assert "Game over: all pebbles are banked." in said
    assert "Game over" not in run("replay", str(record), "--to", "3").stdout
    assert run("replay", str(record), "--boards").stdout.count("in the bowl") > 3
    assert len(json.loads(run("replay", str(record), "--to", "3", "--json").stdout)["history"]) == 3


def test_verify_says_what_is_wrong(record: Path) -> None:
    said = run("verify", str(record)).stdout
    assert "is consistent: Pebbles" in said
    assert "Proven:\n- All actions are legal" in said
    assert "Not proven:\n- That nobody chose the luck" in said
    assert "can't be compared with what you saw" in run("verify", str(record), "--nonce", "my-own-nonce").stderr
    content = json.loads(record.read_text())
    content["scores"] = [50, 50]
    record.write_text(json.dumps(content))
    done = run("verify", str(record))
    assert (done.returncode, done.stdout) == (2, "")
    assert "The scores in the record are [50, 50]" in done.stderr


def test_bench_measures(tmp_path: Path) -> None:
    report = json.loads(run("bench", "pebbles", "--part", "games", "--seconds", "0.05", "--json").stdout)
    assert report["games"][0]["ratio"] > 1
    assert report["machine"]


def test_bench_measures_environments_beside_those_of_others() -> None:
    done = run("bench", "pebbles", "--part", "environments", "--seconds", "0.02", "--json")
    (row,) = json.loads(done.stdout)["environments"]
    assert row["pettingzoo_ratio"] > 0 < row["openspiel_ratio"]
    assert row["vector"] > row["pettingzoo"]


def test_play_plays_a_whole_match_in_the_terminal(tmp_path: Path) -> None:
    typed = "dra\nundo\n" + "white\nend\nblack\nend\ndraw\nblack\nundo\n" * 60
    file = tmp_path / "played.json"
    done = run("play", "pebbles", "--seed", "3", "--save", str(file), typed=typed)
    assert done.returncode == 0, done.stderr
    assert "Game over: all pebbles are banked." in done.stdout
    assert "There is nothing to undo in this turn." in done.stdout
    assert "  draw" in done.stdout
    assert tilora.load(file).over


def test_play_asks_for_the_game_and_can_be_quit() -> None:
    done = run("play", typed="pebbles\nquit\n")
    assert done.returncode == 0
    assert "Which game?" in done.stdout
    assert "Goodbye." in done.stdout


def test_play_asks_again_after_an_unknown_game() -> None:
    done = run("play", typed="peebles\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("game> There is no game 'peebles'. Did you mean pebbles?\ngame> ")


@pytest.mark.parametrize("typed", ["help", "?", ""])
def test_play_shows_help(typed: str) -> None:
    seat = tilora.match("pebbles", seed=3).turn
    said = run("play", "pebbles", "--seed", "3", "--people", str(seat + 1), typed=f"{typed}\nquit\n").stdout
    assert said.count("Type an action, or part of one") == 2
    assert "  draw\n" in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["moves"], "`tilora moves` needs GAME. The name of a game"),
        (["backup"], "`tilora backup` needs FILE."),
        (["nonsense"], "There is no command"),
        (["moves", "chess"], "There is no game 'chess'"),
        (["moves", "cyberzul", "--seats", "9"], "can't be played with 9 seats"),
        (["moves", "cyberzul", "--seats", "two"], "--seats must be a whole number, not 'two'."),
        (["moves", "cyberzul", "--seats"], "--seats requires an argument"),
        (["moves", "cyberzul", "zellij"], "`tilora moves` does not accept 'zellij'."),
        (["bench", "--seconds", "long"], "--seconds must be a number, not 'long'."),
        (["moves", "cyberzul", "--seed", "-1"], "A seed must be a whole number"),
        (["moves", "cyberzul", "--play", "1 purple 1"], "is not a colour"),
        (["moves", "cyberzul", "--play", "middle blue 1"], "There are no blue tiles in the Stack"),
        (["moves", "cyberzul", "--position", "nowhere"], "A position has the parts"),
        (["moves", "cyberzul", "--nonsense"], "--nonsense"),
        (["moves", "pebbles", "--option", "large"], "--option must be NAME=CHOICE, not 'large'."),
        (["moves", "pebbles", "--option", "bowl=huge"], "bowl"),
        (["replay", "/no/such/file"], "No such file"),
        (["verify", "/"], "directory"),
        (["bench", "chess"], "There is no game 'chess'"),
        (["play"], "Cannot ask for a game without a keyboard"),
        (["play", "pebbles", "--people", "-3"], "--people must be from 0 to"),
        (["play", "pebbles", "--save", "/no/such/folder/x.json"], "no folder"),
        (["play", "pebbles", "--save", "/"], "is a folder"),
        (["play", "pebbles", "--level", "9"], "There is no level 9"),
        (["bench", "pebbles", "--seconds", "-1"], "--seconds"),
        (["bench", "pebbles", "--seconds", "nan"], "--seconds"),
        (["moves", "pebbles", "--seed", "9" * 5000], "seed"),
    ],
)
@pytest.mark.filterwarnings("ignore:Cyclopts application invoked without tokens")
def test_an_error_is_one_line_on_stderr(
    arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In this process, because there are many; `verify` and `serve` above have failed in one of their own."""
    monkeypatch.setenv(MODE, "interpreted")
    monkeypatch.setattr("sys.argv", ["tilora", *arguments])
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with pytest.raises(SystemExit) as exit_:
        main()
    assert exit_.value.code == 2
    stderr = capsys.readouterr().err
    assert stderr.count("\n") == 1
    assert stderr.startswith("tilora: ")
    assert words in stderr


def test_importing_loads_next_to_nothing_and_a_match_does_not_load_numba() -> None:
    """NumPy alone takes longer to import than a person should wait for an import."""
    program = """
import sys, tilora
assert not {"numpy", "msgspec", "numba", "tilora.kernel"} & set(sys.modules)
tilora.match("cyberzul", seed=1), tilora.games()
assert "numba" not in sys.modules
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0  # noqa: S603
    assert set(tilora.__all__) <= set(dir(tilora))
    assert all(getattr(tilora, name) for name in tilora.__all__)
    assert not hasattr(tilora, "Metch")


def test_help_does_not_load_numba() -> None:
    program = """
import sys
sys.argv = ["tilora", "--help"]
from tilora.cli import main
try:
    main()
finally:
    assert "numba" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)  # noqa: S603
    assert done.returncode == 0


def test_control_characters_in_a_file_do_not_reach_the_terminal(record: Path) -> None:
    record.write_text(json.dumps(json.loads(record.read_text()) | {"\u001b[31mHACK": 1}))
    done = run("verify", str(record))
    assert done.returncode == 2
    assert "HACK" in done.stderr
    assert "\u001b" not in done.stderr


def test_an_old_terminal_gets_what_it_can_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = run("moves", "cyberzul", "--position", "x" * 1000)
    assert done.returncode == 2
    assert run("games").returncode == 0


def test_a_closed_pipe_is_not_an_error(record: Path) -> None:
    command = f"{sys.executable} -m tilora replay --boards {record} | head -1"
    environment = {**os.environ, "PYTHONPATH": os.environ[plugin.FOLDER]}
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, env=environment, check=False)  # noqa: S603
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_undo_in_the_terminal_undoes_only_the_draft() -> None:
    """Also after a swap, which others never see in full."""
    swap = next(str(action) for action in tilora.match("rows-and-cols", seed=1).legal() if "swap" in str(action))
    seat = tilora.match("rows-and-cols", seed=1).turn
    typed = f"{swap}\nundo\n{swap}\nend\nundo\nquit\n"
    said = run("play", "rows-and-cols", "--seed", "1", "--people", str(seat + 1), typed=typed).stdout
    assert said.count("There is nothing to undo in this turn.") == 1


def test_a_puzzle_is_solved_in_the_terminal() -> None:
    known = next(each for each in tilora.puzzles("zellij") if each.options[1].action not in each.solutions)
    right, wrong = known.solutions[0], known.options[1].action
    said = run("puzzle", "zellij", "--id", known.id, typed=f"nonsense\n{wrong}\n{right}\n")
    assert (said.returncode, said.stderr) == (0, "")
    assert "One action is clearly the best. Which one?" in said.stdout
    assert "Not quite: it costs about" in said.stdout
    assert said.stdout.index("Not quite") < said.stdout.index("Right!") < said.stdout.index("Themes: ")
    given_up = run("puzzle", "zellij", "--id", known.id)
    assert "Right!" not in given_up.stdout
    assert f"({' or '.join(known.solutions)})" in given_up.stdout
    tried = run("puzzle", "zellij", "--id", known.id, "--answer", wrong).stdout
    assert tried.startswith("Not quite")
    assert right not in tried
    assert json.loads(run("puzzle", "zellij", "--id", known.id, "--json").stdout)["id"] == known.id
    assert run("puzzle", "pebbles").stderr == "tilora: Pebbles has no puzzles.\n"
    assert run("puzzle", "zellij", "--id", "x").stderr == "tilora: Zellij has no puzzle named 'x'.\n"
