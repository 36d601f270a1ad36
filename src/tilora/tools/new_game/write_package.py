"""Writes the package of a new game from the template."""

import re
from importlib.resources import files
from pathlib import Path

from tilora.kernel import BadSetup, games

LONGEST_NAME = 40
FILES = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "init.py": "src/PACKAGE/__init__.py",
    "rules.py": "src/PACKAGE/rules.py",
    "words.py": "src/PACKAGE/words.py",
    "board.py": "src/PACKAGE/board.py",
    "invariants.py": "src/PACKAGE/invariants.py",
    "test_game.py": "tests/test_PACKAGE.py",
}
"""Where each file of the template goes."""


def write_package(name: str, folder: Path | None = None) -> Path:
    """Write the package of a game with that name into a new folder, and return the folder. Raises BadSetup."""
    _check_name(name)
    folder = Path(f"tilora-{name}") if folder is None else folder
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadSetup(f"{folder} already exists, and is not overwritten. Choose another place with --folder.")
    own = {
        "{{PACKAGE}}": f"tilora_{name.replace('-', '_')}",
        "{{CONSTANT}}": name.replace("-", "_").upper(),
        "{{TITLE}}": name.replace("-", " ").title(),
        "{{FIELD}}": f"is_{name.replace('-', '_')}",
        "{{NAME}}": name,
    }
    for source, target in FILES.items():
        text = files(__package__).joinpath("template", f"{source}.template").read_text(encoding="utf-8")
        for mark, value in own.items():
            text = text.replace(mark, value)
        file = folder / target.replace("PACKAGE", own["{{PACKAGE}}"])
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def _check_name(name: str) -> None:
    if not re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or len(name) > LONGEST_NAME:
        close = "-".join(re.findall("[a-z0-9]+", name.lower())).lstrip("0123456789-")[:LONGEST_NAME].rstrip("-")
        hint = f" How about {close}?" if close else ""
        raise BadSetup(
            f"A game can't be called {name[:60]!r}. A name is lower-case words joined by hyphens, beginning with a "
            f"letter, with at most {LONGEST_NAME} characters.{hint}"
        )
    if name in {game.name for game in games()}:
        raise BadSetup(f"A game called {name} is already installed. Choose another name.")
