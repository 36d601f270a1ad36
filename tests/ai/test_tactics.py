"""Tactics: positions made by hand with one clearly right action, which every level from 3 or 5 up finds."""

from collections.abc import Callable

import pytest

from tests.games.cublino_positions import ATTACKER, BLACK_BACK, FAR_AWAY, SIX_ACROSS, b, contra, pur, w
from tests.games.drafting_positions import position as drafting_position
from tests.games.drafting_positions import seat
from tests.games.rows_positions import position as rows_position
from tests.games.welters_positions import position as welters_position
from tilora.ai.players import levels
from tilora.ai.search import think
from tilora.ai.search.alphabeta import HASTE
from tilora.ai.search.think import Budget
from tilora.kernel import Match

good_levels = pytest.mark.parametrize("number", [5, 6, 7, 8])
levels_from_3 = pytest.mark.parametrize("number", [3, 4, 5, 6, 7, 8])


def choices(match: Match, number: int) -> set[str]:
    """What the level takes there, with a few seeds where it is not always the same."""
    assert levels.prepare(match.game, wait=None)
    view = match.view(match.turn)
    seeds = range(6 if levels.level(number).looseness else 2)
    return {levels.choose(view, levels.level(number), seed=seed) for seed in seeds}


# Cyberzul and Zellij

DRAFTING = pytest.mark.parametrize(("game", "middle"), [("cyberzul", "middle"), ("zellij", "yard")])
COLUMN = {1: "B....", 2: "W....", 3: "K....", 4: "R...."}
STUCK = {2: "K", 3: "W", 4: "O", 5: "K"}


@good_levels
@DRAFTING
def test_finish_a_column(game: str, middle: str, number: int) -> None:
    """The one orange tile fills line 5, and the tile of line 5 completes the first column."""
    position = drafting_position(seat(lines={5: "OOOO"}, wall=COLUMN), seat(), mines=["OBRK"])
    assert choices(Match(game, position=position), number) == {"1 orange 5"}


@levels_from_3
@DRAFTING
def test_refuse_a_poisoned_colour(game: str, middle: str, number: int) -> None:
    """Six blue tiles fit nowhere: whoever takes the red one leaves them to the other."""
    mine, other = seat(20, lines=STUCK), seat(20, lines=STUCK | {1: "W"}, floor="*")
    match = Match(game, position=drafting_position(mine, other, middle="BBBBBBR", marker="2"))
    assert choices(match, number) == {f"{middle} red 1"}


@levels_from_3
@DRAFTING
def test_end_the_match_when_ahead(game: str, middle: str, number: int) -> None:
    """The blue tile completes the first row, which ends the match with a lead; the other would catch up."""
    mine, other = seat(40, wall={1: ".ORKW"}), seat(30, lines={5: "OOOOO", 4: "RRRR"}, wall={1: "BOR.."}, floor="*")
    match = Match(game, position=drafting_position(mine, other, middle="BK", marker="2"))
    assert choices(match, number) == {f"{middle} blue 1"}


# RowsAndCols

OTHERS = "BcBsYrGtCc"


@levels_from_3
def test_take_the_line_of_six(number: int) -> None:
    match = Match("rows-and-cols", position=rows_position("Rt0,0 Rc1,0 Rs2,0 Rr3,0 Rf4,0", "Ru" + OTHERS, "PcPs"))
    assert choices(match, number) <= {"red sun 5,0", "red sun -1,0"}


@good_levels
def test_build_the_line_of_six_with_two_bricks_in_a_turn(number: int) -> None:
    match = Match("rows-and-cols", position=rows_position("Rt0,0 Rc1,0 Rs2,0 Rr3,0", "RuRf" + OTHERS[2:], "PcPs"))
    first = match.turn
    while match.turn == first and match.played < 4:
        (text, *_) = choices(match, number)
        match.play(text)
    assert match.scores[0] >= 6 + 6


@levels_from_3
def test_go_out_with_the_last_brick(number: int) -> None:
    match = Match("rows-and-cols", position=rows_position("Rt0,0 Bt1,0", "GtYt", "Rc", bag=""))
    match.play("green star 2,0")
    assert all(choice.startswith("yellow star") for choice in choices(match, number))


# Cublino Pur


@levels_from_3
def test_bring_the_last_die_home_when_that_wins(number: int) -> None:
    match = pur(*SIX_ACROSS, w(6, 4, "g6"), *BLACK_BACK, b(2, 3, "f1"), b(3, 2, "g1"))
    assert choices(match, number) == {"g6g7"}


@levels_from_3
def test_do_not_bring_the_last_die_home_when_that_loses(number: int) -> None:
    match = pur(*SIX_ACROSS, w(6, 4, "g6"), *BLACK_BACK, b(6, 3, "f1"), b(5, 3, "g1"))
    assert "g6g7" not in choices(match, number)


# Cublino Contra


@levels_from_3
def test_step_onto_the_far_rank(number: int) -> None:
    assert choices(contra(w(6, 4, "d6"), *FAR_AWAY), number) == {"d6d7"}


@levels_from_3
def test_stop_a_die_one_step_from_home(number: int) -> None:
    match = contra(w(6, 4, "f2"), w(1, 2, "a4"), b(1, 2, "d2"), b(1, 2, "g6"))
    assert losing_moves(match) == {str(action) for action in match.legal()} - {"f2e2"}
    assert choices(match, number) == {"f2e2"}


