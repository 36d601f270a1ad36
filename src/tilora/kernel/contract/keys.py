"""The keys of chance as rules: what `chance_of` does with Python's own HMAC-SHA256, for compiled code.

A match makes one stream for each of its events. A batch makes millions of them a second, so it needs the same keys
without leaving compiled code.
"""

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from tilora.kernel.contract.marks import rule

WORD = 0xFFFFFFFF
SEED_BYTES = 32
BLOCK_BYTES, DIGEST_BYTES, EVENT_BYTES = 64, 32, 8
INNER_PAD, OUTER_PAD = 0x36363636, 0x5C5C5C5C
END_OF_MESSAGE = 1 << 31


def _primes(count: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def _cube_root(number: int) -> int:
    """Return the largest whole number whose cube is at most `number`."""
    root = 1 << -(-number.bit_length() // 3)
    while root**3 > number:
        root = (2 * root + number // root**2) // 3
    return root


# SHA-256 takes its constants from the first bits behind the point of roots of primes.
FIRST = np.array([math.isqrt(prime << 64) & WORD for prime in _primes(8)])
ROUND = np.array([_cube_root(prime << 96) & WORD for prime in _primes(64)])


def word(number: int) -> int:
    """Return the lowest 32 bits. Compiled, that is an integer of 32 bits, which is faster than one of 64."""
    return number & WORD


@rule
def learn_seed(chance: np.record, seed: int) -> None:
    """Let a lazy chance hash the seed of its match, which is below 2**63, for the keys of all events."""
    seed = int(seed)
    for pad in (INNER_PAD, OUTER_PAD):
        block = chance.block
        for i in range(16):
            block[i] = pad
        block[SEED_BYTES // 4 - 2] ^= seed >> 32
        block[SEED_BYTES // 4 - 1] ^= seed & WORD
        digest = chance.inner if pad == INNER_PAD else chance.outer
        for i in range(8):
            digest[i] = FIRST[i]
        digest_block(digest, block)


@rule
def begin_event(chance: np.record, event: int) -> None:
    """Set a lazy chance that has learnt its seed to the beginning of that event's stream."""
    chance.blocks = 0
    chance.left = 0
    chance.draws = 0
    chance.event = event
    chance.keyless = 1


def need_key(chance: np.record) -> None:
    """Make the key of a lazy chance that has none yet. Other chances begin with theirs."""
    if is_lazy(chance.dtype.names or ()) and chance.keyless:
        make_key(chance)


def is_lazy(fields: Iterable[str]) -> bool:
    """Return whether a chance with these fields makes its key when it is needed."""
    return "keyless" in fields


@rule
def make_key(chance: np.record) -> None:
    """Make the key of the event, as `chance_of` does."""
    key, block, event = chance.key, chance.block, int(chance.event)
    begin_message(block, 2, EVENT_BYTES)
    block[0] = event >> 32
    block[1] = event & WORD
    for i in range(8):
        key[i] = chance.inner[i]
    digest_block(key, block)
    begin_message(block, 8, DIGEST_BYTES)
    for i in range(8):
        block[i] = key[i]
        key[i] = chance.outer[i]
    digest_block(key, block)
    for i in range(8):
        key[i] = swap_bytes(int(key[i]))
    chance.keyless = 0


@rule
def begin_message(block: npt.NDArray[np.int64], words: int, size: int) -> None:
    """Write all of a message's last block but its words: where the message ends, and how long it is."""
    for i in range(words, 15):
        block[i] = 0
    block[words] = END_OF_MESSAGE
    block[15] = 8 * (BLOCK_BYTES + size)


@rule
def digest_block(digest: npt.NDArray[np.int64], block: npt.NDArray[np.int64]) -> None:
    """SHA-256: update the digest by the block of 16 words, which is used up."""
    a, b, c, d = word(int(digest[0])), word(int(digest[1])), word(int(digest[2])), word(int(digest[3]))
    e, f, g, h = word(int(digest[4])), word(int(digest[5])), word(int(digest[6])), word(int(digest[7]))
    for i in range(0, 64, 8):  # after eight rounds, every word is in its place again
        d, h = digest_word(a, b, c, d, e, f, g, h, i, block)
        c, g = digest_word(h, a, b, c, d, e, f, g, i + 1, block)
        b, f = digest_word(g, h, a, b, c, d, e, f, i + 2, block)
        a, e = digest_word(f, g, h, a, b, c, d, e, i + 3, block)
        h, d = digest_word(e, f, g, h, a, b, c, d, i + 4, block)
        g, c = digest_word(d, e, f, g, h, a, b, c, i + 5, block)
        f, b = digest_word(c, d, e, f, g, h, a, b, i + 6, block)
        e, a = digest_word(b, c, d, e, f, g, h, a, i + 7, block)
    digest[0], digest[1] = word(int(digest[0]) + int(a)), word(int(digest[1]) + int(b))
    digest[2], digest[3] = word(int(digest[2]) + int(c)), word(int(digest[3]) + int(d))
    digest[4], digest[5] = word(int(digest[4]) + int(e)), word(int(digest[5]) + int(f))
    digest[6], digest[7] = word(int(digest[6]) + int(g)), word(int(digest[7]) + int(h))


@rule
def digest_word(
    a: int, b: int, c: int, d: int, e: int, f: int, g: int, h: int, i: int, block: npt.NDArray[np.int64]
) -> tuple[int, int]:
    """Return what round i of SHA-256 makes of `d` and `h`. The other words only change places."""
    if i >= 16:
        extend(block, i)
    chosen = word((e & f) ^ (~e & g))
    rotated = word(rotate_right(e, 6) ^ rotate_right(e, 11) ^ rotate_right(e, 25))
    added = word(h + rotated + chosen + word(int(ROUND[i])) + word(int(block[i & 15])))
    most = word((a & b) ^ (a & c) ^ (b & c))
    return word(d + added), word(added + word(rotate_right(a, 2) ^ rotate_right(a, 13) ^ rotate_right(a, 22)) + most)


@rule
def extend(block: npt.NDArray[np.int64], i: int) -> None:
    """Replace the oldest of the last 16 words of the schedule by word i."""
    near, far = word(int(block[(i - 2) & 15])), word(int(block[(i - 15) & 15]))
    near = word(rotate_right(near, 17) ^ rotate_right(near, 19) ^ (near >> 10))
    far = word(rotate_right(far, 7) ^ rotate_right(far, 18) ^ (far >> 3))
    block[i & 15] = word(word(int(block[i & 15])) + far + word(int(block[(i - 7) & 15])) + near)


@rule
def rotate_right(bits: int, places: int) -> int:
    """Return the word rotated to the right."""
    return word((bits >> places) | (bits << (32 - places)))


@rule
def swap_bytes(bits: int) -> int:
    """Return the word with its four bytes in the opposite order."""
    return (bits & 0xFF) << 24 | (bits & 0xFF00) << 8 | (bits >> 8) & 0xFF00 | bits >> 24
