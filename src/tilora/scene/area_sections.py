"""Sections of an area: spots, pieces and texts that belong together, such as a row of a board, and areas made of them.

A section that is a `part` is built again only when something in it has changed.
"""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from tilora.scene.vocabulary import Area, Piece, Spot, Text


class AreaSection(NamedTuple):
    """What some section of an area consists of."""

    spots: tuple[Spot, ...] = ()
    pieces: tuple[Piece, ...] = ()
    texts: tuple[Text, ...] = ()


def area_of(
    sections: Iterable[AreaSection],
    *,
    id: str,  # noqa: A002 - as an area calls it
    role: Literal["shared", "board", "hand"],
    label: str,
    w: float,
    h: float,
    seat: int | None = None,
) -> Area:
    """Return the area that consists of these sections, drawn in this order."""
    spots, pieces, texts = (tuple(chain.from_iterable(kind)) for kind in zip(*sections, strict=True))
    return Area(id=id, role=role, seat=seat, label=label, w=w, h=h, spots=spots, pieces=pieces, texts=texts)


def around(pieces: Sequence[Piece]) -> tuple[float, float, float, float]:
    """Return left, top, width and height of a spot that lies under all these pieces: one target for several things."""
    left, top = min(piece.x for piece in pieces), min(piece.y for piece in pieces)
    right, bottom = max(piece.x + piece.w for piece in pieces), max(piece.y + piece.h for piece in pieces)
    return left, top, round(right - left, 2), round(bottom - top, 2)
