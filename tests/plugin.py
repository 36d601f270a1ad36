"""The toy game, installed as any package with a game would be: by pip, into a folder that Python searches."""

import hashlib
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

FOLDER = "TILORA_TESTS_TOY"
"""The environment variable that tells other processes where it is."""
SOURCES = Path(__file__).parent / "toy"


def install() -> None:
    """The toy game can be found, here and in processes that are started from here."""
    if FOLDER not in os.environ:
        os.environ[FOLDER] = str(_installed())
    sys.path.insert(1, os.environ[FOLDER])


def _installed() -> Path:
    """Where it is: the same sources are always in the same folder, so that what was compiled of them is used again."""
    digest = hashlib.sha256()
    for file in sorted(file for file in SOURCES.rglob("*") if file.suffix in (".py", ".toml")):
        digest.update(f"{file.relative_to(SOURCES)}\0".encode() + file.read_bytes())
    folder = Path(sys.prefix) / f"toy-{digest.hexdigest()[:16]}"
    if not folder.exists():
        with tempfile.TemporaryDirectory(dir=sys.prefix) as part:
            pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            options = ["--no-deps", "--no-build-isolation", "--root-user-action=ignore", "--target", f"{part}/toy"]
            subprocess.run([*pip, *options, str(SOURCES)], check=True)  # noqa: S603
            with suppress(OSError):  # somebody else was faster
                Path(part, "toy").rename(folder)
    return folder
