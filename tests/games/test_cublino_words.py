"""What is said of Cublino Pur and Contra: texts of moves and positions, sentences, and the board in a terminal."""

import random

import pytest

from tests.games.cublino_positions import SIX_ACROSS, b, contra, locked, pur, ranks, reason, refusal, squares, w
from tilora.families.cublino import CONTRA, PUR, rules, words
from tilora.kernel import Game, IllegalAction, Match, UnreadableAction, UnreadablePosition

# Texts of positions


def test_dice_of_a_position_may_come_in_any_order_and_go_out_sorted() -> None:
    assert Match(CONTRA, position="cvg7Wb2Wa2vc4").position == "cWa2Wb2vc4vg7"


def test_finished_positions_are_over_at_once() -> None:
    match = contra("Wd7", "va6", turn="c")
    assert reason(match) == rules.ARRIVED
    assert ranks(match) == (1, 2)
    assert match.turn == 1
    match = contra("Wd6")
    assert reason(match) == rules.NO_DICE
    assert ranks(match) == (1, 2)
    match = pur(*SIX_ACROSS, w(6, 4, "g7"), "vg1", "vf1", "ve1", "vd1", "vc1", "vb1", "va2")
    assert reason(match) == rules.HOME


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        (PUR, "", "A position begins with P for Cublino Pur or C for Cublino Contra, not with ''."),
        (PUR, "XWa1", "A position begins with P for Cublino Pur or C for Cublino Contra, not with 'X'."),
        (PUR, "CWa1", "This is a position of Cublino Contra."),
        (CONTRA, "pWa1", "This is a position of Cublino Pur."),
        (
            CONTRA,
            "CWa1Wh1",
            "'Wh1' is not a die: a letter from a to x, in upper case for White, and a square from a1 to g7.",
        ),
        (
            CONTRA,
            "CYa1",
            "'Ya1' is not a die: a letter from a to x, in upper case for White, and a square from a1 to g7.",
        ),
        (
            CONTRA,
            "CWa1W",
            "'W' is not a die: a letter from a to x, in upper case for White, and a square from a1 to g7.",
        ),
        (CONTRA, "CWa1va1", "There are two dice on a1."),
        (
            CONTRA,
            "C" + "".join(f"Wa{r}Wb{r}" for r in "1234"),
            "White has 8 dice, but there are only seven of each colour.",
        ),
        (PUR, "PWa1vg7", "White has 1 die, but in Cublino Pur all seven stay on the board."),
        (CONTRA, "C", "There are no dice, but one player always keeps some."),
        (CONTRA, "CWa7Wb7vd4", "Several dice are on their far ranks, but the first one to arrive ends the match."),
        (CONTRA, "CWa7va1", "Several dice are on their far ranks, but the first one to arrive ends the match."),
        (
            PUR,
            "P" + "".join(f"v{f}1" for f in "abcdefg") + "".join(f"W{f}7" for f in "abcdefg"),
            "Both players have all their dice on the far rank, but the first one to get there ends the match.",
        ),
    ],
)
def test_a_text_that_is_not_a_position_is_refused(game: Game, text: str, message: str) -> None:
    with pytest.raises(UnreadablePosition) as caught:
        Match(game, position=text)
    assert str(caught.value) == message


# Texts of moves, and why not


@pytest.mark.parametrize("text", ["", "e1", "e1-e2", "e1e", "hello", "11", "e1e10", "Tip E1, then E2"])
def test_a_text_that_is_not_a_move_is_refused(text: str) -> None:
    with pytest.raises(UnreadableAction) as caught:
        Match(PUR, seed=1).play(text)
    assert str(caught.value) == (f"{text!r} is not a move. Name the squares of the die in order, like 'e1e2'.")


def test_moves_may_be_written_in_upper_case() -> None:
    match = Match(PUR, seed=1)
    match.play(" E1E2 ")
    assert "e2" in squares(match)


