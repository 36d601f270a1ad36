"""What RowsAndCols looks like, where to click, and how a turn is shown. What holds for all games is in conformance."""

import random
from importlib import resources

import pytest

from tests.games.rows_positions import NO_RED_STAR_FITS, match
from tests.games.scenes import area, ids, last_beats, paths, piece, seen
from tilora.families.rows import ROWS_AND_COLS, rules
from tilora.kernel import Match
from tilora.scene import Scene, beats_of, why


def marked(scene: Scene) -> set[str]:
    return {piece.id for area in scene.areas for piece in area.pieces if piece.look == "marked"}


# The board


def test_the_first_brick_lies_in_the_middle_of_a_board_that_is_large_enough() -> None:
    board = area(seen(match("Rt0,0", "", "")), "board")
    brick = next(piece for piece in board.pieces if piece.id == "brick-0,0")
    assert (board.w, brick.x + 0.5) == (9.76, 4.96)
    assert [spot.id for spot in board.spots] == ["cell-1,0", "cell-0,1", "cell-0,-1", "cell--1,0"]


def test_the_board_shows_its_bricks_as_they_lie_and_y_grows_upwards() -> None:
    scene = seen(match("Rc0,1 Rt0,0 Bt1,0", "", ""))
    first, above, right = (piece(scene, f"brick-{place}") for place in ("0,0", "0,1", "1,0"))
    assert (above.x - first.x, above.y - first.y) == pytest.approx((0, -1))
    assert (right.x - first.x, right.y - first.y) == pytest.approx((1, 0))
    assert (first.symbol, right.label) == ("red-star", "blue star on 1,0")


def test_the_view_stays_until_bricks_come_near_its_edge_and_then_moves_by_as_much_as_it_must() -> None:
    row = "Rc0,0 Rs1,0 Rr2,0 Rf3,0 Ru4,0"
    places = [piece(seen(match(" ".join(row.split()[:n]), "", "")), "brick-0,0").x for n in range(1, 6)]
    assert places == [4.46, 4.46, 4.46, 4.46, 3.46]


def test_free_places_keep_their_names_while_the_board_grows_to_the_west() -> None:
    m = match("Rc0,0", "BcRt", "")
    before = {spot.id for spot in area(seen(m), "board").spots}
    m.play("blue circle -1,0")
    after = {spot.id for spot in area(seen(m), "board").spots}
    assert before - after == {"cell--1,0"}
    assert after - before == {"cell--2,0", "cell--1,1", "cell--1,-1"}


def test_rows_and_columns_have_the_numbers_by_which_log_and_hints_name_places() -> None:
    scene = seen(match("Rc0,0 Rs1,0 Rr2,0 Rf3,0 Ru4,0", "", ""))
    board = area(scene, "board")
    numbers = [(text.text, text.x, text.y) for text in board.texts if text.text.lstrip("−").isdigit()]
    for place in ("0,0", "4,0", "1,0"):
        brick, (column, row) = piece(scene, f"brick-{place}"), place.split(",")
        assert any(text == column and x == pytest.approx(brick.x + 0.5) for text, x, _ in numbers)
        assert any(text == row and y == pytest.approx(brick.y + 0.5) for text, _, y in numbers)
    assert "−1" in {text for text, _, _ in numbers}


def test_bricks_of_this_turn_are_marked_and_at_its_end_those_of_the_turn_before() -> None:
    m = match("Rc0,0", "BcGc", "Rs")
    m.play("blue circle 1,0; end")
    assert marked(seen(m)) == {"brick-1,0"}
    m.play("red square 0,1")
    assert marked(seen(m)) == {"brick-0,1"}
    assert marked(seen(m, 0)) == {"brick-1,0"}, "what is not ended is not seen"


def test_a_match_that_is_over_has_no_free_places() -> None:
    m = match("Rc0,0", "Rs", "Gt", bag="")
    m.play("red square 1,0; end")
    scene = seen(m, 0)
    assert m.over
    assert area(scene, "board").spots == ()
    assert (scene.choices, scene.buttons) == ((), ())
    assert area(scene, "hand-0").texts[0].text == "No bricks left"


# Hands and bag


def test_viewers_see_their_own_bricks_and_the_backs_of_the_others() -> None:
    scene = seen(match("Rc0,0", "RtBcBcGsGsGs", "YcYsYrYfYuYt"), 0)
    assert ids(scene, "hand-0") == [
        *("hand-0-Bc-1", "hand-0-Bc-2", "hand-0-Rt-1"),
        *("hand-0-Gs-1", "hand-0-Gs-2", "hand-0-Gs-3"),
    ]
    assert ids(scene, "hand-1") == [f"hand-1-back-{number}" for number in range(1, 7)]
    assert {piece.look for piece in area(scene, "hand-1").pieces} == {"back"}


