"""Why the best action of a hint is better than the next best: where the points of all seats come from after each."""

from collections.abc import Sequence
from functools import cache

from tilora.ai.review.decisions import seed_of
from tilora.ai.review.reasons import Reasons
from tilora.ai.review.review_report import Reason
from tilora.ai.review.settings import ReviewSettings
from tilora.ai.review.verdict import compile_rules
from tilora.ai.search.answer import Alternative, Answer
from tilora.kernel import Game, View, fill_seats


@cache
def reasons_of(game: Game) -> Reasons:
    """Return what compares actions of a game. It is compiled once."""
    compile_rules(game)
    return Reasons(game, ReviewSettings().rollouts)


def reason_for(view: View, actions: Sequence[Alternative]) -> Reason | None:
    """Return why the seat to act should prefer the first action to the second, by its view; None if there is none."""
    if len(actions) < 2:
        return None
    best, second, *_ = actions
    return reasons_of(view.game).compare(view, best.code, second.code, seed_of(view))


def reason_in_words(answer: Answer, reason: Reason | None) -> str:
    """Return the reason in a line, for people."""
    if reason is None:
        return "Why: it is the only legal action."
    other = answer.alternatives[1].text
    if not reason.words:
        return f"Why: points alone don't set it apart from {other}, but the search expects more from it."
    return f"Better than {other}: {fill_seats(reason.words)}"
