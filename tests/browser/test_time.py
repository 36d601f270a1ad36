"""Clocks at the table."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import PATIENCE, Person

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


TURN_BEGAN = """
(patience) => new Promise((resolve, reject) => {
  const begin = performance.now();
  const watch = () => {
    const state = document.querySelector(".table-page")?.dataset.state;
    if (state === "mine") resolve(document.querySelector(".player.mine .clock")?.textContent ?? "");
    else if (performance.now() - begin > patience) reject(new Error(`still ${state}`));
    else setTimeout(watch, 8);
  };
  watch();
})
"""


def test_in_bullet_against_three_ais_a_turn_begins_with_all_of_its_time(arrive: Arrive) -> None:
    person = arrive(reduced_motion="no-preference")
    person.sets_up("Cyberzul")
    person.chooses("Players", "4")
    person.chooses("Time", "Bullet")
    person.begins()
    for _ in range(3):
        seen = person.waits_for("mine")
        person.page.keyboard.press("m")  # the AI moves for us, and then for the others
        person.waits_for("animating", "theirs", "sent", after=seen.sign)
        shown = person.page.evaluate(TURN_BEGAN, PATIENCE)
        minutes, _, seconds = shown.rpartition(":")
        assert 60 * float(minutes or 0) + float(seconds) >= 11, shown


def test_the_clock_shows_that_it_waits(arrive: Arrive) -> None:
    person = arrive(reduced_motion="no-preference")
    person.go("/")
    person.page.evaluate("""localStorage.setItem("tilora.settings", '{"speed": 0.15}')""")
    person.sets_up("Cublino Pur")
    person.chooses_level(1)
    person.chooses("Time", "Bullet")
    person.begins()
    person.waits_for("mine")
    person.page.keyboard.press("m")
    clock = person.page.locator(".player.mine .clock.waits")
    expect(clock).to_have_attribute("title", "The clock starts once everything has been shown.")
