"""`tilora check` names each mistake of a game's author in one sentence, with file and line; a sound game passes."""

import importlib.metadata
import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from importlib.metadata import EntryPoint
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from tests.patience import patience
from tests.plugin import example
from tilora.kernel import BadSetup, FieldOverflow, Match, UnknownGame, blank, layout
from tilora.kernel.compiled.engine import Engine
from tilora.kernel.contract import registry
from tilora.tools.check.check_game import LEAST_SECONDS, Run, check_game
from tilora.tools.check.explore import Explorer
from tilora.tools.check.field_ranges import FieldRanges
from tilora.tools.check.match_promises import a_position_text_is_read_or_refused
from tilora.tools.check.mistakes import BrokenPromise, mistake_of
from tilora.tools.check.promises import interpreted_rules_play_as_compiled_ones
from tilora.tools.check.random_games import play_game, random_game
from tilora.tools.check.report import CheckReport, as_data, as_text
from tilora.tools.check.rule_lines import RuleLines
from tilora.tools.new_game.write_package import write_package

Check = Callable[..., CheckReport]
numbers = count()


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Check]:
    """Write the game of the template with some texts replaced, and check it for a moment with interpreted rules."""
    monkeypatch.setattr(Engine, "compile", lambda engine: None)  # seconds for each game, for what other tests show
    monkeypatch.setattr("tilora.tools.check.random_games.LONGEST_GAME", 500)  # for games that never end
    installed = tuple(importlib.metadata.entry_points(group=registry.GROUP))

    def checked(
        file: str = "", old: str = "", new: str = "", point: str = "", seconds: float = 0.2, facts: str = ""
    ) -> CheckReport:
        name = f"broken-{next(numbers)}"
        folder = write_package(name, tmp_path / name) / "src"
        package = f"tilora_{name.replace('-', '_')}"
        if file:
            path = folder / package / file
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            assert old in text
            path.write_text(text.replace(old, new) if old else new, encoding="utf-8")
        if facts:
            path = folder / package / "__init__.py"
            path.write_text(path.read_text(encoding="utf-8").replace("version=1,", f"version=1, {facts},"), "utf-8")
        monkeypatch.syspath_prepend(folder)
        value = f"{package}:{name.replace('-', '_').upper()}"
        points = (*installed, EntryPoint(point or name, value, registry.GROUP))
        monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
        registry.games.cache_clear()
        return check_game(point or name, seconds=seconds)

    yield checked
    monkeypatch.undo()
    registry.games.cache_clear()


def test_the_game_of_the_template_passes(check: Check) -> None:
    report = check(seconds=patience(1.0))
    assert report.good, as_text(report)
    assert report.seats == (2, 3, 4)
    assert report.games >= 3
    assert report.actions > report.games
    assert report.invariants
    assert report.reached == report.lines > 10
    assert not report.unreached
    assert "all promises are kept" in as_text(report)


CONTRACT = [
    ("rules.py", "MOST_ACTIONS = 2\n", "", "rules.py has no MOST_ACTIONS"),
    ("rules.py", '"square": (0', '"squire": (0', "which is not a field of STATE"),
    ("rules.py", "STATE = layout", "LAYOUT = layout", "rules.py has no STATE"),
    ("words.py", 'REASONS = ("", "a runner is home")', "", "words.py has no REASONS"),
    ("words.py", 'REASONS = ("", "a runner is home")', 'REASONS = ("a runner is home",)', "begin with an empty text"),
    ("words.py", "def action_text(", "def text(", "words.py has no function action_text(state, action)"),
    ("rules.py", "def codes(", "def numbers(", "parse_action(state, text). With codes(variant) in rules.py"),
    ("rules.py", "def legal(state: State, out: Actions)", "def legal(state: State)", "legal must take (state, out)"),
    ("rules.py", "@rule\ndef legal", "def legal", "legal is called by rules, but is not marked with @rule"),
    ("rules.py", "MOST_ACTIONS = 2", "MOST_ACTIONS = 0", "MOST_ACTIONS must be a whole number from 1, not 0"),
    ("rules.py", "MOST_ACTIONS = 2", "MOST_ACTIONS = 1", "more actions than MOST_ACTIONS, which is 1"),
    (
        "rules.py",
        "MOST_ACTIONS = 2",
        'MOST_ACTIONS, PAST = 2, ("quiet",)',
        "PAST names 'quiet', which is not a field of STATE",
    ),
    ("rules.py", "MOST_SEATS = 4", "MOST_SEATS = 3", "up to 4 seats, but STATE has room for 3"),
    ("rules.py", "    return 2\n", "    return 0\n", "`legal` finds no action at the start"),
    ("rules.py", "    state.turn = 0\n", "    state.over = True\n", "over before it begins"),
    ("rules.py", "    state.turn = 0\n", "    state.turn = 9\n", "seat 9, which is not there"),
    ("rules.py", "    state.turn = 0\n", "    state.square[9] = 1\n", "Is a field of STATE too small?"),
    ("rules.py", "    state.turn = 0\n", "    state.square[0] = 300\n", "Give the field of STATE a larger type"),
    ("rules.py", "import numpy as np\n", "import numpie as np\n", "No module named 'numpie'"),
    ("rules.py", "def start(", "def start", "can't be read as Python"),
    ("__init__.py", 'folder="tilora', 'folder="lost', "no rules.py in such a package"),
    ("__init__.py", "from tilora.kernel import Game", "from tilora.kernel import Gama as Game", "Gama"),
    ("__init__.py", "seats=(2, 3, 4)", "seats=()", "it has no seats"),
    ("__init__.py", "version=1", "version=0", "version must be a whole number from 1, not 0"),
]


