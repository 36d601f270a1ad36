"""How the levels of a game use its network. A game's `network.py` may set other steps than the table here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from tilora.ai.advice import LEVEL_COUNT
from tilora.ai.network.shipped import playing_network
from tilora.kernel import BadSetup, Game

LEVELS = (
    (0.0, 2.5),
    (0.0, 1.4),
    (0.0008, 2.5),
    (0.0025, 1.0),
    (0.01, 0.0),
    (0.03, 0.0),
    (0.15, 0.0),
    (1.0, 0.0),
)


@dataclass(frozen=True)
class NetworkLevels:
    """The constants of a game's `network.py` that are about levels, with the default for each that it does not set."""

    simulations: int = 40_000
    """What level 8 spends on a decision."""
    levels: Sequence[tuple[float, float]] = LEVELS
    """Share and temperature of each level, see `tilora.ai.players.levels.Level`."""


@cache
def network_levels(game: Game) -> NetworkLevels | None:
    """Return how levels use the game's network; None if it has none. Raises BadSetup."""
    if playing_network(game) is None:
        return None
    module = import_module(f"{game.folder}.network")
    levels = getattr(module, "LEVELS", LEVELS)
    if isinstance(levels, Mapping):
        levels = levels.get(game.name, LEVELS)
    chosen = NetworkLevels(getattr(module, "SIMULATIONS", NetworkLevels.simulations), levels)
    if len(chosen.levels) != LEVEL_COUNT:
        raise BadSetup(f"{module.__name__}: LEVELS must have {LEVEL_COUNT} entries, not {len(chosen.levels)}.")
    return chosen
