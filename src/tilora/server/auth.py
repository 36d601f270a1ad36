"""Identity: who asks. A guest is known by a secret token, in a cookie or a header; a name can be claimed by a password.

The server keeps only hashes: of tokens SHA-256 (they are random, so that is enough), of passwords argon2.
"""

import asyncio
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from time import monotonic
from typing import Literal
from urllib.parse import urlsplit

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tilora.server.errors import ForeignOrigin, Nobody, WrongPassword
from tilora.server.system_time import now
from tilora.store import NameTaken, Player, Store
from tilora.table.clean_text import clean_name
from tilora.table.setup import Person

COOKIE = "tilora"
YEAR = 365 * 24 * 3600
TOKEN_BYTES = 32
CACHE_SECONDS = 10.0
"""Seconds for which a node believes what it knows of a token: so long a sign-out takes to reach all nodes."""
SOCKET_CACHE_SECONDS = 60.0
"""The same for those who are connected: what comes over their sockets need not be looked up so often."""
CACHE_SIZE = 20_000
CONCURRENT_HASHES = 2
"""Passwords that are worked on at a time: each takes a core and much memory on purpose."""

Headers = Iterable[tuple[bytes, bytes]]


@dataclass(frozen=True)
class User:
    """Somebody who was recognised."""

    player: Player
    token: str
    """The hash of the token."""
    by: Literal["cookie", "bearer"]

    @property
    def person(self) -> Person:
        """As tables know them."""
        return Person(self.player.id, self.player.name)


class Accounts:
    """Everybody who plays on this server."""

    def __init__(self, store: Store, *, link: str | None = None, origins: str = "") -> None:
        self._store = store
        self._origins = {_origin(one) for one in [link or "", *origins.split(",")] if one.strip()}
        self._remembered: OrderedDict[str, tuple[float, Player]] = OrderedDict()
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(CONCURRENT_HASHES)
        self._nobody = self._hasher.hash(secrets.token_hex(16))

    # Who asks

    async def authenticate(self, headers: Headers) -> User | None:
        """Who sent these headers; None without a token, or with one that means nobody."""
        by, tokens = _tokens(headers)
        for token in tokens:
            if known := await self._known(token_hash(token), by, CACHE_SECONDS):
                return known
        return None

    async def refresh(self, known: User) -> User | None:
        """Who that is now, who may have another name since; None if the token means nobody any more."""
        return await self._known(known.token, known.by, SOCKET_CACHE_SECONDS)

    def check_origin(self, headers: Headers) -> None:
        """Raises ForeignOrigin if a page of another site makes somebody's browser ask. Programs send no origin."""
        found = dict(headers)
        origin = found.get(b"origin")
        if origin is None or b"authorization" in found:  # which a browser can't be tricked into sending
            return
        given = _origin(origin.decode("latin-1"))
        host = found.get(b"host", b"").decode("latin-1").lower()
        if given not in self._origins and (not host or given not in (f"http://{host}", f"https://{host}")):
            raise ForeignOrigin(f"A page of {given[:100]} can't act here. Open the page of this server.")

    # Coming and going

    async def create_guest(self, name: str | None = None) -> tuple[str, User]:
        """A new guest, and the token, which nobody will be told again."""
        chosen = clean_name(name) if name is not None else f"Guest {secrets.randbelow(9000) + 1000}"
        token = secrets.token_urlsafe(TOKEN_BYTES)
        player = await self._store.players.create(token_hash(token), chosen, now())
        return token, User(player, token_hash(token), "bearer")

    async def rename(self, known: User, name: str) -> Player:
        """They go by that name. Raises BadText or NameTaken."""
        chosen = clean_name(name)
        await self._store.players.rename(known.player.id, chosen)
        return await self._again(known)

    async def claim(self, known: User, password: str) -> Player:
        """Their name is theirs alone from now on, and the password opens it. Raises NameTaken."""
        if known.player.claimed:
            raise NameTaken("You have claimed your name already.")
        hashed = await self._hash(password)
        await self._store.players.claim(known.player.id, hashed)
        return await self._again(known)

    async def login(self, name: str, password: str) -> tuple[str, User]:
        """Whoever claimed the name, and a new token. Raises WrongPassword, as slowly for a name that nobody has."""
        player = await self._store.players.by_name(clean_name(name))
        hashed = player.password_hash if player and player.password_hash else self._nobody
        good = await self._verify(hashed, password)
        if not good or player is None or player.password_hash is None:
            raise WrongPassword("Name and password don't belong together.")
        token = secrets.token_urlsafe(TOKEN_BYTES)
        await self._store.players.add_token(player.id, token_hash(token), now())
        return token, User(player, token_hash(token), "bearer")

    async def logout(self, known: User) -> None:
        """The token means nobody any more."""
        self._remembered.pop(known.token, None)
        await self._store.players.remove_token(known.token)

    async def _known(self, token: str, by: Literal["cookie", "bearer"], seconds: float) -> User | None:
        """Whom the token with that hash means, if that was not looked up so many seconds ago."""
        at, player = self._remembered.get(token, (0.0, None))
        if player is None or monotonic() - at > seconds:
            player = await self._store.players.by_token(token)
            if player is None:
                self._remembered.pop(token, None)
                return None
            self._remember(token, player)
        return User(player, token, by)

    def _remember(self, token: str, player: Player) -> None:
        self._remembered[token] = monotonic(), player
        self._remembered.move_to_end(token)
        if len(self._remembered) > CACHE_SIZE:
            self._remembered.popitem(last=False)

    async def _again(self, known: User) -> Player:
        """The player as they are now. What was remembered under any of their tokens is read anew."""
        for token in [one for one, (_, player) in self._remembered.items() if player.id == known.player.id]:
            del self._remembered[token]
        player = await self._store.players.get(known.player.id)
        if player is None:
            raise Nobody("There is no such player any more.")
        return player

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _verify(self, hashed: str, password: str) -> bool:
        async with self._hashing:
            try:
                return await asyncio.to_thread(self._hasher.verify, hashed, password)
            except (VerificationError, InvalidHashError):
                return False


