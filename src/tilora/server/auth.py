"""Accounts and authentication. A guest is identified by a secret token, and can claim their name with a password.

Tokens come in a cookie or in a header. The server stores only hashes: SHA-256 of tokens, which is enough because they
are random, and argon2 of passwords.
"""

import asyncio
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Literal
from urllib.parse import urlsplit

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tilora.server.errors import ForeignOrigin, NotSignedIn, WrongPassword
from tilora.server.system_time import now
from tilora.store import NameTaken, Player, Session, Store, StoreError
from tilora.table.clean_text import clean_name
from tilora.table.setup import Person

COOKIE = "tilora"
YEAR = 365 * 24 * 3600
TOKEN_BYTES = 32
DAY = 24 * 3600 * 1000
"""Milliseconds."""
CACHE_SECONDS = 10.0
"""How long a node may use a cached token. A sign-out reaches all nodes within that time."""
SOCKET_CACHE_SECONDS = 60.0
"""The same for open sockets, whose tokens are checked again with every message."""
MOST_DIGITS = 12
"""Of the number in a guest's name."""
CACHE_SIZE = 20_000
CONCURRENT_HASHES = 2
"""Passwords hashed at the same time. Each takes a core and much memory, on purpose."""

Headers = Iterable[tuple[bytes, bytes]]


@dataclass(frozen=True)
class User:
    """A player as signed in by one token."""

    player: Player
    token: str
    """The hash of the token."""
    by: Literal["cookie", "bearer"]

    @property
    def person(self) -> Person:
        """The player as tables see them."""
        return Person(self.player.id, self.player.name)


