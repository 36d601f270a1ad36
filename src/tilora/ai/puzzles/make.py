"""Makes the puzzles of a game from matches between its levels:

    python -m tilora.ai.puzzles.make cyberzul --count 60 --workers 16 --seconds 300 \
        --out src/tilora/families/drafting/puzzles

It adds to what is in the folder's GAME.json, and writes it after every match, so it can be stopped and continued at
any time. Matches are taken in the order of their seeds, whichever is finished first. What level 2 usually finds is
added only while there is little of it. The same seeds give the same puzzles, unless the time has run out.
"""

import argparse
import itertools
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from time import monotonic

import msgspec

from tilora.ai.network.shipped import network_fingerprint
from tilora.ai.puzzles.finding import EASY_LEVEL, USUALLY, PuzzleFinder, PuzzleSettings
from tilora.ai.puzzles.puzzle import Puzzle, PuzzleSet
from tilora.ai.samples import collect
from tilora.kernel import Game, TiloraError, game_named

EASY_SHARE = 0.4
"""Level 2 may solve this much of a set, so that less than half is left after any doubt."""


@cache
def _finder(name: str) -> PuzzleFinder:
    return PuzzleFinder(game_named(name))


def find_in_match(name: str, seed: int) -> list[Puzzle]:
    """Return the puzzles in one match. Workers call this."""
    return _finder(name).in_match(seed)


def may_join(puzzle: Puzzle, puzzles: list[Puzzle]) -> bool:
    """Return whether a puzzle is a new position, and does not make the set too easy for level 2."""
    if any(puzzle.id == other.id for other in puzzles):
        return False
    found = puzzle.found[EASY_LEVEL - 1]
    all_found = found + sum(other.found[EASY_LEVEL - 1] for other in puzzles)
    return found < USUALLY or all_found <= EASY_SHARE * puzzle.tries * (len(puzzles) + 1)


def unsearched(searched: list[tuple[int, int]], seed: int) -> Iterator[int]:
    """Yield the seeds from the given one on that nobody has searched."""
    return (each for each in itertools.count(seed) if not any(first <= each < end for first, end in searched))


def with_searched(searched: list[tuple[int, int]], seed: int) -> list[tuple[int, int]]:
    """Return the pairs of seeds with one more seed."""
    merged: list[tuple[int, int]] = []
    for first, end in sorted([*searched, (seed, seed + 1)]):
        if merged and merged[-1][1] == first:
            merged[-1] = merged[-1][0], end
        else:
            merged.append((first, end))
    return merged


def results(name: str, seeds: Iterator[int], workers: int, deadline: float) -> Iterator[tuple[int, list[Puzzle]]]:
    """Return the puzzles of match after match, in the order of seeds, until the deadline."""
    return collect(partial(find_in_match, name), seeds, workers=workers, seconds=deadline - monotonic())


def make(game: Game, file: Path, *, count: int, workers: int, seconds: float, seed: int) -> PuzzleSet:
    """Add puzzles to the file until it has `count`, or the time is up. Return what it holds then. Raises BadPuzzles."""
    deadline = monotonic() + seconds
    made = {
        "command": f"python -m tilora.ai.puzzles.make {game.name} --count {count} --seed {seed}",
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
    }
    puzzles = (
        PuzzleSet.from_json(file.read_bytes()) if file.is_file() else PuzzleSet(game=game.name, version=game.version)
    )
    if len(puzzles.puzzles) >= count:
        return puzzles
    network, settings = network_fingerprint(game), str(PuzzleSettings())
    if puzzles.puzzles and (puzzles.network, puzzles.settings) != (network, settings):
        earlier = f"network {puzzles.network}, {puzzles.settings}; {puzzles.made.get('command', '')}"
        puzzles = puzzles.changed(f"more puzzles are added to {len(puzzles.puzzles)} that were found with {earlier}")
    puzzles = msgspec.structs.replace(puzzles, network=network, settings=settings, made=made)
    begin = monotonic()
    warm_up(game)
    sys.stderr.write(f"{game.name}: compiled in {monotonic() - begin:.0f} s.\n")
    for number, found in results(game.name, unsearched(puzzles.searched, seed), workers, deadline):
        kept = list(puzzles.puzzles)
        for puzzle in found:
            if len(kept) < count and may_join(puzzle, kept):
                kept.append(puzzle)
        puzzles = msgspec.structs.replace(puzzles, puzzles=kept, searched=with_searched(puzzles.searched, number))
        file.write_text(puzzles.to_json(), encoding="utf-8")
        levels = " ".join(str(sum(puzzle.level == level for puzzle in kept)) for level in range(1, 10))
        sys.stderr.write(f"{game.name}: seed {number}, {len(found)} found, {len(kept)} puzzles; by level {levels}\n")
        if len(kept) >= count:
            break
    file.write_text(puzzles.to_json(), encoding="utf-8")
    return puzzles


def warm_up(game: Game) -> None:
    """Compile everything into the cache, so that not every worker does."""
    _finder(game.name).warm_up()


def main() -> None:
    """Make what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=60, help="how many puzzles the file should have")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600.0, help="stop then, with what was found")
    parser.add_argument("--seed", type=int, default=800_000, help="the seed of the first match")
    parser.add_argument("--out", type=Path, default=Path("puzzles"), help="the folder to write GAME.json to")
    asked = parser.parse_args()
    try:
        game = game_named(asked.game)
        asked.out.mkdir(parents=True, exist_ok=True)
        file = asked.out / f"{game.name}.json"
        puzzles = make(game, file, count=asked.count, workers=asked.workers, seconds=asked.seconds, seed=asked.seed)
    except TiloraError as error:
        sys.exit(str(error))
    sys.stderr.write(f"{game.name}: {len(puzzles.puzzles)} puzzles in {file}.\n")


if __name__ == "__main__":
    main()
