"""The long proofs of reviews, which take too long for `make test`, and reasons to be read by people:

    python -m tests.review luck all --count 1000 --workers 16        # luck averages to zero
    python -m tests.review doubling all --count 100 --workers 16     # twice the work changes little
    python -m tests.review levels all --count 96 --workers 16        # "played like level N" is within one level
    python -m tests.review reasons all                               # ten reasons a game, to be read aloud

`--seconds` is the most that each game takes. `--out FOLDER` keeps what was found in a file for each game, and the next
run goes on with it. `python -m tests.review report FILE …` tells what follows from the files of several runs together.

Matches are played by levels against themselves. Seeds differ from those of calibrations.
"""

import argparse
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tilora.ai.network.shipped import network_fingerprint
from tilora.ai.players import levels
from tilora.ai.review.grades import calibration_of, played_like
from tilora.ai.review.review_report import Review
from tilora.ai.review.reviewing import review, reviewing
from tilora.ai.review.settings import ReviewSettings
from tilora.ai.review.words import better_turn, foreseen
from tilora.ai.samples import SampleSet, collect, read_samples
from tilora.kernel import Game, Match, TiloraError, fill_seats, game_named, games

FAST_LEVEL = 2
"""Who plays where it does not matter how well."""
SET = 3
"""Matches that "played like" is judged by."""
MIDDLING = (3, 4, 5)
"""Levels whose mistakes are explained."""
REASONS = 10
NO_WHY = "Points alone don't explain it, but the search expects more from it."
FIRST_SEED = 800_000


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


def level_of(seed: int) -> int:
    """Return the level that plays the match of a seed, where all levels take turns."""
    return 1 + seed % len(levels.LEVELS)


# Samples: what one match, or one set of matches, is worth. Workers call these.


def luck_of(name: str, seed: int) -> list[list[float]]:
    """Return the luck of each seat in a match: in results, and in points."""
    return [[seat.result.luck, seat.points.luck] for seat in quick(played(name, FAST_LEVEL, seed)).seats]


def doubled(name: str, seed: int) -> list[list[float]]:
    """Return the sum of each seat's play in a match: with the usual work, and with twice of it."""
    match = played(name, level_of(seed), seed)
    found = [review(match, settings=each).seats for each in (ReviewSettings(), ReviewSettings().doubled())]
    return [[one.result.own_play, other.result.own_play] for one, other in zip(*found, strict=True)]


def set_of_three(name: str, seed: int) -> list[float]:
    """Return the level that played three matches with itself, and the one that it played like, with its interval."""
    level, calibration = level_of(seed), calibration_of(game_named(name))
    seats = [seat for i in range(SET) for seat in review(played(name, level, SET * seed + i)).seats]
    decisions = [seat.decisions for seat in seats]
    loss = float(np.average([seat.loss for seat in seats], weights=decisions))
    guess = played_like([loss] * sum(decisions), calibration)
    assert guess is not None, "measure the game first"
    return [level, guess.level, guess.lowest, guess.highest]


# Verdicts: what follows from all samples.


class Verdict(NamedTuple):
    holds: bool
    words: str


def luck_is_fair(found: Iterable[list[list[float]]]) -> Verdict:
    """Tell whether the 95 % intervals of the luck of all seats contain 0."""
    lucks = np.array(list(found))
    means, errors = lucks.mean(axis=0), 1.96 * lucks.std(axis=0) / len(lucks) ** 0.5
    words = [
        f"seat {seat + 1}: {means[seat, 0]:+.4f} ± {errors[seat, 0]:.4f}, "
        f"in points {means[seat, 1]:+.3f} ± {errors[seat, 1]:.3f}"
        for seat in range(lucks.shape[1])
    ]
    return Verdict(bool((np.abs(means) <= errors).all()), "; ".join(words))


def doubling_changes_little(found: Iterable[list[list[float]]]) -> Verdict:
    """Tell whether twice the work changes the sum of a seat's play by less than a tenth of its spread."""
    once, twice = np.array([seat for each in found for seat in each]).T
    change, spread = float(np.abs(twice - once).mean()), float(once.std())
    share = change / spread if spread else 0.0
    return Verdict(share < 0.1, f"play changes by {change:.4f}, {share:.1%} of its spread {spread:.3f}")


