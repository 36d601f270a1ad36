"""Side lines of finished matches: positions that could have been, what a search expects of them, and single tries."""

from typing import Annotated

from litestar import get
from litestar.di import NamedDependency, Provide
from litestar.params import Parameter, SkipValidation

from tilora.ai.review.analysis import Analysis
from tilora.ai.review.review_report import ReviewedDecision
from tilora.server.http.params import AppServices, CurrentAsker, OptionalUser
from tilora.server.http.records import AppReplays, ReplayId, find_record
from tilora.server.http.replay_bodies import LineBody, PathWhy, PreviewBody
from tilora.server.http.replays import SideLine
from tilora.server.reviews.questions import AskAnalysis, AskVerdict

LONGEST = 200
"""Actions of a side line."""

Step = Annotated[int, Parameter(ge=0, description="The step of the match after which the line begins; 0 is the start.")]
Played = Annotated[
    list[str] | None, Parameter(max_items=LONGEST, description="The actions played in the line, in order.")
]
LineSeat = Annotated[
    int | None,
    Parameter(ge=0, le=63, description="The seat whose view to show, from 0. By default everything."),
]
Path = Annotated[
    list[str] | None, Parameter(max_items=LONGEST, description="The ids of what you clicked, in this order.")
]
Action = Annotated[str, Parameter(max_length=200, description="The action to judge or preview.")]
Effort = Annotated[int, Parameter(ge=0, le=9, description="How long to search, from 0.")]


async def side_line(
    services: AppServices, optional_user: OptionalUser, replay_id: ReplayId, step: Step, played: Played = None
) -> SideLine:
    """Return the line that a request is about. Raises Unknown or NotNow if there is no such match to look at."""
    record, seats = await find_record(services, optional_user, replay_id)
    return SideLine(record, seats, step, played or ())


Line = NamedDependency[SkipValidation[SideLine]]
LINE = {"line": Provide(side_line)}


@get("/api/replay/{replay_id:str}/line", summary="Get a position of a side line", dependencies=LINE)
async def get_line(line: Line, replays: AppReplays, asker: CurrentAsker, seat: LineSeat = None) -> LineBody:
    """The position after these actions, with the luck that the match would have had."""
    return await replays.line(line, asker, seat)


@get("/api/replay/{replay_id:str}/line/why", summary="Explain clicks in a side line", dependencies=LINE)
async def get_line_why(
    line: Line, replays: AppReplays, asker: CurrentAsker, path: Path = None, seat: LineSeat = None
) -> PathWhy:
    """Why clicking these things, one after the other, leads nowhere, or what they add up to."""
    return await replays.why(line, path or (), asker, seat)


@get("/api/replay/{replay_id:str}/line/preview", summary="Preview an action in a side line", dependencies=LINE)
async def get_line_preview(
    line: Line,
    services: AppServices,
    replays: AppReplays,
    asker: CurrentAsker,
    action: Action,
    seat: LineSeat = None,
) -> PreviewBody:
    """The pieces as they would lie, and points, as far as that is certain."""
    services.limits.previews.use(asker.key)
    return PreviewBody(preview=await replays.preview(line, action, asker, seat))


@get(
    "/api/replay/{replay_id:str}/line/analysis",
    summary="Analyse a position of a side line",
    dependencies=LINE,
)
async def get_line_analysis(line: Line, services: AppServices, asker: CurrentAsker, effort: Effort = 0) -> Analysis:
    """The best actions of the seat to act, by what it could know. Ask again with the next `effort` for more."""
    services.limits.questions.use(asker.key)
    return await services.questions.ask(AskAnalysis(line.record, effort), Analysis, asker)


@get(
    "/api/replay/{replay_id:str}/line/verdict",
    summary="Judge an action in a side line",
    dependencies=LINE,
)
async def get_line_verdict(line: Line, services: AppServices, asker: CurrentAsker, action: Action) -> ReviewedDecision:
    """What a review would say if the seat to act had played it, by what the seat could know."""
    services.limits.questions.use(asker.key)
    return await services.questions.ask(AskVerdict(line.record, action), ReviewedDecision, asker)


HANDLERS = (get_line, get_line_why, get_line_preview, get_line_analysis, get_line_verdict)
