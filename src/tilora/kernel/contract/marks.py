"""The `@rule` mark: a plain Python function that Numba may compile.

A rule stays the ordinary function it is. Marking it only adds it to a list, so that importing a game costs nothing;
`tilora.kernel.compiled.numba_backend` reads the list when it first compiles something.
"""

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

marked: list[Callable[..., Any]] = []


def rule(function: Function) -> Function:
    """Let compiled code call `function`. Uncompiled code calls it as it is."""
    marked.append(function)
    return function
