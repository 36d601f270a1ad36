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
REMEMBERED = 10.0
"""Seconds for which a node believes what it knows of a token: so long a sign-out takes to reach all nodes."""
BELIEVED = 60.0
"""The same for those who are connected: what comes over their sockets need not be looked up so often."""
MOST_REMEMBERED = 20_000
HASHERS = 2
"""Passwords that are worked on at a time: each takes a core and much memory on purpose."""

Headers = Iterable[tuple[bytes, bytes]]


@dataclass(frozen=True)
class Known:
    """Somebody who was recognised."""

    player: Player
    token: str
    """The hash of the token."""
    by: Literal["cookie", "bearer"]

    @property
    def person(self) -> Person:
        """As tables know them."""
        return Person(self.player.id, self.player.name)


class Identity:
    """Everybody who plays on this server."""

    def __init__(self, store: Store, *, link: str | None = None, origins: str = "") -> None:
        self._store = store
        self._origins = {_origin(one) for one in [link or "", *origins.split(",")] if one.strip()}
        self._remembered: OrderedDict[str, tuple[float, Player]] = OrderedDict()
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(HASHERS)
        self._nobody = self._hasher.hash(secrets.token_hex(16))

    # Who asks

    async def who(self, headers: Headers) -> Known | None:
        """Who sent these headers; None without a token, or with one that means nobody."""
        by, tokens = _tokens(headers)
        for token in tokens:
            if known := await self._known(hash_of(token), by, REMEMBERED):
                return known
        return None

    async def still(self, known: Known) -> Known | None:
        """Who that is now, who may have another name since; None if the token means nobody any more."""
        return await self._known(known.token, known.by, BELIEVED)

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

    async def guest(self, name: str | None = None) -> tuple[str, Known]:
        """A new guest, and the token, which nobody will be told again."""
        chosen = clean_name(name) if name is not None else f"Guest {secrets.randbelow(9000) + 1000}"
        token = secrets.token_urlsafe(TOKEN_BYTES)
        player = await self._store.players.create(hash_of(token), chosen, now())
        return token, Known(player, hash_of(token), "bearer")

    async def rename(self, known: Known, name: str) -> Player:
        """They go by that name. Raises BadText or NameTaken."""
        chosen = clean_name(name)
        await self._store.players.rename(known.player.id, chosen)
        return await self._again(known)

    async def claim(self, known: Known, password: str) -> Player:
        """Their name is theirs alone from now on, and the password opens it. Raises NameTaken."""
        if known.player.claimed:
            raise NameTaken("You have claimed your name already.")
        hashed = await self._hash(password)
        await self._store.players.claim(known.player.id, hashed)
        return await self._again(known)

    async def login(self, name: str, password: str) -> tuple[str, Known]:
        """Whoever claimed the name, and a new token. Raises WrongPassword, as slowly for a name that nobody has."""
        player = await self._store.players.by_name(clean_name(name))
        hashed = player.password_hash if player and player.password_hash else self._nobody
        good = await self._verify(hashed, password)
        if not good or player is None or player.password_hash is None:
            raise WrongPassword("Name and password don't belong together.")
        token = secrets.token_urlsafe(TOKEN_BYTES)
        await self._store.players.add_token(player.id, hash_of(token), now())
        return token, Known(player, hash_of(token), "bearer")

    async def logout(self, known: Known) -> None:
        """The token means nobody any more."""
        self._remembered.pop(known.token, None)
        await self._store.players.remove_token(known.token)

    async def _known(self, token: str, by: Literal["cookie", "bearer"], seconds: float) -> Known | None:
        """Whom the token with that hash means, if that was not looked up so many seconds ago."""
        at, player = self._remembered.get(token, (0.0, None))
        if player is None or monotonic() - at > seconds:
            player = await self._store.players.by_token(token)
            if player is None:
                self._remembered.pop(token, None)
                return None
            self._remember(token, player)
        return Known(player, token, by)

    def _remember(self, token: str, player: Player) -> None:
        self._remembered[token] = monotonic(), player
        self._remembered.move_to_end(token)
        if len(self._remembered) > MOST_REMEMBERED:
            self._remembered.popitem(last=False)

    async def _again(self, known: Known) -> Player:
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


def hash_of(token: str) -> str:
    """What the store knows a token by."""
    return hashlib.sha256(token.encode()).hexdigest()


def cookie(token: str | None, *, secure: bool, name: str = COOKIE) -> str:
    """The header that gives a browser its token, or takes it away."""
    age = YEAR if token else 0
    return f"{name}={token or ''}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"


def cookie_of(headers: Headers, known: Known | None) -> tuple[str, str]:
    """The name and the token of the cookie that somebody is known by; without a token, the name for a new one.

    Browsers send the cookies of a host to all its ports. A token that means nobody here may be that of another server
    on the same machine: it is left alone, and ours gets the port into its name.
    """
    found = _cookies(headers)
    for name, token in found.items():
        if known and hash_of(token) == known.token:
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
