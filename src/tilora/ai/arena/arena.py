"""The arena: players against each other over many matches, with the doubt told along with the result.

Seats are rotated and every seed is played once by each rotation, so that nobody is lucky in the draw. Matches are
independent of each other and run on any `concurrent.futures` executor: a local pool of processes, or a Dask cluster.
"""

import math
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from openskill.models import PlackettLuce

from tilora.ai.players import levels
from tilora.ai.players import players as bots
from tilora.ai.players.external import Forfeit, GuardedBot
from tilora.kernel import BadSetup, Match, Record, game_named

MOST_ACTIONS = 20_000


@dataclass(frozen=True)
class Job:
    """One match to be played."""

    number: int
    game: str
    players: tuple[str, ...]
    """By seat."""
    seed: int
    clock: float
    """Seconds for each decision of a foreign bot."""


@dataclass(frozen=True)
class Played:
    """One match that was played."""

    job: Job
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    seconds: tuple[float, ...]
    """Time thought, by seat."""
    decisions: tuple[int, ...]
    forfeit: str | None
    """Why the match ended before its end, if it did: the seat that forfeits is last."""
    record: str


def jobs(game: str, players: list[str], games: int, seed: int, clock: float) -> list[Job]:
    """The matches of a meeting: each seed once for every rotation of the players around the table."""
    found = game_named(game)
    if not players:
        may = ", ".join(map(str, found.seats))
        raise BadSetup(f"Name one player for each seat. {found.title} can be played with: {may}.")
    found.checked_seats(len(players))
    for name in players:
        if not is_foreign(name):
            bots.bot(name)
    return [
        Job(
            number,
            found.name,
            tuple(players[(seat + number) % len(players)] for seat in range(len(players))),
            seed + number // len(players),
            clock,
        )
        for number in range(games)
    ]


def is_foreign(name: str) -> bool:
    """Whether the player is a bot of others, which is kept in a process of its own."""
    return ".py:" in name


def play(job: Job) -> Played:
    """Play one match to its end, or until a player forfeits it."""
    match = Match(job.game, seats=len(job.players), seed=job.seed)
    seconds, decisions = [0.0] * match.seats, [0] * match.seats
    table: list[Any] = []
    forfeit: tuple[int, str] | None = None
    try:
        for seat, name in enumerate(job.players):
            try:
                table.append(_seated(name, job.seed * 64 + seat))
            except Forfeit as error:
                forfeit = (seat, str(error))
                break
        while not match.over and forfeit is None and match.played < MOST_ACTIONS:
            seat = match.turn
            view = match.view(seat)
            begin = perf_counter()
            try:
                text = table[seat].choose(view, view.texts(), _clock_of(job, seat))
            except Forfeit as error:
                forfeit = (seat, str(error))
                break
            seconds[seat] += perf_counter() - begin
            decisions[seat] += 1
            match.play(text)
    finally:
        for player in table:
            if isinstance(player, GuardedBot):
                player.close()
    return Played(
        job,
        match.scores,
        _ranks(match, forfeit[0] if forfeit else None),
        tuple(seconds),
        tuple(decisions),
        forfeit[1] if forfeit else None,
        match.record().to_json(),
    )


def _clock_of(job: Job, seat: int) -> float:
    return job.clock if is_foreign(job.players[seat]) else math.inf


def _seated(name: str, seed: int) -> Any:
    return GuardedBot(name, seed) if is_foreign(name) else bots.bot(name, seed)


def _ranks(match: Match, out: int | None) -> tuple[int, ...]:
    """The ranks of the outcome; after a forfeit the one who forfeits is last and the others are equal."""
    if out is not None:
        return tuple(match.seats if seat == out else 1 for seat in range(match.seats))
    return match.outcome.ranks if match.outcome else (1,) * match.seats


def run(executor: Executor, todo: Iterable[Job]) -> Generator[Played, None, None]:
    """The matches as they are finished. Who stops early keeps what has been played, but not the executor."""
    pending = [executor.submit(play, job) for job in todo]
    try:
        for future in as_completed(pending):
            yield future.result()
    finally:
        if not all(future.done() for future in pending):
            abandon(executor, pending)