@pytest.mark.parametrize(("file", "old", "new", "words"), CONTRACT, ids=[words for *_, words in CONTRACT])
def test_a_mistake_in_the_contract_is_one_sentence_with_file_and_line(
    file: str, old: str, new: str, words: str, check: Check
) -> None:
    report = check(file, old, new)
    assert not report.good
    (mistake,) = report.mistakes
    assert words in mistake.sentence
    assert Path(mistake.file).name in (file, "words.py" if "codes" in old else "__init__.py")
    assert mistake.line >= 1
    assert "\n" not in str(mistake)
    assert report.games == 0


def test_a_mistake_is_placed_in_the_line_that_has_to_change(check: Check) -> None:
    (mistake,) = check("__init__.py", 'folder="tilora', 'folder="lost').mistakes
    assert 'folder="lost' in Path(mistake.file).read_text(encoding="utf-8").splitlines()[mistake.line - 1]


def test_an_entry_point_with_another_name_than_the_game_is_a_mistake(check: Check) -> None:
    (mistake,) = check(point="another").mistakes
    assert "not 'another'" in mistake.sentence
    assert Path(mistake.file).name == "__init__.py"


def test_several_missing_names_are_all_told_at_once(check: Check) -> None:
    report = check(facts="hidden=True")
    said = [mistake.sentence for mistake in report.mistakes]
    assert "rules.py has no function redact(state, seat). Without hidden=True, it can be left out." in said
    assert len(said) == 2


RULES_END = "# A game in which seats hold"
REDACT = "@rule\ndef redact(state: State, seat: int) -> None:\n    {}\n\n\n# A game"
WORDS_END = "# A match can begin"
POSITIONS = """
def position_text(state: State) -> str:
    return f"turn {state.turn} seats {state.seats}" + " over" * bool(state.over)


def parse_position(text: str, state: State) -> None:
    state.turn, state.seats, state.over = int(text[5]), int(text[13]), "over" in text


# A match can begin"""


PROMISES = [
    (
        "rules.py",
        "        end_match(state, HOME, state.score)  # ranks",
        "        pass  # ranks",
        "has not ended after",
    ),
    ("rules.py", "HOME = 1", "HOME = 2", "REASONS has no words for the reason 2"),
    ("rules.py", "    out[1] = RUN", "    out[1] = WALK", "`legal` lists an action twice"),
    ("rules.py", "    if state.over:\n        return 0\n", "", "finds actions after the match is over"),
    ("rules.py", "        end_turn(state)", "        state.turns += 2", "An action ends at most one turn"),
    ("rules.py", "    state.turn = 0\n", "    state.turn = below(chance, state.seats)\n", "draws_beginner=True"),
    ("rules.py", RULES_END, REDACT.format("state.square[:] = 0"), "hidden=False"),
    ("rules.py", RULES_END, REDACT.format("state.score[:] = 0"), "which everybody knows"),
    ("rules.py", '{"square": (0, TRACK)}', '{"square": (0, 9)}', "but RANGES says 0 to 9"),
    ("rules.py", "seat = state.turn\n", "seat = state.turn + 1\n", "Is a field of STATE too small?"),
    ("words.py", '("walk", "run")', '("walk", "walk")', "Two legal actions have the same text"),
    ("words.py", '("walk", "run")', '("walk", "Run")', "is not lower case"),
    ("words.py", 'f"Walk {STEPS} steps."', 'f"Walk {STEPS} steps"', "does not end as a sentence"),
    ("words.py", WORDS_END, POSITIONS, "reads back with `score`"),
    ("words.py", "(state.square == TRACK)", "(state.square == 19)", "It is over when a runner is home"),
    (
        "words.py",
        WORDS_END,
        "def board(state: State) -> str:\n    return ''\n\n\n# A match can begin",
        "`board` returns nothing",
    ),
    ("board.py", "runner-{seat}", "runner", "have the id 'runner'"),
    (
        "invariants.py",
        "    assert (after.square <= TRACK).all()",
        "    assert after.square.sum() < 5",
        "is always true is not",
    ),
]


