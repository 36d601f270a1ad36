"""RowsAndCols against its oracle: whole games, step by step, with the engine's luck told to the oracle."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import pytest

from tests import SOAK
from tests.games.rows_positions import NO_RED_STAR_FITS, position, staircase
from tests.oracles.rows import COLOURS, SHAPES, Brick, Cell, Oracle, all_bricks
from tilora.families.rows import ROWS_AND_COLS
from tilora.families.rows.rules import ALL_PASSED, END, FINISHED, KINDS, PASS, SWAP
from tilora.families.rows.words import bricks_on_board, placed_in_turn
from tilora.kernel import State, blank, chance_of
from tilora.kernel.compiled.engine import Engine

words = ROWS_AND_COLS.words

Player = Callable[[random.Random, Sequence[int]], int]


# Ways to play, so that what is rare comes up


def anything(pick: random.Random, legal: Sequence[int]) -> int:
    return pick.choice(legal)


def placing(pick: random.Random, legal: Sequence[int]) -> int:
    """Places as many bricks in a turn as go: long lines, and a match that ends soon."""
    return pick.choice([code for code in legal if code < SWAP] or legal)


def swapping(pick: random.Random, legal: Sequence[int]) -> int:
    """Swaps many at a time, until the bag says no; but not always, or it would never end."""
    if pick.random() < 0.7:
        return pick.choice([code for code in legal if SWAP <= code < END] or legal)
    return placing(pick, legal)


def one_by_one(pick: random.Random, legal: Sequence[int]) -> int:
    """Ends each turn at once: one brick a turn, and hands that are full when the bag is empty."""
    return END if END in legal else placing(pick, legal)


PLAYS: dict[str, tuple[Player, ...]] = {
    "anything": (anything,),
    "placing": (placing,),
    "one by one": (one_by_one,),
    "each its own way": (placing, swapping, one_by_one, anything),
}


# Between the two


class Remembering(Oracle):
    """The oracle, which takes its time to work out what is legal, asked for that as seldom as can be."""

    def legal(self) -> set[str]:
        if not hasattr(self, "_remembered"):
            self._remembered = super().legal()
        return self._remembered

    def play(self, action: str, drawn: list[Brick]) -> None:
        """Carry the action out. Where nobody asked what is legal, it is believed to be."""
        if not hasattr(self, "_remembered"):
            self._remembered = {action}
        super().play(action, drawn)
        del self._remembered


def brick_of(kind: int) -> Brick:
    return COLOURS[kind // len(SHAPES)], SHAPES[kind % len(SHAPES)]


def bricks_of(counts: Sequence[int]) -> list[Brick]:
    """The bricks of the engine's counts by kind."""
    return [brick_of(kind) for kind in range(KINDS) for _ in range(counts[kind])]


def hands_of(state: State) -> list[list[Brick]]:
    return [bricks_of(state.hand[seat].tolist()) for seat in range(state.seats)]


def board_of(state: State) -> dict[Cell, Brick]:
    return {place: brick_of(kind) for place, kind in bricks_on_board(state).items()}


def oracle_of(state: State) -> Oracle:
    """The oracle in a first position."""
    return Remembering(int(state.seats), int(state.turn), board_of(state)[0, 0], hands_of(state))


def oracle_in(state: State) -> Oracle:
    """The oracle in any position. It has no way to be put there, so it starts anywhere and is rearranged."""
    seats = int(state.seats)
    some = list(all_bricks().elements())
    hands = [some[6 * seat + 1 : 6 * seat + 7] for seat in range(seats)]
    oracle = Remembering(seats, int(state.turn), some[0], hands)
    oracle.scores = state.score[:seats].tolist()
    oracle._board = board_of(state)
    oracle._hands = [Counter(hand) for hand in hands_of(state)]
    oracle._bag = Counter(bricks_of(state.bag.tolist()))
    oracle._chosen = Counter(bricks_of(state.chosen.tolist()))
    oracle._placed = placed_in_turn(state)
    oracle._passes_in_a_row = int(state.passes)
    oracle._swaps_in_a_row = int(state.swaps)
    return oracle


def compare(state: State, oracle: Oracle) -> None:
    """Both say the same about the position, apart from what is legal."""
    assert bool(state.over) == oracle.over
    assert state.score[: state.seats].tolist() == oracle.scores
    facts = oracle.facts()
    placed = facts.pop("placed")
    assert isinstance(placed, list)
    assert sorted(placed) == sorted(placed_in_turn(state))
    assert facts == {
        "board": board_of(state),
        "hands": [sorted(hand) for hand in hands_of(state)],
        "bag": dict(Counter(bricks_of(state.bag.tolist()))),
        "chosen": sorted(bricks_of(state.chosen.tolist())),
    }
    if state.over:
        assert state.rank[: state.seats].tolist() == oracle.ranks
    else:
        assert state.turn == oracle.turn


