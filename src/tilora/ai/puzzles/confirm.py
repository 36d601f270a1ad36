"""Asks `master` with four times its time, and level 2, about the puzzles of a game, with seeds that found none of them:

    python -m tilora.ai.puzzles.confirm cyberzul --workers 16 --seconds 200 --samples confirmed-cyberzul.json

With `--file`, about those of a file; with `--drop` as well, puzzles that `master` does not confirm are taken out of it.
With `--most`, about a sample. With `--samples`, what was found out is kept, and the next run goes on with it.
"""

import argparse
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from tilora.ai.arena.arena import interval
from tilora.ai.network.shipped import network_fingerprint
from tilora.ai.players import levels
from tilora.ai.puzzles.finding import EASY_LEVEL, PATIENT_MASTER, TRIES
from tilora.ai.puzzles.puzzle import Puzzle, PuzzleSet, shipped_set
from tilora.ai.samples import SampleSet, collect, read_samples
from tilora.kernel import TiloraError, game_named


@dataclass(frozen=True)
class Confirmation:
    """What was found out about one puzzle."""

    master: bool
    """Whether `master` with four times its time finds the solution."""
    easy: int
    """How many tries of level 2 do."""


Confirmations = dict[str, Confirmation]
"""By the id of the puzzle."""


def confirm(name: str, seed: int, puzzle: Puzzle) -> Confirmation:
    """Let both players solve a puzzle. Workers call this."""
    view = puzzle.view(game_named(name))
    master = levels.choose(view, PATIENT_MASTER, seed=seed, wait=True) in puzzle.solutions
    easy = sum(levels.choose(view, EASY_LEVEL, seed=seed + 1 + i, wait=True) in puzzle.solutions for i in range(TRIES))
    return Confirmation(master, easy)


def report(title: str, found: Iterable[Confirmation]) -> str:
    """Return the result, in a line."""
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
    parser.add_argument("--seconds", type=float, default=3600.0, help="stop then, with what was found out")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--most", type=int, help="ask about no more than this many, from all over the set")
    parser.add_argument("--file", type=Path, help="a set of puzzles; without it, those that come with the game")
    parser.add_argument("--drop", action="store_true", help="take out of the file what is not confirmed")
    parser.add_argument("--samples", type=Path, nargs="*", default=[], help="files of earlier runs; kept in the first")
    asked = parser.parse_args()
    try:
        game = game_named(asked.game)
        puzzles = PuzzleSet.from_json(asked.file.read_bytes()) if asked.file else shipped_set(game)
        made_with = f"{network_fingerprint(game)}; seed {asked.seed}"
        samples = SampleSet(what="confirmed", game=game.name, made_with=made_with)
        for earlier in read_samples(file for file in asked.samples if file.is_file()):
            samples = samples.joined(earlier)
    except TiloraError as error:
        sys.exit(str(error))
    if puzzles is None:
        sys.exit(f"{game.title} has no puzzles.")
    if puzzles.network != network_fingerprint(game):
        sys.stderr.write(f"{game.name}: these puzzles were found with another network than that of today.\n")
    wanted = {puzzle.id: puzzle for puzzle in _sample(puzzles.puzzles, asked.most)}
    levels.prepare(game, wait=None)
    todo = [puzzle for puzzle in wanted.values() if puzzle.id not in samples.found]
    work = partial(confirm, game.name, asked.seed)
    for puzzle, each in collect(work, todo, workers=asked.workers, seconds=asked.seconds):
        samples.found[puzzle.id] = msgspec.to_builtins(each)
        if asked.samples:
            samples.save(asked.samples[0])
    known = msgspec.convert({name: samples.found[name] for name in wanted if name in samples.found}, Confirmations)
    sys.stderr.write(report(game.name, known.values()) + "\n")
    refused = {name for name, each in known.items() if not each.master}
    for name in refused:
        sys.stderr.write(f"  not confirmed: {name}, {' or '.join(wanted[name].solutions)}\n")
    if asked.file and asked.drop and refused:
        kept = [puzzle for puzzle in puzzles.puzzles if puzzle.id not in refused]
        puzzles = msgspec.structs.replace(puzzles, puzzles=kept)
        puzzles = puzzles.changed(f"`confirm` with seed {asked.seed} took out {len(refused)} that master did not find")
        asked.file.write_text(puzzles.to_json(), encoding="utf-8")


def _sample(puzzles: list[Puzzle], most: int | None) -> list[Puzzle]:
    """Return no more than that many, from all over the set."""
    if not most or most >= len(puzzles):
        return puzzles
    return [puzzles[int(len(puzzles) / most * number)] for number in range(most)]


if __name__ == "__main__":
    main()
