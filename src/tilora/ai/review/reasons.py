"""Why one action is better than another: where the points of all seats come from when play goes on after each.

The words of a reason are the game's own: the sources of points that its final table has. A match goes on from both
actions, with the same secrets imagined and the same chance, and every point is counted under its source. So the sources
always add up to the difference in points.
"""

from collections import defaultdict

import numpy as np

from tilora.ai.review.reason_words import words_of
from tilora.ai.review.review_report import Reason, Source
from tilora.ai.review.rollouts import Rollouts, ScoringStep
from tilora.kernel import Game, State, View, chance_of
from tilora.kernel.compiled.engine import engine_of
from tilora.scene import beats_of
from tilora.scene.contract import ordered_sources

INTERVAL = 1.96
"""Standard errors on each side of a 95 % interval."""
FIRST_EVENT = 1000
"""The chance of rollouts begins here, so that it differs from that of decisions."""
MOST_BATCHES = 3
"""How often as many matches are played on again, if the previous ones show nothing."""
OTHER = "other points"

Points = dict[tuple[str, int], int]
"""By source and seat."""


class Reasons:
    """Compares actions of one game."""

    def __init__(self, game: Game, rollouts: int) -> None:
        self._game = game
        self._engine = engine_of(game.rules)
        self._rollouts = Rollouts(game)
        self._count = rollouts

    def compare(self, view: View, better: int, played: int, seed: int) -> Reason:
        """Return how the points of all seats differ after two actions of the seat whose view it is.

        Where that shows nothing, more matches are played on: it takes many to see small differences.
        """
        differences: list[Points] = []
        reason = None
        while reason is None or not (reason.words or len(differences) >= MOST_BATCHES * self._count):
            for number in range(len(differences), len(differences) + self._count):
                event = FIRST_EVENT + 4 * number
                state = self._engine.imagine(view.state, view.seat, chance_of(seed, event))
                one, other = (self._points(state, code, seed, event) for code in (better, played))
                differences.append({key: one[key] - other[key] for key in one | other})
            reason = self._reason(differences, view.seats, view.seat)
        return reason

    def _points(self, state: State, code: int, seed: int, event: int) -> Points:
        """Return where the points from an action on come from, in one match that goes on after it."""
        after = self._engine.play(state, code, chance_of(seed, event + 1))
        end, steps = self._rollouts.play_on(after, chance_of(seed, event + 2), chance_of(seed, event + 3))
        points: Points = defaultdict(int)
        for step in [ScoringStep(state, code, after), *steps]:
            if not np.array_equal(step.before.score, step.after.score):
                for beat in beats_of(self._game, *step, int(step.before.turn)):
                    if beat.seat is not None and beat.points:
                        points[beat.source, beat.seat] += beat.points
        for seat in range(int(state.seats)):
            counted = sum(number for (_, whose), number in points.items() if whose == seat)
            rest = int(end.score[seat]) - int(state.score[seat]) - counted
            if rest:
                points[OTHER, seat] += rest
        return points

    def _reason(self, differences: list[Points], seats: int, seat: int) -> Reason:
        keys = {key for found in differences for key in found}
        sources = []
        for source in ordered_sources(self._game, sorted({source for source, _ in keys})):
            for whose in range(seats):
                if (source, whose) in keys:
                    each = np.array([found.get((source, whose), 0) for found in differences], float)
                    sources.append(
                        Source(source=source, seat=whose, points=float(each.mean()), doubt=_half_interval(each))
                    )
        totals = np.array([[_total(found, whose) for whose in range(seats)] for found in differences], float)
        means, doubts = totals.mean(axis=0).tolist(), [_half_interval(totals[:, whose]) for whose in range(seats)]
        others = np.delete(totals, seat, axis=1)
        gains = totals[:, seat] - others[:, int(others.mean(axis=0).argmax())]
        words = ""
        if gains.mean() > _half_interval(gains) / 2:  # if the seat hardly gains on others, no source speaks for it
            sums = list(zip(means, doubts, strict=True))
            words = words_of(self._game, sources, sums, seat, lead=float(gains.mean()))
        return Reason(points=means, sources=sources, words=words, rollouts=len(differences))


def _total(points: Points, seat: int) -> int:
    return sum(number for (_, whose), number in points.items() if whose == seat)


def _half_interval(each: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    return float(INTERVAL * np.std(each, ddof=1) / len(each) ** 0.5) if len(each) > 1 else 0.0
