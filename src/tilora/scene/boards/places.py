"""The usual cells: squares, hexagons, a track, piles."""

from collections.abc import Mapping
from functools import cache
from math import sqrt

from tilora.kernel.toolkit.squares import file_letter
from tilora.scene.boards.description import Cell, Grid, Thing

ROW = sqrt(3) / 2
"""From one row of hexagons to the next."""


@cache
def squares(rows: int, columns: int, *, up: bool = False, two_shades: bool = False) -> tuple[Cell, ...]:
    """Return the cells of a board of squares: a1, b1, … in the top row, or with `up` in the bottom row."""
    return tuple(
        Cell(
            f"{file_letter(column)}{rows - row if up else row + 1}",
            column,
            row,
            dark=two_shades and (row + column) % 2 == 1,
        )
        for row in range(rows)
        for column in range(columns)
    )


@cache
def hexes(rows: int, columns: int, *, lean: bool = True) -> tuple[Cell, ...]:
    """Return the cells of a board of hexagons: a1, b1, … in the top row.

    Each row begins half a cell to the right of the one above; without `lean`, every second one does.
    """
    return tuple(
        Cell(f"{file_letter(column)}{row + 1}", column + (row if lean else row % 2) / 2, row * ROW)
        for row in range(rows)
        for column in range(columns)
    )


@cache
def track(last: int, *, start: int = 1, across: int = 10) -> tuple[Cell, ...]:
    """Return the cells of a track, called by their numbers, from the start to the last one.

    It winds upwards from the bottom left, with `across` cells to a row.
    """
    rows = -(-(last + 1 - start) // across)
    found = []
    for number in range(start, last + 1):
        row, along = divmod(number - start, across)
        x = along if row % 2 == 0 else across - 1 - along
        found.append(Cell(str(number), x, rows - 1 - row, f"square {number}", text=str(number)))
    return tuple(found)


def piles(things: Mapping[str, tuple[Thing, ...]], *, across: int = 6, label: str = "Piles") -> Grid:
    """Return bowls with these things in them, by the id of each bowl."""
    cells = tuple(
        Cell(name, index % across, index // across, f"pile {name}, {len(heap)} in it")
        for index, (name, heap) in enumerate(things.items())
    )
    return Grid(cells, things, shape="bowl", label=label, names=False, id="piles")
