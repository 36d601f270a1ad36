"""The words of Cublino: texts of moves, why a move can't be made, and sentences about what a move does.

Positions and the board are in `positions`.
"""

import re
from functools import cache
from typing import Any, NamedTuple

import numpy.typing as npt

from tilora.families.cublino import paths, rules
from tilora.families.cublino.dice import BLACK, EMPTY, HEADINGS, NEXT, OFF, OWNER, SIZE, TOP
from tilora.families.cublino.positions import COLOURS, FILES, outcome_words, square_name, square_named
from tilora.families.cublino.positions import board as board
from tilora.families.cublino.positions import parse_position as parse_position
from tilora.families.cublino.positions import position_text as position_text
from tilora.families.cublino.rules import CONTRA, MOST_QUIET
from tilora.kernel import IllegalAction, State, UnreadableAction

REASONS = (
    "",
    "a player has all seven dice on the far rank",
    "a die has reached the far rank",
    "a player has no dice left",
    "neither player can move",
    "the same position has occurred three times",
    f"in {MOST_QUIET} moves no die went forwards and none was removed",
)


# Actions


class MoveParts(NamedTuple):
    """What a move is made of."""

    squares: tuple[int, ...]
    """Where the die stands, from the first square to the last. There are two at least."""
    die: int
    """How it stands in the end, see `dice`."""

    @property
    def begins_with_tip(self) -> bool:
        """Whether the first step is a tip. All others are jumps."""
        return _distance(*self.squares[:2]) == 1


def parts(state: State, action: int) -> MoveParts:
    squares = _squares_by_code(int(state.variant), int(state.turn))[action]
    return MoveParts(squares, rules.die_after(state, rules.path_of(int(state.variant), int(action))))


@cache
def _squares_by_code(variant: int, seat: int) -> dict[int, tuple[int, ...]]:
    """Every move of the seat, legal or not, and the squares on which the die stands."""
    squares = paths.all_paths(seat)
    codes = [(int(code), rules.path_of(variant, int(code))) for code in rules.codes(variant)]
    return {code: squares[path] for code, path in codes if path in squares}


@cache
def _texts_by_code(variant: int, seat: int) -> dict[int, str]:
    return {code: "".join(map(square_name, squares)) for code, squares in _squares_by_code(variant, seat).items()}


@cache
def _codes_by_text(variant: int, seat: int) -> dict[str, int]:
    return {text: code for code, text in _texts_by_code(variant, seat).items()}


def action_text(state: State, action: int) -> str:
    return _texts_by_code(int(state.variant), int(state.turn)).get(action, "")  # nothing for a step off the board


def parse_action(state: State, text: str) -> int:
    text = text.replace(" ", "")
    code = _codes_by_text(int(state.variant), int(state.turn)).get(text)
    if code is not None:
        return code
    if not re.fullmatch("([a-z][0-9]){2,}", text):
        raise UnreadableAction(f"{text[:60]!r} is not a move. Name the squares of the die in order, like 'e1e2'.")
    names = re.findall("..", text)
    for name in names:
        if name[0] not in FILES or not 1 <= int(name[1]) <= SIZE:
            raise IllegalAction(f"There is no square {name}. Files are a to {FILES[-1]}, ranks 1 to {SIZE}.")
    raise IllegalAction(objection(state, tuple(map(square_named, names))))


# Why not


def why_not(state: State, action: int) -> str:
    squares = _squares_by_code(int(state.variant), int(state.turn)).get(action)
    return objection(state, squares) if squares else "There is no such move."


def objection(state: State, squares: tuple[int, ...]) -> str:
    """Return the rule that forbids the seat to act to move a die over these squares."""
    first, mover = square_name(squares[0]), COLOURS[state.turn]
    owner = OWNER[state.board[squares[0]]]
    if state.board[squares[0]] == EMPTY:
        return f"There is no die on {first}."
    if owner != state.turn:
        return f"The die on {first} is {COLOURS[owner]}'s, and it is {mover}'s turn."
    objections = (_objection_to_step(state, squares[:n], squares[n]) for n in range(1, len(squares)))
    return next(filter(None, objections), f"{mover} can't make that move now.")


