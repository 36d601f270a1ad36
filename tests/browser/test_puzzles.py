"""Puzzles in a browser: from the home page to solved, in a game of each family, on a phone and by keyboard."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.server.process import ServerProcess
from tilora.ai.puzzles.puzzle import Puzzle, shipped_puzzles
from tilora.ai.review.reviewing import review
from tilora.ai.review.settings import ReviewSettings
from tilora.kernel import Record, game_named, games, replay
from tilora.scene import Choice, scene_of
from tilora.store import Store

pytestmark = pytest.mark.retry("waits for a browser")

FAMILIES = list({game.folder: game.name for game in games() if shipped_puzzles(game)}.values())
"""One game of each family."""
Press = Callable[[Locator], None]


class Solver:
    """Somebody in front of a puzzle, who knows the solution."""

    def __init__(self, person: Person, game: str, press: Press | None = None) -> None:
        self.person, self.game = person, game_named(game)
        self._press: Press = press or (lambda thing: thing.click(force=True))

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is shown."""
        self.person.waits_for("mine")
        self.person.page.wait_for_url(f"**/puzzles/{self.game.name}/*")
        name = self.person.page.url.rpartition("/")[2]
        return next(each for each in shipped_puzzles(self.game) if each.id == name)

    def choice(self, action: str) -> Choice:
        return next(each for each in scene_of(self.puzzle.view(self.game)).choices if each.action == action)

    def wrong(self) -> str:
        """Return something that has been compared with the solution."""
        return next(each.action for each in self.puzzle.options if each.action not in self.puzzle.solutions)

    def plays(self, action: str) -> None:
        """Click everything that leads to the action."""
        page, path = self.person.page, self.choice(action).path
        for thing in path:
            self._press(page.locator(f'.stage [data-id="{thing}"], .bar [data-button="{thing}"]').first)
        finish = page.get_by_role("button", name="Finish here")
        if finish.count():
            self._press(finish)


def says(person: Person) -> Locator:
    return person.page.locator(".puzzle .sentence")


@pytest.mark.parametrize("game", FAMILIES)
def test_a_puzzle_is_tried_in_vain_then_solved_and_the_next_one_comes(person: Person, game: str) -> None:
    person.go(f"/puzzles/{game}")
    solver = Solver(person, game)
    first = solver.puzzle
    expect(says(person)).to_contain_text("One choice is clearly better")
    expect(person.page.locator(".themes")).to_have_count(0)
    solver.plays(solver.wrong())
    expect(says(person)).to_contain_text("Not quite.")
    expect(person.page.locator(".rating")).to_contain_text("1500 →")
    solver.plays(first.solutions[0])
    expect(says(person)).to_contain_text("Right!")
    person.waits_for("over")
    expect(person.page.locator(".themes li")).to_have_count(len(first.themes))
    expect(person.page.locator(".options .right").first).to_be_visible()
    person.button("Next puzzle N").click()
    person.page.wait_for_url(lambda url: f"/puzzles/{game}/" in url and first.id not in url)
    assert solver.puzzle.id != first.id


def test_the_puzzle_of_the_day_is_solved_on_a_phone_from_the_home_page(arrive: Arrive) -> None:
    person = arrive(touch=True)
    person.go("/")
    card = person.page.locator("section[aria-labelledby=puzzle]")
    card.get_by_role("link", name="Solve").tap()
    person.page.wait_for_url("**/puzzles/*/*")
    game = person.page.url.split("/")[-2]
    solver = Solver(person, game, lambda thing: thing.tap(force=True))
    solver.plays(solver.puzzle.solutions[0])
    expect(says(person)).to_contain_text("Right!")
    person.go("/")
    expect(card).to_contain_text("Solved.")
    card.get_by_role("link", name="Puzzle of the day").tap()
    row = person.page.locator("tr", has_text=game_named(game).title)
    expect(row).to_contain_text("1 of ")
    person.sees("When a review of one of your matches finds a mistake")


