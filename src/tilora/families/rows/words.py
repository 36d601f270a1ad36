"""The words of RowsAndCols: texts of actions, sentences, and the board in a terminal.

The texts of positions are in `tilora.families.rows.positions`.
"""

import re

import numpy as np
import numpy.typing as npt

from tilora.families.rows import rules
from tilora.families.rows.grid import CELLS, EAST, EMPTY, NORTH, WIDTH, cell_of, x_of, y_of
from tilora.families.rows.names import (
    COLOUR_LETTERS,
    COLOUR_NAMES,
    SHAPE_LETTERS,
    SHAPE_NAMES,
    brick_letters,
    brick_name,
    bricks_words,
    line_fault,
    place_name,
)
from tilora.families.rows.positions import bricks_on_board, heap_text, parse_position, placed_cells, position_text
from tilora.families.rows.rules import END, PASS, SHAPES, SWAP
from tilora.kernel import IllegalAction, State, UnreadableAction

__all__ = ["parse_position", "position_text"]

REASONS = (
    "",
    "the last brick of a hand is placed and the bag is empty",
    "all seats have passed in a row",
    "all seats have swapped ten times in a row",
)

HOW_TO = "Say 'red star 3,-2' to place a brick, 'swap red star' to put one aside, 'end' or 'pass'."


# Actions


def action_text(state: State, action: int) -> str:
    if action < SWAP:
        kind, cell = divmod(action, CELLS)
        return f"{brick_name(kind)} {place_name(state, cell)}"
    if action < END:
        return f"swap {brick_name(action - SWAP)}"
    return "end" if action == END else "pass"


def parse_action(state: State, text: str) -> int:
    if text in ("end", "pass"):
        return END if text == "end" else PASS
    words = text.split()
    if len(words) != 3:
        raise UnreadableAction(f"{text[:60]!r} is not an action. {HOW_TO}")
    if words[0] == "swap":
        return SWAP + _kind(words[1], words[2])
    kind = _kind(words[0], words[1])
    found = re.fullmatch("(-?[0-9]{1,4}),(-?[0-9]{1,4})", words[2])
    if not found:
        raise UnreadableAction(f"{words[2][:20]!r} is not a place. Say x and y with a comma in between, like 3,-2.")
    x, y = int(found[1]), int(found[2])
    if not (0 <= x + 1 - state.west < WIDTH and 0 <= y + 1 - state.south < WIDTH):
        raise IllegalAction(_touches_none(f"{x},{y}"))
    return rules.action_of(kind, cell_of(x, y))


def _kind(colour: str, shape: str) -> int:
    if colour not in COLOUR_NAMES:
        raise UnreadableAction(f"{colour[:20]!r} is not a colour. Colours: {', '.join(COLOUR_NAMES)}.")
    if shape not in SHAPE_NAMES:
        raise UnreadableAction(f"{shape[:20]!r} is not a shape. Shapes: {', '.join(SHAPE_NAMES)}.")
    return COLOUR_NAMES.index(colour) * SHAPES + SHAPE_NAMES.index(shape)


def why_not(state: State, action: int) -> str:
    if state.over:
        return "The match is over."
    if 0 <= action < SWAP:
        return _why_not_place(state, *divmod(action, CELLS))
    if SWAP <= action < END:
        return _why_not_swap(state, action - SWAP)
    if action == END:
        return "Place a brick, or put one aside to swap, before you end the turn."
    if action == PASS:
        return "You may pass only when you can neither place nor swap."
    return f"There is no such action. {HOW_TO}"


def _why_not_place(state: State, kind: int, cell: int) -> str:
    place = place_name(state, cell)
    if state.chosen_size > 0:
        return "You have put bricks aside to swap, so you can't place any in this turn."
    if state.hand[state.turn, kind] == 0:
        return f"You hold no {brick_name(kind)}."
    if state.grid[cell] != EMPTY:
        return f"There is a {brick_name(state.grid[cell] - 1)} on {place} already."
    if not any(state.grid[(cell + step) % CELLS] for step in (EAST, -EAST, NORTH, -NORTH)):
        return _touches_none(place)
    if not rules.in_one_line(state, cell):
        return (
            "All bricks of a turn must be in one line, together with one that was there before: "
            f"{place} is not in one line with the others."
        )
    return line_fault(state, kind, cell)


def _touches_none(place: str) -> str:
    return f"A brick on {place} touches no brick; it must lie edge to edge with one."


