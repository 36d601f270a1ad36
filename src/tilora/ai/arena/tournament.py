"""A tournament in the arena, for the command line: workers or a cluster, a progress bar, records, and a report."""

import math
import multiprocessing as mp
import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import closing, contextmanager
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

from tilora.ai.arena import arena
from tilora.ai.arena.arena import MatchResult
from tilora.ai.dask_cluster import client_of
from tilora.ai.players import bots
from tilora.ai.worker_process import begin
from tilora.kernel import BadSetup, game_named
from tilora.kernel.checks import check_number

MOST_MATCHES = 10_000_000
MOST_WORKERS = 1_000
LARGEST_SEED = (1 << 128) - 1


def play(
    game: str,
    players: list[str],
    *,
    games: int,
    seed: int,
    workers: int | None,
    cluster: str | None,
    clock: float,
    save: Path | None,
    minutes: float | None = None,
) -> dict[str, Any]:
    """Play the matches and return the report. Ctrl-C or SIGTERM keeps what was played.

    Raises BadSetup and SearchUnavailable.
    """
    check_number(games, "The number of matches", 1, MOST_MATCHES)
    check_number(seed, "The seed of the first match", 0, LARGEST_SEED)
    check_number(1 if workers is None else workers, "The number of workers", 1, MOST_WORKERS)
    if minutes is not None and not 0 < minutes < math.inf:
        raise BadSetup(f"--minutes must be above 0, not {minutes:g}.")
    if not 0 < clock < math.inf:
        raise BadSetup(f"The clock must give a bot more than 0 seconds for a decision, not {clock:g}.")
    todo = arena.jobs(game, players, games, seed, clock)
    if cluster is None:  # the machines of a cluster may have other files
        for name in filter(arena.is_external, players):
            bots.check_class(name)
    if save:
        save.mkdir(parents=True, exist_ok=True)
    arena.compile_search(game, players, _say)
    played: list[MatchResult] = []
    interrupted = broken = False
    with _sigterm_as_ctrl_c(), executor(workers, cluster) as pool:
        try:
            with closing(arena.run(pool, todo, minutes and 60 * minutes)) as matches:
                for match in matches:
                    played.append(match)
                    _save(match, save)
                    _show_progress(len(played), games)
        except KeyboardInterrupt:
            interrupted = True
            if played:
                _save(played[-1], save)  # it may have been cut short
        except BrokenExecutor:
            interrupted = True
            broken = True
    _say("")
    if broken:
        print("A worker process died. The report covers the matches played until then.", file=sys.stderr)
    return _report(game, players, played, games, seed, interrupted)


@contextmanager
def _sigterm_as_ctrl_c() -> Iterator[None]:
    """Here, SIGTERM interrupts as Ctrl-C does: whoever stops a long tournament wants its table, too."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def executor(workers: int | None, cluster: str | None) -> Iterator[Executor]:
    """Yield the executor of the matches: processes on this machine, or a Dask cluster behind the same interface."""
    if cluster is None:
        # Not forked: this process may have threads, and locks that they hold.
        spawn, count = mp.get_context("spawn"), workers or os.cpu_count() or 1
        with ProcessPoolExecutor(count, spawn, begin) as pool:
            with _ctrl_c_delayed():
                for _ in range(count):  # a pool starts a worker only when there is work for it
                    pool.submit(int)
            yield pool
        return
    with client_of(cluster) as client:
        yield client.get_executor(pure=False)


@contextmanager
def _ctrl_c_delayed() -> Iterator[None]:
    """Hold back Ctrl-C inside this context. Processes that start here never get it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # started later, it would let Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _save(match: MatchResult, folder: Path | None) -> None:
    if folder:
        arena.record_of(match).save(folder / f"{match.job.game}-{match.job.number:05}.json")


def _show_progress(done: int, games: int) -> None:
    if sys.stderr.isatty():
        width = 40
        bar = "█" * (width * done // games)
        print(f"\r{bar:{width}} {done}/{games}", end="", file=sys.stderr, flush=True)


def _say(text: str) -> None:
    if sys.stderr.isatty():
        print(text, file=sys.stderr)


def _report(
    game: str, players: list[str], played: list[MatchResult], games: int, seed: int, interrupted: bool
) -> dict[str, Any]:
    rows = []
    for row in arena.results(players, played):
        low, high = row.interval
        rows.append(
            {
                "player": row.name,
                "games": row.games,
                "share": row.share,
                "interval": [low, high],
                "firsts": row.firsts,
                "score": row.score / max(1, row.games),
                "rating": row.rating,
                "uncertainty": row.uncertainty,
                "ms_per_decision": 1000 * row.seconds / max(1, row.decisions),
                "forfeits": row.forfeits,
            }
        )
    return {
        "game": game_named(game).name,
        "requested": games,
        "played": len(played),
        "seed": seed,
        "interrupted": interrupted,
        "players": rows,
        "forfeits": sorted({match.forfeit for match in played if match.forfeit}),
    }


def as_text(report: dict[str, Any]) -> str:
    """Return the report as a table."""
    lines = [
        f"{report['game']}: {report['played']} of {report['requested']} matches, seeds from {report['seed']}.",
        "",
        f"{'player':28}{'share':>7}{'95 %':>17}{'firsts':>8}{'score':>8}{'rating':>8}{'±':>6}{'ms':>9}",
    ]
    for row in report["players"]:
        low, high = row["interval"]
        lines.append(
            f"{row['player'][-28:]:28}{row['share']:>7.3f}{f'{low:.3f} – {high:.3f}':>17}{row['firsts']:>8}"
            f"{row['score']:>8.1f}{row['rating']:>8.1f}{row['uncertainty']:>6.1f}{row['ms_per_decision']:>9.1f}"
        )
    lines += [f"Forfeit: {text}" for text in report["forfeits"]]
    return "\n".join(lines)
