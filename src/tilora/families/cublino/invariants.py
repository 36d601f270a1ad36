"""What stays true in Cublino Pur and Cublino Contra."""

from tilora.families.cublino import rules
from tilora.families.cublino.paths import SIZE
from tilora.families.cublino.rules import CONTRA, DICE_OF_SEAT, EMPTY, FAR_RANK, HOME_RANK, MOST_QUIET, OWNER, PUR
from tilora.kernel import State


def check(before: State | None, after: State) -> None:
    """Dice are conserved or removed, scores follow from the board, and the three ways to write it agree."""
    for seat in (0, 1):
        squares = dice_of(after, seat)
        across = [square for square in squares if square // SIZE == FAR_RANK[seat]]
        assert after.dice[seat] == sum(1 << square for square in squares)
        if after.variant == PUR:
            assert len(squares) == DICE_OF_SEAT
            assert after.score[seat] == sum(rules.TOP[after.board[square]] for square in across)
        else:
            assert len(squares) == after.score[seat] <= DICE_OF_SEAT
            assert bool(across) <= bool(after.over)
            assert bool(squares) or bool(after.over)
    mark = 0
    for square, die in enumerate(after.board):
        mark ^= int(rules.MARK[square, die])
    assert after.mark == mark
    assert 0 <= after.quiet <= (MOST_QUIET if after.over else MOST_QUIET - 1)
    if before is not None:
        check_step(before, after)


def dice_of(state: State, seat: int) -> list[int]:
    return [square for square, die in enumerate(state.board) if die != EMPTY and OWNER[die] == seat]


def ranks_gone(state: State, seat: int) -> int:
    """How many ranks all dice of the seat together have gone forwards."""
    return sum(abs(square // SIZE - HOME_RANK[seat]) for square in dice_of(state, seat))


def check_step(before: State, after: State) -> None:
    """One die has moved and never backwards; others at most were removed, and a quiet move removed nothing."""
    seat, other = int(before.turn), 1 - int(before.turn)
    assert after.turns == before.turns + 1
    assert after.quiet in (0, before.quiet + 1)
    new = [square for square in dice_of(after, seat) if before.board[square] != after.board[square]]
    left = [square for square in dice_of(before, seat) if after.board[square] != before.board[square]]
    assert len(left) == 1
    assert len(new) <= 1
    removed = [square for square in dice_of(before, other) if after.board[square] == EMPTY]
    assert set(dice_of(after, other)) == set(dice_of(before, other)) - set(removed)
    assert all(after.board[square] == before.board[square] for square in dice_of(after, other))
    assert len(removed) <= (3 if after.variant == CONTRA else 0)
    if len(new) == 1:
        gone = ranks_gone(after, seat) - ranks_gone(before, seat)
        assert gone >= 0
        assert (after.quiet > 0) == (gone == 0 and not removed)
    else:
        assert after.variant == CONTRA
        assert after.quiet == 0
    if after.reason == rules.ARRIVED:
        assert after.rank[seat] == 1
    if after.reason == rules.NO_DICE:
        assert (after.score > 0).tolist() == (after.rank == 1).tolist()
