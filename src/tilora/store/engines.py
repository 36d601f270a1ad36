"""Connecting to a database: what its URL means, how connections are set up, and what its errors mean."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, cast

import platformdirs
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, ExceptionContext, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    InterfaceError,
    InternalError,
    NoSuchModuleError,
    OperationalError,
    SQLAlchemyError,
)

from tilora.store.errors import WrongDatabase

# SQLite waits in steps that grow to 100 ms. If two programs wrote without a pause, one of them would wait forever. So
# SQLite waits only for its first, short steps, and we retry.
_SQLITE_WAITS = 0.02
_SQLITE_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_PROTOCOL)
_SQLITE_TAKES_NOTHING = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY)
_SQLITE_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
# Disk full; read-only transaction; no right to write, which is also what a read-only file system is called.
_POSTGRES_TAKES_NOTHING = ("53100", "25006", "42501")
_POSTGRES_DAMAGED = ("XX001", "XX002")
_AWAY = (OperationalError, InterfaceError, InternalError)
_BEGIN = {"sqlite": "BEGIN IMMEDIATE", "postgresql": "BEGIN"}
_SNAPSHOT = {"sqlite": "SERIALIZABLE", "postgresql": "REPEATABLE READ"}
_SNAPSHOT_WAITS = 5.0
_SYNCHRONOUS = (
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
)
# A network that silently drops everything is noticed within seconds, not hours.
POSTGRES_CONNECTION = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "tilora",
}


def default_url() -> str:
    """Return the URL of an SQLite file in the user's data folder, and create the folder. Raises WrongDatabase."""
    try:
        folder = platformdirs.user_data_path("tilora", appauthor=False)
    except RuntimeError:
        raise WrongDatabase("You have no home folder. Choose where to store the database with --database.") from None
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return URL.create("sqlite", database=str(folder / "tilora.db")).render_as_string()


def parse_url(text: str) -> URL:
    """Return the URL with the driver that we use. Raises WrongDatabase."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise WrongDatabase(
            "This is not a database URL. Use sqlite:///path/to/file or postgresql://user@host/name."
        ) from None
    kind = url.get_backend_name()
    if kind == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if kind != "sqlite":
        raise WrongDatabase(f"Databases of type {kind!r} are not supported. Use sqlite or postgresql.")
    if not url.database or url.database == ":memory:" or url.query:
        raise WrongDatabase("An SQLite URL names a file and nothing else: sqlite:///path/to/file.")
    return url.set(drivername="sqlite+pysqlite")


def create_file(url: URL) -> None:
    """Create the SQLite file if it is missing, readable only by its owner: it holds seeds. Raises WrongDatabase."""
    if url.get_backend_name() != "sqlite":
        return
    path = Path(str(url.database)).absolute()
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise WrongDatabase(f"The database {path} can't be opened: {error.strerror}.") from None


def autocommitting(url: URL, *, connections: int) -> Engine:
    """Return an engine that commits each statement by itself, unless a transaction was begun; see `begin`."""
    return _engine(url, isolation_level="AUTOCOMMIT", pool_size=connections, max_overflow=0)


def migrating(url: URL) -> Engine:
    """Return an engine for migrations. In SQLite, its transactions lock out other writers from the beginning."""
    return _beginning(_engine(url), "BEGIN IMMEDIATE")


def snapshotting(url: URL) -> Engine:
    """Return an engine whose transactions see the database as of their first read, and keep nobody waiting."""
    return _beginning(_engine(url, waits=_SNAPSHOT_WAITS, isolation_level=_SNAPSHOT[url.get_backend_name()]), "BEGIN")


def _beginning(engine: Engine, statement: str) -> Engine:
    """Make the engine begin its SQLite transactions with this statement, because Python is kept from doing so."""
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql(statement)

    return engine


def begin(connection: Connection) -> None:
    """Begin a transaction on an autocommitting connection. In SQLite, it locks out other writers."""
    connection.exec_driver_sql(_BEGIN[connection.dialect.name])


def commit(connection: Connection) -> None:
    """Commit to disk what was written since `begin`."""
    connection.exec_driver_sql("COMMIT")


def rollback(connection: Connection) -> None:
    """Undo what was written since `begin`. It never fails: if the database is away, the connection is closed."""
    try:
        connection.exec_driver_sql("ROLLBACK")
    except SQLAlchemyError:
        connection.invalidate()


@contextmanager
def no_queue() -> Iterator[None]:
    """For a database that one program writes to, or that lets writers wait in a queue of its own."""
    yield


def queue_of(url: URL) -> Callable[[], AbstractContextManager[None]]:
    """Return what to hold while writing, for several programs that all write a lot.

    SQLite lets a writer sleep and try again, so others may overtake it many times. Those who wait for a lock on a file
    are woken in turn, and at once. It is only for speed: whoever does not take part is kept apart by SQLite itself.
    """
    if url.get_backend_name() != "sqlite":
        return no_queue
    import fcntl

    file = Path(f"{url.database}.queue").open("ab")  # noqa: SIM115 - as long as the program writes

    @contextmanager
    def queue() -> Iterator[None]:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)

    return queue


def is_away(error: BaseException) -> bool:
    """Whether the database is unreachable, busy or broken, as opposed to a mistake in our statement."""
    return isinstance(error, DBAPIError) and (error.connection_invalidated or isinstance(error, _AWAY))


def is_busy(error: BaseException) -> bool:
    """Whether another program was writing, so that ours could not."""
    return _sqlite_code(error) in _SQLITE_BUSY


def cannot_write(error: BaseException) -> bool:
    """Whether the database can't write, so that waiting a moment would not help: its disk is full or read-only."""
    return _sqlite_code(error) in _SQLITE_TAKES_NOTHING or _postgres_code(error) in _POSTGRES_TAKES_NOTHING


