"""Asks `master` with four times its time, and level 2, about the puzzles of a game, with seeds that found none of them:

    python -m tilora.ai.puzzles.confirm cyberzul --workers 16

With `--file`, about those of a file; with `--drop` as well, puzzles that `master` does not confirm are taken out of it.
With `--most`, about a sample, of which nothing is taken out.
"""

import argparse
import multiprocessing
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from tilora.ai import worker_process
from tilora.ai.arena.arena import interval
from tilora.ai.players import levels
from tilora.ai.puzzles.finding import EASY_LEVEL, PATIENT_MASTER, TRIES
from tilora.ai.puzzles.puzzle import Puzzle, PuzzleSet, shipped_set
from tilora.kernel import TiloraError, game_named


@dataclass(frozen=True)
class Confirmation:
    """What was found out about one puzzle."""

    master: bool
    """Whether `master` with four times its time finds the solution."""
    easy: int
    """How many tries of level 2 do."""


def confirm(name: str, seed: int, puzzle: Puzzle) -> Confirmation:
    """Let both players solve a puzzle. Workers call this."""
    view = puzzle.view(game_named(name))
    master = levels.choose(view, PATIENT_MASTER, seed=seed, wait=True) in puzzle.solutions
    easy = sum(levels.choose(view, EASY_LEVEL, seed=seed + 1 + i, wait=True) in puzzle.solutions for i in range(TRIES))
    return Confirmation(master, easy)


def report(title: str, found: Iterable[Confirmation]) -> str:
    """Return what came of it, in a line."""
    results = list(found)
    master = sum(each.master for each in results)
    low, high = interval([float(each.master) for each in results])
    easy = sum(each.easy for each in results) / max(1, TRIES * len(results))
    return (
        f"{title}: {len(results)} puzzles; master with four times its time agrees with {master}, that is "
        f"{100 * master / max(1, len(results)):.0f} % ({100 * low:.0f}–{100 * high:.0f}); "
        f"level {EASY_LEVEL} solves {100 * easy:.0f} %."
    )


def main() -> None:
    """Confirm what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--most", type=int, help="ask about no more than this many, from all over the set")
    parser.add_argument("--file", type=Path, help="a set of puzzles; without it, those that come with the game")
    parser.add_argument("--drop", action="store_true", help="take out of the file what is not confirmed")
    asked = parser.parse_args()
    try:
        game = game_named(asked.game)
        puzzles = PuzzleSet.from_json(asked.file.read_bytes()) if asked.file else shipped_set(game)
    except TiloraError as error:
        sys.exit(str(error))
    if puzzles is None:
        sys.exit(f"{game.title} has no puzzles.")
    if asked.most and asked.most < len(puzzles.puzzles):
        asked.drop = False
        step = len(puzzles.puzzles) / asked.most
        chosen = [puzzles.puzzles[int(step * number)] for number in range(asked.most)]
        puzzles = msgspec.structs.replace(puzzles, puzzles=chosen)
    levels.prepare(game, wait=None)
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(asked.workers, mp_context=spawn, initializer=worker_process.begin) as pool:
        found = list(pool.map(partial(confirm, game.name, asked.seed), puzzles.puzzles))
    sys.stderr.write(report(game.name, found) + "\n")
    for puzzle, each in zip(puzzles.puzzles, found, strict=True):
        if not each.master:
            sys.stderr.write(f"  not confirmed: {puzzle.id}, {' or '.join(puzzle.solutions)}\n")
    if asked.file and asked.drop:
        kept = [puzzle for puzzle, each in zip(puzzles.puzzles, found, strict=True) if each.master]
        asked.file.write_text(msgspec.structs.replace(puzzles, puzzles=kept).to_json(), encoding="utf-8")


if __name__ == "__main__":
    main()
