"""Cyberzul and Zellij by hand: every paragraph of their rules, and the rare paths through them.

Most tests play the last move or two of a round.
"""

from typing import Any

import numpy as np
import pytest

import tilora
from tests.games.drafting_positions import ALMOST, GAMES, LETTERS, NOTHING, WALL, at, board, part, scored, seat, texts
from tilora.families.drafting import CYBERZUL, rules
from tilora.kernel import State, blank, chance_of
from tilora.kernel.compiled.numba_backend import compile_for
from tilora.kernel.contract import dispatch

# Parts


@pytest.mark.parametrize(("seats", "mines"), [(2, 5), (3, 7), (4, 9)])
def test_there_are_twice_as_many_mines_as_seats_and_one(seats: int, mines: int) -> None:
    """rules: Parts."""
    match = tilora.match("cyberzul", seats=seats, seed=1)
    assert len(part(match, "mines").split()) == mines
    assert {text.split()[0] for text in texts(match)} == {str(mine) for mine in range(1, mines + 1)}


def test_zellij_has_five_factories_and_is_for_two() -> None:
    """rules: Parts."""
    assert len(part(tilora.match("zellij", seed=1), "mines").split()) == 5
    for seats in (3, 4):
        with pytest.raises(tilora.BadSetup):
            tilora.match("zellij", seats=seats)


@pytest.mark.parametrize("game", GAMES)
def test_there_are_twenty_tiles_of_each_of_five_colours(game: str) -> None:
    """rules: Parts."""
    match = tilora.match(game, seed=3)
    in_mines = part(match, "mines").replace(" ", "")
    assert part(match, "bag") == " ".join(f"{letter}{20 - in_mines.count(letter)}" for letter in LETTERS)
    assert part(match, "discard") == "B0 O0 R0 K0 W0"


@pytest.mark.parametrize("game", GAMES)
def test_everybody_starts_with_nothing_and_the_marker_lies_in_the_middle(game: str) -> None:
    """rules: Parts, Round."""
    match = tilora.match(game, seed=3)
    assert [board(match, 1), board(match, 2)] == [NOTHING, NOTHING]
    assert (part(match, "round"), part(match, "marker"), part(match, "middle")) == ("1", "middle", "-")


@pytest.mark.parametrize(("game", "seats"), [("cyberzul", 2), ("cyberzul", 3), ("cyberzul", 4), ("zellij", 2)])
def test_the_seat_that_begins_is_drawn_at_random(game: str, seats: int) -> None:
    """rules: Common to all."""
    begins = [tilora.match(game, seats=seats, seed=seed).turn for seed in range(60)]
    assert all(60 / seats / 2 < begins.count(seat) < 60 / seats * 2 for seat in range(seats))


def test_seats_take_turns_in_order() -> None:
    """rules: Common to all."""
    match = at("cyberzul", NOTHING, NOTHING, NOTHING, turn=2, mines=["BBBB", "OOOO", "RRRR", "KKKK"])
    turns = [match.turn]
    for move in ("1 blue 5", "2 orange 5", "3 red 5"):
        match.play(move)
        turns.append(match.turn)
    assert turns == [1, 2, 0, 1]


# Wall


