"""Where everything lies on the table of Cyberzul and Zellij, and what it is called there.

A state counts tiles, so a tile is called by its place: `mine-3-blue-0`, `middle-blue-0`, `line-0-3-tile-1` (seat 0,
line 3), `wall-0-2-4` (row and column from 0), `floor-0-tile-2`. The marker is always `marker`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tilora.families.drafting import rules
from tilora.families.drafting.rules import FREE, MARKER, MIDDLE, NOBODY, SIZE
from tilora.families.drafting.words import COLOUR_NAMES
from tilora.kernel import State

MARGIN = 0.35
STEP = 1.06
"""From one place to the next: a tile and its joint."""

# The board of a seat

WALL_X = round(MARGIN + SIZE * STEP + 0.75, 2)
FLOOR_Y = round(MARGIN + SIZE * STEP + 0.5, 2)
SCORE_X = round(WALL_X + SIZE * STEP - 0.06, 2)
BOARD_W = round(SCORE_X + MARGIN, 2)
BOARD_H = round(FLOOR_Y + STEP + 0.6, 2)

# The shared middle: bowls in a ring around the stack

BOWL = 3.1
GAP = 0.12
STACK_COLUMNS = 3
STACK_CELL_H = 1.25
STACK_TILE = 0.09
MANY = 4
"""So many tiles of a colour in the stack have their number beside them."""


class Place(NamedTuple):
    """Where a tile lies: the area, its top left corner there, and how it is turned."""

    area: str
    x: float
    y: float
    turn: float = 0.0


class Lying(NamedTuple):
    """A tile, or the marker, that lies somewhere."""

    id: str
    thing: int
    """1 + its colour, or MARKER: as on the floor line."""
    place: Place


@dataclass(frozen=True)
class Ring:
    """How many bowls lie above, beside and below the stack, and the measures that follow."""

    top: int
    sides: int
    bottom: int
    w: float

    @cached_property
    def stack(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the stack."""
        x = MARGIN + (BOWL + GAP if self.sides else 0.0)
        y = MARGIN + BOWL + self.gap
        return round(x, 2), round(y, 2), round(self.w - 2 * x, 2), 2 * STACK_CELL_H + 0.2

    @property
    def gap(self) -> float:
        """Between the stack and the bowls above and below it."""
        return GAP + (0.3 if self.sides else 0.0)

    @cached_property
    def h(self) -> float:
        _, y, _, height = self.stack
        return round(y + height + self.gap + BOWL + MARGIN, 2)

    @cached_property
    def bowls(self) -> list[tuple[float, float]]:
        """The top left corners of the bowls, clockwise from the left end of the top row."""
        _, y, _, height = self.stack
        below = y + height + self.gap
        beside = y + (height - BOWL) / 2
        top = [(x, MARGIN) for x in self._row(self.top)]
        right = [(self.w - MARGIN - BOWL, beside)] * (self.sides > 0)
        bottom = [(x, below) for x in reversed(self._row(self.bottom))]
        left = [(MARGIN, beside)] * (self.sides > 0)
        return top + right + bottom + left

    def _row(self, bowls: int) -> list[float]:
        step = min(BOWL + 0.55, (self.w - 2 * MARGIN - BOWL) / (self.top - 1))
        first = (self.w - BOWL - step * (bowls - 1)) / 2
        return [round(first + step * number, 2) for number in range(bowls)]


RINGS = {
    5: Ring(top=3, sides=0, bottom=2, w=10.24),
    7: Ring(top=3, sides=2, bottom=2, w=13.2),
    9: Ring(top=4, sides=2, bottom=3, w=13.46),
}


def ring_of(state: State) -> Ring:
    return RINGS[rules.mines(state)]


def bowl_of(state: State, mine: int) -> tuple[float, float]:
    """The top left corner of a mine's bowl. Mines count from 1."""
    return ring_of(state).bowls[mine - 1]


def stack_cell(state: State, number: int) -> tuple[float, float, float]:
    """Left, top and width of a part of the stack: the first for the marker, then one for each colour."""
    x, y, width, _ = ring_of(state).stack
    row, column = divmod(number, STACK_COLUMNS)
    cell = (width - 0.3) / STACK_COLUMNS
    return x + 0.15 + column * cell, y + 0.1 + row * STACK_CELL_H, cell


def place(area: str, x: float, y: float, turn: float = 0.0) -> Place:
    """Return the place, to a hundredth of a tile: scenes travel, and nobody sees more digits."""
    return Place(area, round(x, 2), round(y, 2), turn)


def line_place(seat: int, row: int, slot: int) -> Place:
    """A place of a pattern line; slot 0 is next to the wall and filled first."""
    return place(f"board-{seat}", MARGIN + (SIZE - 1 - slot) * STEP, MARGIN + row * STEP)


def wall_place(seat: int, row: int, column: int) -> Place:
    return place(f"board-{seat}", WALL_X + column * STEP, MARGIN + row * STEP)


