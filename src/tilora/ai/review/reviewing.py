"""Reviewing a match: a quick review at first sight, then one decision after the other."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tilora.ai.network.shipped import network_fingerprint
from tilora.ai.review.accounts import smooth_curve
from tilora.ai.review.decisions import Examined, Examiner
from tilora.ai.review.grades import Calibration, calibration_of, certain_part, doubt_of, played_like
from tilora.ai.review.luck import Luck, PlayedStep, steps_of
from tilora.ai.review.position_values import PositionValues
from tilora.ai.review.review_report import (
    GRADES,
    Account,
    Review,
    ReviewedDecision,
    ReviewedStep,
    SeatReview,
)
from tilora.ai.review.settings import ReviewSettings
from tilora.ai.review.tree_values import Floats, Worth
from tilora.ai.review.verdict import GOOD, Explained, Explainer, compile_rules, reviewed_decision
from tilora.kernel import BadSetup, Match, Outcome, View
from tilora.kernel.compiled.engine import engine_of
from tilora.kernel.contract.state import content

REASON_WORK = 4.0
"""How many decisions take about as long as one reason."""


@dataclass(frozen=True)
class ReviewProgress:
    """The progress of a review."""

    share: float
    """From 0 to 1."""
    review: Review | None = None
    """The quick review, which comes first, or the whole one, which comes last."""


def review(
    match: Match,
    forfeits: Sequence[int] = (),
    *,
    settings: ReviewSettings | None = None,
    on_progress: Callable[[float], None] | None = None,
) -> Review:
    """Return the whole review of a match that is over. `on_progress` is called with the progress, from 0 to 1."""
    found = None
    for progress in reviewing(match, forfeits, settings=settings):
        if on_progress:
            on_progress(progress.share)
        found = progress.review or found
    assert found is not None  # noqa: S101 - the last progress has a review
    return found


def reviewing(
    match: Match, forfeits: Sequence[int] = (), *, settings: ReviewSettings | None = None
) -> Iterator[ReviewProgress]:
    """Yield the quick review of a match that is over, then its progress, and at the end the complete one.

    Stop iterating to cancel it. Raises BadSetup if the match is still running.
    """
    session = _Session(match, forfeits, settings or ReviewSettings())
    yield ReviewProgress(0.0, session.report(complete=False))
    choices = session.choices()
    work = len(choices) + REASON_WORK * min(len(choices), session.settings.reasons)
    for done, number in enumerate(choices, 1):
        session.examine(number)
        yield ReviewProgress(done / (work + 1))
    explained = session.worth_explaining()
    for done, number in enumerate(explained, 1):
        session.explain(number)
        yield ReviewProgress((len(choices) + REASON_WORK * done) / (work + 1))
    yield ReviewProgress(1.0, session.report(complete=True))


class _Session:
    """What is known so far about one match."""

    def __init__(self, match: Match, forfeits: Sequence[int], settings: ReviewSettings) -> None:
        outcome = Outcome.after(match.outcome, match.seats, forfeits)
        if outcome is None:
            raise BadSetup("The match is not over: only a finished match can be reviewed.")
        game = match.game
        compile_rules(game)
        self.settings = settings
        self._match, self._forfeits, self._outcome = match, forfeits, outcome
        self._engine = engine_of(game.rules)
        self._values = PositionValues(game)
        self._calibration: Calibration = calibration_of(game)
        self._first, self._steps = steps_of(match)
        digest = hashlib.sha256(content(self._first) + bytes(str([step.code for step in self._steps]), "ascii"))
        seed = int.from_bytes(digest.digest()[:7], "big")
        luck = Luck(game, self._values, settings, seed)
        self._start, self._opening = luck.of_start(match, self._first)
        self._luck = [luck.of_step(number, step) for number, step in enumerate(self._steps)]
        states = [self._first, *(step.after for step in self._steps)]
        self._worths = self._values.of(states, seed)
        self._examined: dict[int, Examined] = {}
        self._whys: dict[int, Explained] = {}
        self._explainer: Explainer | None = None
        self._examiner: Examiner | None = None

    # Decisions

    def choices(self) -> list[int]:
        """Return the numbers of the actions to which there was an alternative."""
        return [number for number, step in enumerate(self._steps) if len(self._engine.legal(self._seen(step))) > 1]

    def _seen(self, step: PlayedStep) -> np.record:
        game = self._match.game
        return self._engine.redact(step.before, int(step.before.turn)) if game.hidden else step.before

    def _view(self, number: int) -> View:
        step = self._steps[number]
        return View(self._match.game, int(step.before.turn), self._seen(step), ())

    def examine(self, number: int) -> None:
        """Find out what the decision was worth."""
        if self._examiner is None:
            self._examiner = Examiner(self._match.game, self._values, self.settings)
        found = self._examiner.examine(self._view(number), self._steps[number].code)
        self._examined[number] = found
        if number > 0 and not self._match.game.hidden:  # a search knows more than a first sight
            self._worths[number] = Worth(np.array(found.answer.values), np.array(found.answer.scores))

    def worth_explaining(self) -> list[int]:
        """Return the decisions that cost most, if they cost anything beyond doubt."""
        costly = [number for number in self._examined if self._decision(number).grade not in GOOD]
        costly.sort(key=lambda number: -self._loss(number))
        return costly[: self.settings.reasons]

    def explain(self, number: int) -> None:
        """Find out where the points come from that the decision cost."""
        assert self._examiner is not None  # noqa: S101 - for the type checker: nothing is explained before it is examined
        if self._explainer is None:
            self._explainer = Explainer(self._match.game, self._examiner, self.settings)
        self._whys[number] = self._explainer.explain(self._view(number), self._examined[number])

    def _loss(self, number: int) -> float:
        return self._examined[number].loss(int(self._steps[number].before.turn))

    def _doubt(self, number: int) -> float:
        return doubt_of(self._examined[number].error, self._calibration.doubt)

    def _decision(self, number: int) -> ReviewedDecision:
        view, found = self._view(number), self._examined[number]
        return reviewed_decision(view, found, self._calibration, self._whys.get(number))

    # The report

    def report(self, *, complete: bool) -> Review:
        """Return what is known so far, as a review."""
        results, points = (self._add_up(part) for part in range(2))
        game, seats = self._match.game, self._match.seats
        steps = []
        for number, shown in enumerate(self._match.history[: len(self._steps)]):
            luck = self._luck[number]
            steps.append(
                ReviewedStep(
                    seat=shown.seat,
                    turn=shown.turn,
                    action=shown.text,
                    sentence=shown.sentence,
                    play=results.play[number].tolist(),
                    points_play=points.play[number].tolist(),
                    luck=luck.results.tolist() if luck else None,
                    points_luck=luck.points.tolist() if luck else None,
                    decision=self._decision(number) if number in self._examined else None,
                )
            )
        return Review(
            game=game.name,
            version=game.version,
            network=network_fingerprint(game),
            settings=str(self.settings),
            complete=complete,
            seats=[self._seat(seat, steps, results, points) for seat in range(seats)],
            opening=self._opening.results.tolist(),
            points_opening=self._opening.points.tolist(),
            steps=steps,
            curve=results.curve.tolist(),
            points_curve=points.curve.tolist(),
            forfeit=results.forfeit.tolist() if self._forfeits else None,
            points_forfeit=points.forfeit.tolist() if self._forfeits else None,
        )

    def _seat(self, seat: int, steps: list[ReviewedStep], results: "_Sums", points: "_Sums") -> SeatReview:
        own = [number for number in self._examined if steps[number].seat == seat]
        grades = [decision.grade for number in own if (decision := steps[number].decision)]
        losses = [certain_part(self._loss(number), self._doubt(number)) for number in own]
        return SeatReview(
            result=results.accounts[seat],
            points=points.accounts[seat],
            decisions=len(own),
            loss=float(np.mean(losses)) if losses else 0.0,
            grades={name: grades.count(name) for name in GRADES},
            played_like=played_like(losses, self._calibration),
        )

    def _add_up(self, part: int) -> "_Sums":
        """Return the accounts of all seats in results (0) or in points (1)."""
        seats, count = self._match.seats, len(self._steps)
        values = np.array([worth[part] for worth in self._worths])
        lucks = np.array([luck[part] if luck else np.zeros(seats) for luck in self._luck]).reshape(count, seats)
        changes = lucks + self._effects(part)
        end = self._end()[part]
        last = values[count] if self._forfeits else end
        curve = values[:1]
        if count:
            curve = np.array([smooth_curve(values[:count, i], changes[:, i], last[i]) for i in range(seats)]).T
        play = np.diff(curve, axis=0) - lucks
        movers = [int(step.before.turn) for step in self._steps]
        forfeit = end - curve[-1]
        accounts = []
        for seat in range(seats):
            own = sum(play[number, seat] for number in range(count) if movers[number] == seat)
            others = sum(play[number, seat] for number in range(count) if movers[number] != seat)
            if self._forfeits:
                own, others = (
                    (own + forfeit[seat], others) if self._forfeits[0] == seat else (own, others + forfeit[seat])
                )
            accounts.append(
                Account(
                    start=float(self._start[part][seat]),
                    luck=float(self._opening[part][seat] + lucks[:, seat].sum()),
                    own_play=float(own),
                    others_play=float(others),
                    end=float(end[seat]),
                )
            )
        return _Sums(accounts, curve, play, forfeit)

    def _effects(self, part: int) -> Floats:
        """Return what each decision changed for each seat, as far as it is certain."""
        effects = np.zeros((len(self._steps), self._match.seats))
        for number, found in self._examined.items():
            loss = self._loss(number)
            if loss > 0.0:
                certain = certain_part(loss, self._doubt(number)) / loss
                effects[number] = certain * (found.played.worth[part] - found.best.worth[part])
        return effects

    def _end(self) -> Worth:
        """Return the result of the match and its points, with those who gave up ranked behind the others."""
        ranks = np.array(self._outcome.ranks)
        behind = (ranks[None, :] > ranks[:, None]).sum(axis=1)
        level = (ranks[None, :] == ranks[:, None]).sum(axis=1) - 1
        return Worth((behind + 0.5 * level) / (len(ranks) - 1), np.array(self._match.scores, float))


@dataclass(frozen=True)
class _Sums:
    """The match added up in results or in points."""

    accounts: list[Account]
    curve: Floats
    play: Floats
    forfeit: Floats
