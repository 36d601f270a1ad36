"""The areas of the table of Cyberzul and Zellij and all that lies there: the shared middle, and a board for each seat.

A state counts tiles, so a tile is called by its place: `mine-3-blue-0`, `middle-blue-0`, `line-0-3-tile-1` (seat 0,
line 3), `wall-0-2-4` (row and column from 0), `floor-0-tile-2`. The marker is always `marker`.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, compress
from typing import Any, NamedTuple, TypeAlias

from tilora.families.drafting import rules
from tilora.families.drafting.rules import COLOURS, FLOOR_PLACES, MARKER, MIDDLE, NOBODY, SIZE, ZELLIJ
from tilora.families.drafting.words import COLOUR_NAMES, LETTERS, NOUNS, capital, source_words, tiles_words
from tilora.kernel import PlainState, seat_name
from tilora.kernel.toolkit import plural
from tilora.scene import Area, Piece, Spot, Text, part
from tilora.scene.area_sections import AreaSection, area_of, around

Numbers: TypeAlias = tuple[int, ...]
Rows: TypeAlias = tuple[Numbers, ...]
Pieces: TypeAlias = tuple[Piece, ...]

MARGIN = 0.35
STEP = 1.06
"""From one place to the next: a tile and its joint."""
COSTS: Numbers = tuple(rules.FLOOR_COSTS.tolist())

_spot, _piece, _text = part(Spot), part(Piece), part(Text)
"""What is equal in two scenes is the same object, even if a part around it has been built again."""


def _dressed(variant: int, shape: str, symbol: str) -> dict[str, Any]:
    """Return how a spot is drawn: a plain shape in Cyberzul, a symbol of its own in Zellij."""
    return {"shape": "none", "symbol": symbol} if variant == ZELLIJ else {"shape": shape}


def _tile(name: str, colour: int, x: float, y: float, turn: float = 0.0) -> Piece:
    letter = _text(x=0.8, y=0.8, text=LETTERS[colour], role="faint")
    # To a hundredth of a tile: scenes travel, and nobody sees more digits.
    x, y, symbol = round(x, 2), round(y, 2), f"tile-{COLOUR_NAMES[colour]}"
    return _piece(id=name, kind="tile", symbol=symbol, x=x, y=y, turn=turn, texts=(letter,))


@part
def _marker(variant: int, x: float, y: float) -> AreaSection:
    x, y, label = round(x, 2), round(y, 2), "start marker"
    about = f"Whoever holds it begins the next round. It takes up a place on the {NOUNS[variant].floor_line}."
    return AreaSection(pieces=(_piece(id="marker", kind="token", symbol="marker", x=x, y=y, label=label, about=about),))


@lru_cache(maxsize=16)
def table(state: PlainState) -> tuple[Area, ...]:
    """Return all areas, once for all viewers of a table, who look at it one after the other."""
    return (middle(state), *(board(state, seat) for seat in range(state.seats)))


# The shared middle: bowls in a ring around the stack

BOWL = 3.1
STACK_H = 2.7
STACK_TILE = 0.09
MANY = 4
"""From this many tiles of a colour on, the stack shows their number."""


class Ring(NamedTuple):
    """The measures of the middle."""

    w: float
    h: float
    stack: tuple[float, float, float]
    """Left, top and width."""
    bowls: tuple[tuple[float, float], ...]
    """Left and top, clockwise from the left end of the top row."""


# fmt: off
RINGS = {
    2: Ring(10.24, 9.84, (0.35, 3.57, 9.54), ((0.35, 0.35), (3.57, 0.35), (6.79, 0.35), (5.18, 6.39), (1.96, 6.39))),
    3: Ring(13.2, 10.44, (3.57, 3.87, 6.06), ((1.4, 0.35), (5.05, 0.35), (8.7, 0.35), (9.75, 3.67), (6.88, 6.99),
                                              (3.22, 6.99), (0.35, 3.67))),
    4: Ring(13.46, 10.44, (3.57, 3.87, 6.32), ((0.35, 0.35), (3.57, 0.35), (6.79, 0.35), (10.01, 0.35), (10.01, 3.67),
                                               (8.4, 6.99), (5.18, 6.99), (1.96, 6.99), (0.35, 3.67))),
}
"""By the number of seats."""
# fmt: on


def middle(state: PlainState) -> Area:
    bag, marker = sum(state.bag), state.marker == NOBODY
    return _middle(state.variant, state.seats, state.source, state.round_number, bag, marker)


@part
def _middle(variant: int, seats: int, source: Rows, round_number: int, bag: int, marker: bool) -> Area:
    ring, noun = RINGS[seats], NOUNS[variant]
    mines = range(1, len(ring.bowls) + 1)
    sections = [_frame(variant, seats, round_number, bag)]
    sections += [_bowl(variant, seats, mine, source[mine]) for mine in mines]
    sections += [_stack(variant, seats, colour, tiles) for colour, tiles in enumerate(source[MIDDLE]) if tiles]
    sections += [_mine(variant, seats, mine, source[mine]) for mine in mines if any(source[mine])]
    if marker:
        x, y, _ = _stack_cell(seats, 0)
        sections.append(_marker(variant, x + 0.05, y + STACK_TILE))
    label = f"{capital(noun.mines)} and {noun.middle}"
    return area_of(sections, id="middle", role="shared", label=label, w=ring.w, h=ring.h)


@part
def _frame(variant: int, seats: int, round_number: int, bag: int) -> AreaSection:
    """What the middle shows, whatever is taken."""
    ring, noun = RINGS[seats], NOUNS[variant]
    (x, y, w), low = ring.stack, ring.h - 0.4
    about = f"What is not taken from a {noun.mine} gathers here. Whoever takes from here first gets the start marker."
    label, dress = f"the {noun.middle}", _dressed(variant, "panel", "yard")
    ground = _spot(id="middle-ground", x=x, y=y, w=w, h=STACK_H, label=label, about=about, **dress)
    left = _text(x=MARGIN, y=low, text=f"Round {round_number}", align="start", size=0.36, role="faint")
    right = _text(x=ring.w - MARGIN, y=low, text=f"{bag} in bag", align="end", size=0.36, role="faint")
    return AreaSection(spots=(ground,), texts=(left, right))


@part
def _bowl(variant: int, seats: int, mine: int, counts: Numbers) -> AreaSection:
    x, y = RINGS[seats].bowls[mine - 1]
    heaps = [tiles_words(tiles, colour) for colour, tiles in enumerate(counts) if tiles]
    label = f"{NOUNS[variant].mine} {mine}: {', '.join(heaps) or 'empty'}"
    number = _text(x=0.3, y=0.3, text=str(mine), size=0.36, role="faint")
    dress = _dressed(variant, "bowl", "factory")
    bowl = _spot(id=f"mine-{mine}", x=x, y=y, w=BOWL, h=BOWL, label=label, texts=(number,), **dress)
    return AreaSection((bowl,))


def _stack_cell(seats: int, number: int) -> tuple[float, float, float]:
    """Return left, top and width of a part of the stack: the first for the marker, then one for each colour."""
    x, y, width = RINGS[seats].stack
    row, column = divmod(number, 3)
    cell = (width - 0.3) / 3
    return x + 0.15 + column * cell, y + 0.1 + row * 1.25, cell


@part
def _stack(variant: int, seats: int, colour: int, count: int) -> AreaSection:
    """The tiles of a colour in the middle: beside each other, closer together when there are many."""
    x, y, width = _stack_cell(seats, 1 + colour)
    step = min(1.04, (width - 1.15 - 0.4 * (count >= MANY)) / max(1, count - 1))
    name, y = f"middle-{COLOUR_NAMES[colour]}", y + STACK_TILE
    tiles = [_tile(f"{name}-{i}", colour, x + 0.05 + i * step, y, _uneven(colour * 7 + i * 3)) for i in range(count)]
    number = _text(x=round(x + width - 0.22, 2), y=round(y + 0.51, 2), text=str(count), role="number")
    return AreaSection((_group(variant, MIDDLE, colour, tiles),), tuple(tiles), (number,) if count >= MANY else ())


@part
def _mine(variant: int, seats: int, mine: int, counts: Numbers) -> AreaSection:
    """The tiles of a mine: two by two, so that tiles of a colour lie side by side.

    Three of a colour share a row and overlap a little.
    """
    order = sorted((colour for colour in range(COLOURS) if counts[colour]), key=lambda colour: -counts[colour])
    rows: list[list[int]] = [[], []]
    for colour in order:
        rows[len(rows[0]) >= 2] += [colour] * counts[colour]
    if len(rows[0]) == rules.MINE_TILES:
        rows = [rows[0][:2], rows[0][2:]]
    left, top = RINGS[seats].bowls[mine - 1]
    tiles: dict[int, list[Piece]] = {colour: [] for colour in order}
    for number, row in enumerate(rows):
        step = 1.04 if len(row) < 3 else 0.64
        x = left + (BOWL - 1 - step * (len(row) - 1)) / 2
        y = top + (BOWL - (1 + bool(rows[1])) * 1.04 + 0.04) / 2 + number * 1.04
        for slot, colour in enumerate(row):
            name = f"mine-{mine}-{COLOUR_NAMES[colour]}-{len(tiles[colour])}"
            turn = _uneven(mine * 5 + number * 3 + slot)
            tiles[colour].append(_tile(name, colour, x + slot * step, y, turn))
    groups = tuple(_group(variant, mine, colour, tiles[colour]) for colour in sorted(order))
    return AreaSection(groups, tuple(chain.from_iterable(tiles.values())))


def _uneven(number: int) -> float:
    """Return a turn of a few degrees, as if a hand had put the tile down."""
    return (-3.0, 2.0, -1.0, 4.0, 1.0, -2.0, 3.0)[number % 7]


def _group(variant: int, source: int, colour: int, tiles: Sequence[Piece]) -> Spot:
    """Return one target for all tiles of a colour that lie together."""
    x, y, w, h = around(tiles)
    what = tiles_words(len(tiles), colour).removeprefix("1 ")
    label = f"{what} in {source_words(variant, source)}"
    return _spot(id=group_id(source, colour), x=x, y=y, w=w, h=h, shape="none", label=label)


def group_id(source: int, colour: int) -> str:
    return f"take-{source}-{COLOUR_NAMES[colour]}"


# The board of a seat: its pattern lines, the wall to the right of them, the floor line and the score below

WALL_X = round(MARGIN + SIZE * STEP + 0.75, 2)
FLOOR_Y = round(MARGIN + SIZE * STEP + 0.5, 2)
PRICE_Y = round(FLOOR_Y + 1.24, 2)
SCORE_X = round(WALL_X + SIZE * STEP - 0.06, 2)
BOARD_W = round(SCORE_X + MARGIN, 2)
BOARD_H = round(FLOOR_Y + STEP + 0.6, 2)
SHARDS = ("shard-a", "shard-b", "shard-c")


def _in_a_row(first: float, places: int) -> list[float]:
    """Return where places begin that lie side by side."""
    return [round(first + place * STEP, 2) for place in range(places)]


ROW_YS, LINE_XS = _in_a_row(MARGIN, SIZE), _in_a_row(MARGIN, SIZE)[::-1]
"""Of lines and wall rows from the top; of the places of a line from the one next to the wall, which is filled first."""
WALL_XS, FLOOR_XS = _in_a_row(WALL_X, SIZE), _in_a_row(MARGIN, FLOOR_PLACES)


def board(state: PlainState, seat: int) -> Area:
    lines, floor = (state.line_colour[seat], state.line_tiles[seat]), state.floor[seat][: state.floor_used[seat]]
    return _board(state.variant, seat, state.score[seat], *lines, state.wall[seat], floor, state.marker == seat)


@part
def _board(
    variant: int, seat: int, score: int, colours: Numbers, counts: Numbers, wall: Rows, floor: Numbers, marker: bool
) -> Area:
    sections = [_wall_ground(seat)] if variant == ZELLIJ else []
    sections += [_line(variant, seat, row, colours[row], counts[row]) for row in range(SIZE)]
    sections += [_wall_row(seat, row, cells) for row, cells in enumerate(wall)]
    sections.append(_floor(variant, seat, len(floor)))
    sections += [_on_floor(variant, seat, place, thing) for place, thing in enumerate(floor)]
    if marker and MARKER not in floor:  # it found no place there
        sections.append(_marker(variant, MARGIN, MARGIN))
    sections.append(_score(seat, score))
    label = seat_name(seat)
    return area_of(sections, id=board_id(seat), role="board", seat=seat, label=label, w=BOARD_W, h=BOARD_H)


def board_id(seat: int) -> str:
    return f"board-{seat}"


def row_pieces(state: PlainState, seat: int, row: int) -> Pieces:
    """Return what lies on a pattern line and on the wall to the right of it."""
    line = _line(state.variant, seat, row, state.line_colour[seat][row], state.line_tiles[seat][row])
    return line.pieces + _wall_row(seat, row, state.wall[seat][row]).pieces


@part
def _line(variant: int, seat: int, row: int, colour: int, tiles: int) -> AreaSection:
    xs, y, dress = LINE_XS[: row + 1], ROW_YS[row], _dressed(variant, "cell", "slot")
    places = [_spot(id=f"place-{seat}-{row + 1}-{slot}", x=x, y=y, **dress) for slot, x in enumerate(xs)]
    holds = f"{tiles} of {row + 1}, {COLOUR_NAMES[colour]}" if tiles else f"empty, {row + 1} to fill"
    label = f"{NOUNS[variant].line} {row + 1} of {seat_name(seat)}: {holds}"
    width = round(WALL_X - xs[-1] - 0.1, 2)
    arrow = _text(x=round(width - 0.32, 2), y=0.5, text="▸", size=0.42, role="faint")
    line = _spot(id=f"line-{seat}-{row + 1}", x=xs[-1], y=y, w=width, shape="none", label=label, texts=(arrow,))
    pieces = [_tile(f"line-{seat}-{row + 1}-tile-{slot}", colour, xs[slot], y) for slot in range(tiles)]
    return AreaSection((*places, line), tuple(pieces))


@part
def _wall_ground(seat: int) -> AreaSection:
    """The lattice of crosses in which the stars of a wall are set."""
    x, y, size = round(WALL_X - 0.2, 2), round(MARGIN - 0.2, 2), round(SIZE * STEP + 0.34, 2)
    return AreaSection((_spot(id=f"wall-ground-{seat}", x=x, y=y, w=size, h=size, shape="none", symbol="wall"),))


@part
def _wall_row(seat: int, row: int, cells: Numbers) -> AreaSection:
    y, colours = ROW_YS[row], [rules.colour_of(row, column) for column in range(SIZE)]
    names = [COLOUR_NAMES[colour] for colour in colours]
    label = f"wall row {row + 1} of {seat_name(seat)}: {', '.join(compress(names, cells)) or 'empty'}"
    target = _spot(id=f"row-{seat}-{row}", x=WALL_X, y=y, w=SIZE * STEP - 0.06, shape="none", label=label)
    plans = [
        _spot(id=f"cell-{seat}-{row}-{column}", x=x, y=y, shape="none", symbol=f"plan-{names[column]}")
        for column, x in enumerate(WALL_XS)
    ]
    pieces = [_tile(wall_id(seat, row, i), colours[i], x, y) for i, x in enumerate(WALL_XS) if cells[i]]
    return AreaSection((target, *plans), tuple(pieces))


def wall_id(seat: int, row: int, column: int) -> str:
    return f"wall-{seat}-{row}-{column}"


@part
def _floor(variant: int, seat: int, used: int) -> AreaSection:
    """The floor line, and what each of its places costs."""
    shards = [
        _spot(id=f"shard-{seat}-{i}", x=x, y=FLOOR_Y, shape="none", symbol=SHARDS[i * 2 % 3])
        for i, x in enumerate(FLOOR_XS)
    ]
    cost = plural(COSTS[used], "point")
    label = f"{NOUNS[variant].floor_line} of {seat_name(seat)}: {used} of {FLOOR_PLACES} places used, costs {cost}"
    about = "Tiles that do not fit fall here. Each place in use costs points when the round ends."
    width = FLOOR_PLACES * STEP - 0.06
    line = _spot(id=f"floor-{seat}", x=MARGIN, y=FLOOR_Y, w=width, shape="none", label=label, about=about)
    prices = [
        _text(x=round(x + 0.5, 2), y=PRICE_Y, text=f"−{COSTS[i + 1] - COSTS[i]}", size=0.34, role="price")
        for i, x in enumerate(FLOOR_XS)
    ]
    return AreaSection((*shards, line), (), tuple(prices))


@part
def _on_floor(variant: int, seat: int, place: int, thing: int) -> AreaSection:
    if thing == MARKER:
        return _marker(variant, FLOOR_XS[place], FLOOR_Y)
    return AreaSection(pieces=(_tile(f"floor-{seat}-tile-{place}", thing - 1, FLOOR_XS[place], FLOOR_Y),))


@part
def _score(seat: int, score: int) -> AreaSection:
    number = _text(x=SCORE_X, y=FLOOR_Y + 0.48, text=str(score), size=1.0, align="end", role="score", seat=seat)
    points = _text(x=SCORE_X, y=FLOOR_Y + 1.24, text="points", size=0.34, align="end", role="faint")
    return AreaSection(texts=(number, points))
