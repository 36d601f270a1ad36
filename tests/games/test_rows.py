"""RowsAndCols by hand: every paragraph of its rules, and everything that comes up rarely."""

import random

import numpy as np
import pytest

from tests.games.rows_positions import (
    NO_RED_STAR_FITS,
    legal,
    match,
    places_of,
    refuses,
    staircase,
    two_different,
)
from tilora.families.rows import ROWS_AND_COLS, rules
from tilora.families.rows.invariants import check, check_fits
from tilora.families.rows.words import COLOUR_LETTERS, COLOUR_NAMES, SHAPE_LETTERS, SHAPE_NAMES
from tilora.kernel import IllegalAction, Match
from tilora.kernel.toolkit.open_grid import cell_of

words = ROWS_AND_COLS.words

NAMES = dict(zip(COLOUR_LETTERS + SHAPE_LETTERS, COLOUR_NAMES + SHAPE_NAMES, strict=True))
NOT_IN_ONE_LINE = "All bricks of a turn must be in one line: {} is not in line with the others."
ALL_NEW = "All bricks of that line would be new. It must contain one that was there before your turn."

# Parts


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_at_the_start_one_brick_lies_on_the_board_and_everybody_holds_six(seats: int) -> None:
    state = Match(ROWS_AND_COLS, seats=seats, seed=3).state
    assert np.flatnonzero(state.grid).tolist() == [cell_of(0, 0)]
    assert state.hand_size.tolist() == [6] * seats + [0] * (6 - seats)
    assert state.bag_size == 107 - 6 * seats
    check(None, state)


def test_chance_decides_who_begins_and_what_is_drawn() -> None:
    matches = [Match(ROWS_AND_COLS, seats=3, seed=seed) for seed in range(40)]
    assert {m.turn for m in matches} == {0, 1, 2}
    assert len({m.position.split(" | ")[3] for m in matches}) > 15
    assert len({m.position.split(" | ")[-1] for m in matches}) == 40


# A line


def test_a_line_can_be_of_one_colour_with_different_shapes() -> None:
    m = match("Rt0,0 Rc1,0", "RsBs", "")
    assert places_of(m, "red square") == {"-1,0", "2,0", "0,1", "0,-1", "1,1", "1,-1"}
    assert places_of(m, "blue square") == set()
    refuses(m, "blue square 2,0", two_different("blue square", "red circle"))


def test_a_line_can_be_of_one_shape_with_different_colours() -> None:
    m = match("Rt0,0 Bt1,0", "GtRcRt", "")
    assert places_of(m, "green star") == {"-1,0", "2,0", "0,1", "0,-1", "1,1", "1,-1"}
    assert places_of(m, "red circle") == {"0,1", "0,-1"}
    refuses(m, "red star 2,0", "A line can't hold two red stars.")
    refuses(m, "red circle -1,0", two_different("red circle", "blue star"))


def test_two_equal_bricks_do_not_make_a_line() -> None:
    m = match("Rt0,0", "Rt", "")
    assert places_of(m, "red star") == set()
    refuses(m, "red star 1,0", "A line can't hold two red stars.")


def test_a_line_has_at_most_six() -> None:
    m = match("Rt0,0 Rc1,0 Rs2,0 Rr3,0 Rf4,0 Ru5,0", "RtRcBt", "")
    for brick in ("red star", "red circle", "blue star"):
        assert not {"-1,0", "6,0"} & places_of(m, brick)
    refuses(m, "red circle 6,0", "A line can't hold two red circles.")


def test_a_brick_must_fit_both_of_its_lines() -> None:
    """On 0,1 it has the red star below it and the blue circle to its right."""
    m = match("Rt0,0 Rc1,0 Bc1,1", "RsRcBt", "")
    assert places_of(m, "red circle") == {"0,1", "0,-1", "2,1"}
    assert places_of(m, "blue star") == {"0,1", "0,-1", "2,1"}
    assert places_of(m, "red square") == {"-1,0", "2,0", "0,-1"}
    refuses(m, "red square 0,1", two_different("red square", "blue circle"))


