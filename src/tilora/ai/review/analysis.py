"""What a search expects of a position, by what the seat to act can know: for somebody who explores it.

An analysis has several efforts, each a search of its own that is longer than the one before. So there is something to
see at once, and it becomes better for those who wait.
"""

import msgspec

from tilora.ai.players.levels import LEVELS
from tilora.ai.review.decisions import seed_of
from tilora.ai.review.expected_line import expected_line
from tilora.ai.review.hint_reasons import reason_for
from tilora.ai.review.review_report import ExpectedStep, Reason
from tilora.ai.review.settings import FEWEST
from tilora.ai.search.background_compiler import prepare
from tilora.ai.search.think import Budget, think
from tilora.kernel import BadSetup, Match

EFFORTS = (0.02, 0.1, 0.4, 1.0)
"""Shares of the simulations of level 8."""
MOST_SECONDS = 4.0
"""No effort searches for longer."""
SHOWN = 5
"""How many of the best actions are shown."""


class AnalysedAction(msgspec.Struct, frozen=True, kw_only=True):
    """An action that the seat to act could take."""

    action: str
    sentence: str
    """With placeholders for seats."""
    value: float
    """The expected result of the seat after it."""


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """What a search has found."""

    effort: int
    """From 0 to one less than `efforts`. With the next one, the search is longer."""
    efforts: int
    values: list[float]
    """The expected result by seat, from 0 to 1."""
    points: list[float]
    """The expected points by seat."""
    best: list[AnalysedAction]
    """The best first."""
    line: list[ExpectedStep]
    """How the match is expected to go on, as far as that can be foreseen."""
    reason: Reason | None
    """Why the best action is better than the next best; None before the last effort, and where there is only one."""
    proven: bool
    """Whether it is certain how the match ends, if everybody plays well. Then no other effort finds more."""


def analyse(match: Match, effort: int) -> Analysis:
    """Return what a search of that effort expects of the position. Raises BadSetup if there is nothing to decide."""
    if effort not in range(len(EFFORTS)):
        raise BadSetup(f"There is no effort {effort!r}; efforts are 0 to {len(EFFORTS) - 1}.")
    view = match.view(match.turn, since=match.played)
    prepare(match.game, wait=None)
    simulations = max(FEWEST, round(EFFORTS[effort] * LEVELS[-1].simulations(match.game)))
    answer = think(view, Budget(simulations, MOST_SECONDS), seed=seed_of(view))
    words = match.game.words
    # A search has hardly looked at the last of them: of those that it shows, people expect the better ones first.
    first, *others = answer.alternatives[:SHOWN]
    shown = [first, *sorted(others, key=lambda other: -other.value)]
    deep = answer.proven or effort == len(EFFORTS) - 1
    return Analysis(
        effort=effort,
        efforts=len(EFFORTS),
        values=[float(value) for value in answer.values],
        points=[float(score) for score in answer.scores],
        best=[
            AnalysedAction(
                action=found.text, sentence=words.action_words(view.state, found.code), value=float(found.value)
            )
            for found in shown
        ],
        line=expected_line(view, answer.line),
        reason=reason_for(view, shown) if deep else None,
        proven=answer.proven,
    )
