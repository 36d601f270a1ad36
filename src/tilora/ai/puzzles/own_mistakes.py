"""Puzzles from a player's own mistakes: the positions in which a review says that something else was clearly better."""

import msgspec

from tilora.ai.puzzles.puzzle import Puzzle, PuzzleOption, id_of
from tilora.ai.puzzles.puzzle_themes import themes_of
from tilora.ai.review.grades import calibration_of
from tilora.ai.review.review_report import Review, ReviewedDecision
from tilora.kernel import Game, Match, Record, TiloraError, game_named, replay

GRADES = ("mistake", "blunder")
MOST = 5
"""Mistakes of one match that become puzzles: the costliest."""
OWN = "m"
"""What the name of such a puzzle begins with."""


class OwnMistake(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle from a player's own match."""

    puzzle: Puzzle
    played: str
    """What the player did."""
    grade: str


def mistakes_in(record: Record, review: Review, seat: int) -> list[OwnMistake]:
    """Return the seat's costliest mistakes in a match, as puzzles. Raises BadRecord if it can't be replayed."""
    game = game_named(record.game)
    found = [
        (step.decision.loss, number, step.decision)
        for number, step in enumerate(review.steps)
        if step.seat == seat and step.decision is not None and step.decision.grade in GRADES
    ]
    found.sort(key=lambda each: (-each[0], each[1]))
    puzzles = []
    for _, number, decision in found[:MOST]:
        before = replay(
            Record(
                game=record.game,
                version=record.version,
                seats=record.seats,
                options=record.options,
                seed=record.seed,
                position=record.position,
                actions=record.actions[:number],
            )
        )
        mistake = _mistake(game, before, decision, record.actions[number])
        if mistake is not None:
            puzzles.append(mistake)
    return puzzles


def _mistake(game: Game, before: Match, decision: ReviewedDecision, played: str) -> OwnMistake | None:
    """Return the puzzle, or None if the position can't be set up by its text."""
    try:
        match = Match(game, position=before.position, seed=0)
    except TiloraError:
        return None
    view, best = match.view(match.turn), decision.candidates[0]
    as_good = calibration_of(game).thresholds[0]
    legal = set(view.texts())
    solutions = [
        each.action for each in decision.candidates if best.value - each.value < as_good and each.action in legal
    ]
    if not solutions or played in solutions:
        return None
    reason = decision.reason
    line_begins_well = bool(decision.line) and decision.line[0].action in solutions
    second = max((each.value for each in decision.candidates if each.action not in solutions), default=0.0)
    return OwnMistake(
        played=played,
        grade=decision.grade,
        puzzle=Puzzle(
            id=OWN + id_of(view),
            position=match.position,
            seat=match.turn,
            solutions=solutions,
            level=0,
            themes=themes_of([reason] if reason else [], match.turn, best.value, second),
            options=[
                PuzzleOption(
                    action=each.action,
                    value=round(each.value, 4),
                    points=round(each.points, 2),
                    why=reason.words if reason and each.action == played else "",
                )
                for each in decision.candidates
            ],
            doubt=round(decision.doubt, 4),
            line=[step.action for step in decision.line] if line_begins_well else [],
            action=before.played,
        ),
    )
