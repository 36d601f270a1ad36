"""Lists in parts, newest first: each part names where the next one begins, so that nothing is skipped or seen twice."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, tuple_

from tilora.store.errors import BadPage
from tilora.store.rows import Page

T = TypeVar("T")


def older_than(at: ColumnElement[int], key: ColumnElement[str], before: str) -> ColumnElement[bool]:
    """The condition for what comes after the page that ended with `before`."""
    when, sign, name = before.partition("~")
    # Fifteen digits fit into the databases' integers, and reach far beyond any time that we have given out.
    if not sign or not when.isascii() or not when.isdigit() or len(when) > 15 or "\0" in name:
        raise BadPage(f"Nothing goes on at {before!r}: give what `next` of the page before said.")
    return tuple_(at, key) < (int(when), name)


def page(rows: Sequence[Any], limit: int, made: Callable[[Any], T]) -> Page[T]:
    """The first `limit` of the rows; one more in `rows` says that there is more. Rows begin with `at` and `id`."""
    shown = rows[:limit]
    more = f"{shown[-1][0]}~{shown[-1][1]}" if len(rows) > limit else None
    return Page(rows=[made(row) for row in shown], next=more)
