"""Let compiled code call a game's network functions: the type of the record decides whose, as it does for rules."""

from collections.abc import Callable
from typing import Any

from numba.extending import overload
from numba.np.numpy_support import as_dtype

from tilora.ai.network import contract
from tilora.kernel.compiled.numba_backend import OPTIONS


@overload(contract.features, jit_options=OPTIONS, strict=False)
def _features(state: Any, seat: Any, out: Any) -> Callable[..., Any]:
    chosen = contract.network_of(as_dtype(state), "features")
    return lambda state, seat, out: chosen(state, seat, out)


@overload(contract.action_features, jit_options=OPTIONS, strict=False)
def _action_features(state: Any, actions: Any, count: Any, out: Any) -> Callable[..., Any]:
    chosen = contract.network_of(as_dtype(state), "action_features")
    return lambda state, actions, count, out: chosen(state, actions, count, out)


@overload(contract.forget, jit_options=OPTIONS, strict=False)
def _forget(state: Any) -> Callable[..., Any]:
    chosen = contract.network_of(as_dtype(state), "forget")
    return lambda state: chosen(state)


@overload(contract.reply, jit_options=OPTIONS, strict=False)
def _reply(state: Any, actions: Any, count: Any, weights: Any) -> Callable[..., Any]:
    chosen = contract.network_of(as_dtype(state), "reply")
    return lambda state, actions, count, weights: chosen(state, actions, count, weights)
