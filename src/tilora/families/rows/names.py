"""What bricks and places of RowsAndCols are called, in texts and in sentences.

A brick is written in two letters, the colour's and the shape's:

    B blue    R red     G green   Y yellow   C cyan   P pink
    c circle  s square  r rhomb   f flower   u sun    t star
"""

from itertools import combinations, product

import numpy as np
import numpy.typing as npt

from tilora.families.rows.grid import AXES, CELLS, places_of, rows_of, run, run_among
from tilora.families.rows.rules import share_one
from tilora.kernel import State

COLOUR_NAMES = ("blue", "red", "green", "yellow", "cyan", "pink")
SHAPE_NAMES = ("circle", "square", "rhomb", "flower", "sun", "star")
COLOUR_LETTERS = "BRGYCP"
SHAPE_LETTERS = "csrfut"
BRICK_NAMES = tuple(map(" ".join, product(COLOUR_NAMES, SHAPE_NAMES)))
BRICK_LETTERS = tuple(map("".join, product(COLOUR_LETTERS, SHAPE_LETTERS)))
"""By kind."""

BRICK = f"[{COLOUR_LETTERS}][{SHAPE_LETTERS}]"
PLACE = "(-?[0-9]{1,4}),(-?[0-9]{1,4})"
"""Patterns for the letters of a brick, and for a place."""

Counts = npt.NDArray[np.int8]
Place = tuple[int, int]
"""x and y: the first brick lies on 0,0; x grows to the right, y upwards."""


def kind_of(letters: str) -> int:
    """Return the kind of a brick from its letters, in any case."""
    return BRICK_LETTERS.index(letters.capitalize())


def place_of(state: State, cell: int) -> Place:
    return places_of([cell], int(state.west), int(state.south))[0]


def place_name(place: Place) -> str:
    return f"{place[0]},{place[1]}"


def placed_in_turn(state: State) -> list[Place]:
    """Return the places of the bricks placed in this turn."""
    return places_of(map(int, state.placed[: state.placed_count]), int(state.west), int(state.south))


def bricks_on_board(state: State) -> dict[Place, int]:
    """Return the kind of each brick by its place, from the top row down and from left to right."""
    west, rows = int(state.west), [*enumerate(rows_of(state), int(state.south))]
    return {(x, y): brick - 1 for y, row in reversed(rows) for x, brick in enumerate(row, west) if brick}


def joins_placed(state: State, cell: int) -> bool:
    """Return whether a brick there would be in one line with all bricks of this turn."""
    placed, count = state.placed, int(state.placed_count)
    return any(
        sum(run_among(state.grid, cell, step, placed, count) for step in (-axis, axis)) == count for axis in AXES
    )


def line_fault(state: State, kind: int, cell: int) -> str:
    """Return what is wrong with a line that a brick on that free cell would be in; nothing if it fits."""
    for axis in AXES:
        sides = [(step, i) for step in (-axis, axis) for i in range(run(state.grid, cell, step))]
        line = [kind, *(int(state.grid[(cell + step * (i + 1)) % CELLS]) - 1 for step, i in sides)]
        for brick, other in combinations(line, 2):
            if brick == other:
                return f"A line can't hold two {BRICK_NAMES[brick]}s."
            if not share_one(brick, other):
                return (
                    "A line is all of one colour or all of one shape: "
                    f"a {BRICK_NAMES[brick]} and a {BRICK_NAMES[other]} can't both be in it."
                )
    return ""