def _why_not_swap(state: State, kind: int) -> str:
    if state.placed_count > 0:
        return "You have already placed in this turn, so you can't swap."
    if state.bag_size == 0:
        return "The bag is empty, so nothing can be swapped any more."
    if state.chosen_size >= state.bag_size:
        return f"The bag holds only {bricks_words(state.bag_size)}, so no more can be swapped."
    return f"You hold no {brick_name(kind)}."


def action_words(state: State, action: int) -> str:
    if action < SWAP:
        kind, cell = divmod(action, CELLS)
        return f"Place a {brick_name(kind)} on {place_name(state, cell)}."
    if action < END:
        return f"Put a {brick_name(action - SWAP)} aside to swap."
    if action == PASS:
        return "Pass, because nothing can be placed or swapped."
    if state.placed_count > 0:
        last = state.bag_size == 0 and state.hand_size[state.turn] == 0
        return f"End the turn for {rules.points(state) + (rules.BONUS if last else 0)} points."
    return f"End the turn and swap {bricks_words(state.chosen_size)}."


def step_words(before: State, action: int, after: State) -> str:
    seat = before.turn
    if action < END:
        return action_words(before, action).replace("Place", "Placed", 1)
    if action == PASS:
        return "Passed."
    if before.placed_count == 0:
        return f"Swapped {bricks_words(before.chosen_size)}."
    said = f"Scored {int(after.score[seat]) - int(before.score[seat])} points"
    if after.over:
        return f"{said}, {rules.BONUS} of them for placing the last brick."
    drawn = int(after.hand_size[seat]) - int(before.hand_size[seat])
    return f"{said} and drew {bricks_words(drawn)}." if drawn else f"{said}."


def redact_action(state: State, action: int) -> tuple[str, str] | None:
    """Which bricks are swapped is a secret; that one more is, is not."""
    if SWAP <= action < END:
        return "swap ?", "Put a brick aside to swap."
    return None


# The board in a terminal


def board(state: State) -> str:
    now = "It is over" if state.over else f"Seat {state.turn + 1} to act"
    bag = f"The bag is empty. {now}." if state.bag_size == 0 else f"{bricks_words(state.bag_size)} in the bag. {now}."
    lines = [f"RowsAndCols. {bag}", "", *_grid_lines(state), ""]
    for seat in range(state.seats):
        turn = " <" if seat == state.turn and not state.over else ""
        hand = _hand_letters(state.hand[seat], int(state.hand_size[seat]))
        lines.append(f"seat {seat + 1}: {state.score[seat]:3}  {hand}{turn}")
        if state.chosen_size and seat == state.turn:
            lines.append(f"  to swap: {_hand_letters(state.chosen, int(state.chosen_size))}")
    legend = [
        f"{letter} {name}"
        for letter, name in [
            *zip(COLOUR_LETTERS, COLOUR_NAMES, strict=True),
            *zip(SHAPE_LETTERS, SHAPE_NAMES, strict=True),
        ]
    ]
    lines += ["", "  ".join(legend)]
    return "\n".join([*lines, "* placed in this turn"] if state.placed_count else lines)


def _grid_lines(state: State) -> list[str]:
    """The bricks as seen from above, y up at the left, x below, with one free cell around them."""
    bricks = bricks_on_board(state)
    new = {(x_of(state, cell), y_of(state, cell)) for cell in placed_cells(state)}
    columns = range(min(x for x, _ in bricks) - 1, max(x for x, _ in bricks) + 2)
    rows = range(max(y for _, y in bricks) + 1, min(y for _, y in bricks) - 2, -1)
    wide = 1 + max(3, *(len(str(x)) for x in columns))
    lines = []
    for y in rows:
        cells = []
        for x in columns:
            letters = brick_letters(bricks[x, y]) if (x, y) in bricks else "."
            cells.append((letters + ("*" if (x, y) in new else " ")).rjust(wide))
        lines.append(f"{y:4} {''.join(cells)}".rstrip())
    return [*lines, "     " + "".join(f"{x:{wide - 1}} " for x in columns).rstrip()]


def _hand_letters(counts: npt.NDArray[np.int8], size: int) -> str:
    """With a space between bricks, and ? for each that a view does not show."""
    if size and not counts.any():
        return " ".join(["??"] * size)
    return " ".join(re.findall("..", heap_text(counts, size))) or "-"
