"""Advice: what a game's folder may add so that it is searched better. All of it is optional.

`Advice` says what `advice.py` in a game's folder may define. The functions of this module find a game's advice by the
type of the state's record, as its rules are found, and use a plain default for what the game leaves out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Protocol

from tilora.kernel import Actions, BadSetup, State, rule
from tilora.kernel.contract.dispatch import rules_of
from tilora.kernel.contract.game import Game
from tilora.kernel.contract.result import Values

TREE, ALPHA_BETA = "tree", "alpha-beta"
LEVEL_COUNT = 8

_advice: dict[Any, ModuleType] = {}


class Advice(Protocol):
    """What `advice.py` may define. Every member is optional, and states its default.

    Functions are marked as rules and run compiled and interpreted alike. Other public names are helpers of these.
    """

    SEARCH: str
    """Which search is stronger here: "tree" for any game, or "alpha-beta" for two seats without chance and secrets.
    Default: "tree"."""
    TURNS: int
    """How many turns the tree looks ahead; whatever comes later is left to playouts. Default: no limit."""
    SIMULATIONS: int
    """How many simulations (positions, for alpha-beta) level 8 spends on a decision. Default: 24,000."""
    LEVELS: Sequence[tuple[float, float]]
    """Share and looseness of each of the eight levels, see `tilora.ai.players.levels.Level`. Default: those there."""

    def prefer(self, state: State, action: int) -> float:
        """Return how much a legal action deserves to be considered.

        1.0 is an ordinary action; 0.0 is one that is never worth considering. Guides the tree and the
        playouts, orders the moves of alpha-beta, and is all that level 1 knows. `state` can be a view: do not read
        what it hides. Default: 1.0 for every action.
        """

    def weigh(self, state: State, actions: Actions, count: int, weights: Values) -> None:
        """Write into `weights` what `prefer` would return for each of the first `count` of `actions`.

        Instead of `prefer`, where the actions have work in common. They are all the legal ones, in the order in which
        `legal` wrote them or in rising order. Default: calls `prefer` for each.
        """

    def estimate(self, state: State, depth: int, values: Values, scores: Values) -> bool:
        """Return whether a playout can end here, after `depth` actions of it.

        If so, `values` holds by seat the expected result from 0 (last) to 1 (first), and `scores` the expected
        points. Default: never, so that playouts run to the end of the match.
        """

    def key(self, state: State) -> int:
        """Return the position as a number of 64 bits, equal for equal positions.

        Alpha-beta needs it, and nothing else does. No default for games with alpha-beta.
        """


@dataclass(frozen=True)
class AdviceSettings:
    """The constants of a game's advice, with the default for each that it does not define."""

    search: str = TREE
    turns: int = 1 << 30
    simulations: int = 24_000
    levels: Sequence[tuple[float, float]] | None = None


@cache
def register(game: Game) -> ModuleType | None:
    """Make a game's advice known by the type of its record. Return it, or None if the game has none."""
    name = f"{game.folder}.advice"
    if find_spec(name) is None:
        return None
    module = import_module(name)
    _advice[game.rules.STATE] = module
    return module


@cache
def settings(game: Game) -> AdviceSettings:
    """Return the constants of the game's advice. Raises BadSetup if one of them makes no sense."""
    module = register(game)
    names = ("SEARCH", "TURNS", "SIMULATIONS", "LEVELS")
    chosen = AdviceSettings(**{name.lower(): getattr(module, name) for name in names if hasattr(module, name)})
    if chosen.search not in (TREE, ALPHA_BETA):
        raise BadSetup(f"{game.folder}.advice: SEARCH must be {TREE!r} or {ALPHA_BETA!r}, not {chosen.search!r}.")
    if chosen.search == ALPHA_BETA and not hasattr(module, "key"):
        raise BadSetup(f"{game.folder}.advice: {ALPHA_BETA} needs a function `key`.")
    if chosen.levels is not None and len(chosen.levels) != LEVEL_COUNT:
        raise BadSetup(f"{game.folder}.advice: LEVELS must have {LEVEL_COUNT} entries, not {len(chosen.levels)}.")
    return chosen


def advice_of(record: Any, name: str) -> Any:
    """Return what the game with such records defines by that name, or else the default of this module."""
    rules_of(record)
    return getattr(_advice.get(record), name, None) or globals()[f"default_{name}"]


def prefer(state: State, action: int) -> float:
    """Return how much an action deserves to be considered: see `Advice.prefer`."""
    weight: float = advice_of(state.dtype, "prefer")(state, action)
    return weight


def weigh(state: State, actions: Actions, count: int, weights: Values) -> None:
    """Write how much each of the legal actions deserves to be considered: see `Advice.weigh`."""
    advice_of(state.dtype, "weigh")(state, actions, count, weights)


def estimate(state: State, depth: int, values: Values, scores: Values) -> bool:
    """Return whether a playout can end here, with what it is worth by seat: see `Advice.estimate`."""
    settled: bool = advice_of(state.dtype, "estimate")(state, depth, values, scores)
    return settled


def key(state: State) -> int:
    """Return the position as a number: see `Advice.key`."""
    number: int = advice_of(state.dtype, "key")(state)
    return number


@rule
def default_prefer(state: State, action: int) -> float:
    return 1.0


@rule
def default_weigh(state: State, actions: Actions, count: int, weights: Values) -> None:
    for i in range(count):
        weights[i] = prefer(state, int(actions[i]))


@rule
def default_estimate(state: State, depth: int, values: Values, scores: Values) -> bool:
    return False


@rule
def default_key(state: State) -> int:
    return 0
