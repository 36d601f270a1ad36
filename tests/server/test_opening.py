"""`tilora` alone: a server on this machine, and its page in the browser."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.patience import patience

COMMAND = [sys.executable, "-m", "tilora"]


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """The environment of a person with a screen, whose browser writes down what it is to open."""
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {tmp_path}/opened\n')
    browser.chmod(0o755)
    return os.environ | {
        "BROWSER": f"{browser} %s",
        "DISPLAY": ":9",
        "TILORA_ANNOUNCE": "false",
        "TILORA_DATABASE": f"sqlite:///{tmp_path}/tilora.db",
        "TILORA_HOST": "127.0.0.1",
        "TILORA_PORT": "0",
        "TILORA_BOT_PROCESSES": "1",
    }


@contextmanager
def running(home: dict[str, str]) -> Iterator[str]:
    """`tilora` runs meanwhile, at that address."""
    with subprocess.Popen(COMMAND, env=home, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - our own command
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[-1]
            server.terminate()
            assert server.wait(patience(60)) == 0
        finally:
            server.kill()


@pytest.fixture
def first(home: dict[str, str]) -> Iterator[str]:
    """A first `tilora` is running; its address."""
    with running(home) as address:
        yield address


def opened(folder: Path) -> list[str]:
    return (folder / "opened").read_text().split()


def test_a_second_tilora_opens_the_page_of_the_first(first: str, home: dict[str, str], tmp_path: Path) -> None:
    second = subprocess.run(COMMAND, env=home, capture_output=True, text=True, timeout=patience(60), check=True)  # noqa: S603
    assert second.stdout == f"Tilora is already running at {first}\n"
    assert httpx.get(f"{first}/health", trust_env=False, timeout=patience(60)).status_code == 200
    assert opened(tmp_path) == [first, first]


def test_a_second_tilora_says_whose_page_it_opens(first: str, home: dict[str, str], tmp_path: Path) -> None:
    """Clones share a database, and have programs of their own."""
    (tmp_path / "tilora.db.address").write_text(f"{first}\n/another/clone/src/tilora\n", encoding="utf-8")
    second = subprocess.run(COMMAND, env=home, capture_output=True, text=True, timeout=patience(60), check=True)  # noqa: S603
    assert second.stdout.startswith(
        f"Tilora is already running at {first}\nThat is a different installation, in /another/"
    )
    assert opened(tmp_path) == [first, first]


def test_a_stopped_server_leaves_no_address_behind(home: dict[str, str], tmp_path: Path) -> None:
    with running(home) as address:
        assert httpx.get(f"{address}/health", trust_env=False, timeout=patience(60)).status_code == 200
        assert (tmp_path / "tilora.db.address").exists()
    assert not (tmp_path / "tilora.db.address").exists()
