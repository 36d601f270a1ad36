"""What is said of Welters: texts of actions and positions, sentences, and the board in a terminal."""

import numpy as np
import pytest

from tests.games.welters_positions import EIGHT, OTHER_EIGHT, position
from tilora.families.welters import WELTERS, rules, words
from tilora.families.welters.words import GRADE_NAMES
from tilora.kernel import (
    IllegalAction,
    Match,
    State,
    UnreadableAction,
    UnreadablePosition,
)

# Words


def test_a_cast_says_how_likely_it_is() -> None:
    text = position("r5 y5 b5", chosen="r5 b5", c4="T5.5.5", b2="T5.0.4", c5="W0.0.0", d4="M5.5.5", c7="G5.5.3")
    said = {str(action): action.words for action in Match(WELTERS, position=text).legal()}
    assert said["yellow 5"] == "Choose yellow 5."
    assert said["cast c4"] == "Cast at c4 (stone): 17% chance to capture."
    assert said["cast b2"] == "Cast at b2 (stone): 8% chance to capture."
    assert said["cast c5"] == "Cast at c5 (water): certain to capture."
    assert said["cast d4"] == "Cast at d4 (metal): can't capture."


def test_what_is_nearly_certain_is_not_called_certain() -> None:
    assert words.odds_words(143) == "99% chance to capture"
    assert words.odds_words(1) == "1% chance to capture"


def test_a_cast_of_cards_one_does_not_see_is_described_without_odds() -> None:
    match = Match(WELTERS, position=position("r5"))
    assert words.action_words(match.view(1).state, rules.CAST) == "Cast at a1 (water)."


def test_several_cards_and_the_cast_may_be_typed_in_one_line() -> None:
    match = Match(WELTERS, seed=3)
    hand = {str(action).split()[0]: str(action) for action in match.legal()}
    typed = " ".join(hand.values())
    assert str(match.play(typed.upper())) == [*hand.values()][-1]
    match.undo(len(hand))
    match.play(f"{typed} cast c4")
    assert [step.text for step in match.history] == [*hand.values(), "cast c4"]


