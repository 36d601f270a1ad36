"""Measures the figures that reviews of a game need: thresholds of grades, doubt, and what each level loses.

    python -m tilora.ai.review.measure cyberzul --matches 16 --out src/tilora/families/drafting/reviews

Every level plays matches with itself. In some positions of them, all eight levels say what they would play, and a
review values all of that at once, so levels are compared by the same positions. In one of four of these positions, a
review with four times the work shows how far off the first one was. After every match the file is written, so the
command can be stopped at any time.
"""

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import msgspec
import numpy as np

from tilora.ai import worker_process
from tilora.ai.network.shipped import network_fingerprint
from tilora.ai.players import levels
from tilora.ai.review.decisions import Examined, Examiner
from tilora.ai.review.grades import Calibration, certain_part, doubt_of
from tilora.ai.review.position_values import PositionValues
from tilora.ai.review.settings import ReviewSettings
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


def main() -> None:
    """Measure what the command line says, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--matches", type=int, default=16, help="a multiple of 8, so that every level plays as often")
    parser.add_argument("--every", type=int, default=4, help="examine one in this many decisions")
    parser.add_argument("--seed", type=int, default=700_000, help="the seed of the first match")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("reviews"), help="the folder to write GAME.json to")
    asked = parser.parse_args()
    try:
        game = game_named(asked.game)
    except TiloraError as error:
        sys.exit(str(error))
    settings, measured = ReviewSettings(), list[MeasuredPosition]()
    work = partial(measure_match, game.name, asked.every, settings)
    asked.out.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(asked.workers, initializer=worker_process.begin) as pool:
        seeds = range(asked.seed, asked.seed + asked.matches)
        for matches, found in enumerate(pool.map(work, seeds), 1):
            measured += found
            made = {
                "command": f"python -m tilora.ai.review.measure {game.name} --matches {asked.matches} "
                f"--every {asked.every} --seed {asked.seed}",
                "date": f"{datetime.now(UTC):%Y-%m-%d}",
                "matches": str(matches),
                "positions": str(len(measured)),
            }
            calibration = calibrate(game, measured, settings, made)
            text = msgspec.json.format(msgspec.json.encode(calibration), indent=1)
            (asked.out / f"{game.name}.json").write_bytes(text + b"\n")
            losses, raw = (
                " ".join(f"{100 * loss:.2f}" for loss in each) for each in (calibration.losses, calibration.raw_losses)
            )
            sys.stderr.write(f"{matches} matches, {len(measured)} positions: loss by level {losses}; raw {raw}\n")


if __name__ == "__main__":
    main()
