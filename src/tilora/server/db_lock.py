"""A lock on the database file, because two servers on one SQLite file would not hear of each other's moves.

The workers of one server do hear of each other. They keep the lock open as well, so that it is held until the last of
them has ended.

The server that holds the lock writes its address next to the file, so that `tilora` can open its page.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from tilora.kernel import BadSetup
from tilora.store.engines import default_url, parse_url

PROGRAM = Path(__file__).resolve().parents[1]
"""Where this program is installed: of several clones, each has its own."""


class DatabaseInUse(BadSetup):
    """Another server is using the database file."""


def sqlite_file(database: str | None) -> Path | None:
    """Return the file of an SQLite database, or None for another kind of database. Raises WrongDatabase."""
    url = parse_url(database or default_url())
    return Path(str(url.database)).absolute() if url.get_backend_name() == "sqlite" else None


class Running(NamedTuple):
    """A server that uses a database file."""

    address: str
    """Of its page; "" if it has not written one yet."""
    folder: str
    """Where its program is installed."""


def read_address(database: Path) -> Running:
    """Return the server that uses the file."""
    try:
        address, _, folder = _address_file(database).read_text(encoding="utf-8").strip().partition("\n")
    except OSError:
        return Running("", "")
    return Running(address, folder)


def write_address(database: Path, address: str) -> None:
    """Write down the address of this server, which uses the file, and where its program is."""
    _address_file(database).write_text(f"{address}\n{PROGRAM}\n", encoding="utf-8")


def _address_file(database: Path) -> Path:
    return Path(f"{database}.address")


@contextmanager
def lock_database(database: Path) -> Iterator[int]:
    """Hold the lock inside this context. Gives the open file that holds it, for workers to inherit.

    Raises DatabaseInUse. The lock of a killed server is released as well.
    """
    database.parent.mkdir(parents=True, exist_ok=True)
    with Path(f"{database}.lock").open("a+b") as file:
        if not _try_lock(file):
            raise DatabaseInUse(
                f"Another server is using {database}. Stop it, choose another --database, or let both share a "
                "PostgreSQL database."
            )
        _address_file(database).unlink(missing_ok=True)  # left by a killed server
        try:
            yield file.fileno()
        finally:
            _address_file(database).unlink(missing_ok=True)


def _try_lock(file: IO[bytes]) -> bool:
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
