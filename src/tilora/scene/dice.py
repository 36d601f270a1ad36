"""Drawing a die: seen from above and a little from the right front, with the numbers of three faces."""

from tilora.scene.themes import Theme
from tilora.scene.vocabulary import Faces

SIDE = 0.72
"""Of the top face; the other two fill the rest of the unit square."""
DEPTH = 0.2
LEFT = (1 - SIDE - DEPTH) / 2

_CORNERS = ((0.26, 0.26), (0.74, 0.74))
_OTHERS = ((0.74, 0.26), (0.26, 0.74))
_SIDES = ((0.26, 0.5), (0.74, 0.5))
_CENTRE = ((0.5, 0.5),)
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: _CENTRE,
    2: _CORNERS,
    3: _CORNERS + _CENTRE,
    4: _CORNERS + _OTHERS,
    5: _CORNERS + _OTHERS + _CENTRE,
    6: _CORNERS + _OTHERS + _SIDES,
}


def die(material: str, faces: Faces, theme: Theme) -> str:
    """The drawing of a die in the unit square."""
    top, front, right, pips = theme.dice.get(material, theme.dice["ivory"])
    near, far = LEFT + SIDE, LEFT + SIDE + DEPTH
    body = f"M{LEFT} {LEFT}H{near:g}L{far:g} {LEFT + DEPTH:g}V{far:g}H{LEFT + DEPTH:g}L{LEFT} {near:g}Z"
    return (
        f'<path d="{body}" fill="{right}" stroke="{right}" stroke-width="0.06" stroke-linejoin="round"/>'
        f'<path d="M{LEFT} {near:g}H{near:g}L{far:g} {far:g}H{LEFT + DEPTH:g}Z" fill="{front}"/>'
        f'<rect x="{LEFT}" y="{LEFT}" width="{SIDE}" height="{SIDE}" rx="0.1" fill="{top}"/>'
        + _face(faces.top, (SIDE, 0, 0, SIDE, LEFT, LEFT), pips)
        + _face(faces.front, (SIDE, 0, DEPTH, DEPTH, LEFT, near), pips)
        + _face(faces.right, (DEPTH, DEPTH, 0, SIDE, near, LEFT), pips)
    )


def _face(number: int, onto: tuple[float, ...], colour: str) -> str:
    """The pips of a number, leaning like the face they are on."""
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="0.1"/>' for x, y in PIPS.get(number, ()))
    return f'<g transform="matrix({" ".join(f"{part:g}" for part in onto)})" fill="{colour}">{dots}</g>'