def test_a_brick_may_join_two_lines_if_the_joined_line_is_valid() -> None:
    m = match("Rt0,0 Bt0,1 Bc1,1 Bs2,1 Rs2,0", "Rc", "")
    m.play("red circle 1,0; end")
    assert m.scores == (3 + 2, 0)


def test_two_lines_that_do_not_go_together_can_not_be_joined() -> None:
    m = match("Rt0,0 Bt0,1 Bc1,1 Bs2,1 Gs2,0", "Rc", "")
    refuses(m, "red circle 1,0", two_different("red circle", "green square"))
    # Here the brick goes with each of its neighbours, but they don't go with each other.
    m = match("Rt0,0 Bt0,1 Bs1,1 Br2,1 Bs2,0", "Rs", "")
    refuses(m, "red square 1,0", two_different("red star", "blue square"))
    m = match("Rt0,0 Rc0,1 Rs1,1 Ru2,1 Rt2,0", "Rr", "")
    refuses(m, "red rhomb 1,0", "A line can't hold two red stars.")


# A turn: placing


def test_each_brick_touches_another() -> None:
    m = match("Rt0,0", "Rc", "")
    assert places_of(m, "red circle") == {"1,0", "-1,0", "0,1", "0,-1"}
    for place in ("1,1", "2,0", "-9999,0", "0,500", "126,0"):
        refuses(
            m,
            f"red circle {place}",
            f"A brick on {place} would touch no other. Place it edge to edge with a brick on the board.",
        )


def test_a_cell_takes_one_brick() -> None:
    refuses(match("Rt0,0", "Rc", ""), "red circle 0,0", "There is already a red star on 0,0.")


def test_only_bricks_of_the_hand_can_be_placed_or_swapped() -> None:
    m = match("Rt0,0", "RcRsRrRfRuBt", "Gt")
    refuses(m, "green star 1,0", "You hold no green star.")
    refuses(m, "swap green star", "You hold no green star.")
    m.play("red circle 1,0")
    refuses(m, "red circle 0,1", "You hold no red circle.")


def test_all_bricks_of_a_turn_go_into_one_line() -> None:
    m = match("Rt0,0", "RcRsRrBcBtYt", "")
    m.play("red circle 1,0")
    assert legal(m) == {
        "end",
        *(f"red {shape} {place}" for shape in ("square", "rhomb") for place in ("-1,0", "2,0")),
    }
    m.play("red square -1,0")
    refuses(m, "blue circle 1,1", NOT_IN_ONE_LINE.format("1,1"))
    m.play("red rhomb 2,0; end")
    assert m.scores == (4, 0)


def test_that_line_needs_a_brick_from_before_the_turn() -> None:
    """The first touches an old brick from above; with the second beside it, it would be in a line of new ones."""
    m = match("Rt0,0", "RcRs", "")
    m.play("red circle 0,1")
    assert places_of(m, "red square") == {"0,2", "0,-1"}
    refuses(m, "red square 1,1", ALL_NEW)


def test_the_second_brick_may_join_the_first_with_old_ones() -> None:
    """The first touches an old brick above it; the second, beside it, touches an old one on its other side.

    0   1   2
    Gc  Gs  Gr     1
    Gt  .   Gf     0
    *   *   Gu    -1
    """
    m = match("Gt0,0 Gc0,1 Gs1,1 Gr2,1 Gf2,0 Gu2,-1", "GsGrGcGf", "")
    m.play("green square 0,-1")
    assert places_of(m, "green rhomb") == {"0,2", "0,-2", "1,-1"}
    m.play("green rhomb 1,-1")
    assert places_of(m, "green circle") == {"-1,-1", "3,-1"}, "the line is settled by two"
    m.play("end")
    assert m.scores == (3 + 3, 0)


