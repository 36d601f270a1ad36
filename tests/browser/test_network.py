"""Several browsers at one table: friends online, spectators, lost connections and restarting servers."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.wire import Wire
from tests.server.process import ServerProcess

pytestmark = pytest.mark.retry("waits for a browser")

BROKEN_LINE = ("WebSocket connection", "Failed to load resource", "net::ERR")
"""What Chromium logs when a server does not answer."""


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that may be killed."""
    with ServerProcess(tmp_path) as running:
        yield running


def named(person: Person, name: str) -> None:
    """Type a new name in the header."""
    person.go("/")
    field = person.page.get_by_label("Your name")
    field.fill(name)
    with person.page.expect_response(re.compile("/api/me$")):
        field.press("Enter")


def met(host: Person, guest: Person, title: str) -> tuple[Person, Person]:
    """Seat both at one table, the guest by its link; return who begins, and the other."""
    named(host, "Hanna")
    named(guest, "Gil")
    table = host.opens(title, "open")
    host.sees("Waiting for one more player.")
    guest.go(f"/t/{table}")
    guest.button("Sit here").click()
    guest.waits_for("mine", "theirs")
    return (host, guest) if host.waits_for("mine", "theirs").state == "mine" else (guest, host)


def turn(person: Person, dice: random.Random) -> None:
    """Click until the person's turn is over."""
    seen = person.waits_for("mine")
    while seen.state == "mine":
        person.clicks(dice.choice(seen.things + seen.buttons))
        seen = person.waits_for("mine", "theirs", after=seen.sign)


def moments(person: Person) -> int:
    """Return how many changes of the position this person has seen."""
    return int(person.page.locator(".table-page").get_attribute("data-moment") or 0)


def test_two_play_over_the_network_and_one_goes_offline_and_comes_back(arrive: Arrive, server: ServerProcess) -> None:
    with Wire(server.base) as wire:
        host, guest, dice = arrive(), arrive(base=wire.base), random.Random(1)
        first, _ = met(host, guest, "Cublino Pur")
        assert first is host
        turn(host, dice)
        turn(guest, dice)
        before = guest.waits_for("theirs")
        wire.cut()
        guest.page.get_by_text("Connection lost").wait_for()
        turn(host, dice)
        host.page.locator(".player", has_text="Gil").locator(".dot").wait_for()
        assert guest.waits_for("theirs").sign == before.sign
        wire.mend()
        guest.waits_for("mine")
        expect(guest.page.get_by_role("alert")).to_have_count(0)
        turn(guest, dice)
        host.waits_for("mine")
    guest.forgive(*BROKEN_LINE)


def test_a_killed_server_comes_back_with_every_move(arrive: Arrive, own_server: ServerProcess) -> None:
    host, guest = arrive(base=own_server.base), arrive(base=own_server.base)
    dice = random.Random(4)
    first, second = met(host, guest, "Cyberzul")
    for person in (first, second, first, second):
        turn(person, dice)
    first.waits_for("mine")
    seen = moments(first)
    lines = first.page.locator(".log li").all_inner_texts()
    own_server.kill()
    first.page.get_by_text("Connection lost").wait_for()
    own_server.start()
    for person in (first, second):
        expect(person.page.get_by_role("alert")).to_have_count(0)
    assert moments(first) == seen
    assert first.page.locator(".log li").all_inner_texts() == lines
    turn(first, dice)
    turn(second, dice)
    for person in (first, second):
        person.forgive(*BROKEN_LINE)


def test_a_restarting_server_says_so(arrive: Arrive, own_server: ServerProcess) -> None:
    person = arrive(base=own_server.base)
    person.opens("Zellij")
    person.waits_for("mine")
    own_server.stop()
    person.sees("The server is restarting.")
    own_server.start()
    expect(person.page.get_by_role("alert")).to_have_count(0)
    seen = person.waits_for("mine")
    person.clicks(seen.things[0])
    person.waits_for("mine", after=seen.sign)
    person.forgive(*BROKEN_LINE)


