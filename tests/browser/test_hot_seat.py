"""Two players at one device: the curtain between them hides every secret."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person, sensible

HAND = """
() => [...document.querySelectorAll(".area.mine.role-hand [data-piece]")]
  .map((each) => each.getAttribute("aria-label")).filter(Boolean)
"""
CONTENT = "() => document.querySelector('#content').innerHTML"
OTHER_HANDS = """
() => [...document.querySelectorAll(".area.role-hand:not(.mine)")].map((each) => each.innerHTML).join()
"""


@pytest.mark.parametrize("title", ["RowsAndCols", "Welters"])
def test_the_curtain_hides_everything_until_the_next_player_is_ready(person: Person, title: str) -> None:
    dice = random.Random(11)
    person.sets_up(title)
    person.seats(2, "A friend on this device")
    person.page.get_by_label("Name of player 2").fill("Nadia")
    person.begins()
    seen = person.waits_for("curtain")
    person.button("I know this game").click()
    secrets: set[str] = set()
    for _ in range(4):
        behind = person.page.evaluate(CONTENT)
        assert "stage" not in behind
        assert "data-id" not in behind
        assert not [words for words in secrets if words in behind]
        person.page.locator(".curtain button").click()
        seen = person.waits_for("mine", after=seen.sign)
        others = person.page.evaluate(OTHER_HANDS)
        mine = set(person.page.evaluate(HAND))
        assert mine
        assert others
        assert not [words for words in secrets - mine if words in others]
        while seen.state == "mine":
            person.clicks(sensible(seen, dice))
            secrets = set(person.page.evaluate(HAND)) or secrets
            seen = person.waits_for("mine", "curtain", after=seen.sign)


def test_a_game_without_secrets_has_no_curtain(person: Person) -> None:
    person.opens("Cublino Pur", "here")
    before = person.waits_for("mine")
    while (seen := person.plays(random.Random(2), clicks=1)).sign.split("|")[1] == before.sign.split("|")[1]:
        assert seen.state == "mine"
    assert seen.state == "mine"


def test_enter_lifts_the_curtain(person: Person) -> None:
    person.opens("RowsAndCols", "here")
    seen = person.waits_for("curtain")
    for _ in range(2):
        expect(person.page.locator(".curtain button")).to_be_focused()
        person.page.keyboard.press("Enter")
        seen = person.waits_for("mine", after=seen.sign)
        person.page.keyboard.press("m")
        seen = person.waits_for("curtain", after=seen.sign)
