"""Draws the pictures of the pages in docs/games, by the games' own scenes: `python -m tests.drawings`.

Each shows the position that its page tells of in words, and is one file for day and night: what is dark by night takes
its colours from a media query.
"""

import re
import sys
from pathlib import Path

from tilora import match
from tilora.kernel import games
from tilora.scene import picture_of, scene_of

DOCS = Path(__file__).parent.parent / "docs"
FOLDER = DOCS / "pictures"
BOARD = re.compile(r"The board above is\n\n```\n(.*?)\n```", re.DOTALL)
COLOUR = re.compile(r"(#[0-9a-f]{6})\b")
STYLE = re.compile(r' style="([^"]*)"', re.DOTALL)


def position_of(page: Path) -> str:
    """The position that the page shows, in one line."""
    found = BOARD.search(page.read_text(encoding="utf-8"))
    if not found:
        raise LookupError(f"{page} tells no position.")
    return found[1].replace("\n", " ")


def drawn(name: str, position: str) -> str:
    """The position as the seat to act sees it, without the backs of what others hold."""
    shown = match(name, position=position)
    view = shown.view(shown.turn)
    areas = [area.id for area in scene_of(view).areas if area.role != "hand" or area.seat == view.seat]
    return _small(_for_day_and_night(picture_of(view, areas, "light"), picture_of(view, areas, "dark")))


def _for_day_and_night(light: str, dark: str) -> str:
    """One drawing of two that differ in colours alone."""
    light, dark = _with_short_names(light), _with_short_names(dark)
    day, night = STYLE.search(light), STYLE.search(dark)
    colours = dict(part.split(":", 1) for part in (night[1] if night else "").split(";") if part)
    names: dict[tuple[str, str], str] = {}
    parts = []
    for by_day, by_night in zip(
        COLOUR.split(STYLE.sub("", light, 1)), COLOUR.split(STYLE.sub("", dark, 1)), strict=True
    ):
        if by_day == by_night:
            parts.append(by_day)
        else:
            name = names.setdefault((by_day, by_night), f"--n{len(names)}")
            colours[name] = by_night
            parts.append(f"var({name},{by_day})")
    rules = ";".join(f"{name}:{colour}" for name, colour in colours.items())
    root = "".join(parts)
    usual = f"svg{{{day[1]}}}" if day and day[1] else ""
    return root.replace(">", f"><style>{usual}@media(prefers-color-scheme:dark){{svg{{{rules}}}}}</style>", 1)


def _with_short_names(drawing: str) -> str:
    """Ids need not differ from those of other drawings: each is a file of its own."""
    return re.sub(r"\bt[0-9a-f]{8}-", "", drawing)


def _small(drawing: str) -> str:
    """Without what only matters where a drawing is part of a page: labels to hover over, and spaces."""
    head, end, rest = drawing.partition("</title>")
    rest = re.sub(r"<title>[^<]*</title>", "", rest)
    rest = re.sub(r' xmlns="[^"]*"', "", rest)
    rest = re.sub(r"(?<=>)\s+(?=<)", "", rest).replace(" />", "/>")
    return f"{head}{end}{rest}\n"


if __name__ == "__main__":
    for game in games():
        page = DOCS / "games" / f"{game.name}.md"
        if page.exists():
            file = FOLDER / f"scene-{game.name}.svg"
            file.write_text(drawn(game.name, position_of(page)), encoding="utf-8")
            sys.stdout.write(f"{file.relative_to(DOCS.parent)}: {file.stat().st_size:,} bytes\n")
