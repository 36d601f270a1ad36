"""Projecting a table for one viewer: looks, records and summaries. Everything that leaves a table is built here."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from tilora.kernel import SPECTATOR, Fair, Glance, Match, Record, Step, View, commitment
from tilora.scene import Beat, beats_of, scene_of
from tilora.scene.contract import ordered_sources
from tilora.table.challenge import end_of
from tilora.table.errors import NotNow
from tilora.table.log_lines import LogLine
from tilora.table.look import (
    NOTHING,
    Breakdown,
    ClockLook,
    Legal,
    LinesLook,
    Look,
    PositionLook,
    RunningRecord,
    SeatLook,
    Since,
    StepLook,
    TableLook,
)
from tilora.table.setup import LEVEL
from tilora.table.state import StepLine, TableNews, TableState, chat_size
from tilora.table.summary import PlaceSummary, Summary

ENDED = ("finished", "aborted", "closed")
SHOWN_IN_BEATS = 12
"""How many of the latest steps come with their beats."""
LINES_SIZE = 128 << 10
"""How many bytes of lines a look holds. Clients ask for the lines before them."""
LONGEST_LINE = 2 << 10
"""No line is longer, in bytes."""
REMEMBERED = 8
"""News of up to this many steps is cached for the other viewers."""


NO_GLANCE = Glance(0, [], None)
"""Before the start there is no position."""


def build_look(table: TableState, viewer: int, now: int, wants: frozenset[str], since: Since) -> Look:
    """Return what has changed for the viewer."""
    if not 0 < since.version <= table.versions[viewer]:
        since = NOTHING
    match = table.match
    position: PositionLook | UnsetType = UNSET
    if match is None:
        news = _news_before_start(table, viewer, since)
        steps = news.steps
    else:
        news = _news(table, match, viewer, since)
        steps = _with_beats(table, match, viewer, news) if "scene" in wants and news.steps else news.steps
        if table.position_at[viewer] > since.version:
            position = _position(table, match, viewer, news.glance, wants)
    return Look(
        seat=seat_of(viewer),
        version=table.versions[viewer],
        moment=table.moments[viewer],
        table=_facts(table) if table.facts_at[viewer] > since.version else UNSET,
        position=position,
        kept=news.kept,
        steps=steps,
        lines=news.lines,
        lines_total=len(table.log),
        clock=_clock(table, now, viewer if "scene" not in wants else None),
    )


def build_lines(table: TableState, viewer: int, before: int) -> LinesLook:
    """Return the last lines of the log before that number, as many as a look would hold."""
    end = max(0, min(before, len(table.log)))
    first = _first_line(table, 0, end)
    chosen = table.log[first:end]
    first_step = next((line.step for line in chosen if isinstance(line, StepLine)), None)
    known: list[Step] = []
    if table.match is not None and first_step is not None:
        known = table.match.glance(seat_of(viewer), since=first_step)[0]
    lines = [
        _line(line, known[line.step - (first_step or 0)]) if isinstance(line, StepLine) else line for line in chosen
    ]
    return LinesLook(first=first, lines=lines)


def _first_line(table: TableState, first: int, end: int) -> int:
    """Return where those of the lines from `first` on begin that are sent: about LINES_SIZE bytes at most."""
    first = max(0, first)
    if (end - first) * LONGEST_LINE <= LINES_SIZE:
        return first
    size = 0
    for number in range(end - 1, first - 1, -1):
        line = table.log[number]
        size += chat_size(line.name, line.text) if isinstance(line, LogLine) else chat_size(line.name, "")
        if size > LINES_SIZE:
            return number + 1
    return first


def seat_of(viewer: int) -> int | None:
    """Return the viewer's seat; None for a spectator."""
    return None if viewer == SPECTATOR else viewer


def _kept(table: TableState, viewer: int, since: Since) -> int:
    """Return how many of the client's steps are still valid: fewer if it has seen drafts that were undone."""
    for version, steps in table.undone_at[viewer]:
        if version > since.version:
            return max(0, min(since.steps, steps))
    return max(0, since.steps)


