"""The ladder: every level against the one below it, level 8 against `greedy` and `random`, and what advice is worth.

    python -m tilora.ai.arena.ladder --games 200 --json ladder.json
    python -m tilora.ai.arena.ladder --crowds --games 200          # level 8 among level 4s, at larger tables
    python -m tilora.ai.arena.ladder --advice --games 100          # with and without each part of a game's advice
    python -m tilora.ai.arena.ladder --networks --ms 300           # with and without networks, at every table

All pairings share one pool of processes. When the time is up, the report covers what was played. Results of runs with
different seeds can be added up: the JSON has wins, draws and losses.
"""

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import TimeoutError as TimeUp
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass
from pathlib import Path

from tilora.ai import advice
from tilora.ai.arena import arena, tournament
from tilora.ai.arena.arena import MatchJob, MatchResult
from tilora.ai.network.shipped import playing_network
from tilora.ai.players import levels
from tilora.ai.search import think
from tilora.kernel import Game, TiloraError, game_named
from tilora.kernel import games as installed_games

Pairing = tuple[str, tuple[str, ...]]
"""A game and its players. The share of the first player is measured."""
TOP = len(levels.LEVELS)
CROWD = "4"
"""The level of all the others at larger tables."""
CLOCK = 600.0
"""Seconds for a decision: plenty, because levels count simulations and a busy machine must change nothing."""
SAVE = 30.0
"""Seconds between two interim results, so that a run that is stopped is not lost."""


def rungs(names: list[str], lowest: int, highest: int, yardsticks: bool) -> Iterator[Pairing]:
    """Yield each level against the one below it, the strongest first, because they take longest."""
    for number in range(highest, max(1, lowest - 1), -1):
        for name in names:
            yield name, (str(number), str(number - 1))
    for yardstick in ("greedy", "random") if yardsticks else ():
        for name in names:
            yield name, (str(TOP), yardstick)


def crowds(names: list[str]) -> Iterator[Pairing]:
    """Yield the highest level among players of a lower one, for every number of seats above two."""
    for name in names:
        for seats in game_named(name).seats:
            if seats > 2:
                yield name, (str(TOP), *(CROWD for _ in range(seats - 1)))


def advice_pairings(names: list[str], milliseconds: int) -> Iterator[Pairing]:
    """Yield all of a game's advice against all but one part of it, with the same time for a decision."""
    for name in names:
        for part in think.ADVICE:
            if has_advice(game_named(name), part):
                yield name, (f"{milliseconds}ms-network", f"{milliseconds}ms-{part}")


def network_pairings(names: list[str], milliseconds: int) -> Iterator[Pairing]:
    """Yield a search with the game's network against searches without it, with the same time for a decision."""
    for name in names:
        game = game_named(name)
        if playing_network(game):
            for seats in game.seats:
                yield name, (f"{milliseconds}ms", *(f"{milliseconds}ms-network" for _ in range(seats - 1)))


def has_advice(game: Game, part: str) -> bool:
    """Return whether the game's advice has that part."""
    if part == "search":
        return advice.settings(game).search != advice.TREE
    names = ("prefer", "weigh") if part == "prefer" else (part,)
    return any(hasattr(advice.register(game), name) for name in names)


def play(pairings: list[Pairing], games: int, seed: int, workers: int | None, seconds: float) -> Iterator[list["Rung"]]:
    """Play all pairings until everything is played or the time is up. Yield interim results, and the final ones.

    Raises SearchUnavailable before anything is played with a search that can't be compiled.
    """
    end = time.monotonic() + seconds
    played: dict[Pairing, list[MatchResult]] = defaultdict(list)
    last = time.monotonic()
    for name, players in pairings:  # so that not every worker compiles
        arena.compile_search(name, list(players), lambda _: None)
    todo = _interleave(pairings, games, seed)
    with tournament.executor(workers, None) as pool:
        futures = {pool.submit(arena.play, job): pairing for pairing, job in todo}
        try:
            for future in as_completed(futures, timeout=max(1.0, end - time.monotonic())):
                played[futures[future]].append(future.result())
                if time.monotonic() - last > SAVE:
                    yield [Rung.of(pairing, played[pairing]) for pairing in pairings if played[pairing]]
                    last = time.monotonic()
        except TimeUp:
            arena.abandon(pool, list(futures))
        except BaseException:
            arena.abandon(pool, list(futures))
            raise
    yield [Rung.of(pairing, played[pairing]) for pairing in pairings if played[pairing]]


