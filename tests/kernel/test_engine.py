"""How rules are called: plain at first, compiled in the background, cached by their sources."""

import os
import pickle
import subprocess
import sys
import threading
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import tilora
from tests.patience import patience
from tilora.families.drafting import CYBERZUL
from tilora.kernel import CHANCE, Match, State, games, layout, rule
from tilora.kernel.compiled import engine, numba_backend
from tilora.kernel.compiled.engine import Engine, engine_of
from tilora.kernel.contract import dispatch
from tilora.kernel.contract.state import blank


def test_a_field_can_not_be_called_like_a_method_of_records() -> None:
    with pytest.raises(TypeError, match="a field can't be called 'round'"):
        layout(2, [("round", np.int8)])


def test_two_games_can_not_have_the_same_record() -> None:
    impostor = ModuleType("impostor")
    impostor.STATE = CYBERZUL.rules.STATE  # type: ignore[attr-defined]
    with pytest.raises(tilora.BadSetup, match=r"impostor and .*drafting\.rules have the same record type"):
        dispatch.register(impostor)


def test_a_match_begins_interpreted_and_goes_on_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while of playing, a thread compiles; the match does not notice but for the speed."""
    monkeypatch.setattr(engine, "PATIENCE", 0.01)
    rules = Engine(CYBERZUL.rules, "auto")
    assert not rules.compiled
    twin = tilora.match("cyberzul", seed=8)
    with monkeypatch.context() as now:
        now.setattr("tilora.kernel.match.match.engine_of", lambda _: rules)
        match = tilora.match("cyberzul", seed=8)
    first = match.state
    while not match.over:
        action = match.legal()[0]
        match.play(action)
        twin.play(action)
        assert match.state.tobytes() == twin.state.tobytes()
    for thread in threading.enumerate():
        if thread.name.startswith("compile"):
            thread.join(patience(120))
    assert rules.compiled
    assert [len(rules.legal(first)), match.scores] == [len(twin._engine.legal(first)), twin.scores]


def test_a_chance_among_others_is_refused_before_its_draws_are_lost() -> None:
    rules = engine_of(CYBERZUL.rules)
    among = np.zeros(2, CHANCE)[1]
    with pytest.raises(ValueError, match="shares its array with others"):
        rules.new(0, 2, np.zeros(0, np.int64), among)


def test_positions_among_others_and_pickled_ones_have_the_same_legal_actions() -> None:
    rules, state = engine_of(CYBERZUL.rules), tilora.match("cyberzul", seed=3).state
    many = np.zeros(3, CYBERZUL.rules.STATE)
    many[1] = state
    legal = rules.legal(state).tolist()
    assert legal
    assert rules.legal(many[1]).tolist() == rules.legal(pickle.loads(pickle.dumps(state))).tolist() == legal  # noqa: S301


def test_an_unknown_mode_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILORA_RULES", "fast")
    with pytest.raises(tilora.BadSetup, match="Choose from: auto, interpreted, compiled"):
        tilora.match("cyberzul")


COMPILE = """
from tilora.families.drafting import CYBERZUL
from tilora.kernel.compiled.numba_backend import compile_for
from tilora.kernel.compiled.engine import compile_signature
from tilora.kernel.contract.state import blank
redact = compile_for(CYBERZUL.rules, CYBERZUL.rules.redact)
compile_signature(redact, (blank(CYBERZUL.rules.STATE), 0))
print(sum(redact.stats.cache_hits.values()))
"""


def hits(cache: Path) -> int:
    """How often a new process found what it needed in the cache."""
    environment = {**os.environ, "TILORA_CACHE": str(cache)}
    command = [sys.executable, "-c", COMPILE]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)  # noqa: S603
    return int(done.stdout)


def test_a_later_process_starts_from_the_cache(tmp_path: Path) -> None:
    assert hits(tmp_path) == 0
    assert hits(tmp_path) == 1
    assert [folder.name[:31] for folder in (tmp_path / "compiled").iterdir()] == ["tilora-families-drafting-rules-"]


def test_rules_compile_where_no_cache_can_be_written(tmp_path: Path) -> None:
    file = tmp_path / "not-a-folder"
    file.touch()
    assert hits(file) == 0


def test_the_cache_is_named_after_the_sources(tmp_path: Path) -> None:
    def fingerprint() -> str:
        numba_backend._fingerprint.cache_clear()
        return numba_backend._fingerprint(frozenset([tmp_path / "rules.py"]))

    (tmp_path / "rules.py").write_text("x = 1")
    first = fingerprint()
    assert fingerprint() == first
    (tmp_path / "rules.py").write_text("x = 2")
    assert fingerprint() != first


def test_folders_of_old_sources_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILORA_CACHE", str(tmp_path))
    old = tmp_path / "compiled" / "tilora-families-drafting-rules-0123"
    new = tmp_path / "compiled" / "tilora-families-drafting-rules-4567"
    old.mkdir(parents=True)
    new.mkdir()
    os.utime(old, (0, 0))
    folder = numba_backend._cache_folder(CYBERZUL.rules, CYBERZUL.rules.legal)
    assert folder
    assert folder.is_dir()
    assert new.is_dir()
    assert not old.exists()


def test_rules_that_live_elsewhere_count_as_sources() -> None:
    """A helper that a game's rules call is part of what is compiled, wherever it is."""
    sources = numba_backend._sources(CYBERZUL.rules, dispatch.play_games_at_random)
    names = {file.name for file in sources}
    assert {"rules.py", "chance.py", "dispatch.py"} <= names
    from tilora.ai.search import tree

    assert Path(tree.__file__) in numba_backend._sources(CYBERZUL.rules, tree.search)


