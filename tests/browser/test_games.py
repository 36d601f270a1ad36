"""Each game from the home page to the result, every move by mouse on a desktop and by touch on a phone.

`test_keyboard.py` has one that is played by keyboard.
"""

import random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.test_phone import RESULT, fits
from tilora.kernel import games

pytestmark = pytest.mark.retry("waits for a browser")

GAMES = {game.name: game.title for game in games()}
CLICKS = 1_000
"""More than any of them takes."""


def sends_the_coach_away(person: Person) -> None:
    """Close the explanations of a first match: the AI would think of a good move for them, which takes a while."""
    person.waits_for("mine")
    person.button("I know this game").click()
    expect(person.page.locator(".coach")).to_have_count(0)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_by_mouse_from_the_home_page_to_the_end(person: Person, name: str) -> None:
    person.sets_up(GAMES[name])
    person.chooses_level(1)
    person.begins()
    sends_the_coach_away(person)
    assert person.plays(random.Random(1), clicks=CLICKS).state == "over"
    expect(person.page.get_by_role("dialog").get_by_text("Review the match")).to_be_visible()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_by_touch_from_the_home_page_to_the_end(arrive: Arrive, name: str) -> None:
    person = arrive(touch=True)
    person.go("/")
    fits(person)
    person.page.get_by_role("link", name=f"Play {GAMES[name]}", exact=True).tap()
    person.chooses_level(1)
    fits(person)
    person.page.locator("dialog .main.large").tap()
    sends_the_coach_away(person)
    fits(person)
    assert person.plays(random.Random(3), clicks=CLICKS, touch=True).state == "over"
    expect(person.page.get_by_role("dialog").get_by_text("Review the match")).to_be_visible()
    fits(person)
    assert person.page.evaluate("(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(" + RESULT + ")")