def abandon(executor: Executor, pending: list[Future[Played]]) -> None:
    """Nobody plays the matches that are left, nor those that have begun."""
    processes = list((getattr(executor, "_processes", None) or {}).values())
    for process in processes:
        process.kill()
    if not processes:  # a pool whose workers have died settles its futures itself
        for future in pending:
            future.cancel()


@dataclass
class Standing:
    """How one player has done."""

    name: str
    games: int = 0
    results: list[float] = field(default_factory=list)
    """By match: the share of opponents beaten, equals half."""
    score: float = 0.0
    firsts: int = 0
    forfeits: int = 0
    seconds: float = 0.0
    decisions: int = 0
    rating: float = 0.0
    doubt: float = 0.0

    @property
    def share(self) -> float:
        """The mean result: for two seats, wins plus half the draws."""
        return sum(self.results) / max(1, len(self.results))

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies with 95 %."""
        return interval(self.results)


def interval(results: list[float]) -> tuple[float, float]:
    """The 95 % interval of a mean of results from 0 to 1: Wilson's, as if every result were 0 or 1.

    Draws and places in between spread less than that, so with them the interval is rather too wide than too narrow.
    """
    count = len(results)
    if count == 0:
        return 0.0, 1.0
    z = 1.96
    mean = sum(results) / count
    centre = (mean + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(mean * (1 - mean) / count + z * z / (4 * count * count))
    return centre - half, centre + half


def standings(players: list[str], played: Iterable[Played]) -> list[Standing]:
    """A row for each player, in the order in which they were named. Rated in the order of the matches."""
    names = _told_apart(players)
    rows = {name: Standing(name) for name in names}
    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in names}
    for one in sorted(played, key=lambda one: one.job.number):
        seated = [names[(seat + one.job.number) % len(players)] for seat in range(len(players))]
        for seat, name in enumerate(seated):
            _count(rows[name], one, seat)
        rated = model.rate([[ratings[name]] for name in seated], ranks=[float(rank) for rank in one.ranks])
        for name, (rating,) in zip(seated, rated, strict=True):
            ratings[name] = rating
    for name, row in rows.items():
        row.rating, row.doubt = ratings[name].mu, ratings[name].sigma
    return list(rows.values())


def _told_apart(players: list[str]) -> list[str]:
    """The names, with numbers where one is there twice."""
    return [
        name if players.count(name) == 1 else f"{name}#{players[:place].count(name) + 1}"
        for place, name in enumerate(players)
    ]


def _count(row: Standing, one: Played, seat: int) -> None:
    others = [rank for other, rank in enumerate(one.ranks) if other != seat]
    beaten = sum(1.0 if rank > one.ranks[seat] else 0.5 if rank == one.ranks[seat] else 0.0 for rank in others)
    row.games += 1
    row.results.append(beaten / len(others))
    row.score += one.scores[seat]
    row.firsts += one.ranks[seat] == 1
    row.forfeits += one.forfeit is not None and one.ranks[seat] == len(one.ranks)
    row.seconds += one.seconds[seat]
    row.decisions += one.decisions[seat]


def warm_up(game: str, players: list[str], said: Callable[[str], None]) -> None:
    """The compiled search is in the cache, so that workers need not each make it."""
    if any(not is_foreign(name) and _searches(bots.bot(name)) for name in players):
        begin = time.perf_counter()
        levels.prepare(game_named(game), wait=None)
        if time.perf_counter() - begin > 2:
            said(f"compiled the search in {time.perf_counter() - begin:.0f} s")


def _searches(player: bots.Bot) -> bool:
    return isinstance(player, bots.ThinkingBot) or (isinstance(player, bots.LevelBot) and player.level.share > 0.0)


def record_of(one: Played) -> Record:
    """The record of a match that was played."""
    return Record.from_json(one.record)
