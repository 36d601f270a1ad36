"""The store: logs of tables in SQLite or PostgreSQL. Nothing is acknowledged that is not written here first."""

from tilora.store.errors import BadPage, Conflict, NameTaken, StoreDown, StoreError, WrongDatabase
from tilora.store.index import worth_writing
from tilora.store.players import login_of
from tilora.store.rows import Index, Page, Player, RecordRow, Score, TableRow
from tilora.store.store import Store

__all__ = [
    "BadPage",
    "Conflict",
    "Index",
    "NameTaken",
    "Page",
    "Player",
    "RecordRow",
    "Score",
    "Store",
    "StoreDown",
    "StoreError",
    "TableRow",
    "WrongDatabase",
    "login_of",
    "worth_writing",
]
