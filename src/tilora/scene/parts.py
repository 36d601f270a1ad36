"""Parts of scenes that are built once and shared.

Most of a scene stays as it was: after a move, all but a few of its parts are equal to those of the scene before, and to
those that other viewers and other tables have. A function marked with `@part` keeps its results, so an equal part is
not only built once, but is the same object everywhere; and what is the same object needs no comparing when the changes
of a scene are worked out.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import count
from typing import Any, ParamSpec, TypeVar, cast

from tilora.scene.vocabulary import Area

KEPT = 16_384
"""How many results of each function are kept, about: enough for the tables that one process serves at the same time."""
AREAS_KEPT = 2_048
"""The same of functions that build whole areas. Those are large, and few of them are needed by another table."""
SCENES = 500
"""After so many scenes, functions that have kept more than that forget all of it."""

P = ParamSpec("P")
R = TypeVar("R")

_parts: list[Any] = []
_scenes = count(1)


def part(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function that builds a part of a scene from plain values: numbers, texts, and tuples of them.

    It must depend on nothing else. Values of a `view.plain` are plain.
    """
    if getattr(function, "__annotations__", {}).get("return") is Area:
        return cast(Callable[P, R], lru_cache(maxsize=AREAS_KEPT)(function))
    # Without a limit: keeping track of what was used last touches so much memory that it took a tenth of a look.
    keeping = lru_cache(maxsize=None)(function)
    _parts.append(keeping)
    return cast(Callable[P, R], keeping)


def count_scene() -> None:
    """Note that a scene was built. Now and then, functions that have kept too much forget it."""
    if next(_scenes) % SCENES == 0:
        for keeping in _parts:
            if keeping.cache_info().currsize > KEPT:
                keeping.cache_clear()