def test_if_one_of_several_typed_cards_is_refused_none_is_chosen() -> None:
    match = Match(WELTERS, seed=3)
    card = str(match.legal()[0])
    with pytest.raises(IllegalAction, match="already chosen"):
        match.play(f"{card} {card}")
    assert match.history == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "pass",
            "'pass' is not an action. Choose a card with 'red 5', cast the chosen cards at a tile with 'cast c4', "
            "or, if you own every tile, discard a card with 'discard red 5'.",
        ),
        (
            "green 5",
            "'green' is not a colour. Colours: red, yellow, blue.",
        ),
        (
            "discard green 5",
            "'green' is not a colour. Colours: red, yellow, blue.",
        ),
        ("Red Five", "'Five' is not the value of a card. Values are 0 to 10."),
        ("red five", "'five' is not the value of a card. Values are 0 to 10."),
        ("red -1", "'-1' is not the value of a card. Values are 0 to 10."),
        ("cast 4c", "'4c' is not a tile. Tiles have names like c4."),
    ],
)
def test_unreadable_actions(text: str, sentence: str) -> None:
    with pytest.raises(UnreadableAction) as refused:
        Match(WELTERS, seed=1).play(text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("red 11", "There is no red 11. Values are 0 to 10."),
        ("discard blue 99", "There is no blue 99. Values are 0 to 10."),
        ("cast f1", "There is no tile f1. Columns are a to e, rows 1 to 7."),
        ("cast a8", "There is no tile a8. Columns are a to e, rows 1 to 7."),
        ("cast a0", "There is no tile a0. Columns are a to e, rows 1 to 7."),
    ],
)
def test_readable_actions_that_do_not_exist(text: str, sentence: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        Match(WELTERS, seed=1).play(text)
    assert str(refused.value) == sentence


def test_every_number_has_a_reason_why_not() -> None:
    match = Match(WELTERS, position=position("r5", "-"), seed=1)
    for code in (-1, rules.ACTIONS, 9999):
        assert words.why_not(match.state, code) == "There is no such action."
    match.play("red 5; cast c4")
    assert words.why_not(match.state, 0) == "The match is over."


def test_every_action_has_a_text_that_reads_back() -> None:
    state = Match(WELTERS, seed=1).state
    texts = [words.action_text(state, code) for code in range(rules.ACTIONS)]
    assert texts[5] == "red 5"
    assert texts[rules.CAST + 17] == "cast c4"
    assert texts[rules.DISCARD + 32] == "discard blue 10"
    assert [words.parse_action(state, text) for text in texts] == list(range(rules.ACTIONS))


def test_actions_come_apart_into_cards_and_tiles() -> None:
    text = position("r5 y5", chosen="y5")
    by_text = {str(action): action.parts for action in Match(WELTERS, position=text).legal()}
    assert isinstance(by_text["red 5"], words.Choose)
    assert by_text["red 5"].card == 5
    assert isinstance(by_text["cast c4"], words.Cast)
    assert by_text["cast c4"].tile == 17
    (discard,) = Match(WELTERS, position=position("b10", every="@1")).legal()
    assert isinstance(discard.parts, words.Discard)
    assert discard.parts.card == 32


# Positions


def without_past(state: State) -> bytes:
    state = state.copy()
    state.turns = 0
    for field in rules.PAST:
        state[field] = np.zeros_like(state[field])
    return state.tobytes()


def test_every_position_of_a_match_reads_back() -> None:
    match = Match(WELTERS, seed=12)
    number = 0
    while True:
        again = Match(WELTERS, position=match.position)
        assert again.position == match.position
        assert without_past(again.state) == without_past(match.state)
        if match.over:
            break
        number += 7
        actions = match.legal()
        match.play(actions[number % len(actions)])


def test_a_position_reads_like_one() -> None:
    text = position("r5 y10", "b0", chosen="y10", a1="M0.10.3@2")
    match = Match(WELTERS, position=text.upper())
    assert match.position.startswith("turn 1 | map M0.10.3@2 W5.5.5 W5.5.5")
    assert "| hand 1 r5 y10 | hand 2 b0 | chosen y10 | spent r0 r0" in match.position


def test_a_view_of_a_position_has_question_marks_and_can_not_be_played() -> None:
    match = Match(WELTERS, position=position("r5 y10", "b0 b1 b2", chosen="y10"))
    assert "| hand 1 r5 y10 | hand 2 ? ? ? | chosen y10 |" in match.view(0).position
    assert "| hand 1 ? ? | hand 2 b0 b1 b2 | chosen ? |" in match.view(1).position
    assert "| hand 1 ? ? | hand 2 ? ? ? | chosen ? |" in match.view(None).position
    assert unreadable(match.view(1).position) == (
        "The position hides something behind '?'. Only a complete position can be played."
    )


def unreadable(text: str) -> str:
    with pytest.raises(UnreadablePosition) as refused:
        Match(WELTERS, position=text)
    return str(refused.value)


FINE = position("r5", "b9")
START = position("r0 r1 r2 r3 r4", OTHER_EIGHT, spent="-")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "A position has the parts turn, map, hand 1, hand 2, chosen, spent, separated by |."),
        (FINE.replace("hand 2", "hand 3"), "Expected 'hand 2 …' but found 'hand 3 b9'."),
        (FINE.replace("hand 1 r5", "hand 1"), "Expected 'hand 1 …' but found 'hand 1'."),
        (FINE.replace("turn 1", "turn 3"), "The turn must be a number from 1 to 2, not '3'."),
        (FINE.replace(" / ", " ", 1), "The map has 7 rows of 5 tiles, separated by /."),
        (FINE.replace("S5.5.5 ", "", 1), "The map has 7 rows of 5 tiles, separated by /."),
        (
            position("r5", b2="X5.5.5"),
            "'x5.5.5' can't be tile b2. A tile is a grade (W, S, G, T, M), three values from 0 to 10 "
            "and its owner if it has one: S1.10.3 or S1.10.3@2.",
        ),
        (
            position("r5", a3="W5.11.5@1"),
            "'w5.11.5@1' can't be tile a3. A tile is a grade (W, S, G, T, M), three values from 0 to 10 "
            "and its owner if it has one: S1.10.3 or S1.10.3@2.",
        ),
        (
            position("r5", a3="W5.1.5@3"),
            "'w5.1.5@3' can't be tile a3. A tile is a grade (W, S, G, T, M), three values from 0 to 10 "
            "and its owner if it has one: S1.10.3 or S1.10.3@2.",
        ),
        (position("r5", d7="W5.5.5", e7="W5.5.5"), "The map has 17 water tiles, but there are only 16."),
        (
            position("r5", a1="M1.1.1", a2="M1.1.1", a3="M1.1.1", a4="M1.1.1"),
            "The map has 4 metal tiles, but there are only 3.",
        ),
        (position("r5 x3"), "'x3' is not a card. Cards are r0 to r10, y0 to y10 and b0 to b10."),
        (position("r5 y11"), "'y11' is not a card. Cards are r0 to r10, y0 to y10 and b0 to b10."),
        (
            position("r5 y1", chosen="green"),
            "'green' is not a card. Cards are r0 to r10, y0 to y10 and b0 to b10.",
        ),
        (
            position(EIGHT + " r5"),
            "A hand has at most 8 cards.",
        ),
        (
            position("r5", spent="r0 " * 105 + "r0"),
            "The heap of spent cards has at most 105 cards.",
        ),
        (position("r5 r5 r5 r5"), "There are only 3 cards r5, but the position has 4."),
        (position("r5", spent="r0 " * 104 + "r0"), "There are only 4 cards r0, but the position has 105."),
        (position("r5 r6", chosen="r5 r6"), "Only one red card can be chosen."),
        (position("r5", "b9", chosen="b9"), "Card b9 is chosen, but it is not in hand 1."),
        (
            START.replace("hand 1 r0", "hand 1 r0 r0"),
            "Before any card is spent, it is turn 1, hand 1 has 5 cards and hand 2 has 8.",
        ),
        (
            START.replace("turn 1", "turn 2"),
            "Before any card is spent, it is turn 1, hand 1 has 5 cards and hand 2 has 8.",
        ),
        (
            position(EIGHT, "b0 b1", deck=3),
            "Hands have 8 cards while the deck lasts. It still has 3, but the hands have 8 and 2.",
        ),
        (
            position(EIGHT, OTHER_EIGHT, spent="r9 r9", a1="W1.1.1@1", a2="W1.1.1@2", a3="W1.1.1@2"),
            "Owned tiles: 3. Spent cards: 2. Each capture takes at least one card.",
        ),
        (position("-", "b9"), "It can't be the turn of seat 1, which has no cards."),
        (position("r5", "-", turn=2), "It can't be the turn of seat 2, which has no cards."),
        (
            position("r5", chosen="r5", every="@1"),
            "Seat 1 owns every tile, so it can't choose cards to cast.",
        ),
    ],
)
def test_positions_that_are_impossible_are_refused(text: str, sentence: str) -> None:
    assert unreadable(text) == sentence


