"""How Cyberzul and Zellij score a round, and how they end, by hand.

Most tests play the last move or two of a round.
"""

import pytest

import tilora
from tests.games.drafting_positions import ALMOST, GAMES, WALL, at, board, part, scored, seat

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


# End of the game


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


@pytest.mark.parametrize("game", GAMES)
def test_a_position_of_the_end_is_read_as_the_end(game: str) -> None:
    """The final bonuses are not given once more."""
    column = {1: "..R..", 2: "..O..", 3: "..B..", 4: "..W..", 5: "..K.."}
    for match in (scored(game, seat(**ALMOST), seat(score=9)), scored(game, seat(wall=column), round_number=20)):
        again = tilora.match(game, position=match.position)
        assert (again.position, again.scores, again.outcome) == (match.position, match.scores, match.outcome)
        assert again.over
