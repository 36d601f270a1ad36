"""Side lines of finished matches: positions that could have been, what a search expects of them, and single tries."""

from typing import Annotated

import msgspec
from litestar import get
from litestar.params import Parameter

from tilora.ai.review.analysis import Analysis
from tilora.ai.review.review_report import ReviewedDecision
from tilora.kernel import Record
from tilora.server.http.bodies import LineBody, PathWhy, PreviewBody
from tilora.server.http.params import AnyRequest, AppServices, OptionalUser, address_of
from tilora.server.http.records import AppReplays, ReplayId, find_record
from tilora.server.http.replays import SideLine, record_until
from tilora.server.reviews.questions import AskAnalysis, AskVerdict

LONGEST = 200
"""Actions of a side line."""

Step = Annotated[int, Parameter(ge=0, description="The step of the match after which the line begins; 0 is the start.")]
Played = Annotated[
    list[str] | None, Parameter(max_items=LONGEST, description="What has been played in the line, one by one.")
]
LineSeat = Annotated[
    int | None,
    Parameter(ge=0, le=63, description="The seat whose view to show, from 0. By default everything."),
]
Path = Annotated[
    list[str] | None, Parameter(max_items=LONGEST, description="The ids of what you clicked, in this order.")
]
Action = Annotated[str, Parameter(max_length=200, description="The action that it is about.")]
Effort = Annotated[int, Parameter(ge=0, le=9, description="How long to search, from 0.")]


@get("/api/replay/{replay_id:str}/line", summary="Get a position of a side line")
async def get_line(
    request: AnyRequest,
    services: AppServices,
    replays: AppReplays,
    optional_user: OptionalUser,
    replay_id: ReplayId,
    step: Step,
    played: Played = None,
    seat: LineSeat = None,
) -> LineBody:
    """The position after these actions, with the luck that the match would have had."""
    record, seats = await find_record(services, optional_user, replay_id)
    player = optional_user.player.id if optional_user else ""
    line = SideLine(step, tuple(played or ()))
    return await replays.line(record, seats, line, address=address_of(request), player=player, seat=seat)


@get("/api/replay/{replay_id:str}/line/why", summary="Ask about clicks in a side line")
async def get_line_why(
    request: AnyRequest,
    services: AppServices,
    replays: AppReplays,
    optional_user: OptionalUser,
    replay_id: ReplayId,
    step: Step,
    played: Played = None,
    path: Path = None,
    seat: LineSeat = None,
) -> PathWhy:
    """Why clicking these things, one after the other, leads nowhere, or what they come to."""
    record, _ = await find_record(services, optional_user, replay_id)
    player = optional_user.player.id if optional_user else ""
    line = SideLine(step, tuple(played or ()))
    return await replays.why(record, line, path or (), address=address_of(request), player=player, seat=seat)


@get("/api/replay/{replay_id:str}/line/preview", summary="Ask what an action would do in a side line")
async def get_line_preview(
    request: AnyRequest,
    services: AppServices,
    replays: AppReplays,
    optional_user: OptionalUser,
    replay_id: ReplayId,
    step: Step,
    action: Action,
    played: Played = None,
    seat: LineSeat = None,
) -> PreviewBody:
    """The pieces as they would lie, and points, as far as that is certain."""
    record, _ = await find_record(services, optional_user, replay_id)
    address, player = address_of(request), optional_user.player.id if optional_user else ""
    services.limits.previews.use(player or address)
    line = SideLine(step, tuple(played or ()))
    found = await replays.preview(record, line, action, address=address, player=player, seat=seat)
    return PreviewBody(preview=found)


@get("/api/replay/{replay_id:str}/line/analysis", summary="Ask what a search expects of a position of a side line")
async def get_line_analysis(
    request: AnyRequest,
    services: AppServices,
    optional_user: OptionalUser,
    replay_id: ReplayId,
    step: Step,
    played: Played = None,
    effort: Effort = 0,
) -> Analysis:
    """The best actions of the seat to act, by what it could know. Ask again with the next `effort` for more."""
    record, _ = await find_record(services, optional_user, replay_id)
    address, player = address_of(request), optional_user.player.id if optional_user else ""
    services.limits.questions.use(player or address)
    question = AskAnalysis(_record_of(record, step, played), effort)
    return await services.questions.ask(question, Analysis, address=address, player=player)


@get("/api/replay/{replay_id:str}/line/verdict", summary="Ask what an action is worth in a position of a side line")
async def get_line_verdict(
    request: AnyRequest,
    services: AppServices,
    optional_user: OptionalUser,
    replay_id: ReplayId,
    step: Step,
    action: Action,
    played: Played = None,
) -> ReviewedDecision:
    """What a review would say if the seat to act had played it, by what the seat could know."""
    record, _ = await find_record(services, optional_user, replay_id)
    address, player = address_of(request), optional_user.player.id if optional_user else ""
    services.limits.questions.use(player or address)
    question = AskVerdict(_record_of(record, step, played), action)
    return await services.questions.ask(question, ReviewedDecision, address=address, player=player)


def _record_of(record: Record, step: int, played: list[str] | None) -> Record:
    until = record_until(record, step)
    return msgspec.structs.replace(until, actions=[*until.actions, *(played or ())])


HANDLERS = (get_line, get_line_why, get_line_preview, get_line_analysis, get_line_verdict)
