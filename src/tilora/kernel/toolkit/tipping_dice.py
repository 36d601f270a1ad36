"""Dice that stand on a board and tip over their edges: in which ways they can stand, and what a tip turns up.

Headings are those of `squares`. Opposite faces add up to 7.
"""

import numpy as np

from tilora.kernel.toolkit.squares import EAST, HEADINGS, NORTH, SOUTH

Faces = tuple[int, int, int]
"""The faces of a die on top, in the north and in the east."""
ORIENTATIONS = 24
"""In how many ways a die can stand: six faces on top, and for each of them four in the north."""


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
"""By orientation, numbered by the face on top and then by the one in the north."""


def orientation_of(top: int, north: int) -> int:
    """Return the orientation with these faces on top and in the north."""
    return [faces[:2] for faces in FACES].index((top, north))


TIPPED = np.array([[FACES.index(tipped(faces, heading)) for heading in range(HEADINGS)] for faces in FACES])
"""By orientation and heading: the orientation after a tip."""
