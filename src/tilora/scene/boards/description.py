"""What a board is made of: grids with tokens on their cells, dice and hands, each in plain words and without a drawing.

Whatever can be clicked has an id: cells, tokens, cards and dice. A thing that keeps its id from one position to the
next is the same thing, and is seen to travel.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Literal, TypeAlias

Colour = Literal["white", "black", "red", "yellow", "green", "blue"]


@dataclass(frozen=True, slots=True)
class Token:
    """A stone, a pawn, a counter. It shows the colour and the sign of its seat, or a colour with a mark of its own."""

    id: str
    seat: int | None = None
    colour: Colour = "white"
    """Of a token that belongs to no seat."""
    sign: str = ""
    """One or two characters on it: "K", "12"."""
    label: str = ""
    """A few words for the screen reader and the tooltip; without them, whose it is or what colour it has."""
    faded: bool = False
    """Not there yet, or out of play."""
    name: str = ""
    """What the texts of actions call it, if not by its id: equal things may share a name."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card: its sign large, and a band of its colour. Of one that is hidden, only the back is visible."""

    id: str
    sign: str = ""
    colour: Colour = "white"
    label: str = ""
    hidden: bool = False
    name: str = ""
    """What the texts of actions call it, if not by its id: equal things may share a name."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die with six sides."""

    id: str
    number: int
    """On top."""
    seat: int | None = None
    """Whose colour it has; without one it is ivory."""
    throws: int = 0
    """How often it was thrown: then it is seen to roll, even if it shows the same number again."""
    label: str = ""
    faded: bool = False
    name: str = ""
    """What the texts of actions call it, if not by its id: equal things may share a name."""


Thing: TypeAlias = Token | Card | Die


@dataclass(frozen=True, slots=True)
class Cell:
    """A place on a grid. One unit is the width of a cell."""

    id: str
    """As the texts of actions call it: "c4"."""
    x: float
    """Where its middle is, to the right of the first cell and below it."""
    y: float
    label: str = ""
    """What people call it; without a label, by its id."""
    text: str = ""
    """A few characters in it."""
    dark: bool = False
    """Of a board with cells in two shades."""


@dataclass(frozen=True, slots=True)
class Rim:
    """The outer side of a row of cells, in the colour of the seat that it belongs to."""

    seat: int
    cells: Sequence[str]
    """By their ids, from one end to the other."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells, and what lies on them. `squares`, `hexes`, `track` and `piles` make the usual ones."""

    cells: tuple[Cell, ...]
    on: Mapping[str, Thing | tuple[Thing, ...]] = field(default_factory=dict)
    """What lies on a cell, by the id of the cell: one thing or several."""
    shape: Literal["square", "hex", "round", "bowl"] = "square"
    label: str = "Board"
    seat: int | None = None
    """Whose board it is; None for one that is shared."""
    rims: tuple[Rim, ...] = ()
    names: bool = True
    """Whether letters and numbers stand beside it, where cells are called "a1", "b1" and so on."""
    id: str = "board"


@dataclass(frozen=True, slots=True)
class Dice:
    """A tray with dice."""

    dice: tuple[Die, ...]
    label: str = "Dice"
    room: int = 0
    """For how many dice there is room, so that the tray keeps its size; at least for those that are there."""
    seat: int | None = None
    id: str = "dice"


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards, tokens or dice that a seat holds."""

    seat: int
    things: tuple[Thing, ...]
    label: str = "Hand"
    room: int = 0
    """For how many things there is room, so that the hand keeps its size."""


Part: TypeAlias = Grid | Dice | Hand


@dataclass(frozen=True, slots=True)
class Board:
    """A position as it lies on the table."""

    parts: tuple[Part, ...]
    clicks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What to click for an action, by its text.

    Only needed where the text does not say it: "c4" is played by clicking the cell c4, and "a2 a4" by clicking a2 and
    then a4. What names nothing that can be clicked, such as "pass", gets a button.
    """
    task: str = ""
    """What the seat to act is to do, in a short sentence: "Place a stone."."""
    won: tuple[str, ...] = ()
    """The things and cells that won the match, in the order in which they light up."""


def things_on(grid: Grid, cell: str) -> tuple[Thing, ...]:
    """Return what lies on a cell."""
    found = grid.on.get(cell, ())
    return found if isinstance(found, tuple) else (found,)


def placed_things(board: Board) -> dict[str, tuple[Thing, str]]:
    """Return every thing with the cell, or the id of the part, that it lies on, by its id."""
    found: dict[str, tuple[Thing, str]] = {}
    for part in board.parts:
        if isinstance(part, Grid):
            found |= {thing.id: (thing, cell.id) for cell in part.cells for thing in things_on(part, cell.id)}
        elif isinstance(part, Dice):
            found |= {die.id: (die, part.id) for die in part.dice}
        else:
            found |= {thing.id: (thing, f"hand-{part.seat}") for thing in part.things}
    return found


def clickable(board: Board) -> set[str]:
    """Return the ids of all cells and things."""
    cells = {cell.id for part in board.parts if isinstance(part, Grid) for cell in part.cells}
    return cells | set(placed_things(board))


def named(board: Board, seat: int) -> dict[str, list[str]]:
    """Return the ids of cells and things by what the texts of a seat's actions call them.

    What other seats hold in their hands is left out: nobody plays with it.
    """
    found = {cell.id: [cell.id] for part in board.parts if isinstance(part, Grid) for cell in part.cells}
    others = {thing.id for part in board.parts if isinstance(part, Hand) and part.seat != seat for thing in part.things}
    for name, (thing, _) in placed_things(board).items():
        if name not in others:
            found.setdefault(thing.name or name, []).append(name)
    return found


def paths_of(board: Board, text: str, seat: int) -> list[tuple[str, ...]]:
    """Return the ways to click the action with that text of a seat; none if that takes a button."""
    if text in board.clicks:
        return [board.clicks[text]]
    names = named(board, seat)
    if text in names:
        return [(name,) for name in names[text]]
    ways = list(product(*(names.get(word, ()) for word in text.split())))
    return [way for way in ways if len(set(way)) == len(way)] or ways
