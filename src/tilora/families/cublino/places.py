"""Where squares and dice of Cublino are in a scene, and what a seat sees of a die.

Everybody sits behind the own home rank, so Black sees the board turned round. Who only watches sits with White.
"""

import re

from tilora.families.cublino.dice import BLACK, SIZE, STANDINGS, all_standings
from tilora.families.cublino.positions import square_name, square_named
from tilora.scene.vocabulary import Faces

AREA = "board"
FRAME = 0.4
SPAN = SIZE + 2 * FRAME
STANDING_FACES = all_standings()
"""By the number of a standing: the faces on top, in the north and in the east."""


def place_of(square: int, seat: int) -> tuple[float, float]:
    """The top left corner of a square."""
    rank, file = divmod(square, SIZE)
    column, row = (SIZE - 1 - file, rank) if seat == BLACK else (file, SIZE - 1 - rank)
    return FRAME + column, FRAME + row


def faces_of(die: int, seat: int) -> Faces:
    """The top of a die, and its sides towards the seat and to the seat's right."""
    top, north, east = STANDING_FACES[(die - 1) % STANDINGS]
    return Faces(top=top, front=north, right=7 - east) if seat == BLACK else Faces(top=top, front=7 - north, right=east)


def die_id(square: int) -> str:
    """What the die on that square is called."""
    return f"die-{square_name(square)}"


def square_of(name: str) -> int | None:
    """The square that the id of a spot or a die speaks of; None for any other text."""
    found = re.fullmatch("(?:die-)?([a-g][1-7])", name)
    return square_named(found[1]) if found else None
