"""What happens after weeks of playing: two tabs, the back button, sleep, resized windows, interrupted moves."""

import random

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.wire import Wire
from tests.server.process import ServerProcess

pytestmark = pytest.mark.retry("waits for a browser")

HIDDEN = """
(hidden) => {
  Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}
"""
SLOWLY = """localStorage.setItem("tilora.settings", '{"speed": 0.15}')"""
"""Slow enough to do something during an animation."""
BROKEN_LINE = ("WebSocket connection", "Failed to load resource", "net::ERR")


def moved(person: Person) -> None:
    """Let the AI make a move for the person, and then its own."""
    seen = person.waits_for("mine")
    person.page.keyboard.press("m")
    person.waits_for("mine", "over", after=seen.sign)


def test_two_tabs_of_one_player_show_the_same_and_both_play(person: Person) -> None:
    table = person.opens("Cyberzul")
    seen = person.waits_for("mine")
    second = Person(person.page.context.new_page(), person.base)
    second.go(f"/t/{table}")
    other = second.waits_for("mine")
    # A click in one tab is that tab's own; a move is everybody's.
    person.clicks(seen.things[0])
    person.waits_for("mine", after=seen.sign)
    moved(second)
    here, there = person.waits_for("mine"), second.waits_for("mine")
    assert here.sign == there.sign != other.sign
    moved(person)
    assert second.waits_for("mine", after=there.sign).sign == person.waits_for("mine").sign
    assert second.troubles == []


def test_back_leads_to_the_home_page_and_forward_to_the_match_again(person: Person) -> None:
    person.sets_up("Zellij")
    person.page.keyboard.press("Escape")
    person.page.wait_for_url(f"{person.base}/")
    table = person.opens("Cyberzul")
    moved(person)
    person.page.go_back()
    person.page.wait_for_url(f"{person.base}/")
    person.sees("What shall we play?")
    expect(person.page.locator("dialog")).to_have_count(0)
    person.page.go_forward()
    person.page.wait_for_url(f"**/t/{table}")
    moved(person)


def test_resizing_the_window_while_pieces_travel_loses_none(arrive: Arrive) -> None:
    person = arrive(reduced_motion="no-preference")
    person.page.add_init_script(SLOWLY)
    person.opens("Cyberzul")
    seen = person.waits_for("mine")
    pieces = person.page.locator(".stage .piece").count()
    person.page.keyboard.press("m")
    person.page.locator(".flyer").first.wait_for()
    for width, height in ((900, 700), (390, 844), (1280, 800)):
        person.page.set_viewport_size({"width": width, "height": height})
    person.page.keyboard.press(" ")
    person.hurries("mine", after=seen.sign)
    expect(person.page.locator(".flyer")).to_have_count(0)
    assert person.page.locator(".stage .piece").count() == pieces
    assert person.page.locator('.stage .piece[style*="opacity: 0"]').count() == 0


def test_coming_back_from_another_tab_shows_the_last_move(arrive: Arrive) -> None:
    person = arrive(reduced_motion="no-preference")
    table = person.opens("Cyberzul")
    seen = person.waits_for("mine")
    person.page.evaluate(HIDDEN, True)
    second = Person(person.page.context.new_page(), person.base)
    second.go(f"/t/{table}")
    second.page.keyboard.press(",")
    second.chooses("Animations", "Off")
    second.page.keyboard.press("Escape")
    for _ in range(4):
        moved(second)
    expect(person.page.locator(".table-page")).to_have_attribute("data-state", "animating")
    person.page.evaluate(HIDDEN, False)
    now = person.waits_for("mine", after=seen.sign)
    assert now.sign.split("|")[1] == second.waits_for("mine").sign.split("|")[1]
    person.clicks(now.things[0])
    person.waits_for("mine", after=now.sign)


def test_losing_the_connection_while_pieces_travel_loses_nothing(arrive: Arrive, server: ServerProcess) -> None:
    with Wire(server.base) as wire:
        person = arrive(base=wire.base, reduced_motion="no-preference")
        person.page.add_init_script(SLOWLY)
        person.opens("Cyberzul")
        seen = person.waits_for("mine")
        person.page.keyboard.press("m")
        person.page.locator(".flyer").first.wait_for()
        wire.cut()
        person.page.get_by_text("Connection lost").wait_for()
        wire.mend()
        now = person.hurries("mine", after=seen.sign)
        expect(person.page.get_by_role("alert")).to_have_count(0)
        person.clicks(now.things[0])
        person.waits_for("mine", after=now.sign)
    person.forgive(*BROKEN_LINE)


