"""Measures a server with several workers: `python -m tilora.tools.bench.workers 1 2 4 --clients 4`.

At every table two play as fast as they can and one watches, as pages do or as bots do. The clients run in processes of
their own, on the same machine: where they are busy all the time, it is they who limit the rate.
"""

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter, sleep

from tilora.kernel import games
from tilora.tools.bench.compile_rules import compile_rules
from tilora.tools.bench.figures import BenchTask, processor
from tilora.tools.bench.tables import KINDS, WARM_UP, run_clients, run_server


def main() -> None:
    """Measure each number of workers in turn, and print a line for each."""
    parser = argparse.ArgumentParser(prog="python -m tilora.tools.bench.workers", description=__doc__)
    parser.add_argument("workers", type=int, nargs="+", help="numbers of workers to measure, in turn")
    parser.add_argument("--clients", type=int, default=2, help="processes with clients; default: 2")
    parser.add_argument("--tables", type=int, default=400, help="tables in all; default: 400")
    parser.add_argument("--seconds", type=float, default=6.0, help="seconds for each measurement; default: 6")
    parser.add_argument("--database", help="postgresql://… instead of a new SQLite file")
    parser.add_argument("--kind", choices=[kind.name for kind in KINDS], default=KINDS[0].name)
    parser.add_argument("--games", nargs="*", default=[game.name for game in games()])
    arguments = parser.parse_args()
    for game in arguments.games:  # into the cache
        compile_rules(game)
    sys.stdout.write("workers   moves/s   CPU/move   cores   ack p50     p99   clients busy\n")
    for count in arguments.workers:
        sys.stdout.write(_line(count, arguments) + "\n")
        sys.stdout.flush()


def _line(workers: int, arguments: argparse.Namespace) -> str:
    kind = next(kind for kind in KINDS if kind.name == arguments.kind)
    with run_server(arguments.database, workers=workers) as (port, pid):
        task = BenchTask(
            port=port,
            pid=pid,
            tables=arguments.tables // arguments.clients,
            seconds=arguments.seconds,
            warm_up=WARM_UP,
            games=arguments.games,
            player=kind.player,
            spectator=kind.spectator,
        )
        with ThreadPoolExecutor(arguments.clients) as threads:
            running = [threads.submit(run_clients, task) for _ in range(arguments.clients)]
            samples = [(perf_counter(), _processor_of_all(pid))]
            while not all(future.done() for future in running):
                sleep(0.1)
                samples.append((perf_counter(), _processor_of_all(pid)))
    found = [future.result().full for future in running]
    rate = sum(figures.rate for figures in found)
    cores = _cores(samples, arguments.seconds)
    median = sorted(figures.acknowledged.p50 for figures in found)[len(found) // 2]
    worst = max(figures.acknowledged.p99 for figures in found)
    busy = sum(figures.clients_busy for figures in found) / len(found)
    return (
        f"{workers:7}{rate:10,.0f}{1e6 * cores / rate:8,.0f} µs{cores:8.2f}{median:7,.0f} ms{worst:8,.0f}{busy:15.0%}"
    )


def _cores(samples: list[tuple[float, float]], seconds: float) -> float:
    """Return how many cores the server kept busy while it was measured, which was at the end of the samples."""
    end = samples[-1][0] - seconds / 4
    inside = [sample for sample in samples if end - seconds / 2 <= sample[0] <= end]
    (begin, used_before), (end, used) = inside[0], inside[-1]
    return (used - used_before) / (end - begin)


def _processor_of_all(pid: int) -> float:
    """Return the processor time of a process and all that it has started, in seconds."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
    return processor(pid) + sum(_processor_of_all(int(child)) for child in children)


if __name__ == "__main__":
    main()
