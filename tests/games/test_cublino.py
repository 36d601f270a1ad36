"""Cublino Pur and Cublino Contra by hand: every paragraph of their rules."""

from itertools import cycle, islice, pairwise

import numpy as np
import pytest

from tests.games.cublino_positions import (
    ATTACKER,
    BLACK_BACK,
    FAR_AWAY,
    LETTERS,
    SIX_ACROSS,
    b,
    contra,
    faces,
    locked,
    moves_from,
    pur,
    ranks,
    reason,
    refusal,
    squares,
    w,
)
from tilora.families.cublino import CONTRA, PUR, rules, words
from tilora.families.cublino.invariants import check
from tilora.families.cublino.paths import MOST_PATHS
from tilora.families.cublino.words import SQUARE_NAMES
from tilora.kernel import Game, Match, State, chance_of
from tilora.kernel.compiled.engine import Engine
from tilora.kernel.toolkit.tipping_dice import FACES, orientation_of, tipped

# Parts


@pytest.mark.parametrize(("game", "letter"), [(PUR, "P"), (CONTRA, "C")])
def test_each_side_starts_with_seven_dice_on_its_home_rank_and_white_begins(game: Game, letter: str) -> None:
    match = Match(game, seed=1)
    assert match.position == f"{letter}Wa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7"
    assert match.turn == 0
    assert match.scores == ((0, 0) if game is PUR else (7, 7))
    check(None, match.state)


def test_dice_start_with_6_on_top_3_towards_their_owner_and_4_towards_the_opponent() -> None:
    match = Match(PUR, seed=1)
    assert faces(match, "c1") == (6, 4)
    assert faces(match, "c7") == (6, 3)


def test_opposite_faces_add_up_to_7_so_tipping_twice_shows_the_other_side() -> None:
    for orientation in FACES:
        for heading in range(4):
            assert tipped(tipped(orientation, heading), heading)[0] == 7 - orientation[0]


def test_dice_stand_in_24_ways_and_1_2_3_run_counter_clockwise_around_their_corner() -> None:
    assert len(set(FACES)) == 24
    assert (1, 7 - 2, 3) in FACES, "1 on top, 2 in the south and 3 in the east"
    for top, north, east in FACES:
        # With x to the east, y to the north and z up, three faces run counter-clockwise if they turn like x, y, z.
        axis = {top: (2, 1), 7 - top: (2, -1), north: (1, 1), 7 - north: (1, -1), east: (0, 1), 7 - east: (0, -1)}
        corner = np.zeros((3, 3))
        for row, face in enumerate((1, 2, 3)):
            corner[row, axis[face][0]] = axis[face][1]
        assert np.linalg.det(corner) == pytest.approx(1)


def test_an_orientation_has_the_number_that_the_rules_give_it() -> None:
    assert [orientation_of(1, north) for north in (2, 3, 4, 5)] == [0, 1, 2, 3]
    assert orientation_of(3, 6) == 4 * 2 + 3
    assert orientation_of(6, 4) == LETTERS.index("w")


# Tipping


def test_a_die_tips_forwards_left_or_right_and_never_backwards() -> None:
    match = contra("Wd4", "vg7")
    assert moves_from(match, "d4") == {"d4d5", "d4c4", "d4e4"}
    match = contra("vd4", "Wa1", turn="c")
    assert moves_from(match, "d4") == {"d4d3", "d4c4", "d4e4"}


def test_a_die_does_not_tip_off_the_board_or_onto_another_die() -> None:
    assert moves_from(contra("Wa4", "vg7"), "a4") == {"a4a5", "a4b4"}
    assert moves_from(contra("Wg4", "Wg5", "va7"), "g4") == {"g4f4"}
    assert moves_from(contra("Wg4", "vf4", "va7"), "g4") == {"g4g5"}


@pytest.mark.parametrize(
    ("move", "after"),
    [("d4d5", (3, 6)), ("d4c4", (2, 4)), ("d4e4", (5, 4))],
)
def test_whites_first_die_turns_by_90_degrees(move: str, after: tuple[int, int]) -> None:
    """6 on top, 3 in the south, so 2 in the east and 5 in the west."""
    match = contra("Wd4", "vg7")
    match.play(move)
    assert faces(match, move[2:]) == after


