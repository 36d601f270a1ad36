"""Databases as releases have written them, in SQL: what stands in these files is never changed.

Ann, who has claimed her name, and Bob, a guest, have finished a match of Cyberzul and are in the middle of one of
Cublino Contra with clocks; Ann waits for somebody at a third table, and has brought a record.
"""

import sqlite3
from pathlib import Path

import psycopg
from sqlalchemy.engine import make_url

FOLDER = Path(__file__).parent
RELEASES = sorted(file.name.removesuffix(".sqlite.sql") for file in FOLDER.glob("*.sqlite.sql"))
TOKENS = {"Ann": "the token that Ann has in the tests", "Bob": "the token that Bob has in the tests"}
PASSWORD = "correct horse battery staple"  # noqa: S105 - of nobody
MOVES = 12
"""How many actions were played in the match that is not over."""
SECONDS = 300
"""On each clock there, and nobody has thought for long."""


def file_of(release: str, kind: str) -> Path:
    """Where the database of that kind is written down."""
    return FOLDER / f"{release}.{kind}.sql"


def load(release: str, url: str) -> None:
    """The empty database holds what that release has written."""
    if url.startswith("sqlite"):
        connection = sqlite3.connect(str(make_url(url).database))
        connection.executescript(file_of(release, "sqlite").read_text(encoding="utf-8"))
        connection.close()
        return
    with psycopg.connect(url) as server:
        server.execute(file_of(release, "postgresql").read_bytes())
