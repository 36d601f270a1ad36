"""A training session, for the command line: workers or a cluster, files to continue from, and a report."""

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tilora.ai import dask_cluster
from tilora.ai.arena.tournament import LARGEST_SEED, MOST_WORKERS, executor
from tilora.ai.network import contract
from tilora.ai.training.backend import Backend, NumpyBackend, TorchBackend
from tilora.ai.training.learner import best_backend
from tilora.ai.training.settings import TrainingSettings
from tilora.ai.training.training import Training, TrainingFiles
from tilora.kernel import BadSetup, game_named
from tilora.kernel.checks import check_number

MOST_MINUTES = 7 * 24 * 60


def train(
    name: str,
    settings: TrainingSettings,
    *,
    workers: int | None,
    cluster: str | None,
    out: Path | None,
    resume: Path | None,
    learner: str = "auto",
    plotted: bool = False,
) -> dict[str, Any]:
    """Train a network and return the report. Ctrl-C keeps what was learned. Raises BadSetup."""
    game = game_named(name)
    _check(settings)
    check_number(1 if workers is None else workers, "The number of workers", 1, MOST_WORKERS)
    shape = contract.register(game)
    files = TrainingFiles(out or resume or Path("networks"), game.name)
    resumed = TrainingFiles(resume, game.name).load(shape) if resume else None
    if files.checkpoint.exists() and files.folder != resume:
        raise BadSetup(
            f"{files.folder} already holds a training of {game.title}. Continue it with --resume {files.folder}, or "
            "choose another folder with --out."
        )
    training = Training(
        game, settings, backend_named(learner, settings.seed), files, _say, resumed=resumed, plotted=plotted
    )
    interrupted = False
    with _workers(workers, cluster) as (pool, count):
        _say(f"Training {game.title}: {count()} playing, learning with {training.learner_name}. Compiling first.")
        try:
            training.run(pool, count)
        except KeyboardInterrupt:
            interrupted = True
            pool.shutdown(wait=False, cancel_futures=True)
        except BrokenExecutor:
            raise BadSetup(
                f"A worker process died. Continue with --resume {files.folder}, perhaps with fewer workers."
            ) from None
    return training.report() | {"interrupted": interrupted}


def as_text(report: dict[str, Any]) -> str:
    """Return the report in a few lines."""
    lines = [
        f"{report['game']}: {report['matches']:,} matches of self-play and {report['steps']:,} steps so far.",
        f"Networks tried in this session: {len(report['gates'])}. Kept: {report['kept']}.",
        f"To play with: {report['network'] or 'none yet, no network was kept'}",
        f"To continue:  tilora train {report['game']} --resume {report['folder']}",
    ]
    if report["interrupted"]:
        lines.insert(0, "Stopped. What was learned has been saved.")
    return "\n".join(lines)


def _check(settings: TrainingSettings) -> None:
    check_number(settings.seed, "The seed", 0, LARGEST_SEED)
    if not 0 < settings.minutes <= MOST_MINUTES:
        raise BadSetup(f"--minutes must be above 0 and at most {MOST_MINUTES:,}, not {settings.minutes:g}.")
    if not 0 <= settings.result_share <= 1:
        raise BadSetup(f"--result-share must be from 0 to 1, not {settings.result_share:g}.")
    if not 0 < settings.rate <= 1:
        raise BadSetup(f"--rate must be above 0 and at most 1, not {settings.rate:g}.")


def backend_named(name: str, seed: int) -> Backend:
    """Return the backend with that name. Raises BadSetup."""
    if name == "numpy":
        return NumpyBackend(seed)
    if name == "auto":
        return best_backend(seed, _say)
    try:
        return TorchBackend(seed)
    except ImportError:
        raise BadSetup("This learner needs PyTorch: pip install 'tilora[train]'.") from None


@contextmanager
def _workers(workers: int | None, cluster: str | None) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """Yield the executor, and a function that counts its workers, which may join a cluster at any time."""
    count = workers or max(1, (os.cpu_count() or 1) - 1)  # this process learns, so it leaves them a core less
    with executor(count, cluster) as pool:
        if cluster is None or workers is not None:
            yield pool, lambda: count
            return
        client: Any = pool._client  # type: ignore[attr-defined] # of Dask's executor
        try:
            client.wait_for_workers(1, dask_cluster.PATIENCE)
        except TimeoutError:
            raise BadSetup(f"The cluster at {cluster} has no workers.") from None
        yield pool, lambda: max(1, sum(client.nthreads().values()))


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
