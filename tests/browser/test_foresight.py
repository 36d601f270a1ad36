"""What happened stays visible until one acts, and what would happen is shown before it does."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests import times
from tests.browser.conftest import Arrive
from tests.browser.person import Person

pytestmark = pytest.mark.retry("waits for a browser")

GAMES = {"Cyberzul": 1, "Zellij": 1, "RowsAndCols": 1, "Cublino Pur": 1, "Cublino Contra": 1, "Welters": 0}
"""And how many clicks come before the one that plays."""


def opponent_moves(person: Person, title: str) -> Any:
    """Open a match against the weakest AI, and let both move once."""
    person.begins_with_a_move_of_each(title)
    return person.waits_for("mine")


@pytest.mark.parametrize("title", GAMES)
def test_what_the_opponent_did_last_is_marked_and_nothing_of_ones_own(person: Person, title: str) -> None:
    opponent_moves(person, title)
    marks = person.page.locator(".stage .touched")
    expect(marks.first).to_be_visible()
    own = "all => all.findIndex((each) => each.classList.contains('mine'))"
    mine = person.page.locator(".player").evaluate_all(own)
    by = marks.evaluate_all("all => all.map((each) => Number(each.dataset.by))")
    # In a turn of several actions, the AI may have moved for this person as well.
    assert 1 - mine in by


def test_marks_go_when_one_acts_and_no_tooltip_covers_what_is_shown(arrive: Arrive) -> None:
    person = arrive(reduced_motion="no-preference")
    person.go("/")
    person.page.evaluate("""localStorage.setItem("tilora.settings", '{"speed": 0.1}')""")
    person.opens("Cublino Contra")
    person.waits_for("mine")
    person.page.keyboard.press("m")
    person.hurries("animating", "theirs")
    seen = person.hurries("mine")
    person.page.locator(".stage .touched").first.wait_for()
    person.clicks(next(each for each in seen.things if each.id.startswith("die-")))
    seen = person.waits_for("mine", after=seen.sign)
    person.clicks(next(each for each in seen.things if not each.id.startswith("die-")))
    animating = person.page.locator('.table-page[data-state="animating"]')
    animating.wait_for()
    expect(person.page.locator(".stage .touched")).to_have_count(0)
    die = person.page.locator('.stage [data-id^="die-"]').last
    die.hover(force=True)
    person.page.wait_for_timeout(700)  # a tooltip would be there by now
    expect(person.page.locator(".tip")).to_have_count(0)
    expect(animating).to_have_count(1)


def test_with_four_seats_the_last_action_of_every_opponent_is_marked(person: Person) -> None:
    person.opens("Cyberzul", "1", "1", "1")
    seen = person.waits_for("mine")
    person.clicks(seen.things[0])
    seen = person.waits_for("mine", after=seen.sign)
    person.clicks(seen.things[-1])
    person.waits_for("mine", after=seen.sign)
    by = person.page.locator(".stage .touched").evaluate_all("all => all.map((each) => each.dataset.by)")
    assert len(set(by)) == 3


def test_the_log_does_not_run_ahead_of_the_board(arrive: Arrive) -> None:
    person = arrive(reduced_motion="no-preference")
    person.go("/")
    person.page.evaluate("""localStorage.setItem("tilora.settings", '{"speed": 0.25}')""")
    person.opens("Cyberzul", "1", "1", "1")
    seen = person.hurries("mine")
    steps = person.page.locator(".log .line-step")
    before = steps.count()
    person.clicks(seen.things[0])
    seen = person.waits_for("mine", after=seen.sign)
    person.clicks(seen.things[-1])
    person.waits_for("animating")
    person.page.wait_for_function("() => document.querySelector('.caption.animating')")
    person.page.wait_for_timeout(1500)  # the AI has moved by now, but the page is still showing the first of it
    assert steps.count() < before + 4
    person.hurries("mine", after=seen.sign)
    assert steps.count() >= before + 4


@pytest.mark.parametrize("title", GAMES)
def test_pointing_at_a_target_shows_what_it_would_do(person: Person, title: str) -> None:
    seen = opponent_moves(person, title)
    found, dice = 0, random.Random(title)
    for _ in range(12):
        if found:
            break
        if GAMES[title]:
            person.clicks(dice.choice(seen.things))
            seen = person.waits_for("mine", after=seen.sign)
        thing = dice.choice(seen.things)
        person.page.mouse.move(thing.x, thing.y)
        person.page.wait_for_timeout(400)
        found = person.page.locator(".stage .preview").count() + person.page.locator(".forecast").count()
        if found:
            person.page.wait_for_timeout(700)
            assert person.page.locator(".tip").count() == 0
        person.page.keyboard.press("Escape")
    assert found


def test_the_keyboard_focus_shows_it_too(person: Person) -> None:
    opponent_moves(person, "Cyberzul")
    person.page.keyboard.press("ArrowRight")
    person.page.keyboard.press("Enter")
    person.page.keyboard.press("ArrowDown")
    expect(person.page.locator(".stage .preview").first).to_be_visible()


def test_a_finger_that_is_down_sees_it(arrive: Arrive) -> None:
    person = arrive(touch=True)
    seen = opponent_moves(person, "Cyberzul")
    person.taps(seen.things[0])
    seen = person.waits_for("mine", after=seen.sign)
    thing = next(each for each in seen.things if each.id.startswith(("line", "floor")))
    session = person.page.context.new_cdp_session(person.page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": thing.x, "y": thing.y}]})
    expect(person.page.locator(".stage .preview").first).to_be_visible()
    session.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
    expect(person.page.locator(".stage .preview")).to_have_count(0)


def test_a_tooltip_waits_for_a_still_mouse(person: Person) -> None:
    opponent_moves(person, "Cublino Pur")
    spot = person.page.locator('.stage [data-id="d4"]').bounding_box()
    assert spot is not None
    for step in range(12):
        person.page.mouse.move(spot["x"] + 8 + 3 * step, spot["y"] + 8 + 3 * (step % 3))
        person.page.wait_for_timeout(100)
        assert person.page.locator(".tip").count() == 0
    person.page.locator(".tip").wait_for()


FUZZ = """
(seed) => {
  let state = seed;
  const random = (n) => (state = (state * 48271) % 2147483647) % n;
  const stage = document.querySelector(".stage");
  stage.setPointerCapture = () => undefined;  // these pointers do not exist
  const names = ["pointerdown", "pointermove", "pointermove", "pointerup", "pointercancel", "pointerleave",
    "lostpointercapture", "contextmenu", "click", "auxclick"];
  for (let more = 0; more < 60; more++) {
    const things = [...stage.querySelectorAll("[data-id]"), stage];
    const thing = things[random(things.length)];
    const box = thing.getBoundingClientRect();
    const at = { clientX: box.x + (random(100) / 100) * box.width, clientY: box.y + (random(100) / 100) * box.height };
    const name = names[random(names.length)];
    const how = {
      bubbles: true, cancelable: true, pointerId: 1 + random(3), isPrimary: random(3) > 0, button: random(3) - 1,
      buttons: random(4), pointerType: ["mouse", "touch"][random(2)], detail: random(2), ...at,
    };
    if (name !== "click") thing.dispatchEvent(new PointerEvent(name, how));
    else if (random(4) === 0) thing.dispatchEvent(new PointerEvent(name, { ...how, detail: 1 }));
  }
}
"""


@pytest.mark.parametrize("seed", range(times(6, 2)))
def test_whatever_pointers_did_before_a_click_on_a_die_counts(person: Person, seed: int) -> None:
    person.opens("Cublino Pur", "here")
    person.waits_for("mine")
    person.page.evaluate(FUZZ, 1000 * seed + 17)
    person.page.wait_for_timeout(100)
    seen = person.waits_for("mine")
    for _ in range(3):  # once more would open the menu
        if person.page.locator(".stage .picked").count():
            person.page.keyboard.press("Escape")
    expect(person.page.locator(".stage .picked")).to_have_count(0)
    seen = person.waits_for("mine")
    die = next(each for each in seen.things if each.id.startswith("die-"))
    person.clicks(die)
    expect(person.page.locator(f'.stage [data-id="{die.id}"].picked')).to_be_visible()
    assert person.page.locator(".ghost").count() == 0
