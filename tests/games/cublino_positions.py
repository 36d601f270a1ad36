"""Setting up positions of Cublino Pur and Cublino Contra for tests, die by die."""

import pytest

from tilora.families.cublino import CONTRA, PUR
from tilora.families.cublino.rules import NORTH_FACE, TOP
from tilora.families.cublino.words import SQUARES_BY_NAME
from tilora.kernel import IllegalAction, Match
from tilora.kernel.toolkit.tipping_dice import orientation_of

LETTERS = "abcdefghijklmnopqrstuvwx"


def w(top: int, north: int, square: str) -> str:
    """The text of a white die, by its face on top and the one towards rank 7."""
    return LETTERS[orientation_of(top, north)].upper() + square


def b(top: int, north: int, square: str) -> str:
    """The text of a black die."""
    return LETTERS[orientation_of(top, north)] + square


def contra(*dice: str, turn: str = "C") -> Match:
    return Match(CONTRA, position=turn + "".join(dice))


def pur(*dice: str, turn: str = "P") -> Match:
    """A match of Pur with these dice and, out of the way, the rest: white's from a1 on, black's from g7 on."""
    taken = {die[1:] for die in dice}
    rest = []
    for names, letter in (("abcdefg", "W"), ("gfedcba", "v")):
        missing = 7 - sum(die[0].isupper() == letter.isupper() for die in dice)
        home = [file + ("1" if letter == "W" else "7") for file in names]
        rest += [letter + square for square in home if square not in taken][:missing]
    return Match(PUR, position=turn + "".join([*dice, *rest]))


def moves_from(match: Match, square: str) -> set[str]:
    """The moves of the die on that square."""
    return {str(action) for action in match.legal() if str(action).startswith(square)}


def faces(match: Match, square: str) -> tuple[int, int]:
    """The faces on top and towards rank 7 of the die there."""
    die = match.state.board[SQUARES_BY_NAME[square]]
    return int(TOP[die]), int(NORTH_FACE[die])


def squares(match: Match) -> set[str]:
    """Where there are dice."""
    text = match.position[1:]
    return {text[i + 1 : i + 3] for i in range(0, len(text), 3)}


def reason(match: Match) -> int:
    return int(match.state.reason)


def ranks(match: Match) -> tuple[int, ...]:
    assert match.outcome is not None
    return match.outcome.ranks


def refusal(match: Match, text: str) -> str:
    """Why a move is not legal. The match stays as it is."""
    before = match.state.tobytes()
    with pytest.raises(IllegalAction) as caught:
        match.play(text)
    assert match.state.tobytes() == before
    return str(caught.value)


SIX_ACROSS = [w(1, 2, f"{file}7") for file in "abcdef"]
BLACK_BACK = ["va4", "vb4", "vc4", "vd4", "ve4"]
ATTACKER = w(6, 3, "d3")
"""White's; with 3 in the north it shows 4 after it has tipped to d4."""
FAR_AWAY = (w(1, 2, "a2"), b(1, 2, "g6"))


def locked(last: str, top: int) -> list[str]:
    """White on rank 3 and black on rank 4, face to face all along, but for one white die that is still on g2."""
    row = [w(1, 2, f"{file}3") for file in "abcdef"] + [b(1, 2, f"{file}4") for file in "abcdef"]
    return [*row, w(2, 7 - top, last), b(top, 2 if top not in (2, 5) else 1, "g4")]
