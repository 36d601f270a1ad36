"""The draw in the browser: pages reveal their nonces by themselves, and keep what proves that the luck was fair."""

import pytest

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.test_network import named
from tilora.kernel import Evidence, Record, verify

pytestmark = pytest.mark.retry("waits for a browser")


def opened(host: Person) -> str:
    """Open a table with a free seat; return its id."""
    named(host, "Hanna")
    host.sets_up("Zellij")
    host.seats(2, "A friend online")
    table = host.begins()
    host.sees("Waiting for one more player.")
    return table


def proof(person: Person, table: str) -> tuple[Record, Evidence]:
    """Return the record, and the evidence that the page shows with it."""
    person.go(f"/r/{table}")
    person.page.get_by_text("Check the luck").click()
    program, command, file, *words = person.page.locator(".proof code").inner_text().split()
    assert (program, command, file) == ("tilora", "verify", f"zellij-{table}.json")
    given = dict(zip(words[::2], words[1::2], strict=True))
    evidence = Evidence((given["--commitment"],), (given["--nonce"],), (given["--head"],))
    return Record.from_json(person.page.request.get(f"{person.base}/api/tables/{table}/record").body()), evidence


def test_a_page_loaded_again_before_the_draw_still_takes_part_and_can_prove_the_luck(arrive: Arrive) -> None:
    host, guest = arrive(), arrive()
    table = opened(host)
    host.page.reload()
    guest.go(f"/t/{table}")
    guest.button("Sit here").click()
    first = host if host.waits_for("mine", "theirs").state == "mine" else guest
    seen = first.waits_for("mine")
    first.clicks(seen.things[0])
    first.waits_for("mine", "theirs", after=seen.sign)
    guest.page.get_by_role("button", name="More actions").click()
    guest.page.get_by_role("button", name="Cancel the match").click()
    guest.page.get_by_role("dialog").get_by_role("button", name="Cancel the match").click()
    host.sees("The match was cancelled")
    for person in (host, guest):
        record, evidence = proof(person, table)
        unproven = verify(record, evidence).unproven
        assert unproven == ["That nothing is missing at the end: the match in the record is not over."]


def test_the_match_waits_for_the_device_on_which_the_seat_was_taken(arrive: Arrive) -> None:
    host, guest, other_device = arrive(), arrive(), arrive()
    table = opened(host)
    other_device.page.context.add_cookies(host.page.context.cookies())  # type: ignore[arg-type]
    host.go("/")
    guest.go(f"/t/{table}")
    guest.button("Sit here").click()
    guest.sees("The match starts as soon as Hanna has this page open.")
    other_device.go(f"/t/{table}")
    other_device.sees("You took your seat on another device")
    host.go(f"/t/{table}")
    for person in (host, guest, other_device):
        person.waits_for("mine", "theirs")


def test_against_the_ai_the_match_starts_without_a_waiting_room(person: Person) -> None:
    person.sets_up("Zellij")
    person.page.evaluate(
        """() => new MutationObserver(() => document.querySelector(".waiting") && (window.waited = true))
            .observe(document.body, { subtree: true, childList: true })"""
    )
    person.begins()
    person.waits_for("mine")
    assert person.page.evaluate("window.waited") is None