class Accounts:
    """Everybody who plays on this server."""

    def __init__(self, store: Store, *, link: str | None = None, origins: str = "") -> None:
        self._store = store
        self._origins = {_origin(address) for address in [link or "", *origins.split(",")] if address.strip()}
        self._cache: OrderedDict[str, tuple[float, Player]] = OrderedDict()
        self._used_on: dict[str, int] = {}
        """On which day each token was last stored as used."""
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(CONCURRENT_HASHES)
        self._dummy_hash = self._hasher.hash(secrets.token_hex(16))

    # Requests

    async def authenticate(self, headers: Headers) -> User | None:
        """Return the user who sent these headers, or None without a valid token."""
        by, tokens = _tokens(headers)
        for token in tokens:
            if user := await self._find(token_hash(token), by, CACHE_SECONDS):
                return user
        return None

    async def refresh(self, user: User) -> User | None:
        """Return the user as they are now, perhaps with a new name, or None if they have signed out."""
        return await self._find(user.token, user.by, SOCKET_CACHE_SECONDS)

    def check_origin(self, headers: Headers) -> None:
        """Raise ForeignOrigin if the request was made by a page of another site. Programs send no origin."""
        found = dict(headers)
        origin = found.get(b"origin")
        if origin is None or b"authorization" in found:  # another site cannot make a browser send that header
            return
        given = _origin(origin.decode("latin-1"))
        host = found.get(b"host", b"").decode("latin-1").lower()
        if given not in self._origins and (not host or given not in (f"http://{host}", f"https://{host}")):
            raise ForeignOrigin(f"Requests from pages at {given[:100]} are not allowed. Open this server's own page.")

    # Signing in and out

    async def create_guest(self, name: str | None = None, device: str = "") -> tuple[str, User]:
        """Create a guest and return their token, which cannot be read again later. Raises NameTaken."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        if name is not None:
            player = await self._store.players.create(token_hash(token), clean_name(name), now(), device)
            return token, self._new_user(player, token)
        for digits in range(4, MOST_DIGITS):  # somebody may have claimed the name of a guest
            chosen = f"Guest {10 ** (digits - 1) + secrets.randbelow(9 * 10 ** (digits - 1))}"
            with suppress(NameTaken):
                player = await self._store.players.create(token_hash(token), chosen, now(), device)
                return token, self._new_user(player, token)
        raise NameTaken("The server found no free name. Please try again.")

    async def rename(self, user: User, name: str) -> Player:
        """Change the player's name. Raises BadText or NameTaken."""
        chosen = clean_name(name)
        await self._store.players.rename(user.player.id, chosen)
        return await self._reload(user)

    async def claim(self, user: User, password: str) -> Player:
        """Reserve the player's name and protect it with a password. Raises NameTaken."""
        if user.player.claimed:
            raise NameTaken("You have already claimed your name.")
        hashed = await self._hash(password)
        await self._store.players.claim(user.player.id, hashed)
        return await self._reload(user)

    async def login(self, name: str, password: str, device: str = "") -> tuple[str, User]:
        """Sign in by a claimed name and return a new token. Raises WrongPassword.

        It takes just as long if nobody has that name.
        """
        player = await self._store.players.by_name(clean_name(name))
        hashed = player.password_hash if player and player.password_hash else self._dummy_hash
        is_correct = await self._verify(hashed, password)
        if not is_correct or player is None or player.password_hash is None:
            raise WrongPassword("Wrong name or password.")
        token = secrets.token_urlsafe(TOKEN_BYTES)
        await self._store.players.add_token(player.id, token_hash(token), now(), device)
        return token, self._new_user(player, token)

    async def change_password(self, user: User, old: str, new: str) -> None:
        """Change the password of a claimed name. Raises WrongPassword."""
        known = user.player.password_hash
        if known is None:
            raise WrongPassword("You have not claimed your name, so you have no password yet.")
        if not await self._verify(known, old):
            raise WrongPassword("This is not your password.")
        await self._store.players.set_password(user.player.id, await self._hash(new))
        await self._reload(user)

    async def sessions(self, user: User) -> list[Session]:
        """Return where the user is signed in."""
        return await self._store.players.sessions(user.player.id)

    async def logout(self, token: str) -> None:
        """Make the token with that hash invalid."""
        self._cache.pop(token, None)
        await self._store.players.remove_token(token)

    async def _find(self, token: str, by: Literal["cookie", "bearer"], max_age: float) -> User | None:
        """Return the user with that token hash, from the cache if the entry is not older than `max_age` seconds."""
        cached_at, player = self._cache.get(token, (0.0, None))
        if player is None or monotonic() - cached_at > max_age:
            player = await self._store.players.by_token(token)
            if player is None:
                self._cache.pop(token, None)
                return None
            self._add_to_cache(token, player)
            await self._note_use(token)
        return User(player, token, by)

    def _new_user(self, player: Player, token: str) -> User:
        """Return the user of a token that was stored a moment ago."""
        self._is_new_today(token_hash(token))
        return User(player, token_hash(token), "bearer")

    def _is_new_today(self, token: str) -> bool:
        """Whether the token with that hash has not been used today, as far as this node knows. Now it has."""
        today = now() // DAY
        if self._used_on.get(token) == today:
            return False
        if len(self._used_on) >= CACHE_SIZE:
            self._used_on.clear()
        self._used_on[token] = today
        return True

    async def _note_use(self, token: str) -> None:
        """Store once a day that the token is used, so that it is not deleted."""
        if self._is_new_today(token):
            with suppress(StoreError):  # whoever only wants to look can do so on a full disk
                await self._store.players.note_use(token, now())

    def _add_to_cache(self, token: str, player: Player) -> None:
        self._cache[token] = monotonic(), player
        self._cache.move_to_end(token)
        if len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)

    async def _reload(self, user: User) -> Player:
        """Return the player as stored now, and drop all their tokens from the cache."""
        for token in [token for token, (_, player) in self._cache.items() if player.id == user.player.id]:
            del self._cache[token]
        player = await self._store.players.get(user.player.id)
        if player is None:
            raise NotSignedIn("This player no longer exists.")
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
    """Return the hash under which a token is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def cookie_header(token: str | None, *, secure: bool, name: str = COOKIE) -> str:
    """Return the value of `Set-Cookie` that gives a browser its token, or deletes it."""
    age = YEAR if token else 0
    return f"{name}={token or ''}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"


def cookie_for(headers: Headers, user: User | None) -> tuple[str, str]:
    """Return the name and the token of the user's cookie; without a token, the name for a new cookie.

    Browsers send the cookies of a host to all its ports. An unknown token may belong to another server on the same
    machine, so that cookie is left alone, and ours gets the port in its name.
    """
    found = _cookies(headers)
    for name, token in found.items():
        if user and token_hash(token) == user.token:
            return name, token
    return (_cookie_with_port(headers) if COOKIE in found and user is None else COOKIE), ""


def _tokens(headers: Headers) -> tuple[Literal["cookie", "bearer"], list[str]]:
    """Return the tokens in the headers, the best first."""
    for name, value in headers:
        if name == b"authorization":
            kind, _, token = value.decode("latin-1").partition(" ")
            return "bearer", [token.strip()] if kind.lower() == "bearer" and token.strip() else []
    return "cookie", list(_cookies(headers).values())


def _cookies(headers: Headers) -> dict[str, str]:
    """Return our cookies by name, the one for this port first."""
    sent = b";".join(value for name, value in headers if name == b"cookie").decode("latin-1")
    with_port = _cookie_with_port(headers)
    found: dict[str, str] = {}
    # Our tokens are never quoted. http.cookies would unquote all cookies, which takes seconds for hostile ones.
    for pair in sent.split(";"):
        key, _, token = pair.partition("=")
        if key.strip() in (with_port, COOKIE) and token.strip():
            found.setdefault(key.strip(), token.strip())
    return {name: found[name] for name in (with_port, COOKIE) if name in found}


def _cookie_with_port(headers: Headers) -> str:
    """Return the name of the cookie that is for this port alone."""
    host = next((value for name, value in headers if name == b"host"), b"").decode("latin-1")
    _, colon, port = host.rpartition(":")
    return f"{COOKIE}-{port}" if colon and port.isascii() and port.isdigit() else COOKIE


def _origin(address: str) -> str:
    """Return scheme, host and port; or the text itself if it is not a URL, so that it matches no origin."""
    try:
        parts = urlsplit(address.strip().lower())
    except ValueError:
        return address
    return f"{parts.scheme}://{parts.netloc}"
