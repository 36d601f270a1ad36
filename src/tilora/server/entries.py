"""A table in the memory of a node, and what tables are called."""

import asyncio
import hashlib
import secrets
from typing import NamedTuple

from tilora.server.onlookers import Onlookers
from tilora.store import Index
from tilora.table.table import Table

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of table ids: none that look alike."""
ID_LENGTH = 12


class Done(NamedTuple):
    """How a table stands for somebody, after what they asked for."""

    version: int
    moment: int


class Entry:
    """A table of this node."""

    __slots__ = ("due", "excused", "id", "lock", "onlookers", "public", "refreshing", "table", "used_at", "written")

    def __init__(self, table_id: str, excused: int) -> None:
        self.id = table_id
        self.excused = excused
        """The number of the last stall of this node that has been given back here."""
        self.lock = asyncio.Lock()
        self.table: Table | None = None
        """None: has to be read from the log."""
        self.onlookers = Onlookers()
        self.written: Index | None = None
        """What this node has last let look-ups know of the table; None if another node may have been later."""
        self.public = 0
        """The version that everybody could see when the table was last read or written."""
        self.due: int | None = None
        """When the table has to be looked after; such tables stay in memory."""
        self.refreshing = False
        self.used_at = 0


def new_id() -> str:
    """A name for a table that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def rematch_id(table_id: str) -> str:
    """The name of the table's rematch. Whoever makes it, and however often, it is the same."""
    digest = hashlib.sha256(f"rematch of {table_id}".encode()).digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:ID_LENGTH])