def test_five_bricks_at_most_fit_into_one_turn() -> None:
    m = match("Rt0,0", "BtGtYtCtPtBc", "")
    m.play("blue star 1,0; green star 2,0; yellow star 3,0; cyan star 4,0; pink star 5,0")
    assert legal(m) == {"end"}
    m.play("end")
    assert m.scores == (12, 0)
    assert m.state.hand_size[0] == 6


# A turn: swapping


def test_swapping_draws_first_and_only_then_fills_the_bag() -> None:
    m = match("Rt0,0 Bt1,0", "GcGcGs", "", bag="BcBc")
    bricks = m.state.hand.sum()
    m.play("swap green circle; swap green circle; end")
    state = m.state
    assert words.position_text(state).split(" | ")[6] == "bag GcGc"
    assert state.hand[0, words.parse_action(state, "swap blue circle") - rules.SWAP] >= 2
    assert state.hand.sum() == bricks
    assert m.turn == 1
    assert m.scores == (0, 0)


def test_no_more_can_be_swapped_than_the_bag_holds() -> None:
    m = match("Rt0,0 Bt1,0", "GcGcGs", "", bag="Bc")
    m.play("swap green circle")
    assert legal(m) == {"end"}
    refuses(m, "swap green circle", "The bag holds only 1 brick, so you can't swap more than that.")
    m = match("Rt0,0 Bt1,0", "GcGcGs", "", bag="BcBsBr")
    m.play("swap green circle; swap green circle; swap green square")
    refuses(m, "swap green circle", "The bag holds only 3 bricks, so you can't swap more than that.")


def test_the_whole_hand_can_be_swapped() -> None:
    m = match("Rt0,0", "BcBsBrBfBuBt", "")
    m.play(";".join(f"swap blue {shape}" for shape in ("circle", "square", "rhomb", "flower", "sun", "star")))
    assert legal(m) == {"end"}
    m.play("end")
    assert m.state.hand_size[0] == 6


def test_with_something_placed_nothing_can_be_swapped_and_the_other_way_round() -> None:
    m = match("Rt0,0", "RcRsBc", "")
    m.play("red circle 1,0")
    assert not any(text.startswith("swap") for text in legal(m))
    refuses(m, "swap red square", "You have already placed a brick in this turn, so you can't swap.")
    m.undo()
    m.play("swap red circle")
    assert legal(m) >= {"end", "swap red square", "swap blue circle"}
    assert not any("," in text for text in legal(m))
    refuses(m, "red square 1,0", "You have put bricks aside to swap, so you can't place any in this turn.")


def test_an_empty_bag_ends_swapping() -> None:
    m = match("Rt0,0 Bt1,0", "GcGt", "Gs", bag="")
    assert not any(text.startswith("swap") for text in legal(m))
    refuses(m, "swap green circle", "The bag is empty, so nobody can swap any more.")


# A turn: passing and ending


def test_only_a_seat_that_can_neither_place_nor_swap_may_pass() -> None:
    refuses(match("Rt0,0", "Rc", ""), "pass", "You may pass only if you can neither place nor swap.")
    m = match(NO_RED_STAR_FITS, "Rt", "Rt", bag="")
    assert legal(m) == {"pass"}
    refuses(m, "end", "Place a brick, or put one aside to swap, before you end the turn.")


def test_a_seat_that_can_not_place_must_swap_while_the_bag_holds_bricks() -> None:
    block = "Bc0,0 Bs1,0 Br2,0 Bf3,0 Bu4,0 Bt5,0"
    for y, colour in enumerate("RGYCP", 1):
        block += "".join(f" {colour}{shape}{x},{y}" for x, shape in enumerate("csrfut"))
    m = match(block, "", "")
    assert legal(m) == {"swap blue circle", "swap blue square", "swap blue rhomb"}, (
        "around a full block of six by six nothing fits"
    )


