"""The first visit: guides, a first match that explains itself, settings, and a result that adds up."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.measure import weight
from tests.browser.person import PATIENCE, Person
from tilora.kernel import games
from tilora.scene import guide_of

pytestmark = pytest.mark.retry("waits for a browser")

LARGEST_LOAD = 80_000
"""Bytes of script, gzipped, before the first page works."""
GUIDED = {game.name: game.title for game in games() if guide_of(game)}


def test_the_pictures_on_the_home_page_move(arrive: Arrive) -> None:
    person = arrive(reduced_motion="no-preference")
    person.go("/")
    picture = person.page.locator(".picture").first
    picture.locator("[data-piece]").first.wait_for()
    before = picture.locator("svg").first.inner_html()
    person.page.wait_for_function(
        "before => document.querySelector('.picture svg')?.innerHTML !== before", arg=before, timeout=PATIENCE
    )


def test_every_game_of_ours_has_a_guide() -> None:
    assert len(GUIDED) >= 6


@pytest.mark.parametrize("name", GUIDED)
def test_a_guide_explains_with_pictures_and_leads_to_a_match(person: Person, name: str) -> None:
    person.go("/")
    person.page.get_by_role("link", name=f"How to play {GUIDED[name]}", exact=True).click()
    for heading in ("The idea", "Your turn", "Scoring", "The end"):
        expect(person.page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
    figures = person.page.get_by_role("figure")
    figures.first.wait_for()
    for figure in figures.all():
        assert figure.locator("[data-id]").count() > 0
        assert figure.locator("figcaption").inner_text()
    person.page.get_by_role("link", name="Play", exact=True).click()
    person.page.get_by_role("dialog", name=GUIDED[name]).wait_for()
    person.page.keyboard.press("Escape")
    person.page.wait_for_url(f"**/g/{name}")


def test_the_first_match_explains_itself_step_by_step(person: Person) -> None:
    person.opens("Cyberzul")
    seen = person.waits_for("mine")
    coach = person.page.get_by_role("region", name="How to play")
    expect(coach.get_by_role("heading")).to_have_text("The idea")
    expect(coach.locator(".now")).to_contain_text("Choose tiles of one colour")
    expect(coach.locator(".advice")).to_contain_text("A good move starts with:")
    expect(coach.locator("figure [data-id]").first).to_be_attached()
    person.clicks(seen.things[0])
    expect(coach.get_by_role("heading")).to_have_text("Your turn")
    expect(coach.locator(".now")).to_contain_text("Now choose a line for the")
    person.page.keyboard.press("Escape")
    coach.get_by_role("button", name="Show me").click()
    expect(person.page.locator(".hinted").first).to_be_visible()
    coach.get_by_role("button", name="Where to?").click()
    expect(coach.locator(".advice")).to_contain_text("A good move: Take")
    expect(coach.locator(".advice")).not_to_contain_text("to the floor line")
    coach.get_by_role("button", name="Why?").click()
    expect(coach.locator(".advice")).to_contain_text(re.compile("Why:|Looking for the reason"))
    coach.get_by_role("button", name="I know this game").click()
    expect(coach).to_have_count(0)
    person.page.reload()
    person.waits_for("mine")
    expect(coach).to_have_count(0)


def test_points_are_explained_when_the_first_ones_are_counted(arrive: Arrive) -> None:
    person = arrive(reduced_motion="no-preference")
    person.page.add_init_script("""localStorage.setItem("tilora.settings", '{"speed": 4}')""")
    person.opens("Welters")
    coach = person.page.get_by_role("region", name="How to play")
    for _ in range(12):
        seen = person.waits_for("mine", "over")
        if coach.get_by_role("heading").inner_text() == "Scoring":
            break
        person.page.keyboard.press("m")
        person.waits_for("mine", "over", after=seen.sign)
    expect(coach.get_by_role("heading")).to_have_text("Scoring")


def test_a_finished_match_shows_where_the_points_came_from_and_ends_the_coaching(person: Person) -> None:
    person.opens("Cyberzul")
    person.plays(random.Random(4), clicks=2)
    person.hands_over()
    person.waits_for("over")
    rows = [
        [cell.replace("−", "-").replace("·", "0") for cell in row.locator("td").all_inner_texts()]
        for row in person.page.locator(".result tbody tr").all()
    ]
    *sources, totals = [[int(cell) for cell in row] for row in rows]
    assert len(sources) > 1
    # A score never falls below 0: what breaks then costs less than it says, and the breakdown tells what it did cost.
    assert [sum(column) for column in zip(*sources, strict=True)] == totals
    expect(person.button("Review the match")).to_be_visible()
    person.button("Rematch").click()
    person.page.wait_for_url(re.compile("/t/"))
    person.waits_for("mine")
    expect(person.page.get_by_role("region", name="How to play")).to_have_count(0)


def test_settings_apply_at_once_and_are_remembered(person: Person) -> None:
    root = person.page.locator("html")
    person.go("/")
    person.sees("What shall we play?")
    person.page.keyboard.press(",")
    person.chooses("Theme", "Dark")
    person.chooses("Colours", "Colour-blind friendly")
    person.chooses("Letters on pieces", "On")
    person.page.keyboard.press("Escape")
    person.page.keyboard.press("q")
    sound = person.page.get_by_role("button", name="Sound", exact=True)
    for _ in range(2):
        expect(root).to_have_attribute("data-theme", "dark")
        expect(root).to_have_attribute("data-palette", "colour-blind")
        expect(root).to_have_attribute("data-letters", "on")
        expect(sound).to_have_attribute("aria-pressed", "false")
        person.page.reload()
    person.page.keyboard.press("t")
    expect(root).to_have_attribute("data-theme", "light")


def test_the_first_page_loads_little_script(person: Person) -> None:
    scripts, styles = weight(person)
    assert 0 < scripts <= LARGEST_LOAD
    assert styles > 0
