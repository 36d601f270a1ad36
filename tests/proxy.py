"""A Caddy for the tests: the one that is there, or else one that can be had.

`python -m tests.proxy FILE` makes sure that there is one, and touches the file; or says what to do.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ADVICE = (
    "There is no Caddy here. On Debian and Ubuntu, `apt-get install caddy` does it; see caddyserver.com for others."
)
PATIENCE = 300.0
"""Seconds that fetching it may take."""


def found() -> str | None:
    """Where a Caddy is, if there is one."""
    return shutil.which("caddy")


def _fetched() -> bool:
    """Whether Debian has given us one. Its service, which would take port 80, is not started."""
    apt = shutil.which("apt-get")
    if apt is None or os.geteuid() != 0:
        return False
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    commands = [[apt, "update", "--quiet"], [apt, "install", "--yes", "--quiet", "--no-install-recommends", "caddy"]]
    try:
        for command in commands:
            subprocess.run(command, check=True, env=environment, timeout=PATIENCE)  # noqa: S603 - our own commands
    except (OSError, subprocess.SubprocessError):
        return False
    return found() is not None


if __name__ == "__main__":
    if found() or _fetched():
        Path(sys.argv[1]).touch()
    else:
        sys.stdout.write(ADVICE + "\nThe tests of the proxy will be skipped.\n")