def _objection_to_step(state: State, been: tuple[int, ...], end: int) -> str:
    """Return why the die, which has been on these squares, can't go on from the last one to `end`; "" if it can."""
    begin, first, over = been[-1], len(been) == 1, (been[-1] + end) // 2
    here, there, between = square_name(begin), square_name(end), square_name(over)
    ranks, files, distance = end // SIZE - begin // SIZE, end % SIZE - begin % SIZE, _distance(begin, end)
    if files == 0 and (ranks > 0 if state.turn == BLACK else ranks < 0):
        return f"Dice never go backwards: {COLOURS[state.turn]}'s go towards rank {rules.FAR_RANK[state.turn] + 1}."
    if (ranks == 0) == (files == 0):
        return f"A die goes straight forwards, left or right, not from {here} to {there}."
    if state.variant == CONTRA and not first:
        return "In Cublino Contra, a move is a single tip."
    if state.variant == CONTRA and distance > 1:
        return f"In Cublino Contra, a die only tips to the next square: {there} is too far from {here}."
    if distance > 2:
        return f"A jump goes over exactly one die: {there} is too far from {here}."
    if end in been:
        return f"A die can't come back to {there}, where it has been in the same move."
    if distance == 1 and not first:
        return f"Only the first step of a move can be a tip. From {here} the die can only jump."
    if state.board[end] != EMPTY:
        return f"There is already a die on {there}."
    if distance == 2 and over == been[0]:
        return f"A die can't jump over {between}, where it was itself."
    if distance == 2 and state.board[over] == EMPTY:
        return f"A jump goes over exactly one die, but there is none on {between}."
    return ""


def _distance(begin: int, end: int) -> int:
    """Return how many squares away it is: 1 for a tip, 2 for a jump."""
    return max(abs(end // SIZE - begin // SIZE), abs(end % SIZE - begin % SIZE))


# Battles


class Battle(NamedTuple):
    """The die that has just tipped against one defender. Dice are called by their squares."""

    attacker: int
    defender: int
    attack: dict[int, int]
    """The dice that fight on the attacker's side, itself first, and their top faces."""
    defence: dict[int, int]
    """The dice that fight on the defender's side, itself first, and their top faces."""
    loser: int
    """The die that is lost; OFF if both sides are equally strong."""


def battles(state: State, move: MoveParts) -> list[Battle]:
    """Return the battles of a move of Contra, as the rules fight them; Pur has none."""
    if state.variant != CONTRA:
        return []
    begin, attacker = move.squares
    board = state.board.copy()
    board[begin], board[attacker] = EMPTY, move.die
    mover = int(state.turn)
    fought = []
    for defender in _dice_beside(board, attacker, 1 - mover, OFF):
        attack = _dice_beside(board, defender, mover, attacker)
        defence = _dice_beside(board, attacker, 1 - mover, defender)
        fought.append(Battle(attacker, defender, attack, defence, rules.loser_of(board, attacker, defender)))
    return fought


def _dice_beside(board: npt.NDArray[Any], square: int, seat: int, first: int) -> dict[int, int]:
    """Return the seat's dice next to the square, `first` before the others, and their top faces."""
    beside = [int(NEXT[heading, square]) for heading in range(HEADINGS)]
    dice = [near for near in beside if near != OFF and OWNER[board[near]] == seat]
    return {near: int(TOP[board[near]]) for near in sorted(dice, key=lambda near: near != first)}


def losers(fought: list[Battle]) -> list[int]:
    """Return the dice that are lost, each once, the attacker last."""
    lost = {battle.loser for battle in fought} - {OFF}
    return sorted(lost, key=lambda square: (square == fought[0].attacker, square))


# Sentences


def action_words(state: State, action: int) -> str:
    return " ".join(_sentences(state, parts(state, action), "tip", "jump"))


def step_words(before: State, action: int, after: State) -> str:
    return " ".join([*_sentences(before, parts(before, action), "tipped", "jumped"), *what_follows(before, after)])


def _sentences(state: State, move: MoveParts, tip: str, jump: str) -> list[str]:
    """Return what a move does, with these two verbs, and a sentence for each of its battles."""
    first, *rest = map(square_name, move.squares)
    verb, die = tip if move.begins_with_tip else jump, first if len(rest) > 1 else f"the die on {first}"
    steps = [f"{verb.capitalize()} {die} to {rest[0]}", *(f"{jump} to {square}" for square in rest[1:])]
    return [f"{', '.join(steps)}, showing {TOP[move.die]}.", *(_battle_words(state, b) for b in battles(state, move))]


def _battle_words(state: State, battle: Battle) -> str:
    result = "both dice stay"
    if battle.loser != OFF:
        result = loss_words(state, battle.loser == battle.attacker, battle.loser)
    sums = f"{sum(battle.attack.values())} against {sum(battle.defence.values())}"
    return f"Battle with {square_name(battle.defender)}, {sums}: {result}."


def loss_words(state: State, own: bool, square: int) -> str:
    """Say that the mover, or the other seat, loses a die."""
    return f"{COLOURS[state.turn if own else 1 - state.turn]} loses the die on {square_name(square)}"


def what_follows(before: State, after: State) -> list[str]:
    """Return a sentence if the match is over, or if the other seat is passed over."""
    if not after.over:
        passed = f"{COLOURS[1 - before.turn]} can't move, so it is {COLOURS[before.turn]}'s turn again."
        return [passed] if after.turn == before.turn else []
    score = f", {after.score[0]} to {after.score[1]}" if after.reason == rules.HOME else ""
    return [f"{outcome_words(after).capitalize()}{score}: {REASONS[after.reason]}."]
