"""The dice and the board as tables: how dice stand and tip, and which squares lie next to each other.

Nothing here knows a rule of the game. All tables are computed when the module is imported.
"""

import hashlib

import numpy as np
import numpy.typing as npt

from tilora.kernel import rule

WHITE, BLACK, NOBODY = 0, 1, -1

# The board

SIZE = 7
SQUARES = SIZE * SIZE
"""Square = rank * SIZE + file, both from 0: a1, b1, …, g7."""
OFF = SQUARES
"""Where a step off the board leads, and every step from there."""

NORTH, WEST, EAST, SOUTH = 0, 1, 2, 3
"""As White sees the board: north is towards rank 7, east towards file g."""
HEADINGS = 4
STEPS = ((1, 0), (0, -1), (0, 1), (-1, 0))
"""By heading: by how much a step changes the rank and the file."""


def _next(heading: int, square: int) -> int:
    rank, file = square // SIZE + STEPS[heading][0], square % SIZE + STEPS[heading][1]
    return rank * SIZE + file if square != OFF and 0 <= rank < SIZE and 0 <= file < SIZE else OFF


NEXT = np.array([[_next(heading, square) for square in range(SQUARES + 1)] for heading in range(HEADINGS)])
"""By heading and square: the next square, or OFF."""

# A set of squares is a number with bit `square` set for each of them: one operation then serves all dice at once.

ALL_SQUARES = (1 << SQUARES) - 1
RANKS = tuple(((1 << SIZE) - 1) << rank * SIZE for rank in range(SIZE))
FIRST_FILE = sum(1 << square for square in range(0, SQUARES, SIZE))
LAST_FILE = FIRST_FILE << (SIZE - 1)


@rule
def has(squares: int, square: int) -> bool:
    """Return whether the square is in the set."""
    return squares >> square & 1 == 1


@rule
def facing(squares: int, heading: int) -> int:
    """Return the set of all squares whose next one in that heading is in `squares`."""
    if heading == NORTH:
        return squares >> SIZE
    if heading == SOUTH:
        return squares << SIZE & ALL_SQUARES
    if heading == EAST:
        return squares >> 1 & ~LAST_FILE
    return squares << 1 & ~FIRST_FILE & ALL_SQUARES


# The dice

Faces = tuple[int, int, int]
"""The faces of a die on top, in the north and in the east. Opposite faces add up to 7."""
ORIENTATIONS = 24
"""In how many ways a die can stand: six faces on top, and for each of them four in the north."""
EMPTY = 0
DICE = 1 + 2 * ORIENTATIONS
"""What can be on a square: nothing, 1 + orientation for a white die, 25 + orientation for a black one."""


def tipped(faces: Faces, heading: int) -> Faces:
    """Return the faces after the die has tipped over its edge in that heading."""
    top, north, east = faces
    if heading == NORTH:
        return 7 - north, top, east
    if heading == SOUTH:
        return north, 7 - top, east
    if heading == EAST:
        return 7 - east, north, top
    return east, north, 7 - top


def _all_orientations() -> list[Faces]:
    """Tip one die until it has stood in every way.

    Look at it from above and from the south-east: top, south and east meet in the corner in front, in this order
    counter-clockwise. With 1, 2 and 3 there it is a die of the usual kind.
    """
    found = {(1, 7 - 2, 3)}
    while len(found) < ORIENTATIONS:
        found |= {tipped(faces, heading) for faces in found for heading in range(HEADINGS)}
    return sorted(found)


FACES = _all_orientations()
"""By orientation, numbered by the face on top and then by the one in the north, like the letters of positions."""


def orientation_of(top: int, north: int) -> int:
    return [faces[:2] for faces in FACES].index((top, north))


def die_of(seat: int, top: int, north: int) -> int:
    """Return the die of that seat with these faces on top and in the north."""
    return 1 + ORIENTATIONS * seat + orientation_of(top, north)


# By what is on a square: whose die it is, its faces on top (0 for no die) and in the north, and what it tips to.

OWNER = np.array([NOBODY, *ORIENTATIONS * [WHITE], *ORIENTATIONS * [BLACK]])
TOP = np.array([0, *2 * [top for top, _, _ in FACES]])
NORTH_FACE = np.array([0, *2 * [north for _, north, _ in FACES]])
TIPPED = np.zeros((DICE, HEADINGS), np.int64)
TIPPED[1:] = [
    [die_of(seat, *tipped(faces, heading)[:2]) for heading in range(HEADINGS)]
    for seat in (WHITE, BLACK)
    for faces in FACES
]


def _marks() -> npt.NDArray[np.int64]:
    bits = hashlib.shake_256(b"cublino").digest(8 * SQUARES * DICE)
    table = np.frombuffer(bits, "<i8").astype(np.int64).reshape(SQUARES, DICE)
    table[:, EMPTY] = 0
    return table


MARK = _marks()
"""By square and what is on it: 64 random bits. A position is known by the exclusive or of the marks of its dice
(Zobrist hashing), which a move updates in a few steps."""
BLACK_TO_MOVE = int(np.frombuffer(hashlib.shake_256(b"black to move").digest(8), "<i8")[0])
