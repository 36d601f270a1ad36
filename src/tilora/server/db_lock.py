"""Holding a database file: two servers on one SQLite file would not hear of each other's moves.

Who holds it says beside it where they serve, so that somebody who only wants to play is led there.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tilora.kernel import BadSetup
from tilora.store.engines import default_url, parse_url


class DatabaseInUse(BadSetup):
    """Another server has the database file."""


def sqlite_file(database: str | None) -> Path | None:
    """The file of the database, if it is one. Raises WrongDatabase."""
    url = parse_url(database or default_url())
    return Path(str(url.database)).absolute() if url.get_backend_name() == "sqlite" else None


def read_address(database: Path) -> str:
    """Where the server that holds the file serves; empty if it has not said so yet."""
    try:
        return _note(database).read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def write_address(database: Path, address: str) -> None:
    """Others can read where the file is served."""
    _note(database).write_text(address + "\n", encoding="utf-8")


def _note(database: Path) -> Path:
    return Path(f"{database}.address")


@contextmanager
def lock_database(database: Path) -> Iterator[None]:
    """No other server has that file meanwhile. Raises DatabaseInUse. A killed server lets go, too."""
    database.parent.mkdir(parents=True, exist_ok=True)
    with Path(f"{database}.lock").open("a+b") as file:
        if not _lock(file):
            raise DatabaseInUse(
                f"Another `tilora serve` uses {database}. Stop it first, name another --database, or let both "
                "use one PostgreSQL."
            )
        _note(database).unlink(missing_ok=True)  # a killed server's
        try:
            yield
        finally:
            _note(database).unlink(missing_ok=True)


def _lock(file: IO[bytes]) -> bool:
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
