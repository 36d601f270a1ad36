"""On a phone's screen, by touch."""

import random
import time

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person

pytestmark = pytest.mark.retry("waits for a browser")

NARROW = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
SMALL = """
() => [...document.querySelectorAll("button, a.button, .brand, summary, select, input:not(.unseen):not([type=radio])")]
  .filter((each) => each.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }))
  .map((each) => [each.getBoundingClientRect(), each.getAttribute("aria-label") || each.textContent])
  .filter(([box]) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
  .map(([box, name]) => `${name}: ${box.width} × ${box.height}`)
"""


RESULT = 'document.querySelector(".result").parentElement'


def fits(person: Person) -> None:
    """Check that nothing overflows sideways, and that every button is large enough for a finger."""
    assert person.page.evaluate(NARROW)
    assert person.page.evaluate(SMALL) == []


def test_the_log_and_the_chat_are_a_tap_away(arrive: Arrive) -> None:
    person = arrive(touch=True)
    person.opens("Cyberzul")
    person.waits_for("mine")
    person.page.get_by_role("button", name="Log and chat").tap()
    person.page.get_by_role("textbox", name="Say something").fill("What a nice table!")
    person.button("Send").tap()
    person.page.get_by_role("list", name="Match log").get_by_text("What a nice table!").wait_for()


def test_the_log_opens_at_its_newest_entry(arrive: Arrive) -> None:
    person = arrive(touch=True)
    person.opens("Cyberzul")
    seen = person.waits_for("mine")
    for _ in range(7):
        person.page.keyboard.press("m")
        seen = person.waits_for("mine", after=seen.sign)
    person.page.get_by_role("button", name="Log and chat").tap()
    entries = person.page.get_by_role("dialog").locator(".log li")
    expect(entries.last).to_be_in_viewport()
    expect(entries.first).not_to_be_in_viewport()


REMEMBER_WHAT_LIGHTS_UP = """() => {
  const lit = () => document.querySelector(".stage .lit, .stage .mentioned, .others .lit");
  const watch = new MutationObserver(() => {
    if (!lit()) return;
    watch.disconnect();
    document.body.dataset.lit = "yes";
  });
  watch.observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""The highlight lasts only a moment, which a busy machine could miss."""


def test_tapping_an_entry_of_the_log_highlights_what_it_mentions(arrive: Arrive) -> None:
    person = arrive(touch=True)
    person.begins_with_a_move_of_each("Cyberzul")
    person.page.get_by_role("button", name="Log and chat").tap()
    log = person.page.get_by_role("dialog", name="Log and chat")
    person.page.evaluate(REMEMBER_WHAT_LIGHTS_UP)
    log.locator(".speaks").last.tap()
    expect(log).to_have_count(0)
    person.page.locator("body[data-lit]").wait_for()


def double_taps(person: Person, x: float, y: float) -> None:
    """Tap twice within a tenth of a second, as the page sees it: a busy machine may take longer to do it."""
    session = person.page.context.new_cdp_session(person.page)
    begin = time.time()
    for touch, seconds in (("touchStart", 0.0), ("touchEnd", 0.03), ("touchStart", 0.07), ("touchEnd", 0.1)):
        points = [{"x": x, "y": y}] if touch == "touchStart" else []
        session.send("Input.dispatchTouchEvent", {"type": touch, "touchPoints": points, "timestamp": begin + seconds})


def test_an_area_too_small_for_a_finger_is_enlarged_by_its_button_or_a_double_tap(arrive: Arrive) -> None:
    person = arrive(touch=True)
    person.opens("Cyberzul")
    person.waits_for("mine")
    middle = person.page.locator(".stage [data-area=middle]")
    box = middle.bounding_box()
    assert box is not None
    large = person.page.locator(".area.windowed")
    for count in (1, 0):
        double_taps(person, box["x"] + 5, box["y"] + 5)
        expect(large).to_have_count(count)
    button = person.page.get_by_role("button", name="Enlarge").first
    button.tap()
    expect(large).to_have_count(1)
    expect(button).to_have_attribute("aria-pressed", "true")
    seen = person.waits_for("mine")
    assert min(min(thing.w, thing.h) for thing in seen.things) >= 43
    button.tap()
    expect(large).to_have_count(0)


def test_holding_a_finger_on_something_shows_what_it_is(arrive: Arrive) -> None:
    person = arrive(touch=True)
    person.opens("Cyberzul")
    seen = person.waits_for("mine")
    session = person.page.context.new_cdp_session(person.page)
    finger = [{"x": seen.things[0].x, "y": seen.things[0].y}]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": finger})
    person.page.get_by_role("tooltip").wait_for()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(person.page.get_by_role("tooltip")).to_have_count(0)


@pytest.mark.parametrize(("title", "seats"), [("RowsAndCols", 6), ("Cyberzul", 4)])
def test_a_full_table_fits_on_a_phone(arrive: Arrive, title: str, seats: int) -> None:
    person = arrive(touch=True)
    person.go("/")
    person.page.get_by_label("Your name").fill("Wilhelmina Wagnerowa-Wu")
    person.page.get_by_label("Your name").press("Enter")
    person.sets_up(title)
    person.chooses("Players", str(seats))
    fits(person)
    person.begins()
    person.plays(random.Random(2), clicks=6, touch=True)
    fits(person)
    expect(person.page.locator(".player")).to_have_count(seats)
    for score in person.page.locator(".player .score").all():
        expect(score).to_be_in_viewport(ratio=1)


def test_the_closed_chat_shows_that_there_are_new_messages(arrive: Arrive) -> None:
    person, other = arrive(touch=True), arrive()
    table = person.opens("Cyberzul")
    person.waits_for("mine")
    other.go(f"/t/{table}")
    other.waits_for("theirs")
    other.page.get_by_label("Say something").fill("May I watch?")
    other.button("Send").click()
    new = person.page.get_by_role("button", name="new messages")
    new.tap()
    person.page.get_by_role("dialog").get_by_text("May I watch?").wait_for()
    person.page.keyboard.press("Escape")
    expect(person.button("Log and chat")).to_be_visible()


def test_how_a_cast_adds_up_is_shown_above_the_map_and_moves_nothing(arrive: Arrive) -> None:
    person = arrive(touch=True)
    person.opens("Welters")
    seen = person.waits_for("mine")
    area = person.page.locator(".stage .area").first
    before = area.bounding_box()
    person.page.locator(".role-hand.mine .alive").first.tap(force=True)
    person.waits_for("mine", after=seen.sign)
    person.page.locator(".role-shared .alive").first.tap(force=True)
    total = person.page.locator(".caption.sum strong")
    expect(total).not_to_be_empty()
    after, words = area.bounding_box(), total.bounding_box()
    assert before is not None
    assert after is not None
    assert words is not None
    assert after["y"] == before["y"]
    # Up to half a line may lie over the edge of the map, where nothing is.
    assert words["y"] + words["height"] <= before["y"] + 12
