"""Why the best action of a hint is better than the next best: where the points of all seats come from after each."""

from tilora.ai.review.decisions import seed_of
from tilora.ai.review.reasons import Reasons
from tilora.ai.review.review_report import Reason
from tilora.ai.review.settings import ReviewSettings
from tilora.ai.search.answer import Answer
from tilora.kernel import Match, fill_seats


def reason_for(match: Match, answer: Answer) -> Reason | None:
    """Return why the seat to act should prefer the best action, by what it can know; None if there is no other."""
    if len(answer.alternatives) < 2:
        return None
    view = match.view(match.turn)
    best, second, *_ = answer.alternatives
    return Reasons(match.game, ReviewSettings().rollouts).compare(view, best.code, second.code, seed_of(view))


def reason_in_words(answer: Answer, reason: Reason | None) -> str:
    """Return the reason in a line, for people."""
    if reason is None:
        return "Why: there is nothing else to do."
    if not reason.words:
        return f"Why: points do not tell it from {answer.alternatives[1].text}; the search expects more from it."
    return f"Why rather than {answer.alternatives[1].text}: {fill_seats(reason.words)}"
