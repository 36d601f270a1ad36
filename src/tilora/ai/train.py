"""Training networks from the command line: `python -m tilora.ai.train GAME … --minutes M --workers N --out DIR`.

Each game is trained for so many minutes, one after the other. DIR then holds GAME.npz, to go on from with
`--resume DIR`, and GAME-small.npz, to play with.
"""

import argparse
import multiprocessing as mp
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tilora.ai.network import checkpoint, contract
from tilora.ai.network.backend import Backend, OnNumpy, OnTorch
from tilora.ai.network.learner import best_backend
from tilora.ai.network.self_play_worker import Plan, compile_for_play
from tilora.ai.network.training import Settings, Training
from tilora.kernel import BadSetup, game_named


def main(arguments: list[str] | None = None) -> int:
    """Train the games that are named. Returns the exit status."""
    asked = parser().parse_args(arguments)
    try:
        games = [game_named(name) for name in asked.games]
        for game in games:
            contract.register(game)
        backend = backend_named(asked.learner, asked.seed)
        say(f"learning with {backend.name}, {asked.workers} workers")
        if asked.workers > 0:
            compile_all([game.name for game in games], asked.workers)
        for game in games:
            settings = Settings(
                minutes=asked.minutes,
                workers=asked.workers,
                seed=asked.seed,
                hidden=(asked.hidden[0], asked.hidden[1]) if asked.hidden else None,
                batch=asked.batch,
                window=asked.window,
                reuse=asked.reuse,
                rate=asked.rate,
                plan=Plan(asked.small, asked.large, asked.large_share),
                chunk=asked.chunk,
            )
            start = None
            if asked.resume and (asked.resume / f"{game.name}.npz").exists():
                start = checkpoint.load(asked.resume / f"{game.name}.npz", contract.register(game))
            Training(game, settings, backend, start).run(asked.out / f"{game.name}.npz", say)
    except BadSetup as error:
        say(str(error))
        return 2
    return 0


def parser() -> argparse.ArgumentParser:
    """What the command line understands."""
    made = argparse.ArgumentParser(prog="python -m tilora.ai.train", description="Train networks by self-play.")
    made.add_argument("games", nargs="+", metavar="GAME")
    made.add_argument("--minutes", type=float, default=4.0, help="for each game")
    made.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 1) - 1), help="0: all in one process")
    made.add_argument("--out", type=Path, required=True, help="the folder for checkpoints")
    made.add_argument("--resume", type=Path, help="a folder with checkpoints to go on from, where there are")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--hidden", type=int, nargs=2, help="sizes of the hidden layers, if not the usual ones")
    made.add_argument("--small", type=int, default=24, help="simulations of an ordinary search")
    made.add_argument("--large", type=int, default=120, help="simulations of a search that the policy learns from")
    made.add_argument("--large-share", type=float, default=0.3, help="how many searches are large")
    made.add_argument("--batch", type=int, default=2048)
    made.add_argument("--window", type=int, default=600_000, help="samples to learn from, the latest ones")
    made.add_argument("--reuse", type=float, default=3.0, help="how often to learn from a sample, on average")
    made.add_argument("--rate", type=float, default=2e-3, help="the size of steps at first")
    made.add_argument("--chunk", type=int, default=4_000, help="samples between two looks at the latest weights")
    made.add_argument("--learner", choices=("auto", "numpy", "torch"), default="auto")
    return made


def backend_named(name: str, seed: int) -> Backend:
    """Where to learn."""
    if name == "auto":
        return best_backend(seed, say)
    return OnTorch(seed) if name == "torch" else OnNumpy(seed)


def compile_all(names: list[str], workers: int) -> None:
    """Self-play of all games is in the cache. Games whose rules are the same are compiled once."""
    begin = time.perf_counter()
    different = list({game_named(name).folder: name for name in names}.values())
    with ProcessPoolExecutor(min(workers, len(different)), mp.get_context("spawn")) as pool:
        for name, seconds in zip(different, pool.map(compile_for_play, different), strict=True):
            say(f"{name} compiled in {seconds:.0f} s")
    say(f"all compiled after {time.perf_counter() - begin:.0f} s")


def say(text: str) -> None:
    """Tell whoever watches, at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
