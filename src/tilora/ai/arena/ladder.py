"""The ladder: every level against the one below it, the highest against the yardsticks, and what advice is worth.

    python -m tilora.ai.arena.ladder --games 200 --json ladder.json
    python -m tilora.ai.arena.ladder --crowds --games 200          # level 8 among level 4s, at larger tables
    python -m tilora.ai.arena.ladder --advice --games 100          # with and without each piece of a game's advice

All matches of all meetings share one pool of processes. When the time is up, what was played is reported. Results of
runs with different seeds can be added up: the JSON has wins, draws and losses.
"""

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import TimeoutError as Late
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass
from pathlib import Path

from tilora.ai import advice
from tilora.ai.arena import arena, tournament
from tilora.ai.arena.arena import Job, Played
from tilora.ai.players import levels
from tilora.ai.search import think
from tilora.kernel import Game, game_named
from tilora.kernel import games as installed_games

Meeting = tuple[str, tuple[str, ...]]
"""A game, and who meets in it: the share of the first is what is asked for."""
TOP = len(levels.LEVELS)
CROWD = "4"
"""The level of all but one at larger tables."""
CLOCK = 600.0
"""Seconds for a decision: levels count simulations, and a busy machine shall decide nothing."""
SAVE = 30.0
"""Seconds after which what was played is written down, so that a run that is stopped is not lost."""


def rungs(names: list[str], lowest: int, highest: int, yardsticks: bool) -> Iterator[Meeting]:
    """Neighbours of two seats, the strongest first, because they take longest."""
    for number in range(highest, max(1, lowest - 1), -1):
        for name in names:
            yield name, (str(number), str(number - 1))
    for yardstick in ("greedy", "random") if yardsticks else ():
        for name in names:
            yield name, (str(TOP), yardstick)


def crowds(names: list[str]) -> Iterator[Meeting]:
    """The highest level alone among others, at every table for more than two."""
    for name in names:
        for seats in game_named(name).seats:
            if seats > 2:
                yield name, (str(TOP), *(CROWD for _ in range(seats - 1)))


def tests_of_advice(names: list[str], milliseconds: int) -> Iterator[Meeting]:
    """All of a game's advice against all but one piece of it, with the same time to think."""
    for name in names:
        for piece in think.HEED:
            if gives(game_named(name), piece):
                yield name, (f"{milliseconds}ms", f"{milliseconds}ms-{piece}")


def gives(game: Game, piece: str) -> bool:
    """Whether the game's advice has something to say about that."""
    module = advice.register(game)
    if piece == "search":
        return getattr(module, "SEARCH", "tree") != "tree"
    return any(hasattr(module, name) for name in (("prefer", "weigh") if piece == "prefer" else (piece,)))


def play(meetings: list[Meeting], games: int, seed: int, workers: int | None, seconds: float) -> Iterator[list["Rung"]]:
    """Play all meetings, until all is played or the time is up: what is known so far, now and then and at the end."""
    end = time.monotonic() + seconds
    played: dict[Meeting, list[Played]] = defaultdict(list)
    told = time.monotonic()
    for name in {name for name, _ in meetings}:  # so that not every worker compiles
        levels.prepare(game_named(name), wait=None)
    todo = _in_turn(meetings, games, seed)
    with tournament.executor(workers, None) as pool:
        futures = {pool.submit(arena.play, job): one for one, job in todo}
        try:
            for future in as_completed(futures, timeout=max(1.0, end - time.monotonic())):
                played[futures[future]].append(future.result())
                if time.monotonic() - told > SAVE:
                    yield [Rung.of(one, played[one]) for one in meetings if played[one]]
                    told = time.monotonic()
        except Late:
            arena.abandon(pool, list(futures))
    yield [Rung.of(one, played[one]) for one in meetings if played[one]]


def _in_turn(meetings: list[Meeting], games: int, seed: int) -> list[tuple[Meeting, Job]]:
    """Some matches of every meeting, then some more: each has its share when the time is up."""
    jobs = {one: arena.jobs(one[0], list(one[1]), games, seed, CLOCK) for one in meetings}
    found = []
    for number in range(games):
        for one in meetings:
            if number % len(one[1]) == 0:  # all rotations of a seed
                found += [(one, job) for job in jobs[one][number : number + len(one[1])]]
    return found


@dataclass(frozen=True)
class Rung:
    """How the first of some players did."""

    game: str
    players: tuple[str, ...]
    seeds: tuple[int, int]
    """From the first to the last."""
    games: int
    wins: int
    draws: int
    losses: int
    share: float
    """Of opponents beaten, draws half."""
    low: float
    high: float
    ms: tuple[float, float]
    """Thinking time for a decision, of the first and the second."""

    @classmethod
    def of(cls, one: Meeting, matches: list[Played]) -> "Rung":
        """The matches of a meeting, summed up."""
        first, second, *_ = arena.standings(list(one[1]), matches)
        seeds = [match.job.seed for match in matches]
        wins, losses = (sum(result == end for result in first.results) for end in (1.0, 0.0))
        return cls(
            *one,
            (min(seeds), max(seeds)),
            first.games,
            wins,
            first.games - wins - losses,
            losses,
            first.share,
            *first.interval,
            (1000 * first.seconds / max(1, first.decisions), 1000 * second.seconds / max(1, second.decisions)),
        )

    def __str__(self) -> str:
        return (
            f"{self.game:16} {' : '.join(self.players):24} {self.share:.3f}  [{self.low:.3f}, {self.high:.3f}]"
            f"  of {self.games:4}  {self.ms[0]:.1f} / {self.ms[1]:.1f} ms"
        )


def main() -> None:
    """Run the ladder from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m tilora.ai.arena.ladder", description="Every level against the next."
    )
    parser.add_argument("names", nargs="*", help="games; without any, all that are installed")
    parser.add_argument("--games", type=int, default=200, help="matches of each meeting")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--seconds", type=float, default=1e6, help="report what was played by then")
    parser.add_argument("--lowest", type=int, default=2)
    parser.add_argument("--highest", type=int, default=TOP)
    parser.add_argument("--yardsticks", action="store_true", help="only the highest level against greedy and random")
    parser.add_argument("--crowds", action="store_true", help="the highest level at larger tables, instead")
    parser.add_argument("--advice", action="store_true", help="with and without each piece of advice, instead")
    parser.add_argument("--ms", type=int, default=20, help="with --advice: milliseconds for a decision")
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    names = asked.names or [game.name for game in installed_games()]
    if asked.crowds:
        meetings = crowds(names)
    elif asked.advice:
        meetings = tests_of_advice(names, asked.ms)
    elif asked.yardsticks:
        meetings = rungs(names, TOP + 1, TOP, True)
    else:
        meetings = rungs(names, asked.lowest, asked.highest, asked.highest == TOP)
    found: list[Rung] = []
    for found in play(list(meetings), asked.games, asked.seed, asked.workers, asked.seconds):
        if asked.json:
            asked.json.write_text(json.dumps([asdict(rung) for rung in found], indent=1) + "\n", encoding="utf-8")
    for rung in found:
        sys.stdout.write(f"{rung}\n")


if __name__ == "__main__":
    main()
