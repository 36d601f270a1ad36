"""Which nodes are alive. Every node proves it by a heartbeat in the store."""

from tilora.server.system_time import now
from tilora.store import Store

SILENT = 3.5
"""Seconds without a heartbeat after which a node counts as dead."""
LATE = 1.5
"""Seconds without a heartbeat after which players get their time back. There is one every second."""
REMEMBERED = 24 * 3600 * 1000
"""Milliseconds after which dead nodes are removed from the store."""


class Liveness:
    """The heartbeats of this node and of all others."""

    def __init__(self, store: Store, node: str, *, alone_since: int | None, has_siblings: bool = False) -> None:
        """With `alone_since`, no other server has used the store since that time: all nodes from before are dead.

        With `has_siblings`, this server has more workers, each of which is a node.
        """
        self._nodes = store.nodes
        self._node = node
        self._alone_since = alone_since
        self._has_others = has_siblings or alone_since is None
        self._others: set[str] = set()

    async def shared_clock(self) -> float | None:
        """Return the time by the clock that all nodes share, less `time.monotonic()`; None if they share none."""
        return await self._nodes.clock()

    async def beat(self) -> None:
        """Store that this node is alive."""
        await self._nodes.beat(self._node, now())

    def silent_before(self) -> int:
        """Return the time since which every living node has sent a heartbeat."""
        silent = now() - int(SILENT * 1000)
        if self._alone_since is None:
            return silent
        return max(self._alone_since, silent) if self._has_others else self._alone_since

    async def absent_since(self, node: str) -> int | None:
        """Return when the node was last alive, or None if it may be alive now.

        A node that is only late counts as absent, too: rather too much time for a player than too little, if a server
        that was killed is back before it counts as dead.
        """
        seen = await self._nodes.last_seen(node)
        before = max(self.silent_before(), now() - int(LATE * 1000)) if self._has_others else self.silent_before()
        return seen if seen is not None and seen < before else None

    async def new_deaths(self) -> list[tuple[str, int]]:
        """Return the nodes that have died since the last call, and when each was last alive."""
        if not self._has_others:
            return []
        before = self.silent_before()
        alive = set(await self._nodes.alive(before))
        dead = [(node, await self._nodes.last_seen(node) or before) for node in self._others - alive]
        self._others = alive - {self._node}
        return dead

    async def prune(self) -> None:
        """Remove nodes from the store that have been dead for a long time."""
        await self._nodes.prune(now() - REMEMBERED)
