"""A player's own mistakes: found in reviews of their matches, and brought back until they are solved for good."""

import asyncio

import msgspec

from tilora.ai.puzzles.own_mistakes import OwnMistake, mistakes_in
from tilora.ai.review.review_report import Review
from tilora.kernel import Record, TiloraError
from tilora.server.system_time import now
from tilora.server.tables.service import TableService
from tilora.store import MistakeRow, PlayerReview, Store
from tilora.table.errors import NoSuchTable

DAY = 24 * 3600 * 1000
"""Milliseconds."""
DAYS = (1, 3, 7, 21)
"""After how many days a mistake comes back once it was solved so many times in a row. Then it is solved for good."""
MOST_MATCHES = 2
"""Reviews that are searched for mistakes in one request."""
MOST_MISTAKES = 300
"""Of one player."""
_decoder = msgspec.json.Decoder(OwnMistake)


class OwnMistakes:
    """The mistakes of everybody on this server."""

    def __init__(self, store: Store, tables: TableService) -> None:
        self._store = store.mistakes
        self._tables = tables

    async def collect(self, player: str) -> None:
        """Search reviews of the player's matches that nobody has searched for their mistakes."""
        for reviewed in await self._store.unsearched(player, limit=MOST_MATCHES):
            record = await self._record(reviewed)
            if record is not None:
                found = await asyncio.to_thread(_mistakes, reviewed, record)
                await self._store.add(player, reviewed.id, found, most=MOST_MISTAKES)

    async def _record(self, reviewed: PlayerReview) -> Record | None:
        """Return the record of the match; None while it is secret, as that of a challenge is on its day."""
        try:
            record = await self._tables.read(reviewed.id, lambda table: table.record(reviewed.seat, now()))
        except NoSuchTable:
            return None
        return record if isinstance(record, Record) else None

    async def get(self, player: str, puzzle: str) -> tuple[MistakeRow, OwnMistake] | None:
        """Return a mistake of the player."""
        row = await self._store.get(player, puzzle)
        return None if row is None else (row, _decoder.decode(row.body))

    async def count_try(self, player: str, row: MistakeRow, *, solved: bool) -> int | None:
        """Count the first try since the mistake came back, and return when it comes back again; None if never."""
        if row.due_at is None or row.due_at > now():
            return row.due_at
        stage = row.stage + 1 if solved else 0
        days = DAYS[stage - 1] if 1 <= stage <= len(DAYS) else DAYS[0] if stage == 0 else None
        due_at = None if days is None else now() + days * DAY
        await self._store.plan(player, row.puzzle, before=row, stage=stage, due_at=due_at)
        return due_at


def _mistakes(reviewed: PlayerReview, record: Record) -> list[MistakeRow]:
    try:
        found = mistakes_in(record, Review.from_json(reviewed.body), reviewed.seat)
    except (TiloraError, msgspec.DecodeError):  # an old review, or a game that has been changed
        return []
    return [
        MistakeRow(
            puzzle=mistake.puzzle.id,
            game=record.game,
            table=reviewed.id,
            body=msgspec.json.encode(mistake).decode(),
            stage=0,
            due_at=now(),
        )
        for mistake in found
    ]