MIDDLE = ("Wd3", "vd4", "We4", "vb3", "vd6")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("h1h2", "There is no square h1. Files are a to g, ranks 1 to 7."),
        ("d3d8", "There is no square d8. Files are a to g, ranks 1 to 7."),
        ("d3d0", "There is no square d0. Files are a to g, ranks 1 to 7."),
        ("f4f5", "There is no die on f4."),
        ("b3b4", "The die on b3 is Black's, and it is White's turn."),
        ("b3b2", "The die on b3 is Black's, and it is White's turn."),
        ("d3d2", "Dice never go backwards: White's go towards rank 7."),
        ("d3d1", "Dice never go backwards: White's go towards rank 7."),
        ("d3e4", "A die goes straight forwards, left or right, not from d3 to e4."),
        ("d3c1", "A die goes straight forwards, left or right, not from d3 to c1."),
        ("d3d3", "A die goes straight forwards, left or right, not from d3 to d3."),
        ("d3d4", "There is already a die on d4."),
        ("d3g3", "A jump goes over exactly one die: g3 is too far from d3."),
        ("d3b3", "There is already a die on b3."),
        ("d3f3", "A jump goes over exactly one die, but there is none on e3."),
        ("d3c3c4", "Only the first step of a move can be a tip. From c3 the die can only jump."),
        ("d3d5d6", "Only the first step of a move can be a tip. From d5 the die can only jump."),
        ("d3d5d7", "There is already a die on d7."),
        ("d3c3c5", "A jump goes over exactly one die, but there is none on c4."),
        ("d3c3a3c3", "A die can't come back to c3, where it has been in the same move."),
        ("d3c3d3", "A die can't come back to d3, where it has been in the same move."),
        ("d3d5d3", "Dice never go backwards: White's go towards rank 7."),
        ("d3c3e3", "A die can't jump over d3, where it was itself."),
    ],
)
def test_a_move_that_pur_forbids_is_refused_with_the_reason(text: str, message: str) -> None:
    assert refusal(pur(*MIDDLE), text) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("d3d5", "In Cublino Contra, a die only tips to the next square: d5 is too far from d3."),
        ("d3c3b3", "In Cublino Contra, a move is a single tip."),
        ("d3d4", "There is already a die on d4."),
        ("d3d2", "Dice never go backwards: White's go towards rank 7."),
        ("c3c4", "There is no die on c3."),
        ("d4d3", "The die on d4 is Black's, and it is White's turn."),
    ],
)
def test_a_move_that_contra_forbids_is_refused_with_the_reason(text: str, message: str) -> None:
    assert refusal(contra("Wd3", "vd4", "We4"), text) == message


def test_backwards_is_the_other_way_for_black() -> None:
    match = contra("Wd2", "vd4", turn="c")
    assert refusal(match, "d4d5") == "Dice never go backwards: Black's go towards rank 1."


@pytest.mark.parametrize("game", [PUR, CONTRA])
def test_numbers_that_are_not_moves_have_a_reason_too(game: Game) -> None:
    state = Match(game, seed=1).state
    luck = random.Random(1)
    codes = [-1, 0, 1 << 22, 10**9, *(luck.randrange(1 << 22) for _ in range(2000)), *range(200)]
    for code in codes:
        assert words.why_not(state, code).endswith(".")


def test_every_text_of_squares_is_a_legal_move_or_refused_with_a_reason() -> None:
    luck = random.Random(2)
    match = pur(*MIDDLE)
    legal = {str(action) for action in match.legal()}
    names = [f"{file}{rank}" for file in "cdef" for rank in "345"]
    for _ in range(5000):
        text = "d3" + "".join(luck.choices(names, k=luck.randint(1, 3)))
        try:
            code = words.parse_action(match.state, text)
        except IllegalAction as error:
            assert "can't make that move" not in str(error)
            assert text not in legal
        else:
            assert words.action_text(match.state, code) == text
            if text not in legal:
                assert "can't make that move" not in words.why_not(match.state, code)


# Sentences and the board


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("d3c3", "Tip the die on d3 to c3, showing 2."),
        ("d3d5", "Jump the die on d3 to d5, showing 6."),
        ("d3e3e5", "Tip d3 to e3, jump to e5, showing 5."),
        ("d3e3e5c5", "Tip d3 to e3, jump to e5, jump to c5, showing 5."),
    ],
)
def test_a_move_is_said_in_a_sentence(move: str, sentence: str) -> None:
    match = pur(*MIDDLE, "vd5") if move.endswith("c5") else pur(*MIDDLE)
    assert {str(action): action.words for action in match.legal()}[move] == sentence


def test_what_happened_is_described_in_the_past_tense() -> None:
    match = pur(*MIDDLE)
    match.play("d3e3e5")
    assert match.history[-1].words == "Tipped d3 to e3, jumped to e5, showing 5."


def test_the_board_shows_each_die_with_its_top_and_the_face_towards_rank_7() -> None:
    assert str(Match(CONTRA, seed=1)).splitlines() == [
        "Cublino Contra. White to move. White (seat 1) has 7, Black (seat 2) has 7 dice.",
        "",
        "7  b63 b63 b63 b63 b63 b63 b63",
        *[f"{rank}   .   .   .   .   .   .   ." for rank in (6, 5, 4, 3, 2)],
        "1  W64 W64 W64 W64 W64 W64 W64",
        "    a   b   c   d   e   f   g",
        "",
        "W64 is a die of White with 6 on top and 4 towards rank 7; small b is for Black's dice.",
    ]


def test_the_board_says_who_won() -> None:
    assert "It is over: White wins. White (seat 1) has 1," in str(contra("Wd7", "va6", turn="c"))
    assert "It is over: Black wins." in str(contra("Wd4", "va1"))
    assert "It is over: a draw." in str(contra(*locked("g3", top=1)[:-2], w(1, 2, "g3"), b(1, 2, "g4")))


def test_nothing_is_hidden() -> None:
    match = Match(PUR, seed=1)
    for seat in (None, 0, 1):
        view = match.view(seat)
        assert view.state.tobytes() == match.state.tobytes()
        assert view.imagine(1).tobytes() == match.state.tobytes()
