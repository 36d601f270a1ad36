"""How a game is played, for people who have never seen it, with pictures drawn from scenes.

A guide is a file in the game's folder, `guide-NAME.md` or, for all games of the folder, `guide.md`. It is written in
simple Markdown: a title, headings, paragraphs, lists and tables; `**bold**`, `*italic*` and `` `code` `` stay in the
text. A picture is a line that says which position to show:

    ![Two blue tiles go to line 2](scene: seats=2 seed=7 play="3 blue 2; middle red 1" seat=0 area=board-0)

It may have `seats`, `seed`, `position`, `play`, `seat` and any number of `area`s. Options of the game are given by
name.
"""

import re
import shlex
from functools import cache
from importlib import resources
from itertools import groupby

import msgspec

from tilora.kernel import BadSetup, Game, Match
from tilora.scene.build import scene_of
from tilora.scene.vocabulary import Scene

HEADINGS = ("The idea", "Your turn", "Scoring", "The end", "Tips")
"""The sections of every guide."""


class Paragraph(msgspec.Struct, frozen=True, tag="paragraph", tag_field="part"):
    """Some sentences."""

    text: str


class Items(msgspec.Struct, frozen=True, tag="items", tag_field="part"):
    """A list."""

    items: tuple[str, ...]


class Rows(msgspec.Struct, frozen=True, tag="rows", tag_field="part"):
    """A table; its first row holds the headings."""

    rows: tuple[tuple[str, ...], ...]


class Picture(msgspec.Struct, frozen=True, tag="picture", tag_field="part"):
    """A scene, or part of one, with a caption."""

    caption: str
    scene: Scene


Part = Paragraph | Items | Rows | Picture


class Section(msgspec.Struct, frozen=True):
    """A heading and what follows it."""

    title: str
    parts: tuple[Part, ...]


class Guide(msgspec.Struct, frozen=True):
    """How a game is played."""

    title: str
    sections: tuple[Section, ...]


@cache
def guide_of(game: Game) -> Guide | None:
    """Return the game's guide; None for a game without one. Raises BadSetup if it can't be read."""
    folder = resources.files(game.folder)
    for name in (f"guide-{game.name}.md", "guide.md"):
        if (folder / name).is_file():
            return read_guide(game, (folder / name).read_text("utf-8"))
    return None


def read_guide(game: Game, text: str) -> Guide:
    """Return the guide with that text. Raises BadSetup if it is not one."""
    title, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    if not re.fullmatch(r"# [^\n]+\n\s*", title):
        raise BadSetup("A guide must begin with a title, '# …', followed by sections, '## …'.")
    return Guide(title.removeprefix("# ").strip(), tuple(_section(game, section) for section in sections))


def _section(game: Game, text: str) -> Section:
    title, _, rest = text.partition("\n")
    blocks = [block for block in re.split(r"\n\s*\n", rest.strip()) if block]
    return Section(title.strip(), tuple(_part(game, block) for block in blocks))


def _part(game: Game, block: str) -> Part:
    lines = block.split("\n")
    picture = re.fullmatch(r"!\[([^\]]*)\]\(scene:(.*)\)", " ".join(lines))
    if picture:
        return Picture(picture[1], _scene(game, picture[2]))
    if all(line.startswith("|") for line in lines):
        rows = [tuple(cell.strip() for cell in line.strip().strip("|").split("|")) for line in lines]
        return Rows(tuple(row for number, row in enumerate(rows) if number != 1))
    if lines[0].startswith("- "):
        return Items(tuple(" ".join(item.split()) for item in re.split(r"(?:^|\n)- ", block) if item))
    if re.match(r"[#>!`]|\d+\. ", lines[0]):
        raise BadSetup(f"A guide can't contain {lines[0][:40]!r}, only paragraphs, lists, tables and pictures.")
    return Paragraph(" ".join(block.split()))


def _scene(game: Game, description: str) -> Scene:
    """Return the scene that a picture shows, without choices: nobody can click in a guide."""
    words = [word.partition("=") for word in shlex.split(description)]
    given = {key: [value for _, _, value in group] for key, group in groupby(sorted(words), lambda word: word[0])}
    areas = given.pop("area", [])
    last = {key: values[-1] for key, values in given.items()}
    numbers = {key: int(last.pop(key)) for key in ("seats", "seed", "seat") if key in last}
    play, position = last.pop("play", ""), last.pop("position", None)
    seat = numbers.pop("seat", None)
    match = Match(game, seats=numbers.get("seats"), seed=numbers.get("seed", 0), position=position, options=last)
    for action in filter(None, map(str.strip, play.split(";"))):
        match.play(action)
    scene = scene_of(match.view(seat))
    found = tuple(area for area in scene.areas if not areas or area.id in areas)
    if len(found) < len(areas):
        raise BadSetup(f"Unknown area in {areas}. Choose from: {', '.join(area.id for area in scene.areas)}.")
    return Scene(areas=found)
