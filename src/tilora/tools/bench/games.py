"""Measures random games with the fewest seats on one core, compiled and interpreted in the same run, and the search.

The search is that of level 8, on positions of random games. For tables on a server, see `tilora.tools.bench.tables`.
"""

import platform
import random
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

import numpy as np

from tilora.kernel import Batch, Game, Match, chance_of, game_named, games
from tilora.kernel.contract import dispatch
from tilora.kernel.contract.state import blank
from tilora.research.action_numbers import Numbering
from tilora.research.observations import ObservationEncoder
from tilora.tools.bench import environments as environment_bench
from tilora.tools.bench import tables as table_bench
from tilora.tools.bench.compile_rules import Seconds, compile_rules

if TYPE_CHECKING:
    from tilora.ai.players.levels import Level
    from tilora.ai.search.answer import Answer

SEARCHED_AFTER = (0, 10, 20, 30, 40)
"""The positions to search, by the number of random actions before them."""

BATCH_SIZE = 1024
"""Matches in a batch."""

ROUNDS = 5
"""How often batch and loop are measured, in turns."""


def measure(
    names: list[str], seconds: float, parts: Sequence[str], *, tables: Sequence[int], database: str | None
) -> dict[str, Any]:
    """Return the figures of these parts, games and tables, and the name of the machine."""
    chosen = [game_named(name) for name in names] or games()
    report: dict[str, Any] = {"machine": _machine()}
    if "games" in parts:
        report["games"] = [_measure_game(game, seconds) for game in chosen]
    if "tables" in parts:
        playable = [game.name for game in chosen if 2 in game.seats]
        report["tables"] = table_bench.measure(playable, tables, 2 * seconds, database=database)
    if "environments" in parts:
        report["environments"] = environment_bench.measure(chosen, seconds)
    return report


def as_text(report: dict[str, Any]) -> str:
    """Return the report as tables."""
    parts = [_games_text(report)] if "games" in report else ["Machine: " + report["machine"]]
    parts += [table_bench.as_text(report["tables"])] if "tables" in report else []
    parts += [environment_bench.as_text(report["environments"])] if "environments" in report else []
    return "\n\n".join(parts)


def _games_text(report: dict[str, Any]) -> str:
    lines = [
        "Random games with the fewest seats, on one core. Machine: " + report["machine"],
        "",
        f"{'game':16}{'actions/s':>12}{'games/s':>10}{'interpreted':>12}{'ratio':>8}"
        f"{'actions':>9}{'bytes':>8}{'compile':>9}{'cached':>8}{'to Numba':>10}",
    ]
    lines += [
        f"{row['game']:16}{row['actions_per_second']:>12,.0f}{row['games_per_second']:>10,.0f}"
        f"{row['interpreted_actions_per_second']:>12,.0f}{row['ratio']:>8,.0f}{row['actions_per_game']:>9.1f}"
        f"{row['state_bytes']:>8,}{row['compile_seconds']:>8.1f}s{row['cached_start_seconds']:>7.2f}s"
        f"{row['cached_start_to_numba']:>10.1f}"
        for row in report["games"]
    ]
    lines += [
        "",
        "The search of level 8: trees count simulations, alpha-beta counts positions; also without the network:",
        "",
        f"{'game':16}{'search':>12}{'counted/s':>14}{'no network':>14}{'decision':>12}{'slowest':>13}",
    ]
    lines += [
        f"{row['game']:16}{row['search']:>12}{row['simulations_per_second']:>14,.0f}"
        f"{row['simulations_per_second_without_network']:>14,.0f}"
        f"{row['level_8_seconds']:>11.2f}s{row['level_8_slowest_seconds']:>12.2f}s"
        for row in report["games"]
    ]
    lines += [
        "",
        f"Batches of {BATCH_SIZE:,} matches, stepped at once with random actions. Views and masks are measured alone:",
        "",
        f"{'game':16}{'actions/s':>12}{'of the loop':>13}{'views/s':>12}{'masks/s':>12}{'numbers':>9}{'row':>8}",
    ]
    lines += [
        f"{row['game']:16}{row['batch_actions_per_second']:>12,.0f}{row['batch_to_loop']:>13.2f}"
        f"{row['batch_views_per_second']:>12,.0f}"
        f"{row['batch_masks_per_second']:>12,.0f}{row['action_numbers']:>9,}{row['observation_numbers']:>8,}"
        for row in report["games"]
    ]
    return "\n".join(lines)


