"""The page about the architecture tells the truth about the tree."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from tests import tree
from tilora.kernel import games


def test_the_page_shows_the_tree_as_it_is() -> None:
    page = tree.PAGE.read_text(encoding="utf-8")
    assert page == tree.page_with_tree(page), "Run `python -m tests.tree` and read what has changed."


SHARED_MODULES = {
    *("advice", "areas", "beats", "clicks", "invariants", "network", "rules", "scene", "words"),  # of a game's folder
    *(
        "challenge",
        "challenges",
        "games",
        "players",
        "puzzles",
        "records",
        "retention",
        "store",
        "tables",
    ),  # the same things, seen from several rooms
    *("checks", "cli", "contract", "dice", "errors", "positions", "settings", "state"),  # each of its own room
}
SHARED_CLASSES = {"Memory", "Parts"}
"""The memory of each search, and the parts of an action in each game."""


def test_no_name_of_a_module_or_a_class_stands_for_two_things() -> None:
    files = [file for file in tree.TOP.rglob("*.py") if not file.name.startswith("__")]
    modules = Counter(file.stem for file in files)
    assert {name for name, times in modules.items() if times > 1} <= SHARED_MODULES
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in files)
    classes = Counter(node.name for module in trees for node in module.body if isinstance(node, ast.ClassDef))
    assert {name for name, times in classes.items() if times > 1} <= SHARED_CLASSES


@pytest.mark.parametrize("room", tree.rooms(), ids=lambda room: room.name)
def test_each_room_says_what_it_is_for_and_what_it_may_touch(room: Path) -> None:
    said = tree.sentences(tree.docstring(room))
    assert len(said) >= 2, f"{room}/__init__.py needs two sentences."
    assert re.search("[Ii]mport|knows", " ".join(said[1:])), f"{room}/__init__.py does not say what it may touch."


def test_no_module_reaches_up_by_importing_at_run_time() -> None:
    """What import-linter can't see: the text of a module's own name handed to `import_module`."""
    found = []
    for file in tree.TOP.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in (
                "import_module",
                "__import__",
            ):
                texts = [str(part.value) for part in ast.walk(node) if isinstance(part, ast.Constant)]
                found += [f"{file}: {text}" for text in texts if text.startswith("tilora")]
    assert not found


def test_no_code_outside_the_families_names_a_game() -> None:
    """Docstrings may, for examples: there the name is only a part of a longer text."""
    names = {game.name for game in games() if game.folder.startswith("tilora.")}
    assert names
    for file in tree.TOP.rglob("*.py"):
        if "families" not in file.parts:
            nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            found = {node.value for node in nodes if isinstance(node, ast.Constant)}
            assert not names & found, file
