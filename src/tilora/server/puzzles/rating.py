"""Ratings of players and puzzles by Glicko (Glickman 1999). A first try is a match between the two.

Each try is a rating period of its own, and ratings do not become less certain with time.
"""

import math

from tilora.ai.puzzles.puzzle import Puzzle
from tilora.store import PuzzleRating

NEW_PLAYER = PuzzleRating(rating=1500.0, deviation=350.0)
LEVEL_0, LEVEL_STEP = 900.0, 150.0
"""A new puzzle is rated by the level that finds it."""
PUZZLE_DEVIATION = 150.0
SMALLEST_DEVIATION = 50.0
"""So that ratings can always change."""
_Q = math.log(10.0) / 400.0


def new_puzzle(puzzle: Puzzle) -> PuzzleRating:
    """Return the rating of a puzzle that nobody has tried."""
    return PuzzleRating(rating=LEVEL_0 + LEVEL_STEP * puzzle.level, deviation=PUZZLE_DEVIATION)


def expected(one: PuzzleRating, other: PuzzleRating) -> float:
    """Return how likely one is to win against the other."""
    return 1.0 / (1.0 + 10.0 ** (-_weight(other) * (one.rating - other.rating) / 400.0))


def after_try(player: PuzzleRating, puzzle: PuzzleRating, solved: bool) -> tuple[PuzzleRating, PuzzleRating]:
    """Return both ratings after a first try."""
    return _after(player, puzzle, float(solved)), _after(puzzle, player, float(not solved))


def _weight(other: PuzzleRating) -> float:
    """Return how much a result against the other counts: the less certain their rating is, the less."""
    return 1.0 / math.sqrt(1.0 + 3.0 * (_Q * other.deviation / math.pi) ** 2)


def _after(one: PuzzleRating, other: PuzzleRating, result: float) -> PuzzleRating:
    likely, weight = expected(one, other), _weight(other)
    information = 1.0 / one.deviation**2 + (_Q * weight) ** 2 * likely * (1.0 - likely)
    return PuzzleRating(
        rating=one.rating + _Q / information * weight * (result - likely),
        deviation=max(SMALLEST_DEVIATION, math.sqrt(1.0 / information)),
    )
