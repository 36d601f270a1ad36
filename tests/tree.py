"""The tree of rooms in `docs/architecture.md`: `python -m tests.tree` writes it again from the packages themselves.

A room is a package. Its line says what it is for, which is the first sentence of its docstring, and names its modules.
"""

import ast
import re
import textwrap
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "architecture.md"
TOP = ROOT / "src" / "tilora"
BEGIN, END = "<!-- tree: python -m tests.tree -->", "<!-- end of tree -->"
WIDTH, INDENT, COLUMN = 116, 2, 20


def rooms() -> list[Path]:
    """Return the folder of every room, each before the rooms inside it. Migrations are data, not a room."""
    found = [init.parent for init in TOP.rglob("__init__.py") if "migrations" not in init.parts]
    return sorted(found)


def docstring(folder: Path) -> str:
    """Return the docstring of the room."""
    return ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""


def sentences(text: str) -> list[str]:
    """Return the sentences of a docstring's prose: examples that follow it are left out."""
    prose = re.split(r"\n\s*>>>|\n\n {4}", text)[0]
    return [sentence for sentence in re.split(r"(?<=[.!?])\s+", " ".join(prose.split())) if sentence]


def modules(folder: Path) -> list[str]:
    """Return the names of the room's modules."""
    return sorted(file.stem for file in folder.glob("*.py") if not file.stem.startswith("__"))


def drawn() -> str:
    """Return the tree as the page shows it."""
    lines = []
    for folder in rooms():
        depth = len(folder.relative_to(TOP).parts)
        name = " " * (INDENT * depth) + ("src/tilora/" if folder == TOP else f"{folder.name}/")
        purpose = sentences(docstring(folder))[0]
        lines += textwrap.wrap(purpose, WIDTH, initial_indent=name.ljust(COLUMN), subsequent_indent=" " * COLUMN)
        inside = "  ".join(modules(folder))
        pad = " " * (COLUMN + INDENT)
        lines += textwrap.wrap(inside, WIDTH, initial_indent=pad, subsequent_indent=pad, break_on_hyphens=False)
    return "\n".join(lines)


def page_with_tree(page: str) -> str:
    """Return the page with the tree as it is now."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n```text\n{drawn()}\n```\n\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page_with_tree(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
