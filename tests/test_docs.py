"""What README and docs say is true: their Python runs, their links lead somewhere, their pages have one form."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import tilora

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted(ROOT.glob("docs/**/*.md"))]
GAME_PAGES = sorted(ROOT.glob("docs/games/*.md"))
MODULES = [module.name for module in pkgutil.walk_packages(tilora.__path__, "tilora.") if "__main__" not in module.name]

every_page = pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])


@every_page
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page, one after the other, as a reader would type them."""
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    scope: dict[str, object] = {"__name__": "page"}
    for number, block in enumerate(blocks):
        file = tmp_path / f"page_{number}.py"
        file.write_text(block, encoding="utf-8")
        exec(compile(block, str(file), "exec"), scope)  # noqa: S102 - our own pages


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_every_game_of_ours_has_a_page_with_the_same_headings() -> None:
    ours = {game.name for game in tilora.games() if game.folder.startswith("tilora.")}
    assert {page.stem for page in GAME_PAGES} == ours
    headings = {
        page.stem: re.findall(r"^## (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE) for page in GAME_PAGES
    }
    assert len(set(map(tuple, headings.values()))) == 1, headings


@pytest.mark.parametrize("name", ["tilora", *MODULES])
def test_examples_in_docstrings_are_true(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert not failed


def test_the_game_that_the_docs_write_is_the_toy_game() -> None:
    """The pieces of each file on the page, one below the other, are the files of the toy game, to the letter."""
    page = (ROOT / "docs/write-a-game.md").read_text(encoding="utf-8")
    pieces = re.findall(r"^`(\S+)`:\n\n```(?:py|toml)\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert len(pieces) == len(re.findall(r"^```(?:py|toml)$", page, re.MULTILINE)), "a piece without a file name"
    toy = ROOT / "tests/toy"
    files = {file.relative_to(toy).as_posix(): file for file in [*toy.glob("*.toml"), *toy.glob("src/**/*.py")]}
    assert {name for name, _ in pieces} == files.keys()
    for name, file in files.items():
        rest = file.read_text(encoding="utf-8")
        for piece in (piece for of, piece in pieces if of == name):
            rest = rest.lstrip("\n")  # between pieces there may be any number of blank lines
            assert rest.startswith(piece), f"{name} does not go on with\n{piece}"
            rest = rest.removeprefix(piece)
        assert not rest.strip("\n"), f"the page leaves out of {name}\n{rest}"