@pytest.mark.parametrize(
    ("file", "old", "new", "words"), PROMISES, ids=[f"{each[2].strip()[:30]}" for each in PROMISES]
)
def test_a_broken_promise_is_found_in_random_games(file: str, old: str, new: str, words: str, check: Check) -> None:
    is_endless = "not ended" in words  # it is given up after so many actions, if there is time for them
    report = check(file, old, new, seconds=60.0 if is_endless else 0.2)
    assert not report.mistakes, as_text(report)
    assert not report.good
    told = [failure for failure in report.failures if words in failure.mistake.sentence]
    assert told, as_text(report)
    assert f"broken: {told[0].promise}" in as_text(report)


def test_a_position_from_which_play_fails_is_blamed_on_whoever_let_it_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    docks = example("docks")
    monkeypatch.delattr(import_module("tilora_docks.words"), "check")
    state = Match(docks, seed=1).state.copy()
    state.hand_size[1], state.hand[1] = 4, 0
    nothing_to_play = docks.words.position_text(state)
    with pytest.raises(BrokenPromise, match=r"where nothing is legal\. Let `check` in words\.py refuse"):
        a_position_text_is_read_or_refused(docks, nothing_to_play)
    state.played[:] = 127
    with pytest.raises(BrokenPromise, match=r"fails: .*rules\.py:\d+: .* Let `check` in words\.py refuse"):
        a_position_text_is_read_or_refused(docks, docks.words.position_text(state))


def test_a_game_that_hides_nothing_has_no_secrets() -> None:
    """Pebbles says hidden=True, and hides hands: if it did not, that would be told."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tilora.tools.check.check_game.redacts", lambda played, state: False)
        report = check_game("pebbles", seconds=0.5)
    assert [failure.mistake.sentence for failure in report.failures] == [
        "The game says hidden=True, but `redact` never hides anything."
    ]


def test_a_scene_that_can_not_be_used_is_found(check: Check) -> None:
    """The file is new: the game of the template has no scene of its own."""
    report = check("scene.py", "", "from tilora.scene import Scene\n\n\ndef scene(view):\n    return Scene(areas=())\n")
    told = [failure.mistake.sentence for failure in report.failures]
    assert any("does not offer exactly the legal actions: ['run', 'walk']" in sentence for sentence in told), told


def test_a_failure_says_at_which_position_it_happened(check: Check) -> None:
    report = check("words.py", 'f"Walk {STEPS} steps."', 'f"Walk {STEPS} steps"')
    assert report.failures[0].position.startswith("seats ")
    assert report.failures[0].action in ("walk", "run")
    data = json.loads(json.dumps(as_data(report)))
    assert data["good"] is False
    assert data["failures"][0]["position"] == report.failures[0].position


def test_rare_luck_that_breaks_the_rules_is_driven_to(check: Check) -> None:
    """Five sixes of a seat in a row, one in 7,776: a game hardly ever has them, and a thousand seldom."""
    name = check(
        "rules.py",
        "    state.square[seat] = min(",
        "    if steps == DIE:\n        steps = 0\n        state.rank[seat] += 26\n    else:\n"
        "        state.rank[seat] = 0\n    state.square[seat] = min(",
        seconds=0.01,
    ).name
    game = registry.game_named(name)
    explorer = Explorer(game, 2, 0, RuleLines(game), FieldRanges(game.rules.STATE))
    with pytest.raises(FieldOverflow, match=r"rules\.py, line \d+: .*larger type"):
        deque((explorer.play() for _ in range(1_000)), maxlen=0)


def test_lines_that_no_game_reaches_are_listed(check: Check) -> None:
    report = check(
        "rules.py",
        "    if action == RUN:\n",
        "    if action > RUN:\n        steps = 5\n        steps += 1\n    if action == RUN:\n",
    )
    assert report.good
    ((file, first, last, source),) = report.unreached
    assert (Path(file).name, last - first, source) == ("rules.py", 1, "steps = 5")
    assert f"rules.py:{first}-{last} was never reached: steps = 5" in as_text(report)


def test_lines_that_only_a_sibling_reaches_are_not_listed() -> None:
    """Zellij shares its folder with Cyberzul: what only Cyberzul does is no business of it."""
    game = registry.game_named("zellij")
    report = CheckReport("zellij")
    run = Run(game, report, 10.0, 0, lambda doing, part: None)
    with run.lines.watched():
        deque(random_game(game, 2, 0, "interpreted"), maxlen=0)
    before = run.lines.unreached()
    run.leave_lines_to_siblings()
    assert len(run.lines.unreached()) < len(before)
    assert run.lines.reached <= run.lines.all


def test_a_game_that_is_cut_short_is_played_on_later() -> None:
    """Where games are long, time is up before one has ended: others go on from there."""
    game = registry.game_named("pebbles")
    explorer = Explorer(game, 2, 0, RuleLines(game), FieldRanges(game.rules.STATE))
    played, is_new = explorer.play(until=0.0)
    assert (len(played.moments), is_new) == (1, True)
    assert not played.last.over
    firsts = {explorer.play(until=0.0)[0].first.turns for _ in range(60)}
    assert max(firsts) >= 2


@pytest.mark.parametrize("seconds", [0.01, 4.0])
def test_a_check_takes_the_time_that_it_is_given_and_says_what_it_was_too_short_for(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock that goes on by 20 ms whenever it is read: the games of RowsAndCols are long."""
    ticks = count()
    monkeypatch.setattr("time.monotonic", lambda: next(ticks) * 0.02)
    told: list[float] = []
    report = check_game("rows-and-cols", seconds=seconds, on_progress=lambda doing, part: told.append(part))
    assert report.good
    assert told == sorted(told)
    assert max(told) <= 1
    assert max(seconds, LEAST_SECONDS) <= report.seconds < max(seconds, LEAST_SECONDS) + 0.5
    assert report.promises
    assert ("rules keep their promises", 6) in report.unchecked
    assert "With 6 seats, no game came to its end in time. Does every match end?" in report.warnings
    assert "unchecked   14 promises with 6 seats: time was up" in as_text(report)
    assert "no promise is broken, but there was no time to check all of them" in as_text(report)
    assert {"promise": "rules keep their promises", "seats": 6} in as_data(report)["unchecked"]


