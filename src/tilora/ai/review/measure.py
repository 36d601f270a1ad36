"""Measures the figures that reviews of a game need: thresholds of grades, doubt, and what each level loses.

    python -m tilora.ai.review.measure cyberzul --matches 64 --workers 16 --seconds 200 --samples cyberzul.json \
        --out src/tilora/families/drafting/reviews

Every level plays matches with itself. In some positions of them, all eight levels say what they would play, and a
review values all of that at once, so levels are compared by the same positions. In one of four of these positions, a
review with four times the work shows how far off the first one was. With `--samples`, what was measured is kept after
every match, so that the command can be stopped at any time, and goes on where it was; other files there are read, too.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import msgspec
import numpy as np

from tilora.ai.network.shipped import network_fingerprint
from tilora.ai.players import levels
from tilora.ai.review.decisions import Examined, Examiner
from tilora.ai.review.grades import Calibration, certain_part, doubt_of
from tilora.ai.review.position_values import PositionValues
from tilora.ai.review.settings import ReviewSettings
from tilora.ai.samples import SampleSet, collect, read_samples
from tilora.ai.search.background_compiler import prepare
from tilora.kernel import Game, Match, TiloraError, game_named

QUANTILES = (0.80, 0.90, 0.96)
"""Of all losses, over all levels: where inaccuracies, mistakes and blunders begin."""
DOUBT_QUANTILE = 0.8
"""Of how far off losses were."""
DEEPER = 4
EVERY_DEEPER = 4
"""One in this many positions is searched deeper."""
MOST_ACTIONS = 2000


@dataclass(frozen=True)
class MeasuredPosition:
    """What was found out in one position."""

    losses: tuple[float, ...]
    """By level."""
    errors: tuple[float, ...]
    off: tuple[float, ...] = ()
    """How far off the losses above 0 were, where somebody searched deeper."""


def measure_match(name: str, every: int, settings: ReviewSettings, seed: int) -> list[MeasuredPosition]:
    """Let a level play a match with itself, and examine one in `every` decisions as all levels would take them."""
    game = game_named(name)
    prepare(game, wait=None)
    values = PositionValues(game)
    deep = replace(settings, share=DEEPER * settings.share)
    examiner, deeper = Examiner(game, values, settings), Examiner(game, values, deep)
    match, player = Match(game, seed=seed), levels.LEVELS[seed % len(levels.LEVELS)]
    found: list[MeasuredPosition] = []
    decisions = seed % every
    while not match.over and match.played < MOST_ACTIONS:
        view = match.view(match.turn)
        if len(view.codes()) > 1:
            decisions += 1
            if decisions % every == 0:
                chosen = [levels.choose(view, each, seed=seed + match.played, wait=True) for each in levels.LEVELS]
                codes = [match.check(text).code for text in chosen]
                examined = examiner.examine_all(view, codes)
                losses = tuple(examined[code].loss(view.seat) for code in codes)
                off: tuple[float, ...] = ()
                if len(found) % EVERY_DEEPER == 0:
                    off = tuple(_differences(examined, deeper.examine_all(view, codes), view.seat))
                found.append(MeasuredPosition(losses, tuple(examined[code].error for code in codes), off))
        match.play(levels.choose(view, player, seed=seed + match.played, wait=True))
    return found


def _differences(shallow: dict[int, Examined], deep: dict[int, Examined], seat: int) -> Iterator[float]:
    for code, found in shallow.items():
        if found.loss(seat) > 0.0 or deep[code].loss(seat) > 0.0:
            yield abs(found.loss(seat) - deep[code].loss(seat))


def calibrate(
    game: Game, measured: list[MeasuredPosition], settings: ReviewSettings, made: dict[str, str]
) -> Calibration:
    """Return the figures that follow from what was measured."""
    off = [difference for each in measured for difference in each.off]
    doubt = float(np.quantile(off, DOUBT_QUANTILE)) if off else Calibration().doubt
    raw = np.array([each.losses for each in measured])
    certain = np.array(
        [
            [certain_part(loss, doubt_of(error, doubt)) for loss, error in zip(each.losses, each.errors, strict=True)]
            for each in measured
        ]
    )
    low, middle, high = (round(float(loss), 4) for loss in np.quantile(raw, QUANTILES))
    return Calibration(
        thresholds=(low, middle, high),
        doubt=round(doubt, 4),
        losses=[round(float(loss), 5) for loss in certain.mean(axis=0)],
        raw_losses=[round(float(loss), 5) for loss in raw.mean(axis=0)],
        spreads=[round(float(spread), 5) for spread in certain.std(axis=0)],
        settings=str(settings),
        network=network_fingerprint(game),
        made=made,
    )


def strictly_falls(measured: list[MeasuredPosition]) -> str:
    """Return whether a decision costs less from each level to the next, and where that is in doubt, in words."""
    raw = np.array([each.losses for each in measured])
    gains = raw[:, :-1] - raw[:, 1:]
    means, errors = gains.mean(axis=0), gains.std(axis=0) / len(raw) ** 0.5
    wrong = [f"{i + 1} to {i + 2} ({-100 * means[i]:+.2f} ± {196 * errors[i]:.2f})" for i in np.flatnonzero(means <= 0)]
    return f"the loss does not fall from level {', '.join(wrong)}" if wrong else "the loss falls from level to level"


def facts(game: Game, settings: ReviewSettings, every: int) -> SampleSet:
    """Return samples without any, which say what theirs would be about."""
    made_with = f"{network_fingerprint(game)}; {settings}; one in {every} decisions"
    return SampleSet(what="losses", game=game.name, made_with=made_with)


def main() -> None:
    """Measure what the command line says, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=16, help="a multiple of 8, so that every level plays as often")
    parser.add_argument("--every", type=int, default=4, help="examine one in this many decisions")
    parser.add_argument("--seed", type=int, default=700_000, help="the seed of the first match")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3600.0, help="stop then, with what was measured")
    parser.add_argument("--samples", type=Path, nargs="*", default=[], help="files of earlier runs; kept in the first")
    parser.add_argument("--out", type=Path, default=Path("reviews"), help="the folder to write GAME.json to")
    asked = parser.parse_args()
    settings = ReviewSettings()
    try:
        game = game_named(asked.game)
        samples = facts(game, settings, asked.every)
        for earlier in read_samples(file for file in asked.samples if file.is_file()):
            samples = samples.joined(earlier)
    except TiloraError as error:
        sys.exit(str(error))
    prepare(game, wait=None)
    seeds = [seed for seed in range(asked.seed, asked.seed + asked.matches) if str(seed) not in samples.found]
    work = partial(measure_match, game.name, asked.every, settings)
    for seed, found in collect(work, seeds, workers=asked.workers, seconds=asked.seconds):
        samples.found[str(seed)] = msgspec.to_builtins(found)
        if asked.samples:
            samples.save(asked.samples[0])
        sys.stderr.write(f"{game.name}: match {seed}, {len(found)} positions\n")
    measured = msgspec.convert([each for found in samples.found.values() for each in found], list[MeasuredPosition])
    if not measured:
        sys.exit(f"{game.name}: nothing was finished in time.")
    command = f"--matches {asked.matches} --every {asked.every} --seed {asked.seed}"
    made = {
        "command": f"python -m tilora.ai.review.measure {game.name} {command}",
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "matches": str(len(samples.found)),
        "positions": str(len(measured)),
    }
    calibration = calibrate(game, measured, settings, made)
    asked.out.mkdir(parents=True, exist_ok=True)
    text = msgspec.json.format(msgspec.json.encode(calibration), indent=1)
    (asked.out / f"{game.name}.json").write_bytes(text + b"\n")
    losses, raw = (
        " ".join(f"{100 * loss:.2f}" for loss in each) for each in (calibration.losses, calibration.raw_losses)
    )
    sys.stderr.write(f"{game.name}, {len(samples.found)} matches, {len(measured)} positions: loss by level {losses}\n")
    sys.stderr.write(f"without weights {raw}; {strictly_falls(measured)}\n")


if __name__ == "__main__":
    main()
