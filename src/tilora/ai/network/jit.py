"""Compiles functions that call a game's network functions."""

from typing import Any

from tilora.ai.network import contract
from tilora.kernel import Game
from tilora.kernel.compiled.numba_loader import load_numba


def compile_function(game: Game, function: Any) -> Any:
    """Compile a function that may call the network's functions for the game. Slow the first time."""
    load_numba()
    from tilora.ai.network import overloads  # noqa: F401 - lets compiled code call the game's network functions
    from tilora.kernel.compiled.numba_backend import compile_for

    contract.register(game)
    return compile_for(game.rules, function)
