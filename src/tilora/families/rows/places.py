"""What things of RowsAndCols are called in scenes, and where some of them lie.

Bricks of a kind are alike and states only count them, so ids say where a brick lies: `brick-3,-2` on the board,
`hand-0-Rt-1` for the first red star in the hand of seat 0, `hand-1-back-4` where one sees its back only.
"""

from tilora.families.rows.names import brick_letters, place_name
from tilora.kernel import State

MARGIN = 0.3
BAG_PLACE = (MARGIN, 0.15)
"""In the strip above the board."""


def hand_id(seat: int, kind: int, number: int) -> str:
    """The brick of that kind in the hand; those put aside have the highest numbers."""
    return f"hand-{seat}-{brick_letters(kind)}-{number}"


def back_id(seat: int, number: int) -> str:
    return f"hand-{seat}-back-{number}"


def brick_id(state: State, cell: int) -> str:
    return f"brick-{place_name(state, cell)}"


def cell_id(state: State, cell: int) -> str:
    return f"cell-{place_name(state, cell)}"


def hand_is_shown(state: State, seat: int) -> bool:
    """Whether the viewer of this state may see the bricks of the hand, and not their backs only."""
    aside = state.chosen if seat == state.turn else state.chosen * 0
    held = int(state.hand_size[seat]) + (int(state.chosen_size) if seat == state.turn else 0)
    return int(state.hand[seat].sum() + aside.sum()) == held