def _measure_game(game: Game, seconds: float) -> dict[str, Any]:
    from tilora.kernel.compiled.numba_backend import compile_for

    first, later = _compile_times(game)
    loop = compile_for(game.rules, dispatch.play_games_at_random)
    fast, games_played, taken = _speed(game, loop, seconds)
    slow, _, slow_taken = _speed(game, dispatch.play_games_at_random, seconds)
    return {
        "game": game.name,
        "seats": min(game.seats),
        "actions_per_second": fast / taken,
        "games_per_second": games_played / taken,
        "interpreted_actions_per_second": slow / slow_taken,
        "ratio": (fast / taken) / (slow / slow_taken),
        "actions_per_game": fast / games_played,
        "state_bytes": game.rules.STATE.itemsize,
        "compile_seconds": sum(first),
        "cached_start_seconds": sum(later),
        "cached_start_to_numba": (later.numba + later.rules) / later.numba,
        **_batch_speed(game, loop, seconds),
        **_search_speed(game),
    }


def _search_speed(game: Game) -> dict[str, Any]:
    """Return how fast level 8 searches and how long its decisions take, and how fast it is without a network."""
    from tilora.ai import advice
    from tilora.ai.network.shipped import playing_network
    from tilora.ai.players import levels

    top = levels.LEVELS[-1]
    answers = _decisions(game, top)
    seconds = sum(answer.seconds for answer in answers)
    return {
        "search": "network" if playing_network(game) else advice.settings(game).search,
        "simulations_per_second": _mean_speed(answers),
        "simulations_per_second_without_network": _mean_speed(
            _decisions(game, top.without_network()) if playing_network(game) else answers
        ),
        "level_8_seconds": seconds / len(answers),
        "level_8_slowest_seconds": max(answer.seconds for answer in answers),
    }


def _decisions(game: Game, level: "Level") -> "list[Answer]":
    """Return what the level finds in positions of random matches."""
    from tilora.ai.players import levels

    levels.prepare(game, wait=None, network=level.learned)
    answers = []
    for actions in SEARCHED_AFTER:
        match, dice = Match(game, seed=actions), random.Random(actions)  # noqa: S311 - no secret depends on it
        while not match.over and (match.played < actions or len(match.legal()) == 1):
            match.play(dice.choice(match.legal()))
        if not match.over:
            answers.append(levels.search(match.view(match.turn), level, seed=0))
    return answers


def _mean_speed(answers: "list[Answer]") -> float:
    """Return the simulations a second over all decisions."""
    return sum(answer.simulations for answer in answers) / sum(answer.seconds for answer in answers)


def _speed(game: Game, play_games: Any, seconds: float) -> tuple[int, int, float]:
    """Return the numbers of actions and games, and the seconds they took."""
    rules = game.rules
    fresh = blank(rules.STATE, game.variant, min(game.seats))
    options = game.option_numbers(game.checked_options({}))
    out = np.empty(rules.MOST_ACTIONS, np.int32)
    states = np.zeros(1, rules.STATE)
    chance = chance_of(1, 1)
    play_games(fresh, options, chance, out, states, 1)
    actions, games_played, batch = 0, 0, 1
    begin = process_time()
    while (taken := process_time() - begin) < seconds:
        actions += play_games(fresh, options, chance, out, states, batch)
        games_played += batch
        batch = min(2 * batch, 1 + int(games_played * 0.1 * seconds / max(taken, 1e-3)), 10_000)
    return actions, games_played, process_time() - begin


def _batch_speed(game: Game, loop: Any, seconds: float) -> dict[str, Any]:
    """Return how fast a batch makes steps, views and masks, and how long its rows are.

    Steps and the plain loop are measured in turns, so that both meet the same machine.
    """
    batch, dice = Batch(game, BATCH_SIZE, seats=min(game.seats)), np.random.default_rng(1)
    numbering, encoder = Numbering(game), ObservationEncoder(game.rules.STATE)

    def speed(work: Callable[[], Any], seconds: float = seconds) -> float:
        work()
        times, begin = 0, process_time()
        while (taken := process_time() - begin) < seconds:
            work()
            times += 1
        return times * BATCH_SIZE / taken

    def step() -> None:
        batch.step(batch.at_random(dice))

    rounds = []
    for _ in range(ROUNDS):
        actions, _, taken = _speed(game, loop, seconds / ROUNDS)
        rounds.append((speed(step, seconds / ROUNDS), actions / taken))
    return {
        "batch_actions_per_second": median(steps for steps, _ in rounds),
        "batch_to_loop": median(steps / actions for steps, actions in rounds),
        "batch_views_per_second": speed(batch.views),
        "batch_masks_per_second": speed(batch.masks) if numbering.fixed else 0.0,
        "action_numbers": numbering.size,
        "observation_numbers": encoder.size,
    }


def _compile_times(game: Game) -> tuple[Seconds, Seconds]:
    """Return the seconds until rules are compiled in a new process, with an empty cache and with a full one."""
    with tempfile.TemporaryDirectory(prefix="tilora-bench-") as folder:
        return compile_rules(game.name, cache=folder), compile_rules(game.name, cache=folder)


def _machine() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    models = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    processor = models[0] if models else platform.processor() or platform.machine()
    import numba

    return f"{processor}, Python {platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}"
