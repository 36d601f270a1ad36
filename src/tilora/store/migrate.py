"""Bringing a database to the form that this program needs, once, however many programs start at the same time."""

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
"""PostgreSQL's advisory locks have numbers for names; this one is ours."""


def migrate(url: URL, to: str = "head") -> None:
    """The database has the newest form, and what was in it is still there. Raises WrongDatabase."""
    with changing(url) as connection:
        upgrade(connection, to)


@contextmanager
def changing(url: URL) -> Iterator[Connection]:
    """One transaction under a lock, for changes of the form: others wait, and then find nothing left to do.

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
        if not engines.away(error):
            raise WrongDatabase(f"The database can't be used: {engines.words(error)}.") from error
        raise


def upgrade(connection: Connection, to: str = "head") -> None:
    """The database has that form, if it was empty or had an older one. Raises WrongDatabase."""
    if _form(connection) is None and inspect(connection).get_table_names():
        raise WrongDatabase("This database holds something else. Tilora needs one of its own.")
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def form_of(connection: Connection) -> str:
    """The form of a database of ours, by its name. Raises WrongDatabase."""
    form = _form(connection)
    if form is None:
        raise WrongDatabase("This is not a database of Tilora.")
    return form


def newest() -> str:
    """The form that this program needs, by its name."""
    return str(ScriptDirectory.from_config(_config()).get_current_head())


def _write_ahead(url: URL) -> None:
    """Readers and the writer don't wait for each other from now on (the file remembers it)."""
    engine = engines.autocommitting(url, connections=1)
    try:
        with engine.connect() as connection:
            mode = connection.exec_driver_sql("PRAGMA journal_mode = WAL").scalar_one()
    finally:
        engine.dispose()
    if mode != "wal":
        raise WrongDatabase("SQLite can't keep its write-ahead log where this database lies: use another disk.")


def _form(connection: Connection) -> str | None:
    """None if the database has none yet. Raises WrongDatabase for one that this program does not know."""
    form = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if form is not None and form not in known:
        raise WrongDatabase(
            f"This database was made by a newer Tilora: it has the form {form}, and this program knows those up to "
            f"{newest()}. Use the newer program, or another database."
        )
    return form


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config
