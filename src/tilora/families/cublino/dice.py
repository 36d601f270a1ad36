"""The things Cublino is played with, as tables: how dice stand and tip, and which squares lie next to each other.

Nothing here knows a rule. Everything is worked out once, when the module is imported, from what a die and a
board are.
"""

import hashlib

import numpy as np
import numpy.typing as npt

SIZE = 7
SQUARES = SIZE * SIZE
"""Square = rank * SIZE + file, both from 0: a1, b1, …, g7."""
OFF = SQUARES
"""Where a step leads that leaves the board. From there every step leads there."""

NORTH, WEST, EAST, SOUTH = 0, 1, 2, 3
"""As white sees the board: north is towards rank 7, east towards file g."""

WHITE, BLACK, NOBODY = 0, 1, -1
STANDINGS = 24
"""A die stands in 24 ways: six faces on top, and for each of them four towards rank 7."""
EMPTY = 0
DICE = 1 + 2 * STANDINGS
"""What can be on a square: nothing, 1 + standing for a white die, 25 + standing for a black one."""


def standing_number(top: int, north: int) -> int:
    """The number of a standing; the letters of positions count the same way."""
    sides = [face for face in range(1, 7) if face not in (top, 7 - top)]
    return 4 * (top - 1) + sides.index(north)


def tipped(top: int, north: int, east: int, heading: int) -> tuple[int, int, int]:
    """The faces on top, in the north and in the east after tipping. Opposite faces add up to 7."""
    south, west, bottom = 7 - north, 7 - east, 7 - top
    if heading == NORTH:
        return south, top, east
    if heading == SOUTH:
        return north, bottom, east
    if heading == EAST:
        return west, north, top
    return east, north, bottom


def all_standings() -> dict[int, tuple[int, int, int]]:
    """Every way to stand by its number: the faces on top, in the north and in the east.

    Look at a die from above and from the south-east: top, south and east meet in the corner in front, in this
    order counter-clockwise. With 1, 2 and 3 there it is a die of the usual kind; the others come from tipping it.
    """
    first = (1, 7 - 2, 3)
    found = {standing_number(*first[:2]): first}
    waiting = [first]
    while waiting:
        faces = waiting.pop()
        for heading in (NORTH, WEST, EAST, SOUTH):
            after = tipped(*faces, heading)
            if standing_number(*after[:2]) not in found:
                found[standing_number(*after[:2])] = after
                waiting.append(after)
    return found


def die_of(seat: int, top: int, north: int) -> int:
    """What is on a square where a die of the seat stands like that."""
    return 1 + STANDINGS * seat + standing_number(top, north)


def _tables_of_dice() -> tuple[npt.NDArray[np.int64], ...]:
    owner = np.full(DICE, NOBODY)
    top = np.zeros(DICE, np.int64)
    north = np.zeros(DICE, np.int64)
    after = np.zeros((DICE, 4), np.int64)
    for seat in (WHITE, BLACK):
        for faces in all_standings().values():
            die = die_of(seat, *faces[:2])
            owner[die] = seat
            top[die], north[die], _ = faces
            for heading in (NORTH, WEST, EAST, SOUTH):
                after[die, heading] = die_of(seat, *tipped(*faces, heading)[:2])
    return owner, top, north, after


OWNER, TOP, NORTH_FACE, TIPPED = _tables_of_dice()
"""By what is on the square: whose die it is, its face on top (0 for nothing), its face towards rank 7, and what
it becomes when it tips, by heading."""


def _neighbours() -> npt.NDArray[np.int64]:
    table = np.full((4, SQUARES + 1), OFF)
    for rank in range(SIZE):
        for file in range(SIZE):
            square = rank * SIZE + file
            table[NORTH, square] = square + SIZE if rank < SIZE - 1 else OFF
            table[SOUTH, square] = square - SIZE if rank > 0 else OFF
            table[EAST, square] = square + 1 if file < SIZE - 1 else OFF
            table[WEST, square] = square - 1 if file > 0 else OFF
    return table


NEXT = _neighbours()
"""By heading and square: the square next to it, or OFF."""


def _marks() -> npt.NDArray[np.int64]:
    bits = hashlib.shake_256(b"cublino").digest(8 * SQUARES * DICE)
    table = np.frombuffer(bits, "<i8").astype(np.int64).reshape(SQUARES, DICE)
    table[:, EMPTY] = 0
    return table


MARK = _marks()
"""By square and what is on it: 64 even bits. A position is known by the exclusive or of the marks of its dice
(Zobrist hashing), which a move brings up to date in a few steps."""
BLACK_TO_MOVE = int(np.frombuffer(hashlib.shake_256(b"black to move").digest(8), "<i8")[0])
