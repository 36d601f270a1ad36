"""The command that installs a package of an author's own where this Tilora finds it."""

import shlex
import shutil
import sys
from pathlib import Path


def pip_command() -> str:
    """Return the command to install the package in the current folder: by another pip it would go elsewhere."""
    pip = shutil.which("pip")
    if pip is not None and Path(pip).parent == Path(sys.executable).parent:
        return "pip install -e ."
    return f"{shlex.quote(sys.executable)} -m pip install -e ."
