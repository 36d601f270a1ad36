"""The areas of Welters: the map with the deck and the last cast beside it, and two hands.

Tiles and cards wear the same triangle: red at the top, yellow on the left, blue on the right.
"""

from typing import Literal, TypeAlias

from tilora.families.welters import words
from tilora.families.welters.rules import COLUMNS, HAND, NOBODY, ROWS, SCORE, TOLERANCE, VALUES
from tilora.families.welters.words import CARD_NAMES, COLOUR_LETTERS, COLOUR_NAMES, GRADE_NAMES, TILE_NAMES
from tilora.kernel import seat_name
from tilora.kernel.toolkit import is_hidden, plural
from tilora.scene import Area, Piece, Spot, Text, part

Look = Literal["", "faded", "marked", "back"]
Role = Literal["number", "faint"]
Numbers: TypeAlias = tuple[int, ...]

MARGIN = 0.3
EDGE = 0.5
"""For the letters of the columns and the numbers of the rows."""
PITCH = 1.04
"""From tile to tile."""
CARD_WIDTH, CARD_HEIGHT = 0.9, 1.26
"""Eight cards side by side are about as wide as the map: that makes both as large as a phone allows."""
HAND_MARGIN = 0.18
HAND_PITCH = 0.93
PITCH_OF_BACKS = 0.45
RAISED = 0.2
"""How much higher chosen cards lie."""

SIDE = EDGE + COLUMNS * PITCH + 0.25
"""Where the column beside the map begins, with the deck and the cards of the last cast."""
DECK_TOP = EDGE + 0.1
CAST_TOP = EDGE + 2.4
CAST_PITCH = CARD_HEIGHT + 0.12

CORNERS = ((0.5, 0.285), (0.245, 0.712), (0.755, 0.712))
"""On a tile: where its red, yellow and blue value stand."""

BACK = -1
"""In place of the kind of a card that a view does not show."""


# Ids


def tile_id(tile: int) -> str:
    return f"tile-{TILE_NAMES[tile]}"


def cast_id(kind: int) -> str:
    """Return the id of a card that was spent last, one of each colour."""
    return f"cast-{COLOUR_LETTERS[kind // VALUES]}"


def card_id(seat: int, kind: int, number: int) -> str:
    """Return the id of a card in a hand: `hand-0-r5-2`.

    States only count cards that are alike, so ids number them. A chosen card has the highest number.
    """
    return f"hand-{seat}-{'back' if kind == BACK else words.SHORT_NAMES[kind]}-{number}"


def held(counts: Numbers, size: int) -> dict[int, int]:
    """Return how many cards of each kind are in a hand, from left to right; of a hidden hand, how many backs."""
    if is_hidden(counts, size):
        return {BACK: size}
    return {kind: count for kind, count in enumerate(counts) if count}


# The map


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
def _text(x: float, y: float, text: str, size: float, role: Role) -> Text:
    return Text(x=x, y=y, text=text, size=size, role=role)


@part
def _edges() -> tuple[Text, ...]:
    middles = [round(EDGE + PITCH * (number + 0.5) - 0.02, 2) for number in range(ROWS)]
    return (
        *(_text(middles[i], 0.28, letter, 0.28, "faint") for i, letter in enumerate(words.COLUMN_LETTERS)),
        *(_text(0.26, middles[i], str(i + 1), 0.28, "faint") for i in range(ROWS)),
    )


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
    return _card("deck", BACK, SIDE, DECK_TOP, "back" if left else "faded", label, about)


@part
def _last_card(kind: int) -> Piece:
    y = round(CAST_TOP + CAST_PITCH * (kind // VALUES), 2)
    return _card(cast_id(kind), kind, SIDE, y, "", f"{CARD_NAMES[kind]}, just spent")


# The hands


@part
def hand_area(seat: int, counts: Numbers, size: int, chosen: Numbers) -> Area:
    cards = held(counts, size)
    pitch = PITCH_OF_BACKS if BACK in cards else HAND_PITCH
    each = [(kind, number) for kind, count in cards.items() for number in range(1, count + 1)]
    raised = [(kind, cards[kind]) for kind in words.chosen_kinds(chosen)]
    empty = Text(x=0.3, y=0.5, text="No cards left", size=0.35, align="start", role="faint")
    return Area(
        id=f"hand-{seat}",
        role="hand",
        seat=seat,
        label=f"Hand of {seat_name(seat)}",
        w=round(2 * HAND_MARGIN + pitch * (HAND - 1) + CARD_WIDTH, 2),
        h=round(2 * HAND_MARGIN + RAISED + CARD_HEIGHT, 2),
        pitch=pitch,
        pieces=tuple(_held_card(seat, *card, slot, card in raised) for slot, card in enumerate(each)),
        texts=() if size else (empty,),
    )


@part
def _held_card(seat: int, kind: int, number: int, slot: int, is_chosen: bool) -> Piece:
    name, y = card_id(seat, kind, number), HAND_MARGIN + RAISED
    if kind == BACK:
        x = round(HAND_MARGIN + PITCH_OF_BACKS * slot, 2)
        return _card(name, BACK, x, y, "back", f"a card of {seat_name(seat)}, face down")
    x = round(HAND_MARGIN + HAND_PITCH * slot, 2)
    if is_chosen:
        return _card(name, kind, x, HAND_MARGIN, "marked", f"{CARD_NAMES[kind]}, chosen")
    return _card(name, kind, x, y, "", CARD_NAMES[kind])


def _card(name: str, kind: int, x: float, y: float, look: Look, label: str, about: str = "") -> Piece:
    symbol, texts = "card-back", tuple[Text, ...]()
    if kind != BACK:
        colour, value = divmod(kind, VALUES)
        symbol = f"card-{COLOUR_NAMES[colour]}"
        number = _text(0.45, 0.868, str(value), 0.42 if value < 10 else 0.36, "number")
        texts = (number, _text(0.17, 1.1, COLOUR_LETTERS[colour].upper(), 0.24, "faint"))
    return Piece(
        id=name,
        kind="card",
        symbol=symbol,
        x=x,
        y=y,
        w=CARD_WIDTH,
        h=CARD_HEIGHT,
        texts=texts,
        look=look,
        label=label,
        about=about,
    )