def broken_start(state: State, options: npt.NDArray[np.int64], chance: np.record) -> None:
    """Nothing that Numba could compile."""
    state.score[0] = len({"a": options}.popitem() + tuple(f"{chance:d}"))


def test_rules_that_do_not_compile_are_logged_in_one_line_and_stay_interpreted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken: Any = ModuleType(CYBERZUL.rules.__name__)
    vars(broken).update(vars(CYBERZUL.rules), STATE=layout(2, [("broken", np.int8)]), start=broken_start)
    dispatch.register(broken)
    with pytest.raises(tilora.BadSetup, match=r"drafting\.rules\.start can't be compiled"):
        Engine(broken, "compiled")
    rules = Engine(broken, "auto")
    rules._try_to_compile()
    assert not rules.compiled
    assert isinstance(rules.failure, tilora.BadSetup)
    assert "Matches continue with interpreted rules." in caplog.text
    assert caplog.text.count("\n") == 1


def test_what_can_not_be_compiled_is_named_by_file_line_and_cause() -> None:
    broken: Any = ModuleType(CYBERZUL.rules.__name__)
    vars(broken).update(vars(CYBERZUL.rules), STATE=layout(2, [("nameless", np.int8)]), start=misspelt_start)
    dispatch.register(broken)
    line = misspelt_start.__code__.co_firstlineno + 3
    told = rf"test_engine\.py, line {line}: STATE has no field 'nam'\.$"
    with pytest.raises(tilora.BadSetup, match=told):
        Engine(broken, "compiled")


def test_an_unmarked_rule_is_named() -> None:
    unmarked: Any = ModuleType(CYBERZUL.rules.__name__)
    vars(unmarked).update(vars(CYBERZUL.rules), STATE=layout(2, [("unmarked", np.int8)]), start=broken_start)
    dispatch.register(unmarked)
    with pytest.raises(
        tilora.BadSetup, match=r"start can't be compiled\. .*test_engine\.py, line \d+: Mark it with @rule\."
    ):
        Engine(unmarked, "compiled")


def test_a_cause_deep_inside_is_the_one_that_is_told() -> None:
    broken: Any = ModuleType(CYBERZUL.rules.__name__)
    vars(broken).update(vars(CYBERZUL.rules), STATE=layout(2, [("appended", np.int8)]), start=start_with_helper)
    dispatch.register(broken)
    line = appending_helper.__code__.co_firstlineno + 3
    with pytest.raises(
        tilora.BadSetup, match=rf"test_engine\.py, line {line}: Unknown attribute 'append' of type int8\.$"
    ):
        Engine(broken, "compiled")


