"""Set-up for all tests: the toy game is installed as any package with a game would be."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

TOY = "TILORA_TESTS_TOY"


def pytest_configure(config: pytest.Config) -> None:
    """Install the toy game into a folder of its own, once, and let all workers find it there."""
    if TOY not in os.environ:
        folder = tempfile.mkdtemp(prefix="tilora-toy-")
        os.environ[TOY] = folder
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        options = ["--no-deps", "--no-build-isolation", "--root-user-action=ignore", "--target", folder]
        subprocess.run([*install, *options, str(Path(__file__).parent / "toy")], check=True)  # noqa: S603
    sys.path.insert(1, os.environ[TOY])


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the toy game when the last of the workers has gone."""
    if not hasattr(config, "workerinput") and TOY in os.environ:
        shutil.rmtree(os.environ.pop(TOY), ignore_errors=True)