@pytest.mark.parametrize(
    ("move", "after"),
    [("d4d3", (3, 1)), ("d4c4", (5, 3)), ("d4e4", (2, 3))],
)
def test_blacks_first_die_turns_by_90_degrees(move: str, after: tuple[int, int]) -> None:
    match = contra("vd4", "Wa1", turn="c")
    match.play(move)
    assert faces(match, move[2:]) == after


# Jumping


def test_in_pur_a_die_jumps_over_one_die_of_either_colour_and_does_not_turn() -> None:
    match = pur("Wd3", "Wd4", "vc3", "ve3")
    assert {"d3d5", "d3b3", "d3f3"} <= moves_from(match, "d3")
    for move in ("d3d5", "d3b3", "d3f3"):
        match = pur("Wd3", "Wd4", "vc3", "ve3")
        match.play(move)
        assert faces(match, move[2:]) == (6, 4)
        assert {"d4", "c3", "e3"} <= squares(match), "what was jumped over stays"


def test_a_die_jumps_over_exactly_one_die_and_lands_on_an_empty_square() -> None:
    match = pur("Wd3", "Wd4", "vd5", "ve3", "Wf3")
    assert moves_from(match, "d3") == {"d3c3"}


def test_a_die_does_not_jump_off_the_board_or_backwards() -> None:
    match = pur("Wb6", "Wb7", "va6", "vb5")
    assert moves_from(match, "b6") == {"b6c6"}


def test_black_jumps_towards_rank_1() -> None:
    match = pur("vd4", "Wd3", "vd5", turn="p")
    assert moves_from(match, "d4") == {"d4c4", "d4e4", "d4d2"}


def test_contra_has_no_jumps() -> None:
    match = contra("Wd3", "Wd4", "vg7")
    assert moves_from(match, "d3") == {"d3c3", "d3e3"}


# Pur: moves


def test_the_first_step_of_a_move_may_be_a_tip_and_all_later_ones_are_jumps() -> None:
    match = pur("We3", "ve5", "vf6")
    assert moves_from(match, "e3") == {"e3d3", "e3f3", "e3e4", "e3e4e6", "e3e4e6g6"}
    match.play("e3e4e6g6")
    assert faces(match, "g6") == (3, 6), "only the tip turns the die"
    assert match.turn == 1


def test_after_a_jump_there_is_no_tip() -> None:
    match = pur("We3", "ve4")
    assert moves_from(match, "e3") == {"e3d3", "e3f3", "e3e5"}


def test_a_move_may_go_to_the_side_on_every_rank_it_comes_to() -> None:
    match = pur("Wa2", "Wb2", "Wc3", "vd4", "ve5", "vf6", "Wd2")
    assert "a2c2c4e4e6g6" in moves_from(match, "a2")
    match = pur("Wf2", "We2", "Wd3", "vc4", "vb5", "Wb2", "Wa3")
    assert {"f2d2d4b4b6", "f2d2", "f2d2d4"} <= moves_from(match, "f2")


def test_a_die_does_not_come_back_to_a_square_on_which_it_stood() -> None:
    match = pur("Wd3", "ve3")
    assert "d3f3" in moves_from(match, "d3")
    assert refusal(match, "d3f3d3") == ("A die can't come back to d3, where it has been in the same move.")


def test_a_die_neither_jumps_over_itself_nor_over_where_it_began() -> None:
    match = pur("Wd3")
    assert moves_from(match, "d3") == {"d3d4", "d3c3", "d3e3"}
    assert refusal(match, "d3c3e3") == "A die can't jump over d3, where it was itself."


def test_no_other_die_is_touched_by_a_move_of_pur() -> None:
    match = pur("Wd3", "vd4")
    before = match.state
    match.play("d3d5")
    after = match.state
    changed = np.flatnonzero(before.board != after.board)
    assert {SQUARE_NAMES[int(square)] for square in changed} == {"d3", "d5"}


# Pur: the end


