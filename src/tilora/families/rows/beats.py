"""What happened in a turn of RowsAndCols, one thing after the other: above all, what each line scored."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy.typing as npt

from tilora.families.rows import words
from tilora.families.rows.grid import CELLS, EAST, NORTH, end_of_line, run, run_among
from tilora.families.rows.names import COLOUR_NAMES, SHAPE_NAMES, bricks_words
from tilora.families.rows.places import BAG_PLACE, back_id, brick_id, hand_id, hand_is_shown
from tilora.families.rows.positions import placed_cells
from tilora.families.rows.rules import BONUS, END, KINDS, LONGEST_LINE, PASS, SHAPES, SWAP
from tilora.kernel import State
from tilora.scene.vocabulary import Beat, Move

LINES, SIXES, LAST = "lines", "lines of six", "last brick"
"""Where points come from."""


def beats(before: State, action: int, after: State, seat: int) -> list[Beat]:
    actor = int(before.turn)
    said = words.step_words(before, action, after)
    if action < SWAP:
        kind, cell = divmod(action, CELLS)
        left = int(before.hand[actor, kind]) if hand_is_shown(before, actor) else int(before.hand_size[actor])
        gone = hand_id(actor, kind, left) if hand_is_shown(before, actor) else back_id(actor, left)
        lies = brick_id(after, cell)
        return [Beat(words=said, ids=(lies,), moves=(Move(id=gone, becomes=lies),))]
    if action < END:
        return [Beat(words=said, ids=(hand_id(actor, action - SWAP, int(before.hand[actor, action - SWAP])),))]
    happened = [Beat(words=said)] if action == PASS else []
    if action == END:
        happened = _scored(before, after) if before.placed_count > 0 else _swapped(before, said)
        happened += _drawn(before, after)
    if after.over:
        happened.append(Beat(words=f"The match is over: {words.REASONS[after.reason]}."))
    return happened


def _scored(before: State, after: State) -> list[Beat]:
    """Each line with its points, and what comes on top of it."""
    actor = int(before.turn)
    told = []
    for axis, cells in lines_of_turn(before):
        ids = tuple(brick_id(before, cell) for cell in cells)
        name = f"{'row' if axis == EAST else 'column'} of {_line_words(before, cells)}"
        points = len(cells)
        told.append(Beat(words=f"A {name}: {points} points.", ids=ids, seat=actor, points=points, source=LINES))
        if points == LONGEST_LINE:
            said = f"The {name} is complete: {BONUS} points more."
            told.append(Beat(words=said, ids=ids, seat=actor, points=BONUS, source=SIXES))
    if after.over:
        said = f"The last brick of the hand, and the bag is empty: {BONUS} points more."
        told.append(Beat(words=said, ids=("bag",), seat=actor, points=BONUS, source=LAST))
    return told


def lines_of_turn(state: State) -> Iterator[tuple[int, list[int]]]:
    """The axis and the cells of every line that scores when the turn ends."""
    cells = placed_cells(state)
    for cell in cells:
        for axis in (EAST, NORTH):
            if run_among(state.grid, cell, -axis, state.placed, len(cells)):
                continue  # told with the first brick of the turn that is in it
            first = (end_of_line(state.grid, cell, -axis) + axis) % CELLS
            length = 1 + run(state.grid, first, axis)
            if length > 1:
                yield axis, [(first + axis * i) % CELLS for i in range(length)]


def _line_words(state: State, cells: Sequence[int]) -> str:
    kinds = [int(state.grid[cell]) - 1 for cell in cells]
    if kinds[0] // SHAPES == kinds[1] // SHAPES:
        return f"{len(kinds)} {COLOUR_NAMES[kinds[0] // SHAPES]} bricks"
    return f"{len(kinds)} {SHAPE_NAMES[kinds[0] % SHAPES]}s"


def _swapped(before: State, said: str) -> list[Beat]:
    """The bricks put aside go to the bag; they lose their names, because those drawn may be alike."""
    actor = int(before.turn)
    kept = int(before.hand_size[actor])
    if hand_is_shown(before, actor):
        gone = [hand_id(actor, kind, number) for kind, number in _numbers(before.hand[actor], before.chosen)]
    else:
        gone = [back_id(actor, kept + number + 1) for number in range(before.chosen_size)]
    moves = [
        Move(id=name, becomes=f"swapped-{i}", area="board", x=BAG_PLACE[0], y=BAG_PLACE[1])
        for i, name in enumerate(gone, 1)
    ]
    return [Beat(words=said, ids=("bag",), moves=tuple(moves))]


def _drawn(before: State, after: State) -> list[Beat]:
    """The new bricks of the hand come from the bag."""
    actor = int(before.turn)
    kept, held = int(before.hand_size[actor]), int(after.hand_size[actor])
    if held == kept:
        return []
    if hand_is_shown(after, actor):
        new = _numbers(before.hand[actor], after.hand[actor] - before.hand[actor])
        ids = [hand_id(actor, kind, number) for kind, number in new]
    else:
        ids = [back_id(actor, number) for number in range(kept + 1, held + 1)]
    return [Beat(words=f"Drew {bricks_words(held - kept)}.", ids=("bag", *ids))]


def _numbers(held: npt.NDArray[Any], more: npt.NDArray[Any]) -> Iterator[tuple[int, int]]:
    """Kind and number of bricks that a hand has on top of others."""
    for kind in range(KINDS):
        for number in range(int(held[kind]) + 1, int(held[kind]) + int(more[kind]) + 1):
            yield kind, number
