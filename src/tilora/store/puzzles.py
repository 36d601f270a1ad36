"""Puzzles: who has tried which, ratings of players and puzzles, and players' own mistakes, which come back."""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, func, select, update
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from tilora.store.database import Database
from tilora.store.models import MistakeRow, PlayerReview, PuzzleAttempt, PuzzleRating
from tilora.store.schema import (
    mistake_sources,
    mistakes,
    outcomes,
    puzzle_attempts,
    puzzle_players,
    puzzle_ratings,
    reviews,
)

Rate = Callable[[PuzzleRating, PuzzleRating, bool], tuple[PuzzleRating, PuzzleRating]]
"""Returns the ratings of a player and of a puzzle after a first try, from those before it and whether it was right."""


class Puzzles:
    """Attempts and ratings."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def attempts(self, player: str, game: str) -> dict[str, PuzzleAttempt]:
        """Return the results of the player's first tries at the puzzles of a game, by puzzle."""
        at = puzzle_attempts.c
        query = select(at.puzzle, at.solved, at.at).where(at.player == player, at.game == game)
        rows = await self._database.read(lambda connection: list(connection.execute(query)))
        return {row.puzzle: PuzzleAttempt(puzzle=row.puzzle, solved=row.solved, at=row.at) for row in rows}

    async def counts(self, player: str) -> dict[str, tuple[int, int]]:
        """Return by game how many puzzles the player has tried, and how many they solved on the first try."""
        at = puzzle_attempts.c
        query = select(at.game, at.solved, func.count()).where(at.player == player).group_by(at.game, at.solved)
        rows = await self._database.read(lambda connection: list(connection.execute(query)))
        found: dict[str, tuple[int, int]] = {}
        for game, solved, count in rows:
            tried, right = found.get(game, (0, 0))
            found[game] = tried + count, right + (count if solved else 0)
        return found

    async def player_ratings(self, player: str) -> dict[str, PuzzleRating]:
        """Return the player's ratings by game; only of games of which they have tried a puzzle."""
        at = puzzle_players.c
        query = select(at.game, at.rating, at.deviation).where(at.player == player)
        rows = await self._database.read(lambda connection: list(connection.execute(query)))
        return {row.game: PuzzleRating(rating=row.rating, deviation=row.deviation) for row in rows}

    async def puzzle_ratings(self, game: str) -> dict[str, PuzzleRating]:
        """Return the ratings of a game's puzzles; only of those that somebody has tried."""
        at = puzzle_ratings.c
        query = select(at.puzzle, at.rating, at.deviation).where(at.game == game)
        rows = await self._database.read(lambda connection: list(connection.execute(query)))
        return {row.puzzle: PuzzleRating(rating=row.rating, deviation=row.deviation) for row in rows}

    async def attempt(
        self,
        player: str,
        game: str,
        puzzle: str,
        *,
        solved: bool,
        now: int,
        first: tuple[PuzzleRating, PuzzleRating],
        rate: Rate,
    ) -> tuple[PuzzleRating, PuzzleRating] | None:
        """Count a first try, and return the player's rating before and after it; None if it was not the first.

        `first` has the ratings of a player and of a puzzle without any.
        """

        def work(connection: Connection) -> tuple[PuzzleRating, PuzzleRating] | None:
            make = insert_sqlite if connection.dialect.name == "sqlite" else insert_postgresql
            row = {"player": player, "game": game, "puzzle": puzzle, "solved": solved, "at": now}
            once = make(puzzle_attempts).values(row).on_conflict_do_nothing().returning(puzzle_attempts.c.puzzle)
            if connection.execute(once).first() is None:
                return None
            theirs = {"player": player, "game": game}, puzzle_players
            its = {"game": game, "puzzle": puzzle}, puzzle_ratings
            before = []
            for (key, table), start in zip((theirs, its), first, strict=True):
                values = key | {"rating": start.rating, "deviation": start.deviation}
                connection.execute(make(table).values(values).on_conflict_do_nothing())
                where = [table.c[name] == value for name, value in key.items()]
                # Whoever else counts an attempt at this moment waits.
                found = connection.execute(select(table.c.rating, table.c.deviation).where(*where).with_for_update())
                rating, deviation = found.one()
                before.append(PuzzleRating(rating=rating, deviation=deviation))
            after = rate(before[0], before[1], solved)
            for (key, table), new in zip((theirs, its), after, strict=True):
                where = [table.c[name] == value for name, value in key.items()]
                connection.execute(update(table).where(*where).values(rating=new.rating, deviation=new.deviation))
            return before[0], after[0]

        return await self._database.write(work)


