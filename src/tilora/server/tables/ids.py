"""The ids of tables."""

import hashlib
import secrets

from tilora.server.net.placement import HERE, PLACING_LETTERS, Placement

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""No two of them look alike."""
LENGTH = 12
CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Consonants, so that codes are no words. None looks like a digit that could stand in its place."""
CODE_LENGTH = 6


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


def new_join_code() -> str:
    """Return a code to join a table by, short enough to be read out."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_join_code(typed: str) -> str:
    """Return the code as it is stored, however it was typed: in small letters, or with spaces or hyphens."""
    return "".join(letter for letter in typed.upper() if letter.isalnum())
