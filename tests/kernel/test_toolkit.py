"""The toolkit for authors of games."""

import numpy as np
import pytest

from tilora.kernel import UnreadableAction, UnreadablePosition, chance_of
from tilora.kernel.contract.registry import game_named
from tilora.kernel.contract.state import blank
from tilora.kernel.toolkit import (
    deal,
    deal_unseen,
    is_hidden,
    join_position,
    listing,
    plural,
    read_number,
    read_word,
    require,
    split_position,
)


def test_a_position_is_split_into_what_it_was_joined_from() -> None:
    line = join_position({"turn": 2, "bag": "BBOK"}, ["12 B/OO", "7 -"])
    assert line == "turn 2 | bag BBOK | 12 B/OO | 7 -"
    assert split_position(line, ("turn", "bag"), range(2, 5)) == ({"turn": "2", "bag": "BBOK"}, ["12 B/OO", "7 -"])


def test_keys_may_have_several_words_and_any_case() -> None:
    assert split_position("TURN 1 | Hand 1 r5 y2", ("turn", "hand 1")) == ({"turn": "1", "hand 1": "r5 y2"}, [])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("turn 1", "has the parts turn, bag, then one part for each of 2 to 4 seats"),
        ("turn 1 | bag - | 1 -", "has the parts"),
        ("turn 1 | sack - | 1 - | 2 -", "Expected 'bag …' but found 'sack -'"),
        ("turn 1 | bag ? | 1 - | 2 -", "hides something"),
    ],
)
def test_a_text_that_is_not_a_position_gets_a_sentence(line: str, words: str) -> None:
    with pytest.raises(UnreadablePosition, match=words):
        split_position(line, ("turn", "bag"), range(2, 5))


@pytest.mark.parametrize("text", ["0", "5", "x", "", "-1", "1e3", "１", "9999999"])
def test_a_number_out_of_range_is_refused(text: str) -> None:
    assert read_number("4", "turn", 1, 4) == 4
    with pytest.raises(UnreadablePosition, match="turn must be a number from 1 to 4"):
        read_number(text, "turn", 1, 4)


def test_a_requirement_that_fails_raises_its_sentence() -> None:
    require(True, "never")
    with pytest.raises(UnreadablePosition, match=r"^So it is$"):
        require(0, "So it is")


def test_sentences() -> None:
    assert [plural(count, "tile") for count in (0, 1, 2)] == ["0 tiles", "1 tile", "2 tiles"]
    assert plural(2, "die", "dice") == "2 dice"
    assert [listing(list("abc"[:count])) for count in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert read_word("red", ("blue", "red"), "colour") == 1
    with pytest.raises(UnreadableAction, match=r"'gren' is not a colour. Colours: blue, red\."):
        read_word("gren", ("blue", "red"), "colour")


def test_dealing_moves_things_and_loses_none() -> None:
    heap, hand = np.array([3, 0, 4], np.int8), np.zeros(3, np.int8)
    assert deal(heap, 7, hand, 5, chance_of(1, 0)) == 2
    assert hand.sum() == 5
    assert (heap + hand).tolist() == [3, 0, 4]


def test_unseen_hands_are_dealt_to_everybody_else() -> None:
    state = blank(game_named("rows-and-cols").rules.STATE, 0, 3)
    unseen = np.array([4, 4], np.int8)
    hands, sizes = np.zeros((3, 2), np.int8), np.array([2, 3, 1], np.int8)
    hands[1] = [1, 2]
    assert deal_unseen(state, 1, unseen, hands, sizes, chance_of(1, 0)) == 5
    assert hands.sum(axis=1).tolist() == [2, 3, 1]
    assert hands[1].tolist() == [1, 2]
    assert unseen.sum() == 5


def test_a_hand_is_hidden_when_it_has_a_size_but_no_counts() -> None:
    assert is_hidden(np.zeros(3, np.int8), 2)
    assert not is_hidden(np.zeros(3, np.int8), 0)
    assert not is_hidden(np.array([1, 1, 0], np.int8), 2)