def test_a_puzzle_is_solved_by_keyboard_alone_and_the_next_one_given_up(person: Person) -> None:
    def press(thing: Locator) -> None:
        if not thing.evaluate("(element) => element === document.activeElement"):
            thing.focus()
        person.page.keyboard.press("Enter")

    person.go("/puzzles/cublino-contra")
    solver = Solver(person, "cublino-contra", press)
    first = solver.puzzle
    solver.plays(first.solutions[0])
    expect(person.button("Next puzzle N")).to_be_focused()
    person.waits_for("over")
    person.page.keyboard.press("n")
    person.page.wait_for_url(lambda url: "/puzzles/cublino-contra/" in url and first.id not in url)
    person.waits_for("mine")
    person.page.keyboard.press("s")
    expect(says(person)).to_contain_text("The solution:")
    person.page.keyboard.press("Escape")
    person.page.wait_for_url(f"{person.base}/")


def test_ones_own_mistake_comes_back_as_a_puzzle(person: Person, server: ServerProcess) -> None:
    person.go("/")
    person.page.locator("#puzzle").wait_for()
    table = played_badly(person)
    record = Record.from_json(api(person, f"/api/tables/{table}/record"))
    in_a_thread(lambda: reviewed(server.database, table, record))
    person.go("/puzzles")
    person.sees("come back. Can you do better now?")
    own = person.page.locator("section[aria-labelledby=own-mistakes]")
    own.get_by_role("link", name="Solve").click()
    person.waits_for("mine")
    expect(says(person)).to_contain_text("Here you chose:")
    person.sees("Your mistake")
    person.button("See the solution").click()
    expect(says(person)).to_contain_text("The solution:")
    expect(person.page.locator(".rating")).to_contain_text("It comes back on")


def api(person: Person, path: str, body: dict[str, Any] | None = None) -> bytes:
    """Return what the server answers to the person's browser."""
    request = person.page.request
    answer = request.get(person.base + path) if body is None else request.post(person.base + path, data=body)
    assert answer.ok, answer.text()
    return answer.body()


def played_badly(person: Person) -> str:
    """Play a match against a bot, always with the first legal action; return its table."""
    setup = {"game": "pebbles", "places": [{"kind": "me"}, {"kind": "bot", "level": 1}]}
    table = str(msgspec.json.decode(api(person, "/api/tables", setup))["id"])
    for number in range(2_000):
        look = msgspec.json.decode(api(person, f"/api/tables/{table}?wants=legal"))
        if look["position"]["over"]:
            return table
        if legal := look["position"].get("legal"):
            command = {"kind": "play", "id": f"p{number}", "seat": 0, "moment": look["moment"], "action": legal[0]}
            api(person, f"/api/tables/{table}/commands", command)
    raise AssertionError("The match does not end.")


async def reviewed(database: str, table: str, record: Record) -> None:
    """Put a review of the match into the store, which calls every loss a mistake."""
    settings = ReviewSettings(share=0.0005, candidates=2, outcomes=2, starts=2, reasons=0)
    found = review(replay(record), settings=settings)
    steps = []
    for step in found.steps:
        decision = step.decision
        if decision is not None and decision.loss > 0.05:
            decision = msgspec.structs.replace(decision, grade="mistake")
        steps.append(msgspec.structs.replace(step, decision=decision))
    store = await Store.connect(database)
    body = msgspec.structs.replace(found, steps=steps).to_json().decode()
    await store.reviews.put(table, "network", body, now=1)
    await store.close()


def in_a_thread(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run it where Playwright has no event loop."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(work())).result()


def test_a_game_without_puzzles_says_so(person: Person) -> None:
    person.forgive("404")
    person.go("/puzzles/pebbles")
    person.sees("Pebbles has no puzzles.")
    person.go("/puzzles/mine")
    person.sees("None of your mistakes is due.")
