"""Measure networks: `python -m tilora.ai.arena.networks GAME PLAYER PLAYER … --matches N`, one player for each seat.

A player is a network file with a budget for each decision: `net.npz@400sims`, `net.npz@50ms`, or `net.npz@equal` for as
much time as the other players take on average. Any player of the arena, such as `8`, works as well. Every seed is
played once in each rotation of the players around the table.
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

from tilora.ai.arena.arena import interval
from tilora.ai.network.player import NetworkPlayer
from tilora.ai.players import players as bots
from tilora.kernel import BadSetup, Game, Match, game_named

NETWORK = re.compile(r"(?P<path>.+\.npz)@(?:(?P<sims>[0-9]+)sims|(?P<ms>[0-9.]+)ms|(?P<equal>equal))")
MAX_ACTIONS = 20_000

_times: dict[str, tuple[float, int]] = {}
"""By game: total seconds and number of decisions of the players that are not networks, in this process."""
_players: dict[tuple[str, str], Any] = {}


@dataclass(frozen=True)
class NetworkMatchJob:
    """One match to be played, with its players by seat."""

    number: int
    game: str
    players: tuple[str, ...]
    seed: int


@dataclass
class SeatResult:
    """The result of one seat in one match."""

    name: str
    result: float = 0.0
    """The share of opponents beaten; equals count half."""
    score: int = 0
    seconds: float = 0.0
    decisions: int = 0
    simulations: int = 0


@dataclass
class PlayerSummary:
    """The results of a player over all matches."""

    results: list[float] = field(default_factory=list)
    seats: list[SeatResult] = field(default_factory=list)


def player_named(game: Game, name: str, seed: int) -> Any:
    """Return the player with that name. Networks are loaded once for each process."""
    network = NETWORK.fullmatch(name)
    if network is None:
        return bots.bot(name, seed)
    if (game.name, name) not in _players:
        sims, ms = network["sims"], network["ms"]
        player = NetworkPlayer(game, Path(network["path"]), int(sims) if sims else 10**9, seed=seed)
        player.seconds = float(ms) / 1000 if ms else None if sims else 0.0
        _players[game.name, name] = player
    return _players[game.name, name]


def play(job: NetworkMatchJob) -> list[SeatResult]:
    """Play one match to its end."""
    game = game_named(job.game)
    match = Match(game, seats=len(job.players), seed=job.seed)
    players = [player_named(game, name, job.seed * 64 + seat) for seat, name in enumerate(job.players)]
    others = [player for player in players if not isinstance(player, NetworkPlayer)]
    seats = [SeatResult(name) for name in job.players]
    while not match.over and match.played < MAX_ACTIONS:
        seat = match.turn
        view = match.view(seat)
        legal = view.texts()
        if len(legal) == 1:
            match.play(legal[0])
            continue
        player = players[seat]
        if isinstance(player, NetworkPlayer):
            if job.players[seat].endswith("@equal"):
                # If it has taken too long so far, it gets less time now.
                usual, taken = mean_seconds(game, others, view, legal), seats[seat].seconds
                player.seconds = max(usual / 4, usual * (seats[seat].decisions + 1) - taken)
            before = player.done
        begin = perf_counter()
        text = player.choose(view, legal, math.inf)
        elapsed = perf_counter() - begin
        if isinstance(player, NetworkPlayer):
            seats[seat].simulations += player.done - before
        else:
            record_time(game, elapsed)
        seats[seat].seconds += elapsed
        seats[seat].decisions += 1
        match.play(text)
    ranks = match.outcome.ranks if match.outcome else (1,) * match.seats
    for seat, result in enumerate(seats):
        result.score = match.scores[seat]
        beaten = [1.0 if rank > ranks[seat] else 0.5 if rank == ranks[seat] else 0.0 for rank in ranks]
        result.result = (sum(beaten) - 0.5) / (match.seats - 1)
    return seats


def mean_seconds(game: Game, others: list[Any], view: Any, legal: list[str]) -> float:
    """Return the mean time that the other players take for a decision.

    Before any of them has moved, one of them is asked for a decision in this position.
    """
    if not others:
        raise BadSetup("`@equal` needs a player that is not a network to compare with. Add one, or give a time.")
    if game.name not in _times:
        others[0].choose(view, legal, math.inf)  # the first call compiles
        begin = perf_counter()
        others[0].choose(view, legal, math.inf)
        record_time(game, perf_counter() - begin)
    seconds, decisions = _times[game.name]
    return seconds / decisions


def record_time(game: Game, elapsed: float) -> None:
    """Record how long a player that is not a network took for a decision."""
    seconds, decisions = _times.get(game.name, (0.0, 0))
    _times[game.name] = seconds + elapsed, decisions + 1


def report(names: list[str], rows: list[PlayerSummary]) -> str:
    """Return a table of the results."""
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
    """Play the matches and print the results. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tilora.ai.arena.networks", description="Measure networks.")
    parser.add_argument("game")
    parser.add_argument("players", nargs="+")
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--workers", type=int, default=1, help="processes; more than the cores distort the times")
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after this time, and report")
    args = parser.parse_args(arguments)
    players, end = args.players, time.monotonic() + 60 * args.minutes
    try:
        game = game_named(args.game)
        game.checked_seats(len(players))
        warm_up(game, players)
    except BadSetup as error:
        say(str(error))
        return 2
    jobs = [
        NetworkMatchJob(
            number,
            game.name,
            tuple(players[(seat + number) % len(players)] for seat in range(len(players))),
            args.seed + number // len(players),
        )
        for number in range(args.matches)
    ]
    rows = [PlayerSummary() for _ in players]
    pool = ProcessPoolExecutor(args.workers, mp.get_context("spawn"))
    waiting = {pool.submit(play, job): job for job in jobs}
    try:
        for done in as_completed(waiting, None if end == math.inf else max(1.0, end - time.monotonic())):
            job = waiting[done]
            for seat, result in enumerate(done.result()):
                row = rows[(seat + job.number) % len(players)]
                row.results.append(result.result)
                row.seats.append(result)
            if len(rows[0].results) % 10 == 0:
                say(f"{len(rows[0].results)} matches\n{report(players, rows)}")
    except TimeoutError:
        say("Time is up.")
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    if rows[0].results:
        say(f"{game.name}: {len(rows[0].results)} of {args.matches} matches, seeds from {args.seed}")
        say(report(players, rows))
    return 0


def warm_up(game: Game, players: list[str]) -> None:
    """Compile everything that the players need into the cache, so that not every worker has to."""
    match = Match(game, seats=len(players), seed=0)
    view = match.view(match.turn)
    for name in set(players):
        player_named(game, name, 0).choose(view, view.texts(), math.inf)


def say(text: str) -> None:
    """Print a line immediately."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
