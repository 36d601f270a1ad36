"""The arena: players against each other over many matches, and how certain the result is.

Seats are rotated and every seed is played once by each rotation, so that nobody is lucky in the draw. Matches are
independent of each other and run on any `concurrent.futures` executor: a local pool of processes, or a Dask cluster.
A player whose search can't be compiled is never measured: SearchUnavailable ends the arena.
"""

import math
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from openskill.models import PlackettLuce

from tilora.ai.arena.equal_time import EqualTime
from tilora.ai.network.network_bot import NetworkBot
from tilora.ai.players import bots, levels
from tilora.ai.players.external import ExternalBot, Forfeit
from tilora.kernel import BadSetup, Game, Match, Record, game_named

MOST_ACTIONS = 20_000


@dataclass(frozen=True)
class MatchJob:
    """A match to be played."""

    number: int
    game: str
    players: tuple[str, ...]
    """By seat."""
    seed: int
    clock: float
    """Seconds that an external bot has for a decision."""


@dataclass(frozen=True)
class MatchResult:
    """A match that was played."""

    job: MatchJob
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    seconds: tuple[float, ...]
    """Time spent on decisions, by seat."""
    decisions: tuple[int, ...]
    """By seat. Where there is only one legal action, there is nothing to decide."""
    forfeit: str | None
    """Why the match was forfeited, if it was: the seat that forfeits is last."""
    record: str


def jobs(game: str, players: list[str], games: int, seed: int, clock: float) -> list[MatchJob]:
    """Return the matches to be played: each seed once for every rotation of the players around the table."""
    chosen = game_named(game)
    if not players:
        seats = ", ".join(map(str, chosen.seats))
        raise BadSetup(f"Name one player for each seat. {chosen.title} can be played with {seats} seats.")
    chosen.checked_seats(len(players))
    for name in players:
        if not is_external(name):
            bots.bot(name)
    return [
        MatchJob(
            number,
            chosen.name,
            tuple(players[(seat + number) % len(players)] for seat in range(len(players))),
            seed + number // len(players),
            clock,
        )
        for number in range(games)
    ]


def is_external(name: str) -> bool:
    """Return whether the player is a bot from a file, which runs in a process of its own."""
    return ".py:" in name


def play(job: MatchJob) -> MatchResult:
    """Play one match to its end, or until a player forfeits it. Raises SearchUnavailable."""
    match = Match(job.game, seats=len(job.players), seed=job.seed)
    seconds, decisions = [0.0] * match.seats, [0] * match.seats
    table: list[Any] = []
    forfeit: tuple[int, str] | None = None
    try:
        for seat, name in enumerate(job.players):
            try:
                table.append(_player(name, job.seed * 64 + seat))
            except Forfeit as error:
                forfeit = (seat, str(error))
                break
        equal_time = EqualTime(job.game, job.players[: len(table)], table)
        while not match.over and forfeit is None and match.played < MOST_ACTIONS:
            seat = match.turn
            view = match.view(seat)
            legal = view.texts()
            equal_time.begin(seat, view, legal)
            begin = perf_counter()
            try:
                text = table[seat].choose(view, legal, _clock_of(job, seat))
            except Forfeit as error:
                forfeit = (seat, str(error))
                break
            if len(legal) > 1:
                seconds[seat] += perf_counter() - begin
                decisions[seat] += 1
            equal_time.end(seat, legal)
            match.play(text)
    finally:
        for player in table:
            if isinstance(player, ExternalBot):
                player.close()
    return MatchResult(
        job,
        match.scores,
        _ranks(match, forfeit[0] if forfeit else None),
        tuple(seconds),
        tuple(decisions),
        forfeit[1] if forfeit else None,
        match.record().to_json(),
    )


def _clock_of(job: MatchJob, seat: int) -> float:
    return job.clock if is_external(job.players[seat]) else math.inf


def _player(name: str, seed: int) -> Any:
    return ExternalBot(name, seed) if is_external(name) else bots.bot(name, seed)


def _ranks(match: Match, out: int | None) -> tuple[int, ...]:
    """Return the ranks of the outcome; after a forfeit that seat is last, and the others are equal."""
    if out is not None:
        return tuple(match.seats if seat == out else 1 for seat in range(match.seats))
    return match.outcome.ranks if match.outcome else (1,) * match.seats


