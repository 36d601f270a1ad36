"""The ladder: every level against the one below it, and the highest against the yardsticks, for all games at once.

    python -m tilora.ai.ladder --games 200 --json ladder.json

All matches of all pairs share one pool of processes. When the time is up, what was played is reported.
"""

import argparse
import json
import sys
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures import TimeoutError as Late
from dataclasses import asdict, dataclass
from pathlib import Path

from tilora.ai import arena, levels
from tilora.ai.arena import Played
from tilora.kernel import games as installed_games

Pair = tuple[str, tuple[str, str]]


def pairs(lowest: int, highest: int) -> list[tuple[str, str]]:
    """Who meets whom, the strongest first, because they take longest."""
    top = len(levels.LEVELS)
    neighbours = [(str(number), str(number - 1)) for number in range(highest, max(1, lowest - 1), -1)]
    yardsticks = [(str(top), "greedy"), (str(top), "random")] if highest == top else []
    return neighbours + yardsticks


def climb(
    names: list[str], games: int, seed: int, workers: int | None, seconds: float, lowest: int, highest: int
) -> dict[Pair, list[Played]]:
    """Play all pairs of all games, until all is played or the time is up."""
    end = time.monotonic() + seconds
    played: dict[Pair, list[Played]] = defaultdict(list)
    with ProcessPoolExecutor(workers) as pool:
        # One match of each game first fills the cache of compiled code, so that not every worker compiles.
        list(pool.map(arena.play, [job for name in names for job in arena.jobs(name, ["2", "2"], 1, 0, 10.0)]))
        todo = [
            job
            for number in range(0, games, 2)
            for better, worse in pairs(lowest, highest)
            for name in names
            for job in arena.jobs(name, [better, worse], games, seed, 10.0)[number : number + 2]
        ]
        futures = [pool.submit(arena.play, job) for job in todo]
        try:
            for future in as_completed(futures, timeout=max(1.0, end - time.monotonic())):
                one = future.result()
                better, worse = one.job.players if one.job.number % 2 == 0 else one.job.players[::-1]
                played[one.job.game, (better, worse)].append(one)
        except Late:
            still_playing = list(pool._processes.values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in still_playing:
                process.kill()
    return played


@dataclass(frozen=True)
class Rung:
    """How a pair did: the share is the better one's."""

    game: str
    better: str
    worse: str
    games: int
    share: float
    low: float
    high: float
    ms: tuple[float, float]
    """Thinking time for a decision, of both."""

    def __str__(self) -> str:
        return (
            f"{self.game:16} {self.better:>2} : {self.worse:8} {self.share:.3f}  [{self.low:.3f}, {self.high:.3f}]"
            f"  of {self.games:4}  {self.ms[0]:.1f} / {self.ms[1]:.1f} ms"
        )


def report(played: dict[Pair, list[Played]]) -> list[Rung]:
    """A rung for each pair."""
    rungs = []
    for (game, players), matches in sorted(played.items()):
        first, second = arena.standings(list(players), matches)
        ms = tuple(1000 * one.seconds / max(1, one.decisions) for one in (first, second))
        rungs.append(Rung(game, *players, first.games, first.share, *first.interval, (ms[0], ms[1])))
    return rungs


def main() -> None:
    """Run the ladder from the command line."""
    parser = argparse.ArgumentParser(prog="python -m tilora.ai.ladder", description="Every level against the next.")
    parser.add_argument("names", nargs="*", help="games; without any, all that are installed")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--seconds", type=float, default=1e6)
    parser.add_argument("--lowest", type=int, default=2)
    parser.add_argument("--highest", type=int, default=len(levels.LEVELS))
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    names = asked.names or [game.name for game in installed_games()]
    limits = (asked.workers, asked.seconds, asked.lowest, asked.highest)
    rungs = report(climb(names, asked.games, asked.seed, *limits))
    for rung in rungs:
        sys.stdout.write(f"{rung}\n")
    if asked.json:
        asked.json.write_text(json.dumps([asdict(rung) for rung in rungs], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
