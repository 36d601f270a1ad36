"""Numbers by which positions are known (Zobrist hashing), for rules that ask whether a position has occurred before.

Every thing on every place has 64 random bits, and a position is known by the exclusive or of them all, which a move
updates in a few steps:

    MARK = zobrist("my game", SQUARES, PIECES)
    state.mark ^= MARK[square, old] ^ MARK[square, new]
"""

import hashlib
import math

import numpy as np
import numpy.typing as npt


def zobrist(name: str, *shape: int) -> npt.NDArray[np.int64]:
    """Return a table of that shape with 64 random bits in each cell. The same name gives the same table for ever."""
    bits = hashlib.shake_256(name.encode()).digest(8 * math.prod(shape))
    return np.frombuffer(bits, "<i8").astype(np.int64).reshape(shape)
