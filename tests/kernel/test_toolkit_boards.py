"""The toolkit's boards without bounds, sorted lists and sets of kinds."""

import random

import numpy as np
import pytest

from tilora.kernel.toolkit import kind_sets, open_grid, sorted_lists
from tilora.kernel.toolkit.open_grid import CELLS, EAST, NORTH, SOUTH, WEST, Place, cell_of


def board(*places: Place) -> tuple[open_grid.Grid, int, int]:
    """A board with pieces on these places, each next to one before it; its lowest x and y."""
    grid, west, south = np.zeros(CELLS, np.int8), 0, 0
    for number, place in enumerate(places, 1):
        grid[cell_of(*place)] = number
        west, south = open_grid.corner_with(cell_of(*place), west, south)
    return grid, west, south


def test_a_board_knows_its_corner_and_names_every_cell_beside_it() -> None:
    grid, west, south = board((0, 0), (-1, 0), (-1, -1), (0, 1))
    assert (west, south) == (-1, -1)
    for place in ((-2, -2), (-1, 0), (1, 2), (100, 90)):
        assert open_grid.place_of(cell_of(*place), west, south) == place
    assert open_grid.rows_of(grid, west, south) == (b"\3", b"\2\1", b"\0\4")


def test_a_board_may_grow_in_one_direction_for_as_long_as_a_hundred_pieces_last() -> None:
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        places = [(dx * i, dy * i) for i in range(108)]
        grid, west, south = board(*places)
        cells = [cell_of(*place) for place in places]
        assert len(set(cells)) == 108
        assert open_grid.places_of(cells, west, south) == places
        assert open_grid.line_length(grid, cells[0], EAST if dx else NORTH) == 108


def test_runs_end_at_the_first_gap() -> None:
    grid, _, _ = board((0, 0), (1, 0), (2, 0), (2, 1), (3, 1), (4, 1), (4, 0))
    middle = cell_of(1, 0)
    assert [open_grid.run(grid, middle, step) for step in (WEST, EAST, NORTH, SOUTH)] == [1, 1, 0, 0]
    assert open_grid.end_of_line(grid, middle, EAST) == cell_of(3, 0)
    assert open_grid.line_length(grid, cell_of(3, 0), EAST) == 5
    beside = open_grid.cells_beside(grid, cell_of(3, 0), EAST)
    assert beside == [cell_of(x, 0) for x in (2, 1, 0, 4)]
    some = np.array([cell_of(2, 0), cell_of(4, 0), 0], np.int16)
    assert open_grid.run_among(grid, cell_of(3, 0), WEST, some, 2) == 1


def test_places_are_read_as_they_are_written() -> None:
    assert open_grid.place_name((3, -2)) == "3,-2"
    assert open_grid.read_places("3,-2 4,0") == [(3, -2), (4, 0)]
    for text in ("", "3", "3,", "3,-2 ", "3,-2,1", "12345,0", "a,b"):
        assert open_grid.read_places(text) is None


def test_connecting_places_adds_the_near_ones_first_and_returns_the_loose_ones() -> None:
    reached = [(0, 0)]
    assert open_grid.connect(reached, [(2, 0), (1, 0), (5, 5), (0, 0)]) == {(5, 5)}
    assert reached == [(0, 0), (1, 0), (2, 0)]


def test_lines_go_from_their_first_place_to_their_last() -> None:
    places = [(0, 0), (1, 0), (3, 0), (1, 1)]
    assert list(open_grid.lines_of(places, 1, 0)) == [[(0, 0), (1, 0)], [(1, 1)], [(3, 0)]]
    assert list(open_grid.lines_of(places, 0, 1)) == [[(0, 0)], [(1, 0), (1, 1)], [(3, 0)]]


def test_what_is_shown_of_a_board_moves_only_when_it_must() -> None:
    assert open_grid.window(0, 0, 7) == range(-3, 4)
    assert open_grid.window(0, 2, 7) == range(-3, 4)
    assert open_grid.window(0, 3, 7) == range(-2, 5)
    assert open_grid.window(-5, 5, 7) == range(-6, 7)


def test_a_board_in_a_terminal_has_its_numbers_around_it() -> None:
    assert open_grid.grid_lines({(0, 0): "A ", (1, 1): "B*"}) == [
        "   2   .   .   .   .",
        "   1   .   .   B*  .",
        "   0   .   A   .   .",
        "  -1   .   .   .   .",
        "      -1   0   1   2",
    ]


def test_sorted_lists_and_tables_are_what_python_would_make_of_them() -> None:
    pick = random.Random(5)
    for _ in range(30):
        keys, values = np.zeros(12, np.int16), np.zeros(12, np.int64)
        expected: dict[int, int] = {}
        count = 0
        for _ in range(40):
            key = pick.randrange(1, 12)
            if pick.random() < 0.6:
                expected[key] = pick.randrange(1, 100)
                count = sorted_lists.set_value(keys, values, count, key, expected[key])
                assert sorted_lists.value_of(keys, values, count, key) == expected[key]
            else:
                expected.pop(key, None)
                count = sorted_lists.remove_key(keys, values, count, key)
            assert sorted_lists.check_list(keys, count) == sorted(expected)
            assert values[:count].tolist() == [expected[each] for each in sorted(expected)]
            assert not values[count:].any()


def test_a_number_is_inserted_where_it_belongs() -> None:
    numbers, count = np.zeros(5, np.int16), 0
    for number in (7, 3, 9, 5):
        count = sorted_lists.insert(numbers, count, number)
    assert (count, numbers.tolist()) == (4, [3, 5, 7, 9, 0])


@pytest.mark.parametrize(("numbers", "count"), [([3, 2], 2), ([2, 2], 2), ([1, 2, 3], 2)])
def test_a_list_that_does_not_rise_or_has_something_left_over_is_found(numbers: list[int], count: int) -> None:
    with pytest.raises(AssertionError, match="should rise"):
        sorted_lists.check_list(np.array(numbers), count)


def test_sets_of_kinds() -> None:
    kinds = kind_sets.kinds_in(np.array([0, 2, 0, 1], np.int8))
    assert (kinds, kind_sets.number_of(kinds)) == (0b1010, 2)
    out = np.zeros(5, np.int32)
    assert kind_sets.add_each(kinds, 100, 10, out, 1) == 3
    assert out.tolist() == [0, 110, 130, 0, 0]
