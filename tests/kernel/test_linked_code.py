"""Functions that only compiled functions call are linked into those, and arguments from Python are not counted.

This holds what `linked_code` needs of Numba: with a version that differs, it fails here first.
"""

import sys
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from numba.core.codegen import JITCodeLibrary
from numba.extending import overload

from tilora.kernel.compiled import numba_backend
from tilora.kernel.compiled.linked_code import _Part, _PrepareLibrary, _Whole


def halved(number: Any) -> Any:
    """Only its compiled form below is called."""


@overload(halved, jit_options=numba_backend.OPTIONS)
def _halved(number: Any) -> Any:
    def half(number: Any) -> Any:
        if number % 2:
            raise ValueError("odd", number)
        return number // 2

    return half


@pytest.fixture
def libraries(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The libraries that are made for compiled functions, in the order of their compilation."""
    made: list[Any] = []
    prepare = _PrepareLibrary.run_pass

    def run_pass(self: _PrepareLibrary, state: Any) -> bool:
        changed = prepare(self, state)
        made.append(state.library)
        return changed

    monkeypatch.setattr(_PrepareLibrary, "run_pass", run_pass)
    return made


def test_a_part_has_no_machine_code_of_its_own_and_works_in_the_whole(libraries: list[Any]) -> None:
    whole: Any = numba.njit(lambda number: halved(number) + 1, **numba_backend.OPTIONS_OF_WHOLE)
    assert whole(20) == 11
    part, outer = libraries
    assert (type(part), type(outer)) == (_Part, _Whole)
    names = [function.name for function in part.get_defined_functions()]
    assert names
    assert all(part.get_pointer_to_function(name) == 0 for name in names)


def test_what_a_part_raises_is_the_error_of_the_whole() -> None:
    # The values of an error are Python objects, which a part finds through its environment.
    whole: Any = numba.njit(lambda number: halved(number), **numba_backend.OPTIONS_OF_WHOLE)
    with pytest.raises(ValueError, match=r"odd.*7"):
        whole(7)


class Pair(NamedTuple):
    """Arrays that are handed on together."""

    some: Any
    more: Any


def test_arrays_from_python_are_borrowed() -> None:
    whole: Any = numba.njit(add_up, **numba_backend.OPTIONS_OF_WHOLE)
    pair, out = Pair(np.arange(5.0), np.arange(3.0)), np.zeros(1)
    users = [sys.getrefcount(array) for array in (*pair, out)]
    assert whole(pair, out) == 13.0
    assert out[0] == 13.0
    assert [sys.getrefcount(array) for array in (*pair, out)] == users
    (compiled,) = whole.overloads.values()
    uses = [line for line in str(compiled.type_annotation).splitlines() if "= call $borrowed" in line]
    assert len(uses) == 2


def add_up(pair: Any, out: Any) -> Any:
    """Hands arrays on, which Numba would count."""
    out[0] = sum_of(pair, 0) + sum_of(pair, 1)
    return out[0]


def sum_of(pair: Any, which: Any) -> Any:
    """Only its compiled form below is called."""


@overload(sum_of, jit_options=numba_backend.OPTIONS)
def _sum_of(pair: Any, which: Any) -> Any:
    def of_either(pair: Any, which: Any) -> Any:
        array = pair.some if which == 0 else pair.more
        total = 0.0
        for i in range(len(array)):
            total += array[i]
        return total

    return of_either


def test_numba_still_has_what_is_overridden_and_called() -> None:
    for name in (
        "_finalize_final_module",
        "_finalize_specific",
        "_optimize_final_module",
        "get_pointer_to_function",
    ):
        assert callable(getattr(JITCodeLibrary, name))
    assert isinstance(JITCodeLibrary.codegen, property)
