"""The drawings of a game: a symbol for each thing, and palettes that recolour them.

They are a file in the game's folder, `art-NAME.svg` or, for all games of the folder, `art.svg`.

Drawings take their colours from variables with a fallback for light: `fill="var(--drafting-blue, #2f5fa8)"`. Other
palettes are JSON in the file's `<metadata>`: `{"dark": {"--drafting-blue": "#…"}, "clear": {…}}`, where `clear` is for
people who can't tell some colours apart.
"""

import json
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from xml.etree import ElementTree

from tilora.kernel import Game
from tilora.scene.boards.drawings import drawings

SVG = "http://www.w3.org/2000/svg"


@dataclass(frozen=True)
class Art:
    """The drawings of a game."""

    source: str = ""
    """The file as it is, for the page to embed."""
    symbols: dict[str, ElementTree.Element] = field(default_factory=dict)
    defs: tuple[ElementTree.Element, ...] = ()
    """Gradients, patterns and whatever else the symbols refer to."""
    palettes: dict[str, dict[str, str]] = field(default_factory=dict)
    """Values of variables, by name of the palette."""


def art_of(game: Game) -> Art:
    """Return the game's drawings: its own, or those of boards without art; none for a game with neither."""
    own = _art_in(game.folder, game.name)
    return own if own.source or game.board is None else _board_art()


@cache
def _board_art() -> Art:
    return read_art(drawings())


@cache
def _art_in(folder: str, game: str) -> Art:
    for name in (f"art-{game}.svg", "art.svg"):
        file = resources.files(folder) / name
        if file.is_file():
            return read_art(file.read_text("utf-8"))
    return Art()


def read_art(source: str) -> Art:
    """Return the drawings in the text of an `art.svg`. Raises ValueError or ParseError if it is not one."""
    root = ElementTree.fromstring(source)  # noqa: S314 - comes with an installed package, like its code
    if root.tag != f"{{{SVG}}}svg":
        raise ValueError("The drawings of a game must be one <svg>.")
    palettes: dict[str, dict[str, str]] = {}
    symbols: dict[str, ElementTree.Element] = {}
    defs: list[ElementTree.Element] = []
    for child in root:
        kind = child.tag.removeprefix(f"{{{SVG}}}")
        if kind == "metadata":
            palettes = json.loads(child.text or "{}")
        elif kind == "symbol":
            symbols[child.attrib["id"]] = child
        else:
            defs.append(child)
    return Art(source, symbols, tuple(defs), palettes)


def needed_drawings(art: Art, names: set[str]) -> list[ElementTree.Element]:
    """Return the drawings of these symbols and of everything that they use, in the order of the file."""
    used: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in art.symbols and name not in used:
            used.add(name)
            uses = art.symbols[name].iter(f"{{{SVG}}}use")
            waiting += [use.attrib.get("href", "").removeprefix("#") for use in uses]
    return [*art.defs, *(symbol for name, symbol in art.symbols.items() if name in used)]
