"""The areas of Welters: the map with the deck and the last cast beside it, and two hands.

Tiles and cards wear the same triangle: red at the top, yellow on the left, blue on the right.
"""

from typing import Literal, TypeAlias

from tilora.families.welters import words
from tilora.families.welters.rules import COLUMNS, HAND, KINDS, NOBODY, ROWS, SCORE, TILES, TOLERANCE, VALUES
from tilora.families.welters.words import CARD_NAMES, COLOUR_LETTERS, COLOUR_NAMES, GRADE_NAMES, TILE_NAMES
from tilora.kernel import seat_name
from tilora.kernel.toolkit import plural
from tilora.scene import Area, Piece, Spot, Text, part
from tilora.scene.edge_labels import labels_across, labels_down
from tilora.scene.hand_areas import BACK, Face, Hands, Spacing

Numbers: TypeAlias = tuple[int, ...]

MARGIN = 0.3
EDGE = 0.5
"""For the letters of the columns and the numbers of the rows."""
PITCH = 1.04
"""From tile to tile."""
CARD_WIDTH, CARD_HEIGHT = 0.9, 1.26
"""Eight cards side by side are about as wide as the map: that makes both as large as a phone allows."""

SIDE = EDGE + COLUMNS * PITCH + 0.25
"""Where the column beside the map begins, with the deck and the cards of the last cast."""
DECK_TOP = EDGE + 0.1
CAST_TOP = EDGE + 2.4
CAST_PITCH = CARD_HEIGHT + 0.12

CORNERS = ((0.5, 0.285), (0.245, 0.712), (0.755, 0.712))
"""On a tile: where its red, yellow and blue value stand."""


def tile_id(tile: int) -> str:
    return f"tile-{TILE_NAMES[tile]}"


TILES_BY_ID = {tile_id(tile): tile for tile in range(TILES)}


def cast_id(kind: int) -> str:
    """Return the id of a card that was spent last, one of each colour."""
    return f"cast-{COLOUR_LETTERS[kind // VALUES]}"


# The map


@part
def _text(x: float, y: float, text: str, size: float, role: Literal["number", "faint"]) -> Text:
    return Text(x=x, y=y, text=text, size=size, role=role)


@part
def map_area(
    grade: Numbers, value: tuple[Numbers, ...], owner: Numbers, target: int, cast: Numbers, spent: Numbers, left: int
) -> Area:
    tiles: list[Piece] = []
    for row in range(ROWS):
        here = slice(row * COLUMNS, (row + 1) * COLUMNS)
        tiles += _row(row, grade[here], value[here], owner[here], target if target // COLUMNS == row else -1)
    count = _text(round(SIDE + CARD_WIDTH / 2, 2), round(DECK_TOP + CARD_HEIGHT + 0.25, 2), str(left), 0.36, "number")
    return Area(
        id="map",
        role="shared",
        label="Map",
        w=round(SIDE + CARD_WIDTH + MARGIN, 2),
        h=round(EDGE + ROWS * PITCH + 0.16, 2),
        spots=(_heap(spent),),
        pieces=(*tiles, _deck(left), *map(_last_card, words.chosen_kinds(cast))),
        texts=(*_edges(), count),
    )


@part
def _edges() -> tuple[Text, ...]:
    middle = EDGE + PITCH / 2 - 0.02
    across = labels_across(words.COLUMN_LETTERS, middle, PITCH, 0.28, 0.28)
    return across + labels_down(range(1, ROWS + 1), 0.26, middle, PITCH, 0.28)


@part
def _row(row: int, grade: Numbers, value: tuple[Numbers, ...], owner: Numbers, target: int) -> tuple[Piece, ...]:
    tiles = range(row * COLUMNS, (row + 1) * COLUMNS)
    return tuple(map(_tile, tiles, grade, value, owner, (tile == target for tile in tiles)))


@part
def _tile(tile: int, grade: int, values: Numbers, owner: int, is_target: bool) -> Piece:
    row, column = divmod(tile, COLUMNS)
    name, score = GRADE_NAMES[grade], str(SCORE[grade])
    named = ", ".join(f"{colour} {value}" for colour, value in zip(COLOUR_NAMES, values, strict=True))
    whose = "unclaimed" if owner == NOBODY else f"owned by {seat_name(owner - 1)}"
    return Piece(
        id=tile_id(tile),
        kind="tile",
        symbol=name,
        x=round(EDGE + PITCH * column, 2),
        y=round(EDGE + PITCH * row, 2),
        texts=(
            *(_text(*CORNERS[i], str(v), 0.25 if v < 10 else 0.22, "number") for i, v in enumerate(values)),
            _text(0.5, 0.573, score, 0.15, "number"),
            _text(0.14, 0.15, words.GRADE_LETTERS[grade], 0.17, "faint"),
        ),
        owner=None if owner == NOBODY else owner - 1,
        look="marked" if is_target else "",
        label=f"{TILE_NAMES[tile]}, {name}: {named}; {whose}",
        about=f"{name.capitalize()} scores {score} and tolerates a result of up to {TOLERANCE[grade]}.",
    )


@part
def _heap(spent: Numbers) -> Spot:
    """The place of the cards spent last, which also tells of all others."""
    seen = "; ".join(f"{name} {words.counted_values(spent, i) or 'none'}" for i, name in enumerate(COLOUR_NAMES))
    return Spot(
        id="spent",
        x=round(SIDE - 0.08, 2),
        y=round(CAST_TOP - 0.08, 2),
        w=round(CARD_WIDTH + 0.16, 2),
        h=round(2 * CAST_PITCH + CARD_HEIGHT + 0.16, 2),
        shape="panel",
        label=plural(sum(spent), "spent card"),
        about=f"Spent so far: {seen}." if any(spent) else "Spent cards go here, face up.",
    )


@part
def _deck(left: int) -> Piece:
    label = f"the deck, {plural(left, 'card')}" if left else "the deck, which is empty"
    about = f"At the end of a turn, its player draws up to {HAND} cards from here."
    return HANDS.thing("deck", BACK, SIDE, DECK_TOP, "back" if left else "faded", label, about)


@part
def _last_card(kind: int) -> Piece:
    y = round(CAST_TOP + CAST_PITCH * (kind // VALUES), 2)
    return HANDS.thing(cast_id(kind), kind, SIDE, y, "", f"{CARD_NAMES[kind]}, just spent")


# The hands


def _front(kind: int) -> Face:
    colour, value = divmod(kind, VALUES)
    number = _text(0.45, 0.868, str(value), 0.42 if value < 10 else 0.36, "number")
    letter = _text(0.17, 1.1, COLOUR_LETTERS[colour].upper(), 0.24, "faint")
    return Face(f"card-{COLOUR_NAMES[colour]}", CARD_NAMES[kind], (number, letter))


HANDS = Hands(
    kind="card",
    signs=words.SHORT_NAMES,
    fronts=tuple(map(_front, range(KINDS))),
    back=Face("card-back", "a card of {seat}, face down"),
    aside="chosen",
    empty=Text(x=0.3, y=0.5, text="No cards left", size=0.35, align="start", role="faint"),
    room=HAND,
    margin=0.18,
    open=Spacing(pitch=0.93, w=CARD_WIDTH, h=CARD_HEIGHT, lift=0.2),
    hidden=Spacing(pitch=0.45, w=CARD_WIDTH, h=CARD_HEIGHT, lift=0.2),
)
