"""The home page: where to begin, matches as miniatures, quick starts, joining by code, and the daily challenge."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, Arrive
from tests.browser.person import Person

pytestmark = pytest.mark.retry("waits for a browser")


def miniatures(person: Person) -> list[str]:
    """What the pictures of the person's matches say, in their order."""
    person.page.locator(".miniature").first.wait_for()
    return [link.get_attribute("aria-label") or "" for link in person.page.locator(".miniature").all()]


def test_a_newcomer_is_told_where_to_begin_until_they_have_begun(person: Person) -> None:
    person.go("/")
    welcome = person.page.locator(".welcome")
    expect(welcome).to_contain_text("New here? RowsAndCols")
    welcome.get_by_role("link", name="Learn RowsAndCols").click()
    person.page.wait_for_url("**/learn/rows-and-cols")
    person.go("/")
    expect(welcome).to_be_visible()
    person.page.get_by_role("button", name="Play RowsAndCols now").click()
    person.page.wait_for_url("**/t/*")
    person.waits_for("mine", "theirs")
    person.go("/")
    person.page.locator(".miniature").first.wait_for()
    expect(welcome).to_have_count(0)


def test_a_quick_start_repeats_the_last_match_with_one_click(person: Person) -> None:
    person.sets_up("Cublino Contra")
    person.seats(2, "A friend on this device")
    person.begins()
    person.waits_for("mine")
    person.go("/")
    person.page.get_by_role("button", name="Play Cublino Contra now: 1 friend here").click()
    person.page.wait_for_url("**/t/*")
    person.waits_for("mine")
    expect(person.page.get_by_role("list", name="Players")).to_contain_text("Player 2")
    person.go("/")
    person.page.get_by_role("link", name="Set up Cublino Contra").click()
    expect(person.page.get_by_role("dialog", name="Cublino Contra")).to_be_visible()


def test_matches_are_drawn_and_those_where_it_is_my_turn_come_first(arrive: Arrive) -> None:
    ann, bob = arrive(), arrive()
    ann.sets_up("Cublino Contra")
    ann.seats(2, "A friend online")
    ann.begins()
    ann.waits_for("waiting")
    code = ann.page.locator(".join-code").inner_text()
    assert re.fullmatch(r"[B-Z]{3} [B-Z]{3}", code)
    ann.go("/")
    expect(ann.page.locator(".miniature .chip")).to_have_text(f"Code {code}")

    # Bob joins by the code, and moves after Ann has.
    bob.go("/")
    bob.page.get_by_label("Code, link or address of a table").fill(code.lower())
    bob.button("Join").click()
    bob.page.wait_for_url("**/t/*")
    bob.button("Sit here").click()
    ann.page.locator(".miniature").click()
    ann.waits_for("mine")
    ann.sets_up("Zellij")
    ann.seats(2, "A friend online")
    ann.begins()
    ann.waits_for("waiting")
    ann.go("/")
    assert len(miniatures(ann)) == 2
    # The table of Zellij is newer, but there it is nobody's turn.
    expect(ann.page.locator(".miniature").first).to_have_attribute("aria-label", re.compile("Contra.*Your turn"))
    expect(ann.page.locator(".miniature.mine .miniature-scene svg").first).to_be_visible()

    ann.page.locator(".miniature.mine").click()
    seen = ann.waits_for("mine")
    ann.page.keyboard.press("m")
    ann.waits_for("theirs", after=seen.sign)
    ann.go("/")
    expect(ann.page.locator(".miniature.mine")).to_have_count(0)
    contra = ann.page.get_by_role("link", name=re.compile("^Cublino Contra.*to move"))
    expect(contra).to_be_visible()

    seen = bob.waits_for("mine")
    bob.page.keyboard.press("m")
    bob.waits_for("theirs", after=seen.sign)
    # As when the tab comes to the front again.
    ann.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(ann.page.locator(".miniature").first).to_have_attribute("aria-label", re.compile("Contra.*Your turn"))


def test_a_match_of_friends_on_one_device_shows_no_hands_on_the_home_page(person: Person) -> None:
    person.sets_up("Welters")
    person.seats(2, "A friend on this device")
    person.begins()
    person.waits_for("curtain")
    person.go("/")
    expect(person.page.locator(".miniature .chip")).to_have_text("Your turn")
    assert person.page.locator(".miniature-scene").count() == 0


@pytest.mark.parametrize("touch", [False, True], ids=["desktop", "phone"])
def test_joining_and_games_are_in_sight_without_scrolling_however_many_matches_there_are(
    arrive: Arrive, touch: bool
) -> None:
    person = arrive(touch=touch)
    person.go("/")
    person.page.wait_for_load_state("networkidle")  # the person is known now
    main = person.page.locator("main .main")
    expect(main.first).to_have_text("Learn RowsAndCols in five minutes")
    for button in (main.first, person.page.locator(".quick").first):
        expect(button).to_be_in_viewport(ratio=1)
    expect(person.page.locator(".game-title strong").first).to_have_text("RowsAndCols")
    for game in ("cyberzul", "zellij", "cublino-pur", "cublino-contra", "cyberzul"):
        setup = {"game": game, "places": [{"kind": "me"}, {"kind": "bot", "level": 1}]}
        answer = person.page.request.post(f"{person.base}/api/tables", data=setup)
        assert answer.ok
    person.go("/")
    miniatures(person)
    expect(person.page.locator(".game-title").first).to_be_in_viewport(ratio=1)
    size = PHONE if touch else DESKTOP
    box = person.page.get_by_role("form", name="Join a table").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= size["height"]
    assert person.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    small = person.page.evaluate(
        """(least) => [...document.querySelectorAll("main a, main button, main input")]
        .map((each) => [each.getBoundingClientRect(), each])
        .filter(([box]) => box.width > 0 && Math.min(box.width, box.height) < least)
        .map(([, each]) => each.outerHTML.slice(0, 100))""",
        40 if touch else 32,
    )
    assert small == []


def test_a_wrong_code_is_answered_with_words(person: Person) -> None:
    person.go("/")
    person.page.get_by_label("Code, link or address of a table").fill("zzz zzz")
    person.button("Join").click()
    expect(person.page.get_by_role("alert")).to_contain_text("No table has this code")
    person.forgive("404 (Not Found)")


def test_the_challenge_is_played_from_home_and_its_result_is_listed(person: Person) -> None:
    person.go("/")
    card = person.page.get_by_role("region", name=re.compile("Today's challenge"))
    card.get_by_role("button", name="Play").click()
    person.page.wait_for_url("**/t/*")
    person.waits_for("mine", "theirs")
    expect(person.button("Hint")).to_have_count(0)
    person.go("/")
    card.get_by_role("link", name="Continue").click()
    person.waits_for("mine")
    person.hands_over()
    person.waits_for("over")
    person.go("/challenge")
    # The AI has played it, so it does not count, and there is no second try.
    expect(person.page.get_by_role("link", name="View your match")).to_be_visible()
    person.sees("No one has finished yet.")
    person.go("/")
    expect(card).to_contain_text("the result doesn't count")
