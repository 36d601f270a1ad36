"""Codes to join waiting tables by."""

from alembic import op
from sqlalchemy import Column, String, text

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column. Tables that wait already have no code; people join them by their link."""
    op.add_column("tables", Column("code", String))
    given = text("code IS NOT NULL")
    op.create_index("tables_code", "tables", ["code"], unique=True, sqlite_where=given, postgresql_where=given)
