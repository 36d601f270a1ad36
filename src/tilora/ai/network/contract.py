"""What a game's folder brings to be learned: how a position and an action look to a network. All of it is optional.

`network.py` in a game's folder defines the constants

- `FEATURES`: how many features a position has,
- `ACTION_FEATURES`: how many features actions have, all told, and `ACTION_WIDTH`: how many one action has at most,
- `POINTS`: a number of points that is neither small nor large in this game,
- `HIDDEN`, if others than the usual ones do better: the sizes of the two hidden layers,

and as rules

- `features(state, seat, out)`: writes how the position looks to `seat` into `out`, which comes full of zeros. Depends
  only on what that seat may know, and works for every seat, to act or not. Other seats come in the order of play.
- `action_features(state, actions, count, out)`: writes the features of each of the legal actions, which are the first
  `count`, into its row of `out`, which comes full of -1. The network adds up what it has learned about each feature.
- `forget(state)`, if the game has it: takes back what chance has just dealt, so that the network values the position
  before it: one exact value instead of the average of many samples. Only what `features` reads has to be right.

The general names below find a game's functions by the type of the state's record, as the rules are found.
"""

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.kernel import Actions, BadSetup, Game, State, rule

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int16]

HIDDEN = (128, 64)
"""The sizes of the hidden layers, where the game does not say."""

_networks: dict[Any, ModuleType] = {}


@dataclass(frozen=True)
class Shape:
    """How large a game's networks are."""

    features: int
    action_features: int
    action_width: int
    seats: int
    """The most seats that a record has room for."""
    points: float
    most_actions: int
    is_open: bool
    """Whether all is open to everybody."""
    hidden: tuple[int, int] = HIDDEN


def register(game: Game) -> Shape:
    """Make a game's network known by the type of its record. Raises BadSetup if it has none."""
    name = f"{game.folder}.network"
    if find_spec(name) is None:
        raise BadSetup(f"{game.title} can't be learned: there is no {name}.")
    module = import_module(name)
    _networks[game.rules.STATE] = module
    return Shape(
        features=int(module.FEATURES),
        action_features=int(module.ACTION_FEATURES),
        action_width=int(module.ACTION_WIDTH),
        seats=len(np.zeros(1, game.rules.STATE)[0].score),
        points=float(module.POINTS),
        most_actions=game.rules.MOST_ACTIONS,
        is_open=not game.hidden,
        hidden=getattr(module, "HIDDEN", HIDDEN),
    )


def network_of(record: Any, name: str) -> Any:
    """What the game with such records defines by that name; else the plain one of this module."""
    return getattr(_networks[record], name, None) or globals()[f"plain_{name}"]


def features(state: State, seat: int, out: Floats) -> None:
    """`out`, which was full of zeros, holds how the position looks to the seat."""
    network_of(state.dtype, "features")(state, seat, out)


def action_features(state: State, actions: Actions, count: int, out: Rows) -> None:
    """Each row of `out`, which were full of -1, holds the features of one of the legal actions."""
    network_of(state.dtype, "action_features")(state, actions, count, out)


def forget(state: State) -> bool:
    """Whether the game can take back what chance has just dealt; then it has."""
    done: bool = network_of(state.dtype, "forget")(state)
    return done


@rule
def plain_forget(state: State) -> bool:
    return False