def test_pur_counts_the_top_faces_on_the_far_rank_all_the_time() -> None:
    match = pur(w(6, 4, "g6"), w(2, 4, "a7"), b(5, 3, "a1"))
    assert match.scores == (2, 5)
    match.play("g6f6")
    assert match.scores == (2, 5)
    match = pur(w(6, 4, "a6"), w(2, 4, "c7"), b(5, 3, "a1"), "vg7", "vg6", "vg5", "vg4", "vg3", "vg2")
    match.play("a6a7")
    assert match.scores == (2 + 3, 5)
    match.play("g2f2")
    match.play("c7b7")
    assert match.scores[0] == 3 + faces(match, "b7")[0]


def test_pur_ends_when_a_player_has_all_seven_dice_on_the_far_rank_and_the_higher_sum_wins() -> None:
    match = pur(*SIX_ACROSS, w(6, 4, "g6"), *BLACK_BACK, b(2, 3, "f1"), b(3, 2, "g1"))
    assert not match.over
    match.play("g6g7")
    assert match.over
    assert reason(match) == rules.HOME
    assert match.scores == (6 + 3, 5)
    assert ranks(match) == (1, 2)
    assert match.legal() == []
    assert match.history[-1].words == (
        "Tipped the die on g6 to g7, showing 3. White wins, 9 to 5: a player has all seven dice on the far rank."
    )


def test_whoever_gets_all_dice_across_can_still_lose() -> None:
    match = pur(*SIX_ACROSS, w(6, 4, "g6"), *BLACK_BACK, b(6, 3, "f1"), b(5, 3, "g1"))
    match.play("g6g7")
    assert match.scores == (9, 11)
    assert ranks(match) == (2, 1)


def test_equal_sums_are_a_draw() -> None:
    match = pur(*SIX_ACROSS, w(6, 4, "g6"), *BLACK_BACK, b(4, 2, "f1"), b(5, 3, "g1"))
    match.play("g6g7")
    assert ranks(match) == (1, 1)
    assert match.history[-1].words.endswith("A draw, 9 to 9: a player has all seven dice on the far rank.")


def test_black_gets_across_on_rank_1() -> None:
    dice = [b(1, 2, f"{file}1") for file in "abcdef"]
    match = pur(*dice, b(6, 4, "g3"), "Wg2", "Wa4", "Wb4", "Wc4", "Wd4", "We4", "Wf4", turn="p")
    match.play("g3g1")
    assert reason(match) == rules.HOME
    assert match.scores == (0, 6 + 6)
    assert ranks(match) == (2, 1)


def test_six_dice_across_are_not_enough() -> None:
    match = pur(*SIX_ACROSS, w(6, 4, "g5"), *BLACK_BACK, "vf1", "vg1")
    match.play("g5g6")
    assert not match.over


# Contra: battles. White's attacker tips from d3 to d4. With 3 in the north it shows 4 there.


def battle(*dice: str) -> Match:
    """The match after White's attacker has come to d4."""
    match = contra(ATTACKER, *dice, *FAR_AWAY)
    match.play("d3d4")
    check(None, match.state)
    return match


def test_the_lower_total_loses_its_die_of_the_battle() -> None:
    match = battle(b(3, 2, "d5"))
    assert squares(match) == {"d4", "a2", "g6"}
    assert match.scores == (2, 1)
    match = battle(b(5, 3, "d5"))
    assert squares(match) == {"d5", "a2", "g6"}
    assert match.scores == (1, 2)


def test_equal_totals_remove_nothing() -> None:
    match = battle(b(4, 2, "d5"))
    assert squares(match) == {"d4", "d5", "a2", "g6"}
    assert match.history[-1].words == (
        "Tipped the die on d3 to d4, showing 4. Battle with d5, 4 against 4: both dice stay."
    )


def test_the_attackers_side_counts_all_its_dice_next_to_the_defender() -> None:
    match = battle(b(5, 3, "d5"), w(2, 3, "c5"))
    assert squares(match) == {"d4", "c5", "a2", "g6"}
    assert match.history[-1].words == (
        "Tipped the die on d3 to d4, showing 4. Battle with d5, 6 against 5: Black loses the die on d5."
    )


def test_dice_next_to_the_attacker_only_do_not_help_it() -> None:
    match = battle(b(5, 3, "d5"), w(6, 3, "c4"))
    assert squares(match) == {"d5", "c4", "a2", "g6"}


