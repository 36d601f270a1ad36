"""A Chromium for the tests: the one that is there (see `packages`), or else Playwright's.

`python -m tests.browser.chromium FILE` makes sure that there is one, and touches the file; or says what to do.
"""

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.packages import on_the_path

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-audio-output",
)
"""It only opens our own pages, so it needs no sandbox, which root cannot have; and it makes no requests of its own."""
ADVICE = (
    "There is no Chromium here. `.venv/bin/playwright install chromium` fetches one; "
    "on Debian, `apt-get install chromium-headless-shell fonts-liberation libatomic1` does."
)
PATIENCE = 600.0
"""Seconds that downloading it may take."""


def found(playwright: Playwright) -> str | None:
    """Return the path of a Chromium, if there is one: on the PATH, or downloaded by Playwright."""
    own = playwright.chromium.executable_path
    return on_the_path() or (own if Path(own).exists() else None)


def launch(playwright: Playwright) -> Browser | None:
    """A browser without a window, or None if there is no Chromium."""
    path = found(playwright)
    return playwright.chromium.launch(executable_path=path, args=[*FLAGS]) if path else None


def _starts() -> bool:
    """Whether a Chromium is there and really runs, and Playwright's driver too, which needs libatomic."""
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright)
            if browser is None:
                return False
            sys.stdout.write(f"Browser tests run in Chromium {browser.version}.\n")
            browser.close()
            return True
    except Exception as error:  # noqa: BLE001 - a driver that does not start raises just that
        sys.stdout.write(f"No browser yet: {str(error).splitlines()[0]}\n")
        return False


def _fetched() -> bool:
    """Whether Playwright has fetched one that runs."""
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    try:
        subprocess.run(command, check=True, timeout=PATIENCE)  # noqa: S603 - our own command
    except (OSError, subprocess.SubprocessError):
        return False
    return _starts()


if __name__ == "__main__":
    if _starts() or _fetched():
        Path(sys.argv[1]).touch()
    else:
        sys.stdout.write(ADVICE + "\nThe browser tests will be skipped.\n")