@pytest.mark.parametrize(("seat", "order"), [(0, [0, 1, 2]), (2, [2, 0, 1])])
def test_the_viewers_own_hand_comes_first(seat: int, order: list[int]) -> None:
    scene = seen(Match(ROWS_AND_COLS, seats=3, seed=1), seat)
    assert [area.seat for area in scene.areas if area.role == "hand"] == order


def test_the_bag_tells_how_many_bricks_are_left() -> None:
    scene = seen(match("Rc0,0", "", ""))
    assert piece(scene, "bag").label == "the bag, with 95 bricks"
    empty = seen(match("Rc0,0", "Rs", "Gt", bag=""))
    assert (piece(empty, "bag").look, piece(empty, "bag").label) == ("faded", "the empty bag")


def test_bricks_put_aside_stay_in_the_hand_and_are_marked_for_their_owner_alone() -> None:
    m = match("Rc0,0", "GtGtYs", "")
    held = ids(seen(m), "hand-0")
    m.play("swap green star")
    assert ids(seen(m), "hand-0") == held
    assert marked(seen(m)) == {"hand-0-Gt-2"}
    assert marked(seen(m, 1)) == set()


# Where one clicks


def test_a_brick_and_a_place_are_clicked_in_any_order_and_bricks_alike_all_work() -> None:
    scene = seen(match("Rc0,0", "RtRt", ""))
    assert paths(scene, "red star 0,1") == [("hand-0-Rt-1", "cell-0,1"), ("hand-0-Rt-2", "cell-0,1")]
    assert all(choice.free for choice in scene.choices if choice.action == "red star 0,1")


def test_swapping_starts_with_a_button_goes_on_with_bricks_and_ends_with_a_button() -> None:
    m = match("Rc0,0", "GtYs", "")
    assert paths(seen(m), "swap green star") == [("swap", "hand-0-Gt-1")]
    m.play("swap green star")
    assert paths(seen(m), "swap yellow square") == [("hand-0-Ys-1",)]
    assert [button.label for button in seen(m).buttons] == ["Swap 1 brick"]
    assert paths(seen(m), "end") == [("end",)]


def test_a_player_who_can_do_nothing_else_presses_pass() -> None:
    m = match(NO_RED_STAR_FITS, "Rt", "Rt", bag="")
    assert [button.id for button in seen(m).buttons] == ["pass"]
    assert paths(seen(m), "pass") == [("pass",)]
    assert why(m.view(0), ("cell-4,9",)) == "None of your bricks can go on 4,9 now."


@pytest.mark.parametrize("seed", range(3))
def test_gains_are_what_a_placement_adds_to_the_points_of_the_turn(seed: int) -> None:
    m, pick = Match(ROWS_AND_COLS, seats=2, seed=seed), random.Random(seed)
    for _ in range(60):
        if m.over:
            break
        placings = [choice for choice in seen(m).choices if "," in choice.action]
        earned = rules.points(m.state)
        for choice in pick.sample(placings, min(4, len(placings))):
            m.play(choice.action)
            assert choice.gain == f"+{rules.points(m.state) - earned}", choice
            m.undo()
        best = max(placings, key=lambda choice: int(choice.gain), default=None)
        m.play(best.action if best and pick.random() < 0.8 else pick.choice(m.legal()))


def test_ending_the_turn_tells_what_it_earns_the_last_brick_and_all() -> None:
    m = match("Rc0,0", "Rs", "Gt", bag="")
    m.play("red square 1,0")
    (choice,) = (choice for choice in seen(m).choices if choice.action == "end")
    assert choice.gain == "+8"
    m.play("end")
    assert m.scores[0] == 8


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (
            ("hand-0-Gt-1", "cell-1,0"),
            "A line is all of one colour or all of one shape: a green star and a red circle can't both be in it.",
        ),
        (("hand-0-Gt-1",), "There is no place for the green star now."),
        (("cell-0,1", "cell-1,0"), "Choose a brick from your hand for this place."),
        (("brick-0,0",), "There is already a red circle here. Bricks go on free places next to others."),
        (("hand-0-Rt-1", "brick-0,0"), "There is already a red circle on 0,0."),
        (("hand-1-back-2",), "Those bricks are not yours."),
        (("bag",), "You draw from the bag when your turn ends. To swap bricks, press Swap first."),
        (("hand-0-Xx-1",), "There is nothing to do here now."),
    ],
)
def test_a_click_that_leads_nowhere_tells_why(path: tuple[str, ...], reason: str) -> None:
    m = match("Rc0,0", "RtGtGtGsGsGs", "")
    assert why(m.view(0), path) == reason


