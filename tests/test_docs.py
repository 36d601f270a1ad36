"""What README and docs say is true: their Python runs, the tests that they name exist, their pages have one form."""

import doctest
import importlib
import pkgutil
import random
import re
from pathlib import Path
from typing import Any, get_args, get_type_hints
from xml.etree import ElementTree

import pytest

import tilora
from tests.docs_site import Broken, build, stage
from tests.drawings import drawn, position_of
from tilora.cli import app
from tilora.server.errors import CODES, ServerError
from tilora.server.messages import Bye, FromClient, FromServer
from tilora.table.errors import TableError

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted(ROOT.glob("docs/**/*.md"))]
THIS = Path(__file__)
GAME_PAGES = sorted(ROOT.glob("docs/games/*.md"))
MODULES = [module.name for module in pkgutil.walk_packages(tilora.__path__, "tilora.") if "__main__" not in module.name]

every_page = pytest.mark.parametrize("text", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])

BLOCK = re.compile(r"^(?:`(?P<file>\S+)`:\n\n)?```(?P<kind>\w+)\n(?P<code>.*?)^```$", re.DOTALL | re.MULTILINE)
"""A block of code; a name before it says which file it is."""
NAMED_TEST = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


@every_page
def test_the_python_of_a_page_runs(text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page, one after the other, as a reader would type them, or save them where a file is named."""
    monkeypatch.chdir(tmp_path)
    scope: dict[str, object] = {"__name__": "page"}
    for number, block in enumerate(BLOCK.finditer(text.read_text(encoding="utf-8"))):
        if block["kind"] == "python":
            file = tmp_path / (block["file"] or f"page_{number}.py")
            file.write_text(block["code"], encoding="utf-8")
            if not block["file"]:
                exec(compile(block["code"], str(file), "exec"), scope)  # noqa: S102 - our own pages


@every_page
def test_the_tests_that_a_page_names_exist(text: Path) -> None:
    for file, test in NAMED_TEST.findall(text.read_text(encoding="utf-8")):
        assert f"def {test}" in (ROOT / file).read_text(encoding="utf-8"), f"{file}::{test}"


def test_the_site_is_built_strictly_and_fetches_nothing_from_elsewhere(tmp_path: Path) -> None:
    stage(tmp_path)
    for page in build(tmp_path).rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.findall(r"<(?:script|link|img|iframe)[^>]* (?:src|href)=.?(?:https?:)?//", text), page


@pytest.mark.parametrize("link", ["play.md#nowhere", "nowhere.md"])
def test_a_link_to_nothing_stops_the_site(link: str, tmp_path: Path) -> None:
    stage(tmp_path)
    with (tmp_path / "docs/index.md").open("a", encoding="utf-8") as front:
        front.write(f"[away]({link})")
    with pytest.raises(Broken, match=r"does not exist"):
        build(tmp_path)


def test_every_game_of_ours_has_a_page_with_the_same_headings() -> None:
    ours = {game.name for game in tilora.games() if game.folder.startswith("tilora.")}
    assert {page.stem for page in GAME_PAGES} == ours
    headings = {
        page.stem: re.findall(r"^## (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE) for page in GAME_PAGES
    }
    assert len(set(map(tuple, headings.values()))) == 1, headings


@pytest.mark.parametrize("text", GAME_PAGES, ids=[page.stem for page in GAME_PAGES])
def test_a_game_page_has_a_picture_of_the_position_that_it_describes(text: Path) -> None:
    """`make pictures` draws it again; how well it is drawn is for people to judge."""
    assert f"(../pictures/scene-{text.stem}.svg)" in text.read_text(encoding="utf-8")
    picture = drawn(text.stem, position_of(text))
    assert "prefers-color-scheme:dark" in picture
    assert not re.search(r"(?:href|src)=.(?!#)|url\((?!#)", picture)
    assert ElementTree.fromstring(picture).tag.endswith("svg")  # noqa: S314 - our own drawing


@pytest.mark.parametrize("name", ["tilora", *MODULES])
def test_examples_in_docstrings_are_true(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert not failed


def test_the_game_that_the_docs_write_is_the_toy_game() -> None:
    """The pieces of each file on the page, one below the other, are the files of the toy game, to the letter.

    docs/training.md says what a network learns from.
    """
    page = (ROOT / "docs/write-a-game.md").read_text(encoding="utf-8")
    blocks = [block for block in BLOCK.finditer(page) if block["kind"] in ("py", "toml")]
    pieces = [(block["file"], block["code"]) for block in blocks]
    toy = ROOT / "tests/toy"
    files = {file.relative_to(toy).as_posix(): file for file in [*toy.glob("*.toml"), *toy.glob("src/**/*.py")]}
    del files["src/tilora_pebbles/network.py"]
    assert {name for name, _ in pieces} == files.keys()
    for name, file in files.items():
        rest = file.read_text(encoding="utf-8")
        for piece in (piece for of, piece in pieces if of == name):
            rest = rest.lstrip("\n")  # between pieces there may be any number of blank lines
            assert rest.startswith(piece), f"{name} does not go on with\n{piece}"
            rest = rest.removeprefix(piece)
        assert not rest.strip("\n"), f"the page leaves out of {name}\n{rest}"


def test_the_bot_that_the_docs_show_is_the_one_that_the_tests_run() -> None:
    page = (ROOT / "docs/write-a-bot.md").read_text(encoding="utf-8")
    shown = {block["file"]: block["code"] for block in BLOCK.finditer(page) if block["kind"] == "py"}
    assert shown == {"examples/bot_client.py": (ROOT / "examples/bot_client.py").read_text(encoding="utf-8")}


def test_the_first_bot_of_the_docs_beats_random_play() -> None:
    """An example that loses teaches nothing."""
    page = (ROOT / "docs/write-a-bot.md").read_text(encoding="utf-8")
    scope: dict[str, Any] = {}
    exec(page.partition("`mine.py`:\n\n```python\n")[2].partition("```")[0], scope)  # noqa: S102 - our own
    tidy, dice, won = scope["Tidy"](), random.Random(1), 0
    scope["random"].seed(1)
    for seed in range(6):
        match = tilora.match("cyberzul", seed=seed)
        while not match.over:
            view = match.view(match.turn)
            is_tidy = match.turn == seed % 2
            match.play(tidy.choose(view, view.texts(), 10.0) if is_tidy else dice.choice(match.legal()))
        won += match.scores[seed % 2] > match.scores[1 - seed % 2]
    assert won >= 5


def test_the_protocol_page_names_every_message_and_every_code() -> None:
    page = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_-]+)`", page))
    for message in (*get_args(FromClient), *get_args(FromServer)):
        needed = {str(message.__struct_config__.tag), *message.__struct_fields__}
        assert needed <= named, f"{message.__name__}: {needed - named}"
    assert set(get_args(get_type_hints(Bye)["reason"])) <= named
    of_tables = {error.code for error in TableError.__subclasses__()}
    of_servers = {error.code for error in ServerError.__subclasses__()}
    assert of_tables | of_servers | set(CODES.values()) <= named


def test_the_files_and_names_that_the_page_for_those_who_carry_on_lists_exist() -> None:
    page = (ROOT / "docs/carry-on.md").read_text(encoding="utf-8")
    tops = [ROOT, ROOT / "client/src"]
    files = {name for name in re.findall(r"`([\w./-]+/[\w./-]*)`", page) if not re.search("NAME|FOLDER", name)}
    assert len(files) > 40
    assert not [name for name in files - {"networks/"} if not any((top / name).exists() for top in tops)]
    sources = [file for top in ("src", "tests", "client/src", "client/tests") for file in (ROOT / top).rglob("*.*")]
    texts = "".join(
        file.read_text(encoding="utf-8") for file in sources if file.suffix in (".py", ".ts", ".tsx") and file != THIS
    )
    names = set(re.findall(r"`(_\w+|[A-Za-z]+(?:_[A-Za-z]+)+|[A-Z][A-Z_]+)`", page)) - {"NAME"}
    assert not [name for name in names if not re.search(rf"\b{name}\b", texts)]


def test_the_page_of_the_library_names_every_command() -> None:
    page = (ROOT / "docs/library.md").read_text(encoding="utf-8")
    commands = {name for name in app if not name.startswith("-")}
    assert "games" in commands
    assert commands <= set(re.findall(r"`tilora ([a-z-]+)", page))
