"""What a game's `network.py` may define, so that networks can be trained for it.

The constants are

- `FEATURES`: the number of features of a position,
- `ACTION_FEATURES`: the number of different action features, and `ACTION_WIDTH`: how many of them one action can have,
- `POINTS`: a number of points that is neither small nor large in this game,
- `HIDDEN`: the sizes of the two hidden layers, if the default is not good enough,
- `PLAYED_WITHOUT`: the names of those games that are still played without their network,
- `DRAW_VALUES`: by the names of games, what a draw counts for each seat in searches and in training. Less than the
  usual 0.5 lets players take risks to avoid one,
- `CERTAINTY`: by the names of games, by how much the log-odds of an expected result are multiplied in answers, because
  a lead wins more often between good players than in training; see `tilora.ai.arena.calibrate`,
- `DEALS`: in games where everything is open, on how many samples of what chance does next a search plays on. Without
  it, a search ends there,
- `SIMULATIONS` and `LEVELS`: how much each level searches, see `tilora.ai.players.network_levels`. `LEVELS` may also be
  one table for each game, by its name,

and the rules are

- `features(state, seat, out)`: writes the position as `seat` sees it into `out`, which is full of zeros. It depends
  only on what that seat may know, and works for every seat, whether it is to act or not. Other seats follow in turn
  order.
- `action_features(state, actions, count, out)`: writes the features of each of the first `count` actions, which are the
  legal ones, into its row of `out`, which is full of -1. The network adds up what it has learned about each feature.
- `forget(state)`, optional: takes back what chance has just dealt and returns True, so that the network can evaluate
  the position before it: one exact value instead of the average of many samples. Only what `features` reads has to be
  right.
- `reply(state, actions, count, weights)`, optional, for games with secrets: how likely another seat takes each of the
  first `count` actions, by any positive weights. A search then plays on until its own seat is to act again, instead of
  leaving the turns of the others to the network.

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
Values = npt.NDArray[np.float64]

HIDDEN = (128, 64)
"""Sizes of the hidden layers for games that do not set their own."""

_networks: dict[Any, ModuleType] = {}


@dataclass(frozen=True)
class Shape:
    """The sizes of a game's networks."""

    features: int
    action_features: int
    action_width: int
    seats: int
    """The highest number of seats that a record has room for."""
    points: float
    most_actions: int
    is_open: bool
    """Whether nothing is hidden from anybody."""
    hidden: tuple[int, int] = HIDDEN
    draw_value: float = 0.5
    """What a draw counts for each seat."""
    certainty: float = 1.0
    has_reply: bool = False
    deals: int = 0
    """On how many samples of chance a search plays on."""


def register(game: Game) -> Shape:
    """Register a game's network functions by the type of its record. Raises BadSetup if it has none."""
    name = f"{game.folder}.network"
    if find_spec(name) is None:
        raise BadSetup(f"No network can be trained for {game.title}: there is no {name}.")
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
        draw_value=float(getattr(module, "DRAW_VALUES", {}).get(game.name, 0.5)),
        certainty=float(getattr(module, "CERTAINTY", {}).get(game.name, 1.0)),
        has_reply=hasattr(module, "reply"),
        deals=0 if game.hidden else int(getattr(module, "DEALS", 0)),
    )


def network_of(record: Any, name: str) -> Any:
    """Return what the game with such records defines by that name, or else the default of this module."""
    return getattr(_networks[record], name, None) or globals()[f"default_{name}"]


def features(state: State, seat: int, out: Floats) -> None:
    """Write the position as the seat sees it into `out`, which must be full of zeros."""
    network_of(state.dtype, "features")(state, seat, out)


def action_features(state: State, actions: Actions, count: int, out: Rows) -> None:
    """Write the features of each legal action into its row of `out`, which must be full of -1."""
    network_of(state.dtype, "action_features")(state, actions, count, out)


def forget(state: State) -> bool:
    """Take back what chance has just dealt, if the game can, and return whether it could."""
    could: bool = network_of(state.dtype, "forget")(state)
    return could


def reply(state: State, actions: Actions, count: int, weights: Values) -> None:
    """Write how likely another seat takes each of the legal actions."""
    network_of(state.dtype, "reply")(state, actions, count, weights)


@rule
def default_forget(state: State) -> bool:
    return False


@rule
def default_reply(state: State, actions: Actions, count: int, weights: Values) -> None:
    for i in range(count):
        weights[i] = 1.0
