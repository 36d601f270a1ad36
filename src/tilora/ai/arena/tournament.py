"""A meeting in the arena, from the command line: workers or a cluster, a progress bar, records, and the table."""

import math
import multiprocessing as mp
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import closing, contextmanager
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any

from tilora.ai.arena import arena
from tilora.ai.arena.arena import Played
from tilora.ai.dask_cluster import client_of
from tilora.ai.players import players as bots
from tilora.ai.worker_process import begin
from tilora.kernel import BadSetup, game_named
from tilora.kernel.checks import whole

MOST_MATCHES = 10_000_000
MOST_WORKERS = 1_000
LARGEST_SEED = (1 << 128) - 1


def meet(
    game: str,
    players: list[str],
    *,
    games: int,
    seed: int,
    workers: int | None,
    cluster: str | None,
    clock: float,
    save: Path | None,
) -> dict[str, Any]:
    """Play the matches and report. Ctrl-C keeps what was played."""
    whole(games, "The number of matches", 1, MOST_MATCHES)
    whole(seed, "The seed of the first match", 0, LARGEST_SEED)
    whole(1 if workers is None else workers, "The number of workers", 1, MOST_WORKERS)
    if not 0 < clock < math.inf:
        raise BadSetup(f"A bot has some seconds for a decision, more than 0, not {clock:g}.")
    todo = arena.jobs(game, players, games, seed, clock)
    if cluster is None:  # whose machines may have other files than this one
        for name in filter(arena.is_foreign, players):
            bots.place_of(name)
    if save:
        save.mkdir(parents=True, exist_ok=True)
    arena.warm_up(game, players, _say)
    played: list[Played] = []
    interrupted = broken = False
    with executor(workers, cluster) as pool:
        try:
            with closing(arena.run(pool, todo)) as matches:
                for one in matches:
                    played.append(one)
                    _save(one, save)
                    _show_progress(len(played), games)
        except KeyboardInterrupt:
            interrupted = True
        except BrokenExecutor:
            interrupted = True
            broken = True
    _say("")
    if broken:
        print("A worker has died; this is what was played until then.", file=sys.stderr)
    return _report(game, players, played, games, seed, interrupted)


@contextmanager
def executor(workers: int | None, cluster: str | None) -> Iterator[Executor]:
    """Where matches are played: processes of this machine, or a Dask cluster behind the same interface."""
    if cluster is None:
        # Not forked: this process may have threads, and locks that they hold.
        spawn, count = mp.get_context("spawn"), workers or os.cpu_count() or 1
        with ProcessPoolExecutor(count, spawn, begin) as pool:
            with _ctrl_c_put_off():
                for _ in range(count):  # a worker is started when there is something to do for it
                    pool.submit(int)
            yield pool
        return
    with client_of(cluster) as client:
        yield client.get_executor(pure=False)


@contextmanager
def _ctrl_c_put_off() -> Iterator[None]:
    """Ctrl-C waits until afterwards. Processes started meanwhile never hear of it, not even while they start."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which it would do itself, and let Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _save(one: Played, folder: Path | None) -> None:
    if folder:
        arena.record_of(one).save(folder / f"{one.job.game}-{one.job.number:05}.json")


def _show_progress(done: int, games: int) -> None:
    if sys.stderr.isatty():
        width = 40
        bar = "█" * (width * done // games)
        print(f"\r{bar:{width}} {done}/{games}", end="", file=sys.stderr, flush=True)


def _say(text: str) -> None:
    if sys.stderr.isatty():
        print(text, file=sys.stderr)


def _report(
    game: str, players: list[str], played: list[Played], games: int, seed: int, interrupted: bool
) -> dict[str, Any]:
    rows = []
    for row in arena.standings(players, played):
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
                "doubt": row.doubt,
                "ms_per_decision": 1000 * row.seconds / max(1, row.decisions),
                "forfeits": row.forfeits,
            }
        )
    return {
        "game": game_named(game).name,
        "asked": games,
        "played": len(played),
        "seed": seed,
        "interrupted": interrupted,
        "players": rows,
        "forfeits": sorted({one.forfeit for one in played if one.forfeit}),
    }


def as_text(report: dict[str, Any]) -> str:
    """The report as a table."""
    lines = [
        f"{report['game']}: {report['played']} of {report['asked']} matches, seeds from {report['seed']}.",
        "",
        f"{'player':28}{'share':>7}{'95 %':>17}{'firsts':>8}{'score':>8}{'rating':>8}{'±':>6}{'ms':>9}",
    ]
    for row in report["players"]:
        low, high = row["interval"]
        lines.append(
            f"{row['player'][-28:]:28}{row['share']:>7.3f}{f'{low:.3f} – {high:.3f}':>17}{row['firsts']:>8}"
            f"{row['score']:>8.1f}{row['rating']:>8.1f}{row['doubt']:>6.1f}{row['ms_per_decision']:>9.1f}"
        )
    lines += [f"Forfeit: {text}" for text in report["forfeits"]]
    return "\n".join(lines)
