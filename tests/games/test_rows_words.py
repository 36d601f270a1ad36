"""What is said of RowsAndCols: texts of actions and positions, sentences, and the board in a terminal."""

import re

import pytest

from tests.games.rows_positions import NO_RED_STAR_FITS, legal, match, position, staircase, two_different
from tilora.families.rows import ROWS_AND_COLS, rules
from tilora.families.rows.words import kind_of
from tilora.kernel import Match, UnreadableAction, UnreadablePosition

words = ROWS_AND_COLS.words


# Words


def test_actions_say_what_they_do() -> None:
    m = match("Rt0,0", "RcRsRrRfRuRc", "")
    said = {str(action): action.words for action in m.legal()}
    assert said["red circle 0,-1"] == "Place a red circle on 0,-1."
    assert said["swap red circle"] == "Put a red circle aside to swap."
    m.play("swap red circle")
    assert {str(action): action.words for action in m.legal()}["end"] == "End the turn and swap 1 brick."
    m.undo()
    m.play("Red  CIRCLE 1,0")
    assert m.history[-1].words == "Placed a red circle on 1,0."
    m = match(NO_RED_STAR_FITS, "Rt", "Rt", bag="")
    assert m.legal()[0].words == "Pass, because you can neither place nor swap."


def test_actions_can_be_taken_apart() -> None:
    m = match("Rt0,0", "RcRsRrRfRuRc", "")
    parts = {str(action): action.parts for action in m.legal()}
    assert parts["red circle 0,-1"] == ("place", kind_of("Rc"), (0, -1))
    assert parts["swap red circle"] == ("swap", kind_of("Rc"), None)
    m.play("red circle 1,0")
    assert [action.parts.verb for action in m.legal()].count("end") == 1
    m = match(NO_RED_STAR_FITS, "Rt", "Rt", bag="")
    assert [action.parts for action in m.legal()] == [("pass", None, None)]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "",
            "'' is not an action. Say 'red star 3,-2' to place a brick, 'swap red star' to put one aside, 'end' or",
        ),
        ("swap ?", "'swap ?' is not an action. Say"),
        ("red star 3 -2", "'red star 3 -2' is not an action. Say"),
        ("mauve star 1,0", "'mauve' is not a colour. Colours: blue, red, green, yellow, cyan, pink."),
        ("swap red hexagon", "'hexagon' is not a shape. Shapes: circle, square, rhomb, flower, sun, star."),
        ("red star here", "'here' is not a place. Say x and y with a comma in between, like 3,-2."),
        ("red star 1,99999", "'1,99999' is not a place."),
    ],
)
def test_a_text_that_is_not_an_action_is_answered_with_how_to_write_one(text: str, reason: str) -> None:
    with pytest.raises(UnreadableAction, match=f"^{re.escape(reason)}"):
        match("Rt0,0", "Rc", "").play(text)


def test_every_number_that_is_not_an_action_has_a_reason_too() -> None:
    m = match("Rt0,0", "Rc", "")
    for code in (-1, rules.PASS + 1):
        assert words.why_not(m.state, code).startswith("There is no such action. Say 'red star 3,-2'")
    m = match(NO_RED_STAR_FITS, "Rt", "Rt", bag="", passes=2)
    for code in (-1, 0, rules.SWAP, rules.END, rules.PASS):
        assert words.why_not(m.state, code) == "The match is over."


def test_the_board_in_a_terminal() -> None:
    m = match("Rt0,0 Rc1,0 Bc1,1", "RsRrRfRuBt", "Yc", scores=(5, 12), bag=None)
    m.play("blue star 0,1")
    assert str(m) == "\n".join(
        [
            "RowsAndCols. 93 bricks in the bag. Seat 1 to act.",
            "",
            "   2   .   .   .   .",
            "   1   .  Bt* Bc   .",
            "   0   .  Rt  Rc   .",
            "  -1   .   .   .   .",
            "      -1   0   1   2",
            "",
            "seat 1:   5  Bc Rs Rr Rf Ru <",
            "seat 2:  12  Bc Bs Bs Bs Br Yc",
            "",
            "B blue  R red  G green  Y yellow  C cyan  P pink  c circle  s square  r rhomb  f flower  u sun  t star",
            "* placed in this turn",
        ]
    )
    m.undo()
    m.play("swap red sun")
    assert "seat 1:   5  Bc Bt Rs Rr Rf <\n  to swap: Ru\nseat 2" in str(m)
    assert "* placed" not in str(m)
    m = match(NO_RED_STAR_FITS, "Rt", "Rt", bag="", passes=2)
    assert str(m).startswith("RowsAndCols. The bag is empty. It is over.\n")


