"""How a match ends: what won lights up, points count up, and then what next."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, Arrive
from tests.browser.person import Person
from tests.browser.test_phone import RESULT
from tests.browser.test_sizes import COMPOSED, Box
from tilora.kernel import Match

pytestmark = pytest.mark.retry("waits for a browser")

PNG = b"\x89PNG\r\n\x1a\n"
MOTION = {"viewport": DESKTOP, "reduced_motion": "no-preference"}


def ends(person: Person, title: str) -> None:
    """Let the AI play the last turns of a match of two."""
    person.opens(title, late=True)
    person.waits_for("mine")
    person.hands_over()
    person.hurries("over")


def gives_up(person: Person) -> None:
    """Lose, after a move of each."""
    seen = person.waits_for("mine")
    person.page.keyboard.press("m")
    person.waits_for("mine", after=seen.sign)
    person.page.keyboard.press("g")
    person.button("Give up").click()
    person.waits_for("over")


@pytest.mark.parametrize(
    ("title", "flourish"), [("Cublino Contra", "tumble"), ("Zellij", "glaze"), ("Welters", "tint")]
)
def test_what_won_lights_up_and_stays_in_sight_beside_the_result(arrive: Arrive, title: str, flourish: str) -> None:
    person = arrive()
    ends(person, title)
    expect(person.page.locator(f".stage.{flourish} .lit").first).to_be_visible()
    result = person.page.get_by_role("dialog").bounding_box()
    assert result is not None
    beside = Box(result["x"], result["y"], result["x"] + result["width"], result["y"] + result["height"])
    areas = person.page.evaluate(COMPOSED)["areas"]
    assert not any(Box(**box).overlaps(beside) for box in areas.values())


def test_a_match_that_somebody_gave_up_lights_up_as_well(person: Person) -> None:
    person.opens("Cublino Contra")
    gives_up(person)
    expect(person.page.locator(".stage.tumble .lit")).to_have_count(7)
    # The dice of the winner, and nothing can be chosen any more.
    assert set(person.page.locator(".stage .lit").evaluate_all("all => all.map((each) => each.classList[2])")) == {
        "seat-1"
    }
    expect(person.page.locator(".stage .alive")).to_have_count(0)


def test_after_a_draw_both_sides_light_up(person: Person) -> None:
    match = Match("cublino-contra")
    for move in ["d1d2", "d7d6", *2 * ["d2c2", "d6c6", "c2d2", "c6d6"]]:
        match.play(move)
    assert match.over
    person.go("/matches")
    person.page.locator("input[type=file]").set_input_files(
        {"name": "draw.json", "mimeType": "application/json", "buffer": match.record().to_json().encode()}
    )
    person.page.wait_for_url("**/r/*")
    person.sees("The match begins.")
    person.page.keyboard.press("End")
    expect(person.page.locator(".stage.tumble .lit.seat-0")).to_have_count(7)
    expect(person.page.locator(".stage.tumble .lit.seat-1")).to_have_count(7)


def test_the_result_and_the_replay_say_that_a_turn_was_taken_back(person: Person) -> None:
    person.opens("Cublino Contra")
    seen = person.waits_for("mine")
    person.page.keyboard.press("m")
    seen = person.waits_for("mine", after=seen.sign)
    person.button("Take back a turn Z").click()
    person.waits_for("mine", after=seen.sign)
    gives_up(person)
    expect(person.page.get_by_role("dialog")).to_contain_text("A turn was taken back, so this match doesn't count.")
    person.button("Review the match").click()
    expect(person.page.locator(".steps li").first).to_have_text("A turn was taken back.")


def test_on_a_phone_the_table_makes_room_for_the_result(arrive: Arrive) -> None:
    person = arrive(touch=True)
    ends(person, "Zellij")
    dialog = person.page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=1)
    top = dialog.bounding_box()
    seen = person.page.evaluate(COMPOSED)
    assert top is not None
    assert all(box["bottom"] <= top["y"] + 1 for box in seen["areas"].values())
    # While there is little room, it shows the board that has won, and not the empty factories.
    assert set(seen["areas"]) <= {"board-0", "board-1"}
    expect(person.page.locator(".stage .lit").first).to_be_visible()
    assert dialog.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_the_points_of_everybody_at_a_full_table_fit_into_the_result(person: Person) -> None:
    person.opens("Cyberzul", "1", "1", "1", late=True)
    person.waits_for("mine")
    person.hands_over()
    person.waits_for("over")
    for size in (DESKTOP, PHONE):
        person.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        expect(person.page.locator(".result thead th")).to_have_count(4)
        wide, room = person.page.evaluate(f"(({{ scrollWidth, clientWidth }}) => [scrollWidth, clientWidth])({RESULT})")
        assert wide <= room
        for name in person.page.locator(".result-name").all():
            box, below = name.bounding_box(), person.page.locator(".result tbody").bounding_box()
            assert box is not None
            assert below is not None
            assert box["y"] + box["height"] <= below["y"] + 1


def test_points_count_up_and_a_key_skips_to_the_end(arrive: Arrive) -> None:
    person = arrive(**MOTION)
    ends(person, "Zellij")
    counting = person.page.locator(".result.counting")
    counting.wait_for()
    person.page.keyboard.press("Shift")
    expect(counting).to_have_count(0)
    expect(person.page.locator(".result .later")).to_have_count(0)
    totals = person.page.locator(".result .total td").all_inner_texts()
    assert sorted(totals) == sorted(
        person.page.locator(".player .score").evaluate_all("all => all.map((each) => each.firstChild.textContent)")
    )


def test_a_picture_of_the_table_can_be_saved(arrive: Arrive) -> None:
    person = arrive()
    ends(person, "Cublino Contra")
    with person.page.expect_download() as download:
        person.button("Share picture").click()
    assert download.value.suggested_filename == "tilora-cublino-contra.png"
    picture = download.value.path().read_bytes()
    assert picture.startswith(PNG)
    # An empty board would be a tenth of that.
    assert len(picture) > 50_000


def test_the_next_opponent_is_a_level_up_after_a_win_and_down_after_a_loss(person: Person) -> None:
    person.sets_up("Cublino Contra")
    person.chooses_level(3)
    first = person.begins()
    gives_up(person)
    person.button("Play the Potter").click()
    person.waits_for("mine", "theirs")
    assert not person.page.url.endswith(first)
    person.sees("The Potter")


def test_rematches_show_who_has_won_how_often(person: Person) -> None:
    person.opens("Cublino Contra")
    gives_up(person)
    expect(person.page.locator(".series")).to_have_count(0)
    for losses in (1, 2):
        here = person.page.url
        person.button("Rematch").click()
        expect(person.page).not_to_have_url(here)
        expect(person.page.get_by_text("won in this series")).to_have_count(2)
        gives_up(person)
        row = person.page.get_by_role("row", name="matches won")
        row.wait_for()
        assert sorted(row.get_by_role("cell").all_inner_texts()) == ["0", str(losses + 1)]
