"""Compile what the tests will need into the cache: many of their processes would do it at the same time otherwise.

`python -m tests.compiled` needs no more than playing does.
"""

import gc

from tests import plugin
from tilora.ai.players import levels
from tilora.kernel import games
from tilora.kernel.compiled.engine import engine_of


def compile_all() -> None:
    """The rules and the search of every game, the toy one too, are compiled and kept."""
    plugin.install()
    gc.disable()  # the compiler makes little garbage, and looking for it takes a tenth of the time
    for game in games():
        engine_of(game.rules).compile()
        levels.prepare(game, wait=None)


if __name__ == "__main__":
    compile_all()
