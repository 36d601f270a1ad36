"""Chance as an argument: the only source of luck that rules may use.

A chance is a record with the state of a ChaCha8 stream, written as rules so that compiled and interpreted games draw
the same numbers. Each event of a match has its own stream, keyed by HMAC-SHA256 of the match's seed and the
event's number. The stream is a cipher's, not a simple generator's, because one event can deal both an open map and a
hidden hand, and the map must not give away the hand.
"""

import hashlib
import struct
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.kernel.contract.keys import SEED_BYTES, WORD, need_key, word
from tilora.kernel.contract.marks import rule

_FIELDS: list[Any] = [
    ("blocks", np.int64),
    ("left", np.int64),
    ("draws", np.int64),
    ("key", np.int64, (8,)),
    ("block", np.int64, (16,)),
]

CHANCE = np.dtype((np.record, _FIELDS))
"""`key`; the current `block` of words, of which `left` are unused; how many `blocks` were made and numbers drawn."""

LAZY_CHANCE = np.dtype(
    (
        np.record,
        [("event", np.int64), ("keyless", np.int64), *_FIELDS, ("inner", np.int64, (8,)), ("outer", np.int64, (8,))],
    )
)
"""The chance of a match in a batch. While `keyless` is 1, the key of `event` is still to be made, from the hashes of
the seed in `inner` and `outer`: most events draw nothing, and never need it.
"""

HASH_BLOCK_BYTES = 64
"""Of SHA-256."""
LARGEST_SEED = (1 << 8 * SEED_BYTES) - 1
# "expand 32-byte k": the constant words that ChaCha starts each block with.
CONSTANT_0, CONSTANT_1, CONSTANT_2, CONSTANT_3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574


class Chances:
    """The streams of a match. What the keys of all events have in common is computed once."""

    def __init__(self, seed: int) -> None:
        # HMAC is a hash in a hash, and both begin with the key: from there on, a copy is quicker than `hmac.digest`.
        key = seed.to_bytes(SEED_BYTES, "big").ljust(HASH_BLOCK_BYTES, b"\0")
        self._inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key))
        self._outer = hashlib.sha256(bytes(byte ^ 0x5C for byte in key))

    def of(self, event: int) -> np.record:
        """Return the stream of that event, at its beginning."""
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(event.to_bytes(8, "big"))
        outer.update(inner.digest())
        chance: np.record = np.frombuffer(bytearray(_begun(*_words(outer.digest()))), CHANCE)[0]
        return chance


_words = struct.Struct("<8I").unpack
_begun = struct.Struct(f"=24x8q{CHANCE.itemsize - 24 - 8 * 8}x").pack


def chance_of(seed: int, event: int) -> np.record:
    """Return the stream of one event of the match with that seed, at its beginning."""
    return Chances(seed).of(event)


class ScriptedChance:
    """Draws what it was told to, and then zeros. Interpreted rules take it like any other chance."""

    def __init__(self, script: Sequence[int]) -> None:
        self._script = script
        self.bounds: list[int] = []
        """The bounds of all draws so far."""

    def draw_below(self, bound: int) -> int:
        """Return the next number of the script."""
        number = len(self.bounds)
        self.bounds.append(bound)
        return self._script[number] if number < len(self._script) else 0


def below(chance: np.record, bound: int) -> int:
    """Draw a number from 0 to bound - 1, all equally likely. The bound is from 1 to 2**31."""
    if isinstance(chance, ScriptedChance):
        return chance.draw_below(int(bound))
    return drawn_below(chance, bound)


@rule
def drawn_below(chance: np.record, bound: int) -> int:
    """Draw a number from the stream: what `below` does in compiled code."""
    chance.draws += 1
    bound = int(bound)
    # Lemire's method: the upper half of word * bound is evenly distributed once the few lowest values of the lower
    # half are refused. The remainder is only computed when the lower half is small enough to matter.
    product = next_word(chance) * bound
    low = product & WORD
    if low < bound:
        refused = (WORD + 1 - bound) % bound
        while low < refused:
            product = next_word(chance) * bound
            low = product & WORD
    return product >> 32


@rule
def draw(chance: np.record, counts: npt.NDArray[Any], total: int) -> int:
    """Take one thing at random out of `counts`, which holds `total` things in all, and return its kind."""
    nth = below(chance, total)
    kind, before = 0, 0
    for i in range(len(counts) - 1):  # to the end in any case: processors can't foresee where a search would stop
        before += int(counts[i])
        kind += nth >= before
    counts[kind] -= 1
    return kind


@rule
def next_word(chance: np.record) -> int:
    """Return the next 32 bits of the stream."""
    if chance.left == 0:
        next_block(chance)
    chance.left -= 1
    return int(chance.block[chance.left])


@rule
def next_block(chance: np.record) -> None:
    """Fill `block` with the next sixteen words of the stream."""
    need_key(chance)
    block, key = chance.block, chance.key
    k0, k1, k2, k3 = word(int(key[0])), word(int(key[1])), word(int(key[2])), word(int(key[3]))
    k4, k5, k6, k7 = word(int(key[4])), word(int(key[5])), word(int(key[6])), word(int(key[7]))
    number = int(chance.blocks)
    a0, a1, a2, a3 = word(CONSTANT_0), word(CONSTANT_1), word(CONSTANT_2), word(CONSTANT_3)
    b0, b1, b2, b3 = k0, k1, k2, k3
    c0, c1, c2, c3 = k4, k5, k6, k7
    d0, d1, d2, d3 = word(number), word(number >> 32), word(0), word(0)
    for _ in range(4):
        a0, b0, c0, d0 = quarter_round(a0, b0, c0, d0)
        a1, b1, c1, d1 = quarter_round(a1, b1, c1, d1)
        a2, b2, c2, d2 = quarter_round(a2, b2, c2, d2)
        a3, b3, c3, d3 = quarter_round(a3, b3, c3, d3)
        a0, b1, c2, d3 = quarter_round(a0, b1, c2, d3)
        a1, b2, c3, d0 = quarter_round(a1, b2, c3, d0)
        a2, b3, c0, d1 = quarter_round(a2, b3, c0, d1)
        a3, b0, c1, d2 = quarter_round(a3, b0, c1, d2)
    block[0], block[1], block[2] = word(a0 + CONSTANT_0), word(a1 + CONSTANT_1), word(a2 + CONSTANT_2)
    block[3], block[4], block[5] = word(a3 + CONSTANT_3), word(b0 + k0), word(b1 + k1)
    block[6], block[7], block[8] = word(b2 + k2), word(b3 + k3), word(c0 + k4)
    block[9], block[10], block[11] = word(c1 + k5), word(c2 + k6), word(c3 + k7)
    block[12], block[13], block[14] = word(d0 + word(number)), word(d1 + word(number >> 32)), d2
    block[15] = d3
    chance.blocks += 1
    chance.left = 16


@rule
def quarter_round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Return four words, mixed as ChaCha does."""
    a = word(a + b)
    d = rotate_left(d ^ a, 16)
    c = word(c + d)
    b = rotate_left(b ^ c, 12)
    a = word(a + b)
    d = rotate_left(d ^ a, 8)
    c = word(c + d)
    b = rotate_left(b ^ c, 7)
    return a, b, c, d


@rule
def rotate_left(bits: int, places: int) -> int:
    """Return the word rotated to the left."""
    return word((bits << places) | (bits >> (32 - places)))