def _news_before_start(table: TableState, viewer: int, since: Since) -> TableNews:
    lines_from = _first_line(table, since.lines, len(table.log))
    lines = [line for line in table.log[lines_from:] if isinstance(line, LogLine)]
    return TableNews((), [], _kept(table, viewer, since), [], lines, NO_GLANCE)


def _news(table: TableState, match: Match, viewer: int, since: Since) -> TableNews:
    """Return what happened since then. Viewers who see the same share the result."""
    lines_from, kept = _first_line(table, since.lines, len(table.log)), _kept(table, viewer, since)
    which = table.number, lines_from, kept, match.steps_seen(seat_of(viewer))
    cached = table.news_cache if table.news_cache and table.news_cache.which == which else None
    if cached and not match.game.hidden:
        return cached
    log = table.log[lines_from:]
    first_step = kept
    for line in log:
        if isinstance(line, StepLine):
            first_step = min(kept, line.step)
            break
    known, glance = match.glance(seat_of(viewer), since=first_step)
    if not known:  # nothing is new, or the client claims to have more steps than there are
        kept = first_step = min(kept, len(match.glance(seat_of(viewer))[0]))
    kept = min(kept, first_step + len(known))
    if cached and cached.known == known:
        return cached._replace(glance=glance)
    new = known[kept - first_step :]
    steps = [_step(step, by) for step, by in zip(new, table.played_by[kept:], strict=False)]
    lines = [_line(line, known[line.step - first_step]) if isinstance(line, StepLine) else line for line in log]
    news = TableNews(which, known, kept, steps, lines, glance)
    # A newcomer gets the whole past; caching that would only take memory.
    table.news_cache = news if len(known) <= REMEMBERED else None
    return news


def _step(step: Step, by: Any) -> StepLook:
    return StepLook(seat=step.seat, turn=step.turn, text=step.text, words=step.sentence, by=by)


def _line(line: StepLine, step: Step) -> LogLine:
    return LogLine(at=line.at, kind="step", seat=line.seat, name=line.name, text=step.sentence, step=line.step)


def _with_beats(table: TableState, match: Match, viewer: int, news: TableNews) -> list[StepLook]:
    """Return the new steps, the latest of them with their beats. Viewers who see the same share them."""
    first = news.kept + _too_old(news.steps)
    beats = _beats(match, viewer, first)
    cached = table.beats_cache
    if cached is not None and cached[0] is news.steps and cached[1] == beats:
        return cached[2]
    if not match.game.hidden and first <= table.sources.steps:
        for each in beats[table.sources.steps - first :]:
            table.sources.add(each)
    steps = _add_beats(news.steps, beats)
    table.beats_cache = (news.steps, beats, steps)
    return steps


def _too_old(steps: list[StepLook]) -> int:
    """Return how many of the steps are too old to come with their beats."""
    return max(0, len(steps) - SHOWN_IN_BEATS)


def _add_beats(steps: list[StepLook], beats: list[list[Beat]]) -> list[StepLook]:
    old = len(steps) - len(beats)
    latest = [msgspec.structs.replace(step, beats=each) for step, each in zip(steps[old:], beats, strict=True)]
    return [*steps[:old], *latest] if old else latest


def _beats(match: Match, viewer: int, first: int) -> list[list[Beat]]:
    passages = match.passages(seat_of(viewer), first)
    return [beats_of(match.game, before, code, after, viewer) for before, code, after in passages]


# The position