def test_the_defenders_side_counts_all_its_dice_next_to_the_attacker() -> None:
    match = battle(b(3, 2, "d5"), b(2, 3, "e4"))
    assert squares(match) == {"d5", "e4", "a2", "g6"}
    assert match.scores == (1, 3)
    assert match.history[-1].words == (
        "Tipped the die on d3 to d4, showing 4. Battle with d5, 4 against 5: White loses the die on d4. "
        "Battle with e4, 4 against 5: White loses the die on d4."
    )


def test_dice_next_to_the_defender_only_do_not_help_it() -> None:
    match = battle(b(3, 2, "d5"), b(6, 3, "d6"))
    assert squares(match) == {"d4", "d6", "a2", "g6"}


def test_an_attacker_may_beat_several_defenders_at_once() -> None:
    match = battle(b(1, 2, "d5"), b(1, 2, "e4"), b(1, 2, "c4"))
    assert squares(match) == {"d4", "a2", "g6"}
    assert match.scores == (2, 1)


def test_all_battles_are_worked_out_before_any_die_is_removed() -> None:
    """The attacker falls to e4 and still takes d5 with it, which in turn had counted against it."""
    match = battle(b(3, 2, "d5"), b(2, 3, "e4"), w(6, 3, "c5"))
    assert squares(match) == {"e4", "c5", "a2", "g6"}
    assert match.scores == (2, 2)


def test_only_the_moved_die_fights() -> None:
    match = contra(w(6, 3, "d4"), b(1, 2, "d5"), *FAR_AWAY)
    match.play("a2b2")
    assert squares(match) == {"d4", "d5", "b2", "g6"}


def test_black_attacks_in_the_same_way() -> None:
    match = contra(b(6, 4, "d5"), w(2, 3, "d3"), *FAR_AWAY, turn="c")
    match.play("d5d4")
    assert squares(match) == {"d4", "a2", "g6"}
    assert match.scores == (1, 2)


# Contra: the end


def test_the_first_player_with_a_die_on_the_far_rank_wins() -> None:
    match = contra(w(6, 4, "d6"), *FAR_AWAY)
    match.play("d6d7")
    assert reason(match) == rules.ARRIVED
    assert ranks(match) == (1, 2)
    assert match.scores == (2, 1)
    assert match.history[-1].words == (
        "Tipped the die on d6 to d7, showing 3. White wins: a die has reached the far rank."
    )
    match = contra(b(6, 4, "d2"), *FAR_AWAY, turn="c")
    match.play("d2d1")
    assert ranks(match) == (2, 1)


def test_a_die_removed_in_the_battle_of_that_move_has_not_arrived() -> None:
    match = contra(w(6, 4, "d6"), b(4, 2, "c7"), *FAR_AWAY)
    match.play("d6d7")
    assert not match.over
    assert squares(match) == {"c7", "a2", "g6"}


def test_a_die_that_draws_or_wins_its_battle_has_arrived() -> None:
    for top in (3, 2):
        match = contra(w(6, 4, "d6"), b(top, 1, "c7"), *FAR_AWAY)
        match.play("d6d7")
        assert reason(match) == rules.ARRIVED


def test_a_player_with_no_dice_left_has_lost() -> None:
    match = contra(ATTACKER, b(3, 2, "d5"))
    match.play("d3d4")
    assert reason(match) == rules.NO_DICE
    assert ranks(match) == (1, 2)
    match = contra(ATTACKER, b(5, 3, "d5"))
    match.play("d3d4")
    assert reason(match) == rules.NO_DICE
    assert match.scores == (0, 1)
    assert ranks(match) == (2, 1)
    assert match.history[-1].words.endswith("White loses the die on d4. Black wins: a player has no dice left.")


# Both: no moves, stalling


def test_a_player_without_a_legal_move_is_passed_over() -> None:
    match = contra("Wa5", "va6", "vb5", "ve4", turn="c")
    match.play("e4f4")
    assert match.turn == 1
    assert match.state.turns == 1
    assert match.history[-1].words == (
        "Tipped the die on e4 to f4, showing 2. White can't move, so it is Black's turn again."
    )
    match.play("a6b6")
    assert match.turn == 0


