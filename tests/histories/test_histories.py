"""Everything goes wrong that can, in an order drawn from a seed, and no promise is broken: see docs/reliability.md.

With `TILORA_SOAK=n` n times as much goes wrong.
"""

import random
from pathlib import Path

import pytest

from tests import SOAK
from tests.histories.run import CLUSTERS, cluster, run
from tests.store.support import awaited

FAULTS = 3 * SOAK


@pytest.mark.parametrize("kind", CLUSTERS)
@awaited
async def test_whatever_goes_wrong_no_table_breaks_a_promise(kind: str, tmp_path: Path, dice: random.Random) -> None:
    with cluster(kind, tmp_path) as (here, database):
        result = await run(here, database, dice, lambda so_far: so_far.faults.total() >= FAULTS)
    print(result)
    assert result.violations == []
    assert result.moves > FAULTS
