"""The tables of the database, as the newest migration leaves them. A test compares the two.

`events` is the truth. `tables`, `places`, `results` and `outcomes` are only for look-ups, and hold nothing that is not
in the events. Times are milliseconds since 1970.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    text,
)

metadata = MetaData()

events = Table(
    "events",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    # Keeps a table's log together, and writes it once instead of once as a row and once in an index.
    sqlite_with_rowid=False,
)

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("number", Integer, nullable=False),  # the last event that the summary includes
    Column("game", String, nullable=False),
    Column("status", String, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("host", String, nullable=False),
    Column("open_seats", Integer, nullable=False),
    Column("opened_at", BigInteger, nullable=False),
    Column("moved_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("due_at", BigInteger),
    Column("node", String),
    Column("summary", Text, nullable=False),
    Column("code", String),  # only while the table waits
)
# Written as text, because a partial index is only used by queries with exactly the same condition.
WAITING = text("status = 'waiting'")
FINISHED = text("status = 'finished'")
DUE = text("due_at IS NOT NULL")
PRIVATE = text("status = 'finished' AND NOT public")
UNFINISHED = text("status <> 'finished'")
CODE = text("code IS NOT NULL")
Index("tables_lobby", tables.c.opened_at, tables.c.id, sqlite_where=WAITING, postgresql_where=WAITING)
Index("tables_finished", tables.c.ended_at, tables.c.id, sqlite_where=FINISHED, postgresql_where=FINISHED)
Index("tables_private", tables.c.moved_at, sqlite_where=PRIVATE, postgresql_where=PRIVATE)
Index("tables_unfinished", tables.c.moved_at, sqlite_where=UNFINISHED, postgresql_where=UNFINISHED)
Index("tables_code", tables.c.code, unique=True, sqlite_where=CODE, postgresql_where=CODE)
Index("tables_due", tables.c.due_at, sqlite_where=DUE, postgresql_where=DUE)

places = Table(
    "places",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("player", String, primary_key=True),  # sits here, or is the host
    Column("over", Boolean, nullable=False),
    sqlite_with_rowid=False,
)
Index("places_player", places.c.player, places.c.over)

results = Table(
    "results",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", String),
    Column("name", String, nullable=False),
    Column("game", String, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("high", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)
Index("results_high", results.c.game, results.c.high)
Index("results_high_by_seats", results.c.game, results.c.seats, results.c.high)

outcomes = Table(
    "outcomes",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", String),  # null for a friend on somebody else's device
    Column("game", String, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("result", String, nullable=False),  # won, lost or drew
    Column("against", Text, nullable=False),  # the others: name, level and whether they were beaten, as JSON
    Column("at", BigInteger, nullable=False),
)
Index("outcomes_player", outcomes.c.player, outcomes.c.at, outcomes.c.table_id)
challenges = Table(
    "challenges",
    metadata,
    Column("day", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("level", Integer, nullable=False),
    Column("secret", String, nullable=False),
)

attempts = Table(
    "attempts",
    metadata,
    Column("day", String, primary_key=True),
    Column("player", String, primary_key=True),
    Column("table_id", String, nullable=False, unique=True),
)

players = Table(
    "players",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("login", String, unique=True),  # the claimed name, as names are compared
    Column("password_hash", String),
    Column("created_at", BigInteger, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String, primary_key=True),
    Column("player", String, ForeignKey("players.id"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False, server_default="0"),  # exact to a day
    Column("device", String, nullable=False, server_default=""),
)
Index("tokens_player", tokens.c.player)
Index("tokens_seen", tokens.c.seen_at)

records = Table(
    "records",
    metadata,
    Column("id", String, primary_key=True),
    Column("player", String, nullable=False),
    Column("game", String, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("title", String, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)
Index("records_player", records.c.player, records.c.at)

reviews = Table(
    "reviews",
    metadata,
    Column("id", String, primary_key=True),  # of a table or of a record
    Column("made_with", String, nullable=False),  # the network and the settings
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
)

puzzle_attempts = Table(
    "puzzle_attempts",
    metadata,
    Column("player", String, primary_key=True),
    Column("game", String, primary_key=True),
    Column("puzzle", String, primary_key=True),
    Column("solved", Boolean, nullable=False),  # by the first try
    Column("at", BigInteger, nullable=False),
)

puzzle_players = Table(
    "puzzle_players",
    metadata,
    Column("player", String, primary_key=True),
    Column("game", String, primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
)

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("game", String, primary_key=True),
    Column("puzzle", String, primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
)

mistakes = Table(
    "mistakes",
    metadata,
    Column("player", String, primary_key=True),
    Column("puzzle", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("table_id", String, nullable=False),  # of the match
    Column("body", Text, nullable=False),
    Column("stage", Integer, nullable=False),  # how often in a row it was solved by the first try
    Column("due_at", BigInteger),  # null once it does not come back any more
)
Index("mistakes_due", mistakes.c.player, mistakes.c.due_at)

mistake_sources = Table(
    "mistake_sources",
    metadata,
    Column("player", String, primary_key=True),
    Column("table_id", String, primary_key=True),  # a match whose review has been searched for mistakes
)

nodes = Table(
    "nodes",
    metadata,
    Column("id", String, primary_key=True),
    Column("seen_at", BigInteger, nullable=False),
)
