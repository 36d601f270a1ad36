"""Everything in `examples/` runs: the scripts as programs, and the notebook cell by cell, as Jupyter would."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import plugin
from tests.patience import patience

EXAMPLES = Path(__file__).parent.parent / "examples"
WITH_A_SERVER = {"bot_client.py"}
"""Run by the tests of the server."""
ARGUMENTS = {"who_begins.py": ["welters", "500"], "self_play.py": ["60"], "policy_gradient.py": ["0.02"]}
SCRIPTS = sorted(file.name for file in EXAMPLES.glob("*.py") if file.name not in WITH_A_SERVER)
NOTEBOOK = EXAMPLES / "first-steps.ipynb"


@pytest.mark.parametrize("name", SCRIPTS)
def test_an_example_runs_and_says_something(name: str) -> None:
    command = [sys.executable, "-W", "error", str(EXAMPLES / name), *ARGUMENTS.get(name, [])]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=patience(300))  # noqa: S603
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()


@pytest.mark.parametrize("name", [file.parent.name for file in plugin.EXAMPLES])
def test_an_example_of_a_game_passes_the_check_and_is_short(name: str) -> None:
    command = [sys.executable, "-W", "error", "-m", "tilora", "check", name, "--seconds", "2", "--json"]
    environment = {**os.environ, **plugin.with_examples()}
    done = subprocess.run(  # noqa: S603
        command, check=False, capture_output=True, text=True, timeout=patience(300), env=environment
    )
    report = json.loads(done.stdout)
    assert (done.returncode, report["good"]) == (0, True), done.stdout
    assert report["reached"] == report["lines"], report["unreached"]
    sources = (EXAMPLES / "games" / name).rglob("*.py")
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in sources)
    assert lines < 200
    page = (EXAMPLES.parent / "docs/write-a-game.md").read_text(encoding="utf-8")
    assert f"(`examples/games/{name}`, {lines} lines" in page


def test_the_bot_says_how_to_start_it() -> None:
    command = [sys.executable, str(EXAMPLES / "bot_client.py")]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=patience(300))  # noqa: S603
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "Usage: python bot_client.py http://localhost:8420 TABLE\n"


def test_the_notebook_runs_and_shows_pictures() -> None:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    scope: dict[str, Any] = {"__name__": "__main__"}
    pictures = []
    for cell in cells:
        if cell["cell_type"] == "code":
            shown = _run("".join(cell["source"]), scope)
            pictures += [shown._repr_svg_()] if hasattr(shown, "_repr_svg_") else []
    assert len(pictures) == 5
    assert all(picture.startswith("<svg") and picture.endswith("</svg>") for picture in pictures)
    assert len(set(pictures)) == 5


def test_the_notebook_is_kept_without_output() -> None:
    """Output changes with every run, and says nothing that running it does not."""
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        assert not cell.get("outputs")


def _run(source: str, scope: dict[str, Any]) -> Any:
    """Run a cell; what its last line is worth is what a notebook shows."""
    lines = ast.parse(source).body
    last = lines[-1].value if isinstance(lines[-1], ast.Expr) else None
    exec(compile(ast.Module(lines[:-1] if last else lines, []), str(NOTEBOOK), "exec"), scope)  # noqa: S102
    return eval(compile(ast.Expression(last), str(NOTEBOOK), "eval"), scope) if last else None  # noqa: S307
