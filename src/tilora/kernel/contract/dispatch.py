"""Rules called by general names, without knowing which game it is.

The game is found by the type of the state's record. Interpreted, that is a look-up; compiled (in
`tilora.kernel.compiled.numba_backend`), Numba resolves it while compiling, so one search serves all games at full
speed.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.kernel.contract.chance import below
from tilora.kernel.contract.marks import rule
from tilora.kernel.contract.state import Cell, Layout, State
from tilora.kernel.errors import BadSetup

Actions = npt.NDArray[np.int32]

NAMES = ("start", "legal", "play", "redact", "imagine")
"""What the rules of every game define, and what this module defines for all games."""

_rules: dict[Any, ModuleType] = {}


def register(rules: ModuleType) -> None:
    """Register the rules by the type of their record, which no other rules may use."""
    known = _rules.setdefault(rules.STATE, rules)
    if known is not rules:
        raise BadSetup(
            f"{rules.__name__} and {known.__name__} have the same record type; name a field of one differently."
        )


def rules_of(record: Layout) -> ModuleType:
    """Return the rules whose states are such records."""
    return _rules[record]


def start(state: State, options: npt.NDArray[np.int64], chance: np.record) -> None:
    """Fill a blank state with the position at the beginning of a match."""
    rules_of(state.dtype).start(state, options, chance)


def legal(state: State, out: Actions) -> int:
    """Write the legal actions into `out`, each once, and return how many there are: none only when it is over."""
    count: int = rules_of(state.dtype).legal(state, out)
    return count


def play(state: State, action: int, chance: np.record) -> None:
    """Carry out a legal action. What an illegal one does is not defined: check first."""
    rules_of(state.dtype).play(state, action, chance)


def redact(state: State, seat: int) -> None:
    """Blank everything that `seat` may not know: the state becomes a view."""
    rules_of(state.dtype).redact(state, seat)


def imagine(state: State, seat: int, chance: np.record) -> None:
    """Fill the blanks of a view of `seat` with one possibility that fits everything the seat knows."""
    rules_of(state.dtype).imagine(state, seat, chance)


# The same for arrays of one record.


def start_in(cell: Cell, options: npt.NDArray[np.int64], chance: Cell) -> None:
    start(cell[0], options, chance[0])


def legal_in(cell: Cell, out: Actions) -> int:
    return legal(cell[0], out)


def play_in(cell: Cell, action: int, chance: Cell) -> None:
    play(cell[0], action, chance[0])


def redact_in(cell: Cell, seat: int) -> None:
    redact(cell[0], seat)


def imagine_in(cell: Cell, seat: int, chance: Cell) -> None:
    imagine(cell[0], seat, chance[0])


IN_CELLS: dict[str, Callable[..., Any]] = {
    "start": start_in,
    "legal": legal_in,
    "play": play_in,
    "redact": redact_in,
    "imagine": imagine_in,
}


@rule
def play_at_random(state: State, chance: np.record, out: Actions) -> int:
    """Play random actions, all equally likely, until the match is over. Return how many."""
    actions = 0
    while not state.over:
        play(state, out[below(chance, legal(state, out))], chance)
        actions += 1
    return actions


def play_games_at_random(
    fresh: State,
    options: npt.NDArray[np.int64],
    chance: np.record,
    out: Actions,
    states: npt.NDArray[Any],
    games: int,
) -> int:
    """Play whole random games one after the other, each from `fresh` in `states[0]`. Return the number of actions."""
    actions = 0
    for _ in range(games):
        states[0] = fresh
        state = states[0]
        start(state, options, chance)
        actions += play_at_random(state, chance, out)
    return actions