def test_a_move_made_offline_is_sent_after_reconnecting(arrive: Arrive, server: ServerProcess) -> None:
    with Wire(server.base) as wire:
        person, dice = arrive(base=wire.base), random.Random(3)
        person.opens("Cyberzul")
        seen = person.waits_for("mine")
        steps = person.page.locator(".log .line-step").count()
        wire.cut()
        person.page.get_by_text("Connection lost").wait_for()
        person.clicks(seen.things[0])
        seen = person.waits_for("mine", after=seen.sign)
        person.clicks(dice.choice(seen.things))
        person.waits_for("sent")
        wire.mend()
        person.waits_for("mine", after=seen.sign)
        assert person.page.locator(".log .line-step").count() == steps + 2
    person.forgive(*BROKEN_LINE)


def test_undo_while_choosing_takes_back_the_draft_and_the_choice(person: Person) -> None:
    for _ in range(6):
        person.opens("RowsAndCols")
        start = person.waits_for("mine")
        if start.things:
            break  # not every first hand has a brick that fits
    hand = person.page.locator(".role-hand.mine .piece")
    before = hand.count()
    person.clicks(start.things[0])
    seen = person.waits_for("mine", after=start.sign)
    person.clicks(seen.things[0])
    seen = person.waits_for("mine", after=seen.sign)
    assert hand.count() == before - 1
    # Not every hand has a second brick that fits.
    if seen.things:
        person.clicks(seen.things[0])
        person.waits_for("mine", after=seen.sign)
    person.page.keyboard.press("u")
    expect(hand).to_have_count(before)
    expect(person.page.locator(".stage .picked")).to_have_count(0)
    person.waits_for("mine")


def test_a_page_older_than_its_server_reloads_itself(arrive: Arrive) -> None:
    person, gone = arrive(service_workers="block"), True

    def missing(route: Route) -> None:
        if gone:
            route.fulfill(status=404, body="")
        else:
            route.continue_()

    person.page.route("**/assets/scores-*.js", missing)
    person.go("/")
    person.page.get_by_role("link", name="High scores").click()
    person.sees("This page could not be loaded")
    gone = False
    person.button("Try again").click()
    expect(person.page.get_by_role("heading", name="High scores")).to_be_visible()
    person.forgive("404 (Not Found)", "Failed to load resource", "blocked by Playwright")


def test_selecting_text_in_a_sheet_does_not_close_it(person: Person) -> None:
    person.sets_up("Cyberzul")
    person.seats(2, "A friend on this device")
    name = person.page.get_by_label("Name of player 2")
    name.fill("Nadia of the hills")
    box, mouse = name.bounding_box(), person.page.mouse
    assert box is not None
    mouse.move(box["x"] + 40, box["y"] + 10)
    mouse.down()
    mouse.move(5, box["y"] + 10, steps=5)
    mouse.up()
    expect(name).to_be_visible()
    mouse.click(5, box["y"] + 10)
    expect(name).to_have_count(0)


def test_a_person_who_becomes_known_late_can_still_play(person: Person) -> None:
    table = person.opens("Cyberzul")
    person.waits_for("mine")
    person.page.route("**/api/me", lambda route: route.abort())
    person.go(f"/t/{table}")
    person.waits_for("theirs")
    person.page.unroute("**/api/me")
    seen = person.waits_for("mine")
    person.clicks(seen.things[0])
    person.waits_for("mine", after=seen.sign)
    person.forgive(*BROKEN_LINE)


def test_a_link_can_be_copied_without_https(arrive: Arrive) -> None:
    person = arrive(permissions=["clipboard-read"])
    person.page.add_init_script("delete Navigator.prototype.clipboard")
    table = person.opens("Cublino Pur", "open")
    person.button("Copy").click()
    expect(person.button("Copied")).to_be_visible()
    chat = person.page.get_by_label("Say something")
    chat.focus()
    person.page.keyboard.press("Control+v")
    expect(chat).to_have_value(f"{person.base}/t/{table}")


def test_a_replay_continues_when_the_server_is_back(person: Person) -> None:
    person.begins_with_a_move_of_each("Cyberzul")
    table = person.page.url.rpartition("/")[2]
    person.hands_over()
    person.hurries("over")
    person.page.route("**/api/replay/**", lambda route: route.abort())
    person.go(f"/r/{table}")
    person.sees("The server isn't responding.")
    person.page.unroute("**/api/replay/**")
    person.sees("The match begins.")
    person.forgive(*BROKEN_LINE)


def test_the_log_does_not_scroll_away_from_older_entries(person: Person) -> None:
    person.begins_with_a_move_of_each("Cyberzul")
    for _ in range(4):
        moved(person)
    log = person.page.get_by_role("list", name="Match log")
    top = "(log) => log.scrollTop"
    assert log.evaluate("(log) => log.scrollHeight > log.clientHeight + 80")
    assert log.evaluate(top) > 0
    log.evaluate("(log) => new Promise((done) => { log.onscroll = () => done(log.scrollTop); log.scrollTop = 0; })")
    moved(person)
    assert log.evaluate(top) == 0
