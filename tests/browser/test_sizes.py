"""Every game on every size of screen: all of it in sight, nothing over something else, and large enough to hit."""

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tilora.kernel import games

pytestmark = pytest.mark.retry("waits for a browser")

DESKTOPS = [(1280, 800), (1440, 900), (1920, 1080)]
TOUCHED = [(390, 844), (820, 1180), (1180, 820)]
POINTER, FINGER = 32, 43
"""The smallest targets in pixels: for a mouse, and for a finger (which may be a rounding error smaller than 44)."""

COMPOSED = """
async () => {
  // The table is arranged anew in one of the next frames.
  for (let frame = 0; frame < 8; frame++) await new Promise(requestAnimationFrame);
  const box = (each) => { const { left, top, right, bottom } = each.getBoundingClientRect();
                          return { left, top, right, bottom }; };
  const room = document.querySelector(".stage-room");
  const enlarged = [...document.querySelectorAll(".enlarge")].map((each) => each.dataset.of);
  const page = document.documentElement;
  return {
    window: { left: 0, top: 0, right: innerWidth, bottom: innerHeight },
    scrolls: page.scrollWidth > page.clientWidth || page.scrollHeight > page.clientHeight
      || room.scrollHeight > room.clientHeight + 1,
    areas: Object.fromEntries([...document.querySelectorAll(".stage .area")].map((each) =>
      [each.dataset.area, box(each)])),
    targets: [...document.querySelectorAll(".stage .alive")].map((each) => {
      const { width, height } = each.querySelector(".ring").getBoundingClientRect();
      const area = each.closest(".area");
      return { id: each.dataset.id, hand: area.matches(".role-hand"), size: Math.min(width, height),
               enlarged: enlarged.includes(area.dataset.area) };
    }),
    buttons: [...document.querySelectorAll("button, a.button")]
      .filter((each) => each.checkVisibility({ checkVisibilityCSS: true }) && !each.closest(".stage"))
      .map((each) => {
        const { width, height } = each.getBoundingClientRect();
        return { id: each.getAttribute("aria-label") || each.textContent, size: Math.min(width, height) };
      }),
  };
}
"""


class Box(NamedTuple):
    """A rectangle on the screen."""

    left: float
    top: float
    right: float
    bottom: float

    def within(self, other: "Box") -> bool:
        """Whether it lies inside the other, but for rounding errors."""
        return (
            self.left > other.left - 1
            and self.top > other.top - 1
            and self.right < other.right + 1
            and self.bottom < other.bottom + 1
        )

    def overlaps(self, other: "Box") -> bool:
        """Whether the two have more than an edge in common."""
        return (
            min(self.right, other.right) - max(self.left, other.left) > 1
            and min(self.bottom, other.bottom) - max(self.top, other.top) > 1
        )


def composed(person: Person, width: int, height: int) -> dict[str, Any]:
    """Return what is where on a screen of that size."""
    person.page.set_viewport_size({"width": width, "height": height})
    person.waits_for("mine")
    expect(person.page.locator(".stage .alive").first).to_be_visible()  # pieces are drawn when their art is there
    seen: dict[str, Any] = person.page.evaluate(COMPOSED)
    return seen


def is_well_composed(seen: dict[str, Any], *, touch: bool, full: bool = False) -> None:
    """Check that everything is in sight, beside each other, and large enough; if many play, once it is enlarged."""
    window, areas = Box(**seen["window"]), {name: Box(**box) for name, box in seen["areas"].items()}
    assert not seen["scrolls"]
    assert [name for name, box in areas.items() if not box.within(window)] == []
    names = sorted(areas)
    assert [(a, b) for a in names for b in names if a < b and areas[a].overlaps(areas[b])] == []
    assert seen["targets"], "there is something to do"
    small = [each for each in seen["targets"] if each["size"] < POINTER and not (full and each["enlarged"])]
    small += [each for each in seen["targets"] if touch and each["size"] < FINGER and not each["enlarged"]]
    small += [each for each in seen["buttons"] if each["size"] < (FINGER if touch else POINTER)]
    assert small == []


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
@pytest.mark.parametrize("title", [game.title for game in games() if game.scene])
def test_a_match_of_two_is_in_sight_on_every_screen(arrive: Arrive, title: str, touch: bool) -> None:
    person = arrive(touch=touch)
    person.begins_with_a_move_of_each(title)
    for width, height in TOUCHED if touch else DESKTOPS:
        is_well_composed(composed(person, width, height), touch=touch)


def test_nothing_moves_while_a_board_grows_nor_when_one_comes_back(arrive: Arrive) -> None:
    person = arrive()
    person.begins_with_a_move_of_each("RowsAndCols")
    first = composed(person, 1280, 800)["areas"]
    seen = person.waits_for("mine")
    for _ in range(6):
        person.page.keyboard.press("m")
        seen = person.waits_for("mine", after=seen.sign)
    assert composed(person, 1280, 800)["areas"] == first
    person.page.reload()
    assert composed(person, 1280, 800)["areas"] == first


@pytest.mark.parametrize(("title", "seats"), [("Cyberzul", 4), ("RowsAndCols", 6)])
def test_a_full_table_is_in_sight_on_a_desktop(arrive: Arrive, title: str, seats: int) -> None:
    person = arrive()
    person.sets_up(title)
    person.chooses("Players", str(seats))
    person.begins()
    for width, height in DESKTOPS:
        is_well_composed(composed(person, width, height), touch=False, full=True)
