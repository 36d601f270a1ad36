"""The drawings that boards without art are made of: glazed tokens, cards, dice and coloured sides, as an `art.svg`.

Seats have the colours and the signs that they have everywhere on the page. Each other colour has a mark of its own.
"""

from functools import cache

from tilora.scene.themes import LIGHT, SIGNS

COLOURS = {
    "white": ("#f3ecdc", "#3a3f4d", "M50 6a44 44 0 1 0 .1 0zm0 20a24 24 0 1 1-.1 0z"),
    "black": ("#333846", "#f3ecdc", "M40 8h20v32h32v20H60v32H40V60H8V40h32z"),
    "red": ("#b3402f", "#fdf6e9", SIGNS[1]),
    "yellow": ("#dcae3c", "#33270b", SIGNS[4]),
    "green": ("#3f7a4e", "#fdf6e9", SIGNS[2]),
    "blue": ("#2c56a8", "#fdf6e9", SIGNS[3]),
}
"""By name: the colour, that of the mark on it, and the mark as a path in a square of 100."""
LETTERED = "#f7f0e1"
"""The light part of a token or a card, on which a letter can be read in every theme."""
ON_SEAT = "var(--on-cobalt, #fdf9f0)"
LIGHT_FALLS = (
    '<radialGradient id="falls" cx="0.36" cy="0.28" r="0.8"><stop offset="0" stop-color="#fff" stop-opacity="0.5"/>'
    '<stop offset="0.45" stop-color="#fff" stop-opacity="0.08"/>'
    '<stop offset="1" stop-color="#000" stop-opacity="0.22"/></radialGradient>'
)
HEXAGON = "50,0 100,28.87 100,86.6 50,115.47 0,86.6 0,28.87"


@cache
def drawings() -> str:
    """Return all of them as one SVG."""
    seats = [(f"seat-{seat}", f"var(--seat-{seat}, {LIGHT.seats[seat]})", sign) for seat, sign in enumerate(SIGNS)]
    parts = [_token(name, colour, ON_SEAT, sign) for name, colour, sign in seats]
    parts += [_token(name, colour, on, mark) for name, (colour, on, mark) in COLOURS.items()]
    parts += [_plate(name, colour, ON_SEAT, sign) for name, colour, sign in seats]
    parts += [_plate(name, colour, on, mark) for name, (colour, on, mark) in COLOURS.items()]
    parts += [_card(name, colour, on, mark) for name, (colour, on, mark) in COLOURS.items()]
    for seat, (_, colour, _) in enumerate(seats):
        parts.append(_symbol(f"die-{seat}", _face(colour)))
        parts.append(_symbol(f"die-{seat}-pip", f'<circle cx="50" cy="50" r="50" fill="{ON_SEAT}"/>'))
        edge = 'stroke="#000" stroke-opacity="0.3" stroke-width="2"'
        parts.append(
            _symbol(f"rim-hex-{seat}", f'<polygon points="{HEXAGON}" fill="{colour}" {edge}/>', "0 0 100 115.47")
        )
        parts.append(_symbol(f"rim-square-{seat}", f'<rect width="100" height="100" rx="8" fill="{colour}" {edge}/>'))
    parts.append(_symbol("ivory", _face("var(--ivory, #f3ecdc)")))
    parts.append(_symbol("ivory-pip", '<circle cx="50" cy="50" r="50" fill="#262b38"/>'))
    parts.append(_symbol("shade", '<rect x="3" y="3" width="94" height="94" rx="10" fill="#7a5a34"/>'))
    parts.append(_back())
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{LIGHT_FALLS}</defs>{"".join(parts)}</svg>'


def _symbol(name: str, drawn: str, box: str = "0 0 100 100") -> str:
    return f'<symbol id="{name}" viewBox="{box}" preserveAspectRatio="none" overflow="visible">{drawn}</symbol>'


def _disc(colour: str) -> str:
    """A glazed disc that casts a shadow and catches light from the top left."""
    return (
        '<ellipse cx="51" cy="57" rx="46" ry="44" fill="#1b1710" opacity="0.28"/>'
        f'<circle cx="50" cy="50" r="46" fill="{colour}"/>'
        '<circle cx="50" cy="50" r="46" fill="url(#falls)"/>'
        '<circle cx="50" cy="50" r="45" fill="none" stroke="#000" stroke-opacity="0.4" stroke-width="3"/>'
        '<circle cx="50" cy="50" r="37" fill="none" stroke="#fff" stroke-opacity="0.28" stroke-width="2"/>'
    )


def _token(name: str, colour: str, on: str, mark: str) -> str:
    sign = f'<path d="{mark}" transform="translate(32 32) scale(0.36)" fill="{on}" fill-opacity="0.92"/>'
    return _symbol(name, _disc(colour) + sign)


def _plate(name: str, colour: str, on: str, mark: str) -> str:
    """A token with a light middle for a letter, and its mark at the bottom of the rim."""
    middle = f'<circle cx="50" cy="48" r="31" fill="{LETTERED}" stroke="#000" stroke-opacity="0.3" stroke-width="2"/>'
    sign = f'<path d="{mark}" transform="translate(44 81.5) scale(0.12)" fill="{on}"/>'
    return _symbol(f"plate-{name}", _disc(colour) + middle + sign)


def _card(name: str, colour: str, on: str, mark: str) -> str:
    band = f'<path d="M4 4h92v24H4z" fill="{colour}"/><path d="M4 28h92" stroke="#000" stroke-opacity="0.25"/>'
    sign = f'<path d="{mark}" transform="translate(42 8) scale(0.16)" fill="{on}"/>'
    return _symbol(f"card-{name}", _sheet(LETTERED) + band + sign + _outline(), "0 0 100 140")


def _sheet(colour: str) -> str:
    return (
        '<rect x="5" y="8" width="92" height="132" rx="9" fill="#1b1710" opacity="0.2"/>'
        f'<rect x="4" y="4" width="92" height="132" rx="8" fill="{colour}"/>'
    )


def _outline() -> str:
    return (
        '<rect x="4" y="4" width="92" height="132" rx="8" fill="none" stroke="#3b2f1e" stroke-opacity="0.6" '
        'stroke-width="2.5"/>'
    )


def _back() -> str:
    """An eight-fold star on cobalt."""
    star = (
        '<g fill="none" stroke="#f3ecdc" stroke-opacity="0.75" stroke-width="3"><rect x="26" y="46" width="48" '
        'height="48"/><rect x="26" y="46" width="48" height="48" transform="rotate(45 50 70)"/>'
        '<rect x="11" y="11" width="78" height="118" rx="5"/></g>'
    )
    return _symbol("card-back", _sheet("#2c4a86") + star + _outline(), "0 0 100 140")


def _face(colour: str) -> str:
    return (
        f'<rect width="100" height="100" rx="12" fill="{colour}" stroke="#3b2f1e" stroke-opacity="0.55" '
        'stroke-width="2.5"/>'
    )
