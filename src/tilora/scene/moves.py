"""Moves, and ghosts, of pieces that a state only counts: worked out from what lies where before and after.

Such pieces are called by their places (`mine-3-blue-0`), so a piece that moves gets another id. One that has left its
place and one that has come and looks alike are taken to be the same.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tilora.scene.vocabulary import Ghost, Move, Piece


class Change(NamedTuple):
    """What lies in an area, or in a part of it, before and after something has happened."""

    area: str
    before: Sequence[Piece]
    after: Sequence[Piece]
    end: Sequence[Piece] | None = None
    """The same in the next scene, if more happens until then."""


def moves_between(*changes: Change) -> tuple[Move, ...]:
    """Return the moves that lead from before to after, in all these areas together.

    What has left and is nowhere else is called `gone-…` from then on, and leaves the table. A piece that lies in the
    next scene as it does now needs no place in its move.
    """
    left: list[Piece] = []
    come: list[tuple[Piece, str]] = []
    for area, before, after, end in changes:
        old, new = {piece.id for piece in before}, {piece.id for piece in after}
        left += [piece for piece in before if piece.id not in new]
        come += [(piece, "" if end is None or piece in end else area) for piece in after if piece.id not in old]
    moves = []
    for piece in left:
        found = next((each for each in come if each[0].symbol == piece.symbol), None)
        if found is None:
            moves.append(Move(id=piece.id, becomes=f"gone-{piece.id}"))
            continue
        come.remove(found)
        to, area = found
        becomes = to.id if to.id != piece.id else ""
        if area:
            moves.append(Move(id=piece.id, becomes=becomes, area=area, x=to.x, y=to.y, turn=to.turn))
        else:
            moves.append(Move(id=piece.id, becomes=becomes))
    return tuple(moves)


def ghosts_of(change: Change) -> tuple[Ghost, ...]:
    """Return the pieces that come, for a preview."""
    old = {piece.id for piece in change.before}
    return tuple(Ghost(area=change.area, piece=piece) for piece in change.after if piece.id not in old)
