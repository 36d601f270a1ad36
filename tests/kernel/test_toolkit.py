"""The toolkit for authors of games."""

import numpy as np
import pytest

from tilora.kernel import UnreadableAction, UnreadablePosition, chance_of
from tilora.kernel.contract.registry import game_named
from tilora.kernel.contract.state import blank
from tilora.kernel.toolkit import (
    check_heaps,
    check_ranks,
    deal,
    deal_unseen,
    each_kind,
    heap_text,
    hide_hands,
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


def test_hiding_hands_leaves_those_of_the_viewer() -> None:
    hands = np.array([[1, 2], [3, 4], [5, 6]], np.int8)
    hide_hands(hands, 1)
    assert hands.tolist() == [[0, 0], [3, 4], [0, 0]]
    hide_hands(hands, -1)
    assert not hands.any()


def test_a_heap_is_written_by_its_signs_and_a_hidden_one_by_its_size() -> None:
    assert each_kind([2, 0, 1]) == [0, 0, 2]
    assert heap_text([2, 0, 1], "BOK") == "BBK"
    assert heap_text([2, 0, 1], "BOK", 3, " ") == "B B K"
    assert heap_text([0, 0, 0], "BOK", 0) == "-"
    assert heap_text([0, 0, 0], "BOK", 3) == "3?"
    assert heap_text([0, 0, 0], "BOK", 3, " ", "??") == "?? ?? ??"


def test_heaps_that_lose_something_are_found() -> None:
    state = blank(game_named("welters").rules.STATE, 0, 2)
    state.deck[:], state.deck_size = 2, 2 * len(state.deck)
    state.hand[:], state.hand_size[:] = 1, len(state.deck)
    check_heaps(state, 4, "deck", "hand", "spent")
    state.hand[0, 3] = 2
    with pytest.raises(AssertionError, match="hand_size is not the size of hand"):
        check_heaps(state, 4, "deck", "hand", "spent")
    state.hand_size[0] += 1
    with pytest.raises(AssertionError, match="deck, hand, spent together hold 5 of kind 3"):
        check_heaps(state, 4, "deck", "hand", "spent")
    state.spent[3] = -1
    with pytest.raises(AssertionError, match="spent holds less than nothing"):
        check_heaps(state, 4, "deck", "hand", "spent")


def test_ranks_that_do_not_follow_from_the_scores_are_found() -> None:
    state = blank(game_named("rows-and-cols").rules.STATE, 0, 3)
    state.score[:3], state.rank[:3] = (5, 9, 5), (2, 1, 2)
    check_ranks(state, state.score)
    state.rank[:3] = (2, 1, 3)
    with pytest.raises(AssertionError, match=r"ranks are \[2, 1, 3\], but by their values \[2, 1, 2\]"):
        check_ranks(state, state.score)
