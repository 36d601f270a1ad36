"""Draws a die from above and a little from the front and the right, so that three faces can be read.

Its material is a symbol of the game's art: a face that fills its whole square. `<material>-pip` is one pip of it.
Everything here is in the die's own unit square.
"""

from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from tilora.scene.vocabulary import Faces

MARGIN, FACE, DEPTH = 0.05, 0.62, 0.28
"""The margin around the die, the size of its top face, and how far its sides reach down and to the right."""
LOW, HALF, HIGH = 0.23, 0.5, 0.77
"""Where pips stand along the side of a face."""
PIP, ONLY_PIP = 0.21, 0.28
"""The width of a pip; a single one is larger."""
CORNER = {2: (1, 3), 3: (1, 2)}
"""The diagonal of a face runs to the corner that it shares with these two."""
LINES = (3, 4)
"""The lines of a six run from one of these faces to the other."""
EDGE = "#1d1109"


class DieSide(NamedTuple):
    """A visible face, and the faces beyond its left, right, upper and lower edge as it is drawn."""

    face: int
    left: int
    right: int
    up: int
    down: int
    matrix: str
    """From the face's own unit square to the die's."""
    shade: float
    """How dark it is, as the light comes from above."""


def sides(faces: Faces) -> tuple[DieSide, DieSide, DieSide]:
    """Return the top, the front and the right side. Opposite faces add up to 7."""
    top, front, right = faces.top, faces.front, faces.right
    back, left, bottom = 7 - front, 7 - right, 7 - top
    end = MARGIN + FACE
    return (
        DieSide(top, left, right, back, front, f"{FACE} 0 0 {FACE} {MARGIN} {MARGIN}", 0.0),
        DieSide(front, left, right, top, bottom, f"{FACE} 0 {DEPTH} {DEPTH} {MARGIN} {end}", 0.12),
        DieSide(right, top, bottom, back, front, f"{DEPTH} {DEPTH} 0 {FACE} {end} {MARGIN}", 0.24),
    )


def pips(side: DieSide) -> list[tuple[float, float]]:
    """Return where the pips of a face are. They are part of the die, so they turn with the faces next to it."""
    places = [(HALF, HALF)] if side.face % 2 else []
    if side.face in CORNER:
        across = LOW if side.left in CORNER[side.face] else HIGH
        down = LOW if side.up in CORNER[side.face] else HIGH
        places += [(across, down), (LOW + HIGH - across, LOW + HIGH - down)]
    if side.face >= 4:
        places += [(across, down) for across in (LOW, HIGH) for down in (LOW, HIGH)]
    if side.face == 6:
        places += [(HALF, LOW), (HALF, HIGH)] if side.left in LINES else [(LOW, HALF), (HIGH, HALF)]
    return places


def die(material: str, faces: Faces) -> str:
    """Return the drawing of a die with its shadow."""
    return _shadow() + "".join(_side(side, material) for side in sides(faces)) + _edges()


def outline() -> str:
    """Return the path around the three faces."""
    end, far = MARGIN + FACE, MARGIN + FACE + DEPTH
    return f"M{MARGIN} {MARGIN}H{end:g}L{far:g} {MARGIN + DEPTH:g}V{far:g}H{MARGIN + DEPTH:g}L{MARGIN} {end:g}Z"


def _side(side: DieSide, material: str) -> str:
    wide = PIP if side.face > 1 else ONLY_PIP
    marks = [
        f"<use href={quoteattr(f'#{material}-pip')} x="
        f'"{across - wide / 2:.3f}" y="{down - wide / 2:.3f}" width="{wide}" height="{wide}"/>'
        for across, down in pips(side)
    ]
    shade = f'<path d="M0 0H1V1H0Z" fill="{EDGE}" fill-opacity="{side.shade}"/>' if side.shade else ""
    face = f'<use href={quoteattr("#" + material)} width="1" height="1"/>'
    return f'<g transform="matrix({side.matrix})">{face}{shade}{"".join(marks)}</g>'


def _shadow() -> str:
    # Two steps look like a soft shadow and cost no filter.
    return "".join(
        f'<path d="{outline()}" transform="translate({shift} {shift})" fill="{EDGE}" opacity="0.2" stroke="{EDGE}" '
        f'stroke-width="{width}" stroke-linejoin="round"/>'
        for shift, width in ((0.03, 0.09), (0.02, 0.04))
    )


def _edges() -> str:
    """A dark line around the die, and light where its edges catch it."""
    end, far = MARGIN + FACE, MARGIN + FACE + DEPTH
    return (
        f'<path d="{outline()}" fill="none" stroke="{EDGE}" stroke-width="0.03" stroke-linejoin="round"/>'
        f'<path d="M{MARGIN + 0.02:g} {end:g}H{end:g}V{MARGIN + 0.02:g}M{end:g} {end:g}L{far - 0.02:g} {far - 0.02:g}" '
        'fill="none" stroke="#fff" stroke-opacity="0.45" stroke-width="0.02" stroke-linecap="round"/>'
    )
