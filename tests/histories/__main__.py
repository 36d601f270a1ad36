"""Let things go wrong for some minutes and say what came of it: `python -m tests.histories --minutes 3 --on sqlite`.

The seed is printed first; with `--seed` a run has the same schedule of faults and the same choices of players.
"""

import argparse
import asyncio
import random
import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import plugin
from tests.databases import Postgres, Redis, postgres_programs, redis_program
from tests.histories.run import CLUSTERS, Result, cluster, run
from tests.seeds import seed_of


def main() -> int:
    """Return 1 if a promise was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.histories", description=__doc__)
    parser.add_argument("--minutes", type=float, default=3.0, help="for all clusters together")
    parser.add_argument("--on", choices=CLUSTERS, action="append", help="a kind of cluster; all of them by default")
    parser.add_argument("--seed", type=int)
    chosen = parser.parse_args()
    seed = seed_of("", "new") if chosen.seed is None else chosen.seed
    print(f"--seed {seed}", flush=True)
    plugin.install()
    kinds = chosen.on or CLUSTERS
    total = Result()
    for kind in kinds:
        result = _one(kind, random.Random(f"{seed} {kind}"), 60 * chosen.minutes / len(kinds))
        print(f"\n{kind}: {result}", flush=True)
        total.add(result)
    print(f"\nall: {total}")
    return 1 if total.violations else 0


def _one(kind: str, dice: random.Random, seconds: float) -> Result:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="tilora-")))
        postgres = redis = None
        if kind != "sqlite":
            postgres = Postgres(postgres_programs())
            stack.callback(postgres.remove)
            postgres.start()
        if kind.endswith("redis"):
            redis = Redis(redis_program())
            stack.callback(redis.kill)
            redis.start()
        here, database = stack.enter_context(cluster(kind, folder, postgres, redis))
        return asyncio.run(run(here, database, dice, lambda so_far: so_far.seconds >= seconds))


if __name__ == "__main__":
    sys.exit(main())
