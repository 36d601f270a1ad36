"""What bricks and places of RowsAndCols are called.

A brick is written in two letters, the colour's and the shape's:

    B blue    R red     G green   Y yellow   C cyan   P pink
    c circle  s square  r rhomb   f flower   u sun    t star
"""

from tilora.families.rows.grid import CELLS, EAST, EMPTY, NORTH, x_of, y_of
from tilora.families.rows.rules import SHAPES, fitting_along, share_one
from tilora.kernel import State

COLOUR_NAMES = ("blue", "red", "green", "yellow", "cyan", "pink")
SHAPE_NAMES = ("circle", "square", "rhomb", "flower", "sun", "star")
COLOUR_LETTERS = "BRGYCP"
SHAPE_LETTERS = "csrfut"


def brick_name(kind: int) -> str:
    return f"{COLOUR_NAMES[kind // SHAPES]} {SHAPE_NAMES[kind % SHAPES]}"


def brick_letters(kind: int) -> str:
    return COLOUR_LETTERS[kind // SHAPES] + SHAPE_LETTERS[kind % SHAPES]


def bricks_words(bricks: int) -> str:
    return f"{bricks} {'brick' if bricks == 1 else 'bricks'}"


def place_name(state: State, cell: int) -> str:
    """The place as x,y: the first brick lies on 0,0; x grows to the right, y upwards."""
    return f"{x_of(state, cell)},{y_of(state, cell)}"


def line_fault(state: State, kind: int, cell: int) -> str:
    """What is wrong with a line that a brick on that free cell would be in; nothing if it fits."""
    for axis in (EAST, NORTH):
        if fitting_along(state.grid, cell, axis) >> kind & 1:
            continue
        line = [kind]
        for step in (-axis, axis):
            at = (cell + step) % CELLS
            while state.grid[at] != EMPTY:
                line.append(int(state.grid[at]) - 1)
                at = (at + step) % CELLS
        for i, one in enumerate(line):
            for other in line[:i]:
                if one == other:
                    return f"A line can't hold two {brick_name(one)}s."
                if not share_one(one, other):
                    return (
                        "A line is all of one colour or all of one shape: "
                        f"a {brick_name(other)} and a {brick_name(one)} can't both be in it."
                    )
    return ""
