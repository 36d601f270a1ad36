"""Upgrading a database to the schema that this program needs: once, however many programs start together."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect
from sqlalchemy.engine import URL
from sqlalchemy.exc import DatabaseError

from tilora.store import engines
from tilora.store.errors import WrongDatabase

_LOCK = 0x7411_0A5E
"""The number of our advisory lock in PostgreSQL."""


def migrate(url: URL, to: str = "head") -> None:
    """Upgrade the database to the newest schema, and keep what is in it. Raises WrongDatabase."""
    with changing(url) as connection:
        upgrade(connection, to)


@contextmanager
def changing(url: URL) -> Iterator[Connection]:
    """Run one transaction under a lock, for changes of the schema. Others wait, and then find nothing left to do.

    Raises WrongDatabase.
    """
    try:
        if url.get_backend_name() == "sqlite":
            _write_ahead(url)
        engine = engines.migrating(url)
        try:
            with engine.begin() as connection:
                if connection.dialect.name == "postgresql":
                    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
                yield connection
        finally:
            engine.dispose()
    except DatabaseError as error:
        if not engines.is_away(error):
            raise WrongDatabase(f"The database can't be used: {engines.describe(error)}.") from error
        raise


def upgrade(connection: Connection, to: str = "head") -> None:
    """Upgrade an empty or older database to that schema version. Raises WrongDatabase."""
    if _schema_version(connection) is None and inspect(connection).get_table_names():
        raise WrongDatabase("This database belongs to another program. Tilora needs one of its own.")
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def schema_version(connection: Connection) -> str:
    """Return the schema version of a Tilora database. Raises WrongDatabase."""
    version = _schema_version(connection)
    if version is None:
        raise WrongDatabase("This is not a Tilora database.")
    return version


def newest_version() -> str:
    """Return the schema version that this program needs."""
    return str(ScriptDirectory.from_config(_config()).get_current_head())


def _write_ahead(url: URL) -> None:
    """Switch the file to write-ahead logging for good, so that readers and the writer don't wait for each other."""
    engine = engines.autocommitting(url, connections=1)
    try:
        with engine.connect() as connection:
            mode = connection.exec_driver_sql("PRAGMA journal_mode = WAL").scalar_one()
    finally:
        engine.dispose()
    if mode != "wal":
        raise WrongDatabase("SQLite can't use write-ahead logging on this disk. Put the database on another one.")


def _schema_version(connection: Connection) -> str | None:
    """Return None if the database has no schema yet. Raises WrongDatabase for a version this program does not know."""
    version = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if version is not None and version not in known:
        raise WrongDatabase(
            f"A newer Tilora has upgraded this database to version {version}; this program knows versions up to "
            f"{newest_version()}. Use the newer program, or another database."
        )
    return version


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config
