"""The network that comes with a game: the file `networks/GAME.npz` in the game's folder."""

import hashlib
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec

from tilora.ai.network import checkpoint, contract
from tilora.ai.network.checkpoint import Checkpoint
from tilora.ai.network.weights import Weights
from tilora.kernel import Game

MOST_GAMES = 64
"""How many networks a process keeps in memory."""


def shipped_network(game: Game) -> Weights | None:
    """Return the network that comes with the game, or None. Every process reads the file at most once.

    Raises BadSetup if the file does not fit the game's features.
    """
    shipped = shipped_checkpoint(game)
    return shipped.weights if shipped else None


def playing_network(game: Game) -> Weights | None:
    """Return the network that the game is searched with: the one that comes with it, unless it is `PLAYED_WITHOUT`."""
    network = shipped_network(game)
    if network is None or game.name in getattr(import_module(f"{game.folder}.network"), "PLAYED_WITHOUT", ()):
        return None
    return network


@lru_cache(MOST_GAMES)
def shipped_checkpoint(game: Game) -> Checkpoint | None:
    """Return the network that comes with the game and how it was made, or None."""
    file = _file_of(game)
    if find_spec(f"{game.folder}.network") is None or not file.is_file():
        return None
    return checkpoint.load(file, contract.register(game))


@lru_cache(MOST_GAMES)
def network_fingerprint(game: Game) -> str:
    """Return a fingerprint of the network that comes with the game; empty if there is none."""
    file = _file_of(game)
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16] if file.is_file() else ""


def _file_of(game: Game) -> Traversable:
    return files(game.folder) / "networks" / f"{game.name}.npz"
