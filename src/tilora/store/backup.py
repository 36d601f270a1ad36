"""Backup and restore of a whole database. A backup is always one SQLite file, and can be restored into either kind.

Rows are copied as they are, in the schema version that the database has. So a program can back up a database that is
older than itself, and an old backup is upgraded by the same migrations as an old database.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, MetaData, insert, inspect, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import DatabaseError

from tilora.store import engines
from tilora.store.errors import StoreDown, WrongDatabase
from tilora.store.migrate import changing, schema_version, upgrade

GROUP = 5000
"""How many rows are in memory at a time."""
_VERSION_TABLE = "alembic_version"

Rows = dict[str, int]
"""How many rows were copied, by database table."""


def back_up(url: URL, file: Path) -> Rows:
    """Copy the database, as it is at one moment, into a new file. Servers keep running and never wait for it.

    Never overwrites a file, and leaves none behind if it fails. Raises WrongDatabase, StoreDown.
    """
    if file.exists():
        raise WrongDatabase(f"{file} already exists. Choose another name: a backup never overwrites a file.")
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)  # left by a backup that was killed
    try:
        with _at_one_moment(url) as source:
            engines.create_file(_sqlite(part))
            with changing(_sqlite(part)) as target:
                rows = _copy_rows(source, target)
        _fold_into_one_file(part)
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)
    return rows


def restore(file: Path, url: URL) -> Rows:
    """Copy the backup into an empty database, and upgrade it to the newest schema. All or nothing.

    Raises WrongDatabase, StoreDown.
    """
    if not file.is_file():
        raise WrongDatabase(f"The backup {file} does not exist.")
    with _at_one_moment(_sqlite(file)) as source:
        _check_backup(source, file)  # before the database is created
        engines.create_file(url)
        with changing(url) as target:
            if inspect(target).get_table_names():
                raise WrongDatabase(
                    "A backup can only be restored into an empty database, and this one is not empty. Choose another "
                    "one with --database, or move this one away first."
                )
            rows = _copy_rows(source, target)
            upgrade(target)
    return rows


def _check_backup(source: Connection, file: Path) -> None:
    """Raise WrongDatabase unless the file is a Tilora database."""
    try:
        schema_version(source)
    except (DatabaseError, WrongDatabase) as error:
        reason = engines.describe(error) if isinstance(error, DatabaseError) else str(error).rstrip(".")
        raise WrongDatabase(f"{file} is not a backup: {reason}.") from error


def _copy_rows(source: Connection, target: Connection) -> Rows:
    """Give the empty target the schema of the source, and copy all rows."""
    upgrade(target, schema_version(source))
    there, here = MetaData(), MetaData()
    there.reflect(source)
    here.reflect(target)
    rows: Rows = {}
    for table in here.sorted_tables:
        if table.name != _VERSION_TABLE:
            found = source.execution_options(yield_per=GROUP).execute(select(there.tables[table.name]))
            rows[table.name] = 0
            for group in found.mappings().partitions():
                target.execute(insert(table), [dict(row) for row in group])
                rows[table.name] += len(group)
    return rows


@contextmanager
def _at_one_moment(url: URL) -> Iterator[Connection]:
    """Connect to an existing database, and see it as it is now, whatever others write in the meantime."""
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).is_file():
        raise WrongDatabase(f"The database {url.database} does not exist.")
    engine = engines.snapshotting(url)
    try:
        with _translated_errors(), engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def _translated_errors() -> Iterator[None]:
    """Turn errors of the database into StoreDown or WrongDatabase."""
    try:
        yield
    except DatabaseError as error:
        if engines.is_away(error):
            raise StoreDown(f"The database does not answer: {engines.describe(error)}.") from error
        raise WrongDatabase(f"The database can't be used: {engines.describe(error)}.") from error


def _sqlite(file: Path) -> URL:
    return engines.parse_url(URL.create("sqlite", database=str(file.absolute())).render_as_string())


def _fold_into_one_file(file: Path) -> None:
    """Fold SQLite's write-ahead log into the file, so that it can be copied anywhere and read from read-only disks."""
    engine = engines.autocommitting(_sqlite(file), connections=1)
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode = DELETE")
    finally:
        engine.dispose()
