"""Pictures of scenes as SVG, for notebooks and docs: self-contained, without scripts or style sheets."""

import hashlib
import re
from collections.abc import Sequence
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from tilora.kernel import BadSetup, View, fill_seats
from tilora.scene.art import SVG, Art, art_of, needed_drawings
from tilora.scene.build import scene_of
from tilora.scene.dice import EDGE, die, outline
from tilora.scene.themes import PIECE_INK, SIGNS, THEMES, Theme
from tilora.scene.vocabulary import Area, Piece, Scene, Spot, Text

PIXELS = 44
"""Pixels per unit, if there is room."""
WIDEST = 1100
"""In pixels. Wider pictures are scaled down."""
SHADOW = "shadow"
"""The symbol of the shadow under flat pieces, in drawings whose pieces are not square."""
GAP = 0.5
TITLE = 0.8

SANS = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
SERIF = "'Iowan Old Style', Palatino, 'Palatino Linotype', Georgia, 'Noto Serif', serif"
MONO = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
ANCHORS = {"middle": "middle", "start": "start", "end": "end"}

ElementTree.register_namespace("", SVG)


class SvgPicture(str):
    """SVG text that notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def picture_of(view: View, areas: Sequence[str] | None = None, theme: str = "light") -> SvgPicture:
    """Return the picture of a view, or of some of its areas."""
    return picture(scene_of(view), art_of(view.game), areas, theme, title=view.game.title)


def picture(
    scene: Scene, art: Art, areas: Sequence[str] | None = None, theme: str = "light", title: str = "A scene"
) -> SvgPicture:
    """Return the picture of a scene, or of some of its areas, in the theme `light` or `dark`."""
    if theme not in THEMES:
        raise BadSetup(f"Unknown theme {theme!r}. Choose from: {', '.join(THEMES)}.")
    chosen = [area for area in scene.areas if areas is None or area.id in areas]
    if not chosen:
        raise BadSetup(f"Unknown areas. Choose from: {', '.join(area.id for area in scene.areas)}.")
    places, width, height = _arrange(chosen)
    # A page shows many pictures, and ids are unique in a page: those of different drawings must differ.
    prefix = f"t{hashlib.sha256((theme + art.source).encode()).hexdigest()[:8]}-"
    pen = _Pen(THEMES[theme], prefix, shadow=SHADOW in art.symbols)
    drawn = [pen.area(area, x, y, titled=len(chosen) > 1) for area, (x, y) in zip(chosen, places, strict=True)]
    pieces = [piece for area in chosen for piece in area.pieces]
    symbols = {piece.symbol for piece in pieces} | {f"{piece.symbol}-pip" for piece in pieces if piece.faces}
    symbols |= {spot.symbol for area in chosen for spot in area.spots if spot.symbol} | {SHADOW}
    drawings = "".join(ElementTree.tostring(element, "unicode") for element in needed_drawings(art, symbols))
    drawings = re.sub(r'(\bid="|\bhref="#|url\(#)', rf"\g<1>{prefix}", drawings)
    scale = min(PIXELS, WIDEST / width)
    colours = {**art.palettes.get(theme, {}), **(THEMES[theme].tokens if "--seat-" in art.source else {})}
    palette = ";".join(f"{name}:{value}" for name, value in colours.items())
    return SvgPicture(
        f'<svg xmlns="{SVG}" viewBox="0 0 {width:g} {height:g}" width="{width * scale:.0f}" '
        f'height="{height * scale:.0f}" role="img" aria-label={quoteattr(title)} style={quoteattr(palette)}>'
        f"<title>{escape(title)}</title><defs>{drawings}</defs>"
        f'<rect width="{width:g}" height="{height:g}" rx="0.3" fill="{pen.theme.ground}"/>{"".join(drawn)}</svg>'
    )


def _arrange(areas: Sequence[Area]) -> tuple[list[tuple[float, float]], float, float]:
    """Return the place of each area, the width and the height: shared areas on top, then boards, then hands."""
    if len(areas) == 1:
        return [(0.0, 0.0)], areas[0].w, areas[0].h
    rows: list[list[Area]] = []
    for role in ("shared", "board", "hand"):
        of_role = [area for area in areas if area.role == role]
        rows += [of_role[start : start + 2] for start in range(0, len(of_role), 2)]
    width = max(sum(area.w + GAP for area in row) for row in rows) + GAP
    places: dict[str, tuple[float, float]] = {}
    y = GAP
    for row in rows:
        x = (width - sum(area.w + GAP for area in row) + GAP) / 2
        for area in row:
            places[area.id] = (x, y + TITLE)
            x += area.w + GAP
        y += TITLE + max(area.h for area in row) + GAP
    return [places[area.id] for area in areas], width, y


class _Pen:
    """Draws the parts of a scene in the colours of a theme."""

    def __init__(self, theme: Theme, prefix: str, *, shadow: bool) -> None:
        self.theme = theme
        self._prefix = prefix
        self._has_shadow = shadow

    def area(self, area: Area, x: float, y: float, *, titled: bool) -> str:
        title = Text(x=0.15, y=-TITLE / 2, text=area.label, size=0.5, align="start", role="title")
        parts = [
            f'<g transform="translate({x:g} {y:g})">',
            f'<rect width="{area.w:g}" height="{area.h:g}" rx="0.3" fill="{self.theme.surface}"/>',
            self.text(title) if titled else "",
            *map(self.spot, area.spots),
            *map(self.text, area.texts),
            *map(self.piece, area.pieces),
            "</g>",
        ]
        return "".join(parts)

    def spot(self, spot: Spot) -> str:
        shape = getattr(self, f"_{spot.shape}")(spot.w, spot.h)
        symbol = self._use(spot.symbol, spot.w, spot.h) if spot.symbol else ""
        if symbol and spot.shape != "none":
            symbol = f'<g opacity="0.3">{symbol}</g>'
        texts = "".join(map(self.text, spot.texts))
        drawn = _turned(_titled(spot.label) + shape + symbol + texts, spot)
        return _place(spot.x, spot.y, drawn)

    def _cell(self, w: float, h: float) -> str:
        return (
            f'<rect x="0.02" y="0.02" width="{w - 0.04:g}" height="{h - 0.04:g}" rx="0.1" fill="{self.theme.hollow}" '
            f'stroke="{self.theme.edge}" stroke-width="0.03"/>'
        )

    def _round(self, w: float, h: float) -> str:
        return (
            f'<ellipse cx="{w / 2:g}" cy="{h / 2:g}" rx="{w / 2 - 0.02:g}" ry="{h / 2 - 0.02:g}" '
            f'fill="{self.theme.hollow}" stroke="{self.theme.edge}" stroke-width="0.03"/>'
        )

    def _hex(self, w: float, h: float) -> str:
        points = [(w / 2, 0.0), (w, h / 4), (w, 3 * h / 4), (w / 2, h), (0.0, 3 * h / 4), (0.0, h / 4)]
        corners = " ".join(f"{x:g},{y:g}" for x, y in points)
        colours = f'fill="{self.theme.hollow}" stroke="{self.theme.edge}"'
        return f'<polygon points="{corners}" {colours} stroke-width="0.03"/>'

    def _bowl(self, w: float, h: float) -> str:
        """A shallow dish: a rim, the shade of its wall at the top, and a floor that catches light at the bottom."""
        x, y = w / 2, h / 2
        return (
            f'<ellipse cx="{x:g}" cy="{y + 0.06:g}" rx="{x - 0.03:g}" ry="{y - 0.05:g}" fill="{self.theme.shade}" '
            f'opacity="0.16"/><ellipse cx="{x:g}" cy="{y:g}" rx="{x - 0.05:g}" ry="{y - 0.05:g}" '
            f'fill="{self.theme.bowl}" stroke="{self.theme.rim}" stroke-width="0.05"/>'
            f'<ellipse cx="{x:g}" cy="{y:g}" rx="{x - 0.2:g}" ry="{y - 0.2:g}" fill="{self.theme.shade}" '
            f'opacity="0.07"/><ellipse cx="{x:g}" cy="{y + 0.05:g}" rx="{x - 0.24:g}" ry="{y - 0.24:g}" '
            f'fill="{self.theme.bowl}"/>'
        )

    def _panel(self, w: float, h: float) -> str:
        return (
            f'<rect width="{w:g}" height="{h:g}" rx="0.25" fill="{self.theme.surface}" stroke="{self.theme.edge}" '
            f'stroke-width="0.02"/>'
        )

    def _none(self, w: float, h: float) -> str:
        return ""

    def piece(self, piece: Piece) -> str:
        texts = [text for text in piece.texts if text.role != "faint"]
        parts = [_titled(piece.label), self._die(piece) if piece.faces else self._flat(piece)]
        parts += [self.text(text, PIECE_INK) for text in texts]
        if piece.owner is not None:
            parts.append(self._owner(piece.owner, piece.w, piece.h))
        drawn = _turned("".join(parts), piece)
        return _place(piece.x, piece.y, drawn, ' opacity="0.4"' if piece.look == "faded" else "")

    def _flat(self, piece: Piece) -> str:
        corner = 0.5 if piece.kind == "token" else 0.14
        # Brass alone would be lost on yellow, so there is a line of ink around it.
        mark = "".join(
            f'<rect x="-0.02" y="-0.02" width="{piece.w + 0.04:g}" height="{piece.h + 0.04:g}" rx="{corner}" '
            f'fill="none" stroke="{colour}" stroke-width="{width}"/>'
            for colour, width in ((EDGE, 0.12), (self.theme.honour, 0.07))
        )
        return (
            (self._shadow(piece.w, piece.h, corner) if piece.look != "faded" else "")
            + self._use(piece.symbol, piece.w, piece.h)
            + (mark if piece.look == "marked" else "")
        )

    def _die(self, piece: Piece) -> str:
        # Brass alone would be lost on wood, so there is a line of ink around it.
        mark = "".join(
            f'<path d="{outline()}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"/>'
            for colour, width in ((EDGE, 0.2), (self.theme.honour, 0.15))
        )
        drawn = (mark if piece.look == "marked" else "") + (
            die(self._prefix + piece.symbol, piece.faces) if piece.faces else ""
        )
        return f'<g transform="scale({piece.w:g} {piece.h:g})">{drawn}</g>'

    def _owner(self, seat: int, w: float, h: float) -> str:
        """A ring in the colour of the seat, and its sign in the top right corner."""
        colour, sign = self.theme.seats[seat % len(self.theme.seats)], SIGNS[seat % len(SIGNS)]
        return (
            f'<rect x="0.03" y="0.03" width="{w - 0.06:g}" height="{h - 0.06:g}" rx="0.09" fill="none" '
            f'stroke="{colour}" stroke-width="0.07"/><g transform="translate({w - 0.29:g} 0.03) scale(0.0026)">'
            f'<circle cx="50" cy="50" r="68" fill="{self.theme.surface}" stroke="{colour}" stroke-width="12"/>'
            f'<path d="{sign}" transform="translate(8 8) scale(0.84)" fill="{colour}"/></g>'
        )

    def _shadow(self, w: float, h: float, corner: float) -> str:
        if self._has_shadow:
            return f'<g fill="{self.theme.shade}" opacity="0.22">{self._use(SHADOW, w, h)}</g>'
        return (
            f'<rect x="0.05" y="0.08" width="{w - 0.08:g}" height="{h - 0.08:g}" rx="{corner}" '
            f'fill="{self.theme.shade}" opacity="0.22"/>'
        )

    def _use(self, symbol: str, w: float, h: float) -> str:
        return f'<use href={quoteattr("#" + self._prefix + symbol)} width="{w:g}" height="{h:g}"/>'

    def text(self, text: Text, ink: str = "") -> str:
        colour = {"faint": self.theme.faint, "price": self.theme.price}.get(text.role, ink or self.theme.ink)
        font = {"number": SERIF, "title": SERIF, "score": SERIF, "mono": MONO}.get(text.role, SANS)
        weight = ' font-weight="600"' if text.role in ("number", "title", "score", "price") else ""
        space = ' xml:space="preserve"' if text.role == "mono" else ""
        words = escape(fill_seats(text.text))
        return (
            f'<text x="{text.x:g}" y="{text.y:g}" dy="0.35em" font-size="{text.size:g}" font-family="{font}"'
            f'{weight}{space} text-anchor="{ANCHORS[text.align]}" fill="{colour}">{words}</text>'
        )


def _titled(label: str) -> str:
    return f"<title>{escape(fill_seats(label))}</title>" if label else ""


def _turned(drawn: str, thing: Spot | Piece) -> str:
    if not thing.turn:
        return drawn
    return f'<g transform="rotate({thing.turn:g} {thing.w / 2:g} {thing.h / 2:g})">{drawn}</g>'


def _place(x: float, y: float, drawn: str, more: str = "") -> str:
    return f'<g transform="translate({x:g} {y:g})"{more}>{drawn}</g>'