@rule
def appending_helper(state: State) -> None:
    """Takes a number for a list."""
    state.appended.append(1)


@rule
def start_with_helper(state: State, options: npt.NDArray[np.int64], chance: np.record) -> None:
    """Calls a rule that can't be compiled."""
    appending_helper(state)


@rule
def misspelt_start(state: State, options: npt.NDArray[np.int64], chance: np.record) -> None:
    """Reads a field that is not there."""
    state.nameless = state.nam


@rule
def nothing(state: State, something: object, chance: np.record) -> None:
    """A rule that changes nothing."""


@rule
def nothing_else(state: State, seat: int) -> None:
    """Another."""


def counting_rules(name: str, function: Any) -> Any:
    """Rules with three small fields, whose `legal` is that function."""
    rules: Any = ModuleType(CYBERZUL.rules.__name__)
    fields: Any = [(f"{name}_low", np.int8), (f"{name}_high", np.int8), (f"{name}_dice", np.int8, (2, 3))]
    vars(rules).update(STATE=layout(2, fields), MOST_ACTIONS=8, start=nothing, legal=function, play=nothing)
    vars(rules).update(redact=nothing_else, imagine=nothing)
    dispatch.register(rules)
    return rules


@rule
def wide_legal(state: State, out: npt.NDArray[np.int32]) -> int:
    """Computes far beyond the size of its fields, in every way that fields are read."""
    out[0] = 100 + 11 * state.wide_low + state.wide_high
    out[1] = state.wide_dice[0, 1] * state.wide_dice[0, 2]
    row = state.wide_dice[1]
    out[2] = row[0] * row[1]
    total = 0
    for die in row:
        total += die * 3
    out[3] = total
    out[4] = row.max() * 2
    state.wide_dice[1, 2] += 1
    out[5] = state.wide_dice[1, 2]
    return 6


def test_interpreted_rules_compute_like_compiled_ones_beyond_the_size_of_a_field() -> None:
    rules = counting_rules("wide", wide_legal)
    results = []
    for mode in ("interpreted", "compiled"):
        state = blank(rules.STATE, 0, 2)
        state.wide_low, state.wide_high, state.wide_dice[:] = 6, 6, 100
        results.append(Engine(rules, mode).legal(state).tolist())
    assert results[0] == results[1] == sorted([172, 10_000, 10_000, 900, 200, 101])


def narrow_legal(state: State, out: npt.NDArray[np.int32]) -> int:
    """Writes a number that is too large for its field."""
    state.narrow_low = 100 + state.narrow_high
    return 1


def test_a_number_too_large_for_its_field_is_refused_with_the_line_that_wrote_it() -> None:
    rules = counting_rules("narrow", narrow_legal)
    state = blank(rules.STATE, 0, 2)
    state.narrow_high = 100
    line = narrow_legal.__code__.co_firstlineno + 2
    told = (
        rf"test_engine\.py, line {line}: Python integer 200 out of bounds for int8\. Give the field of STATE a larger"
    )
    with pytest.raises(tilora.FieldOverflow, match=told):
        Engine(rules, "interpreted").legal(state)


FORK = """
import os, time, tilora
from tilora.kernel.compiled import engine
engine.PATIENCE = 0.001
m = tilora.match("cyberzul", seed=1)
while not m.over:
    m.play(m.legal()[0])
if os.fork() == 0:
    n = tilora.match("cyberzul", seed=1)
    while not n.over:
        n.play(n.legal()[0])
    os._exit(0 if n.scores == m.scores else 1)
raise SystemExit(os.waitstatus_to_exitcode(os.wait()[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_process_can_fork_while_rules_are_being_compiled() -> None:
    done = subprocess.run([sys.executable, "-c", FORK], timeout=patience(120), check=False)  # noqa: S603
    assert done.returncode == 0


def test_what_is_open_to_everybody_is_known_and_views_are_still_copies() -> None:
    for game in games():
        match = Match(game, seed=3)
        truth, view = match.state, match.view(0)
        assert game.hidden == (view.state.tobytes() != truth.tobytes())
        view.state["turns"] = 99
        assert match.state.tobytes() == truth.tobytes()
    assert {game.hidden for game in games()} == {True, False}