def test_in_pur_it_takes_more_to_shut_a_player_in() -> None:
    shut_in = ["Wa7", "Wb7", "Wc7", "Wd7", "We7", "Wa6", "Wb6", "vf7", "vg7", "vc6", "vd6", "vg1", "vf1", "vd2"]
    match = pur(*shut_in, turn="p")
    match.play("d2d1")
    assert match.turn == 1
    match.play("d6e6")
    assert match.turn == 0
    assert {str(action) for action in match.legal()} == {"b6d6", "b6d6f6"}


def test_a_position_text_that_asks_a_shut_in_player_to_move_means_the_other_one() -> None:
    match = contra("Wa5", "va6", "vb5", "ve4", turn="C")
    assert match.turn == 1
    assert match.position == "cve4Wa5vb5va6"
    match = contra("We3", "vd3", turn="c")
    assert match.turn == 1


def test_if_neither_player_can_move_the_game_is_a_draw() -> None:
    match = contra(*locked("g2", top=4))
    assert not match.over
    match.play("g2g3")
    assert reason(match) == rules.NO_MOVES
    assert ranks(match) == (1, 1)
    assert match.history[-1].words.endswith("both dice stay. A draw: neither player can move.")
    again = Match(CONTRA, position=match.position)
    assert reason(again) == rules.NO_MOVES
    assert again.position == match.position


BACK_AND_FORTH = ["a2b2", "g6f6", "b2a2", "f6g6"]


def test_a_position_that_occurs_for_the_third_time_is_a_draw() -> None:
    match = contra("Wa2", "vg6")
    for move in BACK_AND_FORTH + BACK_AND_FORTH[:3]:
        match.play(move)
        assert not match.over
    match.play("f6g6")
    assert reason(match) == rules.REPETITION
    assert ranks(match) == (1, 1)
    assert match.history[-1].words.endswith("A draw: the same position has occurred three times.")


def test_the_start_of_a_game_counts_as_an_occurrence_too() -> None:
    match = Match(PUR, seed=1)
    for move in ("a1a2", "g7g6", *BACK_AND_FORTH, *BACK_AND_FORTH):
        assert not match.over
        match.play(move)
    assert reason(match) == rules.REPETITION


def test_the_side_to_move_is_part_of_a_position() -> None:
    """White is passed over, so Black comes back to the same board after an odd number of moves."""
    match = contra("Wa5", "va6", "vb5", "ve4", turn="c")
    seen = [match.position]
    for move in ("e4f4", "f4e4", "e4f4", "f4e4"):
        match.play(move)
        seen.append(match.position)
    assert reason(match) == rules.REPETITION
    assert seen.count(seen[0]) == 3


def test_the_same_squares_with_other_faces_are_another_position() -> None:
    """Two dice tip twice to the right and jump back; after two rounds of that they stand as at the beginning."""
    white = ["d3e3", "e3f3", "c3d3", "d3e3", "f3d3", "e3c3"]
    black = ["g5f5", "f5g5"]
    match = pur("Wc3", "Wd3", "vg5")
    first = match.position
    moves = [move for pair in zip(cycle(white), islice(cycle(black), 24), strict=False) for move in pair]
    for number, move in enumerate(moves, 1):
        match.play(move)
        assert match.over == (number == 48)
        assert (match.position == first) == (number in (24, 48))
    assert reason(match) == rules.REPETITION


WALKERS = ("Wa2", "Wa3", "Wa4", "Wa5", "vg7")


def quiet_moves() -> list[str]:
    """Sixty moves to the side: white's dice walk along their ranks one after the other, the last one also back."""
    right = [f"{a}{rank}{b}{rank}" for rank in "2345" for a, b in pairwise("abcdefg")]
    left = [f"{a}5{b}5" for a, b in pairwise("gfedcba")]
    return [move for pair in zip(right + left, cycle(["g7f7", "f7g7"]), strict=False) for move in pair]


def test_sixty_moves_without_a_step_forwards_or_a_removal_are_a_draw() -> None:
    match = contra(*WALKERS)
    for move in quiet_moves():
        assert not match.over
        match.play(move)
    assert reason(match) == rules.STALLING
    assert ranks(match) == (1, 1)
    assert match.history[-1].words.endswith("A draw: in 60 moves no die went forwards and none was removed.")
    assert len(match.history) == 60