def test_a_spectator_sees_the_match_and_can_touch_nothing(arrive: Arrive) -> None:
    host, guest, watcher, dice = arrive(), arrive(), arrive(), random.Random(6)
    met(host, guest, "Cublino Contra")
    watcher.go(host.page.url.removeprefix(host.base))
    watcher.waits_for("theirs")
    host.sees("1 watching")
    turn(host, dice)
    seen = watcher.waits_for("theirs")
    assert seen.things == seen.buttons == []
    expect(watcher.page.get_by_role("list", name="Match log")).to_contain_text("Hanna")
    turn(guest, dice)
    expect(watcher.page.get_by_role("list", name="Match log")).to_contain_text("Gil")
    expect(watcher.page.get_by_role("button", name="Hint")).to_have_count(0)


def test_the_lobby_shows_tables_with_a_free_seat_and_codes_lead_to_them(arrive: Arrive) -> None:
    host, guest = arrive(), arrive()
    named(host, "Olga of the lobby")
    host.sets_up("Welters")
    host.seats(2, "A friend online")
    table = host.begins()
    guest.go("/")
    expect(guest.page.get_by_role("region", name="Open tables")).to_contain_text("Olga of the lobby")
    guest.page.get_by_label("Code, link or address of a table").fill(table)
    guest.button("Join").click()
    guest.page.wait_for_url(f"**/t/{table}")
    guest.button("Sit here").click()
    host.waits_for("mine", "theirs")


LATER = "() => { const now = performance.now.bind(performance); performance.now = () => now() + 180_000; }"
"""Three minutes have passed on the page."""


def test_the_page_counts_down_to_claiming_a_win_and_both_pages_tell_who_gave_up(arrive: Arrive) -> None:
    absent, here = met(arrive(), arrive(), "Cublino Contra")
    address = absent.page.url
    name = "Hanna" if absent.page.locator(".player.mine", has_text="Hanna").count() else "Gil"
    absent.go("/scores")
    here.sees(f"{name} is away. You can claim the win in 2:5")
    here.page.evaluate(LATER)
    here.button(f"{name} is still away: claim the win").click()
    here.sees("can still come back")  # the server has another opinion of how late it is
    absent.page.goto(address)
    absent.waits_for("mine")
    absent.page.keyboard.press("g")
    absent.button("Give up").click()
    expect(absent.page.get_by_role("dialog")).to_contain_text(f"{'Gil' if name == 'Hanna' else 'Hanna'} wins")
    expect(here.page.get_by_role("dialog")).to_contain_text("You win")
    for person in (absent, here):
        expect(person.page.locator(".log")).to_contain_text(f"{name} has given up")


def test_rematch_leads_both_to_a_new_table(arrive: Arrive) -> None:
    host, guest = arrive(), arrive()
    met(host, guest, "Cyberzul")
    table = host.page.url.rpartition("/")[2]
    for person in (host, guest):
        person.hands_over()
    for person in (host, guest):
        person.waits_for("over")
        person.button("Rematch").click()
    for person in (host, guest):
        person.page.wait_for_url(re.compile(f"/t/(?!{table})"))
        person.waits_for("mine", "theirs")


def test_of_a_very_long_chat_earlier_lines_are_loaded_on_request(person: Person) -> None:
    table = person.opens("Cyberzul", "open")
    person.sees("Waiting for one more player.")
    headers = {"Origin": person.base}
    for number in range(100):
        line = {"kind": "say", "id": str(number), "text": f"Line {number}. {'🎲' * 380}"}
        url = f"{person.base}/api/tables/{table}/commands"
        assert person.page.request.post(url, data=line, headers=headers).ok
    person.go(f"/t/{table}")
    log = person.page.locator(".log")
    expect(log.get_by_text("Line 99.")).to_be_visible()
    expect(log.get_by_text("Line 1.", exact=False)).to_have_count(0)
    person.page.get_by_role("button", name=re.compile("earlier entr")).click()
    expect(log.get_by_text(re.compile(r"Line 1\. "))).to_have_count(1)
    expect(log.get_by_text(re.compile(r"Line [0-9]+\. "))).to_have_count(100)
    expect(person.page.get_by_role("button", name=re.compile("earlier entr"))).to_have_count(0)
