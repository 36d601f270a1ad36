"""Each game from the home page to the result, every move by mouse on a desktop or by touch on a phone.

One game of each family is played by mouse, the others by touch; in the other way each plays its last turns, and by
touch its first. `make soak` plays all of them in both ways. `test_keyboard.py` has one that is played by keyboard.
"""

import random

import pytest
from playwright.sync_api import expect

from tests import SOAK
from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.test_phone import RESULT, fits
from tilora.kernel import games

pytestmark = pytest.mark.retry("waits for a browser")

GAMES = {game.name: game.title for game in games()}
BY_TOUCH = list(GAMES) if SOAK > 1 else ["cublino-pur", "zellij"]
BY_MOUSE = [name for name in GAMES if SOAK > 1 or name not in BY_TOUCH]
CLICKS = 1_000
"""More than any of them takes."""
FIRST_CLICKS = 8


def sends_the_coach_away(person: Person) -> None:
    """Close the explanations of a first match: the AI would think of a good move for them, which takes a while."""
    person.waits_for("mine")
    person.button("I know this game").click()
    expect(person.page.locator(".coach")).to_have_count(0)


def ends(person: Person, seed: int, *, touch: bool = False) -> None:
    """Play on to the end, and see the result."""
    sends_the_coach_away(person)
    assert person.plays(random.Random(seed), clicks=CLICKS, touch=touch).state == "over"
    expect(person.page.get_by_role("dialog").get_by_text("Review the match")).to_be_visible()


@pytest.mark.parametrize("name", BY_MOUSE)
def test_a_game_is_played_by_mouse_from_the_home_page_to_the_end(person: Person, name: str) -> None:
    person.sets_up(GAMES[name])
    person.chooses_level(1)
    person.begins()
    ends(person, 1)


@pytest.mark.parametrize("name", sorted({*GAMES} - {*BY_MOUSE}))
def test_the_last_turns_of_a_game_are_played_by_mouse(arrive: Arrive, name: str) -> None:
    person = arrive(reduced_motion="reduce")  # pieces really fade
    person.opens(GAMES[name], late=True)
    ends(person, 1)


def fits_at_the_end(person: Person) -> None:
    """Check that neither the page nor the result overflows."""
    fits(person)
    assert person.page.evaluate("(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)(" + RESULT + ")")


@pytest.mark.parametrize("name", BY_TOUCH)
def test_a_game_is_played_by_touch_from_the_home_page_to_the_end(arrive: Arrive, name: str) -> None:
    person = arrive(touch=True)
    person.go("/")
    fits(person)
    person.page.get_by_role("link", name=f"Play {GAMES[name]}", exact=True).tap()
    person.chooses_level(1)
    fits(person)
    person.page.locator("dialog .main.large").tap()
    ends(person, 3, touch=True)
    fits_at_the_end(person)


@pytest.mark.parametrize("name", sorted({*GAMES} - {*BY_TOUCH}))
def test_the_first_and_the_last_turns_of_a_game_are_played_by_touch(arrive: Arrive, name: str) -> None:
    person = arrive(touch=True)
    person.opens(GAMES[name])
    sends_the_coach_away(person)
    fits(person)
    person.plays(random.Random(3), clicks=FIRST_CLICKS, touch=True)
    fits(person)
    person.opens(GAMES[name], late=True)
    assert person.plays(random.Random(3), clicks=CLICKS, touch=True).state == "over"
    fits_at_the_end(person)
