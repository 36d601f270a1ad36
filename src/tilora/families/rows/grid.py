"""The board of RowsAndCols: its cells, and the list of the free ones next to bricks. Knows nothing of the rules.

Functions that take a state read its fields `west` and `south`.
"""

import numpy as np
import numpy.typing as npt

from tilora.kernel import State, rule

# Cells

# The board has no bounds, but 108 bricks that hang together span fewer than 128 cells each way. So cell x, y is
# number x + 128 * y, and the numbers go round: no two cells that bricks can be on or next to share one. The
# cells of a line are a step apart.
WIDTH = 128
CELLS = WIDTH * WIDTH
EAST, WEST, NORTH, SOUTH = 1, -1, WIDTH, -WIDTH
EMPTY = 0
"""In the grid; a brick is 1 + kind."""


@rule
def cell_of(x: int, y: int) -> int:
    return (x + y * WIDTH) % CELLS


@rule
def x_of(state: State, cell: int) -> int:
    """The x of a cell, of which there is only one from `west` - 1 on to the edge in the east."""
    least = int(state.west) - 1
    return least + (cell - least) % WIDTH


@rule
def y_of(state: State, cell: int) -> int:
    least = int(state.south) - 1
    return least + ((cell - x_of(state, cell)) // WIDTH - least) % WIDTH


@rule
def end_of_line(grid: npt.NDArray[np.int8], cell: int, step: int) -> int:
    """The first free cell from a brick on, in the direction of the step."""
    while grid[cell] != EMPTY:
        cell = (cell + step) % CELLS
    return cell


@rule
def run(grid: npt.NDArray[np.int8], cell: int, step: int) -> int:
    """How many bricks lie in an unbroken run beside the cell, in the direction of the step."""
    bricks = 0
    at = (cell + step) % CELLS
    while grid[at] != EMPTY:
        bricks += 1
        at = (at + step) % CELLS
    return bricks


@rule
def run_among(grid: npt.NDArray[np.int8], cell: int, step: int, cells: npt.NDArray[np.int16], count: int) -> int:
    """How many of those lie on the first `count` of `cells`."""
    bricks = 0
    at = (cell + step) % CELLS
    while grid[at] != EMPTY:
        for i in range(count):
            if cells[i] == at:
                bricks += 1
        at = (at + step) % CELLS
    return bricks


# The edge: the free cells next to bricks in rising order, and beside them which kinds fit there. A brick changes
# this for at most five cells, while looking at every cell anew would make a random game many times slower.


@rule
def edge_index(edge: npt.NDArray[np.int16], size: int, cell: int) -> int:
    """Where the cell is in the edge, or belongs."""
    low, high = 0, size
    while low < high:
        middle = (low + high) // 2
        if edge[middle] < cell:
            low = middle + 1
        else:
            high = middle
    return low


@rule
def join_edge(edge: npt.NDArray[np.int16], edge_fits: npt.NDArray[np.int64], size: int, cell: int, fits: int) -> int:
    """The free cell is in the edge and takes the kinds that fit; the size of the edge is returned."""
    index = edge_index(edge, size, cell)
    if index == size or edge[index] != cell:
        for i in range(size, index, -1):
            edge[i] = edge[i - 1]
            edge_fits[i] = edge_fits[i - 1]
        edge[index] = cell
        size += 1
    edge_fits[index] = fits
    return size


@rule
def leave_edge(edge: npt.NDArray[np.int16], edge_fits: npt.NDArray[np.int64], size: int, cell: int) -> int:
    """The cell is not in the edge; the size of the edge is returned."""
    index = edge_index(edge, size, cell)
    if index == size or edge[index] != cell:
        return size
    for i in range(index, size - 1):
        edge[i] = edge[i + 1]
        edge_fits[i] = edge_fits[i + 1]
    edge[size - 1] = 0
    edge_fits[size - 1] = 0
    return size - 1
