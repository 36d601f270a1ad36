"""What Cyberzul and Zellij share, by hand: every paragraph of their rules up to the end of a round.

What a round and a match score is in `test_drafting_scoring`; what only one of the games has, in a file of its own.
"""

import pytest

import tilora
from tests.games.drafting_positions import GAMES, LETTERS, NOTHING, WALL, at, board, part, scored, seat, texts

# Parts


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
def test_whoever_took_the_marker_is_first_in_the_next_round(game: str) -> None:
    """rules: A move. The marker is back in the Stack by then."""
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
    with pytest.raises(tilora.IllegalAction, match=r"^There are no red tiles in the Stack\.$"):
        match.play("middle red floor")


@pytest.mark.parametrize("first", [1, 2, 3])
def test_the_same_seat_begins_again_when_nobody_took_the_marker(first: int) -> None:
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


# Words


def test_the_words_say_what_goes_to_the_discard() -> None:
    m = at("cyberzul", seat(floor="BBBBBB"), mines=["RRRR"])
    assert m.play("1 red 2").words == (
        "Take 4 red tiles from Cyber Mine 1 to line 2; 1 falls to the floor line and 1 falls to the discard pile."
    )