# Positions

FULL = position("Rt0,0 Rc1,0", "RsRrRfRuBt", "Yc")
IN_DRAFT = position("Rt0,0 Rc1,0 Rs2,0 Bs2,1 Bt3,1", "RrRf", "", placed="3,1")
LATE = position("Rt0,0 Bt1,0", "GtYt", "Rc", bag="")
FINISHED = LATE.replace("| 0 GtYt", "| 0 -").replace("| 0 Rc", "| 0 RcGtYt")
TOO_MANY = " ".join(f"Rc{x},0" for x in range(1, 109))
SEVEN_BRICKS = "BcBcBcBcBcBcBc"

# A position, what is changed in it (old text, new text, …), and what is said about that.
IMPOSSIBLE = [
    (
        FULL,
        [FULL, ""],
        "A position has the parts turn, passes, swaps, board, placed, aside, bag, then one part for each of",
    ),
    (FULL, ["| 0 ", "| 0 - | 0 - | 0 - | 0 - | 0 - | 0 "], "A position has the parts"),
    (FULL, ["bag ", "bag 3?"], "The position hides something behind '?'."),
    (FULL, ["turn", "tern"], "Expected 'turn …' but found 'tern 1'."),
    (FULL, ["turn 1", "turn 3"], "turn must be a number from 1 to 2, not '3'."),
    (FULL, ["passes 0", "passes 3"], "passes must be a number from 0 to 2, not '3'."),
    (FULL, ["passes 0", "passes 1"], "Nobody can pass while the bag holds bricks."),
    (FULL, ["swaps 0", "swaps 21"], "swaps must be a number from 0 to 20, not '21'."),
    (FINISHED, ["swaps 0", "swaps 1"], "Nobody can have swapped if the bag is empty."),
    (
        IN_DRAFT,
        ["swaps 0", "swaps 20"],
        "All seats have swapped 10 times, so the match is over and nobody can go on.",
    ),
    (FULL, ["| 0 ", "| -1 "], "The score of a seat must be a number from 0 to 10059, not '-1'."),
    # The board
    (FULL, ["Rc1,0", "Rx1,0"], "'Rx1,0' is not a brick on the board, such as Rt3,-2."),
    (FULL, ["Rc1,0", "Rc10000,0"], "'Rc10000,0' is not a brick on the board, such as Rt3,-2."),
    (FULL, ["Rc1,0", "Rc0,0"], "Two bricks lie on 0,0."),
    (FULL, ["Rt0,0", "Rt2,0"], "There is no brick on 0,0, where the first brick always lies."),
    (FULL, ["Rt0,0 Rc1,0", ""], "Expected 'board …' but found 'board'."),
    (FULL, ["Rc1,0", TOO_MANY], "There are 109 bricks on the board, but only 108 in the game."),
    (FULL, ["Rc1,0", "Rc2,0"], "The brick on 2,0 is not connected to 0,0 by bricks"),
    (FULL, ["Rc1,0", "Rc128,0"], "The brick on 128,0 is not connected to 0,0 by bricks"),
    (
        FULL,
        ["Rc1,0", "Bc1,0"],
        f"The brick on 1,0 is in an invalid line. {two_different('blue circle', 'red star')}",
    ),
    (FULL, ["Rc1,0", "Rt1,0"], "The brick on 1,0 is in an invalid line. A line can't hold two red stars."),
    # Heaps
    (FULL, ["Rc1,0", "Rc1,0 Rs2,0"], "The number of red squares must be 3, but it is 4."),
    (FULL, ["bag Br", "bag "], "The number of blue rhombs must be 3, but it is 2."),
    (FULL, ["bag Br", "bag B"], "is not a heap of at most 108 bricks, such as BcBcRt, or - for none."),
    (FULL, ["aside -", f"aside {SEVEN_BRICKS}"], f"'{SEVEN_BRICKS}' is not a heap of at most 6 bricks"),
    (FULL, ["aside -", "aside"], "Expected 'aside …' but found 'aside'."),
    (FULL, ["| 0 ", "| 0 Br", "bag Br", "bag "], "is not a heap of at most 6 bricks"),
    (FULL, ["0 Yc", "0 "], "The number of yellow circles must be 3, but it is 2."),
    (
        FULL,
        ["0 Yc", "0 ", "YcYc", "YcYcYc"],
        "Seat 2 began the turn with 5 bricks, but a hand has 6, and fewer only when the bag is empty.",
    ),
    (LATE, ["| 0 Rc", "| 0 -"], "The number of red circles must be 3, but it is 2."),
    # What was done in the turn
    (FULL, ["placed -", "placed 1,0"], "Seat 1 began the turn with 7 bricks, but a hand has 6"),
    (FULL, ["placed -", "placed 0,0"], "The brick on 0,0 can't have been placed in this turn."),
    (FULL, ["placed -", "placed 5,0"], "The brick on 5,0 can't have been placed in this turn."),
    (FULL, ["placed -", "placed 1,0 1,0"], "The bricks placed in this turn include the same place twice."),
    (
        FULL,
        ["placed -", "placed here"],
        "'here' is not a list of at most 5 places, such as 3,-2 4,-2, or - for none.",
    ),
    (FULL, ["placed -", "placed 1,0 2,0 3,0 4,0 5,0 6,0"], "is not a list of at most 5 places"),
    (
        IN_DRAFT,
        ["placed 3,1", "placed 1,0"],
        "The brick on 2,0 is not connected to 0,0 by bricks from before this turn.",
    ),
    (
        IN_DRAFT,
        ["placed 3,1", "placed 1,0 2,0 2,1 3,1"],
        "The bricks placed in this turn must be in one line with at least one",
    ),
    (
        IN_DRAFT,
        ["placed 3,1", "placed 2,1 3,1"],
        "The bricks placed in this turn must be in one line with at least one",
    ),
    (
        IN_DRAFT,
        ["aside -", "aside Pt", "PtPtPt", "PtPt"],
        "In one turn bricks are either placed or put aside, not both.",
    ),
    (LATE, ["| 0 GtYt", "| 0 Gt", "aside -", "aside Yt"], "1 brick can't be put aside while the bag holds 0."),
    # The end
    (
        FINISHED,
        ["turn 1", "turn 2"],
        "Seat 1 has no bricks, so its turn ended the match, but another turn came after it.",
    ),
    (
        FINISHED,
        ["passes 0", "passes 2"],
        "Seat 1 has no bricks, so its turn ended the match, but another turn came after it.",
    ),
    (
        LATE,
        ["| 0 GtYt", "| 0 Yt", "Bt1,0", "Bt1,0 Gt2,0", "placed -", "placed 2,0", "passes 0", "passes 2"],
        "All seats have passed, so the match is over and nobody can go on.",
    ),
]


