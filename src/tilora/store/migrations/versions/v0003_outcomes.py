"""What matches came to for their players, for the page of a player and for high scores that say against whom."""

import json
from typing import Any

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, String, Text, bindparam, text

revision = "0003"
down_revision = "0002"

AT_ONCE = 500
"""Rows that are written together."""


def upgrade() -> None:
    """Create the table, and fill it with the finished matches that count for the high scores."""
    op.create_table(
        "outcomes",
        Column("table_id", String, primary_key=True),
        Column("seat", Integer, primary_key=True, autoincrement=False),
        Column("player", String),
        Column("game", String, nullable=False),
        Column("seats", Integer, nullable=False),
        Column("score", Integer, nullable=False),
        Column("result", String, nullable=False),
        Column("against", Text, nullable=False),
        Column("at", BigInteger, nullable=False),
    )
    op.create_index("outcomes_player", "outcomes", ["player", "at", "table_id"])
    connection = op.get_bind()
    names = ("table_id", "seat", "player", "game", "seats", "score", "result", "against", "at")
    add = text(f"INSERT INTO outcomes ({', '.join(names)}) VALUES ({', '.join(f':{name}' for name in names)})")  # noqa: S608
    add = add.bindparams(*(bindparam(name) for name in names))
    rows: list[dict[str, Any]] = []
    for table, summary in connection.execute(text("SELECT id, summary FROM tables WHERE status = 'finished'")).all():
        rows += _rows(table, json.loads(summary))
        if len(rows) >= AT_ONCE:
            connection.execute(add, rows)
            rows = []
    if rows:
        connection.execute(add, rows)


def _rows(table: str, summary: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rows of one match. Of several seats of one player, the first is theirs, the others are friends'."""
    places = summary["places"]
    found: list[dict[str, Any]] = []
    for place in places:
        if place["value"] is None:
            continue
        others = [other for other in places if other is not place]
        drew = all(other["rank"] == 1 for other in others)
        against = [
            [other["name"], other["level"] if other["kind"] == "bot" else None, place["rank"] < other["rank"]]
            for other in others
        ]
        row = {
            "table_id": table,
            "seat": place["seat"],
            "player": None if place["player"] in {each["player"] for each in found} else place["player"],
            "game": summary["game"],
            "seats": summary["seats"],
            "score": place["score"],
            "result": "lost" if place["rank"] != 1 else "drew" if drew else "won",
            "against": json.dumps(against, ensure_ascii=False),
            "at": summary["ended_at"],
        }
        found.append(row)
    return found
