"""Copies of a whole database. A backup is one SQLite file, whichever kind the database is, and fits into both kinds.

Rows are copied as they are, in the form that the database has: so a program that is newer than its database can back it
up too, and an old backup is brought to the newest form by the same steps as an old database.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, MetaData, insert, inspect, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import DatabaseError

from tilora.store import engines
from tilora.store.errors import StoreDown, WrongDatabase
from tilora.store.migrate import changing, form_of, upgrade

GROUP = 5000
"""Rows that are in memory at a time."""
_FORM = "alembic_version"

Rows = dict[str, int]
"""How many rows were copied, by the name of the table of the database."""


def back_up(url: URL, file: Path) -> Rows:
    """The file holds what the database held at one moment. Servers go on meanwhile and wait for nothing.

    Nothing is overwritten, and a backup that fails leaves no file. Raises WrongDatabase, StoreDown.
    """
    if file.exists():
        raise WrongDatabase(f"{file} is there already, and nothing is overwritten. Name another file.")
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)  # of a backup that was killed
    try:
        with _at_one_moment(url) as source:
            engines.made_private(_sqlite(part))
            with changing(_sqlite(part)) as target:
                rows = _copied(source, target)
        _made_one_file(part)
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)
    return rows


def restore(file: Path, url: URL) -> Rows:
    """The database holds what the backup holds, in the newest form. All or nothing, and only if it was empty before.

    Raises WrongDatabase, StoreDown.
    """
    if not file.is_file():
        raise WrongDatabase(f"There is no backup {file}.")
    with _at_one_moment(_sqlite(file)) as source:
        _check_backup(source, file)  # before anything is made for it
        engines.made_private(url)
        with changing(url) as target:
            if inspect(target).get_table_names():
                raise WrongDatabase(
                    "A backup is restored into an empty database, and this one is not. Name another --database, or "
                    "move this one out of the way first."
                )
            rows = _copied(source, target)
            upgrade(target)
    return rows


def _check_backup(source: Connection, file: Path) -> None:
    """The file is a database of ours. Raises WrongDatabase."""
    try:
        form_of(source)
    except (DatabaseError, WrongDatabase) as error:
        reason = engines.words(error) if isinstance(error, DatabaseError) else str(error).rstrip(".")
        raise WrongDatabase(f"{file} is not a backup: {reason}.") from error


def _copied(source: Connection, target: Connection) -> Rows:
    """The empty target has the form of the source, and all its rows."""
    upgrade(target, form_of(source))
    there, here = MetaData(), MetaData()
    there.reflect(source)
    here.reflect(target)
    rows: Rows = {}
    for table in here.sorted_tables:
        if table.name != _FORM:
            found = source.execution_options(yield_per=GROUP).execute(select(there.tables[table.name]))
            rows[table.name] = 0
            for group in found.mappings().partitions():
                target.execute(insert(table), [dict(row) for row in group])
                rows[table.name] += len(group)
    return rows


@contextmanager
def _at_one_moment(url: URL) -> Iterator[Connection]:
    """A connection that sees a database that is there as it is now, whatever others write meanwhile."""
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).is_file():
        raise WrongDatabase(f"There is no database {url.database}.")
    engine = engines.looking(url)
    try:
        with _told(), engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def _told() -> Iterator[None]:
    """What the database complains about is said in our words."""
    try:
        yield
    except DatabaseError as error:
        if engines.away(error):
            raise StoreDown(f"The database does not answer: {engines.words(error)}.") from error
        raise WrongDatabase(f"The database can't be used: {engines.words(error)}.") from error


def _sqlite(file: Path) -> URL:
    return engines.understood(URL.create("sqlite", database=str(file.absolute())).render_as_string())


def _made_one_file(file: Path) -> None:
    """What SQLite keeps beside the file is in it: it can be carried anywhere, and read where nothing can be written."""
    engine = engines.autocommitting(_sqlite(file), connections=1)
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode = DELETE")
    finally:
        engine.dispose()
