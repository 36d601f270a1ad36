"""Animations: pieces travel, points are counted one by one, and a click skips."""

import json
import random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tilora.kernel import Match, game_named

pytestmark = pytest.mark.retry("waits for a browser")

WATCHED = """
() => {
  window.seen = [];
  new MutationObserver((changes) => {
    for (const change of changes)
      for (const node of change.addedNodes) {
        if (node.classList?.contains("flyer")) window.seen.push("flyer");
        if (node.classList?.contains("happening")) window.seen.push(node.textContent);
      }
  }).observe(document.querySelector(".stage"), { childList: true, subtree: true });
}
"""
SLOWLY = """localStorage.setItem("tilora.settings", '{"speed": 0.15}')"""
"""Slow enough to do something meanwhile, even on a busy machine."""


@pytest.fixture
def mover(arrive: Arrive) -> Person:
    """Somebody with animations on."""
    return arrive(reduced_motion="no-preference")


def scoring(person: Person) -> int:
    """Open a replay just before the end of the first round; return the number of the step that ends it."""
    match, dice = Match(game_named("cyberzul"), seed=8), random.Random(8)
    first = 0
    while not match.over:
        before = match.scores
        match.play(dice.choice(match.texts()))
        if not first and match.scores != before:
            first = match.played
    person.go("/scores")
    person.page.wait_for_load_state("networkidle")
    added = person.page.request.post(f"{person.base}/api/records", data=json.loads(match.record().to_json()))
    person.go(f"/r/{added.json()['id']}?step={first - 1}&seat=all")
    person.page.locator(".stage .piece").first.wait_for()
    person.page.wait_for_load_state("networkidle")
    return first


def test_a_piece_travels_to_where_it_goes_and_stays_there(mover: Person) -> None:
    mover.opens("Cyberzul")
    seen = mover.waits_for("mine")
    mover.page.evaluate(WATCHED)
    mover.clicks(seen.things[0])
    seen = mover.waits_for("mine", after=seen.sign)
    mover.clicks(seen.things[-1])
    mover.waits_for("mine", after=seen.sign)
    assert "flyer" in mover.page.evaluate("window.seen")
    expect(mover.page.locator(".flyer")).to_have_count(0)
    assert mover.page.locator('.stage .piece[style*="opacity: 0"]').count() == 0


def test_the_points_of_a_round_are_counted_one_by_one(mover: Person) -> None:
    last = scoring(mover)
    mover.page.evaluate(WATCHED)
    mover.page.keyboard.press("ArrowRight")
    mover.page.wait_for_url(f"**step={last}&*")
    mover.page.locator(".happening").first.wait_for(state="attached")
    mover.page.locator(".table-page[data-state=idle]").wait_for()
    scores = mover.page.locator(".player .score")
    points = [each for each in mover.page.evaluate("window.seen") if each != "flyer"]
    total = sum(int(each.replace("−", "-")) for each in points)
    assert len(points) > 1
    assert total == sum(int(each) for each in scores.all_inner_texts())


def test_going_back_during_an_animation_shows_the_earlier_step(mover: Person) -> None:
    mover.page.add_init_script(SLOWLY)
    last = scoring(mover)
    before = mover.page.locator(".stage").inner_text(), mover.page.locator(".player .score").all_inner_texts()
    mover.page.keyboard.press("ArrowRight")
    mover.page.locator(".happening").first.wait_for()
    mover.page.keyboard.press("ArrowLeft")
    mover.page.wait_for_url(f"**step={last - 1}&*")
    expect(mover.page.locator(".happening, .flyer")).to_have_count(0)
    after = mover.page.locator(".stage").inner_text(), mover.page.locator(".player .score").all_inner_texts()
    assert after == before


def test_a_click_skips_the_animation(mover: Person) -> None:
    mover.page.add_init_script(SLOWLY)
    mover.opens("Cyberzul")
    seen = mover.waits_for("mine")
    mover.page.keyboard.press("m")
    mover.page.get_by_role("button", name="Skip").click()
    mover.waits_for("mine", after=seen.sign)
    expect(mover.page.locator(".flyer")).to_have_count(0)


def test_the_next_click_is_not_lost_during_the_animation_of_the_last_one(mover: Person) -> None:
    mover.page.add_init_script(SLOWLY)
    mover.opens("Welters")
    seen = mover.waits_for("mine")
    mover.clicks(seen.things[0])
    mover.page.locator(".table-page[data-state=animating]").wait_for()
    other = next(thing for thing in reversed(seen.things) if thing.id != seen.things[0].id)
    mover.clicks(other)
    expect(mover.page.locator(".role-hand.mine .look-marked")).to_have_count(2)


def test_a_click_that_skips_somebody_elses_move_does_nothing_else(mover: Person) -> None:
    mover.page.add_init_script(SLOWLY)
    mover.opens("Cyberzul")
    seen = mover.waits_for("mine")
    mover.page.keyboard.press("m")
    mover.page.locator(".table-page[data-state=animating]").wait_for()
    mover.page.locator(".stage .lit").first.wait_for()
    box = mover.page.locator(".stage [data-area=middle]").bounding_box()
    assert box is not None
    mover.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    seen = mover.hurries("mine", after=seen.sign)
    expect(mover.page.locator(".stage .picked")).to_have_count(0)