def is_damaged(error: BaseException) -> bool:
    """Whether the database could not make sense of its own file."""
    return _sqlite_code(error) in _SQLITE_DAMAGED or _postgres_code(error) in _POSTGRES_DAMAGED


def _sqlite_code(error: BaseException) -> int:
    return getattr(error.orig, "sqlite_errorcode", 0) & 0xFF if isinstance(error, DBAPIError) else 0


def _postgres_code(error: BaseException) -> str:
    return getattr(error.orig, "sqlstate", "") or "" if isinstance(error, DBAPIError) else ""


def retry_delay(error: BaseException) -> float:
    """Return how many seconds to wait before trying a database again that was away."""
    return 0.001 if is_busy(error) else 0.05


def is_unstorable(error: BaseException) -> bool:
    """Whether a statement had a value that the database can't hold."""
    return isinstance(error, DataError | UnicodeEncodeError)


def describe(error: BaseException) -> str:
    """Return the error message of the database, in one line."""
    if is_busy(error):
        return "another program keeps it locked"
    message = str(error.orig if isinstance(error, DBAPIError) else error).strip() or type(error).__name__
    return message.splitlines()[0]


def _engine(url: URL, *, waits: float = _SQLITE_WAITS, **options: Any) -> Engine:
    if url.get_backend_name() == "sqlite":
        arguments: dict[str, Any] = {"timeout": waits, "check_same_thread": False}
    else:
        arguments = {name: value for name, value in POSTGRES_CONNECTION.items() if name not in url.query}
    try:
        engine = create_engine(url, connect_args=arguments, **options)
    except (ImportError, NoSuchModuleError):
        raise WrongDatabase("PostgreSQL needs additional packages: pip install 'tilora[cluster]'.") from None
    event.listen(engine, "handle_error", _call_it_lost)
    event.listen(engine, "connect", _set_up_sqlite if url.get_backend_name() == "sqlite" else _set_up_postgres)
    return engine


def _call_it_lost(context: ExceptionContext) -> OperationalError | None:
    """Return the error to raise instead if the connection is lost, whatever the database said last.

    It may break right after the database has refused a value. Code that caught only the refusal would use it again.
    """
    error = context.sqlalchemy_exception
    if not context.is_disconnect or not isinstance(error, DBAPIError) or isinstance(error, OperationalError):
        return None
    return OperationalError(
        error.statement, error.params, cast(Exception, error.orig), error.hide_parameters, connection_invalidated=True
    )


def _set_up_sqlite(connection: Any, record: object) -> None:
    """Commit to the disk, not to the memory of the operating system, and check foreign keys."""
    # Otherwise Python would begin transactions by itself, in a way that can fail when two programs write.
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")


def _set_up_postgres(connection: Any, record: object) -> None:
    """Commit to the disk, even where the database is set up not to wait for it. Stronger settings stay."""
    connection.execute(_SYNCHRONOUS)
    connection.commit()