def test_a_turn_needs_something_done_before_it_ends() -> None:
    m = match("Rt0,0", "Rc", "")
    assert not {"end", "pass"} & legal(m)
    refuses(m, "end", "Place a brick, or put one aside to swap, before you end the turn.")


# Undo and secrets


def test_everything_can_be_taken_back_until_the_turn_is_ended() -> None:
    m = match("Rt0,0", "RcRsRr", "")
    before = m.position
    m.play("red circle 1,0; red square 2,0; red rhomb -1,0")
    m.undo(2)
    assert places_of(m, "red square") == {"-1,0", "2,0"}
    m.undo()
    assert m.position == before
    m.play("swap red circle; swap red square")
    m.undo(2)
    assert m.position == before


def test_a_turn_that_fails_half_way_has_not_been_played() -> None:
    refuses(
        match("Rt0,0", "RcRs", ""),
        "red circle 1,0; red square 5,5; end",
        "A brick on 5,5 would touch no other. Place it edge to edge with a brick on the board.",
    )


def test_what_is_placed_is_seen_by_the_others_when_the_turn_ends() -> None:
    m = match("Rt0,0", "RcRs", "", scores=(3, 4))
    m.play("red circle 1,0")
    assert m.view(0).position == (
        "turn 1 | passes 0 | swaps 0 | board Rt0,0 Rc1,0 | placed 1,0 | aside - | bag 95? | 3 BcBcBcBsRs | 4 6?"
    )
    for other in (1, None):
        assert "board Rt0,0 | placed -" in m.view(other).position
        assert m.view(other).history == ()
    m.play("end")
    for seat in (0, 1, None):
        assert "board Rt0,0 Rc1,0 | placed -" in m.view(seat).position
        assert [step.text for step in m.view(seat).history] == ["red circle 1,0", "end"]
        assert m.view(seat).history[-1].words == "Scored 2 points and drew 1 brick."


def test_which_bricks_were_swapped_stays_secret_but_not_how_many() -> None:
    m = match("Rt0,0", "RcRsRr", "")
    m.play("swap red circle; swap red square")
    assert m.view(0).position.endswith("aside RcRs | bag 95? | 0 BcBcBcRr | 0 6?")
    assert m.view(1).position.endswith("placed - | aside - | bag 95? | 0 6? | 0 BsBsBsBrBrBr")
    m.play("end")
    for other in (1, None):
        history = m.view(other).history
        assert [step.text for step in history] == ["swap ?", "swap ?", "end"]
        assert [step.words for step in history] == [
            "Put a brick aside to swap.",
            "Put a brick aside to swap.",
            "Swapped 2 bricks.",
        ]
    assert [step.text for step in m.view(0).history] == ["swap red circle", "swap red square", "end"]


def test_a_spectator_sees_no_bricks_but_those_on_the_board() -> None:
    m = match("Rt0,0", "Rc", "", "")
    assert (
        m.view().position
        == "turn 1 | passes 0 | swaps 0 | board Rt0,0 | placed - | aside - | bag 89? | 0 6? | 0 6? | 0 6?"
    )
    assert "seat 1:   0  ?? ?? ?? ?? ?? ?? <" in str(m.view())


def test_imagining_keeps_what_the_seat_knows_and_deals_the_rest_again() -> None:
    m = match("Rt0,0", "RcRsRr", "")
    m.play("swap red circle")
    mine, theirs = m.view(0), m.view(1)
    imagined = [mine.imagine(seed) for seed in range(20)]
    assert len({state.hand[1].tobytes() for state in imagined}) > 10
    for state in imagined:
        assert state.hand[0].tolist() == m.state.hand[0].tolist()
        assert state.chosen.tolist() == m.state.chosen.tolist()
        check(None, state)
    for seed in range(20):
        check(None, theirs.imagine(seed))
        check(None, m.view().imagine(seed))


