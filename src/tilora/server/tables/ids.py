"""The ids of tables."""

import hashlib
import secrets

from tilora.server.net.placement import HERE, PLACING_LETTERS, Placement

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""No two of them look alike."""
LENGTH = 12


def new_table_id(placement: Placement = HERE) -> str:
    """Return an id that nobody can guess, of a table that is at home in this worker."""
    while True:
        table_id = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        if placement.is_here(table_id):
            return table_id


def rematch_table_id(table_id: str) -> str:
    """Return the id of a table's rematch: always the same, whichever node makes it and however often.

    It ends like the old one, so that both are at home in the same worker.
    """
    digest = hashlib.sha256(f"rematch of {table_id}".encode()).digest()
    letters = "".join(LETTERS[byte % len(LETTERS)] for byte in digest[: LENGTH - PLACING_LETTERS])
    return letters + table_id[-PLACING_LETTERS:]
