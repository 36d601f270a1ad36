"""The areas of RowsAndCols: the growing board with the bag, and the hands.

Bricks of a kind are alike and states only count them, so an id says where a brick lies: `brick-3,-2` on the board,
`hand-0-Rt-1` for the first red star in the hand of seat 0, `hand-1-back-4` where one sees its back. Of the bricks of a
kind in a hand, those put aside have the highest numbers.
"""

from operator import add
from typing import Literal

from tilora.families.rows import names
from tilora.families.rows.grid import WIDTH, places_of
from tilora.families.rows.names import BRICK_NAMES, Place
from tilora.families.rows.rules import BONUS, HAND_SIZE, KINDS, SHAPES
from tilora.kernel import State, View, seat_name
from tilora.kernel.toolkit import is_hidden, plural
from tilora.scene import Area, Piece, Spot, Text, part

Counts = tuple[int, ...]

MARGIN = 0.3
PITCH = 1.1
"""From brick to brick in an open hand."""
BACK, PITCH_OF_BACKS = 0.72, 0.8
"""Hidden bricks are smaller: there is nothing to read on them."""
RAISED = 0.22
"""How much higher bricks lie that were put aside."""
STRIP = 1.15
"""The height of the strip above the board, where the bag is."""
BAG_X, BAG_Y = 0.3, 0.15
LEAST_WIDTH, LEAST_HEIGHT = 9, 7
"""Of the board in cells, so that the first brick does not fill the table."""
LEFT = 0.46
"""The margin on the left of the board, where the numbers of its rows are."""
X_OF_COLUMN = tuple(round(LEFT + column, 2) for column in range(WIDTH))
Y_OF_ROW = tuple(round(STRIP + row, 2) for row in range(WIDTH))
"""Of the board as it is shown, from the left and from the top."""
SYMBOLS = tuple(name.replace(" ", "-") for name in BRICK_NAMES)
LETTERS = tuple((Text(x=0.84, y=0.84, text=letter, size=0.26, role="faint"),) for letter in names.COLOUR_LETTERS)
"""On bricks, by colour."""


# The board


@part
def board_area(
    rows: tuple[bytes, ...], west: int, south: int, new: tuple[Place, ...], edge: tuple[int, ...], bag: int
) -> Area:
    left, width, bottom, top = frame(rows, west, south)
    height = top - bottom + 1
    bricks: list[Piece] = []
    for y, row in reversed([*enumerate(rows, south)]):
        bricks += _row(row, west, y, left, top, tuple([place for place in new if place[1] == y]))
    count = f"{bag} in the bag" if bag else "The bag is empty"
    return Area(
        id="board",
        role="shared",
        label="Board",
        w=round(LEFT + width + MARGIN, 2),
        h=round(STRIP + height + MARGIN, 2),
        grows=True,
        spots=_spots(edge, left, bottom, top),
        pieces=(*bricks, _bag(bag)),
        texts=(Text(x=1.3, y=0.6, text=count, align="start"), *_coordinates(left, width, bottom, height)),
    )


def frame(rows: tuple[bytes, ...], west: int, south: int) -> tuple[int, int, int, int]:
    """Return what is shown of the board: its first column, how many there are, its lowest row and its highest."""
    left, width = _window(west, west + max(map(len, rows)) - 1, LEAST_WIDTH)
    bottom, height = _window(south, south + len(rows) - 1, LEAST_HEIGHT)
    return left, width, bottom, bottom + height - 1


@part
def _coordinates(left: int, width: int, bottom: int, height: int) -> tuple[Text, ...]:
    """The numbers that places are named by: x along the lower edge, y along the left one."""
    below = round(STRIP + height + MARGIN / 2, 2)
    return (
        *(_coordinate(round(X_OF_COLUMN[i] + 0.5, 2), below, left + i, "middle") for i in range(width)),
        *(_coordinate(LEFT - 0.06, round(Y_OF_ROW[height - 1 - i] + 0.5, 2), bottom + i, "end") for i in range(height)),
    )


@part
def _coordinate(x: float, y: float, number: int, align: Literal["middle", "end"]) -> Text:
    return Text(x=x, y=y, text=str(number).replace("-", "−"), size=0.24, align=align, role="faint")


