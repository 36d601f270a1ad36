"""Measures how fast the store appends events: `python -m tilora.tools.bench.store [URL]`.

The tables that it writes stay in the database.
"""

import asyncio
import secrets
import sys
import tempfile
import time
from pathlib import Path

from tilora.store.store import Store
from tilora.table.events import Played, encode_event

SECONDS = 2.0
TABLES = (1, 10, 100, 500)


async def measure(store: Store, tables: int, seconds: float = SECONDS) -> tuple[float, float, float]:
    """Return appends a second, and their median and 99th percentile in ms, for that many tables at the same time."""
    body = encode_event(Played(at=1_700_000_000_000, cause="0123456789abcdef/0123456789", seat=1, action="3 blue 2"))
    until = time.perf_counter() + seconds
    times: list[float] = []

    async def play(table: str) -> None:
        end = 0
        while (began := time.perf_counter()) < until:
            await store.append(table, end, [body])
            times.append(time.perf_counter() - began)
            end += 1

    began = time.perf_counter()
    await asyncio.gather(*(play(secrets.token_hex(8)) for _ in range(tables)))
    rate = len(times) / (time.perf_counter() - began)
    times.sort()
    return rate, times[len(times) // 2] * 1000, times[len(times) * 99 // 100] * 1000


async def main(url: str) -> None:
    """Measure, and print a line for each number of tables."""
    store = await Store.connect(url)
    try:
        for tables in TABLES:
            rate, half, most = await measure(store, tables)
            sys.stdout.write(f"{tables:4} tables: {rate:7.0f} appends/s   p50 {half:6.2f} ms   p99 {most:6.2f} ms\n")
    finally:
        await store.close()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(main(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:  # not in memory, as /tmp may be
            asyncio.run(main(f"sqlite:///{folder}/bench.db"))
