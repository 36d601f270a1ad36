"""The keys of chance as rules: what `chance_of` does with Python's own HMAC-SHA256, for compiled code.

A match makes one stream for each of its events. A batch makes millions of them a second, so it needs the same keys
without leaving compiled code. Everything is written in 64-bit integers that never overflow, as in `chance`.
"""

import math

import numpy as np
import numpy.typing as npt

from tilora.kernel.contract.chance import SEED_BYTES, WORD
from tilora.kernel.contract.marks import rule

KEYS = np.dtype((np.record, [("inner", np.int64, (8,)), ("outer", np.int64, (8,)), ("schedule", np.int64, (64,))]))
"""The two hashes of HMAC once they have read the seed, and room to work in."""

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


@rule
def learn_seed(keys: np.record, seed: int) -> None:
    """Set `keys` for the match with that seed, which is below 2**63."""
    seed = int(seed)
    for pad in (INNER_PAD, OUTER_PAD):
        schedule = keys.schedule
        for i in range(16):
            schedule[i] = pad
        schedule[SEED_BYTES // 4 - 2] ^= seed >> 32
        schedule[SEED_BYTES // 4 - 1] ^= seed & WORD
        digest = keys.inner if pad == INNER_PAD else keys.outer
        for i in range(8):
            digest[i] = FIRST[i]
        digest_block(digest, schedule)


@rule
def begin_event(chance: np.record, keys: np.record, event: int) -> None:
    """Set `chance` to the beginning of that event's stream, as `chance_of` makes it."""
    key, schedule = chance.key, keys.schedule
    begin_message(schedule, 2, EVENT_BYTES)
    schedule[0] = event >> 32
    schedule[1] = event & WORD
    for i in range(8):
        key[i] = keys.inner[i]
    digest_block(key, schedule)
    begin_message(schedule, 8, DIGEST_BYTES)
    for i in range(8):
        schedule[i] = key[i]
        key[i] = keys.outer[i]
    digest_block(key, schedule)
    for i in range(8):
        key[i] = swap_bytes(int(key[i]))
    chance.blocks = 0
    chance.left = 0
    chance.draws = 0


@rule
def begin_message(schedule: npt.NDArray[np.int64], words: int, size: int) -> None:
    """Write all of a message's last block but its words: where the message ends, and how long it is."""
    for i in range(words, 15):
        schedule[i] = 0
    schedule[words] = END_OF_MESSAGE
    schedule[15] = 8 * (BLOCK_BYTES + size)


@rule
def digest_block(digest: npt.NDArray[np.int64], schedule: npt.NDArray[np.int64]) -> None:
    """SHA-256: update the digest by the block in the first 16 words of the schedule."""
    for i in range(16, 64):
        near, far = int(schedule[i - 2]), int(schedule[i - 15])
        near = rotate(near, 17) ^ rotate(near, 19) ^ (near >> 10)
        far = rotate(far, 7) ^ rotate(far, 18) ^ (far >> 3)
        schedule[i] = (schedule[i - 16] + far + schedule[i - 7] + near) & WORD
    a, b, c, d = int(digest[0]), int(digest[1]), int(digest[2]), int(digest[3])
    e, f, g, h = int(digest[4]), int(digest[5]), int(digest[6]), int(digest[7])
    for i in range(64):
        chosen = (e & f) ^ (~e & g)
        first = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + chosen + int(ROUND[i]) + int(schedule[i])
        most = (a & b) ^ (a & c) ^ (b & c)
        second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + most
        h, g, f, e = g, f, e, (d + first) & WORD
        d, c, b, a = c, b, a, (first + second) & WORD
    digest[0] = (digest[0] + a) & WORD
    digest[1] = (digest[1] + b) & WORD
    digest[2] = (digest[2] + c) & WORD
    digest[3] = (digest[3] + d) & WORD
    digest[4] = (digest[4] + e) & WORD
    digest[5] = (digest[5] + f) & WORD
    digest[6] = (digest[6] + g) & WORD
    digest[7] = (digest[7] + h) & WORD


@rule
def rotate(word: int, bits: int) -> int:
    """Return the word rotated to the right."""
    return ((word >> bits) | (word << (32 - bits))) & WORD


@rule
def swap_bytes(word: int) -> int:
    """Return the word with its four bytes in the opposite order."""
    return (word & 0xFF) << 24 | (word & 0xFF00) << 8 | (word >> 8) & 0xFF00 | word >> 24
