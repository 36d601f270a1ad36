"""How a player plays, over time: what decisions cost, what luck was worth, and which points mistakes gave away."""

from collections import Counter, defaultdict
from collections.abc import Sequence

import msgspec

from tilora.ai.review.review_report import FORMAT, PlayedLike, Reason
from tilora.server.http.result_bodies import CostBody, GameProgress, ProgressBody, ProgressPoint
from tilora.store import PlayerReview

MOST_REVIEWS = 60
"""How many of the last reviews are looked at."""
MOST_COSTS = 4
"""How many sources of lost points are named."""


class _Account(msgspec.Struct):
    luck: float


class _Seat(msgspec.Struct):
    result: _Account
    loss: float
    decisions: int
    played_like: PlayedLike | None = None


class _Decision(msgspec.Struct):
    reason: Reason | None = None


class _Step(msgspec.Struct):
    seat: int
    decision: _Decision | None = None


class _Review(msgspec.Struct):
    """Only what is needed here, because a review is long."""

    format: int
    seats: list[_Seat]
    steps: list[_Step]


_decode = msgspec.json.Decoder(_Review).decode


def player_progress(found: Sequence[PlayerReview]) -> ProgressBody:
    """Return what these reviews say about their player. They are given with the latest first."""
    read = [(row, _decode(row.body)) for row in reversed(found)]
    known = [(row, review) for row, review in read if review.format == FORMAT and row.seat < len(review.seats)]
    games = Counter(row.game for row, _ in known)
    return ProgressBody(
        games=[
            _game(game, [(row, review) for row, review in known if row.game == game]) for game, _ in games.most_common()
        ]
    )


def _game(game: str, played: Sequence[tuple[PlayerReview, _Review]]) -> GameProgress:
    lost: defaultdict[str, float] = defaultdict(float)
    times: Counter[str] = Counter()
    given, givings = 0.0, 0
    for row, review in played:
        for step in review.steps:
            reason = step.decision.reason if step.decision else None
            if reason is None or step.seat != row.seat:
                continue
            for source in reason.sources:
                if source.seat == row.seat and source.source and source.points > source.doubt:
                    lost[source.source] += source.points
                    times[source.source] += 1
            gift = -sum(points for seat, points in enumerate(reason.points) if seat != row.seat)
            if gift > 0.0:
                given, givings = given + gift, givings + 1
    return GameProgress(
        game=game,
        matches=[_point(row, review.seats[row.seat]) for row, review in played],
        costs=[
            CostBody(source=source, points=points, times=times[source])
            for source, points in sorted(lost.items(), key=lambda each: -each[1])[:MOST_COSTS]
        ],
        given=CostBody(source="", points=given, times=givings),
    )


def _point(row: PlayerReview, seat: _Seat) -> ProgressPoint:
    like = seat.played_like
    return ProgressPoint(
        id=row.id,
        at=row.at,
        loss=seat.loss,
        decisions=seat.decisions,
        luck=seat.result.luck,
        level=like.level if like else None,
    )
