"""A board without art: a game says in a few lines what lies where, and gets a board to click, in our visual language.

`board.py` in a game's folder defines `board(state)`, which returns a `Board` made of the parts below. It imports the
kernel and the vocabulary of scenes, and knows no game.
"""

from tilora.scene.boards.description import (
    Board,
    Card,
    Cell,
    Colour,
    Dice,
    Die,
    Grid,
    Hand,
    Part,
    Rim,
    Thing,
    Token,
)
from tilora.scene.boards.places import hexes, piles, squares, track

__all__ = [
    "Board",
    "Card",
    "Cell",
    "Colour",
    "Dice",
    "Die",
    "Grid",
    "Hand",
    "Part",
    "Rim",
    "Thing",
    "Token",
    "hexes",
    "piles",
    "squares",
    "track",
]
