"""The long proofs of reviews, which take too long for `make test`:

    python -m tests.review luck cyberzul --matches 1000      # luck averages to zero
    python -m tests.review doubling cyberzul --matches 20    # twice the work changes little
    python -m tests.review levels cyberzul --sets 10         # "played like level N" is within one level

Matches are played by levels against themselves. Seeds differ from those of calibrations.
"""

import argparse
from collections.abc import Callable

import numpy as np

from tilora.ai.players import levels
from tilora.ai.review.grades import calibration_of, played_like
from tilora.ai.review.review_report import Review
from tilora.ai.review.reviewing import review, reviewing
from tilora.ai.review.settings import ReviewSettings
from tilora.kernel import Match, game_named

FAST_LEVEL = 2
"""Who plays where it does not matter how well."""
SET = 3
"""Matches that "played like" is judged by."""


def played(name: str, level: int, seed: int) -> Match:
    """Return a match of a level with itself."""
    match = Match(name, seed=seed)
    while not match.over:
        match.play(levels.choose(match.view(match.turn), level, seed=seed + match.played, wait=True))
    return match


def quick(match: Match) -> Review:
    """Return the review at first sight, which has all luck in it."""
    first = next(iter(reviewing(match)))
    assert first.review is not None
    return first.review


def luck(name: str, matches: int, seed: int) -> None:
    """Print the mean luck of each seat, with its interval, in results and in points."""
    found = [quick(played(name, FAST_LEVEL, seed + number)) for number in range(matches)]
    for seat in range(len(found[0].seats)):
        for part in ("result", "points"):
            lucks = np.array([getattr(each.seats[seat], part).luck for each in found])
            error = 1.96 * lucks.std() / len(lucks) ** 0.5
            verdict = "contains 0" if abs(lucks.mean()) <= error else "does not contain 0"
            print(
                f"{name}, {matches} matches, seat {seat + 1}, luck in {part}: "
                f"{lucks.mean():+.4f} ± {error:.4f} {verdict}; spread {lucks.std():.3f}"
            )


def doubling(name: str, matches: int, seed: int) -> None:
    """Print how much the sum of a seat's play changes with twice the work, and how much it differs between matches."""
    sums = []
    for number in range(matches):
        match = played(name, 1 + number % len(levels.LEVELS), seed + number)
        sums.append(
            [
                review(match, settings=each).seats[0].result.own_play
                for each in (ReviewSettings(), ReviewSettings().doubled())
            ]
        )
    once, twice = np.array(sums).T
    change, spread = float(np.abs(twice - once).mean()), float(once.std())
    print(
        f"{name}, {matches} matches: play changes by {change:.4f} on average, "
        f"{change / spread:.1%} of its spread {spread:.3f}"
    )


def like(name: str, matches: int, seed: int) -> None:
    """Print how far the level that sets of three matches were played like is from the level that played them."""
    calibration, close = calibration_of(game_named(name)), 0
    for number in range(matches):
        level = 1 + number % len(levels.LEVELS)
        found = [review(played(name, level, seed + SET * number + i)).seats for i in range(SET)]
        seats = [seat for each in found for seat in each]
        decisions = [seat.decisions for seat in seats]
        loss = float(np.average([seat.loss for seat in seats], weights=decisions))
        guess = played_like([loss] * sum(decisions), calibration)
        assert guess is not None, "measure the game first"
        close += abs(guess.level - level) <= 1.0
        done = f"{close} of {number + 1} within one level"
        print(f"{name}: level {level} played like {guess.level:.1f} ({guess.lowest:.1f}–{guess.highest:.1f}); {done}")


PROOFS: dict[str, Callable[[str, int, int], None]] = {"luck": luck, "doubling": doubling, "levels": like}


def main() -> None:
    """Run one proof."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("proof", choices=PROOFS)
    parser.add_argument("game")
    parser.add_argument("--matches", "--sets", type=int, default=20)
    parser.add_argument("--seed", type=int, default=800_000)
    asked = parser.parse_args()
    PROOFS[asked.proof](asked.game, asked.matches, asked.seed)


if __name__ == "__main__":
    main()
