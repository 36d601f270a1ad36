"""Puzzles: who has tried which, ratings of players and puzzles, and mistakes that became puzzles."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, String, Text

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "puzzle_attempts",
        Column("player", String, primary_key=True),
        Column("game", String, primary_key=True),
        Column("puzzle", String, primary_key=True),
        Column("solved", Boolean, nullable=False),
        Column("at", BigInteger, nullable=False),
    )
    op.create_table(
        "puzzle_players",
        Column("player", String, primary_key=True),
        Column("game", String, primary_key=True),
        Column("rating", Float, nullable=False),
        Column("deviation", Float, nullable=False),
    )
    op.create_table(
        "puzzle_ratings",
        Column("game", String, primary_key=True),
        Column("puzzle", String, primary_key=True),
        Column("rating", Float, nullable=False),
        Column("deviation", Float, nullable=False),
    )
    op.create_table(
        "mistakes",
        Column("player", String, primary_key=True),
        Column("puzzle", String, primary_key=True),
        Column("game", String, nullable=False),
        Column("table_id", String, nullable=False),
        Column("body", Text, nullable=False),
        Column("stage", Integer, nullable=False),
        Column("due_at", BigInteger),
    )
    op.create_index("mistakes_due", "mistakes", ["player", "due_at"])
    op.create_table(
        "mistake_sources",
        Column("player", String, primary_key=True),
        Column("table_id", String, primary_key=True),
    )
