"""What happens in a move of Cublino, one thing after the other: tips, jumps, battles, losses, arrivals."""

from collections.abc import Iterator
from itertools import pairwise

from tilora.families.cublino import words
from tilora.families.cublino.battles import Battle, battles_after
from tilora.families.cublino.dice import EMPTY, OWNER, SIZE, SQUARES, TOP
from tilora.families.cublino.places import AREA, die_id, faces_of, place_of
from tilora.families.cublino.positions import COLOURS, square_name
from tilora.families.cublino.rules import CONTRA, FAR_RANK
from tilora.families.cublino.words import TIP_FAR
from tilora.kernel import State
from tilora.scene.vocabulary import Beat, Move

ACROSS, LOST = "dice across", "dice lost"
"""Where points come from: in Pur, and in Contra."""


def beats(before: State, action: int, after: State, seat: int) -> list[Beat]:
    """What a move did, told to a seat. The die has another id on each square it comes to."""
    squares = words.squares_of(before, action)
    told = list(_steps(before, squares, seat))
    if before.variant == CONTRA:
        battles = battles_after(before, squares, words.die_after(before, squares))
        told += [_battle(before, battle) for battle in battles]
        told += _losses(before, squares[1], battles)
    else:
        told += _points(before, squares)
    return told + _what_follows(before, after)


def _steps(before: State, squares: list[int], seat: int) -> Iterator[Beat]:
    """A beat for each tip or jump."""
    die = words.die_after(before, squares)
    for begin, end in pairwise(squares):
        tips = words.step_of(before, begin, end)[1] == TIP_FAR
        x, y = place_of(end, seat)
        move = Move(
            id=die_id(begin),
            becomes=die_id(end),
            area=AREA,
            x=x,
            y=y,
            faces=faces_of(die, seat) if tips else None,
        )
        if tips:
            said = f"{COLOURS[before.turn]} tips {square_name(begin)} to {square_name(end)}: {TOP[die]} on top."
            yield Beat(words=said, ids=(die_id(end),), moves=(move,))
        else:
            over = (begin + end) // 2
            said = f"{COLOURS[before.turn]} jumps over {square_name(over)} to {square_name(end)}."
            yield Beat(words=said, ids=(die_id(end), die_id(over)), moves=(move,))


def _points(before: State, squares: list[int]) -> list[Beat]:
    """Pur: a beat for a die that has come across, or has changed its face there."""
    points = words.points_of_move(before, squares)
    face = TOP[words.die_after(before, squares)]
    here, mover = squares[-1], int(before.turn)
    if here // SIZE != FAR_RANK[mover] or not points:
        return []
    arrived = squares[0] // SIZE != FAR_RANK[mover]
    said = f"The die is across and counts {face}." if arrived else f"The die now counts {face}, not {face - points}."
    return [Beat(words=said, ids=(die_id(here),), seat=mover, points=points, source=ACROSS)]


def _battle(before: State, battle: Battle) -> Beat:
    """Contra: both sums of a battle, and the dice that make them up."""
    mover = int(before.turn)
    attack = _sum_words(COLOURS[mover], battle.attack)
    defence = _sum_words(COLOURS[1 - mover], battle.defence)
    where = f"Battle of {square_name(battle.attackers[0])} with {square_name(battle.defenders[0])}"
    result = "equal, both dice stay"
    if battle.loser is not None:
        result = f"{square_name(battle.loser)} is beaten"
    ids = tuple(map(die_id, (*battle.attackers, *battle.defenders)))
    return Beat(words=f"{where}: {attack} against {defence}: {result}.", ids=ids)


def _sum_words(colour: str, faces: tuple[int, ...]) -> str:
    total = f" = {sum(faces)}" if len(faces) > 1 else ""
    return f"{colour}'s {' + '.join(map(str, faces))}{total}"


def _losses(before: State, end: int, battles: list[Battle]) -> list[Beat]:
    """Contra: a beat for each die that leaves the board; the attacker last, and once however often it was beaten."""
    losers = {battle.loser for battle in battles if battle.loser is not None}
    told = []
    for square in sorted(losers, key=lambda loser: (loser == end, loser)):
        owner = int(before.turn) if square == end else 1 - int(before.turn)
        said, gone = f"{COLOURS[owner]} loses the die on {square_name(square)}.", die_id(square)
        told.append(Beat(words=said, ids=(gone,), moves=(Move(id=gone),), seat=owner, points=-1, source=LOST))
    return told


def _what_follows(before: State, after: State) -> list[Beat]:
    """A beat for the end of the match, or for a turn that is passed over."""
    if not after.over:
        passed = after.turn == before.turn
        return [Beat(words=words.passed_words(before))] if passed else []
    counted = [
        die_id(square)
        for square in range(SQUARES)
        if after.board[square] != EMPTY and square // SIZE == FAR_RANK[OWNER[after.board[square]]]
    ]
    return [Beat(words=words.end_words(after), ids=tuple(counted))]
