"""Accessibility: axe on every page, contrast in both themes, screen readers, and text that stays text."""

import random
import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.server.process import ServerProcess

pytestmark = pytest.mark.retry("waits for a browser")

MARKUP = "<b onclick=x>&amp;<i>"
LONG_MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script>&lt;'

SETTLED = """
() => Promise.all(
  document.getAnimations().filter((each) => Number.isFinite(each.effect.getComputedTiming().endTime))
    .map((each) => each.finished.catch(() => undefined)),
)
"""
"""Waits for transitions: colours that are changing have no contrast yet."""
INJECTED = "document.body.append(Object.assign(document.createElement('script'), {text: 'window.ran = 1'}))"

axe = Axe()


def opened(title: str, *clicks: str) -> Callable[[Person], None]:
    """Return a function that opens a table of the game and presses these buttons."""

    def prepare(person: Person) -> None:
        person.opens(title)
        person.waits_for("mine")
        for name in clicks:
            person.page.get_by_role("button", name=name).first.click()

    return prepare


def at(path: str, words: str) -> Callable[[Person], None]:
    """Return a function that opens that address and waits for these words."""

    def prepare(person: Person) -> None:
        person.go(path)
        person.page.get_by_text(words).first.wait_for()

    return prepare


def ended(person: Person) -> None:
    """Open the result of a match, and then its replay."""
    person.opens("Cyberzul", late=True)
    person.hands_over()
    person.waits_for("over")
    person.sees("Review the match")
    in_either_theme(person)
    person.page.emulate_media(color_scheme="light")
    person.button("Review the match").click()
    person.sees("The match begins.")


def curtained(person: Person) -> None:
    """Open a table with the curtain down."""
    person.opens("Welters", "here")
    person.waits_for("curtain")


def waiting(person: Person) -> None:
    """Open a table with a free seat, and the invitation."""
    person.opens("Zellij", "open")
    person.waits_for("waiting")
    assert problems(person) == []
    person.button("Invite someone").first.click()


def nowhere(person: Person) -> None:
    """Open an address that does not exist, and then a table that does not exist."""
    at("/nothing/here", "Page not found")(person)
    assert problems(person) == []
    at("/t/nothing", "This table could not be opened")(person)
    person.forgive("404 (Not Found)", "WebSocket connection")


def solution(person: Person) -> None:
    """Open a puzzle, and then its solution."""
    at("/puzzles/cyberzul", "One choice is clearly better")(person)
    person.waits_for("mine")
    assert problems(person) == []
    person.button("See the solution").click()
    person.waits_for("over")


PLACES: dict[str, Callable[[Person], None]] = {
    "first page": at("/", "Draft glazed tiles"),
    "new match": lambda person: person.sets_up("RowsAndCols"),
    "challenge": at("/challenge", "Today's results"),
    "high scores": at("/scores", "High scores"),
    "past matches": at("/matches", "No matches yet"),
    "guide": at("/g/welters", "The idea"),
    "lesson": at("/learn/cyberzul", "Welcome to Cyberzul"),
    "puzzles": at("/puzzles", "Your own mistakes"),
    "puzzle": solution,
    "nowhere": nowhere,
    "cublino-contra": opened("Cublino Contra"),
    "cublino-pur": opened("Cublino Pur", "Hint"),
    "cyberzul": opened("Cyberzul", "More actions"),
    "rows-and-cols": opened("RowsAndCols"),
    "welters": opened("Welters", "List all moves"),
    "zellij": opened("Zellij", "Keyboard shortcuts"),
    "pebbles": opened("Pebbles", "Settings"),
    "menu": opened("Cublino Contra", "Menu"),
    "waiting": waiting,
    "curtain": curtained,
    "end and replay": ended,
}


def problems(person: Person, *rules: str) -> list[str]:
    """Return what axe finds on the page as it is now, by these rules or by all."""
    person.page.wait_for_load_state("networkidle")
    person.page.evaluate(SETTLED)
    only = {"runOnly": list(rules)} if rules else {}
    found = axe.run(person.page, options={"resultTypes": ["violations"], **only}).response["violations"]
    return [f"{rule['id']}: {node['html'][:200]} {node['any'][:1]}" for rule in found for node in rule["nodes"]]


