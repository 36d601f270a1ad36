"""Measuring networks: `python -m tilora.ai.network.match GAME PLAYER PLAYER … --matches N`, one player for each seat.

A player is a file with what to spend on a decision, `net.npz@400sims`, `net.npz@50ms` or `net.npz@equal` for as long as
the others take on average; or any player that the arena knows, like `8`. Every seed is played once by each rotation of
the players around the table.
"""

import argparse
import math
import multiprocessing as mp
import re
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from tilora.ai.network.player import NetworkPlayer
from tilora.ai.players import players as bots
from tilora.kernel import BadSetup, Game, Match, game_named

NETWORK = re.compile(r"(?P<path>.+\.npz)@(?:(?P<sims>[0-9]+)sims|(?P<ms>[0-9.]+)ms|(?P<equal>equal))")
MOST_ACTIONS = 20_000

_paces: dict[str, tuple[float, int]] = {}
"""By game: the seconds and the number of decisions of players that are no networks, in this process."""
_seated: dict[tuple[str, str], Any] = {}


@dataclass(frozen=True)
class Job:
    """One match to be played; players by seat."""

    number: int
    game: str
    players: tuple[str, ...]
    seed: int


@dataclass
class Seat:
    """What came of one seat."""

    name: str
    result: float = 0.0
    """The share of opponents beaten, equals half."""
    score: int = 0
    seconds: float = 0.0
    decisions: int = 0
    simulations: int = 0


@dataclass
class Row:
    """How a player has done over all matches."""

    results: list[float] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)


def seated(game: Game, name: str, seed: int) -> Any:
    """The player of that name. A network's memory is made once for a process."""
    network = NETWORK.fullmatch(name)
    if network is None:
        return bots.bot(name, seed)
    if (game.name, name) not in _seated:
        sims, ms = network["sims"], network["ms"]
        player = NetworkPlayer(game, Path(network["path"]), int(sims) if sims else 10**9, seed=seed)
        player.seconds = float(ms) / 1000 if ms else None if sims else 0.0
        _seated[game.name, name] = player
    return _seated[game.name, name]


def play(job: Job) -> list[Seat]:
    """One match, to its end."""
    game = game_named(job.game)
    match = Match(game, seats=len(job.players), seed=job.seed)
    players = [seated(game, name, job.seed * 64 + seat) for seat, name in enumerate(job.players)]
    others = [player for player in players if not isinstance(player, NetworkPlayer)]
    seats = [Seat(name) for name in job.players]
    while not match.over and match.played < MOST_ACTIONS:
        seat = match.turn
        view = match.view(seat)
        legal = view.texts()
        if len(legal) == 1:
            match.play(legal[0])
            continue
        player = players[seat]
        if isinstance(player, NetworkPlayer):
            if job.players[seat].endswith("@equal"):
                # What it took too long before, it takes less now.
                usual, late = pace(game, others, view, legal), seats[seat].seconds
                player.seconds = max(usual / 4, usual * (seats[seat].decisions + 1) - late)
            before = player.done
        begin = perf_counter()
        text = player.choose(view, legal, math.inf)
        spent = perf_counter() - begin
        if isinstance(player, NetworkPlayer):
            seats[seat].simulations += player.done - before
        else:
            keep_pace(game, spent)
        seats[seat].seconds += spent
        seats[seat].decisions += 1
        match.play(text)
    ranks = match.outcome.ranks if match.outcome else (1,) * match.seats
    for seat, one in enumerate(seats):
        one.score = match.scores[seat]
        beaten = [1.0 if rank > ranks[seat] else 0.5 if rank == ranks[seat] else 0.0 for rank in ranks]
        one.result = (sum(beaten) - 0.5) / (match.seats - 1)
    return seats


def pace(game: Game, others: list[Any], view: Any, legal: list[str]) -> float:
    """The seconds that the others take for a decision, on average. At first one of them is asked, to see."""
    if not others:
        raise BadSetup("There is nobody to take as long as: name a player that is no network, or give a time.")
    if game.name not in _paces:
        others[0].choose(view, legal, math.inf)  # the first time it compiles
        begin = perf_counter()
        others[0].choose(view, legal, math.inf)
        keep_pace(game, perf_counter() - begin)
    seconds, decisions = _paces[game.name]
    return seconds / decisions


def keep_pace(game: Game, spent: float) -> None:
    """A decision took so long."""
    seconds, decisions = _paces.get(game.name, (0.0, 0))
    _paces[game.name] = seconds + spent, decisions + 1


def interval(results: list[float]) -> tuple[float, float]:
    """Where the true mean of results from 0 to 1 lies with 95 %: Wilson's interval."""
    count, z = len(results), 1.96
    mean = sum(results) / count
    centre = (mean + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(mean * (1 - mean) / count + z * z / (4 * count * count))
    return centre - half, centre + half


def report(names: list[str], rows: list[Row]) -> str:
    """A table of how the players have done."""
    lines = [f"{'player':36}{'share':>7}{'95 %':>16}{'score':>8}{'ms':>8}{'sims':>9}"]
    for name, row in zip(names, rows, strict=True):
        low, high = interval(row.results)
        decisions = max(1, sum(seat.decisions for seat in row.seats))
        lines.append(
            f"{name[-36:]:36}{sum(row.results) / len(row.results):>7.3f}{f'{low:.3f}–{high:.3f}':>16}"
            f"{sum(seat.score for seat in row.seats) / len(row.seats):>8.1f}"
            f"{1000 * sum(seat.seconds for seat in row.seats) / decisions:>8.1f}"
            f"{sum(seat.simulations for seat in row.seats) / decisions:>9.0f}"
        )
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Play the matches and tell. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tilora.ai.network.match", description="Measure networks.")
    parser.add_argument("game")
    parser.add_argument("players", nargs="+")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--workers", type=int, default=1, help="processes; more than there are cores spoil the times")
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so long with what was played")
    asked = parser.parse_args(arguments)
    players, end = asked.players, time.monotonic() + 60 * asked.minutes
    try:
        game = game_named(asked.game)
        game.checked_seats(len(players))
        warm_up(game, players)
    except BadSetup as error:
        say(str(error))
        return 2
    jobs = [
        Job(
            number,
            game.name,
            tuple(players[(seat + number) % len(players)] for seat in range(len(players))),
            asked.seed + number // len(players),
        )
        for number in range(asked.matches)
    ]
    rows = [Row() for _ in players]
    pool = ProcessPoolExecutor(asked.workers, mp.get_context("spawn"))
    waiting = {pool.submit(play, job): job for job in jobs}
    try:
        for done in as_completed(waiting, None if end == math.inf else max(1.0, end - time.monotonic())):
            job = waiting[done]
            for seat, one in enumerate(done.result()):
                row = rows[(seat + job.number) % len(players)]
                row.results.append(one.result)
                row.seats.append(one)
            if len(rows[0].results) % 10 == 0:
                say(f"{len(rows[0].results)} matches\n{report(players, rows)}")
    except TimeoutError:
        say("The time is over.")
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    if rows[0].results:
        say(f"{game.name}: {len(rows[0].results)} of {asked.matches} matches, seeds from {asked.seed}")
        say(report(players, rows))
    return 0


def warm_up(game: Game, players: list[str]) -> None:
    """Everything that the players need is compiled and in the cache, so that workers need not each make it."""
    match = Match(game, seats=len(players), seed=0)
    view = match.view(match.turn)
    for name in set(players):
        seated(game, name, 0).choose(view, view.texts(), math.inf)


def say(text: str) -> None:
    """Tell whoever watches, at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
