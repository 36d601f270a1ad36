"""What a decision was worth, as a review reports it; and the same for one action, outside of a whole review."""

from functools import cached_property
from typing import NamedTuple

import msgspec

from tilora.ai.review.decisions import Examined, Examiner, seed_of
from tilora.ai.review.expected_line import expected_line
from tilora.ai.review.grades import Calibration, calibration_of, doubt_of, grade
from tilora.ai.review.position_values import PositionValues
from tilora.ai.review.reason_words import CERTAIN_WIN, certain_words
from tilora.ai.review.reasons import Reasons
from tilora.ai.review.review_report import Candidate, ExpectedStep, Reason, ReviewedDecision
from tilora.ai.review.settings import ReviewSettings
from tilora.ai.search.background_compiler import prepare
from tilora.kernel import Game, View
from tilora.kernel.compiled.engine import engine_of

GOOD = ("best", "fine")
"""The grades of decisions that are not mistakes of any kind."""


class Explained(NamedTuple):
    """Why the best candidate of a decision is better than what was played."""

    reason: Reason
    line: list[ExpectedStep]
    instead: list[ExpectedStep]


class Explainer:
    """Explains mistakes of one game."""

    def __init__(self, game: Game, examiner: Examiner, settings: ReviewSettings) -> None:
        self._examiner, self._reasons = examiner, Reasons(game, settings.rollouts)

    def explain(self, view: View, found: Examined) -> Explained:
        """Return where the points come from that the decision cost, and how play may go on after the best action."""
        reason = self._reasons.compare(view, found.best.code, found.played.code, seed_of(view))
        line, instead = (expected_line(view, self._examiner.line_of(view, each)) for each in (found.best, found.played))
        certain = certain_words(found.best, found.played, view.seat)
        if not certain:
            return Explained(reason, line, instead)
        reason = msgspec.structs.replace(reason, words=certain, certain=True)
        # The line that proves it is enough.
        if certain == CERTAIN_WIN:
            return Explained(reason, line, [])
        return Explained(reason, [step for step in line if step.turn == 0], instead)


def compile_rules(game: Game) -> None:
    """Compile the search and the rules of the game, if nobody has yet."""
    prepare(game, wait=None)
    if not engine_of(game.rules).compiled:
        engine_of(game.rules).compile()


def reviewed_decision(
    view: View, found: Examined, calibration: Calibration, why: Explained | None = None
) -> ReviewedDecision:
    """Return what was found out about a decision of the seat whose view it is."""
    seat, words = view.seat, view.game.words
    loss, doubt = found.loss(seat), doubt_of(found.error, calibration.doubt)
    points = found.best.worth.points[seat] - found.played.worth.points[seat]
    graded = grade(loss, doubt, calibration)
    return ReviewedDecision(
        grade=graded,
        loss=loss,
        points_loss=float(points),
        doubt=doubt,
        candidates=[
            Candidate(
                action=words.action_text(view.state, option.code),
                sentence=words.action_words(view.state, option.code),
                value=float(option.worth.results[seat]),
                points=float(option.worth.points[seat]),
            )
            for option in found.options
        ],
        line=why.line if why else [],
        instead=why.instead if why else [],
        reason=why.reason if why else None,
    )


class Judge:
    """Judges single actions of one game, exactly as a review would if they had been played."""

    def __init__(self, game: Game) -> None:
        compile_rules(game)
        self._game, self._settings = game, ReviewSettings()
        self._calibration = calibration_of(game)
        self._examiner = Examiner(game, PositionValues(game), self._settings)

    @cached_property
    def _explainer(self) -> Explainer:
        return Explainer(self._game, self._examiner, self._settings)

    def judge(self, view: View, code: int) -> ReviewedDecision:
        """Return what the action is worth to the seat to act, by what it can know; with a reason if it is a mistake."""
        found = self._examiner.examine(view, code)
        judged = reviewed_decision(view, found, self._calibration)
        if judged.grade in GOOD:
            return judged
        return reviewed_decision(view, found, self._calibration, self._explainer.explain(view, found))
