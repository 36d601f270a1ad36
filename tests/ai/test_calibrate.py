"""Calibration: forecasts are sorted by value, and compared with what came."""

import pytest

from tilora.ai.arena import calibrate
from tilora.ai.arena.calibrate import Forecast, PlayedMatch


def test_forecasts_are_grouped_by_value() -> None:
    found = calibrate.bins([Forecast(0.71, 1.0), Forecast(0.79, 0.5), Forecast(1.0, 0.9)])
    assert [(row.low, row.forecasts) for row in found] == [(0.7, 2), (0.9, 1)]
    assert found[0].value == pytest.approx(0.75)
    assert found[0].beaten == pytest.approx(0.75)
    assert calibrate.error(found) == pytest.approx(0.1 / 3)


def test_the_report_says_what_it_is_worth_to_begin() -> None:
    played = [PlayedMatch((Forecast(0.6, 1.0),), (1.0, 0.0)), PlayedMatch((Forecast(0.4, 0.0),), (0.5, 0.5))]
    lines = calibrate.report(played).splitlines()
    first = next(line.split() for line in lines if line.split()[:1] == ["1"])
    assert first[1] == "0.750"


def test_every_decision_of_a_match_is_a_forecast_of_its_end() -> None:
    match = calibrate.play("pebbles", 2, 3, 2, seed=1)
    assert match.forecasts
    assert sum(match.by_order) == 1.0
    assert {forecast.beaten for forecast in match.forecasts} <= {0.0, 0.5, 1.0}
    assert match == calibrate.play("pebbles", 2, 3, 2, seed=1)


@pytest.mark.parametrize(("arguments", "words"), [(["chess"], "no game"), (["pebbles", "--level", "1"], "higher one")])
def test_a_mistake_is_one_line(arguments: list[str], words: str) -> None:
    with pytest.raises(SystemExit, match=words):
        calibrate.main(arguments)
