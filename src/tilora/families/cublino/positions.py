"""Positions of Cublino as people read and write them: in one line, and as a board in a terminal.

The line is `P` (Pur) or `C` (Contra), in lower case when Black is to move, then three characters for each die: a letter
for how it stands, in upper case for White's dice, and its square. `PWa1Wb1…` has White's dice on a1 and b1 with 6
on top and 4 towards rank 7.
"""

import re

from tilora.families import cublino
from tilora.families.cublino import rules
from tilora.families.cublino.dice import BLACK, EMPTY, NORTH_FACE, ORIENTATIONS, OWNER, SIZE, TOP, WHITE
from tilora.families.cublino.rules import CONTRA, DICE_OF_SEAT, FAR_SQUARES, SEATS
from tilora.kernel import State
from tilora.kernel.toolkit import plural, require

FILES = "abcdefg"
LETTERS = "abcdefghijklmnopqrstuvwx"
GAMES = (cublino.PUR, cublino.CONTRA)
GAME_LETTERS = "PC"
COLOURS = ("White", "Black")


SQUARE_NAMES = [f"{file}{rank + 1}" for rank in range(SIZE) for file in FILES]
SQUARES_BY_NAME = {name: square for square, name in enumerate(SQUARE_NAMES)}


def square_name(square: int) -> str:
    return SQUARE_NAMES[square]


def square_named(name: str) -> int:
    """Return the square with that name, which must be one."""
    return SQUARES_BY_NAME[name]


def position_text(state: State) -> str:
    game = GAME_LETTERS[state.variant]
    dice = [_letter(die) + square_name(square) for square, die in enumerate(state.board.tolist()) if die != EMPTY]
    return (game if state.turn == WHITE else game.lower()) + "".join(dice)


def _letter(die: int) -> str:
    letter = LETTERS[(die - 1) % ORIENTATIONS]
    return letter.upper() if OWNER[die] == WHITE else letter


def parse_position(text: str, state: State) -> None:
    text = text.replace(" ", "")
    game, dice = text[:1], text[1:]
    require(
        game and game.upper() in GAME_LETTERS,
        f"A position begins with P for Cublino Pur or C for Cublino Contra, not with {game!r}.",
    )
    variant = GAME_LETTERS.index(game.upper())
    require(variant == state.variant, f"This is a position of {GAMES[variant].title}.")
    state.seats = SEATS
    state.turn = WHITE if game.isupper() else BLACK
    for place in range(0, len(dice), 3):
        _read_die(dice[place : place + 3], state)
    _check(state)
    rules.settle(state)


def _read_die(text: str, state: State) -> None:
    require(
        re.fullmatch("[A-Xa-x][a-g][1-7]", text),
        f"{text!r} is not a die: a letter from a to x, in upper case for White, and a square from a1 to g7.",
    )
    square = square_named(text[1:])
    require(state.board[square] == EMPTY, f"There are two dice on {text[1:]}.")
    seat = WHITE if text[0].isupper() else BLACK
    rules.put(state, square, 1 + ORIENTATIONS * seat + LETTERS.index(text[0].lower()))


def _check(state: State) -> None:
    """Refuse what can't come about, and count the dice in Contra."""
    counts = [int(state.dice[seat]).bit_count() for seat in range(SEATS)]
    across = [(int(state.dice[seat]) & FAR_SQUARES[seat]).bit_count() for seat in range(SEATS)]
    for colour, count in zip(COLOURS, counts, strict=True):
        has = f"{colour} has {plural(count, 'die', 'dice')}"
        require(count <= DICE_OF_SEAT, f"{has}, but there are only seven of each colour.")
        require(
            state.variant == CONTRA or count == DICE_OF_SEAT, f"{has}, but in Cublino Pur all seven stay on the board."
        )
    if state.variant == CONTRA:
        require(sum(counts) > 0, "There are no dice, but one player always keeps some.")
        require(sum(across) <= 1, "Several dice are on their far ranks, but the first one to arrive ends the match.")
        state.score[:] = counts
    else:
        home = "Both players have all their dice on the far rank, but the first one to get there ends the match."
        require(across != [DICE_OF_SEAT, DICE_OF_SEAT], home)


# The board in a terminal


def board(state: State) -> str:
    lines = [f"{GAMES[state.variant].title}. {_now(state)}", ""]
    for rank in reversed(range(SIZE)):
        cells = [_cell(int(die)) for die in state.board[rank * SIZE : (rank + 1) * SIZE]]
        lines.append(f"{rank + 1}  {' '.join(cells)}".rstrip())
    lines.append("   " + " ".join(f" {file} " for file in FILES).rstrip())
    lines += ["", "W64 is a die of White with 6 on top and 4 towards rank 7; small b is for Black's dice."]
    return "\n".join(lines)


def _now(state: State) -> str:
    now = f"It is over: {outcome_words(state)}" if state.over else f"{COLOURS[state.turn]} to move"
    white, black = state.score
    return f"{now}. White (seat 1) has {white}, Black (seat 2) has {black} {GAMES[state.variant].unit}."


def outcome_words(state: State) -> str:
    """Say who has won."""
    if state.rank[WHITE] == state.rank[BLACK]:
        return "a draw"
    return f"{COLOURS[WHITE if state.rank[WHITE] == 1 else BLACK]} wins"


def _cell(die: int) -> str:
    return f"{'W' if OWNER[die] == WHITE else 'b'}{TOP[die]}{NORTH_FACE[die]}" if die != EMPTY else " . "
