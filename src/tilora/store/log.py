"""The log of events in SQL: one statement writes the events of many tables, one reads all of a table's.

One statement each, because with every step SQLite lets go of the interpreter, and a busy event loop gives it back
only after 5 ms: a hundred rows sent one by one then take half a second instead of some milliseconds.
"""

from collections.abc import Iterable, Sequence

import msgspec
from sqlalchemy import Connection, select, text, tuple_

from tilora.store.schema import events


class Appending(msgspec.Struct, frozen=True):
    """Events that want to stand in a log, right after number `after`."""

    table: str
    after: int
    bodies: Sequence[str]


# `number` is null, which the database refuses, where the log does not reach to `after`; where it goes beyond, the
# number exists already, which it refuses too. Either way the statement fails as a whole.
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
_READ = {
    "sqlite": text(
        """SELECT group_concat(body, char(10)) FROM
        (SELECT body FROM events WHERE table_id = :table AND number > :after ORDER BY number)"""
    ),
    "postgresql": text(
        """SELECT string_agg(body, chr(10) ORDER BY number) FROM events
        WHERE table_id = :table AND number > :after"""
    ),
}


def line(body: bytes) -> str:
    """The event as the log holds it. Raises ValueError if it can't be JSON on one line in UTF-8."""
    found = body.decode()
    if not found or "\n" in found or "\0" in found:
        raise ValueError("An event is one line of JSON.")
    return found


def append(connection: Connection, appendings: Iterable[Appending]) -> None:
    """All of them stand in their logs. Raises IntegrityError, and then none does."""
    # In the order of tables: two programs that write the same tables then never wait for each other in a circle.
    rows = [
        (one.table, one.after, number, body)
        for one in sorted(appendings, key=lambda one: one.table)
        for number, body in enumerate(one.bodies, one.after + 1)
    ]
    connection.execute(_APPEND[connection.dialect.name], {"rows": msgspec.json.encode(rows).decode()})


def read(connection: Connection, table: str, after: int) -> list[bytes]:
    """What stands in the log from number after+1 on."""
    found = connection.execute(_READ[connection.dialect.name], {"table": table, "after": after}).scalar_one()
    return found.encode().split(b"\n") if found else []


def standing(connection: Connection, appendings: Sequence[Appending]) -> dict[tuple[str, int], str]:
    """By table and number: what stands in the logs at the numbers that each of them wants, and at the one before."""
    wanted = [(one.table, number) for one in appendings for number in range(one.after, one.after + len(one.bodies) + 1)]
    query = select(events.c.table_id, events.c.number, events.c.body).where(
        tuple_(events.c.table_id, events.c.number).in_(wanted)
    )
    return {(table, number): body for table, number, body in connection.execute(query)}
