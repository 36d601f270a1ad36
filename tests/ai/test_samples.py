"""Samples that take long: in order, until the time is up; kept in files that belong together or do not."""

import time
from pathlib import Path

import msgspec
import pytest

from tests.patience import patience
from tests.review import doubling_changes_little, levels_are_told, luck_is_fair
from tilora.ai.review.measure import MeasuredPosition, strictly_falls
from tilora.ai.samples import BadSamples, SampleSet, collect, read_samples


def test_samples_come_in_order_and_end_with_the_keys() -> None:
    assert list(collect(abs, iter([-3, 2, -1]), workers=2, seconds=600.0)) == [(-3, 3), (2, 2), (-1, 1)]


def test_samples_end_when_the_time_is_up() -> None:
    begin = time.monotonic()
    assert list(collect(time.sleep, [600.0], workers=1, seconds=0.5)) == []
    assert time.monotonic() - begin < patience(60)


def test_files_about_the_same_are_read_together(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("a.json", "b.json", "c.json")]
    mine = SampleSet(what="luck", game="pebbles", made_with="network 1", found={"1": [0.5], "2": [0.25]})
    mine.save(files[0])
    msgspec.structs.replace(mine, found={"2": [0.25], "3": [-1.0]}).save(files[1])
    SampleSet(what="luck", game="zellij", made_with="network 1").save(files[2])
    both, other = read_samples(files)
    assert both.found == {"1": [0.5], "2": [0.25], "3": [-1.0]}
    assert (other.game, other.found) == ("zellij", {})


def test_what_was_made_with_something_else_is_not_mixed(tmp_path: Path) -> None:
    files = [tmp_path / "a.json", tmp_path / "b.json"]
    for file, network in zip(files, ("network 1", "network 2"), strict=True):
        SampleSet(what="luck", game="pebbles", made_with=network).save(file)
    with pytest.raises(BadSamples, match="do not belong together"):
        read_samples(files)
    files[0].write_text("nothing")
    with pytest.raises(BadSamples, match="has no samples"):
        read_samples(files)


# What the long proofs make of their samples


def test_luck_is_fair_if_its_interval_contains_zero() -> None:
    even = [[[0.1, 1.0], [-0.1, -1.0]], [[-0.1, -1.0], [0.1, 1.0]]]
    assert luck_is_fair(even).holds
    assert not luck_is_fair([[[0.1, 1.0], [-0.1, -1.0]], [[0.2, 2.0], [-0.2, -2.0]]]).holds


def test_doubling_must_change_less_than_a_tenth_of_the_spread() -> None:
    assert doubling_changes_little([[[0.5, 0.51], [-0.5, -0.51]]]).holds
    assert not doubling_changes_little([[[0.5, 0.6], [-0.5, -0.4]]]).holds


def test_seven_of_ten_sets_must_be_within_one_level() -> None:
    right, wrong = [4.0, 4.8, 3.0, 6.0], [4.0, 5.2, 3.0, 7.0]
    assert levels_are_told([right] * 7 + [wrong] * 3).holds
    assert not levels_are_told([right] * 6 + [wrong] * 4).holds


def test_the_loss_has_to_fall_from_each_level_to_the_next() -> None:
    falling = MeasuredPosition(tuple(0.08 - 0.01 * level for level in range(8)), (0.0,) * 8)
    stuck = MeasuredPosition((0.08, 0.07, 0.07, 0.05, 0.04, 0.03, 0.02, 0.01), (0.0,) * 8)
    assert strictly_falls([falling]) == "the loss falls from level to level"
    assert "does not fall from level 2 to 3" in strictly_falls([stuck])
