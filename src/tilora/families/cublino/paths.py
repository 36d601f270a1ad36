"""The board, and a move as one number: the path of a die, from square to square.

A path is written in bits:

    rank  file | file0  file1  file2  file3 | tip    jumps
     3     3      3      3      3      3      2      2

`rank` and `file` are where it begins. `tip` is 0, or 1 + the direction of the tip it begins with. `jumps` counts
the jumps forwards, each of which leads to another rank. `file0` is the file in which the die leaves the rank on
which it stands after its tip, or begins without one; `file1` the file in which it leaves the rank it then jumps to,
and so on; on the last rank it is the file where the path ends. Files of ranks it does not reach are 0.

This is the whole path, because along a rank a die can only go on in the direction in which it came: the other way it
would land where it has been. A die that has not moved yet has a path too, which is no move; all others grow from it.
"""

from functools import cache

import numpy as np

from tilora.kernel import rule
from tilora.kernel.toolkit.squares import EAST, NORTH, SOUTH, WEST, next_squares

WHITE, BLACK = 0, 1
SIZE = 7
SQUARES = SIZE * SIZE
"""Square = rank * SIZE + file, both from 0: a1, b1, …, g7."""
OFF = SQUARES
"""Where a step off the board leads."""
NEXT = next_squares(SIZE, SIZE)
"""By heading and square."""

FORWARD, LEFT, RIGHT = 0, 1, 2
"""Directions of a step. Forwards is the owner's; left and right are White's for both."""
DIRECTIONS = 3
HEADING = np.array([[NORTH, WEST, EAST], [SOUTH, WEST, EAST]])
"""By seat and direction."""
FILES_GONE = (0, -1, 1)
"""By direction."""

JUMPS, TIP, FILE = 0b11, 0b11, 0b111
FILE_BITS = 3
TIP_AT = 2
FILE0_AT = 4 + 3 * FILE_BITS
START_FILE_AT = FILE0_AT + FILE_BITS
START_RANK_AT = START_FILE_AT + FILE_BITS

# How many paths can there be? A jump changes the file or the rank by two. So from where a die stands after its
# tip it can only leave ranks in 4 files (a, c, e, g) or in 3 (b, d, f), and can only stop on 4 ranks or on 3.
# A path is a choice of file for each rank: on 4 files and 4 ranks there are 4 + 4² + 4³ + 4⁴ = 340 at most, on
# 3 files and 4 ranks 3 + 3² + 3³ + 3⁴ = 120, on 3 files and 3 ranks 3 + 3² + 3³ = 39. A tip sideways changes
# between 3 and 4 files, a tip forwards between 3 and 4 ranks. The die with the most paths begins in one of 3 files
# and on one of 4 ranks: 120 without a tip, 340 with a tip to the left, 340 to the right, 39 with one forwards.
MOST_PATHS = 120 + 340 + 340 + 39
"""No die has more paths than this."""


@rule
def path_from(square: int) -> int:
    """Return the path of a die that has not moved yet."""
    rank, file = square // SIZE, square % SIZE
    return (rank << START_RANK_AT) + (file << START_FILE_AT) + (file << FILE0_AT)


@rule
def with_tip(path: int, direction: int) -> int:
    """Return the path of a die that has not moved yet, now with a tip."""
    return path + ((1 + direction) << TIP_AT) + (FILES_GONE[direction] << FILE0_AT)


@rule
def with_jump(path: int, direction: int) -> int:
    """Return the path with one more jump."""
    at = file_at(path)
    if direction == FORWARD:
        return path + 1 + ((path >> at & FILE) << (at - FILE_BITS))
    return path + (2 * FILES_GONE[direction] << at)


@rule
def turns_back(path: int, direction: int) -> bool:
    """Return whether a step in that direction would go back along the rank, the way the path came."""
    at = file_at(path)
    gone = (path >> at & FILE) - (path >> (at + FILE_BITS) & FILE)
    return gone * FILES_GONE[direction] < 0


@rule
def file_at(path: int) -> int:
    """Return at which bit the path's last file is written. To its left is the file in which it came to that rank."""
    return FILE0_AT - FILE_BITS * (path & JUMPS)


@rule
def tip_of(path: int) -> int:
    """Return 0, or 1 + the direction of the tip that the path begins with."""
    return path >> TIP_AT & TIP


@rule
def begin_of(path: int) -> int:
    """Return the square on which the path begins."""
    return (path >> START_RANK_AT) * SIZE + (path >> START_FILE_AT & FILE)


@rule
def end_of(path: int, seat: int) -> int:
    """Return the square on which the path ends, for a die of that seat."""
    ranks = ranks_gone(path)
    rank = (path >> START_RANK_AT) + (ranks if seat == WHITE else -ranks)
    return rank * SIZE + (path >> file_at(path) & FILE)


@rule
def ranks_gone(path: int) -> int:
    """Return how many ranks the path leads forwards."""
    return 2 * (path & JUMPS) + (1 if tip_of(path) == 1 + FORWARD else 0)


@cache
def all_paths(seat: int) -> dict[int, tuple[int, ...]]:
    """Return every path of the seat's dice on a board where they could tip and jump anywhere, and its squares."""
    found: dict[int, tuple[int, ...]] = {}
    waiting: list[tuple[int, tuple[int, ...]]] = []
    for square in range(SQUARES):
        start, tips = path_from(square), NEXT[HEADING[seat], square].tolist()
        waiting.append((start, (square,)))
        waiting += [(with_tip(start, side), (square, end)) for side, end in enumerate(tips) if end != OFF]
    while waiting:
        path, squares = waiting.pop()
        found[path] = squares
        jumps = NEXT[HEADING[seat], NEXT[HEADING[seat], squares[-1]]].tolist()
        for direction, end in enumerate(jumps):
            if end != OFF and not turns_back(path, direction):
                waiting.append((with_jump(path, direction), (*squares, end)))
    return {path: squares for path, squares in found.items() if len(squares) > 1}
