"""The toy game and the games of `examples/games`, installed as any package with a game would be: by pip, into a folder
that Python searches.

Every test sees the toy game. The examples are only there for those that ask for them.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

from tilora.kernel import Game

FOLDER = "TILORA_TESTS_TOY"
"""The environment variable that tells other processes where the toy game is."""
SOURCES = Path(__file__).parent / "toy"
EXAMPLES = sorted((Path(__file__).parents[1] / "examples" / "games").glob("*/pyproject.toml"))


def install() -> None:
    """The toy game can be found, here and in processes that are started from here."""
    if FOLDER not in os.environ:
        os.environ[FOLDER] = str(installed("toy", SOURCES))
    sys.path.insert(1, os.environ[FOLDER])


@cache
def with_examples() -> dict[str, str]:
    """Return the environment of a process that finds the toy game and the games of `examples/games`."""
    folder = installed("examples", *(file.parent for file in EXAMPLES))
    return {"PYTHONPATH": os.pathsep.join([str(folder), os.environ[FOLDER]])}


def example(name: str) -> Game:
    """Return a game of `examples/games`, which no registry knows: no other test sees it."""
    sources = str(EXAMPLES[0].parents[1] / name / "src")
    if sources not in sys.path:
        sys.path.append(sources)
    game: Game = getattr(import_module(f"tilora_{name}"), name.upper())
    return game


def installed(name: str, *sources: Path) -> Path:
    """Return where these packages are: the same sources are always in the same folder, and so is what was compiled."""
    digest = hashlib.sha256()
    for source in sources:
        for file in sorted(file for file in source.rglob("*") if file.suffix in (".py", ".toml")):
            digest.update(f"{file.relative_to(source)}\0".encode() + file.read_bytes())
    folder = Path(sys.prefix) / f"{name}-{digest.hexdigest()[:16]}"
    if not folder.exists():
        with tempfile.TemporaryDirectory(dir=sys.prefix) as part:
            pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            options = ["--no-deps", "--no-build-isolation", "--root-user-action=ignore", "--target", f"{part}/{name}"]
            subprocess.run([*pip, *options, *map(str, sources)], check=True)  # noqa: S603
            with suppress(OSError):  # somebody else was faster
                Path(part, name).rename(folder)
    return folder