def run(
    executor: Executor, todo: Iterable[MatchJob], seconds: float | None = None
) -> Generator[MatchResult, None, None]:
    """Yield matches as they are finished, until the time is up.

    After stopping early, or with a time limit, the executor can't be used again.
    """
    pending = [executor.submit(play, job) for job in todo]
    try:
        for future in as_completed(pending, seconds):
            yield future.result()
    except TimeoutError:
        return
    finally:
        if not all(future.done() for future in pending):
            abandon(executor, pending)


def abandon(executor: Executor, pending: list[Future[MatchResult]]) -> None:
    """Abandon the matches that are left, and those that have begun."""
    processes = list((getattr(executor, "_processes", None) or {}).values())
    for process in processes:
        process.kill()
    if not processes:  # a pool whose workers have died settles its futures itself
        for future in pending:
            future.cancel()


@dataclass
class PlayerResult:
    """How a player did over all matches."""

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
    uncertainty: float = 0.0
    """Of the rating: its standard deviation."""

    @property
    def share(self) -> float:
        """The mean result: for two seats, wins plus half the draws, of all matches."""
        return sum(self.results) / max(1, len(self.results))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return interval(self.results)


def interval(results: list[float]) -> tuple[float, float]:
    """Return the 95 % interval of a mean of results from 0 to 1: Wilson's, as if every result were 0 or 1.

    Draws and middle places spread less than that, so with them the interval is a little too wide.
    """
    count = len(results)
    if count == 0:
        return 0.0, 1.0
    z = 1.96
    mean = sum(results) / count
    centre = (mean + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(mean * (1 - mean) / count + z * z / (4 * count * count))
    return centre - half, centre + half


def results(players: list[str], played: Iterable[MatchResult]) -> list[PlayerResult]:
    """Return how each player did, in the order in which they were named. Rated in the order of the matches."""
    names = _number_duplicates(players)
    rows = {name: PlayerResult(name) for name in names}
    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in names}
    for match in sorted(played, key=lambda match: match.job.number):
        seated = [names[(seat + match.job.number) % len(players)] for seat in range(len(players))]
        for seat, name in enumerate(seated):
            _count(rows[name], match, seat)
        rated = model.rate([[ratings[name]] for name in seated], ranks=[float(rank) for rank in match.ranks])
        for name, (rating,) in zip(seated, rated, strict=True):
            ratings[name] = rating
    for name, row in rows.items():
        row.rating, row.uncertainty = ratings[name].mu, ratings[name].sigma
    return list(rows.values())


def _number_duplicates(players: list[str]) -> list[str]:
    """Return the names, with numbers added to those that occur more than once."""
    return [
        name if players.count(name) == 1 else f"{name}#{players[:place].count(name) + 1}"
        for place, name in enumerate(players)
    ]


def _count(row: PlayerResult, match: MatchResult, seat: int) -> None:
    own = match.ranks[seat]
    others = [rank for other, rank in enumerate(match.ranks) if other != seat]
    beaten = sum(1.0 if rank > own else 0.5 if rank == own else 0.0 for rank in others)
    row.games += 1
    row.results.append(beaten / len(others))
    row.score += match.scores[seat]
    row.firsts += own == 1
    row.forfeits += match.forfeit is not None and own == len(match.ranks)
    row.seconds += match.seconds[seat]
    row.decisions += match.decisions[seat]


def compile_search(game: str, players: list[str], say: Callable[[str], None]) -> None:
    """Compile the search into the cache if a player needs it, so that not every worker does.

    Raises SearchUnavailable if that fails.
    """
    chosen = game_named(game)
    begin = time.perf_counter()
    named = [bots.bot(name) for name in players if not is_external(name)]
    searches = {_search_of(player, chosen) for player in named}
    for player in named:
        if isinstance(player, NetworkBot):
            player.prepare(chosen)
    for network in sorted(found for found in searches if found is not None):
        levels.prepare(chosen, wait=None, network=network)
        if time.perf_counter() - begin > 2:
            say(f"Compiled the search in {time.perf_counter() - begin:.0f} s.")
            begin = time.perf_counter()


def _search_of(player: bots.Bot, game: Game) -> bool | None:
    """Return whether the player searches with the game's network; None if it does not search."""
    if isinstance(player, bots.LevelBot):
        level = player.level.of(game)
        return level.learned if level.share > 0.0 else None
    return player.uses_network if isinstance(player, bots.ThinkingBot) else None


def record_of(match: MatchResult) -> Record:
    """Return the record of a match that was played."""
    return Record.from_json(match.record)
