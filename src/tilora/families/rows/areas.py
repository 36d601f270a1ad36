"""The areas of RowsAndCols: the growing board with the bag, and the hands.

A brick on the board is called by its place, `brick-3,-2`, and so is a free place, `cell-3,-1`.
"""

from operator import add

from tilora.families.rows import words
from tilora.families.rows.rules import BONUS, HAND_SIZE, SHAPES
from tilora.families.rows.words import BRICK_LETTERS, BRICK_NAMES
from tilora.kernel import State, View
from tilora.kernel.toolkit import each_kind, plural
from tilora.kernel.toolkit.open_grid import WIDTH, Place, place_of, window
from tilora.scene import Area, Piece, Spot, Text, part
from tilora.scene.edge_labels import labels_across, labels_down
from tilora.scene.hand_areas import Face, Hands, Spacing

Counts = tuple[int, ...]

MARGIN = 0.3
STRIP = 1.15
"""The height of the strip above the board, where the bag is."""
BAG_X, BAG_Y = 0.3, 0.15
LEAST_WIDTH, LEAST_HEIGHT = 9, 7
"""Of the board in cells, so that the first brick does not fill the table."""
NUMBER = 0.24
"""The size of the numbers of rows and columns."""
LEFT = 0.46
"""The margin on the left of the board, where the numbers of its rows are."""
X_OF_COLUMN = tuple(round(LEFT + column, 2) for column in range(WIDTH))
Y_OF_ROW = tuple(round(STRIP + row, 2) for row in range(WIDTH))
"""Of the board as it is shown, from the left and from the top."""
LETTERS = tuple((Text(x=0.84, y=0.84, text=letter, size=0.26, role="faint"),) for letter in words.COLOUR_LETTERS)
"""On bricks, by colour."""


# The board


@part
def board_area(
    rows: tuple[bytes, ...], west: int, south: int, new: tuple[Place, ...], edge: tuple[int, ...], bag: int
) -> Area:
    columns, shown = frame(rows, west, south)
    left, bottom, top = columns[0], shown[0], shown[-1]
    bricks: list[Piece] = []
    for y, row in reversed([*enumerate(rows, south)]):
        bricks += _row(row, west, y, left, top, tuple([place for place in new if place[1] == y]))
    count = f"{bag} in the bag" if bag else "The bag is empty"
    return Area(
        id="board",
        role="shared",
        label="Board",
        w=round(LEFT + len(columns) + MARGIN, 2),
        h=round(STRIP + len(shown) + MARGIN, 2),
        grows=True,
        spots=_spots(edge, left, bottom, top),
        pieces=(*bricks, _bag(bag)),
        texts=(Text(x=1.3, y=0.6, text=count, align="start"), *_coordinates(columns, shown)),
    )


def frame(rows: tuple[bytes, ...], west: int, south: int) -> tuple[range, range]:
    """Return what is shown of the board: its columns from left to right, its rows from the bottom up."""
    columns = window(west, west + max(map(len, rows)) - 1, LEAST_WIDTH)
    return columns, window(south, south + len(rows) - 1, LEAST_HEIGHT)


@part
def _coordinates(columns: range, rows: range) -> tuple[Text, ...]:
    """The numbers that places are named by: x along the lower edge, y along the left one."""
    below, lowest = round(STRIP + len(rows) + MARGIN / 2, 2), STRIP + len(rows) - 0.5
    across = labels_across(columns, LEFT + 0.5, 1, below, NUMBER)
    return across + labels_down(rows, LEFT - 0.06, lowest, -1, NUMBER, "end")


@part
def _spots(edge: tuple[int, ...], left: int, bottom: int, top: int) -> tuple[Spot, ...]:
    return tuple([_spot(cell, left, bottom, top) for cell in edge])


@part
def _spot(cell: int, left: int, bottom: int, top: int) -> Spot:
    x, y = place_of(cell, left + 1, bottom + 1)
    return Spot(id=f"cell-{x},{y}", x=X_OF_COLUMN[x - left], y=Y_OF_ROW[top - y], label=f"free place {x},{y}")


@part
def _row(row: bytes, west: int, y: int, left: int, top: int, new: tuple[Place, ...]) -> tuple[Piece, ...]:
    bricks = [(x, brick - 1) for x, brick in enumerate(row, west) if brick]
    return tuple([brick(x, y, kind, x - left, top - y, (x, y) in new) for x, kind in bricks])


@part
def brick(x: int, y: int, kind: int, column: int, row: int, marked: bool) -> Piece:
    front = HANDS.fronts[kind]
    return Piece(
        id=f"brick-{x},{y}",
        kind="brick",
        symbol=front.symbol,
        x=X_OF_COLUMN[column],
        y=Y_OF_ROW[row],
        texts=front.texts,
        look="marked" if marked else "",
        label=f"{front.label} on {x},{y}",
    )


def just_placed(view: View, state: State) -> tuple[Place, ...]:
    """Return the places of the bricks placed in this turn; if there are none, in the turn before."""
    if state.placed_count:
        return tuple(sorted(words.placed_in_turn(state)))
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

HANDS = Hands(
    kind="brick",
    signs=BRICK_LETTERS,
    fronts=[Face(name.replace(" ", "-"), name, LETTERS[kind // SHAPES]) for kind, name in enumerate(BRICK_NAMES)],
    back=Face("back", "a hidden brick of {seat}"),
    aside="put aside to swap",
    empty=Text(x=MARGIN, y=0.55, text="No bricks left", size=0.35, align="start", role="faint"),
    room=HAND_SIZE,
    margin=MARGIN,
    open=Spacing(pitch=1.1, lift=0.22),
    hidden=Spacing(pitch=0.8, w=0.72, h=0.72),  # smaller: there is nothing to read on them
)


def hand_area(state: State, seat: int) -> Area:
    if seat == state.turn and state.chosen_size:
        return HANDS.area(seat, *whole_hand(state), tuple(each_kind(state.chosen)))
    return HANDS.area(seat, state.hand[seat], state.hand_size[seat])


def whole_hand(state: State) -> tuple[Counts, int]:
    """Return the hand of the seat to act with the bricks that it has put aside: by kind, and how many there are."""
    seat = state.turn
    return tuple(map(add, state.hand[seat], state.chosen)), state.hand_size[seat] + state.chosen_size
