"""What only Cyberzul has, by hand: more seats, bonuses at the end, and ties."""

from typing import Any

import numpy as np
import pytest

import tilora
from tests.games.drafting_positions import ALMOST, COLOUR, COLUMN, ROW_COLUMN_AND_COLOUR, at, part, scored, seat, texts
from tilora.families.drafting import CYBERZUL
from tilora.kernel import Batch

# Parts


@pytest.mark.parametrize(("seats", "mines"), [(2, 5), (3, 7), (4, 9)])
def test_there_are_two_mines_for_each_seat_and_one_more(seats: int, mines: int) -> None:
    """rules: Parts."""
    match = tilora.match("cyberzul", seats=seats, seed=1)
    assert len(part(match, "mines").split()) == mines
    assert {text.split()[0] for text in texts(match)} == {str(mine) for mine in range(1, mines + 1)}


# Round

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


# End of the round


def test_every_seat_is_scored() -> None:
    """rules: End of the round."""
    seats = [
        seat(score=1, lines={1: "B"}, floor="*O"),
        seat(score=2, lines={1: "O"}, wall={1: "B...."}),
        seat(score=3, floor="RRR"),
        seat(score=4, lines={2: "O"}),
    ]
    assert scored("cyberzul", *seats, marker="1").scores == (0, 4, 0, 3)


# Bonuses


def test_cyberzul_gives_no_bonus_while_the_game_goes_on() -> None:
    """rules: End of the round, Zellij only."""
    assert scored("cyberzul", seat(lines={3: "BBB"}, wall=COLUMN)).scores[0] == 5
    assert scored("cyberzul", seat(lines={3: "BBB"}, wall=COLOUR)).scores[0] == 1


# The floor line


def test_cyberzul_adds_the_bonuses_after_the_floor_line_has_cost() -> None:
    """rules: End of the round, End of the game. 5 - 14 stops at 0, and then there are 2 for the row."""
    match = scored("cyberzul", seat(lines={3: "BBB"}, wall={3: "KW.OR"}, floor="OOOOOOO"))
    assert match.scores[0] == 2


# End of the game


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


def test_cyberzul_ties_go_to_whoever_has_more_complete_rows() -> None:
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


# Known figures


def test_random_games_of_two_take_about_70_moves_and_end_near_3_points() -> None:
    """Known of random play in games like Cyberzul."""
    batch, dice = Batch(CYBERZUL, 3000, seats=2, seed=1), np.random.default_rng(1)
    actions, points = np.zeros(3000), np.zeros(3000)
    played = 0
    while not actions.all():
        played += 1
        first = batch.step(batch.at_random(dice)) & (actions == 0)
        actions[first] = played
        points[first] = batch.scores[first].mean(axis=1)
    assert 65 < actions.mean() < 77
    assert 2 < points.mean() < 4
