"""Games without art, outside of the package: installed by pip, and played on the page by mouse, keyboard and touch."""

import os
import random
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import WebSocket, expect

from tests import plugin
from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.test_access import problems
from tests.browser.test_phone import fits
from tests.server.process import ServerProcess

pytestmark = pytest.mark.retry("waits for a browser")


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that has the games of `examples/games`, and one that `tilora new-game` has just written: its address."""
    folder = tmp_path_factory.mktemp("examples")
    subprocess.run([sys.executable, "-m", "tilora", "new-game", "paper-boats"], cwd=folder, check=True)
    new = plugin.installed("new-game", folder / "tilora-paper-boats")
    environment = plugin.with_examples()
    environment["PYTHONPATH"] = os.pathsep.join([str(new), environment["PYTHONPATH"]])
    with ServerProcess(folder, environment=environment) as running:
        yield running.base
        assert [line for line in running.log().splitlines() if '"level":"error"' in line] == []


def begins(person: Person, title: str, *options: tuple[str, str]) -> None:
    """Begin a match against the weakest AI."""
    person.sets_up(title)
    for name, choice in options:
        person.chooses(name, choice)
    person.chooses_level(1)
    person.begins()


def test_hex_is_played_by_mouse_and_keyboard_to_its_end(arrive: Arrive, examples: str) -> None:
    person = arrive(base=examples)
    fair = ("Whether the second seat may take over the first stone.", "no")  # it would, at times
    begins(person, "Hex", ("How many cells the board has along each side.", "5"), fair)
    seen = person.waits_for("mine")
    assert len(seen.things) == 25
    person.sees("Place a stone: connect your two sides.")
    cell = next(thing for thing in seen.things if thing.id == "c3")
    person.page.mouse.move(cell.x, cell.y)
    expect(person.page.locator('[data-ghost="stone-c3"]')).to_be_visible()
    person.clicks(cell)
    seen = person.waits_for("mine", after=seen.sign)
    expect(person.page.locator('.stage [data-id^="stone-"]')).to_have_count(2)
    expect(person.page.locator(".stage .touched")).to_have_count(1)
    assert problems(person) == []
    # The stone of the opponent can be clicked, and the answer is in the words of the game.
    person.page.locator(".stage .piece:has(.touched)").click()
    expect(person.page.locator(".complaint")).to_have_text("There is a stone already.")
    seen = person.waits_for("mine")
    person.page.locator(f'.stage [data-id="{seen.things[0].id}"]').focus()
    person.page.keyboard.press("ArrowDown")
    focused = person.page.locator(".stage .spot.alive:focus")
    expect(focused).to_have_count(1)
    chosen = focused.get_attribute("data-id")
    person.page.keyboard.press("Enter")
    seen = person.waits_for("mine", "over", after=seen.sign)
    expect(person.page.locator(f'.stage [data-id="stone-{chosen}"]')).to_be_visible()
    seen = person.plays(random.Random(2), clicks=25)
    assert seen.state == "over"
    assert person.page.locator(".stage .piece.lit").count() >= 5


def test_a_board_that_is_wider_than_high_lies_upright_on_a_phone(arrive: Arrive, examples: str) -> None:
    person = arrive(base=examples, touch=True)
    begins(person, "Hex")
    seen = person.waits_for("mine")
    assert len(seen.things) == 121
    places = {thing.id: thing for thing in seen.things}
    assert places["k1"].y > places["a1"].y + 9 * places["a1"].h * 0.8
    assert places["a11"].x < places["a1"].x
    assert min(min(thing.w, thing.h) for thing in seen.things) > 24
    fits(person)
    person.taps(places["f6"])
    person.waits_for("mine", after=seen.sign)
    expect(person.page.locator('.stage [data-id="stone-f6"]')).to_be_visible()


def test_a_dice_game_is_played_by_touch_to_its_end(arrive: Arrive, examples: str) -> None:
    person = arrive(base=examples, touch=True)
    begins(person, "Lanterns")
    seen = person.waits_for("mine")
    assert len(seen.buttons) == 3
    person.page.locator(".coach button").last.tap()  # its place goes to the table
    table, dice = person.page.locator(".stage-room"), random.Random(1)
    size = table.bounding_box()
    while seen.state != "over":
        assert all(button.x - button.w / 2 >= 0 and button.x + button.w / 2 <= 390 for button in seen.buttons)
        lighting = [button for button in seen.buttons if button.id == "do light"]
        person.taps(lighting[0] if lighting else dice.choice(seen.buttons))
        seen = person.waits_for("mine", "over", after=seen.sign)
        if seen.state == "mine":
            assert table.bounding_box() == size
    assert person.page.locator(".stage .piece.lit").count() == 1


def test_cards_are_played_from_a_hand_that_nobody_else_sees(arrive: Arrive, examples: str) -> None:
    """Two people and a spectator at a table of Docks: each page has its own cards, and the backs of all others."""
    host, guest, spectator = arrive(base=examples), arrive(base=examples), arrive(base=examples)
    told = {person: everything_sent_to(person) for person in (host, guest, spectator)}
    host.sets_up("Docks")
    host.seats(2, "A friend online")
    table = host.begins()
    host.waits_for("waiting")
    guest.go(f"/t/{table}")
    guest.button("Sit here").click()
    spectator.go(f"/t/{table}")
    seen = host.waits_for("mine")
    guest.waits_for("theirs")
    spectator.waits_for("idle", "theirs")
    assert shown_by(host) == (4, 4)
    assert shown_by(guest) == (4, 4)
    assert shown_by(spectator) == (0, 8)
    assert problems(host) == []
    # A card is played by a click on it and one on a dock.
    card = next(thing for thing in seen.things if "-of-0" in thing.id)
    host.clicks(card)
    seen = host.waits_for("mine", after=seen.sign)
    host.clicks(next(thing for thing in seen.things if thing.id == "b"))
    host.waits_for("theirs")
    for person in (host, guest, spectator):
        top = person.page.locator('.stage [data-id="top-b"]')
        expect(top).to_have_attribute("aria-label", f"white card {card.id[0]}")
    assert shown_by(guest) == (4, 4)
    dice = random.Random(4)
    for person in (guest, host, guest, host):
        seen = person.waits_for("mine")
        while seen.state == "mine":
            person.clicks(dice.choice(seen.things))
            seen = person.waits_for("mine", "theirs", after=seen.sign)
    # Nobody was ever sent a card of another hand, in any message.
    assert not [text for text in told[host] if "-of-1" in text]
    assert not [text for text in told[guest] if "-of-0" in text]
    assert not [text for text in told[spectator] if "-of-" in text]
    assert [text for text in told[host] if "-of-0" in text], "this is how cards of hands are called"


def everything_sent_to(person: Person) -> list[str]:
    """Return a list that grows by every message that the server sends to this person's sockets."""
    texts: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: texts.append(frame if isinstance(frame, str) else frame.decode()))

    person.page.on("websocket", listen)
    return texts


def shown_by(person: Person) -> tuple[int, int]:
    """Return how many cards of hands this person sees, and how many backs."""
    stage = person.page.locator(".stage")
    return stage.locator('[data-id*="-of-"]').count(), stage.locator('[data-id^="back-"]').count()


def test_a_new_game_is_on_the_page_as_soon_as_it_is_installed(arrive: Arrive, examples: str) -> None:
    """From `tilora new-game` to the end of a match in the browser."""
    author = arrive(base=examples)
    begins(author, "Paper Boats")
    seen = author.waits_for("mine")
    assert {button.id for button in seen.buttons} == {"do walk", "do run"}
    seen = author.plays(random.Random(1), clicks=30)
    assert seen.state == "over"
