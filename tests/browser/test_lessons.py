"""Lessons in a browser: each is played to its end by mouse, one on a phone and one by keyboard alone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tilora.kernel import game_named, games
from tilora.scene import Choice, Lesson, lesson_of, scene_of
from tilora.scene.lesson import asked_actions, follow

pytestmark = pytest.mark.retry("waits for a browser")

TAUGHT = [game.name for game in games() if lesson_of(game) is not None]
READY = "() => ['mine', 'theirs', 'over'].includes(document.querySelector('.learn')?.dataset.state)"
Press = Callable[[Locator], None]


def says(person: Person) -> Locator:
    """Return where the lesson says something."""
    return person.page.locator(".lesson .sentence")


class Learner:
    """Somebody in a lesson, who knows what it asks for."""

    def __init__(self, person: Person, game: str, press: Press | None = None) -> None:
        self.person, self.game = person, game_named(game)
        found = lesson_of(self.game)
        assert found is not None
        self.lesson: Lesson = found
        self.played: list[str] = []
        self._press: Press = press or (lambda thing: thing.click(force=True))
        person.go(f"/learn/{game}")

    @property
    def state(self) -> str:
        """Whether something is to be done (mine), read (theirs), or all is over."""
        self.person.page.wait_for_function(READY)
        return self.person.page.locator(".learn").get_attribute("data-state") or ""

    def choice(self, action: str = "") -> Choice:
        """Return what to click for that action, or for what the lesson asks for now."""
        now = follow(self.game, self.lesson, self.played)
        wanted = action or asked_actions(now.match, self.lesson.steps[now.step])[0]
        return next(each for each in scene_of(now.match.view(self.lesson.seat)).choices if each.action == wanted)

    def clicks(self, choice: Choice) -> None:
        """Click everything on the path of the choice."""
        page = self.person.page
        for thing in choice.path:
            self._press(page.locator(f'.stage [data-id="{thing}"], .bar [data-button="{thing}"]').first)
        finish = page.get_by_role("button", name="Finish here")
        if finish.count():
            self._press(finish)

    def goes_on(self) -> None:
        """Read what is said, or do what is asked for."""
        before = self._moment
        if self.state == "mine":
            choice = self.choice()
            self.clicks(choice)
            self.played.append(choice.action)
        else:
            if before.endswith("step"):
                self.played.append("")
            self._press(self.person.page.get_by_role("button", name="Continue"))
        expect(self.person.page.locator(".learn")).not_to_have_attribute("data-moment", before)

    @property
    def _moment(self) -> str:
        return self.person.page.locator(".learn").get_attribute("data-moment") or ""

    def to_the_end(self) -> None:
        """Follow the lesson until it is over."""
        while self.state != "over":
            self.goes_on()


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_is_played_to_its_end_by_mouse_and_leads_to_the_first_match(person: Person, game: str) -> None:
    learner = Learner(person, game)
    learner.to_the_end()
    expect(says(person)).to_have_text(learner.lesson.end)
    assert person.page.get_by_role("link", name="Read the rules").get_attribute("href") == f"/g/{game}"
    person.button("Play your first match").click()
    person.page.wait_for_url("**/t/*")
    person.waits_for("mine", "theirs")


def test_a_lesson_is_played_on_a_phone_by_touch(arrive: Arrive) -> None:
    person = arrive(touch=True)
    learner = Learner(person, "cyberzul", lambda thing: thing.tap(force=True))
    learner.to_the_end()
    expect(says(person)).to_have_text(learner.lesson.end)


def test_a_lesson_is_played_by_keyboard_alone(person: Person) -> None:
    def press(thing: Locator) -> None:
        if not thing.evaluate("(element) => element === document.activeElement"):
            thing.focus()
        person.page.keyboard.press("Enter")

    learner = Learner(person, "cublino-contra", press)
    assert learner.state == "theirs"
    expect(person.button("Continue")).to_be_focused()
    learner.to_the_end()
    expect(person.button("Play your first match")).to_be_focused()


def test_who_plays_something_else_is_told_and_can_try_again(person: Person) -> None:
    learner = Learner(person, "cublino-pur")
    learner.goes_on()
    learner.clicks(learner.choice("a1a2"))
    step = learner.lesson.steps[1]
    expect(says(person)).to_have_text(step.instead)
    expect(person.page.locator(".stage [data-id='die-a1']")).to_be_visible()
    person.button("Show me").click()
    expect(person.page.locator(".stage .hinted")).to_have_count(2)
    learner.clicks(learner.choice())
    expect(says(person)).to_have_text(step.done)


def test_a_lesson_goes_on_where_it_was_left_and_can_be_left_at_any_time(person: Person) -> None:
    learner = Learner(person, "cyberzul")
    for _ in range(4):
        learner.goes_on()
    said = says(person).inner_text()
    person.page.keyboard.press("Escape")
    person.page.wait_for_url(f"{person.base}/")
    person.go("/learn/cyberzul")
    expect(says(person)).to_have_text(said)
    person.button("Previous step").click()
    expect(says(person)).to_have_text(learner.lesson.steps[2].say)
    person.button("Skip this step").click()
    expect(says(person)).to_have_text(learner.lesson.steps[2].done)
    person.button("Leave the lesson").click()
    person.page.wait_for_url(f"{person.base}/")


def test_a_game_without_a_lesson_says_so(person: Person) -> None:
    person.forgive("404")
    person.go("/learn/pebbles")
    person.sees("Pebbles has no lesson.")
