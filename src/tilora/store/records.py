"""Records of matches that were played elsewhere and brought here."""

from tilora.store.database import Database
from tilora.store.rows import Page, RecordRow


class Records:
    """Imported records, as texts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, player: str, *, game: str, seats: int, title: str, body: str, now: int) -> RecordRow:
        """The record is kept, under a new id."""
        raise NotImplementedError

    async def list(self, player: str, *, limit: int = 50, before: str | None = None) -> Page[RecordRow]:
        """What the player brought, the last first."""
        raise NotImplementedError

    async def get(self, record: str) -> tuple[RecordRow, str] | None:
        """A record and its text."""
        raise NotImplementedError

    async def remove(self, record: str, player: str) -> bool:
        """The record is gone, if it was that player's."""
        raise NotImplementedError