def _window(lowest: int, highest: int, least: int) -> tuple[int, int]:
    """Return the first cell to show in one direction, and how many: all bricks and the cells beside them.

    A small board is shown with more cells, around the first brick if possible. So the view moves only when it must.
    """
    first, last = lowest - 1, highest + 1
    if last - first + 1 < least:
        first = min(first, max(last - least + 1, -(least // 2)))
        last = first + least - 1
    return first, last - first + 1


@part
def _spots(edge: tuple[int, ...], left: int, bottom: int, top: int) -> tuple[Spot, ...]:
    return tuple([_spot(cell, left, bottom, top) for cell in edge])


@part
def _spot(cell: int, left: int, bottom: int, top: int) -> Spot:
    ((x, y),) = places_of([cell], left + 1, bottom + 1)
    name = f"{x},{y}"
    return Spot(id=f"cell-{name}", x=X_OF_COLUMN[x - left], y=Y_OF_ROW[top - y], label=f"free place {name}")


@part
def _row(row: bytes, west: int, y: int, left: int, top: int, new: tuple[Place, ...]) -> tuple[Piece, ...]:
    bricks = [(x, brick - 1) for x, brick in enumerate(row, west) if brick]
    return tuple([brick(x, y, kind, x - left, top - y, (x, y) in new) for x, kind in bricks])


@part
def brick(x: int, y: int, kind: int, column: int, row: int, marked: bool) -> Piece:
    name = f"{x},{y}"
    label = f"{BRICK_NAMES[kind]} on {name}"
    return _front(f"brick-{name}", kind, X_OF_COLUMN[column], Y_OF_ROW[row], label, marked)


def _front(name: str, kind: int, x: float, y: float, label: str, marked: bool) -> Piece:
    """Return a brick that one sees from the front, with the letter of its colour."""
    return Piece(
        id=name,
        kind="brick",
        symbol=SYMBOLS[kind],
        x=x,
        y=y,
        texts=LETTERS[kind // SHAPES],
        look="marked" if marked else "",
        label=label,
    )


def just_placed(view: View, state: State) -> tuple[Place, ...]:
    """Return the places of the bricks placed in this turn; if there are none, in the turn before."""
    if state.placed_count:
        return tuple(sorted(names.placed_in_turn(state)))
    places = []
    for step in reversed(view.history):
        if step.turn != view.history[-1].turn:
            break
        if "," in step.text:  # placing is written with the place at the end
            x, y = step.text.split()[-1].split(",")
            places.append((int(x), int(y)))
    return tuple(sorted(places))


@part
def _bag(bricks: int) -> Piece:
    return Piece(
        id="bag",
        kind="token",
        symbol="bag",
        x=BAG_X,
        y=BAG_Y,
        w=0.85,
        h=0.85,
        look="" if bricks else "faded",
        label=f"the bag, with {plural(bricks, 'brick')}" if bricks else "the empty bag",
        about="New bricks come from here when a turn ends. Once it is empty, whoever first places their last brick "
        f"gets {BONUS} points, and the match ends.",
    )


# The hands


def hand_area(state: State, seat: int) -> Area:
    kept, size = state.hand[seat], state.hand_size[seat]
    if seat == state.turn and state.chosen_size:
        return _hand(seat, tuple(map(add, kept, state.chosen)), size + state.chosen_size, kept)
    return _hand(seat, kept, size, kept)


@part
def _hand(seat: int, counts: Counts, size: int, kept: Counts) -> Area:
    """Return a hand: all its bricks by kind, and those of them that were not put aside."""
    hidden = is_hidden(counts, size)
    brick, pitch, raised = (BACK, PITCH_OF_BACKS, 0) if hidden else (1.0, PITCH, RAISED)
    none = Text(x=MARGIN, y=0.55, text="No bricks left", size=0.35, align="start", role="faint")
    bricks = [(kind, number) for kind in range(KINDS) if counts[kind] for number in range(1, counts[kind] + 1)]
    fronts = [_held(seat, kind, number, slot, number > kept[kind]) for slot, (kind, number) in enumerate(bricks)]
    return Area(
        id=f"hand-{seat}",
        role="hand",
        seat=seat,
        label=f"Hand of {seat_name(seat)}",
        w=round(2 * MARGIN + pitch * (HAND_SIZE - 1) + brick, 2),
        h=round(2 * MARGIN + brick + raised, 2),
        pitch=pitch,
        pieces=tuple(_back(seat, slot) for slot in range(size)) if hidden else tuple(fronts),
        texts=() if size else (none,),
    )


@part
def _held(seat: int, kind: int, number: int, slot: int, aside: bool) -> Piece:
    label = BRICK_NAMES[kind] + (", put aside to swap" if aside else "")
    y = MARGIN if aside else MARGIN + RAISED
    return _front(hand_id(seat, kind, number), kind, round(MARGIN + PITCH * slot, 2), y, label, aside)


@part
def _back(seat: int, slot: int) -> Piece:
    return Piece(
        id=back_id(seat, slot + 1),
        kind="brick",
        symbol="back",
        x=round(MARGIN + PITCH_OF_BACKS * slot, 2),
        y=MARGIN,
        w=BACK,
        h=BACK,
        look="back",
        label=f"a hidden brick of {seat_name(seat)}",
    )


def hand_id(seat: int, kind: int, number: int) -> str:
    return f"hand-{seat}-{names.BRICK_LETTERS[kind]}-{number}"


def back_id(seat: int, number: int) -> str:
    return f"hand-{seat}-back-{number}"
