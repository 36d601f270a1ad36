"""A Chromium from Debian's packages, where there is none and we may install one.

`python -m tests.browser.packages` needs nothing but Python, so that it can run while the environment is being made.
"""

import contextlib
import ctypes.util
import os
import shutil
import subprocess

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first of these that is there. The headless shell is the same engine without a browser's windows around it: a test
takes two thirds of the processor time, and Debian's package is smaller."""
PATIENCE = 600.0
"""Seconds that fetching them may take."""


def on_the_path() -> str | None:
    """Where a Chromium is, if the system has one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def missing() -> list[list[str]]:
    """What the tests of the page need and the system does not have: a browser, letters, and what Playwright's driver is
    linked with. Each is a list of packages, the first of which that Debian has will do.
    """
    browser = [] if on_the_path() else [["chromium-headless-shell", "chromium"], ["fonts-liberation"]]
    return browser + ([] if ctypes.util.find_library("atomic") else [["libatomic1"]])


def install(wanted: list[list[str]]) -> None:
    """Ask Debian for them, where we may. That they are there afterwards is for others to find out."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}

    def run(*words: str) -> None:
        subprocess.run([apt, *words], check=True, env=environment, timeout=PATIENCE)  # noqa: S603 - our own commands

    with contextlib.suppress(OSError, subprocess.SubprocessError):
        run("update", "--quiet=2")
        install = ["install", "--yes", "--quiet=2", "--no-install-recommends"]
        try:
            run(*install, *(names[0] for names in wanted))
        except subprocess.CalledProcessError:
            run(*install, *(names[-1] for names in wanted))


if __name__ == "__main__":
    if wanted := missing():
        install(wanted)
