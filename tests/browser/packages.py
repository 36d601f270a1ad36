"""A Chromium from Debian's packages, where there is none and we may install one.

`python -m tests.browser.packages` needs nothing but Python, so that it can run while the environment is being made.
"""

import contextlib
import ctypes.util
import os
import shutil
import subprocess

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 600.0
"""Seconds that fetching them may take."""


def on_the_path() -> str | None:
    """Where a Chromium is, if the system has one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def missing() -> list[str]:
    """The packages that the tests of the page need: a browser, letters, and what Playwright's driver is linked with."""
    browser = [] if on_the_path() else ["chromium", "fonts-liberation"]
    return browser + ([] if ctypes.util.find_library("atomic") else ["libatomic1"])


def install(packages: list[str]) -> None:
    """Ask Debian for them, where we may. That they are there afterwards is for others to find out."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    install = [apt, "install", "--yes", "--quiet=2", "--no-install-recommends", *packages]
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        for command in ([apt, "update", "--quiet=2"], install):
            subprocess.run(command, check=True, env=environment, timeout=PATIENCE)  # noqa: S603 - our own commands


if __name__ == "__main__":
    if packages := missing():
        install(packages)
