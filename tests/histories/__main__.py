"""Let things go wrong for some minutes and say what came of it: `python -m tests.histories --minutes 3 --on sqlite`.

The seed is printed first; with `--seed` a run has the same schedule of faults and the same choices of players. Long
runs are better made as many short ones, with `--rounds`: each is checked when it ends, and has the next seed.
"""

import argparse
import asyncio
import random
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import plugin
from tests.histories.faults import LONGEST
from tests.histories.run import CLUSTERS, MOST_MOVES, Result, cluster, run
from tests.seeds import seed_of

TELL_EVERY = 10
"""Faults after which they are counted on the way."""


def main() -> int:
    """Return 1 if a promise was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.histories", description=__doc__)
    parser.add_argument("--minutes", type=float, default=3.0, help="of each round, for all clusters together")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--on", choices=CLUSTERS, action="append", help="a kind of cluster; all of them by default")
    parser.add_argument("--only", action="append", default=[], help="a kind of fault, such as kill; all by default")
    parser.add_argument("--longest", type=float, default=LONGEST, help="seconds that a fault lasts at most")
    parser.add_argument("--moves", type=int, default=MOST_MOVES, help="between two faults at most")
    parser.add_argument("--unfinished", action="store_true", help="leave matches as they are when time is up")
    parser.add_argument("--seed", type=int)
    chosen = parser.parse_args()
    first = seed_of("", "new") if chosen.seed is None else chosen.seed
    plugin.install()
    kinds = chosen.on or CLUSTERS
    total = Result()
    for seed in range(first, first + chosen.rounds):
        print(f"--seed {seed}", flush=True)
        for kind in kinds:
            result = _one(kind, random.Random(f"{seed} {kind}"), 60 * chosen.minutes / len(kinds), chosen)
            total.add(result)
            print(f"\n{time.strftime('%H:%M:%S')} {kind}: {result}\n\nall so far: {total}\n", flush=True)
    return 1 if total.violations else 0


def _one(kind: str, dice: random.Random, seconds: float, chosen: argparse.Namespace) -> Result:
    def enough(so_far: Result) -> bool:
        if so_far.faults and so_far.faults.total() % TELL_EVERY == 0:
            print(f"{time.strftime('%H:%M:%S')} {dict(so_far.faults)}", flush=True)
        return so_far.seconds >= seconds

    with TemporaryDirectory(prefix="tilora-") as folder, cluster(kind, Path(folder)) as (here, database):
        here.only, here.longest = chosen.only, chosen.longest
        finish = not chosen.unfinished
        return asyncio.run(run(here, database, dice, enough, chosen.moves, finish=finish))


if __name__ == "__main__":
    sys.exit(main())
