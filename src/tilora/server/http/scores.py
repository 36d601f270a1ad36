"""Finished matches and high scores."""

from typing import Annotated

from litestar import get
from litestar.params import Parameter

from tilora.kernel import game_named
from tilora.server.http.params import AppServices, Before, GameFilter, GameName, Limit, OptionalUser, table_list
from tilora.server.http.result_bodies import OpponentBody, ScoreBody
from tilora.server.http.table_bodies import TableList
from tilora.server.rate_limit import PAGE_ROWS
from tilora.store import Opponent


@get("/api/matches", summary="List finished matches")
async def list_matches(
    services: AppServices,
    optional_user: OptionalUser,
    mine: Annotated[bool, Parameter(description="List only your own matches, private ones as well.")] = False,
    game: GameFilter = None,
    limit: Limit = PAGE_ROWS,
    before: Before = None,
) -> TableList:
    """The most recent come first."""
    player = optional_user.player.id if mine and optional_user else None
    if mine and player is None:
        return TableList(tables=[], next=None)
    return table_list(await services.store.tables.finished(player=player, game=game, limit=limit, before=before))


@get("/api/scores/{game:str}", summary="List high scores")
async def list_scores(
    services: AppServices,
    optional_user: OptionalUser,
    game: GameName,
    seats: Annotated[
        int | None,
        Parameter(ge=1, le=64, description="Only matches with this many seats, in games with a list for each number."),
    ] = None,
    limit: Limit = 20,
) -> list[ScoreBody]:
    """The best come first."""
    rows = await services.store.tables.scores(game_named(game).name, seats, limit=limit)
    own_id = optional_user.player.id if optional_user else ""
    return [
        ScoreBody(
            table=row.table if row.public or row.player == own_id else None,
            seat=row.seat,
            name=row.name,
            player=row.player,
            seats=row.seats,
            score=row.score,
            high=row.high,
            against=[_opponent(other, named=row.public or row.player == own_id) for other in row.against],
            at=row.at,
        )
        for row in rows
    ]


def _opponent(other: Opponent, *, named: bool) -> OpponentBody:
    """Return an opponent as the viewer may know them: only its players know who was at a private table."""
    if other.level is not None:
        return OpponentBody(kind="bot", name=other.name, level=other.level)
    return OpponentBody(kind="person", name=other.name if named else "", level=None)


HANDLERS = (list_matches, list_scores)
