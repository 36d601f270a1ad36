"""The grid that bricks of RowsAndCols lie on: its cells, the runs of bricks in it, and its edge.

This is bookkeeping and knows nothing of the rules. The state's fields `grid`, `west`, `south`, `edge_size`, `edge` and
`edge_fits` are changed here and nowhere else.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.kernel import State, rule

Grid = npt.NDArray[np.int8]

# Cells

# The board has no bounds, but 108 connected bricks span fewer than 128 cells each way. So cell x, y has the number
# x + 128 * y, and the numbers wrap around: no two cells that can hold or touch a brick share one. The cells of a line
# are a step apart.
WIDTH = 128
CELLS = WIDTH * WIDTH
EAST, WEST, NORTH, SOUTH = DIRECTIONS = 1, -1, WIDTH, -WIDTH
AXES = (EAST, NORTH)
EMPTY = 0
"""In the grid; a brick is 1 + kind."""


@rule
def cell_of(x: int, y: int) -> int:
    return (x + y * WIDTH) % CELLS


def places_of(cells: Iterable[int], west: int, south: int) -> list[tuple[int, int]]:
    """Return x and y of cells, none of which is more than one step west of `west` or south of `south`."""
    corner = cell_of(west - 1, south - 1)
    offsets = [divmod((cell - corner) % CELLS, WIDTH) for cell in cells]
    return [(west - 1 + column, south - 1 + row) for row, column in offsets]


def rows_of(state: State) -> tuple[bytes, ...]:
    """Return the rows that hold bricks, from south to north: each from the column `west` to its last brick."""
    grid = bytes(state.grid)
    grid += grid[:WIDTH]  # a row may go on at the beginning
    rows, at = [], cell_of(int(state.west), int(state.south))
    while row := grid[at : at + WIDTH].rstrip(b"\0"):
        rows.append(row)
        at = (at + NORTH) % CELLS
    return tuple(rows)


# Runs of bricks


@rule
def run(grid: Grid, cell: int, step: int) -> int:
    """Return how many bricks lie next to the cell without a gap, in the direction of the step."""
    bricks = 0
    at = (cell + step) % CELLS
    while grid[at] != EMPTY:
        bricks += 1
        at = (at + step) % CELLS
    return bricks


@rule
def run_among(grid: Grid, cell: int, step: int, cells: npt.NDArray[np.int16], count: int) -> int:
    """Return how many bricks of that run lie on the first `count` of `cells`."""
    bricks = 0
    at = (cell + step) % CELLS
    while grid[at] != EMPTY:
        for i in range(count):
            if cells[i] == at:
                bricks += 1
        at = (at + step) % CELLS
    return bricks


@rule
def line_length(grid: Grid, cell: int, axis: int) -> int:
    """Return how long the line through the cell is, with a brick on the cell."""
    return run(grid, cell, -axis) + 1 + run(grid, cell, axis)


@rule
def end_of_line(grid: Grid, cell: int, step: int) -> int:
    """Return the first free cell from the cell on, in the direction of the step."""
    while grid[cell] != EMPTY:
        cell = (cell + step) % CELLS
    return cell


# Lists of cells in rising order, so that equal positions are equal bytes


@rule
def index_in(cells: npt.NDArray[np.int16], count: int, cell: int) -> int:
    """Return where the cell is among the first `count` of the cells, or where it would be."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if cells[middle] < cell:
            low = middle + 1
        else:
            high = middle
    return low


@rule
def insert_at(values: npt.NDArray[Any], count: int, index: int, value: int) -> None:
    for i in range(count, index, -1):
        values[i] = values[i - 1]
    values[index] = value


@rule
def remove_at(values: npt.NDArray[Any], count: int, index: int) -> None:
    for i in range(index, count - 1):
        values[i] = values[i + 1]
    values[count - 1] = 0


# The edge: the free cells next to bricks, and for each the kinds that fit there, one bit each. A new brick changes at
# most five of them; looking at every cell again would make a random game many times slower.


@rule
def fill_cell(state: State, cell: int, kind: int) -> None:
    """The cell holds a brick, and is not in the edge."""
    state.grid[cell] = 1 + kind
    row, column = divmod((cell - cell_of(int(state.west) - 1, int(state.south) - 1)) % CELLS, WIDTH)
    if column == 0:
        state.west -= 1
    if row == 0:
        state.south -= 1
    edge, size = state.edge, int(state.edge_size)
    index = index_in(edge, size, cell)
    if index < size and edge[index] == cell:
        remove_at(edge, size, index)
        remove_at(state.edge_fits, size, index)
        state.edge_size = size - 1


@rule
def set_fits(state: State, cell: int, fits: int) -> None:
    """The free cell is in the edge, and these kinds fit there."""
    edge, edge_fits, size = state.edge, state.edge_fits, int(state.edge_size)
    index = index_in(edge, size, cell)
    if index == size or edge[index] != cell:
        insert_at(edge, size, index, cell)
        insert_at(edge_fits, size, index, fits)
        state.edge_size = size + 1
    edge_fits[index] = fits


@rule
def fits_at(state: State, cell: int) -> int:
    """Return the kinds that fit on a cell of the edge."""
    return int(state.edge_fits[index_in(state.edge, int(state.edge_size), cell)])
