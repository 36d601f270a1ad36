"""The words of Hex."""

import numpy as np

from tilora.kernel import State
from tilora.kernel.toolkit import require
from tilora_hex.rules import LARGEST, SIZES, SWAP

REASONS = ("", "two sides are connected")


def action_text(state: State, action: int) -> str:
    return "swap" if action == SWAP else f"{chr(ord('a') + action % LARGEST)}{action // LARGEST + 1}"


def action_words(state: State, action: int) -> str:
    return "Take over the first stone." if action == SWAP else f"Stone on {action_text(state, action)}."


def why_not(state: State, action: int) -> str:
    if action == SWAP:
        return "Only the first stone of a match can be taken over, and only with the option swap."
    on_board = action // LARGEST < state.side and action % LARGEST < state.side
    return "There is a stone already." if on_board else "That is not on the board."


def check(state: State) -> None:
    require(state.side in SIZES, f"A board has a side of {', '.join(map(str, SIZES))}.")
    require(not state.cell[state.side :].any() and not state.cell[:, state.side :].any(), "Stones lie off the board.")
    first, second = (np.asarray(state.cell) == 1).sum(), (np.asarray(state.cell) == 2).sum()
    require(first + second == state.stones, "There are more or fewer stones than `stones` says.")
    require(abs(int(first) - int(second)) <= 1, "One seat has placed too many stones.")
