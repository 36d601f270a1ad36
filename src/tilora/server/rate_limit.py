"""Limits for each player, network address and socket. Every node keeps its own, in memory.

Sizes are fixed here; rates and counts are settings.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from time import monotonic
from weakref import WeakValueDictionary

from tilora.server.errors import TooMany
from tilora.server.net.networks import is_listed
from tilora.server.settings import Settings

MAX_MESSAGE_BYTES = 8 << 10
"""Largest message from a client, in bytes."""
MAX_BODY_BYTES = 64 << 10
"""Largest body of a request, in bytes."""
MAX_RECORD_BYTES = 4 << 20
"""Largest body of a request that uploads a record, in bytes."""
PAGE_ROWS = 50
"""Maximum number of rows on a page of a list."""
BURST_SECONDS = 10
"""A client may send the requests of this many seconds in one burst."""
GUESSES_OF_ALL = 20
"""All addresses together may guess as many codes as this many of them."""
SOCKETS_AT_FULL_SPEED = 20
"""Sockets of one address that may send as fast as a socket may. If more do, they share that."""
MAX_KEYS = 100_000
"""Maximum number of keys in a limit. Beyond that, idle ones are dropped."""


@lru_cache(4096)
def client_network(address: str) -> str:
    """Return what limits count by: an IPv4 address, or the /64 network of an IPv6 address, which is one household."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    return str(parsed.ipv4_mapped or IPv6Network((int(parsed) >> 64 << 64, 64)))


class TokenBucket:
    """A token bucket that holds `burst` tokens and gains `rate` tokens a second."""

    __slots__ = ("__weakref__", "_at", "_burst", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._at = now

    def take(self, now: float) -> float:
        """Take a token, and return how many seconds to wait before using it: 0 unless the bucket was empty."""
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate) - 1.0
        self._at = now
        return max(0.0, -self._tokens / self._rate)

    def put_back(self) -> None:
        """Put the last token back."""
        self._tokens += 1.0

    def is_full(self, now: float) -> bool:
        """Whether the bucket is as full as a new one."""
        return self._tokens + (now - self._at) * self._rate >= self._burst


class RateLimit:
    """At most `count` uses in `seconds`, for each key."""

    def __init__(self, count: float, seconds: float, message: str, time: Callable[[], float] = monotonic) -> None:
        self._count = count
        self._seconds = seconds
        self._message = message
        self._time = time
        self._buckets: dict[Hashable, TokenBucket] = {}

    def use(self, key: Hashable) -> None:
        """Count one use. Raises TooMany, which says how long to wait; a refused use does not count."""
        now = self._time()
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= MAX_KEYS:
                self._drop_idle(now)
            bucket = self._buckets[key] = TokenBucket(self._count / self._seconds, max(1.0, self._count), now)
        wait = bucket.take(now)
        if wait > 0.0:
            bucket.put_back()
            raise TooMany(f"{self._message} Try again in {int(wait) + 1} s.")

    def give_back(self, key: Hashable) -> None:
        """Forget the last use."""
        if bucket := self._buckets.get(key):
            bucket.put_back()

    def _drop_idle(self, now: float) -> None:
        idle = [key for key, bucket in self._buckets.items() if bucket.is_full(now)]
        for key in idle or list(self._buckets)[: MAX_KEYS // 2]:
            del self._buckets[key]


class GuessLimit:
    """At most so many wrong codes a minute from each player, from each address, and from all addresses together."""

    def __init__(self, count: float, time: Callable[[], float] = monotonic) -> None:
        message = "Too many wrong codes."
        self._each = RateLimit(count, 60, message, time)
        everybody = f"{message} Until then, please join by a link."
        self._all = RateLimit(GUESSES_OF_ALL * count, 60, everybody, time)

    def use(self, *sources: Hashable) -> None:
        """Count a guess before it is known to be wrong, so that many at once are counted too. Raises TooMany."""
        for source in sources:
            self._each.use(source)
        self._all.use("")

    def give_back(self, *sources: Hashable) -> None:
        """Forget the guess, because it was right."""
        for source in sources:
            self._each.give_back(source)
        self._all.give_back("")


class ConcurrencyLimit:
    """At most `limit` at the same time, for each key."""

    def __init__(self, limit: int, message: str) -> None:
        self._limit = limit
        self._message = message
        self._held: defaultdict[Hashable, int] = defaultdict(int)

    @contextmanager
    def hold(self, key: Hashable) -> Iterator[None]:
        """Count one more inside this context. Raises TooMany."""
        if self._held[key] >= self._limit:
            raise TooMany(self._message)
        self._held[key] += 1
        try:
            yield
        finally:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]


