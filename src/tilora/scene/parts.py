"""Parts of scenes that are built once and shared.

Most of a scene stays as it was: after a move, all but a few of its parts are equal to those of the scene before, and to
those that other viewers and other tables have. A function marked with `@part` keeps its results, so an equal part is
not only built once, but is the same object everywhere; and what is the same object needs no comparing when the changes
of a scene are worked out.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

KEPT = 16_384
"""How many results of each function are kept: enough for the tables that one process serves at the same time."""

P = ParamSpec("P")
R = TypeVar("R")


def part(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function that builds a part of a scene from plain values: numbers, texts, and tuples of them.

    It must depend on nothing else. Values of a `view.plain` are plain.
    """
    return cast(Callable[P, R], lru_cache(maxsize=KEPT)(function))
