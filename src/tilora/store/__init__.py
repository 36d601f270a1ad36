"""The store: the logs of tables, players and records in SQLite or PostgreSQL.

It knows the events only as lines of JSON, and nothing of rules, people or the network. The server acknowledges nothing
before it is committed here.
"""

from tilora.store.errors import (
    BadPage,
    CannotWrite,
    CodeTaken,
    Conflict,
    Damaged,
    NameTaken,
    StoreDown,
    StoreError,
    WrongDatabase,
)
from tilora.store.index import worth_writing
from tilora.store.models import (
    ChallengeResult,
    ChallengeRow,
    Index,
    MistakeRow,
    Opponent,
    Page,
    PastMatch,
    Player,
    PlayerReview,
    PuzzleAttempt,
    PuzzleRating,
    RecordRow,
    Score,
    Session,
    TableRow,
)
from tilora.store.players import login_of
from tilora.store.store import Store

__all__ = [
    "BadPage",
    "CannotWrite",
    "ChallengeResult",
    "ChallengeRow",
    "CodeTaken",
    "Conflict",
    "Damaged",
    "Index",
    "MistakeRow",
    "NameTaken",
    "Opponent",
    "Page",
    "PastMatch",
    "Player",
    "PlayerReview",
    "PuzzleAttempt",
    "PuzzleRating",
    "RecordRow",
    "Score",
    "Session",
    "Store",
    "StoreDown",
    "StoreError",
    "TableRow",
    "WrongDatabase",
    "login_of",
    "worth_writing",
]
