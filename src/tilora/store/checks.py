"""Checking a database: whether it takes what is written, and whether an SQLite file is what it should be."""

import secrets
import sqlite3
import time

from sqlalchemy import Connection, delete, insert, text
from sqlalchemy.exc import DBAPIError

from tilora.store import engines
from tilora.store.schema import records

PROBE_BYTES = 6000
"""Enough to need a page of its own, as a log does that grows."""
MOST_SENTENCES = 20
_STEPS = 100_000
"""Instructions of SQLite between two looks at the clock."""
_GAPS = text(
    """SELECT table_id FROM events GROUP BY table_id HAVING count(*) <> max(number) ORDER BY table_id LIMIT :most"""
)


def probe(connection: Connection) -> None:
    """Write a row and delete it again. In one transaction, so that nobody else sees it."""
    row = {"id": secrets.token_hex(8), "player": "", "game": "", "seats": 0, "title": "", "at": 0}
    connection.execute(insert(records).values(row | {"body": "x" * PROBE_BYTES}))
    connection.execute(delete(records).where(records.c.id == row["id"]))


def find_damage(connection: Connection, seconds: float) -> list[str] | None:
    """Return what is wrong with an SQLite file, in sentences, or None if that takes longer than this."""
    if connection.dialect.name != "sqlite":
        return []
    until = time.monotonic() + seconds
    driver: sqlite3.Connection = connection.connection.driver_connection  # type: ignore[assignment]
    driver.set_progress_handler(lambda: time.monotonic() > until, _STEPS)
    try:
        found = connection.exec_driver_sql(f"PRAGMA quick_check({MOST_SENTENCES})").scalars().all()
        damage = [] if found == ["ok"] else [f"The file is damaged: {line}." for line in found]
        gaps = connection.execute(_GAPS, {"most": MOST_SENTENCES}).scalars().all()
        return damage + [f"The log of table {table} has a gap." for table in gaps]
    except DBAPIError as error:
        if time.monotonic() > until:
            return None
        return [f"The file can't be read: {engines.describe(error)}."]
    finally:
        driver.set_progress_handler(None, 0)
