"""Limits: how much of everything one person, one address and one socket may use. Kept in memory, by each node.

Sizes are fixed here; rates and counts are settings.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from time import monotonic

from tilora.server.errors import TooMany
from tilora.server.settings import Settings

MAX_MESSAGE_BYTES = 8 << 10
"""Bytes of one message from a client."""
MAX_BODY_BYTES = 64 << 10
"""Bytes of the body of a request."""
MAX_RECORD_BYTES = 4 << 20
"""Bytes of the body that brings a record."""
PAGE_ROWS = 50
"""Rows of one page of a list."""
BURST_SECONDS = 10
"""Seconds whose requests may come at once."""
MAX_KEYS = 100_000
"""So many are kept apart; beyond that, those that have been quiet are forgotten."""


@lru_cache(4096)
def client_network(address: str) -> str:
    """What limits count by: an address; of IPv6 the network, of which one household has all 2^64 addresses."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or IPv6Network((int(found) >> 64 << 64, 64)))


class TokenBucket:
    """A token bucket: `rate` tokens a second flow in, `burst` of them fit."""

    __slots__ = ("_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = now

    def take(self, now: float) -> float:
        """One token is gone; how many seconds to wait until it may be used. 0 mostly."""
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate) - 1.0
        self._at = now
        return max(0.0, -self._tokens / self._rate)

    def put_back(self) -> None:
        """The last token was not used after all."""
        self._tokens += 1.0

    def is_full(self, now: float) -> bool:
        """Whether nothing has been taken for so long that a new bucket would be the same."""
        return self._tokens + (now - self._at) * self._rate >= self._burst


class RateLimit:
    """So many in a span of seconds, for each key."""

    def __init__(self, count: float, seconds: float, words: str, time: Callable[[], float] = monotonic) -> None:
        self._count = count
        self._seconds = seconds
        self._words = words
        self._time = time
        self._buckets: dict[Hashable, TokenBucket] = {}

    def use(self, key: Hashable) -> None:
        """One more. Raises TooMany, with how long to wait, and then it does not count."""
        now = self._time()
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= MAX_KEYS:
                self._forget(now)
            bucket = self._buckets[key] = TokenBucket(self._count / self._seconds, max(1.0, self._count), now)
        wait = bucket.take(now)
        if wait > 0.0:
            bucket.put_back()
            raise TooMany(f"{self._words} Try again in {int(wait) + 1} s.")

    def _forget(self, now: float) -> None:
        quiet = [key for key, bucket in self._buckets.items() if bucket.is_full(now)]
        for key in quiet or list(self._buckets)[: MAX_KEYS // 2]:
            del self._buckets[key]


class ConcurrencyLimit:
    """So many at a time, for each key."""

    def __init__(self, limit: int, words: str) -> None:
        self._limit = limit
        self._words = words
        self._held: defaultdict[Hashable, int] = defaultdict(int)

    @contextmanager
    def hold(self, key: Hashable) -> Iterator[None]:
        """One is held meanwhile. Raises TooMany."""
        if self._held[key] >= self._limit:
            raise TooMany(self._words)
        self._held[key] += 1
        try:
            yield
        finally:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]


class ServerLimits:
    """The limits of one server."""

    def __init__(self, settings: Settings) -> None:
        self.running_tables = settings.running_tables
        self.messages_per_second = settings.messages_per_second
        self.unsent_bytes = settings.unsent_bytes
        self.requests = RateLimit(BURST_SECONDS * settings.requests_per_second, BURST_SECONDS, "Too many requests.")
        self.players = RateLimit(settings.players_per_hour, 3600, "Too many new players from this address.")
        self.tables = RateLimit(settings.tables_per_hour, 3600, "Too many tables opened.")
        self.hints = RateLimit(settings.hints_per_minute, 60, "Too many hints.")
        self.questions = RateLimit(10 * settings.hints_per_minute, 60, "Too many questions.")
        self.lines = RateLimit(settings.lines_per_minute, 60, "Too many lines of chat or new names.")
        self.logins = RateLimit(settings.logins_per_minute, 60, "Too many passwords tried.")
        self.sockets_of_player = ConcurrencyLimit(settings.sockets_per_player, "You have too many tables open at once.")
        self.sockets_of_address = ConcurrencyLimit(
            settings.sockets_per_address, "Too many connections from this address."
        )

    def messages(self, now: float) -> TokenBucket:
        """For one socket: twice as many as a second allows may come at once."""
        return TokenBucket(self.messages_per_second, 2 * self.messages_per_second, now)
