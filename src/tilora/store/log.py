"""The log of events in SQL: one statement writes the events of many tables, and one reads all events of a table.

SQLite releases Python's lock with every statement, and a busy event loop gives it back only after 5 ms. A hundred rows
sent one by one would take half a second instead of a few milliseconds.
"""

from collections.abc import Iterable, Sequence

import msgspec
from sqlalchemy import Connection, func, select, text, tuple_

from tilora.store.errors import Damaged
from tilora.store.schema import events


class Append(msgspec.Struct, frozen=True):
    """Events to append to a table's log, right after number `after`."""

    table: str
    after: int
    bodies: Sequence[str]


# Where the log does not reach `after`, `number` is null, which the database refuses. Where the log goes beyond it, the
# number exists already, which it refuses too. Either way the whole statement fails.
_INSERT = """
    INSERT INTO events (table_id, number, body)
    SELECT new.table_id, CASE WHEN new.after = 0 OR EXISTS (
        SELECT 1 FROM events WHERE events.table_id = new.table_id AND events.number = new.after
    ) THEN new.number END, new.body FROM """
_APPEND = {
    "sqlite": text(f"""{_INSERT} (
        SELECT json_extract(value, '$[0]') AS table_id, json_extract(value, '$[1]') AS after,
        json_extract(value, '$[2]') AS number, json_extract(value, '$[3]') AS body FROM json_each(:rows)) AS new"""),  # noqa: S608 # fixed texts
    "postgresql": text(f"""{_INSERT} (
        SELECT value ->> 0 AS table_id, CAST(value ->> 1 AS integer) AS after,
        CAST(value ->> 2 AS integer) AS number, value ->> 3 AS body
        FROM json_array_elements(CAST(:rows AS json))) AS new"""),  # noqa: S608 # fixed texts
}
# Each event comes with its number, because SQLite promises no order here.
_READ = {
    "sqlite": text(
        """SELECT group_concat(number || ' ' || body, char(10)) FROM events
        WHERE table_id = :table AND number > :after"""
    ),
    "postgresql": text(
        """SELECT string_agg(number || ' ' || body, chr(10)) FROM events
        WHERE table_id = :table AND number > :after"""
    ),
}


def check_line(body: bytes) -> str:
    """Return the event as the log keeps it. Raises ValueError if it can't be one line of JSON in UTF-8."""
    text = body.decode()
    if not text or "\n" in text or "\0" in text:
        raise ValueError("An event must be one line of JSON.")
    return text


def append_events(connection: Connection, appends: Iterable[Append]) -> None:
    """Append all of them to their logs. Raises IntegrityError, and then nothing was written."""
    # In the order of tables, so that two programs that write the same tables never deadlock.
    rows = [
        (append.table, append.after, number, body)
        for append in sorted(appends, key=lambda append: append.table)
        for number, body in enumerate(append.bodies, append.after + 1)
    ]
    connection.execute(_APPEND[connection.dialect.name], {"rows": msgspec.json.encode(rows).decode()})


def read_events(connection: Connection, table: str, after: int) -> list[bytes]:
    """Return the events of the log from number after+1 on. Raises Damaged if one is missing."""
    found = connection.execute(_READ[connection.dialect.name], {"table": table, "after": after}).scalar_one()
    if not found:
        return []
    bodies = dict(_numbered(line) for line in found.encode().split(b"\n"))
    for number in range(after + 1, after + len(bodies) + 1):
        if number not in bodies:
            raise Damaged(f"Event {number} is missing, although the log goes on to event {max(bodies)}.")
    return [bodies[number] for number in range(after + 1, after + len(bodies) + 1)]


def read_last_numbers(connection: Connection, tables: Sequence[str]) -> dict[str, int]:
    """Return how far the logs of these tables go."""
    query = select(events.c.table_id, func.max(events.c.number)).where(events.c.table_id.in_(tables))
    rows = connection.execute(query.group_by(events.c.table_id))
    return {row.table_id: row[1] for row in rows}


def _numbered(line: bytes) -> tuple[int, bytes]:
    number, _, body = line.partition(b" ")
    if not number.isdigit():
        raise Damaged("An event is not one line of text.")
    return int(number), body


def read_around(connection: Connection, appends: Sequence[Append]) -> dict[tuple[str, int], str]:
    """Return, by table and number, the events that are in the logs at the numbers of each append and just before."""
    numbers = [
        (append.table, number)
        for append in appends
        for number in range(append.after, append.after + len(append.bodies) + 1)
    ]
    query = select(events.c.table_id, events.c.number, events.c.body).where(
        tuple_(events.c.table_id, events.c.number).in_(numbers)
    )
    return {(table, number): body for table, number, body in connection.execute(query)}
