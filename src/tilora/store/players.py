"""The players. Tokens and passwords arrive hashed: nobody can sign in with what the database holds."""

import secrets
import unicodedata
from typing import Any

from sqlalchemy import Connection, Select, Update, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from tilora.store.database import Database
from tilora.store.errors import NameTaken
from tilora.store.models import Player, Session
from tilora.store.schema import players, tokens

_PLAYER = select(players.c.id, players.c.name, players.c.password_hash, players.c.created_at)


class Players:
    """Guests, players with a claimed name, and their tokens."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, token_hash: str, name: str, now: int, device: str = "") -> Player:
        """Add a new guest with that token. Raises NameTaken if somebody has claimed that name."""
        player = Player(id=secrets.token_hex(8), name=name, password_hash=None, created_at=now)

        def work(connection: Connection) -> None:
            _check_name(connection, player.id, name)
            if connection.execute(select(players.c.id).where(players.c.id == player.id)).first() is None:
                connection.execute(insert(players).values(id=player.id, name=name, created_at=now))
            _add_token(connection, player.id, token_hash, now, device)

        await self._database.write(work)
        return player

    async def get(self, player: str) -> Player | None:
        """Return that player, if there is one."""
        return await self._one(_PLAYER.where(players.c.id == player))

    async def by_token(self, token_hash: str) -> Player | None:
        """Return the player with that token, if there is one."""
        return await self._one(_PLAYER.join(tokens).where(tokens.c.hash == token_hash))

    async def by_name(self, name: str) -> Player | None:
        """Return the player who has claimed that name, in any case of its letters."""
        return await self._one(_PLAYER.where(players.c.login == login_of(name)))

    async def rename(self, player: str, name: str) -> None:
        """Change the player's name. If the old one was claimed, so is the new one.

        Raises NameTaken if somebody else has claimed it.
        """

        def work(connection: Connection) -> None:
            _check_name(connection, player, name)
            connection.execute(update(players).where(players.c.id == player).values(name=name))
            claimed = (players.c.id == player) & players.c.login.is_not(None)
            _take_name(connection, update(players).where(claimed), name)

        await self._database.write(work)

    async def claim(self, player: str, password_hash: str) -> None:
        """Claim the player's name for them alone, with that password. Raises NameTaken."""

        def work(connection: Connection) -> None:
            name = connection.execute(select(players.c.name).where(players.c.id == player)).scalar_one()
            _take_name(
                connection, update(players).where(players.c.id == player).values(password_hash=password_hash), name
            )

        await self._database.write(work)

    async def set_password(self, player: str, password_hash: str) -> None:
        """Change the password of a player who has one."""
        change = update(players).where(players.c.id == player, players.c.password_hash.is_not(None))
        change = change.values(password_hash=password_hash)
        await self._database.write(lambda connection: connection.execute(change).close())

    async def add_token(self, player: str, token_hash: str, now: int, device: str = "") -> None:
        """Add a token to the player."""
        await self._database.write(lambda connection: _add_token(connection, player, token_hash, now, device))

    async def note_use(self, token_hash: str, now: int) -> None:
        """Note that the token is used."""
        change = update(tokens).where(tokens.c.hash == token_hash).values(seen_at=now)
        await self._database.write(lambda connection: connection.execute(change).close())

    async def sessions(self, player: str) -> list[Session]:
        """Return where the player is signed in, the last used first."""
        query = select(tokens.c.hash.label("token"), tokens.c.created_at, tokens.c.seen_at, tokens.c.device)
        query = query.where(tokens.c.player == player).order_by(tokens.c.seen_at.desc(), tokens.c.hash)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [Session(**row._mapping) for row in rows]

    async def remove_token(self, token_hash: str) -> None:
        """Remove a token."""
        removal = delete(tokens).where(tokens.c.hash == token_hash)
        await self._database.write(lambda connection: connection.execute(removal).close())

    async def _one(self, query: Select[Any]) -> Player | None:
        row = await self._database.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else Player(**row._mapping)


def login_of(name: str) -> str:
    """Return the form in which claimed names are compared: names that look alike are the same name."""
    return unicodedata.normalize("NFKC", name).casefold()


def _check_name(connection: Connection, player: str, name: str) -> None:
    """Raise NameTaken if somebody else has claimed the name."""
    others = select(players.c.id).where(players.c.login == login_of(name), players.c.id != player)
    if connection.execute(others).first() is not None:
        raise _name_taken(name)


def _name_taken(name: str) -> NameTaken:
    return NameTaken(f"The name {name!r} is taken. Please choose another one.")


def _take_name(connection: Connection, change: Update, name: str) -> None:
    try:
        connection.execute(change.values(login=login_of(name)))
    except IntegrityError:
        raise _name_taken(name) from None


def _add_token(connection: Connection, player: str, token_hash: str, now: int, device: str) -> None:
    known = connection.execute(select(tokens.c.player).where(tokens.c.hash == token_hash)).scalar()
    if known != player:  # otherwise an earlier attempt has added it, whose commit was uncertain
        row = {"hash": token_hash, "player": player, "created_at": now, "seen_at": now, "device": device}
        connection.execute(insert(tokens).values(row))