BLOCKED = [w(1, 2, square) for square in ("a1", "c1", "c2", "e2")] + [b(5, 1, "d2"), b(6, 2, "d3"), b(6, 2, "g7")]


@good_levels
def test_block_the_last_square(number: int) -> None:
    """White's die comes out even with the one on d2, and stands in its way; c2 and e2 are taken."""
    match = contra(*BLOCKED)
    saving = {str(action) for action in match.legal()} - losing_moves(match)
    assert saving == {"c1d1"}
    assert choices(match, number) == saving


@good_levels
def test_win_a_battle(number: int) -> None:
    match = contra(ATTACKER, b(3, 2, "d5"), w(1, 2, "a2"), b(1, 2, "g6"), b(1, 2, "f6"))
    assert choices(match, number) == {"d3d4"}


def losing_moves(match: Match) -> set[str]:
    """Moves after which the other wins at once."""
    found = set()
    for action in match.legal():
        match.play(action)
        if not match.over and wins_at_once(match):
            found.add(str(action))
        match.undo()
    return found


def wins_at_once(match: Match) -> bool:
    mover = match.turn
    for action in match.legal():
        match.play(action)
        won = match.outcome is not None and match.outcome.winners == (mover,)
        match.undo()
        if won:
            return True
    return False


# Welters


@good_levels
def test_cast_exactly(number: int) -> None:
    """The cards are exactly those of the metal tile."""
    position = welters_position("r5 y5 b5 r0 y1", "b9 b8 b9", chosen="r5 y5 b5", c4="M5.5.5", d7="T0.0.0", e7="T0.0.0")
    assert choices(Match("welters", position=position), number) == {"cast c4"}


@good_levels
def test_choose_the_cards_that_meet_the_best_tile(number: int) -> None:
    far = {f"{file}{row}": "W0.0.0" for file in "abcde" for row in (1, 2, 3)}
    far |= {f"{file}{row}": "S0.0.0" for file in "abcde" for row in (4, 5)} | {"a6": "S0.0.0"}
    far |= dict.fromkeys(("b6", "c6", "d6", "e6", "a7", "b7", "c7"), "G0.0.0")
    position = welters_position("r5 y9 b7 r1 y2 b2", "b9 b8 b9", also=far, d7="T5.9.7", e7="T10.0.0")
    match = Match("welters", position=position)
    for _ in range(3):
        picked = choices(match, number)
        assert picked <= {"red 5", "yellow 9", "blue 7"}
        match.play(picked.pop())
    assert choices(match, number) == {"cast d7"}


# Pebbles


@good_levels
def test_draw_the_last_pebble(number: int) -> None:
    """It is black, and would make a pair for the other."""
    position = "6 of each | turn 1 | banked 0 | 1w 0b / 5w 0b | 0w 1b / 0w 4b"
    assert choices(Match("pebbles", position=position), number) == {"draw"}


# Proven wins


@pytest.mark.parametrize(
    ("place", "move", "plies"),
    [
        (lambda: contra(w(6, 4, "d6"), *FAR_AWAY), "d6d7", 1),
        (lambda: contra(b(6, 4, "d2"), *FAR_AWAY, turn="c"), "d2d1", 1),
        (lambda: contra(w(6, 4, "d5"), w(1, 2, "a2"), b(1, 2, "g6")), "d5d6", 3),
        (lambda: contra(b(6, 4, "d3"), w(1, 2, "a2"), b(1, 2, "g6"), turn="c"), "d3d2", 3),
        (lambda: pur(*SIX_ACROSS, w(6, 4, "g6"), *BLACK_BACK, b(2, 3, "f1"), b(3, 2, "g1")), "g6g7", 1),
        (lambda: pur(*SIX_ACROSS, w(6, 4, "g5"), *BLACK_BACK, "vf2", "vg2"), "g5g6", 3),
    ],
)
def test_a_win_is_proven_and_played_by_the_shortest_way(place: Callable[[], Match], move: str, plies: int) -> None:
    match = place()
    answer = think.think(match.view(match.turn), Budget(20_000), use=think.ADVICE)
    assert answer.action == move
    assert answer.alternatives[0].value == answer.values[match.turn] == pytest.approx(1 - HASTE * plies)
    assert answer.simulations < 20_000  # what is proven is not thought about any longer


def test_a_proven_loss_is_known_as_one_and_put_off() -> None:
    match = contra(w(1, 2, "a2"), b(6, 4, "d2"), b(1, 2, "f2"))
    answer = think.think(match.view(0), Budget(20_000), use=think.ADVICE)
    assert answer.values[0] == pytest.approx(HASTE * 2)
    assert answer.simulations < 20_000


def test_the_third_occurrence_is_seen_as_a_draw() -> None:
    """Black has lost the race, but for the position that occurs for the third time."""
    match = contra(w(6, 4, "a5"), b(6, 4, "g6"))
    for move in ("a5b5", "g6f6", "b5a5", "f6g6", "a5b5", "g6f6", "b5a5"):
        match.play(move)
    answer = think.think(match.view(1), Budget(20_000), use=think.ADVICE)
    assert answer.action == "f6g6"
    assert answer.values == (0.5, 0.5)
    assert answer.alternatives[1].value < 0.01
