"""Which servers live on this database, by the beats of their hearts. Each start of a server is a node of its own."""

from tilora.store.database import Database


class Nodes:
    """Heartbeats."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def beat(self, node: str, now: int) -> None:
        """The node was alive at `now`."""
        raise NotImplementedError

    async def last_seen(self, node: str) -> int | None:
        """When it was alive last; None if nobody remembers."""
        raise NotImplementedError

    async def alive(self, since: int) -> list[str]:
        """The nodes seen since then."""
        raise NotImplementedError

    async def prune(self, before: int) -> None:
        """Nodes not seen since then are forgotten, unless tables still name them."""
        raise NotImplementedError