@cache
def engine() -> Engine:
    return Engine(ROWS_AND_COLS.rules, "compiled")


def play_both(
    state: State, oracle: Oracle, players: Sequence[Player], seed: int, share: float
) -> tuple[State, Counter[str]]:
    """Play on in both to the end, comparing all the way, what is legal at that share of the steps.

    The last state is returned, and how often what is rare has come up.
    """
    pick = random.Random(seed)
    seen: Counter[str] = Counter()
    number = 0
    while True:
        legal = engine().legal(state).tolist()
        compare(state, oracle)
        if state.over or pick.random() < share:
            assert {words.action_text(state, code) for code in legal} == oracle.legal()
        if state.over:
            return state, seen
        code = players[state.turn % len(players)](pick, legal)
        number += 1
        after = engine().play(state, code, chance_of(seed, number))
        seat = int(state.turn)
        drawn = (after.hand[seat] - state.hand[seat]).clip(0).tolist()
        oracle.play(words.action_text(state, code), bricks_of(drawn))
        seen["pass"] += int(code == PASS)
        if code == END:
            seen["swap as many as there are"] += int(0 < state.chosen_size == state.bag_size)
            seen["five at once"] += int(state.placed_count == 5)
            seen["a bag that runs out"] += int(state.bag_size > 0 == after.bag_size)
            seen["twelve points"] += int(after.score[seat] - state.score[seat] >= 12)
        state = after


def state_of(text: str) -> State:
    state = blank(ROWS_AND_COLS.rules.STATE)
    words.parse_position(text, state)
    return state


@pytest.mark.parametrize("seats", ROWS_AND_COLS.seats)
def test_in_each_position_of_a_game_the_same_is_legal(seats: int) -> None:
    state = engine().new(0, seats, np.zeros(0, np.int64), chance_of(seats, 0))
    play_both(state, oracle_of(state), PLAYS["each its own way"], seats, share=1)


@pytest.mark.parametrize("plays", PLAYS)
@pytest.mark.parametrize("seats", ROWS_AND_COLS.seats)
def test_the_engine_plays_as_the_oracle_does(seats: int, plays: str) -> None:
    for seed in range(5 * SOAK):
        state = engine().new(0, seats, np.zeros(0, np.int64), chance_of(seed, 0))
        play_both(state, oracle_of(state), PLAYS[plays], seed, share=1 / 20 if SOAK == 1 else 1)


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("right", [1, -1])
def test_both_agree_on_boards_that_are_as_long_as_can_be(right: int, upright: bool) -> None:
    for first in (0, 50, 90):
        board = " ".join(staircase(16, right, 1, upright, first)[:-1])
        state = state_of(position(board, "", ""))
        play_both(state, oracle_in(state), PLAYS["each its own way"], first, share=1 / 4)


def test_both_agree_on_the_end_when_hardly_anything_fits() -> None:
    """From positions in which red stars fit nowhere: seats pass, and matches end because all do."""
    ends: Counter[int] = Counter()
    passes = 0
    for seed in range(60):
        pick = random.Random(seed)
        seats = pick.choice((2, 3, 4, 5, 6))
        hands = [["Rt"], ["Rt"]] + [[] for _ in range(seats - 2)]
        board = NO_RED_STAR_FITS.split()
        for hand in hands[2:]:
            while len(hand) < 2:
                taken = pick.choice([brick for brick in board if brick[0] != "R" and brick[1] != "t"])
                without = [brick for brick in board if brick != taken]
                if hang_together(without):
                    board = without
                    hand.append(taken[:2])
        pick.shuffle(hands)
        state = state_of(position(" ".join(board), *map("".join, hands), bag=""))
        after, seen = play_both(state, oracle_in(state), PLAYS["placing"], seed, share=1 / 2)
        ends[int(after.reason)] += 1
        passes += seen["pass"]
    assert ends[FINISHED] > 0
    assert ends[ALL_PASSED] > 0
    assert passes > 20


def hang_together(board: list[str]) -> bool:
    left = {(int(x), int(y)) for x, y in (brick[2:].split(",") for brick in board)}
    reached = [(0, 0)]
    for x, y in reached:
        for place in {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & (left - {(0, 0)}):
            left.remove(place)
            reached.append(place)
    return len(left) == 1


def test_both_agree_when_the_bag_is_nearly_empty() -> None:
    seen: Counter[str] = Counter()
    for seed in range(12):
        pick = random.Random(seed)
        bag = "".join(pick.sample(["Bc", "Rs", "Gr", "Yf", "Cu", "Pt"], pick.randint(1, 4)))
        state = state_of(position("Rt0,0 Bt1,0", "GtYtCtPt", "RcRsRrRu", bag=bag))
        _, found = play_both(state, oracle_in(state), PLAYS["each its own way"], seed, share=1 / 8)
        seen += found
    assert seen["swap as many as there are"] > 3
    assert seen["a bag that runs out"] > 10
