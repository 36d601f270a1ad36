"""Where everything on a board goes: from the description to areas with spots and pieces."""

from math import ceil, hypot, sqrt

from tilora.kernel import seat_name
from tilora.scene.boards.description import Board, Card, Cell, Dice, Die, Grid, Rim, Thing, Token, things_on
from tilora.scene.parts import part
from tilora.scene.vocabulary import Area, Faces, Piece, Spot, Text

MARGIN = 0.3
NAMES = 0.45
"""Room for letters and numbers beside a board."""
RIM = 0.24
"""How far the coloured side of a board can be seen."""
ALONE = 0.8
"""How large a thing is on a cell of its own."""
CARD = 1.4
"""The height of a card."""
PITCH = 1.2
"""From one thing of a hand to the next."""
HEIGHTS = {"square": 1.0, "hex": 2 / sqrt(3), "round": 1.0, "bowl": 1.0}
FACES = {1: (2, 3), 2: (6, 3), 3: (2, 6), 4: (2, 1), 5: (1, 3), 6: (5, 3)}
"""By the number on top of a die: what it shows in front and on the right."""


def areas_of(board: Board) -> tuple[Area, ...]:
    """Return the areas of a board, one for each part."""
    made = []
    for each in board.parts:
        if isinstance(each, Grid):
            made.append(_grid(each))
        elif isinstance(each, Dice):
            room = max(each.room, len(each.dice), 1)
            made.append(
                _row(each.id, "shared" if each.seat is None else "board", each.seat, each.label, room, each.dice)
            )
        else:
            room = max(each.room, len(each.things), 1)
            made.append(_row(f"hand-{each.seat}", "hand", each.seat, each.label, room, each.things))
    return tuple(made)


def label_of(thing: Thing) -> str:
    """Return what a thing is called."""
    if thing.label:
        return thing.label
    if isinstance(thing, Die):
        return f"a die that shows {thing.number}"
    if isinstance(thing, Card):
        return "a hidden card" if thing.hidden else f"{thing.colour} card {thing.sign}".strip()
    whose = seat_name(thing.seat) if thing.seat is not None else thing.colour
    return f"{whose} {thing.sign}".strip()


def _grid(grid: Grid) -> Area:
    high = HEIGHTS[grid.shape]
    wide = [cell.x for cell in grid.cells]
    tall = [cell.y for cell in grid.cells]
    names = _names(grid) if grid.names else ()
    around = MARGIN + (RIM if grid.rims else 0.0) + (NAMES if names else 0.0)
    left, top = around + 0.5 - min(wide), around + high / 2 - min(tall)
    spots: list[Spot] = [spot for rim in grid.rims for spot in _rim(grid, rim, left, top)]
    pieces: list[Piece] = []
    for cell in grid.cells:
        things = things_on(grid, cell.id)
        x, y = round(left + cell.x, 4), round(top + cell.y, 4)
        spots.append(_spot(cell, x, y, grid.shape, tuple(map(label_of, things))))
        pieces += [_on_cell(thing, index, len(things), x, y) for index, thing in enumerate(things)]
    return Area(
        id=grid.id,
        role="shared" if grid.seat is None else "board",
        seat=grid.seat,
        label=grid.label,
        w=round(max(wide) - min(wide) + 1 + 2 * around, 4),
        h=round(max(tall) - min(tall) + high + 2 * around, 4),
        turns=not any(spot.texts for spot in spots),
        spots=tuple(spots),
        pieces=tuple(pieces),
        texts=tuple(_name(text, round(left + x, 4), round(top + y, 4)) for text, x, y in names),
    )


@part
def _spot(cell: Cell, x: float, y: float, shape: str, things: tuple[str, ...]) -> Spot:
    high = HEIGHTS[shape]
    called = cell.label or cell.id
    label = called if shape == "bowl" or not things else f"{called}: {', '.join(things)}"
    said = str(len(things)) if shape == "bowl" else "" if things else cell.text
    texts = (Text(x=0.5, y=0.86 if things else high / 2, text=said, size=0.2 if things else 0.26, role="faint"),)
    return Spot(
        id=cell.id,
        x=round(x - 0.5, 4),
        y=round(y - high / 2, 4),
        h=round(high, 4),
        shape="cell" if shape == "square" else shape,  # type: ignore[arg-type] # the others have the same name
        symbol="shade" if cell.dark else "",
        label=label,
        texts=texts if said else (),
    )


@part
def _name(text: str, x: float, y: float) -> Text:
    return Text(x=x, y=y, text=text, size=0.3, role="faint")


def _names(grid: Grid) -> tuple[tuple[str, float, float], ...]:
    """Return the letters above the board and the numbers to its left; none where cells have other names."""
    if not all(cell.id.rstrip("0123456789").isalpha() and cell.id[-1].isdigit() for cell in grid.cells):
        return ()
    away = 0.3 + (RIM if grid.rims else 0.0)
    top = min(cell.y for cell in grid.cells)
    found = [
        (cell.id.rstrip("0123456789"), cell.x, cell.y - HEIGHTS[grid.shape] / 2 - away)
        for cell in grid.cells
        if cell.y == top
    ]
    firsts: dict[float, Cell] = {}
    for cell in grid.cells:
        if cell.y not in firsts or cell.x < firsts[cell.y].x:
            firsts[cell.y] = cell
    numbers = [(cell.id[len(cell.id.rstrip("0123456789")) :], cell.x - 0.5 - away, cell.y) for cell in firsts.values()]
    return (*found, *numbers)


