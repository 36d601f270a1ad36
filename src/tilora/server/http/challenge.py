"""The daily challenge: its rules, its results, and playing it."""

from litestar import get, post

from tilora.kernel import commitment, game_named
from tilora.server.http.params import AppServices, CurrentUser, OptionalUser
from tilora.server.http.table_bodies import ChallengeBody, ChallengeResultBody, PastChallenge, StartedChallenge
from tilora.server.http.tables import check_table_limits
from tilora.server.services import Services
from tilora.server.system_time import now
from tilora.store import ChallengeRow
from tilora.table.challenge import day_before, day_of, end_of


@get("/api/challenge", summary="Get today's challenge and its results so far")
async def get_challenge(services: AppServices, optional_user: OptionalUser) -> ChallengeBody:
    """Everybody has one attempt, with the same luck. With yesterday's secret, its matches can be checked."""
    day, player = day_of(now()), optional_user.player.id if optional_user else ""
    challenge, store = await services.challenges.of(day), services.store
    game = game_named(challenge.game)
    table = await store.challenges.attempt(day, player) if player else None
    row = await store.tables.get(table) if table else None
    return ChallengeBody(
        day=day,
        game=game.name,
        title=game.title,
        unit=game.unit,
        seats=game.seats[0],
        level=challenge.level,
        ends_at=end_of(day),
        commitment=commitment(challenge.secret),
        table=table,
        over=row is not None and row.summary.ended_at is not None,
        tries=await store.challenges.count(day),
        results=await _results(services, challenge, player),
        yesterday=await _past(services, day_before(day), player),
    )


@post("/api/challenge", summary="Play the day's challenge", status_code=200)
async def play_challenge(services: AppServices, user: CurrentUser) -> StartedChallenge:
    """Starts your only attempt, or finds its table if you have started it."""
    day = day_of(now())
    challenge = await services.challenges.of(day)
    table = await services.store.challenges.attempt(day, user.player.id)
    if table is None:
        await check_table_limits(services, user)
    game = game_named(challenge.game)
    services.bots.warm_up(game)
    return StartedChallenge(id=await services.challenges.play(challenge, user.person, game))


HANDLERS = (get_challenge, play_challenge)


async def _results(services: Services, challenge: ChallengeRow, player: str) -> list[ChallengeResultBody]:
    found = await services.store.challenges.results(challenge.day, before=end_of(challenge.day))
    return [
        ChallengeResultBody(name=row.name, score=row.score, at=row.at, guest=row.guest, you=row.player == player)
        for row in found
    ]


async def _past(services: Services, day: str, player: str) -> PastChallenge | None:
    challenge = await services.store.challenges.get(day)
    if challenge is None:
        return None
    try:
        title = game_named(challenge.game).title
    except ValueError:  # the game has been uninstalled
        title = challenge.game
    return PastChallenge(
        day=day,
        game=challenge.game,
        title=title,
        secret=challenge.secret,
        results=await _results(services, challenge, player),
    )
