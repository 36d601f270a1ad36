"""Research: the games as PettingZoo, Gymnasium and OpenSpiel environments.

Imports the kernel and the AI, and knows nothing of tables or servers. Each of the three libraries is imported only by
the module that needs it.

    from tilora.research import aec, solo, spiel, vector

    aec.env("cyberzul", seats=3)      # PettingZoo: every seat is an agent, and one acts at a time
    solo.env("welters", bots="3")     # Gymnasium: the learner has one seat, bots play the others
    vector.env("cublino-contra", 4096)  # Gymnasium: thousands of matches at once
    spiel.game("cublino-contra")      # OpenSpiel

They need `pip install 'tilora[research]'`; batches of matches (`tilora.Batch`) do not.
"""

from types import ModuleType


def require_module(name: str) -> ModuleType:
    """Import a module that the extra `research` installs. Raises ImportError with the command that installs it."""
    from importlib import import_module

    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise ImportError(f"This needs {name}: pip install 'tilora[research]'.", name=name) from error
