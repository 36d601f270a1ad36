"""The toolkit for boards of squares, dice that tip, Zobrist numbers, heaps and numbered places."""

import numpy as np
import pytest

from tilora.kernel import IllegalAction, UnreadableAction, UnreadablePosition
from tilora.kernel.toolkit import counts_text, heap_text, read_counts, read_letters, read_place, signed
from tilora.kernel.toolkit.squares import (
    EAST,
    HEADINGS,
    NORTH,
    SOUTH,
    WEST,
    facing,
    file_letter,
    has,
    next_squares,
    rank_set,
    square_names,
    square_sets,
    squares_in,
    squares_text,
)
from tilora.kernel.toolkit.tipping_dice import FACES, ORIENTATIONS, TIPPED, orientation_of, tipped
from tilora.kernel.toolkit.zobrist import zobrist

FILES, RANKS = 4, 3
NAMES = square_names(FILES, RANKS)
OFF = FILES * RANKS


def test_squares_are_named_along_the_ranks() -> None:
    assert NAMES == ("a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "a3", "b3", "c3", "d3")
    assert [file_letter(file) for file in (0, 25, 26, 51, 52)] == ["a", "z", "aa", "az", "ba"]


def test_steps_lead_to_the_next_square_or_off_the_board() -> None:
    table = next_squares(FILES, RANKS)
    steps = [table[heading, NAMES.index("b2")] for heading in (NORTH, WEST, EAST, SOUTH)]
    assert [NAMES[square] for square in steps] == ["b3", "a2", "c2", "b1"]
    corner = table[:, NAMES.index("d3")]
    assert [int(corner[heading]) for heading in (NORTH, EAST)] == [OFF, OFF]
    assert (table[:, OFF] == OFF).all()


def test_whoever_faces_a_set_has_its_next_square_in_it() -> None:
    board, table = square_sets(FILES, RANKS), next_squares(FILES, RANKS)
    for squares in (0, 1, 0b1000_0110_0001, board.all, board.first_file, board.last_file, rank_set(FILES, 1)):
        for heading in range(HEADINGS):
            found = squares_in(facing(board, squares, heading))
            assert found == [square for square in range(OFF) if has(squares, int(table[heading, square]))]


def test_sets_of_squares() -> None:
    board = square_sets(FILES, RANKS)
    assert [NAMES[square] for square in squares_in(board.first_file)] == ["a1", "a2", "a3"]
    assert [NAMES[square] for square in squares_in(board.last_file)] == ["d1", "d2", "d3"]
    assert [NAMES[square] for square in squares_in(rank_set(FILES, 2))] == ["a3", "b3", "c3", "d3"]
    assert squares_in(board.all) == list(range(OFF))


def test_a_board_in_a_terminal_has_the_last_rank_on_top() -> None:
    cells = ["W1 ", " . ", " . ", "b6 ", *4 * [" . "]]
    assert squares_text(cells, 4) == ["2   .   .   .   .", "1  W1   .   .  b6", "    a   b   c   d"]


def test_a_die_stands_in_24_ways_and_four_tips_bring_it_back() -> None:
    assert len(set(FACES)) == ORIENTATIONS
    for heading in range(HEADINGS):
        ways = np.arange(ORIENTATIONS)
        for turns in range(1, 5):
            ways = TIPPED[ways, heading]
            assert (ways == np.arange(ORIENTATIONS)).all() == (turns == 4)


def test_a_tip_turns_up_the_face_that_was_behind() -> None:
    assert tipped((6, 4, 5), NORTH) == (3, 6, 5)
    assert tipped((6, 4, 5), SOUTH) == (4, 1, 5)
    assert tipped((6, 4, 5), EAST) == (2, 4, 6)
    assert tipped((6, 4, 5), WEST) == (5, 4, 1)
    way = orientation_of(6, 4)
    assert all(FACES[TIPPED[way, heading]] == tipped(FACES[way], heading) for heading in range(HEADINGS))


def test_zobrist_numbers_are_the_same_for_ever_and_differ() -> None:
    table = zobrist("toy", 10, 20)
    assert table.shape == (10, 20)
    assert len(np.unique(table)) == 200
    assert (table == zobrist("toy", 10, 20)).all()
    assert int(zobrist("black to move", 1)[0]) == 4916419890931424217


def test_heaps_are_written_and_read_back() -> None:
    assert heap_text([2, 1, 0], "BOR") == "BBO"
    assert heap_text([0, 0, 0], "BOR") == "-"
    assert read_letters("BBO", "BOR", 4, "So") == [2, 1, 0]
    assert read_letters("-", "BOR", 4, "So") == [0, 0, 0]
    assert counts_text([12, 0, 7], "BOR") == "B12 O0 R7"
    assert read_counts("B12 O0 R7", "BOR", 20, "So") == [12, 0, 7]


@pytest.mark.parametrize("text", ["BBBBB", "BX", "B-", "b"])
def test_a_heap_that_can_not_be_read_gets_the_advice(text: str) -> None:
    with pytest.raises(UnreadablePosition, match=f"^Write at most 4, instead of '{text}'.$"):
        read_letters(text, "BOR", 4, "Write at most 4")


@pytest.mark.parametrize("text", ["B21 O0 R7", "B020 O0 R7", "B1 O0", "O0 B1 R7", "B1 O0 R-1", "BBO", ""])
def test_counts_that_can_not_be_read_get_the_advice(text: str) -> None:
    with pytest.raises(UnreadablePosition, match=r"^Count like B1 O2 R3, instead of"):
        read_counts(text, "BOR", 20, "Count like B1 O2 R3")


def test_a_place_has_a_number_or_a_name() -> None:
    assert read_place("3", "mine", 5, "Stack", ("stack", "middle")) == 3
    assert read_place("middle", "mine", 5, "Stack", ("stack", "middle")) == 0
    with pytest.raises(UnreadableAction, match=r"^'moon' is neither the Stack nor the number of a mine\.$"):
        read_place("moon", "mine", 5, "Stack", ("stack",))
    for number in ("0", "6"):
        with pytest.raises(IllegalAction, match=f"^There is no mine {number}; they are numbered from 1 to 5.$"):
            read_place(number, "mine", 5, "Stack", ("stack",))


def test_points_have_their_sign() -> None:
    assert [signed(points) for points in (3, 0, -2)] == ["+3", "", "−2"]
