"""What a decision was worth, as a review tells it; and the same about one action, outside of a whole review."""

from functools import cached_property

from tilora.ai.review.decisions import Examined, Examiner, seed_of
from tilora.ai.review.grades import Calibration, calibration_of, doubt_of, grade
from tilora.ai.review.position_values import PositionValues
from tilora.ai.review.reasons import Reasons
from tilora.ai.review.review_report import Candidate, Reason, ReviewedDecision
from tilora.ai.review.settings import ReviewSettings
from tilora.ai.search.background_compiler import prepare
from tilora.kernel import Game, View
from tilora.kernel.compiled.engine import engine_of

GOOD = ("best", "fine")
"""The grades of decisions that are no mistake of any kind."""


def compile_rules(game: Game) -> None:
    """Compile the search and the rules of the game, if nobody has yet."""
    prepare(game, wait=None)
    if not engine_of(game.rules).compiled:
        engine_of(game.rules).compile()


def reviewed_decision(
    view: View, found: Examined, calibration: Calibration, reason: Reason | None = None
) -> ReviewedDecision:
    """Return what was found out about a decision of the seat whose view it is."""
    seat, words = view.seat, view.game.words
    loss, doubt = found.loss(seat), doubt_of(found.error, calibration.doubt)
    points = found.best.worth.points[seat] - found.played.worth.points[seat]
    line = found.answer.line if found.answer.alternatives[0].code == found.best.code else ()
    return ReviewedDecision(
        grade=grade(loss, doubt, calibration),
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
        line=list(line),
        reason=reason,
    )


class Judge:
    """Judges single actions of one game, exactly as a review would if they had been played."""

    def __init__(self, game: Game) -> None:
        compile_rules(game)
        self._game, self._settings = game, ReviewSettings()
        self._calibration = calibration_of(game)
        self._examiner = Examiner(game, PositionValues(game), self._settings)

    @cached_property
    def _reasons(self) -> Reasons:
        return Reasons(self._game, self._settings.rollouts)

    def judge(self, view: View, code: int) -> ReviewedDecision:
        """Return what the action is worth to the seat to act, by what it can know; with a reason if it is a mistake."""
        found = self._examiner.examine(view, code)
        judged = reviewed_decision(view, found, self._calibration)
        if judged.grade in GOOD:
            return judged
        reason = self._reasons.compare(view, found.best.code, code, seed_of(view))
        return reviewed_decision(view, found, self._calibration, reason)