class Mistakes:
    """Mistakes of players, which come back as puzzles."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def unsearched(self, player: str, *, limit: int) -> list[PlayerReview]:
        """Return reviews of the player's matches that have not been searched for mistakes, the latest first."""
        done = select(mistake_sources.c.table_id).where(mistake_sources.c.player == player)
        query = select(reviews.c.id, outcomes.c.game, outcomes.c.seat, outcomes.c.at, reviews.c.body)
        query = query.join(reviews, reviews.c.id == outcomes.c.table_id)
        query = query.where(outcomes.c.player == player, outcomes.c.table_id.not_in(done))
        query = query.order_by(outcomes.c.at.desc(), outcomes.c.table_id, outcomes.c.seat).limit(limit)
        rows = await self._database.read(lambda connection: list(connection.execute(query)))
        return [PlayerReview(**row._mapping) for row in rows]

    async def add(self, player: str, table: str, found: Sequence[MistakeRow], *, most: int) -> None:
        """Keep mistakes from a match, which is not searched again. No more than `most` of a player are kept."""

        def work(connection: Connection) -> None:
            make = insert_sqlite if connection.dialect.name == "sqlite" else insert_postgresql
            source = {"player": player, "table_id": table}
            once = make(mistake_sources).values(source).on_conflict_do_nothing().returning(mistake_sources.c.table_id)
            if connection.execute(once).first() is None:
                return
            for row in found:
                values = {
                    "player": player,
                    "puzzle": row.puzzle,
                    "game": row.game,
                    "table_id": row.table,
                    "body": row.body,
                    "stage": row.stage,
                    "due_at": row.due_at,
                }
                connection.execute(make(mistakes).values(values).on_conflict_do_nothing())
            mine = select(mistakes.c.puzzle).where(mistakes.c.player == player)
            # Those that never come back go first, then those that are due last.
            oldest = mine.order_by(mistakes.c.due_at.is_(None), mistakes.c.due_at).offset(most)
            surplus = connection.execute(oldest).scalars().all()
            if surplus:
                connection.execute(delete(mistakes).where(mistakes.c.player == player, mistakes.c.puzzle.in_(surplus)))

        await self._database.write(work)

    async def get(self, player: str, puzzle: str) -> MistakeRow | None:
        """Return a mistake of the player."""
        query = select(mistakes).where(mistakes.c.player == player, mistakes.c.puzzle == puzzle)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else _mistake(row)

    async def due(self, player: str, now: int, *, limit: int) -> list[MistakeRow]:
        """Return the mistakes that have come back to the player by now, the one that has waited longest first."""
        query = select(mistakes).where(mistakes.c.player == player, mistakes.c.due_at <= now)
        query = query.order_by(mistakes.c.due_at, mistakes.c.puzzle).limit(limit)
        rows = await self._database.read(lambda connection: list(connection.execute(query)))
        return [_mistake(row) for row in rows]

    async def coming(self, player: str, now: int) -> tuple[int, int | None]:
        """Return how many mistakes will come back to the player later, and when the first of them does."""
        query = select(func.count(), func.min(mistakes.c.due_at))
        query = query.where(mistakes.c.player == player, mistakes.c.due_at > now)
        count, first = await self._database.read(lambda connection: connection.execute(query).one())
        return int(count), first

    async def plan(self, player: str, puzzle: str, *, before: MistakeRow, stage: int, due_at: int | None) -> bool:
        """Say when a mistake comes back. Return False if that has changed since `before` was read."""
        at = mistakes.c
        query = update(mistakes).where(at.player == player, at.puzzle == puzzle, at.due_at == before.due_at)
        query = query.values(stage=stage, due_at=due_at)
        return await self._database.write(lambda connection: connection.execute(query).rowcount > 0)


def _mistake(row: Row[Any]) -> MistakeRow:
    found = row._mapping
    return MistakeRow(
        puzzle=found["puzzle"],
        game=found["game"],
        table=found["table_id"],
        body=found["body"],
        stage=found["stage"],
        due_at=found["due_at"],
    )
