"""A program that appends to the same few tables as others do, and prints what was acknowledged until it is killed.

python -m tests.store.appender URL NAME
"""

import asyncio
import sys

from tests.store.support import event, index, place, summary
from tilora.store import Conflict, Store

TABLES = [f"table{number}" for number in range(4)]


async def append_for_ever(store: Store, table: str, name: str) -> None:
    """Add events, and read on whenever somebody else was quicker."""
    end = len(await store.events(table))
    while True:
        # Every third with an index: that is a transaction of several statements, the others are one.
        known = index(summary(place(0, name)), moved_at=end) if end % 3 == 0 else None
        try:
            await store.append(table, end, [event(end + 1, name), event(end + 2, name)], known)
        except Conflict:
            end += len(await store.events(table, end))
        else:
            print(table, end + 1, name, flush=True)
            print(table, end + 2, name, flush=True)
            end += 2


async def main(url: str, name: str) -> None:
    """Append at all tables at once."""
    store = await Store.connect(url)
    print("ready", flush=True)
    await asyncio.gather(*(append_for_ever(store, table, name) for table in TABLES))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
