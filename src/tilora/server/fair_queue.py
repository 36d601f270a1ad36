"""A queue for work that is done one at a time. Addresses take turns, and so do the players of one address."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from tilora.server.errors import TooMany

MAX_WAITING = 50
"""How many requests of one address may wait in one queue."""


class Asker(NamedTuple):
    """Who asks for something: their network address, and their player id if they have one."""

    address: str
    player: str = ""

    @property
    def key(self) -> str:
        """What limits count for: the player, or else the address."""
        return self.player or self.address


class _AddressQueue:
    """The waiting requests of one address: by player, in the order in which they came."""

    def __init__(self) -> None:
        self._players: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._players.values()))

    def add(self, player: str, waiting: asyncio.Future[None]) -> None:
        self._players.setdefault(player, deque()).append(waiting)

    def next(self) -> asyncio.Future[None]:
        """Remove and return the next request, and put its player behind the others."""
        player, waiting = self._players.popitem(last=False)
        found = waiting.popleft()
        if waiting:
            self._players[player] = waiting
        return found


class FairQueue:
    """Does one request at a time. However many wait from one address, another address waits for at most one of them."""

    def __init__(self) -> None:
        self._queues: OrderedDict[str, _AddressQueue] = OrderedDict()
        self._busy = False

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[None]:
        """Wait for a turn, and hold it inside this context. Raises TooMany."""
        if self._busy:
            await self._wait(asker)
        self._busy = True
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, asker: Asker) -> None:
        queue = self._queues.setdefault(asker.address, _AddressQueue())
        if len(queue) >= MAX_WAITING:
            raise TooMany("Too many requests of this kind are waiting. Please try again in a moment.")
        waiting = asyncio.get_running_loop().create_future()
        queue.add(asker.player, waiting)
        try:
            await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled():  # the turn was ours already
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Let the next one work, and put its address behind the others."""
        while self._queues:
            address, queue = self._queues.popitem(last=False)
            waiting = queue.next()
            if queue:
                self._queues[address] = queue
            if not waiting.done():
                waiting.set_result(None)
                return
        self._busy = False
