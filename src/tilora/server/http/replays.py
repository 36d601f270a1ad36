"""Replays: the position of a finished match at any step, as one seat saw it or with nothing hidden. Side lines, too."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from tilora.kernel import SPECTATOR, Glance, Match, Outcome, Record, View, replay
from tilora.scene import Beat, Preview, beats_of, explain, preview, why
from tilora.server.errors import BadMessage
from tilora.server.fair_queue import Asker, FairQueue
from tilora.server.http.replay_bodies import LineBody, PathWhy, ReplayBody, ReplaySeat, ReplayTable
from tilora.table.look import StepLook
from tilora.table.project import build_position_look, without_takebacks

CACHED = 64
"""How many replayed matches are kept in memory."""


class Replays:
    """The matches that people are replaying now."""

    def __init__(self) -> None:
        self._matches: OrderedDict[str, Match] = OrderedDict()
        self._queue = FairQueue()

    async def show(
        self,
        name: str,
        record: Record,
        seats: Sequence[ReplaySeat],
        asker: Asker,
        *,
        step: int | None,
        seat: int | None,
        wants: frozenset[str],
        steps: bool,
    ) -> ReplayBody:
        """Return the match after that step, or at its end. Raises BadMessage if it has no such step or seat."""
        async with self._queue.turn(asker):
            return await asyncio.to_thread(self._show, name, record, seats, step, seat, wants, steps)

    def _show(
        self,
        name: str,
        record: Record,
        seats: Sequence[ReplaySeat],
        step: int | None,
        seat: int | None,
        wants: frozenset[str],
        steps: bool,
    ) -> ReplayBody:
        whole = self._match(name, record)
        chosen = whole.played if step is None else step
        if not 0 <= chosen <= whole.played:
            raise BadMessage(f"There is no step {chosen}: the match has {whole.played} steps.")
        if seat is not None and not 0 <= seat < whole.seats:
            raise BadMessage(f"There is no seat {seat}: the match has {whole.seats} seats, numbered from 0.")
        match = whole if chosen == whole.played else replay(record_until(record, chosen))
        view = _view_everything(match) if seat is None else match.view(seat)
        glance = Glance.of(match.game.words, view.state)
        if match is whole:
            glance = glance._replace(outcome=Outcome.after(glance.outcome, whole.seats, record.forfeits))
        return ReplayBody(
            id=name,
            table=_table(match, record, seats),
            total=whole.played,
            step=chosen,
            seat=seat,
            position=build_position_look(glance, lambda: view, wants),
            beats=_beats(match, seat, chosen) if "scene" in wants and chosen else UNSET,
            steps=_steps(whole, seat) if steps else UNSET,
        )

    async def line(self, line: "SideLine", asker: Asker, seat: int | None) -> LineBody:
        """Return the position at the end of a side line. Raises BadMessage, UnreadableAction or IllegalAction."""
        async with self._queue.turn(asker):
            return await asyncio.to_thread(_show_line, line, seat)

    async def why(self, line: "SideLine", path: Sequence[str], asker: Asker, seat: int | None) -> PathWhy:
        """Return why clicks at the end of a side line lead nowhere, or what they add up to."""
        async with self._queue.turn(asker):
            return await asyncio.to_thread(_why, line, path, seat)

    async def preview(self, line: "SideLine", action: str, asker: Asker, seat: int | None) -> Preview | None:
        """Return what an action at the end of a side line would do, as far as that is certain."""
        async with self._queue.turn(asker):
            return await asyncio.to_thread(lambda: preview(_view_to_play(line.follow(), seat), action))

    def _match(self, name: str, record: Record) -> Match:
        match = self._matches.pop(name, None) or replay(record)
        self._matches[name] = match
        if len(self._matches) > CACHED:
            self._matches.popitem(last=False)
        return match


class SideLine(NamedTuple):
    """What could have been played instead, from a step of a match on."""

    whole: Record
    seats: Sequence[ReplaySeat]
    step: int
    played: Sequence[str]

    @property
    def record(self) -> Record:
        """The match as if this had been played. Nobody has checked yet whether that is possible."""
        until = record_until(self.whole, self.step)
        return msgspec.structs.replace(until, actions=[*until.actions, *self.played])

    def follow(self) -> Match:
        """Return the match as if this had been played. Raises BadMessage, UnreadableAction or IllegalAction."""
        if not 0 <= self.step <= len(self.whole.actions):
            raise BadMessage(f"There is no step {self.step}: the match has {len(self.whole.actions)} steps.")
        match = replay(record_until(self.whole, self.step))
        for action in self.played:
            match.play(action)
        return match


def record_until(record: Record, step: int) -> Record:
    """Return the record of the match as far as that step."""
    return msgspec.structs.replace(record, actions=record.actions[:step], retractions=[], forfeits=[])


def _table(match: Match, record: Record, seats: Sequence[ReplaySeat]) -> ReplayTable:
    return ReplayTable(
        game=match.game.name,
        title=match.game.title,
        options=dict(match.options),
        seats=list(seats),
        taken_back=[taken.keep for taken in record.retractions],
    )


def _show_line(line: SideLine, seat: int | None) -> LineBody:
    match = line.follow()
    view = _view_to_play(match, seat)
    clickable = seat in (None, match.turn) and not match.over
    glance = Glance.of(match.game.words, view.state)
    look = build_position_look(glance, lambda: view, frozenset({"scene", "position"}), clickable=clickable)
    return LineBody(
        table=_table(match, line.whole, line.seats),
        step=line.step,
        seat=seat,
        position=without_takebacks(look),
        beats=_beats(match, seat, match.played) if line.played else [],
        steps=_steps(match, seat)[line.step :],
    )


def _why(line: SideLine, path: Sequence[str], seat: int | None) -> PathWhy:
    view = _view_to_play(line.follow(), seat)
    explanation = explain(view, path)
    return PathWhy(text="" if explanation else why(view, path), explanation=explanation)


def _view_to_play(match: Match, seat: int | None) -> View:
    """Return the view of a seat; without one, that of the seat to act if it saw everything."""
    if seat is None:
        return View(match.game, match.turn, match.state, ())
    if not 0 <= seat < match.seats:
        raise BadMessage(f"There is no seat {seat}: the match has {match.seats} seats, numbered from 0.")
    return match.view(seat, since=match.played)


def _view_everything(match: Match) -> View:
    """Return a view that hides nothing, and in which nothing can be chosen."""
    return View(match.game, SPECTATOR, match.state, ())


def _beats(match: Match, seat: int | None, step: int) -> list[Beat]:
    if seat is None:
        seat = match.history[step - 1].seat  # the seat that acted saw everything
    shown = len(match.view(seat).history)
    if step > shown:
        return []
    before, code, after = match.passage(seat, step - 1)
    return beats_of(match.game, before, code, after, seat)


def _steps(match: Match, seat: int | None) -> list[StepLook]:
    history = match.history if seat is None else match.view(seat).history
    return [
        StepLook(seat=step.seat, turn=step.turn, text=step.text, words=step.sentence, by="person") for step in history
    ]
