"""The connection to the database: readers, and the one writer that commits for all."""


class Database:
    """Reads and writes, off the event loop."""
