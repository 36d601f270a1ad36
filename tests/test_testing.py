"""The rules for tests themselves: who is tried again, where chance comes from, and how long is waited."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import MOST, REFERENCE, factor_of, patience
from tests.seeds import seed_of

ROOT = Path(__file__).parents[1]
PLUGINS = ("xdist", "rerunfailures", "tests.retries", "tests.seeds", "no:cacheprovider")
FILES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py"))


def run(folder: Path, program: str, *options: str, **environment: str) -> str:
    """What pytest says of this file of tests, under our rules for retries and seeds."""
    (folder / "test_it.py").write_text(program)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = retry(reason)\naddopts = --strict-markers\n")
    command = [sys.executable, "-m", "pytest", *(f"-p{name}" for name in PLUGINS)]
    settled = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "TILORA_SEED"))}
    done = subprocess.run(  # noqa: S603 - our own command
        [*command, *options],
        cwd=folder,
        env={**settled, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **environment},
        capture_output=True,
        text=True,
        timeout=patience(60),
    )
    return done.stdout + done.stderr


ONCE = """
import pytest
tries = []

{mark}
def test_fails_once():
    tries.append(1)
    assert len(tries) > 1, "the first attempt"
"""


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_test_that_waits_for_a_clock_is_tried_again_and_counted(tmp_path: Path, workers: str) -> None:
    output = run(tmp_path, ONCE.format(mark="@pytest.mark.retry('waits for a clock')"), "-n", workers)
    assert "1 passed, 1 rerun" in output
    assert "1 test was tried again:\n  test_it.py::test_fails_once (waits for a clock)" in output
    assert "AssertionError: the first attempt" in output


def test_everybody_else_gets_one_chance(tmp_path: Path) -> None:
    output = run(tmp_path, ONCE.format(mark=""))
    assert "1 failed" in output
    assert "tried again" not in output


def test_a_test_that_fails_twice_has_failed(tmp_path: Path) -> None:
    output = run(tmp_path, "import pytest\n@pytest.mark.retry('waits')\ndef test_fails():\n    assert False\n")
    assert "1 failed, 1 rerun" in output


def test_a_second_chance_needs_a_reason(tmp_path: Path) -> None:
    assert "say in one sentence why" in run(tmp_path, ONCE.format(mark="@pytest.mark.retry"))


def test_only_browsers_and_clocks_are_waited_for_twice() -> None:
    """What must not hide a race has no second chance anywhere."""
    helpers = {"tests/retries.py", "tests/test_testing.py"}
    marked = {file for file in FILES if "mark.retry(" in (ROOT / file).read_text()} - helpers
    strict = re.compile("crash|histories|races|secrets|nodes|workers|hub|pubsub|backup|bad_input|rate_limit|hot_seat")
    assert marked
    assert {file for file in marked if not file.startswith(("tests/browser/", "tests/server/"))} == set()
    assert {file for file in marked if strict.search(file)} == set()


THROWN = """
def test_throws(dice):
    print(dice.random())
    assert False
"""


def test_a_failure_tells_its_seed_and_the_seed_repeats_it(tmp_path: Path) -> None:
    first = run(tmp_path, THROWN)
    assert run(tmp_path, THROWN).count(thrown(first)) == 1, "the same in every run"
    other = run(tmp_path, THROWN, TILORA_SEED="new")
    assert thrown(other) != thrown(first)
    (seed,) = re.findall(r"^TILORA_SEED=(\d+) .venv/bin/pytest 'test_it.py::test_throws'$", other, re.MULTILINE)
    assert thrown(run(tmp_path, THROWN, TILORA_SEED=seed)) == thrown(other)


def thrown(output: str) -> str:
    """What the dice have shown."""
    return re.findall(r"^0\.\d+$", output, re.MULTILINE)[0]


def test_every_test_has_its_own_seed() -> None:
    assert seed_of("a", "") == seed_of("a", "") != seed_of("b", "")
    assert seed_of("a", "7") == seed_of("b", "7") == 7
    assert seed_of("a", "new") != seed_of("a", "new")


def test_no_chance_comes_from_elsewhere() -> None:
    """Neither from the system nor from the state that all code of a process shares."""
    chance = re.compile(r"random\.(?!Random\b)|secrets\.|uuid\.|os\.urandom$|np\.random\.(?!default_rng$|Generator$)")
    for file in set(FILES) - {"tests/seeds.py"}:
        nodes = list(ast.walk(ast.parse((ROOT / file).read_text())))
        used = {ast.unparse(node) for node in nodes if isinstance(node, ast.Attribute)}
        used |= {
            f"{node.module}.{alias.name}" for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names
        }
        assert not [name for name in used if chance.match(name)], file
        calls = {ast.unparse(node) for node in nodes if isinstance(node, ast.Call)}
        assert not {"random.Random()", "np.random.default_rng()"} & calls, file


@pytest.mark.parametrize(
    ("wall", "processor", "load", "times"),
    [
        (1, 1, 0.5, 1),  # as quick, and nobody else there
        (0.5, 0.5, 0.0, 1),  # quicker: no limit gets shorter than it is written
        (3, 3, 1.0, 3),  # a slow processor
        (4, 1, 0.0, 4),  # others have just come
        (1, 1, 7.5, 7.5),  # others have been there for a while, and are away for a moment
        (4, 2, 7.5, 15),  # both
        (1000, 1, 0.0, MOST),
    ],
)
def test_limits_grow_on_slow_and_on_busy_machines(wall: float, processor: float, load: float, times: float) -> None:
    assert factor_of(wall * REFERENCE, processor * REFERENCE, load) == pytest.approx(times)
    assert patience(3.0) >= 3.0