def floor_place(seat: int, number: int) -> Place:
    return place(f"board-{seat}", MARGIN + number * STEP, FLOOR_Y)


def held_marker_place(seat: int) -> Place:
    """Where the marker lies that found no room on the floor line."""
    return place(f"board-{seat}", MARGIN, MARGIN)


# What lies there


def lying(state: State) -> list[Lying]:
    """Every tile on the table, and the marker."""
    found = [tile for source in range(rules.mines(state) + 1) for tile in on_offer(state, source)]
    for seat in range(state.seats):
        found += on_board(state, seat)
    return [*found, *_free_marker(state)]


def on_offer(state: State, source: int) -> list[Lying]:
    """The tiles of a mine, or of the middle."""
    found = _stack_places(state) if source == MIDDLE else _mine_places(state, source)
    return [
        Lying(offer_id(source, colour, number), 1 + colour, spot)
        for colour, spots in found.items()
        for number, spot in enumerate(spots)
    ]


def offer_id(source: int, colour: int, number: int) -> str:
    where = "middle" if source == MIDDLE else f"mine-{source}"
    return f"{where}-{COLOUR_NAMES[colour]}-{number}"


def _stack_places(state: State) -> dict[int, list[Place]]:
    """Where the tiles in the middle lie, by colour: beside each other, closer together when there are many."""
    places = {}
    for colour, tiles in enumerate(state.source[MIDDLE].tolist()):
        x, y, width = stack_cell(state, 1 + colour)
        step = min(1.04, (width - 1.15 - 0.4 * (tiles >= MANY)) / max(1, tiles - 1))
        places[colour] = [
            place("middle", x + 0.05 + number * step, y + STACK_TILE, _uneven(colour * 7 + number * 3))
            for number in range(tiles)
        ]
    return places


def _mine_places(state: State, mine: int) -> dict[int, list[Place]]:
    """Where a mine's tiles lie, by colour: two by two, so that tiles of a colour lie side by side.

    Three of a colour share a row and overlap a little.
    """
    heaps = {colour: tiles for colour, tiles in enumerate(state.source[mine].tolist()) if tiles}
    order = sorted(heaps, key=lambda colour: (-heaps[colour], colour))
    rows: list[list[int]] = [[], []]
    for colour in order:
        row = rows[0] if len(rows[0]) < 2 else rows[1]
        row += [colour] * heaps[colour]
    if order and heaps[order[0]] == rules.MINE_TILES:
        rows = [[order[0]] * 2, [order[0]] * 2]
    left, top = bowl_of(state, mine)
    places: dict[int, list[Place]] = {colour: [] for colour in order}
    upright = 1 + bool(rows[1])
    for number, row in enumerate(rows):
        step = 1.04 if len(row) < 3 else 0.64
        x = left + (BOWL - 1 - step * (len(row) - 1)) / 2
        y = top + (BOWL - upright * 1.04 + 0.04) / 2 + number * 1.04
        for slot, colour in enumerate(row):
            turn = _uneven(mine * 5 + number * 3 + slot)
            places[colour].append(place("middle", x + slot * step, y, turn))
    return places


def _uneven(number: int) -> float:
    """A turn of a few degrees, as things lie that a hand put down."""
    return (-3.0, 2.0, -1.0, 4.0, 1.0, -2.0, 3.0)[number % 7]


def on_board(state: State, seat: int) -> Iterator[Lying]:
    """The tiles on a seat's lines, wall and floor line, and the marker if it lies there."""
    lines = zip(state.line_colour[seat].tolist(), state.line_tiles[seat].tolist(), strict=True)
    for row, (colour, tiles) in enumerate(lines):
        for slot in range(tiles):
            yield Lying(line_id(seat, row, slot), 1 + colour, line_place(seat, row, slot))
    for row, cells in enumerate(state.wall[seat].tolist()):
        for column in range(SIZE):
            if cells[column]:
                thing = 1 + rules.colour_of(row, column)
                yield Lying(wall_id(seat, row, column), thing, wall_place(seat, row, column))
    for number, thing in enumerate(state.floor[seat].tolist()):
        if thing != FREE:
            name = "marker" if thing == MARKER else floor_id(seat, number)
            yield Lying(name, thing, floor_place(seat, number))


def line_id(seat: int, row: int, slot: int) -> str:
    return f"line-{seat}-{row + 1}-tile-{slot}"


def wall_id(seat: int, row: int, column: int) -> str:
    return f"wall-{seat}-{row}-{column}"


def floor_id(seat: int, number: int) -> str:
    return f"floor-{seat}-tile-{number}"


def _free_marker(state: State) -> Iterator[Lying]:
    """The marker, unless it lies on a floor line."""
    if state.marker == NOBODY:
        x, y, _ = stack_cell(state, 0)
        yield Lying("marker", MARKER, place("middle", x + 0.05, y + STACK_TILE))
    elif MARKER not in state.floor[state.marker]:
        yield Lying("marker", MARKER, held_marker_place(int(state.marker)))
