"""From a finished match to its review, a second try and the analysis board."""

import json
import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person, sensible
from tests.browser.test_access import in_either_theme, problems
from tests.browser.test_endings import gives_up
from tests.patience import patience
from tests.server.process import ServerProcess
from tilora.kernel import Match, game_named

pytestmark = pytest.mark.retry("waits for a browser")

LONG = patience(300_000.0)
"""Milliseconds: the first review of a game on a machine also compiles."""
GRADES = "Best|Fine|Inaccuracy|Mistake|Blunder"


def reviews(person: Person) -> None:
    """Open the review from the result of a match, and wait until it is whole."""
    person.button("Review the match").click()
    person.page.wait_for_url("**/review/*")
    person.page.locator("[data-review=whole]").wait_for(timeout=LONG)


def goes_to_a_decision(person: Person) -> None:
    """Step forward to the first decision of the match."""
    for _ in range(12):
        person.page.keyboard.press("ArrowRight")
        person.page.wait_for_load_state("networkidle")
        if person.page.get_by_role("button", name=re.compile("^Try (again|something else)")).count():
            return
    raise AssertionError("There was no decision.")


def tries(person: Person, *, touch: bool = False) -> None:
    """Play something else at the decision, and hear what it is worth."""
    button = person.page.get_by_role("button", name=re.compile("^Try (again|something else)"))
    if touch:
        button.tap()
    else:
        button.click()
    seen, dice = person.waits_for("mine"), random.Random(4)
    while seen.state == "mine":
        (person.taps if touch else person.clicks)(sensible(seen, dice))
        seen = person.waits_for("mine", "idle", after=seen.sign)
    expect(person.page.locator(".verdict.trying .grade")).to_have_text(re.compile(GRADES), timeout=LONG)


def test_a_phone_shows_the_review_and_lets_its_person_try_again(arrive: Arrive) -> None:
    person = arrive(touch=True)
    person.opens("Zellij")
    gives_up(person)
    reviews(person)
    expect(person.page.locator(".sum-of-match .sentence").first).to_be_in_viewport()
    expect(person.page.locator(".chances")).to_be_in_viewport()
    assert person.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    goes_to_a_decision(person)
    assert problems(person) == []
    tries(person, touch=True)


def test_a_reviewed_match_shows_on_the_page_of_its_player_what_decisions_cost(person: Person) -> None:
    person.opens("Zellij")
    gives_up_alone(person)
    person.go("/players/me")
    person.sees("Review your matches to see")
    person.page.go_back()
    person.waits_for("over")
    reviews(person)
    person.go("/players/me")
    card = person.page.locator(".progress-card")
    expect(card).to_contain_text("From 1 reviewed match.")
    expect(card).to_contain_text("lost per decision")
    in_either_theme(person)
    card.get_by_role("link", name="Last review").click()
    person.page.locator("[data-review=whole]").wait_for()


def gives_up_alone(person: Person) -> None:
    """Make a move without help, so that the match counts, and lose."""
    dice, seen = random.Random(6), person.waits_for("mine")
    for _ in range(3):
        person.clicks(sensible(seen, dice))
        seen = person.waits_for("mine", after=seen.sign)
    person.page.keyboard.press("g")
    person.button("Give up").click()
    person.waits_for("over")


@pytest.fixture(scope="module")
def lost_match(server: ServerProcess) -> dict[str, str]:
    """The id of a match that was played at random from late in the game on, once somebody has uploaded it."""
    return {}


@pytest.fixture
def loser(person: Person, lost_match: dict[str, str]) -> Person:
    """Somebody at the whole review of such a match. It is made once, and kept."""
    person.go("/scores")
    person.page.wait_for_load_state("networkidle")
    if "id" not in lost_match:
        early, dice = Match(game_named("cyberzul"), seed=8), random.Random(8)
        while early.played < 30:
            early.play(dice.choice(early.texts()))
        match = Match(early.game, seats=early.seats, seed=8, position=early.position)
        while not match.over:
            match.play(dice.choice(match.texts()))
        lost_match["id"] = uploads(person, match)
    person.go(f"/r/{lost_match['id']}")
    person.sees("The match begins.")
    person.page.get_by_role("link", name="Review").click()
    person.page.locator("[data-review=whole]").wait_for(timeout=LONG)
    return person


def uploads(person: Person, match: Match) -> str:
    """Upload the record of a match; return its id."""
    added = person.page.request.post(f"{person.base}/api/records", data=json.loads(match.record().to_json()))
    found: str = added.json()["id"]
    return found


