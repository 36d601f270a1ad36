"""Let compiled code call a game's advice: the type of the record decides whose, as it does for rules."""

from collections.abc import Callable
from typing import Any

from numba.extending import overload
from numba.np.numpy_support import as_dtype

from tilora.ai import advice
from tilora.kernel.compiled.numba_backend import OPTIONS


@overload(advice.prefer, jit_options=OPTIONS, strict=False)
def _prefer(state: Any, action: Any) -> Callable[..., Any]:
    chosen = advice.advice_of(as_dtype(state), "prefer")
    return lambda state, action: chosen(state, action)


@overload(advice.weigh, jit_options=OPTIONS, strict=False)
def _weigh(state: Any, actions: Any, count: Any, weights: Any) -> Callable[..., Any]:
    chosen = advice.advice_of(as_dtype(state), "weigh")
    return lambda state, actions, count, weights: chosen(state, actions, count, weights)


@overload(advice.estimate, jit_options=OPTIONS, strict=False)
def _estimate(state: Any, depth: Any, values: Any, scores: Any) -> Callable[..., Any]:
    chosen = advice.advice_of(as_dtype(state), "estimate")
    return lambda state, depth, values, scores: chosen(state, depth, values, scores)


@overload(advice.key, jit_options=OPTIONS, strict=False)
def _key(state: Any) -> Callable[..., Any]:
    chosen = advice.advice_of(as_dtype(state), "key")
    return lambda state: chosen(state)