def build_position_look(
    glance: Glance,
    view: Callable[[], View],
    wants: frozenset[str],
    *,
    head: str | UnsetType = UNSET,
    drafted: int = 0,
    legal: list[str] | UnsetType = UNSET,
    choices: list[Legal] | UnsetType = UNSET,
    clickable: bool = True,
    breakdown: list[Breakdown] | UnsetType = UNSET,
) -> PositionLook:
    """Return the look of a position, at a table or in a replay.

    `view` is only called for clients that want the text or the scene, because a whole view is costly. Without
    `clickable`, the scene offers no choices.
    """
    outcome = glance.outcome
    seen = view() if "position" in wants or "scene" in wants else None
    winners = outcome.winners if outcome else None
    scene = scene_of(seen, winners) if seen is not None and "scene" in wants else None
    if scene is not None and not clickable:
        scene = msgspec.structs.replace(scene, choices=(), takebacks=())
    return PositionLook(
        turn=glance.turn,
        over=outcome is not None,
        scores=glance.scores,
        ranks=list(outcome.ranks) if outcome else None,
        reason=outcome.reason if outcome else None,
        drafted=drafted,
        head=head,
        text=seen.position if seen is not None and "position" in wants else UNSET,
        legal=legal,
        choices=choices,
        scene=UNSET if scene is None else scene,
        breakdown=breakdown,
    )


def without_takebacks(look: PositionLook) -> PositionLook:
    """Return the look with nothing that a click takes back, for where people go back by steps."""
    if look.scene is UNSET or not look.scene.takebacks:
        return look
    return msgspec.structs.replace(look, scene=msgspec.structs.replace(look.scene, takebacks=()))


def _position(table: TableState, match: Match, viewer: int, glance: Glance, wants: frozenset[str]) -> PositionLook:
    outcome = table.outcome
    over = outcome is not None
    if over:
        glance = glance._replace(outcome=outcome)  # somebody may have given up
    decides = viewer == glance.turn and table.running_match is not None and not over and table.person_decides(viewer)
    return build_position_look(
        glance,
        lambda: match.view(seat_of(viewer)),
        wants,
        head=table.head,
        drafted=match.drafted if decides else 0,
        legal=_legal(match, decides) if "legal" in wants else UNSET,
        choices=_choices(match, decides) if "words" in wants else UNSET,
        clickable=decides,
        breakdown=_breakdown(table, match) if "scene" in wants and over else UNSET,
    )


def _legal(match: Match, decides: bool) -> list[str]:
    return match.texts() if decides else []


def _choices(match: Match, decides: bool) -> list[Legal]:
    return [Legal(text=action.text, words=action.sentence) for action in match.legal()] if decides else []


def _breakdown(table: TableState, match: Match) -> list[Breakdown]:
    """Return where the points of all seats came from, in the order of the game, or in which they first came.

    Only used once the match is over and has no secrets left.
    """
    sources = table.sources
    for before, code, after in match.passages(None, sources.steps):
        sources.add(beats_of(match.game, before, code, after, SPECTATOR))
    return [
        Breakdown(source=source, points=sources.points[source])
        for source in ordered_sources(match.game, sources.points)
    ]


# The table


def _facts(table: TableState) -> TableLook:
    if table.facts_cache is None:
        table.facts_cache = _build_facts(table)
    return table.facts_cache


def _build_facts(table: TableState) -> TableLook:
    opened, ended = table.opened, table.status in ENDED
    return TableLook(
        game=table.game.name,
        title=table.game.title,
        unit=table.game.unit,
        options=opened.options,
        seats=[_seat(table, seat) for seat in range(len(table.places))],
        status=table.status,
        closed=table.closed,
        time=table.time,
        host=opened.host,
        host_name=table.host_name,
        public=opened.public,
        watchers=table.watchers,
        muted=sorted(table.muted),
        opened_at=opened.at,
        commitment=commitment(opened.secret),
        draw=table.draw,
        secret=opened.secret if ended and not opened.challenge else None,
        nonces=[] if table.match is None else table.nonces,
        drawing=table.draw_began is not None,
        from_position=opened.position is not None,
        earlier=opened.earlier,
        rematch=table.rematch,
        series=table.series,
        counts=table.counts,
        code=table.code,
        challenge=opened.challenge,
        no_retraction=table.why_no_retraction,
        retractions=len(table.retractions),
    )


