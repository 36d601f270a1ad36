"""Seats in sentences: placeholders, and how they are filled in."""

import pytest

import tilora
from tilora.kernel import fill_seats, seat_name


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("No seat here.", "No seat here."),
        ("{seat:0} begins.", "Seat 1 begins."),
        ("The board of {seat:3}.", "The board of seat 4."),
        ("It ends. {seat:1} wins! {seat:0} does not.", "It ends. Seat 2 wins! Seat 1 does not."),
        ("Round 2 ends: {seat:0} +3, {seat:1} -1.", "Round 2 ends: seat 1 +3, seat 2 -1."),
        ("{seat:x} and {chair:1}", "{seat:x} and {chair:1}"),
    ],
)
def test_without_names_seats_are_counted_from_1(text: str, filled: str) -> None:
    assert fill_seats(text) == filled


def test_names_are_filled_in_as_they_are() -> None:
    assert fill_seats(f"{seat_name(1)} takes it from {seat_name(0)}.", ["ada", "bob"]) == "bob takes it from ada."
    assert fill_seats(f"{seat_name(0)} waits.", ["{seat:1}", "bob"]) == "{seat:1} waits."
    assert fill_seats(f"{seat_name(2)} waits.", ["ada", "bob"]) == "Seat 3 waits."


def test_a_step_has_the_sentence_with_and_without_placeholders() -> None:
    match = tilora.match("cyberzul", seed=7)
    while match.state.round_number == 1:
        match.play(match.legal()[0])
    step = match.history[-1]
    assert "Round 1 ends: {seat:0} " in step.sentence
    assert "Round 1 ends: seat 1 " in step.words
