"""What only Zellij has, by hand: its words, bonuses that are paid at once, and draws."""

import pytest

import tilora
from tests.games.drafting_positions import ALMOST, COLOUR, COLUMN, ROW_COLUMN_AND_COLOUR, at, part, scored, seat, texts

# Parts


def test_zellij_has_five_factories_and_is_for_two() -> None:
    """rules: Parts."""
    assert len(part(tilora.match("zellij", seed=1), "mines").split()) == 5
    for seats in (3, 4):
        with pytest.raises(tilora.BadSetup):
            tilora.match("zellij", seats=seats)


# A move


def test_zellij_says_yard_and_penalty() -> None:
    """rules: Parts."""
    match = at("zellij", middle="W", mines=["BBBB"])
    targets = ["1", "2", "3", "4", "5", "penalty"]
    assert texts(match) == {f"{source} {target}" for source in ("yard white", "1 blue") for target in targets}


# Bonuses


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


# The floor line


def test_zellij_adds_the_bonus_before_the_floor_line_costs() -> None:
    """rules: End of the round. 5 + 7 - 14 stops at 0."""
    assert scored("zellij", seat(lines={3: "BBB"}, wall=COLUMN, floor="OOOOOOO")).scores[0] == 0
    assert scored("zellij", seat(score=4, lines={3: "BBB"}, wall=COLUMN, floor="OOOOOOO")).scores[0] == 2


# End of the game


def test_a_tie_in_zellij_is_a_draw_whoever_has_more_rows() -> None:
    """rules: End of the game."""
    match = scored("zellij", seat(**ALMOST), seat(score=8))
    assert match.scores == (7, 7)
    assert match.outcome == tilora.Outcome((1, 1), (0, 1), "a row of the wall is complete")
