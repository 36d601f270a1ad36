"""The words of the wide game that levels need."""

from tilora.kernel import State

REASONS = ("", "all cells are claimed")


def action_text(state: State, action: int) -> str:
    return f"cell {action}"