def _rim(grid: Grid, rim: Rim, left: float, top: float) -> list[Spot]:
    """Return what can be seen of a coloured board below the cells of a rim."""
    cells = {cell.id: cell for cell in grid.cells}
    along = [cells[name] for name in rim.cells]
    dx, dy = along[-1].x - along[0].x, along[-1].y - along[0].y
    length = hypot(dx, dy) or 1.0
    out_x, out_y = dy / length, -dx / length
    centre_x = sum(cell.x for cell in grid.cells) / len(grid.cells)
    centre_y = sum(cell.y for cell in grid.cells) / len(grid.cells)
    if out_x * (along[0].x - centre_x) + out_y * (along[0].y - centre_y) < 0:
        out_x, out_y = -out_x, -out_y
    high = HEIGHTS[grid.shape]
    return [
        _rim_part(
            f"{grid.id}-rim-{rim.seat}-{cell.id}-{round(out_x)}-{round(out_y)}",
            f"rim-{'hex' if grid.shape == 'hex' else 'square'}-{rim.seat % 6}",
            round(left + cell.x + RIM * out_x - 0.5, 4),
            round(top + cell.y + RIM * out_y - high / 2, 4),
            round(high, 4),
        )
        for cell in along
    ]


@part
def _rim_part(name: str, symbol: str, x: float, y: float, h: float) -> Spot:
    return Spot(id=name, x=x, y=y, h=h, shape="none", symbol=symbol)


def _on_cell(thing: Thing, index: int, count: int, x: float, y: float) -> Piece:
    """Return one of so many things on the cell with that middle."""
    if count == 1:
        return piece_of(thing, x, y, ALONE)
    across = ceil(sqrt(count))
    down = ceil(count / across)
    size = 0.84 / across
    row, column = divmod(index, across)
    in_row = min(across, count - row * across)
    return piece_of(
        thing,
        round(x + (column - (in_row - 1) / 2) * size, 4),
        round(y + (row - (down - 1) / 2) * size, 4),
        size * 0.94,
    )


@part
def piece_of(thing: Thing, x: float, y: float, size: float) -> Piece:
    """Return the thing as a piece with its middle there."""
    high = CARD if isinstance(thing, Card) else 1.0
    if isinstance(thing, Card):
        size = min(size, size / CARD if size < 1 else size)
    w, h = round(size, 4), round(size * high, 4)
    sign = "" if isinstance(thing, Die) or (isinstance(thing, Card) and thing.hidden) else thing.sign
    texts = (Text(x=w / 2, y=h / 2, text=sign, size=round(0.46 * size / max(1, len(sign) - 1), 3), role="number"),)
    kind, symbol, look = "token", "", ""
    faces = None
    if isinstance(thing, Die):
        kind, symbol, faces = "die", "ivory" if thing.seat is None else f"die-{thing.seat % 6}", _faces(thing)
        look = "faded" if thing.faded else ""
    elif isinstance(thing, Card):
        kind, symbol, look = "card", "card-back" if thing.hidden else f"card-{thing.colour}", ""
    else:
        symbol = thing.colour if thing.seat is None else f"seat-{thing.seat % 6}"
        symbol, look = f"plate-{symbol}" if thing.sign else symbol, "faded" if thing.faded else ""
    return Piece(
        id=thing.id,
        kind=kind,  # type: ignore[arg-type] # one of those above
        symbol=symbol,
        x=round(x - w / 2, 4),
        y=round(y - h / 2, 4),
        w=w,
        h=h,
        faces=faces,
        texts=texts if sign else (),
        look=look,  # type: ignore[arg-type]
        label=label_of(thing),
    )


def _faces(die: Die) -> Faces:
    front, right = FACES[die.number]
    for _ in range(die.throws % 4):
        front, right = right, 7 - front
    return Faces(top=die.number, front=front, right=right)


def _row(
    name: str, role: str, seat: int | None, label: str, room: int, things: tuple[Thing, ...] | tuple[Die, ...]
) -> Area:
    """Return things side by side: dice on a tray, or the cards of a hand."""
    high = CARD if role == "hand" and not all(isinstance(thing, Die | Token) for thing in things) else 1.0
    w, h = 2 * MARGIN + 1 + PITCH * (room - 1), 2 * MARGIN + high
    first = (w - 1 - PITCH * (max(len(things), 1) - 1)) / 2 if role != "hand" else MARGIN
    return Area(
        id=name,
        role=role,  # type: ignore[arg-type]
        seat=seat,
        label=label,
        w=round(w, 4),
        h=round(h, 4),
        pitch=PITCH if role == "hand" else 0.0,
        pieces=tuple(
            piece_of(thing, round(first + 0.5 + PITCH * index, 4), h / 2, 1.0) for index, thing in enumerate(things)
        ),
    )