class ConnectionLimit:
    """At most `limit` open connections from each address.

    A connection through a proxy counts for the client whose request came last. Until one has come, it does not count.
    """

    def __init__(self, limit: int, proxies: str) -> None:
        self._limit = limit
        self._proxies = proxies
        self._counts: defaultdict[str, int] = defaultdict(int)
        self._addresses: dict[Hashable, str] = {}

    def open(self, connection: Hashable, address: str) -> bool:
        """Count a new connection, unless it comes from a proxy. Return False if there are too many."""
        return is_listed(address, self._proxies) or self.use(connection, address)

    def use(self, connection: Hashable, address: str) -> bool:
        """Count the connection for the client at that address. Return False if it has too many."""
        network = client_network(address)
        if self._addresses.get(connection) == network:
            return True
        if self._counts[network] >= self._limit:
            return False
        self.close(connection)
        self._addresses[connection] = network
        self._counts[network] += 1
        return True

    def close(self, connection: Hashable) -> None:
        """Stop counting the connection."""
        network = self._addresses.pop(connection, None)
        if network is not None:
            self._counts[network] -= 1
            if not self._counts[network]:
                del self._counts[network]


class ServerLimits:
    """All limits of one server."""

    def __init__(self, settings: Settings) -> None:
        self.running_tables = settings.running_tables
        self.messages_per_second = settings.messages_per_second
        self.unsent_bytes = settings.unsent_bytes
        self.requests = RateLimit(BURST_SECONDS * settings.requests_per_second, BURST_SECONDS, "Too many requests.")
        self.players = RateLimit(settings.players_per_hour, 3600, "Too many new players from this address.")
        self.tables = RateLimit(settings.tables_per_hour, 3600, "You have opened too many tables.")
        self.hints = RateLimit(settings.hints_per_minute, 60, "You have asked for too many hints.")
        self.reviews = RateLimit(settings.hints_per_minute, 60, "You have asked for too many reviews.")
        self.puzzles = RateLimit(10 * settings.hints_per_minute, 60, "You have tried too many puzzles.")
        self.questions = RateLimit(10 * settings.hints_per_minute, 60, "You have asked too many questions.")
        self.lines = RateLimit(settings.lines_per_minute, 60, "Too many chat messages, reactions or name changes.")
        self.previews = RateLimit(30 * settings.hints_per_minute, 60, "You have asked for too many previews.")
        self.logins = RateLimit(settings.logins_per_minute, 60, "Too many sign-in attempts.")
        self.guesses = GuessLimit(settings.guesses_per_minute)
        self.connections = ConnectionLimit(settings.connections_per_address, settings.proxies)
        self.sockets_of_player = ConcurrencyLimit(settings.sockets_per_player, "You have too many tables open at once.")
        self.sockets_of_address = ConcurrencyLimit(
            settings.sockets_per_address, "Too many connections from this address."
        )
        self._messages_of_address: WeakValueDictionary[str, TokenBucket] = WeakValueDictionary()

    def messages(self, now: float) -> TokenBucket:
        """Return the bucket of one socket, which may send the messages of two seconds in one burst."""
        return TokenBucket(self.messages_per_second, 2 * self.messages_per_second, now)

    def messages_of_address(self, address: str, now: float) -> TokenBucket:
        """Return the bucket that all sockets of the address share, for as long as one of them keeps it."""
        bucket = self._messages_of_address.get(address)
        if bucket is None:
            rate = SOCKETS_AT_FULL_SPEED * self.messages_per_second
            bucket = self._messages_of_address[address] = TokenBucket(rate, 2 * rate, now)
        return bucket
