"""A Caddy for the tests: the one that is there, or else Debian's, unpacked into our own environment.

`python -m tests.proxy FILE` makes sure that there is one, and touches the file; or says what to do.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ADVICE = "There is no Caddy here. On Debian and Ubuntu, `apt-get install caddy` brings one; see caddyserver.com."
PATIENCE = 300.0
"""Seconds that fetching it may take."""
OWN = Path(__file__).parents[1] / ".venv" / "caddy"


def found() -> str | None:
    """Where a Caddy is, if there is one."""
    return shutil.which("caddy", path=f"{os.environ.get('PATH', '')}{os.pathsep}{OWN / 'usr/bin'}")


def _fetched() -> bool:
    """Whether Debian has given us one. It is not installed: that would also start it, at port 80."""
    apt, unpack = shutil.which("apt-get"), shutil.which("dpkg-deb")
    if apt is None or unpack is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        fetch = [apt, "download", "--quiet", "caddy"]
        news = [apt, "update", "--quiet"]  # which only root can ask for
        if not (_done(fetch, folder) or (os.geteuid() == 0 and _done(news, folder) and _done(fetch, folder))):
            return False
        (package,) = Path(folder).glob("caddy_*.deb")
        return _done([unpack, "--extract", str(package), str(OWN)], folder) and found() is not None


def _done(command: list[str], folder: str) -> bool:
    try:
        subprocess.run(command, check=True, cwd=folder, timeout=PATIENCE)  # noqa: S603 - our own commands
    except (OSError, subprocess.SubprocessError):
        return False
    return True


if __name__ == "__main__":
    if found() or _fetched():
        Path(sys.argv[1]).touch()
    else:
        sys.stdout.write(ADVICE + "\nThe tests of the proxy will be skipped.\n")
