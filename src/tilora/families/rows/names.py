"""What bricks and places of RowsAndCols are called, in texts, in sentences and in scenes.

A brick is written in two letters, the colour's and the shape's:

    B blue    R red     G green   Y yellow   C cyan   P pink
    c circle  s square  r rhomb   f flower   u sun    t star
"""

from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.families.rows.grid import CELLS, EAST, NORTH, run, x_of, y_of
from tilora.families.rows.rules import KINDS, SHAPES, share_one
from tilora.kernel import State
from tilora.kernel.toolkit import is_hidden

COLOUR_NAMES = ("blue", "red", "green", "yellow", "cyan", "pink")
SHAPE_NAMES = ("circle", "square", "rhomb", "flower", "sun", "star")
COLOUR_LETTERS = "BRGYCP"
SHAPE_LETTERS = "csrfut"
BRICK = f"[{COLOUR_LETTERS}][{SHAPE_LETTERS}]"
PLACE = "(-?[0-9]{1,4}),(-?[0-9]{1,4})"
"""Patterns for the letters of a brick, and for a place."""

Counts = npt.NDArray[np.int8]
Place = tuple[int, int]
"""x and y: the first brick lies on 0,0; x grows to the right, y upwards."""


# Bricks


def brick_name(kind: int) -> str:
    return f"{COLOUR_NAMES[kind // SHAPES]} {SHAPE_NAMES[kind % SHAPES]}"


def brick_letters(kind: int) -> str:
    return COLOUR_LETTERS[kind // SHAPES] + SHAPE_LETTERS[kind % SHAPES]


def kind_of(letters: str) -> int:
    """Return the kind of a brick from its letters, in any case."""
    return COLOUR_LETTERS.index(letters[0].upper()) * SHAPES + SHAPE_LETTERS.index(letters[1].lower())


def hand_of(state: State, seat: int) -> tuple[Counts, int]:
    """Return the bricks of a hand by kind, with those put aside, and how many there are."""
    if seat != state.turn:
        return state.hand[seat], int(state.hand_size[seat])
    return state.hand[seat] + state.chosen, int(state.hand_size[seat] + state.chosen_size)


# Places


def place_of(state: State, cell: int) -> Place:
    return x_of(state, cell), y_of(state, cell)


def place_name(place: Place) -> str:
    return f"{place[0]},{place[1]}"


def placed_in_turn(state: State) -> list[Place]:
    """Return the places of the bricks placed in this turn."""
    return [place_of(state, int(cell)) for cell in state.placed[: state.placed_count]]


def bricks_on_board(state: State) -> dict[Place, int]:
    """Return the kind of each brick by its place, from the top row down and from left to right."""
    cells: Any = np.flatnonzero(state.grid)
    columns: Any = x_of(state, cells)
    rows: Any = y_of(state, cells)
    bricks = zip(columns.tolist(), rows.tolist(), (state.grid[cells] - 1).tolist(), strict=True)
    return {(x, y): kind for x, y, kind in sorted(bricks, key=lambda brick: (-brick[1], brick[0]))}


def line_fault(state: State, kind: int, cell: int) -> str:
    """Return what is wrong with a line that a brick on that free cell would be in; nothing if it fits."""
    for axis in (EAST, NORTH):
        sides = [(step, i) for step in (-axis, axis) for i in range(run(state.grid, cell, step))]
        line = [kind, *(int(state.grid[(cell + step * (i + 1)) % CELLS]) - 1 for step, i in sides)]
        for brick, other in combinations(line, 2):
            if brick == other:
                return f"A line can't hold two {brick_name(brick)}s."
            if not share_one(brick, other):
                return (
                    "A line is all of one colour or all of one shape: "
                    f"a {brick_name(brick)} and a {brick_name(other)} can't both be in it."
                )
    return ""


# Ids in scenes. Bricks of a kind are alike and states only count them, so an id says where a brick lies: `brick-3,-2`
# on the board, `hand-0-Rt-1` for the first red star in the hand of seat 0, `hand-1-back-4` where one sees its back.


def brick_id(place: Place) -> str:
    return f"brick-{place_name(place)}"


def cell_id(place: Place) -> str:
    return f"cell-{place_name(place)}"


def hand_id(seat: int, kind: int, number: int) -> str:
    """Return the id of a brick in a hand. Those put aside have the highest numbers of their kind."""
    return f"hand-{seat}-{brick_letters(kind)}-{number}"


def back_id(seat: int, number: int) -> str:
    return f"hand-{seat}-back-{number}"


def ids_on_top(state: State, seat: int, counts: Counts, size: int) -> list[str]:
    """Return the ids of bricks that a hand has on top of those in the state; of backs, if they are hidden."""
    kept, kept_size = state.hand[seat], int(state.hand_size[seat])
    if is_hidden(counts, size):
        return [back_id(seat, kept_size + i) for i in range(1, size + 1)]
    return [hand_id(seat, kind, int(kept[kind]) + i) for kind in range(KINDS) for i in range(1, int(counts[kind]) + 1)]
