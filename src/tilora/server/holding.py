"""Holding a database file: two servers on one SQLite file would not hear of each other's moves."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tilora.kernel import BadSetup
from tilora.store.engines import default_url, understood


def sqlite_file(database: str | None) -> Path | None:
    """The file of the database, if it is one. Raises WrongDatabase."""
    url = understood(database or default_url())
    return Path(str(url.database)).absolute() if url.get_backend_name() == "sqlite" else None


@contextmanager
def held(database: Path) -> Iterator[None]:
    """No other server has that file meanwhile. Raises BadSetup. A killed server lets go, too."""
    database.parent.mkdir(parents=True, exist_ok=True)
    with Path(f"{database}.lock").open("a+b") as file:
        if not _lock(file):
            raise BadSetup(
                f"Another `tilora serve` uses {database}. Stop it first, name another --database, or let both "
                "use one PostgreSQL."
            )
        yield


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
