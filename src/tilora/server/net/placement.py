"""Which worker of a server a request is for. It makes tables fast, not correct: every worker can serve every table.

All who are at a table meet in one worker, so a move stays in one process. The last letters of a table's id decide
which worker that is, and a rematch keeps them.
"""

import re
from itertools import cycle
from zlib import crc32

PLACING_LETTERS = 3
"""How many letters at the end of an id say where the table is."""
FIRST_WORKER = 0
"""It alone counts sign-in attempts and looks for servers on the local network, so requests for these come here."""
ENOUGH = 96
"""The first bytes of a request that are enough to see what it is for."""

_REQUEST = re.compile(rb"([A-Z]{1,7}) /api/(?:tables(?:/([!-.0->@-~]{1,64}))?|(me/login|neighbours))[/? ]")


def worker_of(table_id: str, workers: int) -> int:
    """Return the number of the worker where the table is at home."""
    return crc32(table_id[-PLACING_LETTERS:].encode()) % workers


class Placement:
    """Where the tables of one server are, seen from one of its workers."""

    def __init__(self, number: int = 0, workers: int = 1) -> None:
        self.number = number
        self.workers = workers
        # New tables go to all workers in turn, however their hosts are connected.
        self._turn = cycle(range(number, number + workers))

    def is_here(self, table_id: str) -> bool:
        """Whether the table is at home in this worker."""
        return worker_of(table_id, self.workers) == self.number

    def worker_for(self, head: bytes) -> int | None:
        """Return the worker that a request with this beginning is for, or None if any will do."""
        found = _REQUEST.match(head)
        if found is None:
            return None
        method, table_id, first = found.groups()
        if table_id is not None:
            return worker_of(table_id.decode(), self.workers)
        if first is not None:
            return FIRST_WORKER
        return next(self._turn) % self.workers if method == b"POST" else None


def is_undecided(head: bytes) -> bool:
    """Whether more of the request is needed to see what it is for."""
    return len(head) < ENOUGH and b"\n" not in head


HERE = Placement()
"""For a server without workers."""