# Score


def test_a_brick_scores_both_of_its_lines() -> None:
    m = match("Rt0,0 Rc1,0 Bc1,1", "Bt", "")
    m.play("blue star 0,1; end")
    assert m.scores == (2 + 2, 0)


def test_each_line_counts_once_however_many_bricks_of_the_turn_are_in_it() -> None:
    m = match("Rt0,0 Bt1,0 Yt2,0 Yc2,1", "BcRc", "")
    m.play("blue circle 1,1; red circle 0,1")
    assert [action.words for action in m.legal() if str(action) == "end"] == ["End the turn for 7 points."]
    m.play("end")
    assert m.scores == (3 + 2 + 2, 0)


def test_a_line_of_six_counts_six_more() -> None:
    m = match("Rt0,0 Bt1,0 Gt2,0 Yt3,0 Ct4,0", "Pt", "")
    m.play("pink star 5,0; end")
    assert m.scores == (6 + 6, 0)


def test_two_lines_of_six_count_six_more_each() -> None:
    board = "Rc0,0 Rs1,0 Rr2,0 Rf3,0 Ru4,0 Bu4,1 Bt5,1 Gt5,2 Yt5,3 Ct5,4 Pt5,5"
    m = match(board, "Rt", "")
    m.play("red star 5,0; end")
    assert m.scores == (12 + 12, 0)


def test_scores_add_up_over_the_turns() -> None:
    m = match("Rt0,0", "RcRs", "Rr", scores=(10, 20))
    m.play("red circle 1,0; end")
    m.play("red rhomb 2,0; end")
    m.play("red square 3,0; end")
    assert m.scores == (10 + 2 + 4, 20 + 3)


def test_the_hand_is_filled_up_to_six() -> None:
    m = match("Rt0,0", "BtGtYt", "", bag=None)
    m.play("blue star 1,0; green star 2,0; yellow star 3,0; end")
    assert m.state.hand_size[0] == 6
    assert m.state.bag_size == 95 - 3
    assert m.turn == 1


def test_the_hand_gets_what_is_left_when_the_bag_runs_out() -> None:
    m = match("Rt0,0 Bt1,0", "GtYtCtPt", "", bag="BcBc")
    m.play("green star 2,0; yellow star 3,0; cyan star 4,0; pink star 5,0; end")
    assert m.history[-1].words == "Scored 12 points and drew 2 bricks."
    assert m.state.hand_size[0] == 4
    assert m.state.bag_size == 0
    assert not m.over


# End


def test_whoever_places_the_last_brick_gets_six_points_and_the_match_ends() -> None:
    m = match("Rt0,0 Bt1,0", "GtYt", "Rc", bag="", scores=(5, 15))
    m.play("green star 2,0; yellow star 3,0")
    assert not m.over, "the turn can still be taken back"
    assert m.legal()[0].words == "End the turn for 10 points."
    m.play("end")
    assert m.scores == (5 + 4 + 6, 15)
    assert m.outcome is not None
    assert m.outcome.ranks == (1, 1), "ties share the win"
    assert m.outcome.reason == "the bag is empty, and a player has placed their last brick"
    assert m.history[-1].words == "Scored 10 points, 6 of them for placing the last brick."
    assert m.legal() == []
    with pytest.raises(IllegalAction, match=r"^The match is over\.$"):
        m.play("pass")


def test_the_hands_that_are_left_stay_hidden() -> None:
    m = match("Rt0,0 Bt1,0", "Gt", "RcRs", bag="")
    m.play("green star 2,0; end")
    assert m.view(0).position.endswith("bag - | 9 - | 0 2?")


def test_without_an_empty_bag_nobody_gets_the_bonus() -> None:
    m = match("Rt0,0 Bt1,0", "GtYt", "", bag="Bc")
    m.play("green star 2,0; yellow star 3,0; end")
    assert m.scores == (4, 0)
    assert m.state.bag_size == 0