def test_a_field_at_the_limit_of_its_type_is_warned_of() -> None:
    kind = layout(2, [("heap", np.int8), ("signs", np.uint8), ("marked", np.bool_)])
    ranges = FieldRanges(kind)
    state = blank(kind)
    assert ranges.add([state]) == 0
    assert ranges.add([state]) is None
    assert not ranges.at_their_limits()
    more = blank(kind)
    more.heap, more.marked = 127, True
    assert ranges.add([state, more]) == 1
    assert ranges.at_their_limits() == ["The field `heap` has held 127, the limit of int8."]


def test_interpreted_and_compiled_rules_that_differ_are_told_apart_by_field() -> None:
    played = play_game(registry.game_named("pebbles"), 2, 1)
    interpreted_rules_play_as_compiled_ones(played)
    other = played.moments[3].after.copy()
    other.bowl_size += 1
    played.moments[3] = replace(played.moments[3], after=other)
    with pytest.raises(BrokenPromise, match="disagree on `bowl_size`"):
        interpreted_rules_play_as_compiled_ones(played)


def test_what_the_compiler_says_is_placed() -> None:
    error = BadSetup("a.rules.play can't be compiled. /x/a/rules.py, line 12: STATE has no field 'heap'.")
    assert (
        str(mistake_of(error, None)) == "/x/a/rules.py:12: a.rules.play can't be compiled. STATE has no field 'heap'."
    )


def test_a_game_that_is_not_installed_is_no_game() -> None:
    with pytest.raises(UnknownGame, match=r"pip install -e \."):
        check_game("no-such-game", seconds=1.0)


def test_a_new_game_is_installed_and_passes_the_check(tmp_path: Path) -> None:
    """From `tilora new-game` to `tilora check`, as its author would do it."""
    made = tilora("new-game", "paper-race", folder=tmp_path)
    assert made.returncode == 0, made.stderr
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    options = ["--no-build-isolation", "--root-user-action=ignore", "--target", str(site)]
    subprocess.run([*pip, *options, str(tmp_path / "tilora-paper-race")], check=True)  # noqa: S603
    done = tilora("check", "paper-race", "--seconds", "3", "--json", folder=tmp_path, site=site)
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads(done.stdout)
    assert report["good"]
    assert report["games"] >= 3
    assert report["reached"] == report["lines"]
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    environment = {**os.environ, "PYTHONPATH": str(site), "TILORA_RULES": "interpreted"}
    subprocess.run(tests, cwd=tmp_path / "tilora-paper-race", env=environment, check=True)  # noqa: S603
    (site / "tilora_paper_race/invariants.py").write_text("def check(before, after):\n    assert after.turns < 3\n")
    done = tilora("check", "paper-race", "--seconds", "1", folder=tmp_path, site=site)
    assert done.returncode == 1
    assert "invariants.py:2: What the author says is always true is not: assert after.turns < 3" in done.stdout


def tilora(*arguments: str, folder: Path, site: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(site or "")}
    command = [sys.executable, "-m", "tilora", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=patience(120))  # noqa: S603
