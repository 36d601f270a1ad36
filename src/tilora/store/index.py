"""When a table's row is worth writing: rarely, so that an ordinary move is one insert into the log and nothing else."""

import msgspec

from tilora.table.summary import Summary

MOVED_EVERY = 60_000
"""Milliseconds that `moved_at` may lag behind."""


def worth_writing(written: Summary | None, now: Summary) -> bool:
    """Whether the row has to be written with this append.

    `written` is what this node wrote last; None if it has written none, or if another node has added events since.

    All that people filter by or read in a list is written at once. `moved_at` may be a minute old. `due` may be too
    early, never too late: who comes early finds nothing to do, and a table that is due on every turn need not be
    written on every turn.
    """
    if written is None:
        return True
    if now.due is not None and (written.due is None or now.due < written.due):
        return True
    if now.moved_at - written.moved_at >= MOVED_EVERY:
        return True
    return msgspec.structs.replace(written, moved_at=now.moved_at, due=now.due) != now
