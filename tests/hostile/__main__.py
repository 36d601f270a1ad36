"""Attack a server and measure what others notice: `python -m tests.hostile --messages 1000000`.

The server is started for this on a free port of this machine, with its default limits. Prints what was sent, how much
memory the server had after each attack, and how long two honest players waited for their moves, quiet and attacked.
"""

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import plugin
from tests.hostile.run import percentile, run
from tests.seeds import seed_of


def main() -> int:
    """Return 1 if something went wrong inside the server."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--minutes", type=float, default=60.0, help="no longer than this")
    parser.add_argument("--addresses", type=int, default=20, help="that the attackers have")
    parser.add_argument("--sockets", type=int, default=3000, help="that are held idle")
    parser.add_argument("--attack-seconds", type=float, default=60.0, help="that each attack lasts")
    parser.add_argument("--seed", type=int)
    chosen = parser.parse_args()
    seed = seed_of("", "new") if chosen.seed is None else chosen.seed
    print(f"--seed {seed}", flush=True)
    plugin.install()
    with TemporaryDirectory(prefix="tilora-") as folder:
        result = asyncio.run(
            run(
                Path(folder),
                seed,
                messages=chosen.messages,
                minutes=chosen.minutes,
                addresses=chosen.addresses,
                sockets=chosen.sockets,
                attack_seconds=chosen.attack_seconds,
            )
        )
    print(f"in the end: {result}")
    if result.quiet and result.attacked:
        ratio = percentile(result.attacked, 99) / percentile(result.quiet, 99)
        print(f"the 99th percentile is {ratio:.1f} times that of the quiet server")
    return 1 if result.failed or result.errors else 0


if __name__ == "__main__":
    sys.exit(main())