@pytest.mark.parametrize("row", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("game", GAMES)
def test_each_row_of_the_wall_is_the_row_above_shifted_to_the_right(game: str, row: int) -> None:
    """rules: Wall."""
    for column, letter in enumerate(WALL[row]):
        match = scored(game, seat(lines={row: letter * row}))
        cells = "." * column + letter + "." * (4 - column)
        assert board(match, 1) == seat(score=1, wall={row: cells})


# Round


@pytest.mark.parametrize(("game", "seats"), [("cyberzul", 2), ("cyberzul", 3), ("cyberzul", 4), ("zellij", 2)])
def test_every_mine_is_filled_with_four_tiles_from_the_bag(game: str, seats: int) -> None:
    """rules: Round."""
    match = tilora.match(game, seats=seats, seed=5)
    assert [len(mine) for mine in part(match, "mines").split()] == [4] * (2 * seats + 1)


def test_the_tiles_are_drawn_at_random() -> None:
    """rules: Round. Each colour comes up evenly, in the first mine and in the last."""
    deals = [part(tilora.match("cyberzul", seed=seed), "mines").split() for seed in range(400)]
    for mine in (0, 4):
        tiles = "".join(deal[mine] for deal in deals)
        assert all(260 < tiles.count(letter) < 380 for letter in LETTERS)


# Six white tiles in the bag; the fourteen others are on walls and lines, so the discard has none.
WHITES = [
    seat(wall={1: "....W", 2: "W....", 3: ".W..."}, lines={4: "WWW", 5: "WWWW"}),
    seat(wall={1: "....W", 2: "W....", 3: ".W..."}, lines={4: "W"}),
]


@pytest.mark.parametrize("seed", range(8))
def test_the_discard_goes_into_the_bag_in_the_middle_of_a_filling(seed: int) -> None:
    """rules: Round. The six tiles of the bag come first, then those of the discard."""
    match = scored("cyberzul", *WHITES, bag="WWWWWW", seed=seed)
    mines = part(match, "mines").split()
    assert mines[0] == "WWWW"
    assert mines[1].count("W") == 2
    assert [len(mine) for mine in mines] == [4, 4, 4, 4, 4]
    assert "W" not in "".join(mines[2:])
    in_mines = "".join(mines)
    assert part(match, "bag") == " ".join(
        f"{letter}{(6 if letter == 'W' else 20) - in_mines.count(letter)}" for letter in LETTERS
    )
    assert part(match, "discard") == "B0 O0 R0 K0 W0"


def test_the_discard_stays_where_it_is_when_the_bag_lasts() -> None:
    """rules: Round. A bag that is empty after the filling is not filled yet."""
    match = scored("cyberzul", bag="BBBBBBBBBBOOOOOOOOOO")
    assert set(part(match, "mines")) == {"B", "O", " "}
    assert part(match, "bag") == "B0 O0 R0 K0 W0"
    assert part(match, "discard") == "B10 O10 R20 K20 W20"


# Of 25 tiles, 5 of each colour, none can ever complete a row: four such seats hold all the tiles.
HOLDS_25: dict[str, Any] = {
    "wall": {1: ".ORKW", 2: "WB.RK", 3: "KWBO.", 4: "RKWB.", 5: "ORKW."},
    "lines": {3: "R", 4: "OO", 5: "BB"},
}
HOLDS_24: dict[str, Any] = HOLDS_25 | {"lines": {3: "R", 4: "OO", 5: "B"}}
ALL_TILES = [seat(**HOLDS_25), seat(**HOLDS_25), seat(**HOLDS_25), seat(**HOLDS_24)]


def test_a_round_starts_with_what_is_there_when_bag_and_discard_are_empty() -> None:
    """rules: Round."""
    match = at("cyberzul", *ALL_TILES, turn=4, mines=["B"], round_number=3)
    match.play("1 blue floor")
    assert not match.over
    assert (part(match, "round"), part(match, "mines")) == ("4", "B - - - - - - - -")
    assert part(match, "bag") == part(match, "discard") == "B0 O0 R0 K0 W0"


@pytest.mark.parametrize("seed", range(4))
def test_a_filling_can_stop_within_a_mine(seed: int) -> None:
    """rules: Round. Six tiles are left, one of them still in the bag."""
    seats = [seat(**HOLDS_25), seat(**HOLDS_25), seat(**HOLDS_25), seat(wall=HOLDS_25["wall"])]
    match = at("cyberzul", *seats, turn=4, mines=["B"], bag="O", seed=seed)
    match.play("1 blue floor")
    mines = part(match, "mines").split()
    assert [len(mine) for mine in mines[:2]] == [4, 1]
    assert mines[2:] == ["-"] * 7
    assert sorted("".join(mines[:2])) == sorted("BBOOR")
    assert "O" in mines[0]


# A move


def test_all_tiles_of_the_colour_are_taken_and_the_others_go_to_the_middle() -> None:
    """rules: A move."""
    match = at("cyberzul", mines=["BBOK", "RRRR"], middle="OW")
    match.play("1 blue 3")
    assert part(match, "mines") == "- RRRR - - -"
    assert part(match, "middle") == "OOKW"
    assert board(match, 1) == seat(lines={3: "BB"})


def test_taking_from_the_middle_leaves_its_other_colours_there() -> None:
    """rules: A move."""
    match = at("cyberzul", middle="BBBOK", mines=["RRRR"])
    match.play("middle blue 3")
    assert part(match, "middle") == "OK"
    assert part(match, "mines") == "RRRR - - - -"


def test_a_mine_of_one_colour_leaves_nothing() -> None:
    """rules: A move."""
    match = at("cyberzul", mines=["BBBB", "RRRR"])
    match.play("1 blue 4")
    assert (part(match, "middle"), part(match, "mines")) == ("-", "- RRRR - - -")


def test_a_move_is_a_source_a_colour_in_it_and_a_target() -> None:
    """rules: A move."""
    match = at("cyberzul", turn=2, mines=["-", "BBOO"], middle="W")
    targets = ["1", "2", "3", "4", "5", "floor"]
    sources = ["2 blue", "2 orange", "middle white"]
    assert texts(match) == {f"{source} {target}" for source in sources for target in targets}


def test_zellij_says_yard_and_penalty() -> None:
    """rules: Parts."""
    match = at("zellij", middle="W", mines=["BBBB"])
    targets = ["1", "2", "3", "4", "5", "penalty"]
    assert texts(match) == {f"{source} {target}" for source in ("yard white", "1 blue") for target in targets}


# The start marker


@pytest.mark.parametrize("game", GAMES)
def test_the_marker_goes_to_the_floor_line_before_the_tiles(game: str) -> None:
    """rules: A move."""
    match = at(game, seat(floor="K"), middle="BBB", mines=["RRRR"])
    match.play("yard blue 1" if game == "zellij" else "middle blue 1")
    assert board(match, 1) == seat(lines={1: "B"}, floor="K*BB")
    assert part(match, "marker") == "1"


def test_only_the_first_to_take_from_the_middle_takes_the_marker() -> None:
    """rules: A move."""
    match = at("cyberzul", middle="BBBOO", mines=["RRRR"], turn=2)
    match.play("middle blue 3")
    match.play("middle orange 2")
    assert board(match, 2) == seat(lines={3: "BBB"}, floor="*")
    assert board(match, 1) == seat(lines={2: "OO"})
    assert part(match, "marker") == "2"


def test_taking_from_a_mine_leaves_the_marker() -> None:
    """rules: A move."""
    match = at("cyberzul", mines=["BBOK"])
    match.play("1 blue floor")
    assert board(match, 1) == seat(floor="BB")
    assert part(match, "marker") == "middle"


@pytest.mark.parametrize("game", GAMES)
def test_who_took_the_marker_is_first_in_the_next_round(game: str) -> None:
    """rules: A move. The marker is back in the middle by then."""
    match = at(game, first=1, turn=2, middle="B")
    match.play("yard blue 1" if game == "zellij" else "middle blue 1")
    assert (match.turn, part(match, "first"), part(match, "turn")) == (1, "2", "2")
    assert (part(match, "round"), part(match, "marker")) == ("2", "middle")
    assert board(match, 2) == seat(score=0, wall={1: "B...."})


def test_the_marker_decides_who_begins_and_not_who_moved_last() -> None:
    """rules: A move."""
    seats = [seat(), seat(floor="*"), seat()]
    match = at("cyberzul", *seats, first=1, turn=1, marker="2", mines=["B", "O"])
    match.play("1 blue 2")
    match.play("2 orange 2")
    assert match.turn == 1


def test_the_marker_counts_on_the_floor_line_like_a_tile() -> None:
    """rules: A move. Two tiles and the marker use three places: 4 points."""
    match = at("cyberzul", seat(score=10), turn=1, middle="BB")
    match.play("middle blue floor")
    assert match.scores == (6, 0)
    assert sum(int(count[1:]) for count in part(match, "bag").split()) == 78


def test_with_a_full_floor_line_the_marker_costs_nothing_but_is_still_held() -> None:
    """rules: A move."""
    match = at("cyberzul", seat(), seat(score=20, floor="KKKKKKK"), first=1, turn=2, middle="B", mines=["R"])
    match.play("middle blue 2")
    assert part(match, "marker") == "2"
    assert board(match, 2) == seat(score=20, lines={2: "B"}, floor="KKKKKKK")
    assert part(match, "discard") == "B0 O0 R0 K0 W0"
    assert tilora.match("cyberzul", position=match.position).position == match.position
    match.play("1 red 2")
    assert match.scores == (0, 6)
    assert (match.turn, part(match, "first"), part(match, "marker")) == (1, "2", "middle")


def test_the_marker_can_take_the_last_place_so_that_the_tiles_go_to_the_discard() -> None:
    """rules: A move."""
    match = at("cyberzul", seat(floor="KKKKKK"), middle="BB", mines=["R"])
    match.play("middle blue floor")
    assert board(match, 1) == seat(floor="KKKKKK*")
    assert part(match, "discard") == "B2 O0 R0 K0 W0"


def test_the_marker_alone_can_not_be_taken() -> None:
    """rules: A move. The middle is empty but for the marker."""
    match = at("cyberzul", mines=["BBBB"])
    assert not any(text.startswith("middle") for text in texts(match))
    with pytest.raises(tilora.IllegalAction, match=r"^There are no red tiles in the middle\.$"):
        match.play("middle red floor")


@pytest.mark.parametrize("first", [1, 2, 3])
def test_who_began_begins_again_when_nobody_took_the_marker(first: int) -> None:
    """rules: A move (ours)."""
    match = at("cyberzul", seat(), seat(), seat(), first=first, turn=2, mines=["BBBB"])
    match.play("1 blue 4")
    assert (match.turn, part(match, "first")) == (first - 1, str(first))
    assert part(match, "marker") == "middle"


# Lines and floor


def test_an_empty_line_takes_any_colour() -> None:
    """rules: A move."""
    match = at("cyberzul", mines=["BORK", "WWWW"])
    assert len(texts(match)) == 5 * 6


def test_a_line_takes_no_more_tiles_once_it_is_full() -> None:
    """rules: A move."""
    match = at("cyberzul", seat(lines={3: "BBB"}), mines=["BBBB"])
    assert texts(match) == {f"1 blue {target}" for target in (1, 2, 4, 5, "floor")}


def test_a_line_takes_no_second_colour() -> None:
    """rules: A move."""
    match = at("cyberzul", seat(lines={2: "O", 3: "B"}), mines=["BBBB"])
    assert texts(match) == {f"1 blue {target}" for target in (1, 3, 4, 5, "floor")}


def test_a_line_does_not_take_a_colour_that_its_wall_row_has() -> None:
    """rules: A move. Other rows and other walls don't matter."""
    match = at("cyberzul", seat(wall={4: "...B."}), seat(wall=dict.fromkeys([1], "B....")), mines=["BBBO"])
    targets = {f"1 blue {target}" for target in (1, 2, 3, 5, "floor")}
    assert texts(match) == targets | {f"1 orange {target}" for target in (1, 2, 3, 4, 5, "floor")}


def test_tiles_are_added_to_those_on_the_line() -> None:
    """rules: A move."""
    match = at("cyberzul", seat(lines={5: "BB"}), mines=["BBKK"])
    match.play("1 blue 5")
    assert board(match, 1) == seat(lines={5: "BBBB"})


def test_what_does_not_fit_on_the_line_goes_to_the_floor_line() -> None:
    """rules: A move."""
    match = at("cyberzul", seat(lines={3: "BB"}, floor="R"), mines=["BBBB", "K"])
    match.play("1 blue 3")
    assert board(match, 1) == seat(lines={3: "BBB"}, floor="RBBB")


def test_the_floor_line_may_be_chosen_even_if_lines_would_take_the_tiles() -> None:
    """rules: A move."""
    match = at("cyberzul", mines=["BBKK"])
    match.play("1 blue floor")
    assert board(match, 1) == seat(floor="BB")


def test_the_floor_line_takes_tiles_when_nothing_else_does() -> None:
    """rules: A move, Common to all. So nobody is ever without a move."""
    full = seat(lines={1: "K", 2: "K", 3: "K", 4: "K", 5: "K"}, floor="RRRRRRR")
    match = at("cyberzul", full, mines=["BBBB", "O"])
    assert texts(match) == {"1 blue floor", "2 orange floor"}
    match.play("1 blue floor")
    assert board(match, 1) == full
    assert part(match, "discard") == "B4 O0 R0 K0 W0"


def test_tiles_beyond_the_seventh_place_go_to_the_discard_and_cost_nothing() -> None:
    """rules: A move."""
    match = at("cyberzul", seat(score=20, floor="RRRRR"), mines=["BBBB", "K"])
    match.play("1 blue 1")
    assert board(match, 1) == seat(score=20, lines={1: "B"}, floor="RRRRRBB")
    assert part(match, "discard") == "B1 O0 R0 K0 W0"
    match.play("2 black 5")
    assert match.scores == (20 + 1 - 14, 0)


# End of the round


@pytest.mark.parametrize("game", GAMES)
def test_a_full_line_moves_one_tile_to_the_wall_and_the_rest_to_the_discard(game: str) -> None:
    """rules: End of the round. The last tile, on seat 2's floor line, goes to the discard too."""
    match = scored(game, seat(lines={1: "B", 2: "O", 4: "RRRR", 5: "WWWW"}), discard="B")
    assert board(match, 1) == seat(score=2, lines={2: "O", 5: "WWWW"}, wall={1: "B....", 4: "R...."})
    assert part(match, "discard") == "B1 O0 R3 K1 W0"


def test_a_round_does_not_end_while_tiles_are_on_offer() -> None:
    """rules: End of the round. Neither while there are some in a mine nor in the middle."""
    match = at("cyberzul", seat(lines={1: "B"}), mines=["KO", "R"])
    for move in ("1 black 5", "2 red 5"):
        match.play(move)
        assert (match.scores, part(match, "round")) == ((0, 0), "1")
    match.play("middle orange 4")
    assert (match.scores, part(match, "round")) == ((0, 0), "2")
    assert board(match, 1) == seat(lines={4: "O", 5: "K"}, wall={1: "B...."})


# What lies around the cell of line 3's blue tile, in the middle of the wall, and the points for that tile.
RUNS: list[tuple[dict[int, str], int, int]] = [
    ({}, 1, 1),
    ({3: ".W..."}, 2, 2),
    ({3: "...O."}, 2, 2),
    ({3: ".W.O."}, 3, 3),
    ({3: "KW.O."}, 4, 4),
    ({3: "...OR"}, 3, 3),
    ({2: "..O.."}, 2, 2),
    ({4: "..W.."}, 2, 2),
    ({1: "..R..", 2: "..O..", 4: "..W.."}, 4, 4),
    ({4: "..W..", 5: "..K.."}, 3, 3),
    ({2: "..O..", 3: ".W..."}, 4, 3),
    ({2: "..O..", 3: "KW.O.", 4: "..W.."}, 7, 6),
    ({1: "..R..", 2: "..O..", 3: "KW.O.", 4: "..W.."}, 8, 7),
    ({3: "K...R"}, 1, 1),  # with gaps
    ({1: "..R..", 5: "..K.."}, 1, 1),
    ({1: "..R..", 3: "K..O.", 4: "..W.."}, 4, 3),
    ({2: ".B.R.", 4: ".K.B."}, 1, 1),  # corner to corner
]


@pytest.mark.parametrize(("wall", "cyberzul", "zellij"), RUNS)
def test_a_tile_scores_the_runs_through_it(wall: dict[int, str], cyberzul: int, zellij: int) -> None:
    """rules: End of the round. Cyberzul counts each run longer than 1; in Zellij the tile counts once."""
    before = seat(score=5, lines={3: "BBB"}, wall=wall)
    assert scored("cyberzul", before).scores[0] == 5 + cyberzul
    assert scored("zellij", before).scores[0] == 5 + zellij


@pytest.mark.parametrize(
    ("line", "wall"),
    [({1: "B"}, {1: "....W", 5: "O...."}), ({5: "BBBBB"}, {1: "....W", 5: "O...."})],
)
@pytest.mark.parametrize("game", GAMES)
def test_runs_do_not_go_on_at_the_opposite_edge(game: str, line: dict[int, str], wall: dict[int, str]) -> None:
    """rules: End of the round. The tile lies in a corner."""
    assert scored(game, seat(lines=line, wall=wall)).scores[0] == 1


@pytest.mark.parametrize("game", GAMES)
def test_lines_are_worked_out_from_top_to_bottom(game: str) -> None:
    """rules: End of the round. Row 1 counts 1 while row 2 is empty, then row 2 joins rows 1 to 3: 3 points."""
    match = scored(game, seat(lines={1: "R", 2: "OO"}, wall={3: "..B.."}))
    assert match.scores[0] == 1 + 3


def test_every_seat_is_scored() -> None:
    """rules: End of the round."""
    seats = [
        seat(score=1, lines={1: "B"}, floor="*O"),
        seat(score=2, lines={1: "O"}, wall={1: "B...."}),
        seat(score=3, floor="RRR"),
        seat(score=4, lines={2: "O"}),
    ]
    assert scored("cyberzul", *seats, marker="1").scores == (0, 4, 0, 3)


# Zellij's bonuses

COLUMN = {1: "..R..", 2: "..O..", 4: "..W..", 5: "..K.."}
COLOUR = {1: "B....", 2: ".B...", 4: "...B.", 5: "....B"}
ROW_COLUMN_AND_COLOUR = {1: "B.R..", 2: ".BO..", 3: "KW.OR", 4: "..WB.", 5: "..K.B"}


def test_zellij_gives_2_for_a_row_as_soon_as_it_is_complete() -> None:
    """rules: End of the round, Zellij only."""
    assert scored("zellij", seat(lines={3: "BBB"}, wall={3: "KW.OR"})).scores[0] == 5 + 2


def test_zellij_gives_7_for_a_column_as_soon_as_it_is_complete() -> None:
    """rules: End of the round, Zellij only."""
    match = scored("zellij", seat(lines={3: "BBB"}, wall=COLUMN))
    assert (match.over, match.scores[0]) == (False, 5 + 7)


def test_zellij_gives_12_for_a_colour_as_soon_as_it_is_complete() -> None:
    """rules: End of the round, Zellij only."""
    match = scored("zellij", seat(lines={3: "BBB"}, wall=COLOUR))
    assert (match.over, match.scores[0]) == (False, 1 + 12)


def test_zellij_gives_all_three_bonuses_for_one_tile() -> None:
    """rules: End of the round, Zellij only."""
    match = scored("zellij", seat(lines={3: "BBB"}, wall=ROW_COLUMN_AND_COLOUR))
    assert match.scores[0] == 9 + 2 + 7 + 12


def test_zellij_gives_a_bonus_only_once() -> None:
    """rules: End of the round, Zellij only. Column 3 and blue were complete before; row 1 grows by a tile."""
    wall = {1: "B.R..", 2: ".BO..", 3: "..B..", 4: "..WB.", 5: "..K.B"}
    assert scored("zellij", seat(lines={1: "K"}, wall=wall)).scores[0] == 2
    match = scored("zellij", seat(score=9, wall=wall), round_number=20)
    assert (match.over, match.scores) == (True, (9, 0))


def test_cyberzul_gives_no_bonus_while_the_game_goes_on() -> None:
    """rules: End of the round, Zellij only."""
    assert scored("cyberzul", seat(lines={3: "BBB"}, wall=COLUMN)).scores[0] == 5
    assert scored("cyberzul", seat(lines={3: "BBB"}, wall=COLOUR)).scores[0] == 1


# The floor line


@pytest.mark.parametrize("floor", ["OOOOOOO", "*OOOOOO", "O*RBWKO"])
@pytest.mark.parametrize(("places", "cost"), list(enumerate([0, 1, 2, 4, 6, 8, 11, 14])))
@pytest.mark.parametrize("game", GAMES)
def test_the_floor_line_costs_by_the_places_used(game: str, places: int, cost: int, floor: str) -> None:
    """rules: End of the round. What lies there does not matter."""
    marker = "1" if "*" in floor[:places] else "middle"
    match = scored(game, seat(score=20, floor=floor[:places]), marker=marker)
    assert match.scores[0] == 20 - cost
    assert board(match, 1) == seat(score=20 - cost)


def test_floor_tiles_go_to_the_discard_and_the_marker_back_to_the_middle() -> None:
    """rules: End of the round. So does the black tile that ended it."""
    match = scored("cyberzul", seat(floor="*OOB"), seat(floor="RR"), marker="1")
    assert part(match, "discard") == "B1 O2 R2 K1 W0"
    assert part(match, "marker") == "middle"


@pytest.mark.parametrize(("score", "left"), [(0, 0), (13, 0), (14, 0), (15, 1)])
@pytest.mark.parametrize("game", GAMES)
def test_a_score_never_goes_below_0(game: str, score: int, left: int) -> None:
    """rules: End of the round."""
    assert scored(game, seat(score=score, floor="OOOOOOO")).scores[0] == left


@pytest.mark.parametrize("game", GAMES)
def test_the_floor_line_costs_after_the_wall_has_scored(game: str) -> None:
    """rules: End of the round. Otherwise the floor of a score of 0 would be for free."""
    assert scored(game, seat(lines={1: "B"}, floor="O")).scores[0] == 0


def test_zellij_adds_the_bonus_before_the_floor_line_costs() -> None:
    """rules: End of the round. 5 + 7 - 14 stops at 0."""
    assert scored("zellij", seat(lines={3: "BBB"}, wall=COLUMN, floor="OOOOOOO")).scores[0] == 0
    assert scored("zellij", seat(score=4, lines={3: "BBB"}, wall=COLUMN, floor="OOOOOOO")).scores[0] == 2


def test_cyberzul_adds_the_bonuses_after_the_floor_line_has_cost() -> None:
    """rules: End of the round, End of the game. 5 - 14 stops at 0, and then there are 2 for the row."""
    match = scored("cyberzul", seat(lines={3: "BBB"}, wall={3: "KW.OR"}, floor="OOOOOOO"))
    assert match.scores[0] == 2


# End of the game


"""A row that will be complete after the round: 5 points, and 2 more in both games."""


@pytest.mark.parametrize("game", GAMES)
def test_the_game_ends_after_the_round_in_which_a_row_is_completed(game: str) -> None:
    """rules: End of the game."""
    match = at(game, seat(**ALMOST), mines=["O", "K"], turn=1, first=2)
    match.play("1 orange 5")
    assert not match.over
    match.play("2 black 5")
    assert match.over
    assert match.legal() == []
    assert (match.scores, part(match, "round")) == ((7, 0), "1")
    assert match.outcome == tilora.Outcome((1, 2), (0,), "a row of the wall is complete")
    with pytest.raises(tilora.IllegalAction, match=r"^The match is over\.$"):
        match.play("1 orange 5")


@pytest.mark.parametrize("game", GAMES)
def test_any_seat_can_end_the_game(game: str) -> None:
    """rules: End of the game. The winner need not be the one with the row."""
    match = scored(game, seat(score=30), seat(**ALMOST))
    assert match.outcome == tilora.Outcome((1, 2), (0,), "a row of the wall is complete")


@pytest.mark.parametrize("game", GAMES)
def test_complete_columns_and_colours_do_not_end_the_game(game: str) -> None:
    """rules: End of the game."""
    wall = {1: "B.R..", 2: ".BO..", 4: "..WB.", 5: "..K.B"}
    assert not scored(game, seat(lines={3: "BBB"}, wall=wall)).over


@pytest.mark.parametrize(
    ("wall", "bonus"),
    [
        ({}, 0),
        ({1: "..R..", 2: "..O..", 3: "..B..", 4: "..W..", 5: "..K.."}, 7),
        ({1: ".OR..", 2: ".BO..", 3: ".WB..", 4: ".KW..", 5: ".RK.."}, 14),
        ({1: "B....", 2: ".B...", 3: "..B..", 4: "...B.", 5: "....B"}, 10),
        ({1: "BO...", 2: ".BO..", 3: "..BO.", 4: "...BO", 5: "O...B"}, 20),
        ({1: "B.R..", 2: ".BO..", 3: "..B..", 4: "..WB.", 5: "..K.B"}, 17),
        ({1: "BORK.", 2: "WBOR.", 3: "KWBO.", 4: "RKWB.", 5: "ORKW."}, 28),
    ],
)
def test_cyberzul_gives_7_for_columns_and_10_for_colours_at_the_end(wall: dict[int, str], bonus: int) -> None:
    """rules: End of the game. Every seat gets them, also those that did not end the game."""
    match = scored("cyberzul", seat(**ALMOST), seat(), seat(score=5, wall=wall), seat())
    assert match.scores == (7, 0, 5 + bonus, 0)
    assert scored("zellij", seat(score=5, wall=wall), seat(**ALMOST)).scores[0] == 5


def test_cyberzul_gives_2_for_each_row_at_the_end() -> None:
    """rules: End of the game. Rows 3 and 5 are completed in the same round."""
    match = scored("cyberzul", seat(lines={3: "BBB", 5: "BBBBB"}, wall={3: "KW.OR", 5: "ORKW."}))
    assert match.scores[0] == 5 + 5 + 2 * 2


def test_cyberzul_gives_all_bonuses_for_one_tile() -> None:
    """rules: End of the game."""
    match = scored("cyberzul", seat(lines={3: "BBB"}, wall=ROW_COLUMN_AND_COLOUR))
    assert match.scores[0] == 10 + 2 + 7 + 10


def test_the_whole_wall_gives_all_bonuses() -> None:
    """rules: End of the game. The last column is filled in one round."""
    lines = {row: WALL[row][4] * row for row in WALL}
    wall = {row: WALL[row][:4] + "." for row in WALL}
    points = 5 + (5 + 2) + (5 + 3) + (5 + 4) + (5 + 5)
    match = scored("cyberzul", seat(lines=lines, wall=wall))
    assert match.scores[0] == points + 5 * (2 + 7 + 10)
    points = 5 + 6 + 7 + 8 + 9
    match = scored("zellij", seat(lines=lines, wall=wall))
    # Four columns were complete before, and so had had their bonuses.
    assert match.scores[0] == points + 5 * (2 + 12) + 7


@pytest.mark.parametrize("game", GAMES)
def test_the_highest_score_wins(game: str) -> None:
    """rules: End of the game."""
    match = scored(game, seat(**ALMOST), seat(score=9))
    assert match.scores == (7, 8)
    assert match.outcome == tilora.Outcome((2, 1), (1,), "a row of the wall is complete")


def test_cyberzul_ties_go_to_who_has_more_complete_rows() -> None:
    """rules: End of the game."""
    match = scored("cyberzul", seat(**ALMOST), seat(score=8))
    assert match.scores == (7, 7)
    assert match.outcome == tilora.Outcome((1, 2), (0,), "a row of the wall is complete")
    two_rows = seat(lines={3: "BBB", 5: "BBBBB"}, wall={3: "KW.OR", 5: "ORKW."})
    match = scored("cyberzul", seat(score=7, **ALMOST), two_rows, seat(score=15))
    assert match.scores == (14, 14, 14)
    assert match.outcome == tilora.Outcome((2, 1, 3), (1,), "a row of the wall is complete")


def test_more_rows_do_not_beat_more_points() -> None:
    """rules: End of the game."""
    two_rows = seat(lines={3: "BBB", 5: "BBBBB"}, wall={3: "KW.OR", 5: "ORKW."})
    match = scored("cyberzul", two_rows, seat(score=16))
    assert match.scores == (14, 15)
    assert match.outcome is not None
    assert match.outcome.winners == (1,)


def test_cyberzul_shares_the_win_when_rows_are_tied_too() -> None:
    """rules: End of the game."""
    match = scored("cyberzul", seat(score=3, **ALMOST), seat(), seat(score=4, **ALMOST))
    assert match.scores == (10, 0, 10)
    assert match.outcome == tilora.Outcome((1, 3, 1), (0, 2), "a row of the wall is complete")


def test_a_tie_in_zellij_is_a_draw_whoever_has_more_rows() -> None:
    """rules: End of the game."""
    match = scored("zellij", seat(**ALMOST), seat(score=8))
    assert match.scores == (7, 7)
    assert match.outcome == tilora.Outcome((1, 1), (0, 1), "a row of the wall is complete")


@pytest.mark.parametrize(("game", "bonus"), [("cyberzul", 7), ("zellij", 0)])
def test_the_game_ends_with_the_twentieth_round(game: str, bonus: int) -> None:
    """rules: End of the game (ours). Cyberzul's final bonuses are given then, too."""
    column = {1: "..R..", 2: "..O..", 3: "..B..", 4: "..W..", 5: "..K.."}
    match = scored(game, seat(score=3, wall=column), seat(score=2), round_number=20)
    assert (match.scores, part(match, "round")) == ((3 + bonus, 1), "20")
    assert match.outcome == tilora.Outcome((1, 2), (0,), "twenty rounds are over")


@pytest.mark.parametrize("game", GAMES)
def test_the_game_goes_on_after_nineteen_rounds(game: str) -> None:
    """rules: End of the game (ours)."""
    match = scored(game, round_number=19)
    assert (match.over, match.outcome, part(match, "round")) == (False, None, "20")


@pytest.mark.parametrize("game", GAMES)
def test_a_row_in_the_twentieth_round_is_why_the_game_ends(game: str) -> None:
    """rules: End of the game."""
    match = scored(game, seat(**ALMOST), round_number=20)
    assert match.outcome == tilora.Outcome((1, 2), (0,), "a row of the wall is complete")


@pytest.mark.parametrize("round_number", [7, 19])
def test_the_game_ends_when_there_are_no_tiles_left(round_number: int) -> None:
    """rules: Every game ends. All tiles are on walls and lines; final bonuses: two columns and two colours."""
    match = at("cyberzul", *ALL_TILES, turn=4, mines=["B"], round_number=round_number)
    match.play("1 blue 5")
    assert match.scores == (34, 34, 34, 34)
    assert match.outcome == tilora.Outcome((1, 1, 1, 1), (0, 1, 2, 3), "there are no tiles left")
    assert part(match, "round") == str(round_number)
    assert match.history[-1].words.endswith(
        f"Round {round_number} ends: seat 1 +34, seat 2 +34, seat 3 +34, seat 4 +34."
    )
    assert tilora.match("cyberzul", position=match.position).outcome == match.outcome


@pytest.mark.parametrize("game", GAMES)
def test_a_position_of_the_end_is_read_as_the_end(game: str) -> None:
    """The final bonuses are not given once more."""
    column = {1: "..R..", 2: "..O..", 3: "..B..", 4: "..W..", 5: "..K.."}
    for match in (scored(game, seat(**ALMOST), seat(score=9)), scored(game, seat(wall=column), round_number=20)):
        again = tilora.match(game, position=match.position)
        assert (again.position, again.scores, again.outcome) == (match.position, match.scores, match.outcome)
        assert again.over


# What is hidden: nothing


@pytest.mark.parametrize("game", GAMES)
def test_everybody_sees_everything(game: str) -> None:
    """rules: Parts. Nothing is hidden but the order in which tiles will be drawn, which is not decided yet."""
    match = at(game, seat(floor="*"), mines=["BBOK"], marker="1")
    match.play("1 blue 2")
    for who in (None, 0, 1):
        view = match.view(who)
        assert view.position == match.position
        assert [step.text for step in view.history] == ["1 blue 2"]
        assert view.imagine(5) == match.state


# Known figures


def test_random_games_of_two_take_about_70_moves_and_end_near_3_points() -> None:
    """Known of random play in games like Cyberzul."""
    play = compile_for(CYBERZUL.rules, dispatch.play_games_at_random)
    states = np.zeros(1, rules.STATE)
    out = np.empty(rules.MOST_ACTIONS, np.int32)
    fresh: State = blank(rules.STATE, CYBERZUL.variant, 2)
    chance, no_options = chance_of(1, 0), np.zeros(0, np.int64)
    actions, points, games = 0, 0, 3000
    for _ in range(games):
        actions += play(fresh, no_options, chance, out, states, 1)
        points += int(states["score"][0].sum())
    assert 65 < actions / games < 77
    assert 2 < points / games / 2 < 4


def test_the_words_say_what_goes_to_the_discard() -> None:
    m = at("cyberzul", seat(floor="BBBBBB"), mines=["RRRR"])
    assert m.play("1 red 2").words == (
        "Take 4 red tiles from mine 1 to line 2; 1 falls to the floor line and 1 falls to the discard."
    )
