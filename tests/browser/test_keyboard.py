"""Keyboard only: from the home page to the end of a match, with the focus in the right place."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person

pytestmark = pytest.mark.retry("waits for a browser")

FOCUS = "() => document.activeElement.getAttribute('aria-label') || document.activeElement.textContent"
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")


def focused(person: Person) -> str:
    """Return the label of the focused element."""
    words: str = person.page.evaluate(FOCUS)
    return words.strip()


def tabs_to(person: Person, words: str) -> None:
    """Press Tab until the element with that label has the focus."""
    for _ in range(60):
        if focused(person) == words:
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"The tab key never gets to {words!r}.")


def test_a_match_is_played_by_keyboard_from_the_home_page_to_the_end(person: Person) -> None:
    keyboard = person.page.keyboard
    person.go("/")
    first = person.page.get_by_role("link", name="Play Cublino Contra", exact=True)
    first.wait_for()
    tabs_to(person, "Play Cublino Contra")
    keyboard.press("ArrowRight")
    assert focused(person) == "Play Cublino Pur"
    keyboard.press("ArrowLeft")
    keyboard.press("Enter")
    dialog = person.page.get_by_role("dialog", name="Cublino Contra")
    expect(dialog.locator(".main.large")).to_be_focused()
    for _ in range(20):
        if focused(person).endswith("level 3"):
            break
        keyboard.press("ArrowUp")
    for _ in range(2):
        keyboard.press("ArrowLeft")
    expect(dialog.get_by_label("The Apprentice · level 1")).to_be_checked()
    keyboard.press("Enter")
    seen, dice = person.waits_for("mine"), random.Random(5)
    tabs_to(person, "I know this game")
    keyboard.press("Enter")
    while seen.state != "over":
        keyboard.press(dice.choice(ARROWS))
        person.page.locator(".stage [data-id]:focus").wait_for()
        for _ in range(dice.randrange(3)):
            keyboard.press(dice.choice(ARROWS))
        keyboard.press("Enter")
        seen = person.waits_for("mine", "over", after=seen.sign, calm=False)
    dialog = person.page.get_by_role("dialog")
    tabs_to(person, "Review the match")
    keyboard.press("Enter")
    person.page.wait_for_url("**/review/*")
    person.sees("The match begins.")


def presses_until(person: Person, key: str, *names: str) -> None:
    """Press the key until one of these has the focus, at most a few times."""
    for _ in range(6):
        if focused(person) in names:
            return
        person.page.keyboard.press(key)
    assert focused(person) in names


def test_arrow_keys_and_enter_are_enough_from_the_home_page_to_a_move(person: Person) -> None:
    keyboard = person.page.keyboard
    person.go("/")
    person.page.locator("a.game-card").first.wait_for()
    keyboard.press("ArrowDown")
    assert focused(person) == "Play RowsAndCols"
    for _ in range(2):
        keyboard.press("ArrowRight")
    assert focused(person) == "Play Cublino Pur"
    keyboard.press("ArrowDown")
    assert "Cublino Pur" in focused(person)
    presses_until(person, "ArrowDown", "Play Zellij")
    presses_until(person, "ArrowUp", "Play Cublino Pur")
    presses_until(person, "ArrowUp", "Code, link or address of a table")
    presses_until(person, "ArrowDown", "Play RowsAndCols", "Play Cublino Contra", "Play Cublino Pur")
    presses_until(person, "ArrowLeft", "Play RowsAndCols")
    presses_until(person, "ArrowDown", "Play Cyberzul")
    keyboard.press("Enter")
    dialog = person.page.get_by_role("dialog", name="Cyberzul")
    expect(dialog.locator(".main.large")).to_be_focused()
    for _ in range(20):
        if focused(person).endswith("level 3"):
            break
        keyboard.press("ArrowUp")
    level = dialog.get_by_role("group", name="Level of the AI")
    for _ in range(2):
        keyboard.press("ArrowLeft")
    expect(level.get_by_label("The Apprentice · level 1")).to_be_checked()
    expect(dialog).to_contain_text("I learned the rules this morning")
    keyboard.press("ArrowUp")
    keyboard.press("ArrowRight")
    expect(dialog.get_by_label("Name of player 2")).to_be_visible()
    keyboard.press("ArrowLeft")
    expect(level).to_be_visible()
    keyboard.press("ArrowUp")
    keyboard.press("ArrowRight")
    expect(dialog.get_by_role("button", name="Choose another opponent")).to_have_count(2)
    keyboard.press("Enter")
    seen = person.waits_for("mine")
    keyboard.press("ArrowRight")
    person.page.locator(".stage [data-id]:focus").wait_for()
    keyboard.press("Enter")
    seen = person.waits_for("mine", after=seen.sign)
    keyboard.press("Enter")
    seen = person.waits_for("mine", after=seen.sign)
    # The focus has not been lost: the next decision begins where the keys are.
    person.page.locator(".stage [data-id]:focus").wait_for()
    expect(person.page.locator(".log .line-step").first).to_be_visible()


def test_arrow_keys_in_the_log_highlight_what_an_entry_mentions(person: Person) -> None:
    person.begins_with_a_move_of_each("Cyberzul")
    log = person.page.get_by_role("list", name="Match log")
    log.focus()
    person.page.keyboard.press("ArrowUp")
    expect(person.page.locator(".stage .lit, .stage .mentioned").first).to_be_visible()
    expect(log.locator(".at")).to_have_count(1)
    person.page.keyboard.press("Tab")
    expect(person.page.locator(".stage .lit, .stage .mentioned")).to_have_count(0)


def test_escape_undoes_a_click_and_closes_sheets(person: Person) -> None:
    person.sets_up("Cublino Pur")
    person.page.keyboard.press("Escape")
    person.page.wait_for_url(f"{person.base}/")
    person.opens("Cublino Pur")
    before = person.waits_for("mine")
    person.clicks(before.things[0])
    picked = person.waits_for("mine", after=before.sign)
    person.page.keyboard.press("Escape")
    assert person.waits_for("mine", after=picked.sign).sign == before.sign


def test_escape_leaves_what_was_picked_and_then_opens_the_menu_of_the_table(person: Person) -> None:
    keyboard = person.page.keyboard
    person.opens("Cublino Pur")
    before = person.waits_for("mine")
    person.clicks(before.things[0])
    person.waits_for("mine", after=before.sign)
    menu = person.page.get_by_role("dialog", name="Menu")
    keyboard.press("Escape")
    expect(person.page.locator(".stage .picked")).to_have_count(0)
    expect(menu).to_have_count(0)
    keyboard.press("Escape")
    expect(menu.get_by_role("button", name="Continue")).to_be_focused()
    labels = []
    for _ in range(7):
        labels.append(focused(person))
        keyboard.press("ArrowDown")
    assert labels == [
        "Continue",
        "New match",
        "Rules",
        "Invite someone",
        "Settings",
        "Give up",
        "Leave the tableYour match is saved",
    ]
    keyboard.press("Escape")
    expect(menu).to_have_count(0)
    person.waits_for("mine")


def test_the_menu_of_the_table_leads_everywhere_by_keyboard(person: Person) -> None:
    keyboard = person.page.keyboard
    table = person.opens("Cublino Pur")
    person.waits_for("mine")

    def chooses(entry: str) -> None:
        keyboard.press("Escape")
        person.page.get_by_role("dialog", name="Menu").wait_for()
        for _ in range(8):
            if focused(person).startswith(entry):
                break
            keyboard.press("ArrowDown")
        keyboard.press("Enter")

    chooses("Settings")
    person.page.get_by_role("dialog", name="Settings").wait_for()
    keyboard.press("Escape")
    chooses("Rules")
    person.page.wait_for_url("**/g/cublino-pur")
    keyboard.press("Escape")
    person.page.wait_for_url(f"**/t/{table}")
    person.waits_for("mine")
    chooses("New match")
    person.page.get_by_role("dialog", name="Cublino Pur").wait_for()
    person.page.go_back()
    person.waits_for("mine")
    chooses("Leave")
    person.page.wait_for_url(f"{person.base}/")
    person.page.go_back()
    person.waits_for("mine")
    chooses("Give up")
    person.page.get_by_role("dialog", name="Give up this match?").wait_for()
    tabs_to(person, "Give up")
    keyboard.press("Enter")
    person.waits_for("over")


def test_the_question_mark_lists_the_shortcuts(person: Person) -> None:
    person.opens("Cyberzul")
    person.waits_for("mine")
    person.page.keyboard.press("?")
    keys = person.page.get_by_role("dialog", name="Keyboard shortcuts")
    for words in ("Hint", "Let the AI move", "Turn sound on or off", "List all moves"):
        expect(keys.get_by_text(words)).to_be_visible()


def test_buttons_are_pressed_by_enter_and_by_space(person: Person) -> None:
    person.opens("Cyberzul")
    person.waits_for("mine")
    more = person.button("More actions")
    for key in ("Enter", " "):
        more.focus()
        person.page.keyboard.press(key)
        expect(more).to_have_attribute("aria-expanded", "true")
        person.page.keyboard.press("Tab")
        person.page.keyboard.press("Escape")
        expect(more).to_have_attribute("aria-expanded", "false")
        expect(more).to_be_focused()


def test_a_key_that_is_held_down_is_pressed_once(person: Person) -> None:
    keyboard = person.page.keyboard
    person.opens("Cublino Pur")
    before = person.waits_for("mine")
    keyboard.press("ArrowRight")
    person.page.locator(".stage [data-id]:focus").wait_for()
    for _ in range(6):
        keyboard.down("Enter")
        person.page.evaluate("() => new Promise(requestAnimationFrame)")
    keyboard.up("Enter")
    expect(person.page.locator(".stage .picked")).to_have_count(1)
    assert person.waits_for("mine").sign.split("|")[1] == before.sign.split("|")[1]
