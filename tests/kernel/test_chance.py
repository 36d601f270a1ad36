"""Chance: even, repeatable, different for each event, and the same interpreted and compiled."""

import hmac
from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.families.drafting import CYBERZUL
from tilora.kernel import below, chance_of, draw
from tilora.kernel.compiled.numba_backend import compile_for
from tilora.kernel.contract.chance import CHANCE, LARGEST_SEED, next_block

# ChaCha8 with a key of zeros, from the published test vectors of the cipher (256-bit key, first block).
ZERO_KEY_BLOCK = (
    "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
    "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
)


def test_the_stream_is_chacha8() -> None:
    chance: np.record = np.zeros(1, CHANCE)[0]
    next_block(chance)
    assert chance.block.astype("<u4").tobytes().hex() == ZERO_KEY_BLOCK


def test_an_event_draws_the_same_again_and_another_event_draws_otherwise() -> None:
    def words(seed: int, event: int) -> list[int]:
        chance = chance_of(seed, event)
        return [below(chance, 1 << 31) for _ in range(40)]

    assert words(7, 1) == words(7, 1)
    assert len({tuple(words(seed, event)) for seed in range(5) for event in range(5)}) == 25


def test_draws_are_counted() -> None:
    chance = chance_of(1, 1)
    assert chance.draws == 0
    below(chance, 6)
    below(chance, 6)
    assert chance.draws == 2


def test_below_is_even() -> None:
    chance = chance_of(3, 3)
    for bound in (2, 3, 7, 12, 36):
        rolls = Counter(below(chance, bound) for _ in range(400 * bound))
        assert set(rolls) == set(range(bound))
        # 400 expected of each; eight standard deviations leave room for the worst of luck.
        assert all(abs(count - 400) < 160 for count in rolls.values()), rolls


def test_below_is_even_where_the_bound_is_large() -> None:
    """Without refusing words, three quarters of 2**31 and a bit would favour some numbers visibly."""
    chance = chance_of(4, 4)
    bound = 3 << 29
    low = sum(below(chance, bound) < bound // 3 for _ in range(3000))
    assert 880 < low < 1120


def test_draw_takes_what_is_there_and_nothing_else() -> None:
    chance = chance_of(5, 5)
    counts = np.array([3, 0, 2, 1], np.int8)
    drawn = [draw(chance, counts, total) for total in range(6, 0, -1)]
    assert sorted(drawn) == [0, 0, 0, 2, 2, 3]
    assert not counts.any()


def many(chance: np.record, bounds: npt.NDArray[np.int64], out: npt.NDArray[np.int64]) -> Any:
    for i in range(len(bounds)):
        out[i] = below(chance, bounds[i])


def test_compiled_chance_draws_the_same_numbers() -> None:
    bounds = np.arange(1, 2000, dtype=np.int64)
    plain, fast = np.zeros_like(bounds), np.zeros_like(bounds)
    one, two = chance_of(6, 6), chance_of(6, 6)
    many(one, bounds, plain)
    compile_for(CYBERZUL.rules, many)(two, bounds, fast)
    assert (plain == fast).all()
    assert one.tobytes() == two.tobytes()


def test_the_key_of_an_event_is_an_hmac_of_its_number() -> None:
    for seed, event in [(0, 0), (7, 1), (LARGEST_SEED, 2**40)]:
        key = hmac.digest(seed.to_bytes(32, "big"), event.to_bytes(8, "big"), "sha256")
        assert chance_of(seed, event).key.tolist() == np.frombuffer(key, "<u4").tolist()
