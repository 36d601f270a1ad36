"""A board without bounds: pieces are laid next to each other, and the board grows with them.

A state keeps such a board in an array of `CELLS` numbers, 0 where a cell is free, and beside it the lowest x and y of
all pieces, `west` and `south`. Places are x and y: the first piece lies on 0,0, x grows to the right and y upwards.

    grid, west, south = state.grid, state.west, state.south
    grid[cell_of(3, -2)] = 1 + kind
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.kernel.contract.marks import rule

Grid = npt.NDArray[np.int8]
Place = tuple[int, int]

# Cells

# Fewer than 127 pieces that are connected span fewer than 128 cells each way. So cell x, y has the number x + 128 * y,
# and the numbers wrap around: no two cells that can hold or touch a piece share one. The cells of a line are a step
# apart.
WIDTH = 128
CELLS = WIDTH * WIDTH
EAST, WEST, NORTH, SOUTH = DIRECTIONS = 1, -1, WIDTH, -WIDTH
AXES = (EAST, NORTH)
EMPTY = 0


@rule
def cell_of(x: int, y: int) -> int:
    """Return the number of a cell."""
    return (x + y * WIDTH) % CELLS


@rule
def corner_with(cell: int, west: int, south: int) -> tuple[int, int]:
    """Return the lowest x and the lowest y of all pieces, once one more lies on a cell next to them."""
    row, column = divmod((cell - cell_of(west - 1, south - 1)) % CELLS, WIDTH)
    return west - 1 if column == 0 else west, south - 1 if row == 0 else south


def place_of(cell: int, west: int, south: int) -> Place:
    """Return x and y of a cell that is not more than one step west of `west` or south of `south`."""
    row, column = divmod((cell - cell_of(west - 1, south - 1)) % CELLS, WIDTH)
    return west - 1 + column, south - 1 + row


def places_of(cells: Iterable[int], west: int, south: int) -> list[Place]:
    """Return x and y of such cells."""
    return [place_of(cell, west, south) for cell in cells]


def rows_of(grid: Any, west: int, south: int) -> tuple[bytes, ...]:
    """Return the rows that hold pieces, from south to north: each from the column `west` to its last piece."""
    cells = bytes(grid)
    cells += cells[:WIDTH]  # a row may go on at the beginning
    rows, at = [], cell_of(west, south)
    while row := cells[at : at + WIDTH].rstrip(b"\0"):
        rows.append(row)
        at = (at + NORTH) % CELLS
    return tuple(rows)


# Runs of pieces


@rule
def run(grid: Grid, cell: int, step: int) -> int:
    """Return how many pieces lie next to the cell without a gap, in the direction of the step."""
    pieces = 0
    at = (cell + step) % CELLS
    while grid[at] != EMPTY:
        pieces += 1
        at = (at + step) % CELLS
    return pieces


@rule
def run_among(grid: Grid, cell: int, step: int, cells: npt.NDArray[np.int16], count: int) -> int:
    """Return how many pieces of that run lie on the first `count` of `cells`."""
    pieces = 0
    at = (cell + step) % CELLS
    while grid[at] != EMPTY:
        for i in range(count):
            if cells[i] == at:
                pieces += 1
        at = (at + step) % CELLS
    return pieces


@rule
def line_length(grid: Grid, cell: int, axis: int) -> int:
    """Return how long the line through the cell is, with a piece on the cell."""
    return run(grid, cell, -axis) + 1 + run(grid, cell, axis)


@rule
def end_of_line(grid: Grid, cell: int, step: int) -> int:
    """Return the first free cell from the cell on, in the direction of the step."""
    while grid[cell] != EMPTY:
        cell = (cell + step) % CELLS
    return cell


def cells_beside(grid: Grid, cell: int, axis: int) -> list[int]:
    """Return the cells of the pieces that are in one line with the cell, from it on to either side."""
    return [(cell + step * i) % CELLS for step in (-axis, axis) for i in range(1, run(grid, cell, step) + 1)]


# Places

PLACE = "(-?[0-9]{1,4}),(-?[0-9]{1,4})"
"""A pattern for a place, such as 3,-2."""
_place, _places = re.compile(PLACE), re.compile(f"{PLACE}( {PLACE})*")


def place_name(place: Place) -> str:
    """Return what a place is called: 3,-2."""
    return f"{place[0]},{place[1]}"


def read_places(text: str) -> list[Place] | None:
    """Return the places of a text like "3,-2 4,-2"; None if it is no such text."""
    if not _places.fullmatch(text):
        return None
    return [(int(x), int(y)) for x, y in _place.findall(text)]


def connect(reached: list[Place], places: Iterable[Place]) -> set[Place]:
    """Add the places that can be reached from edge to edge, nearer ones first; return those that can't."""
    left = set(places) - set(reached)
    for x, y in reached:
        for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if place in left:
                left.remove(place)
                reached.append(place)
    return left


def lines_of(places: Iterable[Place], dx: int, dy: int) -> Iterator[list[Place]]:
    """Yield the lines of places in one direction, each from its first place to its last."""
    left = set(places)
    for x, y in sorted(left):
        if (x - dx, y - dy) not in left:
            line = [(x, y)]
            while (line[-1][0] + dx, line[-1][1] + dy) in left:
                line.append((line[-1][0] + dx, line[-1][1] + dy))
            yield line


def window(lowest: int, highest: int, least: int) -> range:
    """Return what to show of a board in one direction: all pieces and a cell beside them.

    A small board is shown with at least so many cells, around the first piece if possible. So what is shown moves only
    when it must.
    """
    first, last = lowest - 1, highest + 1
    if last - first + 1 < least:
        first = min(first, max(last - least + 1, -(least // 2)))
        last = first + least - 1
    return range(first, last + 1)


def grid_lines(signs: Mapping[Place, str], least: int = 3) -> list[str]:
    """Return a board for a terminal, seen from above: y at the left, x below, and one free cell around all pieces.

    Each cell is at least so many letters wide.
    """
    columns = range(min(x for x, _ in signs) - 1, max(x for x, _ in signs) + 2)
    rows = range(max(y for _, y in signs) + 1, min(y for _, y in signs) - 2, -1)
    wide = 1 + max(least, *(len(str(x)) for x in columns))
    lines = [f"{y:4} {''.join(signs.get((x, y), '. ').rjust(wide) for x in columns)}".rstrip() for y in rows]
    return [*lines, "     " + "".join(f"{x:{wide - 1}} " for x in columns).rstrip()]
