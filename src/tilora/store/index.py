"""When to write a table's index: rarely, so that an ordinary move is one insert into the log and nothing else."""

from tilora.store.models import Index

MOVED_EVERY = 60_000
"""How many milliseconds `moved_at` may be behind."""


def worth_writing(written: Index | None, *, summary_number: int, moved_at: int, due: int | None) -> bool:
    """Whether the index has to be written together with these events.

    `written` is what this node wrote last; None if it has written none, or if another node has added events since.

    A changed summary is written at once. `moved_at` may be a minute old. `due` may be too early, but never too late: a
    node that comes early finds nothing to do, and a table that is due on every turn is not written on every turn.
    """
    if written is None or summary_number > written.summary_number or moved_at >= written.moved_at + MOVED_EVERY:
        return True
    return due is not None and (written.due is None or due < written.due)