def test_mistakes_are_reached_by_key_and_steps_by_the_curve_and_axe_finds_nothing(loser: Person) -> None:
    page = loser.page
    page.keyboard.press("n")
    expect(page.locator(".verdict .grade")).to_have_text(re.compile("Inaccuracy|Mistake|Blunder"))
    expect(page.locator(".verdict")).to_contain_text("Better:")
    in_either_theme(loser)
    first = page.url
    page.keyboard.press("n")
    page.wait_for_url(lambda address: address != first)
    curve = page.get_by_role("slider", name="Step")
    box = curve.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 8, box["y"] + 20)
    page.wait_for_url("**step=0&*")
    expect(curve).to_have_attribute("aria-valuenow", "0")
    curve.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**step=1&*")
    expect(curve).to_have_attribute("aria-valuetext", re.compile("Chances"))


def test_the_better_move_is_marked_on_the_board(loser: Person) -> None:
    loser.page.keyboard.press("n")
    loser.button("Show the best move").click()
    loser.waits_for("mine")
    expect(loser.page.locator(".stage .hinted").first).to_be_visible()
    loser.page.keyboard.press("Escape")
    loser.waits_for("idle")


def test_the_analysis_board_plays_on_for_all_seats_and_has_an_address(loser: Person, arrive: Arrive) -> None:
    page = loser.page
    page.keyboard.press("ArrowRight")
    page.get_by_role("link", name="Analyse").click()
    page.wait_for_url("**/analysis/*")
    best = page.locator(".best-actions button")
    best.first.wait_for()
    seen = loser.waits_for("mine")
    expect(page.locator(".expected")).to_have_count(2)
    loser.clicks(sensible(seen, random.Random(2)))
    seen = loser.waits_for("mine", after=seen.sign)
    loser.clicks(sensible(seen, random.Random(2)))
    page.wait_for_url("**played=*")
    expect(page.locator(".branch button")).to_have_count(1)
    loser.waits_for("mine", "over", after=seen.sign)
    best.first.wait_for()
    best.first.click()
    expect(page.locator(".branch button")).to_have_count(2)
    in_either_theme(loser)
    other = arrive()
    other.go(page.url.removeprefix(loser.base))
    expect(other.page.locator(".branch button")).to_have_count(2)
    loser.button("Take back").click()
    page.wait_for_url(lambda address: address.count("played=") == 1)
    best.nth(1).wait_for()
    best.nth(1).click()
    expect(page.locator(".branch button")).to_have_count(3)
    expect(page.locator(".fork > li")).to_have_count(2)
    loser.button("Back to the match").click()
    page.wait_for_url("**/r/*")


def test_a_board_is_set_up_by_the_text_of_a_position(person: Person) -> None:
    match = Match(game_named("pebbles"), seats=3, seed=5)
    match.play(match.texts()[0])
    person.forgive("400")
    person.go("/matches")
    person.page.get_by_role("link", name="Analysis board").click()
    in_either_theme(person)
    person.page.get_by_label("Game").select_option(label="Pebbles")
    person.page.get_by_label("Seats").select_option("3")
    text = person.page.get_by_label("Position")
    text.fill("nonsense")
    person.button("Analyse").click()
    expect(person.page.get_by_role("alert")).to_be_visible()
    text.fill(match.position)
    person.button("Analyse").click()
    person.page.wait_for_url("**/analysis/*?step=0")
    person.page.locator(".best-actions button").first.wait_for()
    person.sees("Searched as deeply as the strongest level.")
    expect(person.page.locator(".expected")).to_have_count(3)


def test_a_review_can_be_cancelled_and_begun_again(loser: Person) -> None:
    match, dice = Match(game_named("rows-and-cols"), seed=3), random.Random(3)
    while not match.over:
        match.play(dice.choice(match.texts()))
    loser.go(f"/review/{uploads(loser, match)}")
    loser.button("Cancel").click()
    loser.sees("The review was cancelled.")
    loser.button("Try again").click()
    expect(loser.page.get_by_role("progressbar")).to_be_visible()
    loser.button("Cancel").click()


def test_a_match_that_is_not_over_says_why_it_has_no_review(person: Person) -> None:
    person.forgive("400")
    half = Match(game_named("zellij"), seed=3)
    half.play(half.texts()[0])
    person.go("/scores")
    person.page.wait_for_load_state("networkidle")
    person.go(f"/review/{uploads(person, half)}")
    person.sees("only a finished match can be reviewed")
