"""Builds the documentation site into `build/site`: `python -m tests.docs_site`.

The pages are written for people who read them in the repository: the front page is README.md, and links lead to any
file. A site is one folder, so its pages are staged under `build/docs` first, with links that fit there. What is wrong
(a link to nothing, an unknown heading, a page that the navigation leaves out) stops the build.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.patience import patience

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build"
CONFIGURATION = "zensical.toml"
ELSEWHERE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "client/public/icon.svg": "site/icon.svg",
}
"""What lies outside of docs/, and what it is called on the site."""
SHOWN = (".css", ".md", ".svg", ".webp")
LINK = re.compile(r"(?<=\]\()([^)#:\s]+)(?=[)#])")
SECONDS = 120


class Broken(Exception):
    """The site can't be built; the message says why."""


def _files() -> dict[Path, Path]:
    """What the site is made of: files of the repository, and their places on the site."""
    inside = {file: file.relative_to(ROOT / "docs") for file in (ROOT / "docs").rglob("*") if file.suffix in SHOWN}
    return inside | {ROOT / file: Path(place) for file, place in ELSEWHERE.items()}


def _fitted(page: Path, places: dict[Path, Path]) -> str:
    """The text of a page with links that lead to the same things on the site.

    Files that are no part of it, such as sources, come along as plain texts.
    """

    def fit(link: re.Match[str]) -> str:
        target = (page.parent / link[0]).resolve()
        if not target.is_file():
            raise Broken(f"{page.relative_to(ROOT)}: there is no file {link[0]}.")
        place = places.setdefault(target, Path("source", f"{target.relative_to(ROOT)}.txt"))
        return Path(os.path.relpath(place, places[page].parent)).as_posix()

    return LINK.sub(fit, page.read_text(encoding="utf-8"))


def _named(nav: Any) -> Iterator[str]:
    """The pages that a part of the navigation names."""
    if isinstance(nav, str):
        yield nav
    else:
        for part in nav.values() if isinstance(nav, dict) else nav:
            yield from _named(part)


def stage(folder: Path) -> None:
    """The folder holds all that the site is built from, and nothing else."""
    configuration = ROOT / "docs" / "site" / CONFIGURATION
    places = _files()
    texts = {page: _fitted(page, places) for page in list(places) if page.suffix == ".md"}
    named = set(_named(tomllib.loads(configuration.read_text(encoding="utf-8"))["project"]["nav"]))
    if missing := {places[page].as_posix() for page in texts} ^ named:
        raise Broken(f"Pages and navigation differ in {', '.join(sorted(missing))}.")
    shutil.rmtree(folder, ignore_errors=True)
    for file, place in places.items():
        staged = folder / "docs" / place
        staged.parent.mkdir(parents=True, exist_ok=True)
        if file in texts:
            staged.write_text(texts[file], encoding="utf-8")
        else:
            shutil.copyfile(file, staged)
    shutil.copyfile(configuration, folder / CONFIGURATION)


def build(folder: Path) -> Path:
    """The site of what is staged, in a folder beside it."""
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True, timeout=patience(SECONDS))  # noqa: S603
    if done.returncode:
        raise Broken(re.sub(r"\x1b\[[0-9;]*m", "", done.stderr.partition("Traceback")[0]))
    return folder / "site"


if __name__ == "__main__":
    try:
        stage(BUILD)
        where = build(BUILD).relative_to(ROOT)
        sys.stdout.write(f"The site is in {where}. To read it: python3 -m http.server --directory {where}\n")
    except Broken as problem:
        sys.exit(str(problem))
