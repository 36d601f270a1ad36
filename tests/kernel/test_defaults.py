"""What a game may leave out of its rules and words, and what it gets instead."""

import random
import re
from types import ModuleType
from typing import Any, cast

import numpy as np
import pytest

from tests.plugin import example
from tilora.kernel import (
    Game,
    IllegalAction,
    Match,
    UnreadableAction,
    UnreadablePosition,
    blank,
    game_named,
    layout,
)
from tilora.kernel.contract.defaults import complete_words

START = "seats 2 | turn 1 | score 0 0 | side 5 | may_swap yes | stones 0 | cell - | won -"


@pytest.fixture(scope="module")
def hex_game() -> Game:
    return example("hex")


@pytest.fixture(scope="module")
def lanterns() -> Game:
    return example("lanterns")


def test_a_game_without_secrets_shows_everything_to_everybody(hex_game: Game) -> None:
    match = Match(hex_game, seed=1)
    match.play("a1")
    assert not hex_game.hidden
    assert match.view().state.tobytes() == match.view(1).state.tobytes() == match.state.tobytes()
    assert match.view(1).imagine(7).tobytes() == match.state.tobytes()


def test_a_text_is_read_as_the_action_whose_text_it_is(hex_game: Game) -> None:
    match = Match(hex_game, seed=1, options={"size": "5"})
    assert match.check("C3").text == "c3"
    with pytest.raises(IllegalAction, match="not on the board"):
        match.check("k11")
    with pytest.raises(UnreadableAction, match=r"'C33' is not an action. Actions: a1, b1, c1, .*, …"):
        match.check("C33")


def test_one_sentence_does_for_what_an_action_would_do_and_what_it_did(hex_game: Game) -> None:
    match = Match(hex_game, seed=1)
    assert match.play("c3").words == "Stone on c3."
    assert match.history[-1].words == "Stone on c3."


# Positions


def test_a_position_is_written_from_the_fields_of_the_state(hex_game: Game) -> None:
    match = Match(hex_game, seed=1, options={"size": "5"})
    assert match.position == START
    match.play("b2")
    assert match.position == START.replace("turn 1", "turn 2").replace("stones 0 | cell -", f"stones 1 | cell {ROWS}")


ROWS = "...........|.1.........".replace("|", "/")


@pytest.mark.parametrize("name", ["hex", "lanterns", "docks"])
def test_every_position_reads_back_as_it_was(name: str) -> None:
    game, dice = example(name), random.Random(5)
    for seats in game.seats:
        match = Match(game, seats=seats, seed=seats)
        while True:
            again = Match(game, position=match.position)
            assert again.position == match.position
            assert again.texts() == match.texts()
            assert again.scores == match.scores
            assert again.outcome == match.outcome
            if match.over:
                break
            match.play(dice.choice(match.legal()))


def test_the_past_is_no_part_of_a_position(lanterns: Game) -> None:
    match = Match(lanterns, seed=1)
    match.play("roll 1")
    assert match.state.throws == 1
    assert "throws" not in match.position
    assert Match(lanterns, position=match.position).state.throws == 0


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("seats 2", "seats 3", "not played with 3 seats|no seat"),
        ("seats 2", "seats 99", "no seat"),
        ("turn 1", "turn 3", "There is no seat 3"),
        ("turn 1", "turn 0", "There is no seat 0"),
        ("side 5", "side 12", "side must be from 5 to 11, not '12'"),
        ("side 5", "side 6", "A board has a side of 11, 9, 7, 5"),
        ("side 5", "side five", "side is a number, not 'five'"),
        ("may_swap yes", "may_swap maybe", "may_swap must be yes or no, not 'maybe'"),
        ("cell -", "cell 3..........", "cell must be from 0 to 2"),
        ("cell -", "cell x..........", "written in dots and digits"),
        ("cell -", "cell 1.", "cell has 2 numbers in '1.', not 11"),
        ("cell -", "cell " + "/".join(["..........."] * 12), "cell has 12 rows, more than 11"),
        ("cell -", "cell ..........1", "Stones lie off the board"),
        ("stones 0", "stones 1", "more or fewer stones"),
        ("score 0 0", "score 0 0 0", "score has 3 numbers"),
        ("score 0 0", "score 0 99999999999999999999", "score must be from"),
        (" | won -", "", "A position has the parts seats, turn, score, side"),
        ("turn 1 | ", "turn 1 | turn 1 | ", "in this order"),
        ("seats 2", "", "A position has the parts"),
    ],
)
def test_what_can_not_be_read_or_can_not_be_is_refused(hex_game: Game, old: str, new: str, words: str) -> None:
    assert Match(hex_game, position=START).position == START
    with pytest.raises(UnreadablePosition, match=words):
        Match(hex_game, position=START.replace(old, new))


def test_a_truth_for_each_of_several_things_can_not_be_compiled_and_is_refused_at_once() -> None:
    with pytest.raises(TypeError, match=r"'lit' can't be an array of np.bool_, .*: use np.int8"):
        layout(2, [("lit", np.bool_, (3,))])
    assert layout(2, [("lit", np.bool_)])["lit"] == np.bool_


def test_a_game_with_secrets_gets_texts_of_positions_too() -> None:
    """What is blanked in a view reads as zeros, so the text tells no more than the view."""
    pebbles = game_named("pebbles")
    words: Any = ModuleType("words")
    words.action_text = pebbles.words.action_text
    complete_words(words, cast(ModuleType, pebbles.rules), None)
    match = Match(pebbles, seats=2, seed=3)
    match.play("draw")
    text = words.position_text(match.state)
    state = blank(pebbles.rules.STATE, pebbles.variant)
    words.parse_position(text, state)
    state.turns = match.state.turns
    assert state.tobytes() == match.state.tobytes()
    seen = words.position_text(match.view(1).state)
    assert "hand_size 3 2 |" in text
    assert "hand_size 3 2 |" in seen
    assert re.search("hand 0 0 / [0-2] [0-2] ", seen)
    assert "bowl 0 0 |" in seen