def test_after_a_swap_has_begun_nothing_can_be_placed() -> None:
    m = match("Rc0,0", "RtGt", "")
    m.play("swap green star")
    said = why(m.view(0), ("hand-0-Rt-1", "cell-0,1"))
    assert said == "You have put bricks aside to swap, so you can't place any in this turn."
    assert why(m.view(0), ("hand-0-Gt-1",)) == "You have already put it aside."


def test_after_a_brick_is_placed_none_can_be_swapped() -> None:
    m = match("Rc0,0", "RtGt", "")
    m.play("red star 0,1")
    assert why(m.view(0), ("swap", "hand-0-Gt-1")) == "You have already placed a brick in this turn, so you can't swap."
    assert why(m.view(0), ("hand-0-Gt-1",)) == "There is no place for the green star in the line of this turn now."


# How a turn is shown


def test_a_brick_travels_from_the_hand_to_its_place_out_of_a_hidden_one_too() -> None:
    m = match("Rc0,0", "RtRt", "")
    m.play("red star 0,1; end")
    before, code, after = m.passage(0, 0)
    (own,) = beats_of(m.game, before, code, after, 0)
    assert [(move.id, move.becomes) for move in own.moves] == [("hand-0-Rt-2", "brick-0,1")]
    before, code, after = m.passage(1, 0)
    (others,) = beats_of(m.game, before, code, after, 1)
    assert [(move.id, move.becomes) for move in others.moves] == [("hand-0-back-6", "brick-0,1")]


def test_each_line_is_shown_with_its_bricks_and_its_points() -> None:
    """The example of the page of the game: three stars, three red bricks, five pink ones."""
    board = "Pf-1,3 Pc0,3 Ps1,3 Pr2,3 Rf-1,2 Rc0,2 Bt-2,1 Bf-1,1 Bc0,1 Gc0,0"
    m = match(board, "RtPt", "")
    m.play("red star -2,2; pink star -2,3; end")
    told = [(beat.words, beat.points, beat.source) for beat in last_beats(m, 1)]
    assert sorted(told[:3]) == [
        ("A column of 3 stars: 3 points.", 3, "lines"),
        ("A row of 3 red bricks: 3 points.", 3, "lines"),
        ("A row of 5 pink bricks: 5 points.", 5, "lines"),
    ]
    assert told[3:] == [("Drew 2 bricks.", 0, "")]
    column = next(beat for beat in last_beats(m, 1) if "column" in beat.words)
    assert column.ids == ("brick--2,1", "brick--2,2", "brick--2,3")
    assert column.seat == 0


def test_a_line_of_six_has_a_beat_of_its_own() -> None:
    m = match("Rc0,0 Rs1,0 Rr2,0 Rf3,0 Ru4,0", "Rt", "")
    m.play("red star 5,0; end")
    assert [(beat.words, beat.points, beat.source) for beat in last_beats(m, None)][:2] == [
        ("A row of 6 red bricks: 6 points.", 6, "lines"),
        ("The row of 6 red bricks is complete: 6 more points.", 6, "lines of six"),
    ]


def test_the_last_brick_and_the_end_have_beats_of_their_own() -> None:
    m = match("Rc0,0", "Rs", "Gt", bag="")
    m.play("red square 1,0; end")
    assert [(beat.words, beat.points, beat.source) for beat in last_beats(m, 1)][1:] == [
        ("The last brick of the hand, and the bag is empty: 6 more points.", 6, "last brick"),
        ("The match is over: the bag is empty, and a player has placed their last brick.", 0, ""),
    ]


def test_swapped_bricks_go_to_the_bag_and_only_their_owner_sees_which() -> None:
    m = match("Rc0,0", "GtGtYs", "")
    m.play("swap green star; swap yellow square; end")
    swapped, drew = last_beats(m, 0)
    assert [move.id for move in swapped.moves] == ["hand-0-Gt-2", "hand-0-Ys-1"]
    assert {move.area for move in swapped.moves} == {"board"}
    assert drew.words == "Drew 2 bricks."
    told = last_beats(m, 1)
    assert [move.id for move in told[0].moves] == ["hand-0-back-5", "hand-0-back-6"]
    assert told[1].ids == ("bag", "hand-0-back-5", "hand-0-back-6")


# The guide


def test_the_example_of_the_guide_scores_what_it_says() -> None:
    m = Match(ROWS_AND_COLS, seats=2, seed=11)
    for turn in ("green rhomb 0,-1; end", "red rhomb 0,1; end", "blue rhomb -1,-1; end", "blue circle -1,0; end"):
        m.play(turn)
    scored = [(beat.words, beat.points) for beat in last_beats(m, None) if beat.points]
    assert scored == [("A row of 2 blue bricks: 2 points.", 2), ("A column of 2 blue bricks: 2 points.", 2)]
    guide = (resources.files(ROWS_AND_COLS.folder) / "guide.md").read_text("utf-8")
    assert "4 points for one brick: a row of two and a column of two." in guide
