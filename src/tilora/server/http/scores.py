"""Finished matches and high scores."""

from typing import Annotated

from litestar import get
from litestar.params import Parameter

from tilora.kernel import game_named
from tilora.server.http.bodies import ScoreBody, TablePage
from tilora.server.http.params import AppServices, Before, Limit, OneGame, OptionalUser, page_of
from tilora.server.rate_limit import PAGE_ROWS


@get("/api/matches", summary="Finished matches")
async def matches(
    services: AppServices,
    maybe: OptionalUser,
    mine: Annotated[bool, Parameter(description="Only one's own, also those that were not public.")] = False,
    game: OneGame = None,
    limit: Limit = PAGE_ROWS,
    before: Before = None,
) -> TablePage:
    """The last first."""
    player = maybe.player.id if mine and maybe else None
    if mine and player is None:
        return TablePage(tables=[], next=None)
    return page_of(await services.store.tables.finished(player=player, game=game, limit=limit, before=before))


@get("/api/scores/{game:str}", summary="High scores")
async def scores(
    services: AppServices,
    maybe: OptionalUser,
    game: Annotated[str, Parameter(max_length=64, description="The game's name.")],
    seats: Annotated[
        int | None, Parameter(ge=1, le=64, description="Of matches with so many seats, where lists are kept apart.")
    ] = None,
    limit: Limit = 20,
) -> list[ScoreBody]:
    """The best first."""
    rows = await services.store.tables.scores(game_named(game).name, seats, limit=limit)
    mine = maybe.player.id if maybe else ""
    return [
        ScoreBody(
            table=row.table if row.public or row.player == mine else None,
            seat=row.seat,
            name=row.name,
            player=row.player,
            seats=row.seats,
            score=row.score,
            high=row.high,
            at=row.at,
        )
        for row in rows
    ]


HANDLERS = (matches, scores)
