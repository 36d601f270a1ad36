"""Who plays here. Tokens and passwords come in hashed; nothing in the database lets anybody in."""

from tilora.store.database import Database
from tilora.store.rows import Player


class Players:
    """Guests, claimed names, and the tokens that they are known by."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, token_hash: str, name: str, now: int) -> Player:
        """A new guest, known by that token."""
        raise NotImplementedError

    async def get(self, player: str) -> Player | None:
        """That player, if there is one."""
        raise NotImplementedError

    async def by_token(self, token_hash: str) -> Player | None:
        """The player with that token."""
        raise NotImplementedError

    async def by_name(self, name: str) -> Player | None:
        """The player who has claimed that name, whatever its case."""
        raise NotImplementedError

    async def rename(self, player: str, name: str) -> None:
        """The player goes by that name. Raises NameTaken for a claimed player if the new name is claimed too."""
        raise NotImplementedError

    async def claim(self, player: str, password_hash: str) -> None:
        """The player's name is theirs alone, and that password opens it. Raises NameTaken."""
        raise NotImplementedError

    async def add_token(self, player: str, token_hash: str, now: int) -> None:
        """The player is known by that token too."""
        raise NotImplementedError

    async def remove_token(self, token_hash: str) -> None:
        """That token means nobody any more."""
        raise NotImplementedError

    async def remove_tokens(self, player: str, *, but: str | None = None) -> None:
        """None of the player's tokens means them any more, except for `but`."""
        raise NotImplementedError
