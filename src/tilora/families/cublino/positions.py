"""Positions of Cublino as people read and write them: in one line, and as a board in a terminal.

The line is `P` (Pur) or `C` (Contra), in lower case when black is to move, then three signs for each die: a letter
for how it stands, in upper case for white's dice, and its square. `PWa1Wb1…` has white's dice on a1 and b1 with 6
on top and 4 towards rank 7.
"""

import re

from tilora.families.cublino import rules
from tilora.families.cublino.dice import BLACK, EMPTY, NORTH_FACE, OWNER, SIZE, SQUARES, STANDINGS, TOP, WHITE
from tilora.families.cublino.rules import CONTRA, DICE_OF_SEAT, FAR_SQUARES, SEATS
from tilora.kernel import State, UnreadablePosition

FILES = "abcdefg"
LETTERS = "abcdefghijklmnopqrstuvwx"
GAMES = "PC"
TITLES = ("Cublino Pur", "Cublino Contra")
COLOURS = ("White", "Black")


def square_name(square: int) -> str:
    return f"{FILES[square % SIZE]}{square // SIZE + 1}"


def square_named(name: str) -> int:
    """The square of a name that is one."""
    return (int(name[1]) - 1) * SIZE + FILES.index(name[0])


def position_text(state: State) -> str:
    game = GAMES[state.variant]
    dice = [
        _letter(int(state.board[square])) + square_name(square)
        for square in range(SQUARES)
        if state.board[square] != EMPTY
    ]
    return (game if state.turn == WHITE else game.lower()) + "".join(dice)


def _letter(die: int) -> str:
    letter = LETTERS[(die - 1) % STANDINGS]
    return letter.upper() if OWNER[die] == WHITE else letter


def parse_position(text: str, state: State) -> None:
    text = text.replace(" ", "")
    game, dice = text[:1], text[1:]
    if game.upper() not in GAMES or not game:
        raise UnreadablePosition(
            f"A position begins with P for Cublino Pur or C for Cublino Contra, not with {game!r}."
        )
    if GAMES.index(game.upper()) != state.variant:
        raise UnreadablePosition(f"This is a position of {TITLES[GAMES.index(game.upper())]}.")
    state.seats = SEATS
    state.turn = WHITE if game.isupper() else BLACK
    for place in range(0, len(dice), 3):
        _read_die(dice[place : place + 3], state)
    _check(state)
    rules.settle(state)


def _read_die(text: str, state: State) -> None:
    if not re.fullmatch("[A-Xa-x][a-g][1-7]", text):
        raise UnreadablePosition(
            f"{text!r} is not a die: a letter from a to x, in upper case for White, and a square from a1 to g7."
        )
    square = square_named(text[1:])
    if state.board[square] != EMPTY:
        raise UnreadablePosition(f"There are two dice on {text[1:]}.")
    seat = WHITE if text[0].isupper() else BLACK
    rules.put(state, square, 1 + STANDINGS * seat + LETTERS.index(text[0].lower()))


def _check(state: State) -> None:
    """What can't be is refused, and in Contra the dice are counted."""
    counts = [int(state.dice[seat]).bit_count() for seat in range(SEATS)]
    across = [(int(state.dice[seat]) & FAR_SQUARES[seat]).bit_count() for seat in range(SEATS)]
    for colour, count in zip(COLOURS, counts, strict=True):
        if count > DICE_OF_SEAT:
            raise UnreadablePosition(f"{colour} has {count} dice; there are only seven of a colour.")
        if state.variant != CONTRA and count != DICE_OF_SEAT:
            raise UnreadablePosition(f"{colour} has {count} dice; in Cublino Pur all seven stay on the board.")
    if state.variant == CONTRA:
        if sum(counts) == 0:
            raise UnreadablePosition("There are no dice; one player always keeps some.")
        if sum(across) > 1:
            raise UnreadablePosition("There are several dice on their far ranks; the first one ends the game.")
        state.score[:] = counts
    elif across == [DICE_OF_SEAT, DICE_OF_SEAT]:
        raise UnreadablePosition("Both players have all dice on the far rank; the first one ends the game.")


# The board in a terminal


def board(state: State) -> str:
    lines = [f"{TITLES[state.variant]}. {_now(state)}", ""]
    for rank in reversed(range(SIZE)):
        cells = [_cell(int(state.board[rank * SIZE + file])) for file in range(SIZE)]
        lines.append(f"{rank + 1}  {' '.join(cells)}".rstrip())
    lines.append("   " + " ".join(f" {file} " for file in FILES).rstrip())
    lines += ["", "W64 is a die of White with 6 on top and 4 towards rank 7; small b is for Black's dice."]
    return "\n".join(lines)


def _now(state: State) -> str:
    what = ("points", "dice")[state.variant]
    scores = f"White (seat 1) has {state.score[WHITE]}, Black (seat 2) has {state.score[BLACK]} {what}."
    if not state.over:
        return f"{COLOURS[state.turn]} to move. {scores}"
    if state.rank[WHITE] == state.rank[BLACK]:
        return f"It is over: a draw. {scores}"
    return f"It is over: {COLOURS[WHITE if state.rank[WHITE] == 1 else BLACK]} wins. {scores}"


def _cell(die: int) -> str:
    if die == EMPTY:
        return " . "
    return f"{'W' if OWNER[die] == WHITE else 'b'}{TOP[die]}{NORTH_FACE[die]}"
