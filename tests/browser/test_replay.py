"""Replays: going through a match, and playing on from it."""

import json
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tilora.kernel import Match, game_named

pytestmark = pytest.mark.retry("waits for a browser")


@pytest.fixture
def reviewer(person: Person) -> Person:
    """Somebody at the replay of an imported match."""
    match, dice = Match(game_named("cyberzul"), seed=8), random.Random(8)
    while not match.over:
        match.play(dice.choice(match.texts()))
    person.go("/scores")
    person.page.wait_for_load_state("networkidle")
    record = json.loads(match.record().to_json()) | {"names": ["Ada Lang", "Ben Ott"]}
    added = person.page.request.post(f"{person.base}/api/records", data=record)
    person.go(f"/r/{added.json()['id']}")
    person.sees("The match begins.")
    return person


def picture(person: Person) -> str:
    """Return the stage as HTML, without what depends on focus and time."""
    html: str = person.page.locator(".stage").inner_html()
    return re.sub(r' (tabindex|style|class)="[^"]*"', "", html)


def test_every_position_can_be_reached_and_has_an_address(reviewer: Person, arrive: Arrive) -> None:
    page = reviewer.page
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**step=1&*")
    caption = page.locator(".caption")
    expect(caption).not_to_have_text("The match begins.")
    page.keyboard.press("End")
    page.wait_for_url(lambda address: "step=1&" not in address and "step=" in address)
    total = int(re.findall(r"step=(\d+)", page.url)[0])
    assert total > 20
    page.get_by_role("slider").fill("7")
    page.wait_for_url("**step=7&*")
    page.wait_for_load_state("networkidle")
    words = caption.inner_text()
    other = arrive()
    other.go(page.url.removeprefix(reviewer.base))
    expect(other.page.locator(".caption")).to_have_text(words)
    other.page.wait_for_load_state("networkidle")
    assert picture(other) == picture(reviewer)


def test_a_match_can_be_continued_from_any_position(reviewer: Person) -> None:
    reviewer.page.get_by_role("slider").fill("9")
    reviewer.page.wait_for_url("**step=9&*")
    reviewer.button("Play from here").click()
    reviewer.page.wait_for_url("**/t/*")
    seen = reviewer.waits_for("mine")
    reviewer.clicks(seen.things[0])
    reviewer.waits_for("mine", after=seen.sign)


def test_a_record_is_saved_and_opened_in_another_browser(reviewer: Person, arrive: Arrive, tmp_path: Path) -> None:
    with reviewer.page.expect_download() as saving:
        reviewer.page.get_by_role("button", name="Save record").click()
    file = tmp_path / "record.json"
    saving.value.save_as(file)
    other = arrive()
    other.go("/matches")
    other.page.locator("input[type=file]").set_input_files(file)
    other.page.wait_for_url("**/r/*")
    other.sees("The match begins.")
    other.page.keyboard.press("End")
    other.page.wait_for_load_state("networkidle")
    other.sees("Ada Lang")
    other.go("/matches")
    other.sees("Imported records")
    other.page.get_by_role("button", name="Remove").click()
    other.page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(other.page.get_by_text("Imported records")).to_have_count(0)


def test_older_records_than_the_newest_fifty_can_be_reached(person: Person) -> None:
    person.go("/matches")
    person.sees("No matches yet")
    record = Match("cublino-contra", seed=1).record().to_json()
    for number in range(51):
        brought = person.page.request.post(
            f"{person.base}/api/records?title=Number+{number}",
            data=record,
            headers={"Content-Type": "application/json", "Origin": person.base},
        )
        assert brought.ok
    person.go("/matches")
    person.sees("Number 50")
    assert not person.page.get_by_text("Number 0", exact=True).count()
    person.button("Show older matches").click()
    expect(person.page.get_by_text("Number 0", exact=True)).to_be_visible()
    expect(person.button("Show older matches")).to_have_count(0)


def test_a_file_that_is_not_a_record_is_refused(person: Person, tmp_path: Path) -> None:
    file = tmp_path / "nonsense.json"
    file.write_text("This is no record.")
    person.go("/matches")
    person.page.locator("input[type=file]").set_input_files(file)
    expect(person.page.get_by_role("alert")).to_have_text("This file is not the record of a match.")


def test_a_finished_match_leads_to_its_replay_and_is_listed(person: Person) -> None:
    person.opens("Zellij")
    person.plays(random.Random(8), clicks=2)
    person.hands_over()
    person.waits_for("over")
    person.button("Review the match").click()
    person.sees("The match begins.")
    person.page.keyboard.press("ArrowRight")
    person.page.wait_for_url("**step=1&*")
    person.go("/matches")
    person.page.locator(".wide-row", has_text="Zellij").wait_for()