def _interleave(pairings: list[Pairing], games: int, seed: int) -> list[tuple[Pairing, MatchJob]]:
    """Return the matches of all pairings in turn, so that every pairing has had its share when the time is up."""
    jobs = {pairing: arena.jobs(pairing[0], list(pairing[1]), games, seed, CLOCK) for pairing in pairings}
    order = []
    for number in range(games):
        for pairing in pairings:
            seats = len(pairing[1])
            if number % seats == 0:  # all rotations of a seed
                order += [(pairing, job) for job in jobs[pairing][number : number + seats]]
    return order


@dataclass(frozen=True)
class Rung:
    """How the first player of a pairing did."""

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
    """Time for a decision, of the first and the second player."""

    @classmethod
    def of(cls, pairing: Pairing, matches: list[MatchResult]) -> "Rung":
        """Sum up the matches of a pairing."""
        first, second, *_ = arena.results(list(pairing[1]), matches)
        seeds = [match.job.seed for match in matches]
        wins, losses = (sum(result == end for result in first.results) for end in (1.0, 0.0))
        return cls(
            *pairing,
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
        prog="python -m tilora.ai.arena.ladder",
        description="Measure every level against the one below it.",
    )
    parser.add_argument("names", nargs="*", help="games to measure; default: all installed ones")
    parser.add_argument("--games", type=int, default=200, help="matches for each pair of players")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first match")
    parser.add_argument("--workers", type=int, help="processes; default: one for each core")
    parser.add_argument("--seconds", type=float, default=1e6, help="stop after this time and report what was played")
    parser.add_argument("--lowest", type=int, default=2, help="the lowest level to measure")
    parser.add_argument("--highest", type=int, default=TOP, help="the highest level to measure")
    parser.add_argument("--yardsticks", action="store_true", help="only level 8 against greedy and random")
    parser.add_argument("--crowds", action="store_true", help="level 8 among level 4s at larger tables, instead")
    parser.add_argument("--advice", action="store_true", help="with and without each part of the advice, instead")
    parser.add_argument("--networks", action="store_true", help="with and without networks, instead")
    parser.add_argument("--ms", type=int, default=20, help="with --advice, --networks: milliseconds for a decision")
    parser.add_argument("--json", type=Path, help="a file for the results, for programs")
    arguments = parser.parse_args()
    names = arguments.names or [game.name for game in installed_games()]
    if arguments.crowds:
        pairings = crowds(names)
    elif arguments.advice:
        pairings = advice_pairings(names, arguments.ms)
    elif arguments.networks:
        pairings = network_pairings(names, arguments.ms)
    elif arguments.yardsticks:
        pairings = rungs(names, TOP + 1, TOP, True)
    else:
        pairings = rungs(names, arguments.lowest, arguments.highest, arguments.highest == TOP)
    results: list[Rung] = []
    try:
        for results in play(list(pairings), arguments.games, arguments.seed, arguments.workers, arguments.seconds):
            if arguments.json:
                rows = json.dumps([asdict(rung) for rung in results], indent=1)
                arguments.json.write_text(rows + "\n", encoding="utf-8")
    except TiloraError as error:
        sys.exit(f"ladder: {error}")
    for rung in results:
        sys.stdout.write(f"{rung}\n")


if __name__ == "__main__":
    main()
