"""Reaching a database: which one a URL means, how its connections are set up, and what its errors mean."""

import os
import sqlite3
from pathlib import Path
from typing import Any

import platformdirs
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    InterfaceError,
    InternalError,
    NoSuchModuleError,
    OperationalError,
)

from tilora.store.errors import WrongDatabase

# SQLite waits in steps that grow to 100 ms, and of two who write without pause one would wait for ever: so it waits
# in its first, short steps only, and we ask again and again.
_SQLITE_WAITS = 0.02
_SQLITE_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_PROTOCOL)
_AWAY = (OperationalError, InterfaceError, InternalError)
_BEGIN = {"sqlite": "BEGIN IMMEDIATE", "postgresql": "BEGIN"}
_LOOKING = {"sqlite": "SERIALIZABLE", "postgresql": "REPEATABLE READ"}
_LOOKING_WAITS = 5.0
# A network that swallows everything without a word is noticed within seconds, not hours.
POSTGRES_CONNECTION = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "tilora",
}


def default_url() -> str:
    """An SQLite file in the user's data folder, which exists now. Raises WrongDatabase."""
    try:
        folder = platformdirs.user_data_path("tilora", appauthor=False)
    except RuntimeError:
        raise WrongDatabase("You have no home folder, so it has to be said where games are kept: --database.") from None
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return URL.create("sqlite", database=str(folder / "tilora.db")).render_as_string()


def understood(text: str) -> URL:
    """The URL with the driver that we use. Raises WrongDatabase."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise WrongDatabase(
            "That is not the URL of a database. It looks like sqlite:///path/to/file or postgresql://user@host/name."
        ) from None
    kind = url.get_backend_name()
    if kind == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if kind != "sqlite":
        raise WrongDatabase(f"Databases of the kind {kind!r} are not supported: it can be sqlite or postgresql.")
    if not url.database or url.database == ":memory:" or url.query:
        raise WrongDatabase("SQLite needs a file, and nothing but a file: sqlite:///path/to/file.")
    return url.set(drivername="sqlite+pysqlite")


def made_private(url: URL) -> None:
    """An SQLite file exists, readable by its owner alone if it is new: it holds seeds. Raises WrongDatabase."""
    if url.get_backend_name() != "sqlite":
        return
    path = Path(str(url.database)).absolute()
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise WrongDatabase(f"The database {path} can't be opened: {error.strerror}.") from None


def autocommitting(url: URL, *, connections: int) -> Engine:
    """An engine whose statements stand for themselves, unless a BEGIN is sent: see `begin`."""
    return _engine(url, isolation_level="AUTOCOMMIT", pool_size=connections, max_overflow=0)


def migrating(url: URL) -> Engine:
    """An engine for migrations, whose transactions lock out other writers from their beginning (SQLite)."""
    return _beginning(_engine(url), "BEGIN IMMEDIATE")


def looking(url: URL) -> Engine:
    """An engine whose transactions see the database as it was when they first looked, and keep nobody waiting."""
    return _beginning(_engine(url, waits=_LOOKING_WAITS, isolation_level=_LOOKING[url.get_backend_name()]), "BEGIN")


def _beginning(engine: Engine, words: str) -> Engine:
    """The engine begins its transactions in SQLite with these words, since Python is kept from it there."""
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql(words)

    return engine


def begin(connection: Connection) -> None:
    """A transaction has begun on an autocommitting connection; in SQLite no other writer can come between."""
    connection.exec_driver_sql(_BEGIN[connection.dialect.name])


def commit(connection: Connection) -> None:
    """What was written since `begin` is on disk."""
    connection.exec_driver_sql("COMMIT")


def rollback(connection: Connection) -> None:
    """Nothing was written since `begin`."""
    connection.exec_driver_sql("ROLLBACK")


def away(error: BaseException) -> bool:
    """Whether the database is out of reach, busy or out of order, rather than our statement wrong."""
    return isinstance(error, DBAPIError) and (error.connection_invalidated or isinstance(error, _AWAY))


def busy(error: BaseException) -> bool:
    """Whether another program is writing, so that nothing of ours was."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlite_errorcode", 0) & 0xFF in _SQLITE_BUSY


def pause(error: BaseException) -> float:
    """Seconds to wait before it is worth asking a database again that is away."""
    return 0.001 if busy(error) else 0.05


def unstorable(error: BaseException) -> bool:
    """Whether something was to be written or looked for that no database can hold."""
    return isinstance(error, DataError | UnicodeEncodeError)


def words(error: BaseException) -> str:
    """What the database said, in one line."""
    if busy(error):
        return "another program keeps it locked"
    said = str(error.orig if isinstance(error, DBAPIError) else error).strip() or type(error).__name__
    return said.splitlines()[0]


def _engine(url: URL, *, waits: float = _SQLITE_WAITS, **options: Any) -> Engine:
    if url.get_backend_name() == "sqlite":
        arguments: dict[str, Any] = {"timeout": waits, "check_same_thread": False}
    else:
        arguments = {name: value for name, value in POSTGRES_CONNECTION.items() if name not in url.query}
    try:
        engine = create_engine(url, connect_args=arguments, **options)
    except (ImportError, NoSuchModuleError):
        raise WrongDatabase("PostgreSQL needs a few more packages: pip install 'tilora[cluster]'.") from None
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, record: object) -> None:
    """Wait for others instead of failing, and commit to the disk, not to the memory of the operating system."""
    # Python would otherwise begin transactions by itself, in the way that can fail when two programs write.
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
