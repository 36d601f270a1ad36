"""The day's challenges, and who has tried them."""

from alembic import op
from sqlalchemy import Column, Integer, String

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the two tables."""
    op.create_table(
        "challenges",
        Column("day", String, primary_key=True),
        Column("game", String, nullable=False),
        Column("level", Integer, nullable=False),
        Column("secret", String, nullable=False),
    )
    op.create_table(
        "attempts",
        Column("day", String, primary_key=True),
        Column("player", String, primary_key=True),
        Column("table_id", String, nullable=False, unique=True),
    )
