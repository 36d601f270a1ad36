"""The first schema: the log, the look-ups and the players."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Integer, String, Text, text

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create all tables in an empty database."""
    op.create_table(
        "events",
        Column("table_id", String, primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("body", Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tables",
        Column("id", String, primary_key=True),
        Column("number", Integer, nullable=False),
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
    )
    waiting = text("status = 'waiting'")
    finished = text("status = 'finished'")
    due = text("due_at IS NOT NULL")
    op.create_index("tables_lobby", "tables", ["opened_at", "id"], sqlite_where=waiting, postgresql_where=waiting)
    op.create_index("tables_finished", "tables", ["ended_at", "id"], sqlite_where=finished, postgresql_where=finished)
    op.create_index("tables_due", "tables", ["due_at"], sqlite_where=due, postgresql_where=due)
    op.create_table(
        "places",
        Column("table_id", String, primary_key=True),
        Column("player", String, primary_key=True),
        Column("over", Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("places_player", "places", ["player", "over"])
    op.create_table(
        "results",
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
    op.create_index("results_high", "results", ["game", "high"])
    op.create_index("results_high_by_seats", "results", ["game", "seats", "high"])
    op.create_table(
        "players",
        Column("id", String, primary_key=True),
        Column("name", String, nullable=False),
        Column("login", String, unique=True),
        Column("password_hash", String),
        Column("created_at", BigInteger, nullable=False),
    )
    op.create_table(
        "tokens",
        Column("hash", String, primary_key=True),
        Column("player", String, ForeignKey("players.id"), nullable=False),
        Column("created_at", BigInteger, nullable=False),
    )
    op.create_index("tokens_player", "tokens", ["player"])
    op.create_table(
        "records",
        Column("id", String, primary_key=True),
        Column("player", String, nullable=False),
        Column("game", String, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("title", String, nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("body", Text, nullable=False),
    )
    op.create_index("records_player", "records", ["player", "at"])
    op.create_table(
        "nodes",
        Column("id", String, primary_key=True),
        Column("seen_at", BigInteger, nullable=False),
    )
