"""For researchers: the games as environments of PettingZoo, Gymnasium and OpenSpiel.

Imports the kernel and the AI; the libraries of others only in the module that is for them.

    from tilora.research import aec, solo, spiel

    aec.env("cyberzul", seats=3)      # PettingZoo: every seat is an agent, one acts at a time
    solo.env("welters", bots="3")     # Gymnasium: one seat, bots on the others
    spiel.game("cublino-contra")      # OpenSpiel

What they need comes with `pip install 'tilora[research]'`. Batches of matches (`tilora.Batch`) need nothing more.
"""

from types import ModuleType


def needed(name: str) -> ModuleType:
    """The module of that name, which the extra `research` installs."""
    from importlib import import_module

    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise ImportError(f"This needs {name}: pip install 'tilora[research]'.", name=name) from error
