"""What the page asks about clicks in RowsAndCols: what they would do, and why they lead nowhere."""

import re
from collections.abc import Sequence
from typing import cast

from tilora.families.rows import grid, names, rules, words
from tilora.families.rows.areas import brick, frame, hand_id
from tilora.families.rows.grid import CELLS, EMPTY, cell_of, places_of, rows_of
from tilora.families.rows.names import BRICK_NAMES, Place, place_name
from tilora.families.rows.rules import KINDS, SWAP, line_points
from tilora.kernel import State, View
from tilora.scene import Ghost, Preview


def gain_at(state: State, cell: int) -> int:
    """Return what a brick there adds to the points of the turn."""
    gain = 0
    for axis in grid.AXES:
        gain += line_points(grid.line_length(state.grid, cell, axis))
        for step in (-axis, axis) if state.placed_count else ():
            if grid.run_among(state.grid, cell, step, state.placed, state.placed_count):
                gain -= line_points(grid.run(state.grid, cell, step))  # it scores already, in a line that gets longer
    return gain


def preview(view: View, action: int) -> Preview | None:
    """Return the brick as it would lie, and what it would add; nothing of swaps, and of the end of a turn."""
    if action >= SWAP:
        return None
    state = cast(State, view.plain)
    kind, cell = divmod(action, CELLS)
    ((x, y),) = places_of([cell], state.west, state.south)
    left, _, _, top = frame(rows_of(state), state.west, state.south)
    gain, before = gain_at(state, cell), rules.turn_points(state)
    seat = state.turn
    return Preview(
        ghosts=(Ghost(area="board", piece=brick(x, y, kind, x - left, top - y, True)),),
        gone=(hand_id(seat, kind, state.hand[seat][kind]),),
        points=(f"+{gain}", f"{before + gain} in this turn") if before else (f"+{gain}",),
    )


HAND_ID, BOARD_ID = f"hand-[0-9]-({names.BRICK})-[0-9]", f"(?:cell|brick)-{names.PLACE}"


def why(view: View, path: Sequence[str]) -> str:
    state = view.state
    if any(re.fullmatch(f"hand-(?!{view.seat}-).*", name) for name in path):
        return "Those bricks are not yours."
    if "bag" in path:
        return "You draw from the bag when your turn ends. To swap bricks, press Swap first."
    bricks = [names.kind_of(found[1]) for name in path if (found := re.fullmatch(HAND_ID, name))]
    places = [(int(found[1]), int(found[2])) for name in path if (found := re.fullmatch(BOARD_ID, name))]
    if bricks and places:
        return words.why_not(state, bricks[0] * CELLS + cell_of(*places[0]))
    if bricks:
        return _why_not_brick(state, bricks[0], swapping="swap" in path)
    return _why_not_there(state, places[-1]) if places else ""


def _why_not_brick(state: State, kind: int, *, swapping: bool) -> str:
    if state.hand[state.turn, kind] == 0 and state.chosen[kind] > 0:
        return "You have already put it aside."
    if swapping or state.chosen_size > 0:
        return words.why_not(state, SWAP + kind)
    where = " in the line of this turn" if state.placed_count else ""
    return f"There is no place for the {BRICK_NAMES[kind]}{where} now."


def _why_not_there(state: State, place: Place) -> str:
    cell = cell_of(*place)
    if state.grid[cell] != EMPTY:
        name = BRICK_NAMES[state.grid[cell] - 1]
        return f"There is already a {name} here. Bricks go on free places next to others."
    held = [kind for kind in range(KINDS) if state.hand[state.turn, kind] > 0]
    if all(words.why_not(state, kind * CELLS + cell) for kind in held):
        return f"None of your bricks can go on {place_name(place)} now."
    return "Choose a brick from your hand for this place."