def _seat(table: TableState, seat: int) -> SeatLook:
    place = table.places[seat]
    level = LEVEL if table.is_finishing(seat) else table.drivers[seat]
    return SeatLook(
        kind=place.kind,
        player=place.player,
        name=place.name,
        level=place.level if level is None else level,
        driver="bot" if place.kind == "bot" or level is not None else "person",
        gave_up=table.gave_up[seat],
        commitment=place.commitment,
        revealed=bool(place.nonce),
        wants_rematch=table.wants_rematch[seat],
    )


def _clock(table: TableState, now: int, at_once: int | None) -> ClockLook | None:
    """Return the clocks. The seat `at_once` belongs to a client that shows nothing, so its time does not wait."""
    if table.time.kind == "none" or table.running_match is None:
        return None
    clock = table.clock
    left = [
        clock.left(seat, now, at_once=seat == at_once) if place.kind == "person" else None
        for seat, place in enumerate(table.places)
    ]
    waits = 0 if clock.running == at_once else clock.waits(now)
    return ClockLook(now=now, running=clock.running, left=left, compensated=clock.compensated, waits=waits)


# Records and summaries


def build_record(table: TableState, viewer: int, now: int) -> Record | RunningRecord:
    """Return the whole record once the match has ended in any way; before that, what the viewer may know of it.

    Others may still be playing the same challenge: its record is whole once the day is over.
    """
    match, challenge = table.match, table.opened.challenge
    if match is None:
        raise NotNow("The match has not started, so there is no record of it yet.")
    if table.status in ENDED and (not challenge or now >= end_of(challenge)):
        secret = table.opened.secret
        fair = Fair(
            commitment=commitment(secret),
            secret=secret,
            nonces=table.nonces,
            commitments=table.commitments,
            head=table.head,
        )
        ranks = None if table.outcome is None else list(table.outcome.ranks)
        names = [place.name for place in table.places]
        return msgspec.structs.replace(
            match.record(),
            ranks=ranks,
            forfeits=table.forfeits,
            retractions=table.retractions,
            names=names,
            fair=fair,
        )
    view = match.view(seat_of(viewer))
    return RunningRecord(
        game=match.game.name,
        version=match.game.version,
        seats=match.seats,
        options=dict(match.options),
        position=match.began(seat_of(viewer)),
        actions=[step.text for step in view.history],
        scores=list(view.scores),
    )


def build_summary(table: TableState) -> Summary:
    """Return what a store finds the table by."""
    opened, game = table.opened, table.game
    return Summary(
        game=game.name,
        seats=len(table.places),
        options=opened.options,
        status=table.status,
        time=table.time,
        public=opened.public,
        watchers=table.watchers,
        host=opened.host,
        host_name=table.host_name,
        open_seats=len(table.open_seats),
        opened_at=opened.at,
        ended_at=table.ended_at,
        places=tuple(_place_summary(table, seat) for seat in range(len(table.places))),
        score_seats=None if game.score_times_seats else len(table.places),
        earlier=opened.earlier,
        rematch=table.rematch,
        code=table.code,
    )


def _place_summary(table: TableState, seat: int) -> PlaceSummary:
    place, seats = table.places[seat], len(table.places)
    outcome = table.outcome if table.status == "finished" else None
    score = table.match.scores[seat] if table.match is not None and outcome is not None else None
    value = None
    # In a challenge, everybody has to have the same opponents.
    weakened = table.search_failed and bool(table.opened.challenge)
    if score is not None and table.counts and place.kind == "person" and not table.forfeits and not weakened:
        value = score * seats if table.game.score_times_seats else score
    return PlaceSummary(
        here=place.here,
        counts=score is not None and place.kind == "person" and (table.counts or seat in table.forfeits),
        seat=seat,
        kind=place.kind,
        player=place.player,
        name=place.name,
        level=place.level,
        score=score,
        rank=outcome.ranks[seat] if outcome is not None else None,
        value=value,
    )
