"""Help with decisions: reasons, tooltips, hints, odds, the list of moves, and undo."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.person import PATIENCE, Person, Thing

pytestmark = pytest.mark.retry("waits for a browser")


def sits_down(person: Person, title: str) -> Thing:
    """Open a table with a friend on the same device; return the first thing that can be clicked."""
    person.opens(title, "here")
    seen = person.waits_for("mine", "curtain")
    if seen.state == "curtain":
        person.page.locator(".curtain button").click()
        seen = person.waits_for("mine", after=seen.sign)
    return seen.things[0] if seen.things else Thing("", 0, 0, 0, 0)


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
    person.opens("Cyberzul")
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


def test_a_hint_tells_which_piece_then_where_to_and_then_why(person: Person) -> None:
    sits_down(person, "Cyberzul")
    caption, hinted = person.page.locator(".caption.hint"), person.page.locator(".stage .hinted")
    person.page.keyboard.press("h")
    expect(caption).to_contain_text("Start with:", timeout=PATIENCE)
    expect(hinted.first).to_be_visible()
    begun = hinted.count()
    caption.get_by_role("button", name="Where to?").click()
    expect(caption).to_contain_text("Take")
    assert hinted.count() > begun
    person.page.keyboard.press("h")
    expect(caption).to_contain_text(re.compile("Why:|nothing to compare"), timeout=5 * PATIENCE)
    expect(caption.get_by_role("button")).to_have_count(0)
    person.page.keyboard.press("Escape")
    expect(person.page.locator(".hinted, .caption.hint")).to_have_count(0)


def test_a_match_says_who_begins_and_what_the_sides_are_called(person: Person) -> None:
    person.sets_up("Cyberzul")
    person.sees("a random draw decides who goes first")
    person.sets_up("Cublino Contra")
    person.chooses("Who goes first", "Opponent")
    person.begins()
    expect(person.page.locator(".player.mine")).to_contain_text("Black")
    person.sees("The Weaver goes first, in the first seat.")


def test_pointing_at_something_shows_what_it_is(person: Person) -> None:
    sits_down(person, "Cyberzul")
    person.page.mouse.move(*middle(person, "[data-id='floor-0']"))
    expect(person.page.get_by_role("tooltip")).to_contain_text("floor line")


def test_every_target_shows_the_odds_before_chance_decides(person: Person) -> None:
    sits_down(person, "Welters")
    person.page.mouse.click(*middle(person, ".role-hand.mine .piece.alive"))
    expect(person.page.locator(".badge").first).to_have_text(re.compile(r"\d+%"))


def pressed(person: Person, what: str) -> None:
    """Click the middle of something on the table, and wait for the answer."""
    person.page.mouse.click(*middle(person, f".stage {what}"))
    person.waits_for("mine")


def test_nothing_is_cast_before_the_button_is_pressed_and_every_click_can_be_taken_back(person: Person) -> None:
    sits_down(person, "Welters")
    caption, cast = person.page.locator(".caption"), person.page.locator("[data-button=cast]")
    chosen = person.page.locator(".role-hand.mine .look-marked")
    expect(caption).to_contain_text("Choose cards from your hand")
    expect(cast).to_be_disabled()
    tile = "[data-id=tile-c3]"
    pressed(person, tile)
    expect(caption).to_contain_text("tolerates")
    pressed(person, ".role-hand.mine .piece.alive")
    expect(chosen).to_have_count(1)
    expect(person.page.locator(f"{tile}.picked")).to_have_count(1)
    expect(caption).to_contain_text(re.compile(r"against \d+"))
    expect(caption).to_contain_text("10")
    pressed(person, ".role-hand.mine .piece:has(.look-marked)")
    expect(chosen).to_have_count(0)
    pressed(person, ".role-hand.mine .piece.alive")
    expect(chosen).to_have_count(1)
    pressed(person, tile)
    expect(person.page.locator(".stage .picked")).to_have_count(0)
    hopeless = person.page.locator(".piece.hopeless")
    expect(hopeless.first).to_be_visible()
    assert float(hopeless.first.locator(".lift").evaluate("each => getComputedStyle(each).opacity")) < 0.5
    expect(person.page.locator(".log .line-step")).to_have_count(0)
    pressed(person, tile)
    cast.click()
    person.waits_for("curtain")


def test_bricks_put_aside_are_clicked_back_and_escape_leaves_swapping(person: Person) -> None:
    sits_down(person, "RowsAndCols")
    swap, caption = person.page.locator("[data-button=swap]"), person.page.locator(".caption")
    assert "main" not in (swap.get_attribute("class") or "")
    aside = person.page.locator(".role-hand.mine .look-marked")
    swap.click()
    expect(caption).to_have_text("Choose bricks to put back into the bag.")
    person.page.keyboard.press("Escape")
    expect(caption).to_contain_text("Choose a brick and a place for it.")
    swap.click()
    for number in (1, 2, 3):
        pressed(person, ".role-hand.mine .piece.alive:not(:has(.look-marked))")
        expect(aside).to_have_count(number)
    pressed(person, ".role-hand.mine .piece:has(.look-marked)")
    expect(aside).to_have_count(2)
    expect(person.page.locator("[data-button=end]")).to_contain_text("Swap 2 bricks")
    person.page.keyboard.press("Escape")
    expect(aside).to_have_count(0)
    expect(swap).to_be_enabled()


def test_a_turn_against_the_ai_is_taken_back_with_its_answer(person: Person) -> None:
    person.opens("Cublino Contra")
    first = person.waits_for("mine")
    person.clicks(next(thing for thing in first.things if thing.id == "die-d1"))
    picked = person.waits_for("mine", after=first.sign)
    person.clicks(next(thing for thing in picked.things if thing.id == "d2"))
    after = person.waits_for("mine", after=picked.sign)
    expect(person.page.locator(".log")).not_to_contain_text("took back")
    person.button("Take back a turn Z").click()
    person.waits_for("mine", after=after.sign)
    expect(person.page.locator(".log")).to_contain_text("took back a turn")
    for die in "abcdefg":
        expect(person.page.locator(f".stage [data-id='die-{die}1'], .stage [data-id='die-{die}7']")).to_have_count(2)
    person.page.keyboard.press("z")
    person.sees("You have not finished a turn yet")


def test_where_turns_can_not_be_taken_back_the_page_says_why(person: Person) -> None:
    sits_down(person, "Welters")
    person.button("More actions").click()
    person.button("Take back a turn Z").click()
    person.sees("what you have seen can't be unseen")


def test_undo_takes_back_a_step_and_undo_all_the_turn(person: Person) -> None:
    sits_down(person, "RowsAndCols")
    aside = person.page.locator(".role-hand.mine .look-marked")
    person.page.keyboard.press("p")
    for number in (1, 2, 3):
        pressed(person, ".role-hand.mine .piece.alive:not(:has(.look-marked))")
        expect(aside).to_have_count(number)
    person.button("Undo U").click()
    expect(aside).to_have_count(2)
    person.button("Undo all A").click()
    expect(aside).to_have_count(0)


def test_a_click_counts_even_if_a_move_in_between_says_that_no_button_is_down(person: Person) -> None:
    thing = sits_down(person, "Cublino Pur")
    wire = person.page.context.new_cdp_session(person.page)
    left = {"x": thing.x, "y": thing.y, "button": "left", "clickCount": 1}
    wire.send("Input.dispatchMouseEvent", {"type": "mousePressed", **left, "buttons": 1})
    wire.send("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": thing.x + 2, "y": thing.y, "buttons": 0})
    wire.send("Input.dispatchMouseEvent", {"type": "mouseReleased", **left, "buttons": 0})
    expect(person.page.locator(".stage .picked")).to_have_count(1, timeout=5_000)


def trembles(person: Person, x: float, y: float) -> None:
    """Click there with a hand that is not quite still."""
    mouse = person.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 3, y + 1)
    mouse.move(x + 5, y + 2)
    mouse.up()


def test_a_click_counts_though_text_is_selected_all_over_the_page(person: Person) -> None:
    """The browser would drag the selected text, and go on to do so until the page is reloaded."""
    thing = sits_down(person, "Cublino Pur")
    person.page.keyboard.press("Control+a")
    assert person.page.evaluate("String(getSelection()).length") > 0
    trembles(person, thing.x, thing.y)
    expect(person.page.locator(".stage .picked")).to_have_count(1)
    back = person.button("Back Esc").bounding_box()
    assert back is not None
    trembles(person, back["x"] + back["width"] / 2, back["y"] + back["height"] / 2)
    expect(person.page.locator(".stage .picked")).to_have_count(0)
    trembles(person, thing.x, thing.y)
    expect(person.page.locator(".stage .picked")).to_have_count(1)


def test_a_click_without_a_pointer_counts_as_screen_readers_make_them(person: Person) -> None:
    thing = sits_down(person, "Cublino Pur")
    piece = person.page.locator(f'.stage [data-id="{thing.id}"]')
    piece.dispatch_event("click")
    expect(person.page.locator(".stage .picked")).to_have_count(1, timeout=5_000)


def test_a_move_can_be_found_in_the_list_and_played(person: Person) -> None:
    sits_down(person, "Cyberzul")
    person.page.keyboard.press("w")
    person.page.get_by_label("Search the moves").fill("cyber mine floor line")
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
    person.opens("Cublino Pur", "open")
    person.button("Add an AI").click()
    person.button("Start").click()
    person.waits_for("mine", "theirs")
    person.page.keyboard.press("o")
    # At once: on a busy machine, two AIs could finish the match before a mouse gets there.
    person.page.get_by_role("button", name="Take your seat back").evaluate("button => button.click()")
    person.waits_for("mine")
    person.page.keyboard.press("g")
    person.button("Go back").click()
    expect(person.page.get_by_role("button", name="Hint")).to_be_visible()
    person.page.keyboard.press("g")
    person.sees("Your opponent wins.")
    person.button("Give up").click()
    person.sees("has given up")
    expect(person.page.get_by_role("dialog")).to_contain_text("The Carpenter wins")
    expect(person.page.get_by_role("dialog")).not_to_contain_text("You win")
    expect(person.page.get_by_role("button", name="Hint")).to_have_count(0)


def test_a_match_that_has_hardly_begun_can_be_cancelled(person: Person) -> None:
    sits_down(person, "Cublino Pur")
    person.page.keyboard.press("x")
    person.button("Cancel the match").click()
    person.sees("The match was cancelled")