def token_hash(token: str) -> str:
    """What the store knows a token by."""
    return hashlib.sha256(token.encode()).hexdigest()


def cookie_header(token: str | None, *, secure: bool, name: str = COOKIE) -> str:
    """The header that gives a browser its token, or takes it away."""
    age = YEAR if token else 0
    return f"{name}={token or ''}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"


def cookie_for(headers: Headers, known: User | None) -> tuple[str, str]:
    """The name and the token of the cookie that somebody is known by; without a token, the name for a new one.

    Browsers send the cookies of a host to all its ports. A token that means nobody here may be that of another server
    on the same machine: it is left alone, and ours gets the port into its name.
    """
    found = _cookies(headers)
    for name, token in found.items():
        if known and token_hash(token) == known.token:
            return name, token
    return (_own_name(headers) if COOKIE in found and known is None else COOKIE), ""


def _tokens(headers: Headers) -> tuple[Literal["cookie", "bearer"], list[str]]:
    """What somebody may be known by, the best first."""
    for name, value in headers:
        if name == b"authorization":
            kind, _, token = value.decode("latin-1").partition(" ")
            return "bearer", [token.strip()] if kind.lower() == "bearer" and token.strip() else []
    return "cookie", list(_cookies(headers).values())


def _cookies(headers: Headers) -> dict[str, str]:
    """Our cookies, by their names: first the one that is for this port alone."""
    sent = b";".join(value for name, value in headers if name == b"cookie").decode("latin-1")
    own = _own_name(headers)
    found: dict[str, str] = {}
    # Our tokens need no quotes, so nothing has to be taken out of them: that would cost seconds for hostile cookies.
    for one in sent.split(";"):
        key, _, token = one.partition("=")
        if key.strip() in (own, COOKIE) and token.strip():
            found.setdefault(key.strip(), token.strip())
    return {name: found[name] for name in (own, COOKIE) if name in found}


def _own_name(headers: Headers) -> str:
    """The name of a cookie that is for this port alone."""
    host = next((value for name, value in headers if name == b"host"), b"").decode("latin-1")
    _, sign, port = host.rpartition(":")
    return f"{COOKIE}-{port}" if sign and port.isascii() and port.isdigit() else COOKIE


def _origin(address: str) -> str:
    """Scheme, host and port; the text itself if it is no address, which is then nobody's origin."""
    try:
        parts = urlsplit(address.strip().lower())
    except ValueError:
        return address
    return f"{parts.scheme}://{parts.netloc}"
