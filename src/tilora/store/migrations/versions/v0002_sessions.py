"""When and where tokens were last used, and indexes for what is deleted after some time."""

import time

from alembic import op
from sqlalchemy import BigInteger, Column, String, text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the columns and the indexes. Tokens from before count as used now."""
    op.add_column("tokens", Column("seen_at", BigInteger, nullable=False, server_default="0"))
    op.add_column("tokens", Column("device", String, nullable=False, server_default=""))
    op.execute(text("UPDATE tokens SET seen_at = :now").bindparams(now=int(time.time() * 1000)))
    op.create_index("tokens_seen", "tokens", ["seen_at"])
    private = text("status = 'finished' AND NOT public")
    unfinished = text("status <> 'finished'")
    op.create_index("tables_private", "tables", ["moved_at"], sqlite_where=private, postgresql_where=private)
    op.create_index("tables_unfinished", "tables", ["moved_at"], sqlite_where=unfinished, postgresql_where=unfinished)
