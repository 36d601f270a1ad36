"""Help with decisions: reasons, tooltips, hints, odds, the list of moves, and undo."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.person import PATIENCE, Person, Thing

pytestmark = pytest.mark.retry("waits for a browser")


def sits_down(person: Person, title: str) -> Thing:
    """Open a table with a friend on the same device; return the first thing that can be clicked."""
    person.sets_up(title)
    person.seats(2, "A friend on this device")
    person.begins()
    seen = person.waits_for("mine", "curtain")
    if seen.state == "curtain":
        person.page.locator(".curtain button").click()
        seen = person.waits_for("mine")
    return seen.things[0]


def middle(person: Person, what: str) -> tuple[float, float]:
    """Return the middle of the first element that matches."""
    box = person.page.locator(what).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_click_that_leads_nowhere_says_why(person: Person) -> None:
    person.clicks(sits_down(person, "Cyberzul"))
    person.page.locator(".stage .picked").first.wait_for()
    person.page.mouse.click(*middle(person, ".area.role-board:not(.mine)"))
    expect(person.page.locator(".complaint")).to_have_text(re.compile(r"\w+ .*\.$"))


def test_dragging_does_the_same_as_clicking(person: Person) -> None:
    thing = sits_down(person, "Cyberzul")
    mouse = person.page.mouse
    mouse.move(thing.x, thing.y)
    mouse.down()
    mouse.move(thing.x + 40, thing.y + 20, steps=4)
    expect(person.page.locator(".ghost")).to_be_visible()
    mouse.move(*middle(person, ".stage .spot.alive:not(.picked)"), steps=4)
    mouse.up()
    expect(person.page.locator(".log .line-step")).to_have_count(1)
    expect(person.page.locator(".ghost")).to_have_count(0)


def test_a_piece_released_elsewhere_does_not_stick_to_the_mouse(person: Person) -> None:
    person.sets_up("Cyberzul")
    person.begins()
    seen, mouse = person.waits_for("mine"), person.page.mouse
    first, second = seen.things[:2]
    log = person.page.get_by_role("list", name="Match log").bounding_box()
    assert log is not None
    mouse.move(first.x, first.y)
    mouse.down()
    mouse.move(log["x"] + 20, log["y"] + 20)
    mouse.up()
    mouse.move(first.x, first.y)
    mouse.move(second.x, second.y, steps=3)
    expect(person.page.locator(".ghost")).to_have_count(0)
    expect(person.page.locator(".stage .picked")).to_have_count(0)
    person.clicks(second)
    person.waits_for("mine", after=seen.sign)
    expect(person.page.locator(".stage .picked")).to_have_count(1)


def test_a_hint_shows_where_to_click_and_says_it_in_words(person: Person) -> None:
    sits_down(person, "Cyberzul")
    person.page.keyboard.press("h")
    expect(person.page.locator(".caption.hint")).to_contain_text("Take", timeout=PATIENCE)
    expect(person.page.locator(".hinted").first).to_be_visible()


def test_pointing_at_something_shows_what_it_is(person: Person) -> None:
    sits_down(person, "Cyberzul")
    person.page.mouse.move(*middle(person, "[data-id='floor-0']"))
    expect(person.page.get_by_role("tooltip")).to_contain_text("floor line")


def test_every_target_shows_the_odds_before_chance_decides(person: Person) -> None:
    sits_down(person, "Welters")
    person.page.mouse.click(*middle(person, ".role-hand.mine .piece.alive"))
    expect(person.page.locator(".badge").first).to_have_text(re.compile(r"\d+%"))


def test_a_move_can_be_found_in_the_list_and_played(person: Person) -> None:
    sits_down(person, "Cyberzul")
    person.page.keyboard.press("w")
    person.page.get_by_label("Search the moves").fill("floor line")
    person.page.locator(".choices button").first.press("Enter")
    expect(person.page.locator(".log .line-step")).to_contain_text("floor line")


def test_undo_takes_back_a_draft(person: Person) -> None:
    sits_down(person, "RowsAndCols")
    hand = person.page.locator(".role-hand.mine .piece.alive")
    before = hand.count()
    person.page.get_by_role("button", name="Swap").click()
    person.page.mouse.click(*middle(person, ".role-hand.mine .piece.alive"))
    undo = person.page.get_by_role("button", name="Undo")
    undo.click()
    expect(undo).to_have_count(0)
    expect(hand).to_have_count(before)


def test_an_entry_of_the_log_highlights_what_it_mentions(person: Person) -> None:
    sits_down(person, "Cublino Pur")
    seen = person.waits_for("mine")
    person.page.keyboard.press("m")
    person.waits_for("mine", after=seen.sign)
    entry = person.page.locator(".log .speaks").last
    entry.hover()
    expect(person.page.locator(".stage .lit").first).to_be_visible()
    person.page.mouse.move(10, 10)
    expect(person.page.locator(".stage .lit")).to_have_count(0)


def test_a_seat_is_handed_over_and_taken_back_and_given_up(person: Person) -> None:
    person.sets_up("Cublino Pur")
    person.seats(2, "A friend online")
    person.begins()
    person.button("Add an AI").click()
    person.button("Start").click()
    person.waits_for("mine", "theirs")
    person.page.keyboard.press("o")
    person.page.get_by_role("button", name="Take your seat back").click()
    person.waits_for("mine")
    person.page.keyboard.press("g")
    person.button("Go back").click()
    expect(person.page.get_by_role("button", name="Hint")).to_be_visible()
    person.page.keyboard.press("g")
    person.button("Give up").click()
    person.sees("has given up")
    expect(person.page.get_by_role("button", name="Hint")).to_have_count(0)


def test_a_match_that_has_hardly_begun_can_be_cancelled(person: Person) -> None:
    sits_down(person, "Cublino Pur")
    person.page.keyboard.press("x")
    person.button("Cancel the match").click()
    person.sees("The match was cancelled")
