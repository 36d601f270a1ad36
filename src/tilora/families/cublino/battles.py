"""The battles of a move of Contra, told apart: who fights whom, with whose help, and who loses.

The rules only keep count of what is removed; people want to know why.
"""

from typing import NamedTuple

from tilora.families.cublino.dice import EMPTY, NEXT, OFF, OWNER, TOP
from tilora.kernel import State


class Battle(NamedTuple):
    """One defender against the die that has just tipped. Dice are called by their squares."""

    attackers: tuple[int, ...]
    """The die that has tipped, then those of its side that help it."""
    defenders: tuple[int, ...]
    """The defender, then those of its side that help it."""
    attack: tuple[int, ...]
    """The top faces of the attackers."""
    defence: tuple[int, ...]

    @property
    def loser(self) -> int | None:
        """The square of the die that this battle removes, if any."""
        if sum(self.attack) == sum(self.defence):
            return None
        return self.defenders[0] if sum(self.attack) > sum(self.defence) else self.attackers[0]


def battles_after(before: State, squares: list[int], die: int) -> list[Battle]:
    """The battles when a die tips from the first square to the second, where it then stands like that."""
    begin, end = squares
    seat, other = int(before.turn), 1 - int(before.turn)
    board = [int(stands) for stands in before.board]
    board[begin], board[end] = EMPTY, die
    against = _beside(board, other, end)
    battles = []
    for defender in against:
        attackers = _with_first(end, _beside(board, seat, defender))
        defenders = _with_first(defender, against)
        battles.append(Battle(attackers, defenders, _tops(board, attackers), _tops(board, defenders)))
    return battles


def _beside(board: list[int], seat: int, square: int) -> list[int]:
    """The squares next to this one where the seat has dice."""
    beside = (int(NEXT[heading, square]) for heading in range(len(NEXT)))
    return [near for near in beside if near != OFF and OWNER[board[near]] == seat]


def _with_first(first: int, squares: list[int]) -> tuple[int, ...]:
    return (first, *(square for square in squares if square != first))


def _tops(board: list[int], squares: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(TOP[board[square]]) for square in squares)
