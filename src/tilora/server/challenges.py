"""The daily challenge: a match that everybody can try once, with the same luck and against the same opponent.

The first request of a day fixes its game and its secret, which is random: nobody knows it before, and it is shown when
the day is over. Nobody but the server has a part in the luck, unlike at other tables.
"""

import secrets
from contextlib import suppress
from datetime import date

from tilora.kernel import Game, games
from tilora.server.errors import Unknown
from tilora.server.tables.service import TableService
from tilora.store import ChallengeRow, Store
from tilora.table.errors import NoSuchTable
from tilora.table.setup import Person, PlaceSetup, Setup

LEVEL = 4
"""Of the bots."""


def game_of(day: str) -> Game:
    """Return the game of that day. The games that suit take turns. Raises Unknown if there is none."""
    suited = sorted((game for game in games() if game.challenge), key=lambda game: game.name)
    if not suited:
        raise Unknown("None of the games on this server can be a challenge.")
    return suited[date.fromisoformat(day).toordinal() % len(suited)]


class DayChallenges:
    """The challenges of this server."""

    def __init__(self, store: Store, tables: TableService) -> None:
        self._store = store.challenges
        self._tables = tables

    async def of(self, day: str) -> ChallengeRow:
        """Return the challenge of that day, which is fixed from now on. Raises Unknown."""
        known = await self._store.get(day)
        if known is not None:
            return known
        made = ChallengeRow(day=day, game=game_of(day).name, level=LEVEL, secret=secrets.token_hex(32))
        return await self._store.fix(made)

    async def play(self, challenge: ChallengeRow, who: Person, game: Game) -> str:
        """Return the table of the person's only attempt, which is opened now unless it has been before."""
        table_id = await self._store.begin_attempt(challenge.day, who.player, self._tables.new_id())
        with suppress(NoSuchTable):  # a server that was killed in between may not have opened it
            return await self._tables.read(table_id, lambda table: table.id)
        bots = [PlaceSetup(kind="bot", level=challenge.level)] * (game.seats[0] - 1)
        setup = Setup(game=game.name, places=[PlaceSetup(kind="me"), *bots], watchers=False)
        await self._tables.open_challenge(table_id, setup, who, secret=challenge.secret, day=challenge.day)
        return table_id
