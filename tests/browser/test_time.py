"""Clocks at the table."""

import pytest

from tests.browser.person import Person

pytestmark = pytest.mark.retry("waits for a browser")


def test_when_a_bullet_turn_runs_out_the_ai_moves_and_the_match_continues(person: Person) -> None:
    person.sets_up("Cublino Pur")
    person.chooses_level(1)
    person.chooses("Time", "Bullet")
    person.chooses("Seconds per turn", "5")
    person.begins()
    seen = person.waits_for("mine")
    person.page.locator(".player.mine .clock.last").wait_for()
    person.waits_for("mine", after=seen.sign)
    steps = person.page.locator(".log .line-step")
    assert steps.count() >= 2
    person.page.locator(".player.mine .clock.runs, .player.mine .clock.short").wait_for()
