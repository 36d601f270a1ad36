"""Chance as an argument: the only source of luck that rules may use.

A chance is a record with the state of a ChaCha8 stream, written as rules so that compiled and interpreted games draw
the same numbers. Each event of a match has its own stream, keyed by HMAC-SHA256 of the match's seed and the
event's number. The stream is a cipher's, not a simple generator's, because one event can deal both an open map and a
hidden hand, and the map must not give away the hand.
"""

import hashlib
import struct
from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.kernel.contract.marks import rule

CHANCE = np.dtype(
    (
        np.record,
        [
            ("key", np.int64, (8,)),
            ("block", np.int64, (16,)),
            ("blocks", np.int64),
            ("left", np.int64),
            ("draws", np.int64),
        ],
    )
)
"""`key`; the current `block` of words, of which `left` are unused; how many `blocks` were made and numbers drawn."""

SEED_BYTES = 32
HASH_BLOCK_BYTES = 64
"""Of SHA-256."""
LARGEST_SEED = (1 << 8 * SEED_BYTES) - 1
WORD = 0xFFFFFFFF
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
_begun = struct.Struct(f"=8q{CHANCE.itemsize - 8 * 8}x").pack


def chance_of(seed: int, event: int) -> np.record:
    """Return the stream of one event of the match with that seed, at its beginning."""
    return Chances(seed).of(event)


@rule
def below(chance: np.record, bound: int) -> int:
    """Draw a number from 0 to bound - 1, all equally likely. The bound is from 1 to 2**31."""
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
    kind = 0
    while nth >= counts[kind]:
        nth -= counts[kind]
        kind += 1
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
    block = chance.block
    key = chance.key
    block[0], block[1], block[2], block[3] = CONSTANT_0, CONSTANT_1, CONSTANT_2, CONSTANT_3
    for i in range(8):
        block[4 + i] = key[i]
    block[12] = chance.blocks & WORD
    block[13] = chance.blocks >> 32
    block[14] = 0
    block[15] = 0
    for _ in range(4):
        quarter_round(block, 0, 4, 8, 12)
        quarter_round(block, 1, 5, 9, 13)
        quarter_round(block, 2, 6, 10, 14)
        quarter_round(block, 3, 7, 11, 15)
        quarter_round(block, 0, 5, 10, 15)
        quarter_round(block, 1, 6, 11, 12)
        quarter_round(block, 2, 7, 8, 13)
        quarter_round(block, 3, 4, 9, 14)
    block[0] = (block[0] + CONSTANT_0) & WORD
    block[1] = (block[1] + CONSTANT_1) & WORD
    block[2] = (block[2] + CONSTANT_2) & WORD
    block[3] = (block[3] + CONSTANT_3) & WORD
    for i in range(8):
        block[4 + i] = (block[4 + i] + key[i]) & WORD
    block[12] = (block[12] + (chance.blocks & WORD)) & WORD
    block[13] = (block[13] + (chance.blocks >> 32)) & WORD
    chance.blocks += 1
    chance.left = 16


@rule
def quarter_round(block: npt.NDArray[np.int64], a: int, b: int, c: int, d: int) -> None:
    """Mix four words as ChaCha does, in 64-bit integers that never overflow."""
    block[a] = (block[a] + block[b]) & WORD
    block[d] = rotate(block[d] ^ block[a], 16)
    block[c] = (block[c] + block[d]) & WORD
    block[b] = rotate(block[b] ^ block[c], 12)
    block[a] = (block[a] + block[b]) & WORD
    block[d] = rotate(block[d] ^ block[a], 8)
    block[c] = (block[c] + block[d]) & WORD
    block[b] = rotate(block[b] ^ block[c], 7)


@rule
def rotate(word: int, bits: int) -> int:
    """Return the word rotated to the left."""
    return ((word << bits) | (word >> (32 - bits))) & WORD
