"""Accounts: guests, passwords, signing in and out."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person

pytestmark = pytest.mark.retry("waits for a browser")

NAME, PASSWORD = "Yusuf of the wells", "seven green lanterns"


def renamed(person: Person, name: str) -> None:
    """Type a new name in the header."""
    field = person.page.get_by_label("Your name")
    field.fill(name)
    with person.page.expect_response(re.compile("/api/me$")):
        field.press("Enter")


def account(person: Person) -> None:
    """Open the account sheet."""
    person.button("Account").click()


def test_a_password_keeps_a_name_for_signing_out_and_in_on_another_device(arrive: Arrive) -> None:
    person, other = arrive(), arrive()
    person.go("/")
    renamed(person, NAME)
    table = person.opens("Cyberzul")
    person.waits_for("mine")
    person.go("/")
    account(person)
    person.page.get_by_label("Password").fill(PASSWORD)
    person.button("Set password").click()
    person.sees("This name is yours.")
    tab = person.page.context.new_page()
    tab.goto(person.page.url)
    expect(tab.get_by_label("Your name")).to_have_value(NAME)
    person.button("Sign out").click()
    expect(tab.get_by_label("Your name")).not_to_have_value(NAME)
    expect(person.page.get_by_label("Your name")).not_to_have_value(NAME)
    person.sees("What shall we play?")
    expect(person.page.get_by_role("region", name="Continue playing")).to_have_count(0)

    other.go("/")
    account(other)
    other.button("I already have an account").click()
    other.page.get_by_label("Name", exact=True).fill(NAME)
    other.page.get_by_label("Password").fill("not this one at all")
    other.button("Sign in").click()
    expect(other.page.get_by_role("alert")).to_be_visible()
    other.page.get_by_label("Password").fill(PASSWORD)
    other.button("Sign in").click()
    expect(other.page.get_by_label("Your name")).to_have_value(NAME)
    other.page.get_by_role("region", name="Continue playing").get_by_role("link").click()
    other.page.wait_for_url(f"**/t/{table}")
    other.waits_for("mine")
    other.forgive("401 (Unauthorized)", "403 (Forbidden)")


def test_an_empty_name_is_refused_in_place(person: Person) -> None:
    person.go("/")
    field = person.page.get_by_label("Your name")
    before = field.input_value()
    field.fill("   ")
    field.press("Enter")
    expect(field).to_have_value(before)


def test_devices_are_listed_and_signed_out_and_the_password_is_changed(arrive: Arrive) -> None:
    person, other = arrive(), arrive()
    person.go("/")
    renamed(person, "Noor of the dunes")
    account(person)
    person.page.get_by_label("Password").fill(PASSWORD)
    person.button("Set password").click()
    person.sees("This name is yours.")
    other.go("/")
    account(other)
    other.button("I already have an account").click()
    other.page.get_by_label("Name", exact=True).fill("Noor of the dunes")
    other.page.get_by_label("Password").fill(PASSWORD)
    other.button("Sign in").click()
    expect(other.page.get_by_label("Your name")).to_have_value("Noor of the dunes")

    account(other)
    devices = other.page.get_by_role("region", name="Devices").get_by_role("listitem")
    expect(devices).to_have_count(2)
    expect(devices.filter(has_text="this device")).to_have_count(1)
    devices.get_by_role("button").click()
    expect(devices).to_have_count(1)
    person.go("/")
    expect(person.page.get_by_label("Your name")).not_to_have_value("Noor of the dunes")

    other.button("Change password").click()
    other.page.get_by_label("Current password").fill("not this one at all")
    other.page.get_by_label("Password (at least").fill("eight blue lanterns")
    other.button("Change password").click()
    expect(other.page.get_by_role("alert")).to_be_visible()
    other.page.get_by_label("Current password").fill(PASSWORD)
    other.button("Change password").click()
    other.sees("This name is yours.")
    for one in (person, other):
        one.forgive("401 (Unauthorized)", "403 (Forbidden)")
