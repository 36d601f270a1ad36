"""Lists in pages, newest first. Each page says where the next one begins, so that nothing is skipped or repeated."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, tuple_

from tilora.store.errors import BadPage
from tilora.store.models import Page

T = TypeVar("T")


def older_than(at: ColumnElement[int], key: ColumnElement[str], before: str) -> ColumnElement[bool]:
    """Return the condition for the rows after the page whose `next` was `before`. Raises BadPage."""
    when, sign, name = before.partition("~")
    # Fifteen digits fit into the integers of both databases, and are enough for any time.
    if not sign or not when.isascii() or not when.isdigit() or len(when) > 15 or "\0" in name:
        raise BadPage(f"There is no page at {before!r}. Use the value of `next` from the previous page.")
    return tuple_(at, key) < (int(when), name)


def page(rows: Sequence[Any], limit: int, convert: Callable[[Any], T]) -> Page[T]:
    """Return the first `limit` rows as a page; a further row means that there is more. Rows begin with time and id."""
    shown = rows[:limit]
    more = f"{shown[-1][0]}~{shown[-1][1]}" if len(rows) > limit else None
    return Page(rows=[convert(row) for row in shown], next=more)
