"""Train networks from the command line: `python -m tilora.ai.train GAME … --minutes M --workers N --out DIR`.

The games are trained one after the other. DIR then holds GAME.npz, to continue with by `--resume DIR`, and
GAME-small.npz, to play with.
"""

import argparse
import multiprocessing as mp
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tilora.ai.network import checkpoint, contract
from tilora.ai.training.backend import Backend, NumpyBackend, TorchBackend
from tilora.ai.training.learner import best_backend
from tilora.ai.training.training import Training, TrainingSettings
from tilora.ai.training.worker import Plan, compile_self_play
from tilora.kernel import BadSetup, game_named


def main(arguments: list[str] | None = None) -> int:
    """Train the given games. Returns the exit status."""
    args = make_parser().parse_args(arguments)
    try:
        games = [game_named(name) for name in args.games]
        for game in games:
            contract.register(game)
        backend = backend_named(args.learner, args.seed)
        say(f"Learning with {backend.name}, {args.workers} workers.")
        if args.workers > 0:
            compile_all([game.name for game in games], args.workers)
        for game in games:
            settings = TrainingSettings(
                minutes=args.minutes,
                workers=args.workers,
                seed=args.seed,
                hidden=(args.hidden[0], args.hidden[1]) if args.hidden else None,
                batch=args.batch,
                window=args.window,
                reuse=args.reuse,
                rate=args.rate,
                plan=Plan(args.small, args.large, args.large_share),
                chunk=args.chunk,
            )
            start = None
            if args.resume and (args.resume / f"{game.name}.npz").exists():
                start = checkpoint.load(args.resume / f"{game.name}.npz", contract.register(game))
            Training(game, settings, backend, start).run(args.out / f"{game.name}.npz", say)
    except BadSetup as error:
        say(str(error))
        return 2
    return 0


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tilora.ai.train", description="Train networks by self-play.")
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--minutes", type=float, default=4.0, help="how long to train each game")
    parser.add_argument(
        "--workers",
        type=int,
        default=max(1, (os.cpu_count() or 1) - 1),
        help="processes that play; 0: only one",
    )
    parser.add_argument("--out", type=Path, required=True, help="the folder to write checkpoints to")
    parser.add_argument("--resume", type=Path, help="a folder with checkpoints to continue from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hidden", type=int, nargs=2, help="sizes of the hidden layers; default: the game's own")
    parser.add_argument("--small", type=int, default=24, help="simulations of an ordinary search")
    parser.add_argument("--large", type=int, default=120, help="simulations of a search that the policy learns from")
    parser.add_argument("--large-share", type=float, default=0.3, help="the share of searches that are large")
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--window", type=int, default=600_000, help="how many of the latest samples to learn from")
    parser.add_argument("--reuse", type=float, default=3.0, help="how often to learn from a sample, on average")
    parser.add_argument("--rate", type=float, default=2e-3, help="the initial learning rate")
    parser.add_argument("--chunk", type=int, default=4_000, help="samples between two updates of a worker's weights")
    parser.add_argument("--learner", choices=("auto", "numpy", "torch"), default="auto")
    return parser


def backend_named(name: str, seed: int) -> Backend:
    """Return the backend with that name."""
    if name == "auto":
        return best_backend(seed, say)
    return TorchBackend(seed) if name == "torch" else NumpyBackend(seed)


def compile_all(names: list[str], workers: int) -> None:
    """Compile self-play of all games into the cache. Games with the same rules are compiled once."""
    begin = time.perf_counter()
    different = list({game_named(name).folder: name for name in names}.values())
    with ProcessPoolExecutor(min(workers, len(different)), mp.get_context("spawn")) as pool:
        for name, seconds in zip(different, pool.map(compile_self_play, different), strict=True):
            say(f"Compiled {name} in {seconds:.0f} s.")
    say(f"Compiled everything in {time.perf_counter() - begin:.0f} s.")


def say(text: str) -> None:
    """Print a line immediately."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
