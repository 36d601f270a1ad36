"""Boards of squares: what squares are called, which lie next to each other, and sets of them as numbers.

Squares are numbered along the ranks, from a1: with seven files, b1 is 1 and a2 is 7. North is towards the last rank and
east towards the last file, as whoever sits behind rank 1 sees them.

A set of squares is a number with bit `square` set for each of them: one operation then serves all pieces at once. State
fields hold 64 bits with a sign, so a board that uses sets has at most 63 squares.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tilora.kernel.contract.marks import rule

NORTH, WEST, EAST, SOUTH = 0, 1, 2, 3
HEADINGS = 4
STEPS = ((1, 0), (0, -1), (0, 1), (-1, 0))
"""By heading: by how much a step changes the rank and the file."""


def file_letter(file: int) -> str:
    """Return what a file is called, from 0: a to z, then aa."""
    return ("" if file < 26 else chr(ord("a") + file // 26 - 1)) + chr(ord("a") + file % 26)


def square_names(files: int, ranks: int) -> tuple[str, ...]:
    """Return what the squares are called: a1, b1, …"""
    return tuple(f"{file_letter(file)}{rank + 1}" for rank in range(ranks) for file in range(files))


def next_squares(files: int, ranks: int) -> npt.NDArray[np.int64]:
    """Return a table by heading and square: the next square.

    A step off the board leads to the number after the last square, and so does every step from there.
    """
    off = files * ranks
    table = np.full((HEADINGS, off + 1), off)
    for heading, (north, east) in enumerate(STEPS):
        for square in range(off):
            rank, file = square // files + north, square % files + east
            if 0 <= rank < ranks and 0 <= file < files:
                table[heading, square] = rank * files + file
    return table


class SquareSets(NamedTuple):
    """The sets that a board begins with. Rules may hold it as a constant."""

    files: int
    all: int
    first_file: int
    last_file: int


def square_sets(files: int, ranks: int) -> SquareSets:
    first_file = sum(1 << rank * files for rank in range(ranks))
    return SquareSets(files, (1 << files * ranks) - 1, first_file, first_file << (files - 1))


def rank_set(files: int, rank: int) -> int:
    """Return the set of all squares of a rank, counted from 0."""
    return ((1 << files) - 1) << rank * files


@rule
def has(squares: int, square: int) -> bool:
    """Return whether the square is in the set."""
    return squares >> square & 1 == 1


def squares_in(squares: int) -> list[int]:
    """Return the squares of the set, the lowest first."""
    return [square for square in range(squares.bit_length()) if has(squares, square)]


@rule
def facing(board: SquareSets, squares: int, heading: int) -> int:
    """Return the set of all squares whose next one in that heading is in `squares`."""
    if heading == NORTH:
        return squares >> board.files
    if heading == SOUTH:
        return squares << board.files & board.all
    if heading == EAST:
        return squares >> 1 & ~board.last_file
    return squares << 1 & ~board.first_file & board.all


def squares_text(cells: Sequence[str], files: int) -> list[str]:
    """Return the lines of a board for a terminal, the last rank on top, from cells that are all equally wide."""
    ranks = [f"{n // files + 1}  {' '.join(cells[n : n + files])}".rstrip() for n in range(0, len(cells), files)]
    letters = " ".join(file_letter(file).center(len(cells[0])) for file in range(files))
    return [*reversed(ranks), f"   {letters}".rstrip()]
