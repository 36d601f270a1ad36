"""Two seats claim free cells in turn. After eight claims the seat whose cells are worth more wins."""

import numpy as np
import numpy.typing as npt

from tilora.kernel import Actions, State, end_match, layout, rule

CELLS = 81
CLAIMS = 8
STATE = layout(2, [("owner", np.int8, (CELLS,)), ("claims", np.int8)])
MOST_ACTIONS = CELLS
PAST = ()


@rule
def start(state: State, options: npt.NDArray[np.int64], chance: np.record) -> None:
    pass


@rule
def legal(state: State, out: Actions) -> int:
    count = 0
    if state.over:
        return count
    for cell in range(CELLS):
        if state.owner[cell] == 0:
            out[count] = cell
            count += 1
    return count


@rule
def play(state: State, action: int, chance: np.record) -> None:
    state.owner[action] = 1 + state.turn
    state.score[state.turn] += 1 + action * 37 % 11
    state.claims += 1
    state.turns += 1
    state.turn = 1 - state.turn
    if state.claims == CLAIMS:
        end_match(state, 1, state.score)


@rule
def redact(state: State, seat: int) -> None:
    pass


@rule
def imagine(state: State, seat: int, chance: np.record) -> None:
    pass
