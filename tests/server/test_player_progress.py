"""How a player plays, from the reviews of their matches."""

import asyncio

from tests.patience import patience
from tests.server.client import Player, persons
from tests.server.process import ServerProcess
from tests.store.support import awaited
from tilora.ai.review.review_report import (
    FORMAT,
    Account,
    PlayedLike,
    Reason,
    Review,
    ReviewedDecision,
    ReviewedStep,
    SeatReview,
    Source,
)
from tilora.server.http.player_progress import player_progress
from tilora.server.http.replay_bodies import ReviewBody
from tilora.server.http.result_bodies import ProgressBody
from tilora.store import PlayerReview

NOTHING = Account(start=0.5, luck=0.0, own_play=0.0, others_play=0.0, end=0.5)


def seat(loss: float, luck: float) -> SeatReview:
    result = Account(start=0.5, luck=luck, own_play=-luck, others_play=0.0, end=0.5)
    like = PlayedLike(level=4.0, lowest=3.0, highest=5.0)
    return SeatReview(result=result, points=NOTHING, decisions=3, loss=loss, grades={}, played_like=like)


def step(by: int, points: list[float], *sources: Source) -> ReviewedStep:
    reason = Reason(points=points, sources=list(sources), words="", rollouts=1)
    decision = ReviewedDecision(
        grade="mistake", loss=0.1, points_loss=1.0, doubt=0.01, candidates=[], line=[], reason=reason
    )
    return ReviewedStep(seat=by, turn=0, action="x", sentence="X.", play=[0, 0], points_play=[0, 0], decision=decision)


def source(name: str, whose: int, points: float, doubt: float = 0.1) -> Source:
    return Source(source=name, seat=whose, points=points, doubt=doubt)


def reviewed(at: int, *steps: ReviewedStep, game: str = "zellij", version: int = FORMAT) -> PlayerReview:
    review = Review(
        format=version,
        game=game,
        version=1,
        network="",
        settings="",
        complete=True,
        seats=[seat(0.02, 0.1), seat(0.05, -0.1)],
        opening=[0, 0],
        points_opening=[0, 0],
        steps=list(steps),
        curve=[],
        points_curve=[],
    )
    return PlayerReview(id=f"t{at}", game=game, seat=1, at=at, body=review.to_json().decode())


def test_losses_and_luck_are_those_of_the_players_own_seat_the_earliest_match_first() -> None:
    (game,) = player_progress([reviewed(2), reviewed(1)]).games
    assert [match.at for match in game.matches] == [1, 2]
    assert [(match.loss, match.luck, match.level) for match in game.matches] == [(0.05, -0.1, 4.0)] * 2


def test_points_that_mistakes_cost_are_added_up_by_where_they_would_have_come_from() -> None:
    mine = step(1, [-2.0, 3.0], source("rows", 1, 2.0), source("floor", 1, 1.0), source("rows", 0, -2.0))
    again = step(1, [0.5, 1.5], source("rows", 1, 1.5), source("columns", 1, 0.05))
    theirs = step(0, [4.0, 0.0], source("rows", 0, 4.0))
    (game,) = player_progress([reviewed(1, mine, again, theirs)]).games
    assert [(cost.source, cost.points, cost.times) for cost in game.costs] == [("rows", 3.5, 2), ("floor", 1.0, 1)]
    assert (game.given.points, game.given.times) == (2.0, 1)


def test_games_are_apart_and_reviews_of_another_format_are_left_out() -> None:
    found = player_progress(
        [reviewed(3, game="welters"), reviewed(2, game="welters"), reviewed(1), reviewed(0, version=FORMAT + 1)]
    )
    assert [(game.game, len(game.matches)) for game in found.games] == [("welters", 2), ("zellij", 1)]
    assert player_progress([]).games == []


@awaited
async def test_a_reviewed_match_shows_up_for_its_player_and_for_nobody_else(server: ServerProcess) -> None:
    async with await Player.new(server.base, "Ann") as ann, await Player.new(server.base, "Eve") as eve:
        table = await ann.open(persons("pebbles", "me", "1"))
        async with ann.at(table) as first:
            while not (first.position and first.position.over):
                await first.until(lambda: bool(first.legal) or bool(first.position and first.position.over))
                if first.legal:
                    await first.play(first.legal[0])
        assert (await ann.get("/api/me/progress", ProgressBody)).games == []
        async with asyncio.timeout(patience(120)):
            while (found := await ann.get(f"/api/replay/{table}/review", ReviewBody)).share < 1:
                await asyncio.sleep(0.1)
        assert found.review is not None
        (game,) = (await ann.get("/api/me/progress", ProgressBody)).games
        assert game.game == "pebbles"
        assert [match.id for match in game.matches] == [table]
        assert game.matches[0].loss == found.review.seats[0].loss
        assert (await eve.get("/api/me/progress", ProgressBody)).games == []