def test_when_all_pass_in_a_row_the_match_ends_without_the_bonus() -> None:
    m = match(NO_RED_STAR_FITS, "Rt", "Rt", bag="", scores=(7, 8), turn=2)
    m.play("pass")
    assert not m.over
    assert m.position.startswith("turn 1 | passes 1 |")
    m.play("pass")
    assert m.outcome is not None
    assert m.outcome.reason == "all players have passed, one after the other"
    assert m.outcome.ranks == (2, 1)
    assert m.scores == (7, 8)
    assert [step.words for step in m.history] == ["Passed.", "Passed."]


def test_ten_swaps_of_every_seat_in_a_row_end_the_match_without_a_bonus() -> None:
    """rules: every game ends. Swapping could go on for ever, so it is limited (ours)."""
    m = match("Rt0,0 Bt1,0", "", "", swaps=18, scores=(5, 7))
    for _ in range(2):
        assert not m.over
        m.play(next(action for action in m.legal() if str(action).startswith("swap")))
        m.play("end")
    assert m.over
    assert m.scores == (5, 7)
    assert m.outcome is not None
    assert (m.outcome.ranks, m.outcome.reason) == ((2, 1), "all players have swapped 10 times in a row")


def test_placing_a_brick_restarts_the_count_of_swaps() -> None:
    m = match("Rt0,0 Bt1,0", "Gt", "", swaps=19)
    m.play("green star 2,0; end")
    assert not m.over
    assert m.state.swaps == 0


def test_placing_a_brick_restarts_the_count_of_passes() -> None:
    board = NO_RED_STAR_FITS.replace(" Pu8,2", "").replace(" Pr2,14", "")
    m = match(board, "Rt", "PuPr", "Rt", bag="")
    m.play("pass")
    m.play("pink rhomb 2,14; end")
    m.play("pass")
    m.play("pass")
    assert not m.over
    assert m.turn == 1
    m.play("pink sun 8,2; end")
    assert m.outcome is not None
    assert m.outcome.winners == (1,)


# A board without bounds


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize(("right", "up"), [(1, 1), (-1, 1), (1, -1), (-1, -1)])
@pytest.mark.parametrize("first", [0, 50, 90])
def test_the_board_goes_on_for_as_far_as_bricks_reach(right: int, up: int, upright: bool, first: int) -> None:
    """A staircase of sixteen runs spans 81 cells; in a match it goes on growing, with the right coordinates."""
    bricks = staircase(16, right, up, upright, first)
    last = bricks[-3:]
    m = match(" ".join(bricks[:-3]), "".join(brick[:2] for brick in last), "")
    for brick in last:
        m.play(f"{NAMES[brick[0]]} {NAMES[brick[1]]} {brick[2:]}")
        assert brick in m.position.split()
        check_fits(m.state)
        check(None, m.state)
    m.play("end")
    assert m.scores == (12, 0)
    far = [max(abs(int(number)) for number in brick[2:].split(",")) for brick in bricks]
    assert max(far) == {0: 80, 50: 42, 90: 75}[first]
    pick = random.Random(first)
    while not m.over:
        before = m.state
        m.play(pick.choice(m.legal()))
        check(before, m.state)
        again = Match(ROWS_AND_COLS, position=m.position).state
        again.turns = m.state.turns
        assert again.tobytes() == m.state.tobytes()
    check_fits(m.state)


def test_the_same_place_can_be_far_away_in_the_numbers() -> None:
    """Cells that are 128 apart share a number; a text beyond the reach of the board never names the other one."""
    m = match("Rt0,0", "Rc", "")
    for place in ("127,0", "-129,0", "128,1", "0,129", "0,-127", "-127,0"):
        refuses(
            m,
            f"red circle {place}",
            f"A brick on {place} would touch no other. Place it edge to edge with a brick on the board.",
        )
