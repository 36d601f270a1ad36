"""A board for a terminal, from the same description as the one on the page."""

from types import ModuleType

from tilora.kernel import State, plain_of
from tilora.kernel.toolkit import pointer, to_act
from tilora.scene.boards.description import Board, Card, Cell, Dice, Die, Grid, Thing, things_on

EMPTY = "."
COLOURS = {"white": "w", "black": "b", "red": "r", "yellow": "y", "green": "g", "blue": "u"}


def board_text(module: ModuleType, state: State) -> str:
    """Return the position as lines of text: the seats with their points, then each part of the board."""
    plain = plain_of(state)
    board: Board = module.board(plain)
    lines = [f"{to_act(state)}."]
    if any(plain.score[: plain.seats]):
        lines += [f"seat {seat + 1}: {plain.score[seat]}{pointer(state, seat)}" for seat in range(plain.seats)]
    for part in board.parts:
        if isinstance(part, Grid):
            lines += ["", *_grid(part)]
        else:
            things: tuple[Thing, ...] = part.dice if isinstance(part, Dice) else part.things
            whose = "" if part.seat is None else f" of seat {part.seat + 1}"
            lines.append(f"{part.label}{whose}: {' '.join(map(mark_of, things)) or '-'}")
    return "\n".join(lines)


def mark_of(thing: Thing) -> str:
    """Return a thing in a few letters: its sign, the number of its seat, or the letter of its colour."""
    if isinstance(thing, Die):
        return str(thing.number)
    if isinstance(thing, Card) and thing.hidden:
        return "?"
    if isinstance(thing, Card):
        return COLOURS[thing.colour] + thing.sign
    return thing.sign or (COLOURS[thing.colour] if thing.seat is None else str(thing.seat + 1))


def _grid(grid: Grid) -> list[str]:
    """Return the rows of a grid, each cell below where it lies on the page."""
    marks = {cell.id: "".join(map(mark_of, things_on(grid, cell.id))) or EMPTY for cell in grid.cells}
    step = 1 + max(map(len, marks.values()))
    step += step % 2  # so that half a cell is a whole letter
    left = min(cell.x for cell in grid.cells)
    rows: dict[float, list[Cell]] = {}
    for cell in grid.cells:
        rows.setdefault(cell.y, []).append(cell)
    margin = 1 + max((len(_number(row[0])) for row in rows.values()), default=0) if grid.names else 0
    lines = []
    for row in rows.values():
        first = min(row, key=lambda cell: cell.x)
        line = " " * (margin + round((first.x - left) * step))
        if margin:
            line = line[: len(line) - margin] + _number(first).rjust(margin - 1) + " "
        for cell in sorted(row, key=lambda cell: cell.x):
            line = line.ljust(margin + round((cell.x - left) * step)) + marks[cell.id]
        lines.append(line.rstrip())
    if not margin:
        return lines
    head = " " * margin
    for cell in next(iter(rows.values())):
        head = head.ljust(margin + round((cell.x - left) * step)) + cell.id.rstrip("0123456789")
    return [head, *lines]


def _number(cell: Cell) -> str:
    return cell.id[len(cell.id.rstrip("0123456789")) :] if cell.id[:1].isalpha() else ""
