"""Opponents with faces, the player's own results, high scores that say against whom, and reactions."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.test_access import in_either_theme, problems

pytestmark = pytest.mark.retry("waits for a browser")


def test_an_opponent_is_chosen_by_face_and_met_at_the_table(person: Person) -> None:
    person.sets_up("Cublino Pur")
    person.chooses_level(5)
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_contain_text("The Glazier · level 5")
    expect(dialog).to_contain_text("“I look a little way ahead, and take the best that I can see.”")
    person.begins()
    person.waits_for("mine")
    opponent = person.page.locator(".player", has_text="The Glazier")
    expect(opponent).to_contain_text("level 5")
    expect(opponent.locator(".face use")).to_have_attribute("href", "/assets/" + _faces(person) + "#level-5")


def _faces(person: Person) -> str:
    """Return the name of the file of the faces, and check that it can be loaded."""
    href = person.page.locator(".face use").first.get_attribute("href") or ""
    path = href.partition("#")[0]
    assert person.page.evaluate("(path) => fetch(path).then((answer) => answer.ok)", path)
    return path.rpartition("/")[2]


def test_with_more_seats_a_button_shows_the_faces(person: Person) -> None:
    person.sets_up("Cyberzul")
    person.chooses("Players", "3")
    buttons = person.page.get_by_role("button", name="Choose another opponent")
    expect(buttons).to_have_count(2)
    expect(person.page.locator(".faces")).to_have_count(0)
    buttons.nth(1).click()
    person.page.get_by_role("radio", name="The Architect · level 8").check(force=True)
    expect(buttons.nth(0)).to_contain_text("The Weaver · level 3")
    expect(buttons.nth(1)).to_contain_text("The Architect · level 8")


def test_a_match_is_among_the_results_of_its_player(person: Person) -> None:
    person.go("/")
    person.page.get_by_role("link", name="Your results").click()
    person.sees("No results yet")
    in_either_theme(person)
    person.page.get_by_role("link", name="Choose a game").click()
    person.sets_up("Cublino Contra")
    person.chooses_level(2)
    person.begins()
    person.waits_for("mine")
    person.page.keyboard.press("g")
    person.page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    person.waits_for("over")
    person.go("/players/me")
    page = person.page
    expect(page.locator(".gallery li").nth(1)).to_contain_text("won 0 of 1")
    expect(page.locator(".gallery li").nth(0)).to_contain_text("not met yet")
    expect(page.get_by_role("row", name="Cublino Contra")).to_contain_text("no one yet")
    person.sees("Finish 19 more matches to see a curve here.")
    in_either_theme(person)
    page.get_by_role("link", name="The Potter · level 2").click()
    person.sees("The match begins.")


def test_two_people_show_each_other_reactions(arrive: Arrive) -> None:
    host, guest = arrive(), arrive(touch=True)
    table = host.opens("Zellij", "open")
    host.waits_for("waiting")
    guest.go(f"/t/{table}")
    guest.button("Sit here").click()
    for person in (host, guest):
        person.waits_for("mine", "theirs")
    host.button("Well played").click()
    expect(guest.page.locator(".player").nth(0).locator(".reaction")).to_contain_text("Well played")
    expect(host.page.locator(".player").nth(0).locator(".reaction")).to_contain_text("Well played")
    guest.page.get_by_role("button", name="Log and chat").tap()
    guest.button("Oops").tap()
    expect(guest.page.get_by_role("dialog")).to_have_count(0)
    expect(host.page.locator(".player").nth(1).locator(".reaction")).to_contain_text("Oops")
    assert problems(host) == []
    expect(host.page.locator(".player").nth(1).locator(".reaction")).to_be_empty()


def test_nobody_reacts_to_the_ai(person: Person) -> None:
    person.opens("Zellij")
    person.waits_for("mine")
    expect(person.page.get_by_role("group", name="Show a reaction")).to_have_count(0)
