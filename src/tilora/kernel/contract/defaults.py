"""What a game may leave out of `rules.py` and `words.py`, and what it gets instead.

Rules of a game without secrets need no `redact` and no `imagine`. Words need little more than a text for each action:
the sentences follow from it, and the texts of positions from the layout of the states.
"""

from types import ModuleType
from typing import Any

import numpy as np

from tilora import hooks
from tilora.kernel.contract import generated_positions
from tilora.kernel.contract.marks import rule
from tilora.kernel.contract.state import State
from tilora.kernel.errors import UnreadableAction

MOST_NAMED = 8
"""How many actions are listed for somebody whose text can't be read."""


@rule
def redact_nothing(state: State, seat: int) -> None:
    """Leave the state as it is: there are no secrets."""


@rule
def imagine_nothing(state: State, seat: int, chance: np.record) -> None:
    """Leave the view as it is: it shows everything."""


def complete_rules(rules: ModuleType, *, hidden: bool) -> None:
    """Give rules what they leave out."""
    _fill(rules, {"PAST": ()})
    if not hidden:
        _fill(rules, {"redact": redact_nothing, "imagine": imagine_nothing})


def complete_words(words: ModuleType, rules: ModuleType, board: ModuleType | None) -> None:
    """Give words what they leave out."""

    def parse_action(state: State, text: str) -> int:
        texts = {words.action_text(state, int(code)): int(code) for code in rules.codes(int(state.variant))}
        if text not in texts:
            some = ", ".join([*texts][:MOST_NAMED]) + (", …" if len(texts) > MOST_NAMED else "")
            raise UnreadableAction(f"{text[:20]!r} is not an action. Actions: {some}.")
        return texts[text]

    def why_not(state: State, action: int) -> str:
        return f"{words.action_text(state, action).capitalize()} can't be played now."

    def action_words(state: State, action: int) -> str:
        return f"{words.action_text(state, action).capitalize()}."

    def step_words(before: State, action: int, after: State) -> str:
        said: str = words.action_words(before, action)
        return said

    def position_text(state: State) -> str:
        return generated_positions.position_text(rules, state)

    def parse_position(text: str, state: State) -> None:
        generated_positions.parse_position(rules, text.lower(), state)
        if hasattr(words, "check"):
            words.check(state)

    def board_text(state: State) -> str:
        if board is not None:
            return hooks.text_of_board(board, state)
        said: str = words.position_text(state)
        return said.replace(generated_positions.BAR, "\n")

    made: dict[str, Any] = {"why_not": why_not, "action_words": action_words, "step_words": step_words}
    made["board"] = board_text
    if hasattr(rules, "codes"):
        made["parse_action"] = parse_action
    made |= {"position_text": position_text, "parse_position": parse_position}
    _fill(words, made)


def _fill(module: ModuleType, made: dict[str, Any]) -> None:
    for name, value in made.items():
        if not hasattr(module, name):
            setattr(module, name, value)
