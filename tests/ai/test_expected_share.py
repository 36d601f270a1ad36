"""What a search expects becomes a share of opponents beaten."""

from dataclasses import replace

import pytest

from tilora.ai.network.contract import Shape
from tilora.ai.search.expected_share import ExpectedShares
from tilora.kernel.contract.result import blended

SHAPE = Shape(1, 1, 1, 2, 1.0, 1, True)


@pytest.mark.parametrize(("share", "lead"), [(0.0, -9.0), (0.3, 4.0), (0.7, 0.0), (1.0, 30.0)])
def test_the_margin_is_taken_out(share: float, lead: float) -> None:
    results = blended(share, lead), blended(1.0 - share, -lead)
    shares = ExpectedShares(SHAPE, results, (10.0 + lead, 10.0))
    assert shares.of(results[0], 0) == pytest.approx(share)
    assert shares.of(results[1], 1) == pytest.approx(1.0 - share)


def test_a_draw_is_half_whatever_it_counts_in_the_search() -> None:
    shape = replace(SHAPE, draw_value=0.3)
    assert ExpectedShares(shape, (0.3, 0.3), (5.0, 5.0)).of(0.3, 0) == pytest.approx(0.5)
    half_drawn = 0.5 * 0.3 + 0.5 * blended(1.0, 0.0), 0.5 * 0.3 + 0.5 * blended(0.0, 0.0)
    assert ExpectedShares(shape, half_drawn, (5.0, 5.0)).of(half_drawn[0], 0) == pytest.approx(0.75)


def test_certainty_moves_values_away_from_one_half() -> None:
    shares = ExpectedShares(replace(SHAPE, certainty=1.5), (0.5, 0.5), (5.0, 5.0))
    low, middle, high = (shares.of(blended(share, 0.0), 0) for share in (0.3, 0.5, 0.7))
    assert middle == pytest.approx(0.5)
    assert high == pytest.approx(0.7809, abs=1e-3)  # odds of 7 to 3, to the power of 1.5
    assert low == pytest.approx(1.0 - high)
