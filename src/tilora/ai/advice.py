"""Advice: what a game's folder may add to be searched better. All of it is optional.

`advice.py` in a game's folder may define, as rules:

- `prefer(state, action) -> float`: how much an action deserves to be looked at, 1.0 for an ordinary one, 0.0 for
  one that is never worth a thought while there is another. Guides the tree and the playouts.
- `weigh(state, actions, count, weights)` instead: the same for all legal actions at once, where they have work in
  common. They come in the order in which `legal` tells them, or in rising order.
- `estimate(state, depth, values, scores) -> bool`: after `depth` actions of a playout, whether it can end here;
  then `values` holds by seat the expected result from 0 (last) to 1 (first), and `scores` the expected points.
- `key(state) -> int`: the position as a number of 64 bits, equal for equal positions. Needed for alpha-beta.

and as plain constants:

- `SEARCH`: "tree" or "alpha-beta", whichever was measured to be stronger.
- `TURNS`: how many turns the tree looks ahead; what comes later is played out. Without it there is no such limit.
- `SIMULATIONS`: how many simulations the highest level may spend here.
- `LEVELS`: share and looseness of each level, where this game needs other steps than `tilora.ai.players.levels` has.

The general names below find a game's advice by the type of the state's record, as the rules are found.
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from tilora.kernel import Actions, State, rule
from tilora.kernel.contract.dispatch import rules_of
from tilora.kernel.contract.game import Game
from tilora.kernel.contract.result import Values

_advice: dict[Any, ModuleType] = {}


def register(game: Game) -> ModuleType | None:
    """Make a game's advice known by the type of its record; None if it has none."""
    name = f"{game.folder}.advice"
    if find_spec(name) is None:
        return None
    module = import_module(name)
    _advice[game.rules.STATE] = module
    return module


def advice_of(record: Any, name: str) -> Any:
    """What the game with such records defines by that name; else the plain one of this module."""
    rules_of(record)
    return getattr(_advice.get(record), name, None) or globals()[f"plain_{name}"]


def prefer(state: State, action: int) -> float:
    """How much an action deserves to be looked at, for games that say so one by one."""
    weight: float = advice_of(state.dtype, "prefer")(state, action)
    return weight


def weigh(state: State, actions: Actions, count: int, weights: Values) -> None:
    """`weights` holds how much each of the legal actions, which are the first `count`, deserves to be looked at."""
    advice_of(state.dtype, "weigh")(state, actions, count, weights)


def estimate(state: State, depth: int, values: Values, scores: Values) -> bool:
    """Whether a playout can end here, with what it is worth by seat."""
    settled: bool = advice_of(state.dtype, "estimate")(state, depth, values, scores)
    return settled


def key(state: State) -> int:
    """The position as a number."""
    number: int = advice_of(state.dtype, "key")(state)
    return number


@rule
def plain_prefer(state: State, action: int) -> float:
    return 1.0


@rule
def plain_weigh(state: State, actions: Actions, count: int, weights: Values) -> None:
    for i in range(count):
        weights[i] = prefer(state, int(actions[i]))


@rule
def plain_estimate(state: State, depth: int, values: Values, scores: Values) -> bool:
    return False


@rule
def plain_key(state: State) -> int:
    return 0