def test_a_step_forwards_starts_the_count_again() -> None:
    match = contra(*WALKERS)
    for move in quiet_moves()[:59]:
        match.play(move)
    assert match.state.quiet == 59
    match.play("f7f6")
    assert match.state.quiet == 0
    assert not match.over


def test_a_removal_starts_the_count_again_even_after_a_step_to_the_side() -> None:
    match = contra(w(6, 3, "c4"), b(1, 2, "e4"), *FAR_AWAY)
    match.play("a2b2")
    assert match.state.quiet == 1
    match.play("g6f6")
    match.play("c4d4")
    assert squares(match) == {"d4", "b2", "f6"}
    assert match.state.quiet == 0


def test_a_jump_to_the_side_is_quiet_and_a_jump_forwards_is_not() -> None:
    match = pur("Wd3", "ve3", "Wd6", "ve6")
    match.play("d3f3")
    assert match.state.quiet == 1
    match.play("e6c6")
    assert match.state.quiet == 2
    match.play("d6e6")
    match.play("g7g6")
    assert match.state.quiet == 0
    match = pur("Wd3", "ve3", "vf4")
    match.play("d3f3f5")
    assert match.state.quiet == 0


def test_repetition_is_named_before_stalling() -> None:
    """Both come true at once if a position occurs for the third time with the sixtieth quiet move."""
    match = contra("Wa2", "vg6")
    for move in BACK_AND_FORTH + BACK_AND_FORTH[:3]:
        match.play(move)
    state = match.state
    state.seen[52:60] = state.seen[0:8]
    state.seen[:52] = 0
    state.quiet = 59
    rules.play(state, words.parse_action(state, "f6g6"), chance_of(0, 0))
    assert state.reason == rules.REPETITION


# Paths: each move of Pur has one number

MOST_KNOWN = "PWc1We1Wb2Wd2Wf2Wc3We3vb4vd4vf4vc5ve5vd6vf6"
"""The position with the most moves that climbing from random ones has found."""


def test_each_path_has_its_own_number_even_where_there_are_very_many() -> None:
    match = Match(PUR, position=MOST_KNOWN)
    actions = match.legal()
    assert len(actions) == 344
    assert len(actions) <= rules.MOST_ACTIONS
    assert len({str(action) for action in actions}) == len(actions)
    assert max(action.code for action in actions) < 1 << 22
    for action in actions:
        assert words.parse_action(match.state, str(action)) == action.code


def test_no_lattice_of_dice_gives_a_die_more_paths_than_the_bound() -> None:
    """With dice on every other square, more than the game has, a die has as many paths as it ever could."""
    most = 0
    for rank in range(7):
        for file in range(7):
            for tip_files in (0, 1):
                state = lattice(rank, file, tip_files)
                out = np.empty(rules.MOST_ACTIONS, np.int32)
                tips, jumps = rules.tips_of(state, 0), rules.jumps_of(state, 0)
                most = max(most, rules.add_paths(0, rank * 7 + file, tips, jumps, out, 0))
    assert 340 <= most <= MOST_PATHS


def lattice(rank: int, file: int, shift: int) -> State:
    """A board full of black dice, but for where a white die gets by jumps, with a tip to the side first or not."""
    state = np.zeros(1, rules.STATE)[0]
    for square in range(49):
        reached = (square // 7 - rank) % 2 == 0 and (square % 7 - file - shift) % 2 == 0
        if not reached:
            rules.put(state, square, 40)
    rules.put(state, rank * 7 + file, 1)
    return state


# Counts of games


@pytest.mark.parametrize(
    ("game", "counts"),
    [(PUR, [7, 49, 805, 13225, 236836]), (CONTRA, [7, 49, 511, 5329, 61247])],
)
def test_the_number_of_games_of_each_length_is_known(game: Game, counts: list[int]) -> None:
    engine = Engine(game.rules, "compiled")

    def count(state: State, moves: int) -> int:
        legal = engine.legal(state)
        if moves == 1:
            return len(legal)
        return sum(count(engine.play(state, int(action), chance), moves - 1) for action in legal)

    chance = chance_of(0, 0)
    first = Match(game, seed=1).state
    assert [count(first, moves) for moves in range(1, len(counts) + 1)] == counts