def test_the_positions_that_are_damaged_above_are_valid_themselves() -> None:
    assert Match(WELTERS, position=FINE).position == FINE
    assert Match(WELTERS, position=START).position == START
    assert Match(WELTERS, position=START).state.deck_size == 92


def test_a_finished_position_is_over_and_ranked() -> None:
    match = Match(WELTERS, position=position("-", "-", turn=2, a1="W1.1.1@2"))
    assert match.over
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert match.view(0).position == match.position, "nothing is hidden any more"


# The board


def test_the_board_shows_everything_that_is_to_be_seen() -> None:
    match = Match(WELTERS, position=position("r5 y10", "b0 b1", chosen="y10", c4="T0.10.3@2"), seed=1)
    lines = match.view(0).__str__().splitlines()
    assert lines[0] == "Welters. Seat 1 to act."
    assert lines[1] == "W water, S sand, G grass, T stone, M metal; values red, yellow, blue; @ owner."
    assert lines[3] == "    a              b              c              d              e"
    assert lines[7] == "4   S  5  5  5     S  5  5  5     T  0 10  3 @2  S  5  5  5     S  5  5  5"
    assert lines[12:15] == ["seat 1:   0 points, hand r5 y10 <", "seat 2:   8 points, hand ? ?", "chosen: y10"]
    assert lines[16] == "deck: 0 cards, spent:"
    assert lines[17].startswith("red    0 0 0 0 1")
    assert "chosen" not in str(match.view(1))
    assert all(name in lines[1] for name in GRADE_NAMES)


def test_heaps_without_cards_are_dashes() -> None:
    assert "yellow -" in str(Match(WELTERS, seed=1))
