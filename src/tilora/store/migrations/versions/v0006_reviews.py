"""Reviews of finished matches, kept for whoever asks next."""

from alembic import op
from sqlalchemy import BigInteger, Column, String, Text

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "reviews",
        Column("id", String, primary_key=True),
        Column("made_with", String, nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("body", Text, nullable=False),
    )