@pytest.mark.parametrize(("text", "changes", "reason"), IMPOSSIBLE)
def test_a_text_that_is_not_a_position_is_refused_with_the_reason(text: str, changes: list[str], reason: str) -> None:
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert old in text
        text = text.replace(old, new, 1)
    with pytest.raises(UnreadablePosition, match=re.escape(reason)):
        Match(ROWS_AND_COLS, position=text)


def test_positions_are_read_in_any_order_and_case() -> None:
    text = FULL.replace("Rt0,0 Rc1,0", "rC1,0   RT0,0").replace("turn", "TURN")
    assert Match(ROWS_AND_COLS, position=text).position == Match(ROWS_AND_COLS, position=FULL).position


def test_a_position_in_the_middle_of_a_turn_is_read() -> None:
    m = Match(ROWS_AND_COLS, position=IN_DRAFT)
    assert "end" in legal(m)
    assert m.state.placed_count == 1
    m = match("Rt0,0", "BcBsBr", "", aside="RcRcRs")
    assert m.state.chosen_size == 3
    assert legal(m) == {"swap blue circle", "swap blue square", "swap blue rhomb", "end"}


@pytest.mark.parametrize("over", [False, True])
def test_a_finished_match_has_a_position_too(over: bool) -> None:
    m = match("Rt0,0 Bt1,0", "Gt", "RcRs", bag="")
    m.play("green star 2,0; end" if over else "green star 2,0")
    again = Match(ROWS_AND_COLS, position=m.position)
    assert again.over == over
    assert again.position == m.position
    assert again.outcome == m.outcome


def test_the_longest_text_of_a_position_is_short() -> None:
    assert len(position(" ".join(staircase(16, -1, -1)), "", "")) < 1500


def test_play_leads_from_the_highest_scores_to_positions_that_can_be_read() -> None:
    m = match("Rt0,0", "RcRsRrRfRuRc", "", scores=(9999, 9999))
    m.play("red circle 1,0; end")
    assert m.scores == (10001, 9999)
    assert Match("rows-and-cols", position=m.position).position == m.position
    with pytest.raises(UnreadablePosition, match="from 0 to 10029"):
        match("Rt0,0", "", "", scores=(10030, 0))