def in_either_theme(person: Person) -> None:
    """Check that axe finds nothing. Of what it looks at, only the contrast differs between themes."""
    person.page.emulate_media(color_scheme="light")
    assert problems(person) == []
    person.page.emulate_media(color_scheme="dark")
    assert problems(person, "color-contrast") == []


@pytest.mark.parametrize("place", PLACES)
def test_axe_finds_nothing_in_either_theme(person: Person, place: str) -> None:
    PLACES[place](person)
    in_either_theme(person)


def test_axe_finds_nothing_on_a_phone(arrive: Arrive) -> None:
    person = arrive(touch=True)
    at("/", "Draft glazed tiles")(person)
    assert problems(person) == []
    opened("RowsAndCols")(person)
    assert problems(person) == []


def test_nothing_scrolls_sideways_at_twice_the_size(arrive: Arrive) -> None:
    person = arrive(viewport={"width": 640, "height": 400})
    for prepare in (at("/", "Draft glazed tiles"), opened("Cyberzul"), at("/g/cyberzul", "The idea")):
        prepare(person)
        assert person.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_screen_reader_gets_the_position_the_choices_and_the_log(person: Person) -> None:
    person.opens("Cyberzul")
    seen = person.waits_for("mine")
    page = person.page
    expect(page.get_by_role("heading", level=1)).to_have_text("Cyberzul")
    for area in page.locator(".stage .area > svg").all():
        assert area.get_attribute("role") == "group"
        assert area.get_attribute("aria-label")
    takes = page.locator(".stage").get_by_role("button", name=re.compile(r"tiles? in Cyber Mine \d"))
    assert takes.count() > 3
    expect(page.get_by_role("img", name=re.compile("^line 1 of")).first).to_be_attached()
    expect(page.locator(".player[aria-current=true]")).to_have_count(1)
    takes.first.focus()
    page.keyboard.press("Enter")
    seen = person.waits_for("mine", after=seen.sign)
    expect(page.locator('.stage [aria-pressed="true"]')).to_have_count(1)
    page.locator(".stage").get_by_role("button", name=re.compile("^line 1 of")).first.press("Enter")
    person.waits_for("mine", after=seen.sign)
    expect(page.locator(".unseen[aria-live=polite]")).to_contain_text("Your turn.")
    expect(page.get_by_role("list", name="Match log")).to_contain_text("to line 1")


def test_names_and_chat_full_of_markup_stay_text(arrive: Arrive) -> None:
    person, watcher = arrive(), arrive()
    person.go("/")
    field = person.page.get_by_label("Your name")
    field.fill(MARKUP)
    with person.page.expect_response(re.compile("/api/me$")):
        field.press("Enter")
    person.sets_up("Welters")
    person.seats(2, "A friend on this device")
    person.page.get_by_label("Name of player 2").fill("<u>Ann</u>")
    table = person.begins()
    seen = person.waits_for("curtain")
    expect(person.page.locator(".curtain")).to_contain_text(MARKUP)
    person.page.locator(".curtain button").click()
    person.waits_for("mine", after=seen.sign)
    person.page.get_by_label("Say something").fill(LONG_MARKUP)
    person.button("Send").click()
    watcher.go(f"/t/{table}")
    for each in (person, watcher):
        log = each.page.get_by_role("list", name="Match log")
        expect(log).to_contain_text(LONG_MARKUP)
        expect(log).to_contain_text(MARKUP)
        expect(each.page.get_by_role("list", name="Players")).to_contain_text("<u>Ann</u>")
        assert each.page.locator("main b[onclick], main u, main img, main script").count() == 0
        assert each.page.title() not in ("1", "2")
    person.plays(random.Random(1), clicks=4)


def test_the_page_runs_under_a_strict_policy(person: Person, server: ServerProcess) -> None:
    answer = person.page.goto(server.base)
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    rules = {rule.split()[0]: rule.split()[1:] for rule in policy.split(";") if rule.strip()}
    assert rules["default-src"] == ["'none'"]
    assert rules["script-src"] == rules["style-src"] == ["'self'"]
    assert "unsafe" not in policy
    person.page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), {text: 'window.ran = 1'}))"
    )
    assert person.page.evaluate("window.ran") is None
    assert person.troubles
    person.forgive("Content Security Policy")
