"""On a phone's screen, by touch."""

import random

from tests.browser.conftest import Arrive
from tests.browser.person import Person

NARROW = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
SMALL = """
() => [...document.querySelectorAll("button, a.button, select, input:not(.unseen):not([type=radio])")]
  .filter((each) => each.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }))
  .map((each) => [each.getBoundingClientRect(), each.getAttribute("aria-label") || each.textContent])
  .filter(([box]) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
  .map(([box, name]) => `${name}: ${box.width} × ${box.height}`)
"""


def fits(person: Person) -> None:
    """Nothing sticks out at the side, and everything to press is large enough for a finger."""
    assert person.page.evaluate(NARROW)
    assert person.page.evaluate(SMALL) == []


def test_a_game_is_played_by_touch_from_the_first_page_to_the_end(arrive: Arrive) -> None:
    person = arrive(touch=True)
    person.go("/")
    fits(person)
    person.page.get_by_role("link", name="Play Welters", exact=True).tap()
    person.page.get_by_label("Level of the AI").select_option("1")
    fits(person)
    person.page.locator("dialog .main.large").tap()
    seen = person.plays(random.Random(3), clicks=40, touch=True)
    fits(person)
    if seen.state != "over":
        person.page.get_by_role("button", name="More actions").tap()
        person.page.get_by_role("button", name="Hand over to the AI").tap()
        person.waits_for("over")
    person.sees("Review the match")
    fits(person)


def test_the_log_and_the_chat_are_a_tap_away(arrive: Arrive) -> None:
    person = arrive(touch=True)
    person.sets_up("Cyberzul")
    person.begins()
    person.waits_for("mine")
    person.page.get_by_role("button", name="Log and chat").tap()
    person.page.get_by_role("textbox", name="Say something").fill("What a nice table!")
    person.button("Send").tap()
    person.page.get_by_role("list", name="What happened").get_by_text("What a nice table!").wait_for()
