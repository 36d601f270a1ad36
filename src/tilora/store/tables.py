"""Finding tables: what stands in the lobby, what somebody plays, what has ended, what is due, and the high scores."""

from tilora.store.database import Database
from tilora.store.rows import Index, Page, Score, TableRow


class Tables:
    """Look-ups. What they know was written by `Store.append`, together with the events that changed it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, table: str) -> TableRow | None:
        """That table, if there is one."""
        raise NotImplementedError

    async def lobby(self, *, game: str | None = None, limit: int = 50, before: str | None = None) -> Page[TableRow]:
        """Public tables with an open seat, the newest first."""
        raise NotImplementedError

    async def running(self, player: str, *, limit: int = 200) -> list[TableRow]:
        """Tables not over yet where the player has a seat or is the host, those that moved last first."""
        raise NotImplementedError

    async def finished(
        self, *, player: str | None = None, game: str | None = None, limit: int = 50, before: str | None = None
    ) -> Page[TableRow]:
        """Matches played to their end, the last first: all of a player's, or, without a player, the public ones."""
        raise NotImplementedError

    async def due(self, now: int, beat_since: int, *, limit: int = 100) -> list[TableRow]:
        """Tables that somebody has to look after by now, and whose node has not been seen since `beat_since`.

        A node that lives looks after its own. The longest due come first.
        """
        raise NotImplementedError

    async def scores(self, game: str, seats: int | None = None, *, limit: int = 20) -> list[Score]:
        """The high scores of a game, of matches with so many seats or of all; of equals the earlier first."""
        raise NotImplementedError

    async def index(self, table: str, number: int, index: Index) -> None:
        """Say anew what is known of the table as of its event `number`, without an event; older news change nothing."""
        raise NotImplementedError