def levels_are_told(found: Iterable[list[float]]) -> Verdict:
    """Tell whether "played like level N" is within one level for 70 % of the sets."""
    guesses = np.array(list(found))
    off = np.abs(guesses[:, 1] - guesses[:, 0])
    by_level = [
        f"{level}: {guesses[guesses[:, 0] == level, 1].mean():.1f}"
        for level in sorted({int(each[0]) for each in guesses})
    ]
    share = float((off <= 1.0).mean())
    return Verdict(
        share >= 0.7, f"{share:.0%} within one level, off by {off.mean():.2f}; mean by level {', '.join(by_level)}"
    )


class Proof(NamedTuple):
    sample: Callable[[str, int], Any]
    verdict: Callable[[Iterable[Any]], Verdict]


PROOFS = {
    "luck": Proof(luck_of, luck_is_fair),
    "doubling": Proof(doubled, doubling_changes_little),
    "levels": Proof(set_of_three, levels_are_told),
}


def prove(what: str, game: Game, asked: argparse.Namespace) -> SampleSet:
    """Compute samples of a game until there are enough, or the time is up."""
    made_with = f"{network_fingerprint(game)} {ReviewSettings()}"
    samples, file = SampleSet(what=what, game=game.name, made_with=made_with), None
    if asked.out:
        asked.out.mkdir(parents=True, exist_ok=True)
        file = asked.out / f"{what}-{game.name}-{asked.seed}.json"
        if file.is_file():
            samples = samples.joined(*read_samples([file]))
    levels.prepare(game, wait=None)
    seeds = [seed for seed in range(asked.seed, asked.seed + asked.count) if str(seed) not in samples.found]
    work = partial(PROOFS[what].sample, game.name)
    for seed, found in collect(work, seeds, workers=asked.workers, seconds=asked.seconds):
        samples.found[str(seed)] = found
        if file:
            samples.save(file)
    return samples


def told(samples: SampleSet) -> str:
    """Return what follows from the samples, in a line."""
    if not samples.found:
        return f"{samples.what}, {samples.game}: nothing finished in time"
    verdict = PROOFS[samples.what].verdict(samples.found.values())
    holds = "holds" if verdict.holds else "DOES NOT HOLD"
    return f"{samples.what}, {samples.game}, {len(samples.found)} samples: {holds}. {verdict.words}"


def reasons_of(game: Game, count: int, seed: int) -> list[str]:
    """Return reasons from reviews of matches between middling levels, as a page shows them."""
    found: list[str] = []
    while len(found) < count:
        level = MIDDLING[seed % len(MIDDLING)]
        match = played(game.name, level, seed)
        for number, step in enumerate(review(match).steps, 1):
            if step.decision and step.decision.reason:
                found.append(explained(number, step.sentence, step.seat, step.decision))
        seed += 1
    # From all over the matches, so that openings and endings are among them.
    return [found[int(i * len(found) / count)] for i in range(count)]


def explained(number: int, played: str, seat: int, decision: Any) -> str:
    """Return a mistake as the page explains it."""
    reason = decision.reason.words
    told = [f"Why: {reason}"] if reason else []
    told += [line[0].upper() + line[1:] for line in foreseen(decision)] or ([] if reason else [NO_WHY])
    loss = f"{decision.grade.capitalize()}, costs {100 * decision.loss:.0f} ± {100 * decision.doubt:.0f}."
    sentences = [f"Step {number}, seat {seat + 1}: {played} {loss}", f"Better: {better_turn(decision)}", *told]
    return fill_seats("\n   ".join(sentences))


def main() -> None:
    """Run one proof for one game, or for all of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("proof", choices=[*PROOFS, "reasons", "report"])
    parser.add_argument("names", nargs="+", help="games, or all; for a report, files")
    parser.add_argument("--count", type=int, default=20, help="matches, sets of three, or reasons")
    parser.add_argument("--seed", type=int, default=FIRST_SEED)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=200.0, help="the most that each game takes")
    parser.add_argument("--out", type=Path, help="the folder to keep samples in")
    asked = parser.parse_args()
    try:
        if asked.proof == "report":
            for samples in read_samples(map(Path, asked.names)):
                print(told(samples))
            return
        ours = [game for game in games() if game.folder.startswith("tilora.families.")]
        for game in ours if asked.names == ["all"] else map(game_named, asked.names):
            if asked.proof == "reasons":
                found = reasons_of(game, min(asked.count, REASONS), asked.seed)
                print(f"## {game.title}\n", *(f"{i}. {each}" for i, each in enumerate(found, 1)), "", sep="\n")
            else:
                print(told(prove(asked.proof, game, asked)), flush=True)
    except TiloraError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
