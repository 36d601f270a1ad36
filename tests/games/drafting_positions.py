"""Setting up positions of Cyberzul and Zellij for tests: they are put together from a few parts."""

from collections.abc import Sequence
from typing import Any

import tilora

GAMES = ("cyberzul", "zellij")
LETTERS = "BORKW"
WALL = {1: "BORKW", 2: "WBORK", 3: "KWBOR", 4: "RKWBO", 5: "ORKWB"}
NOTHING = "0 -/-/-/-/- ...../...../...../...../..... -"
ALMOST: dict[str, Any] = {"lines": {3: "BBB"}, "wall": {3: "KW.OR"}}
"""Of a seat that completes a row when the round is scored."""
COLUMN = {1: "..R..", 2: "..O..", 4: "..W..", 5: "..K.."}
COLOUR = {1: "B....", 2: ".B...", 4: "...B.", 5: "....B"}
ROW_COLUMN_AND_COLOUR = {1: "B.R..", 2: ".BO..", 3: "KW.OR", 4: "..WB.", 5: "..K.B"}
"""Walls on which the blue tile of line 3 completes a column, a colour, or both and a row."""


def seat(
    score: int = 0,
    lines: dict[int, str] | None = None,
    wall: dict[int, str] | None = None,
    floor: str = "",
) -> str:
    """A seat's part of a position; lines and wall rows that are not given are empty."""
    all_lines = "/".join((lines or {}).get(row, "-") for row in range(1, 6))
    all_rows = "/".join((wall or {}).get(row, ".....") for row in range(1, 6))
    return f"{score} {all_lines} {all_rows} {floor or '-'}"


def position(
    *seats: str,
    round_number: int = 1,
    first: int = 1,
    turn: int = 1,
    marker: str = "middle",
    middle: str = "",
    mines: Sequence[str] = (),
    bag: str | None = None,
    discard: str = "",
) -> str:
    """A position in which all tiles that are nowhere else are in the bag, or in the discard if the bag is given."""
    boards = [*seats, *[NOTHING] * (2 - len(seats))]
    mines = [*mines, *["-"] * (2 * len(boards) + 1 - len(mines))]
    placed = "".join([middle, *mines, bag or "", discard, *boards])
    rest = "".join(letter * (20 - placed.count(letter)) for letter in LETTERS)
    in_bag, in_discard = (rest, discard) if bag is None else (bag, discard + rest)
    parts = [
        f"round {round_number}",
        f"first {first}",
        f"turn {turn}",
        f"marker {marker}",
        f"middle {middle or '-'}",
        f"mines {' '.join(mines)}",
        f"bag {counted(in_bag)}",
        f"discard {counted(in_discard)}",
        *boards,
    ]
    return " | ".join(parts)


def counted(letters: str) -> str:
    return " ".join(f"{letter}{letters.count(letter)}" for letter in LETTERS)


def at(game: str = "cyberzul", *seats: str, seed: int = 1, **parts: Any) -> tilora.Match:
    """A match at a position."""
    return tilora.match(game, position=position(*seats, **parts), seed=seed)


def part(match: tilora.Match, key: str) -> str:
    """One part of the match's position text, like `middle` or `bag`."""
    found = [text for text in match.position.split(" | ") if text.startswith(f"{key} ")]
    return found[0].removeprefix(f"{key} ")


def board(match: tilora.Match, number: int) -> str:
    """What lies before a seat, counted from 1, as in the position text."""
    return match.position.split(" | ")[7 + number]


def texts(match: tilora.Match) -> set[str]:
    return {str(action) for action in match.legal()}


def scored(game: str, *seats: str, **parts: Any) -> tilora.Match:
    """The match after the round: the last seat has put the last tile, a black one, on its floor line."""
    seats = (*seats, *[NOTHING] * (2 - len(seats)))
    match = at(game, *seats, turn=len(seats), mines=["K"], **parts)
    match.play("1 black penalty" if game == "zellij" else "1 black floor")
    return match
