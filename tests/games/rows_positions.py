"""Setting up positions of RowsAndCols for tests: bricks that a test does not care about find their own place."""

import random
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from tilora.families.rows import ROWS_AND_COLS, rules
from tilora.families.rows.words import COLOUR_LETTERS, SHAPE_LETTERS, kind_of, place_of
from tilora.kernel import IllegalAction, Match, State, blank
from tilora.kernel.toolkit.open_grid import cell_of, place_name

ALL_BRICKS = Counter({colour + shape: 3 for colour in COLOUR_LETTERS for shape in SHAPE_LETTERS})

NO_RED_STAR_FITS = (
    "Rf3,17 Cf4,17 Yf3,16 Bf4,16 Rf5,16 Rf4,15 Gf5,15 Pr2,14 Pu3,14 Pf4,14 Cu3,13 Ru3,12 Yu4,12 Yf4,11 Gf7,11 "
    "Gs2,10 Yt4,10 Yr5,10 Gt7,10 Gf8,10 Ys1,9 Rs2,9 Cs3,9 Br5,9 Rr6,9 Gr7,9 Yr1,8 Ys2,8 Cr4,8 Rr5,8 Gr6,8 "
    "Bt-4,7 Bf-3,7 Cs2,7 Cf3,7 Ct4,7 Yr6,7 Rr7,7 Br-4,6 Bt-3,6 Bs-2,6 Bf1,6 Bs2,6 Cr7,6 Bc-3,5 Bt-2,5 Bu-1,5 "
    "Pf1,5 Ps2,5 Br-3,4 Yu-1,4 Yc0,4 Yf1,4 Gu-1,3 Cf1,3 Cc2,3 Pc6,3 Pt7,3 Bc2,2 Rc3,2 Pc5,2 Pt6,2 Ps7,2 Pu8,2 "
    "Yc1,1 Rc2,1 Gc3,1 Bc4,1 Cc5,1 Pr7,1 Pt8,1 Rt0,0 Rc1,0 Pf8,0 Gu-2,-1 Bu-1,-1 Gc1,-1 Gr2,-1 Gt3,-1 Gs4,-1 "
    "Ps8,-1 Rs9,-1 Bs10,-1 Cr-3,-2 Pu-1,-2 Pr0,-2 Pc1,-2 Gc3,-2 Gt4,-2 Gs9,-2 Rs10,-2 Cu-3,-3 Ru-2,-3 Gu-1,-3 "
    "Bu-2,-4 Ru-1,-4 Yu0,-4 Cs-4,-5 Ct-3,-5 Cu-2,-5 Yc0,-5 Yt1,-5 Ct-4,-6 Cc-3,-6 Yt0,-6 Ys1,-6"
)
"""All bricks but two red stars, and those fit nowhere: red bricks lie in lines of a shape, stars in lines of a
colour, both ways. So rare that it had to be made for the purpose."""


def bricks_of(letters: str) -> list[str]:
    """The bricks of a heap: BcRt is Bc and Rt."""
    return [letters[i : i + 2] for i in range(0, len(letters), 2)]


def position(
    board: str,
    *hands: str,
    turn: int = 1,
    passes: int = 0,
    swaps: int = 0,
    placed: str = "-",
    aside: str = "",
    bag: str | None = None,
    scores: Sequence[int] = (),
) -> str:
    """The text of a position.

    While the bag holds bricks, hands are filled up to six. Without `bag` it holds the rest; with it, the rest
    lies on the board, in the south, below the brick on 0,0.
    """
    rest = ALL_BRICKS.copy()
    rest.subtract(word[:2] for word in board.split())
    rest.subtract(brick for heap in (*hands, aside, bag or "") for brick in bricks_of(heap))
    assert min(rest.values()) >= 0, f"too many of {min(rest, key=lambda brick: rest[brick])}"
    full = []
    for seat, hand in enumerate(hands, 1):
        size = len(bricks_of(hand))
        if seat == turn:
            size += len(bricks_of(aside)) + len([place for place in placed.split() if place != "-"])
        fill = list(rest.elements())[: 6 - size] if bag != "" else []
        rest.subtract(fill)
        full.append(hand + "".join(fill) or "-")
    if bag is None:
        bag = "".join(rest.elements())
    else:
        board += " " + in_the_south(board, list(rest.elements()))
    seats = [f"{score} {hand}" for score, hand in zip(scores or [0] * len(hands), full, strict=True)]
    common = f"turn {turn} | passes {passes} | swaps {swaps} | board {board} | placed {placed} | aside {aside or '-'}"
    return " | ".join([common, f"bag {bag or '-'}", *seats])


def in_the_south(board: str, bricks: list[str]) -> str:
    """The bricks laid below the brick on 0,0, the first one that fits on the first place that it fits."""
    if not bricks:
        return ""
    for seed in range(100):
        pick = random.Random(seed)
        state = laid(board)
        left, words = bricks.copy(), []
        pick.shuffle(left)
        while left:
            found = next(((brick, cell) for brick in left for cell in places_in_the_south(state, brick)), None)
            if found is None:
                break
            brick, cell = found
            left.remove(brick)
            words.append(brick + place_name(place_of(state, cell)))
            rules.lay(state, kind_of(brick), cell)
        if not left:
            return " ".join(words)
    raise AssertionError("the rest of the bricks does not fit below this board")


def laid(board: str) -> State:
    """A state with nothing but the board, whose bricks come in an order in which each touches one before."""
    state = blank(ROWS_AND_COLS.rules.STATE, 0, 2)
    for word in board.split():
        x, y = map(int, word[2:].split(","))
        rules.lay(state, kind_of(word[:2]), cell_of(x, y))
    return state


def places_in_the_south(state: State, brick: str) -> list[int]:
    cells = [
        int(cell) for cell, fits in zip(state.edge, state.edge_fits.tolist(), strict=True) if fits >> kind_of(brick) & 1
    ]
    return [cell for cell in cells if place_of(state, cell)[1] < -1 or place_of(state, cell) == (0, -1)]


def staircase(runs: int, right: int = 1, up: int = 1, upright: bool = False, first: int = 0) -> list[str]:
    """Bricks in runs of six, each beginning beside the end of the one before: as far as bricks can reach.

    The runs go to the right, or up with `upright`; to the left and down where `right` and `up` are -1. The brick
    with number `first` is the one on 0,0.
    """
    bricks = [
        (COLOUR_LETTERS[run % 6] + SHAPE_LETTERS[(5 * run + i) % 6], 5 * run + i, run)
        for run in range(runs)
        for i in range(6)
    ]
    _, along, across = bricks[first]
    words = []
    for brick, at, run in bricks:
        x, y = (run - across, at - along) if upright else (at - along, run - across)
        words.append(f"{brick}{x * right},{y * up}")
    return words


def match(board: str, *hands: str, **more: Any) -> Match:
    """A match at the position that `position` describes."""
    return Match(ROWS_AND_COLS, position=position(board, *hands, **more), seed=1)


def legal(m: Match) -> set[str]:
    return {str(action) for action in m.legal()}


def places_of(m: Match, brick: str) -> set[str]:
    """Where the brick can be placed."""
    return {text.removeprefix(f"{brick} ") for text in legal(m) if text.startswith(f"{brick} ")}


def refuses(m: Match, action: str, reason: str) -> None:
    before = m.position
    with pytest.raises(IllegalAction, match=f"^{re.escape(reason)}$"):
        m.play(action)
    assert m.position == before


def two_different(one: str, other: str) -> str:
    return f"A line is all of one colour or all of one shape: a {one} and a {other} can't both be in it."
