"""The results of matches for their players. Like the high scores, they stay when the table is deleted."""

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select

from tilora.store.database import Database
from tilora.store.models import Opponent, PastMatch
from tilora.store.schema import outcomes
from tilora.table.summary import PlaceSummary, Summary

_encode = msgspec.json.Encoder().encode
decode_against = msgspec.json.Decoder(tuple[Opponent, ...]).decode
_ROW = (
    outcomes.c.table_id,
    outcomes.c.game,
    outcomes.c.seats,
    outcomes.c.score,
    outcomes.c.result,
    outcomes.c.against,
    outcomes.c.at,
)
_REMOVE = delete(outcomes).where(outcomes.c.table_id == bindparam("table"))
_ADD = insert(outcomes)


class Outcomes:
    """Looks up the matches of a player. `write_outcomes` writes them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of_player(self, player: str, *, limit: int) -> list[PastMatch]:
        """Return the player's last matches, the latest first. No more rows than that are read."""
        query = select(*_ROW).where(outcomes.c.player == player)
        query = query.order_by(outcomes.c.at.desc(), outcomes.c.table_id.desc()).limit(limit)

        def read(connection: Connection) -> list[PastMatch]:
            return [
                PastMatch(
                    table=row.table_id,
                    game=row.game,
                    seats=row.seats,
                    score=row.score,
                    result=row.result,
                    against=decode_against(row.against),
                    at=row.at,
                )
                for row in connection.execute(query)
            ]

        return await self._database.read(read)


def write_outcomes(connection: Connection, table: str, summary: Summary) -> None:
    """Write the results of those for whom the match counts, once it is finished."""
    if summary.status != "finished":
        return
    connection.execute(_REMOVE, {"table": table})
    rows = [
        {
            "table_id": table,
            "seat": place.seat,
            "player": None if place.here else place.player,
            "game": summary.game,
            "seats": summary.seats,
            "score": place.score,
            "result": _result(place, summary),
            "against": _encode([_met(place, other) for other in summary.places if other.seat != place.seat]).decode(),
            "at": summary.ended_at,
        }
        for place in summary.places
        if place.counts
    ]
    if rows:
        connection.execute(_ADD, rows)


def _result(place: PlaceSummary, summary: Summary) -> str:
    """Return "drew" if all are first together, and "won" for whoever is first, alone or with others."""
    if place.rank != 1:
        return "lost"
    return "drew" if all(other.rank == 1 for other in summary.places) else "won"


def _met(place: PlaceSummary, other: PlaceSummary) -> Opponent:
    beaten = place.rank is not None and other.rank is not None and place.rank < other.rank
    return Opponent(other.name, other.level if other.kind == "bot" else None, beaten)
