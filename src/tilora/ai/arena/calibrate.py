"""Calibration: whether positions are worth what the search says, and what it is worth to sit first.

    python -m tilora.ai.arena.calibrate zellij --matches 200 --level 6

One level plays against itself. Of each decision, the share of opponents that the seat to act expects to beat is kept,
and compared with how the match ended for that seat. A few actions at the start are played loosely, so that matches
differ.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass
from functools import partial

import numpy as np

from tilora.ai.arena import arena, tournament
from tilora.ai.players import levels
from tilora.kernel import BadSetup, Match, TiloraError, game_named

BINS = 10
OPENING_LEVEL = 2


@dataclass(frozen=True)
class Forecast:
    """What a search expected for the seat to act, and how the match ended for that seat."""

    value: float
    """The expected share of opponents beaten."""
    beaten: float
    """The true share; equals count half."""


@dataclass(frozen=True)
class PlayedMatch:
    """The forecasts of a match, and the share of opponents beaten in the order in which the seats began."""

    forecasts: tuple[Forecast, ...]
    by_order: tuple[float, ...]


def play(name: str, seats: int, number: int, opening: int, seed: int) -> PlayedMatch:
    """Play one match of a level with itself."""
    match = Match(name, seats=seats, seed=seed)
    level, loose = levels.level(number), levels.level(OPENING_LEVEL)
    first = match.turn
    expected: list[tuple[int, float]] = []
    while not match.over and match.played < arena.MOST_ACTIONS:
        view = match.view(match.turn)
        legal = view.texts()
        if len(legal) == 1:
            match.play(legal[0])
            continue
        if match.played < opening:
            match.play(levels.choose(view, loose, seed=seed + match.played, wait=True))
            continue
        answer = levels.search(view, level, seed=seed + match.played)
        expected.append((match.turn, answer.values[match.turn]))
        match.play(levels.pick(answer, level.of(match.game), seed + match.played).text)
    beaten = _shares_beaten(match)
    forecasts = tuple(Forecast(value, beaten[seat]) for seat, value in expected)
    return PlayedMatch(forecasts, tuple(beaten[(first + place) % seats] for place in range(seats)))


def _shares_beaten(match: Match) -> list[float]:
    """Return by seat the share of opponents beaten."""
    ranks = match.outcome.ranks if match.outcome else (1,) * match.seats
    return [(sum((other > own) + 0.5 * (other == own) for other in ranks) - 0.5) / (match.seats - 1) for own in ranks]


@dataclass(frozen=True)
class Bin:
    """Forecasts of about the same value."""

    low: float
    high: float
    forecasts: int
    value: float
    beaten: float


def bins(forecasts: Iterable[Forecast]) -> list[Bin]:
    """Return the forecasts by their value, with the mean expectation and the mean result."""
    groups: list[list[Forecast]] = [[] for _ in range(BINS)]
    for forecast in forecasts:
        groups[min(BINS - 1, int(forecast.value * BINS))].append(forecast)
    return [
        Bin(
            place / BINS,
            (place + 1) / BINS,
            len(group),
            *(float(np.mean([getattr(forecast, name) for forecast in group])) for name in ("value", "beaten")),
        )
        for place, group in enumerate(groups)
        if group
    ]


def error(found: Iterable[Bin]) -> float:
    """Return the mean distance between expectation and result, over all forecasts."""
    rows = list(found)
    total = sum(row.forecasts for row in rows)
    return sum(row.forecasts * abs(row.value - row.beaten) for row in rows) / max(1, total)


def report(played: Sequence[PlayedMatch]) -> str:
    """Return both tables as text."""
    found = bins(forecast for match in played for forecast in match.forecasts)
    lines = [f"{'expected':>12}{'decisions':>11}{'mean':>8}{'beaten':>8}"]
    for row in found:
        means = "".join(f"{mean:>8.3f}" for mean in (row.value, row.beaten))
        lines.append(f"{f'{row.low:.1f} – {row.high:.1f}':>12}{row.forecasts:>11}{means}")
    lines += [f"Mean distance of expected and true share: {error(found):.3f}.", ""]
    lines += [f"{'begins as':>12}{'beaten':>8}{'95 %':>16}"]
    for place, beaten in enumerate(zip(*(match.by_order for match in played), strict=True), 1):
        low, high = arena.interval(list(beaten))
        lines.append(f"{place:>12}{sum(beaten) / len(beaten):>8.3f}{f'{low:.3f} – {high:.3f}':>16}")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> None:
    """Play the matches, and print how good the forecasts were."""
    parser = argparse.ArgumentParser(
        prog="python -m tilora.ai.arena.calibrate",
        description="Compare what a level expects with how its matches against itself end.",
    )
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, help="default: as usual for the game")
    parser.add_argument("--level", type=int, default=6)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--opening", type=int, default=4, help="actions at the start that a low level plays")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first match")
    parser.add_argument("--workers", type=int, help="processes; default: one for each core")
    args = parser.parse_args(arguments)
    try:
        game = game_named(args.game)
        seats = game.checked_seats(args.seats)
        if levels.level(args.level).of(game).share == 0.0:
            raise BadSetup(f"Level {args.level} does not search in {game.title}. Choose a higher one.")
        levels.prepare(game, wait=None)
        play_seed = partial(play, game.name, seats, args.level, args.opening)
        with tournament.executor(args.workers, None) as pool:
            matches = [pool.submit(play_seed, args.seed + number) for number in range(args.matches)]
            played = [match.result() for match in as_completed(matches)]
    except TiloraError as error:
        sys.exit(f"calibrate: {error}")
    sys.stdout.write(
        f"{game.name}: level {args.level}, {seats} seats, {len(played)} matches, seeds from {args.seed}.\n"
    )
    sys.stdout.write(f"{report(played)}\n")


if __name__ == "__main__":
    main()
