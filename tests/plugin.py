"""The toy game, installed as any package with a game would be: by pip, into a folder that Python searches."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = "TILORA_TESTS_TOY"
"""The environment variable that tells other processes where it is."""


def install() -> None:
    """The toy game can be found, here and in processes that are started from here."""
    if FOLDER not in os.environ:
        os.environ[FOLDER] = tempfile.mkdtemp(prefix="tilora-toy-")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        options = ["--no-deps", "--no-build-isolation", "--root-user-action=ignore", "--target", os.environ[FOLDER]]
        subprocess.run([*pip, *options, str(Path(__file__).parent / "toy")], check=True)  # noqa: S603
    sys.path.insert(1, os.environ[FOLDER])


def remove() -> None:
    """The toy game is gone."""
    shutil.rmtree(os.environ.pop(FOLDER, ""), ignore_errors=True)
