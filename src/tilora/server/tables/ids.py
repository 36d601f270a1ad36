"""The ids of tables."""

import hashlib
import secrets

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""No two of them look alike."""
LENGTH = 12


def new_table_id() -> str:
    """Return an id that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def rematch_table_id(table_id: str) -> str:
    """Return the id of a table's rematch: always the same, whichever node makes it and however often."""
    digest = hashlib.sha256(f"rematch of {table_id}".encode()).digest()
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:LENGTH])
