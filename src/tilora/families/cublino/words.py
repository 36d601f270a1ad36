"""The words of Cublino: texts of moves, why a move can't be made, and sentences about what a move does.

Positions and the board are in `positions`.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from tilora.families.cublino import paths, rules
from tilora.families.cublino.dice import BLACK, EMPTY, NEXT, OFF, OWNER, SIZE, SQUARES, TOP
from tilora.families.cublino.positions import COLOURS, FILES, outcome_words, square_name, square_named
from tilora.families.cublino.positions import board as board
from tilora.families.cublino.positions import parse_position as parse_position
from tilora.families.cublino.positions import position_text as position_text
from tilora.families.cublino.rules import CONTRA, FAR_RANK, MOST_QUIET
from tilora.kernel import IllegalAction, PlainState, State, UnreadableAction

REASONS = (
    "",
    "a player has all seven dice on the far rank",
    "a die has reached the far rank",
    "a player has no dice left",
    "neither player can move",
    "the same position has occurred three times",
    f"in {MOST_QUIET} moves no die went forwards and none was removed",
)


# Tables as lists of plain numbers, which Python reads faster.
OWNERS, TOPS, STANDING = OWNER.tolist(), TOP.tolist(), paths.STANDS.tolist()
BESIDE = [[near for near in NEXT[:, square].tolist() if near != OFF] for square in range(SQUARES)]
"""By square: those next to it."""


# Actions

Fighters = tuple[tuple[int, int], ...]
"""The squares and top faces of dice on one side of a battle."""


class Battle(NamedTuple):
    """The die that has just tipped, with the dice that help it, against one defender, with those that help that."""

    attack: Fighters
    """The attacker first."""
    defence: Fighters
    """The defender first."""

    @property
    def sums(self) -> tuple[int, int]:
        """How strong the two sides are."""
        return sum(face for _, face in self.attack), sum(face for _, face in self.defence)

    @property
    def loser(self) -> int:
        """The square of the die that is lost; OFF if both stay."""
        attack, defence = self.sums
        return rules.loser_of(self.attack[0][0], attack, self.defence[0][0], defence)


class MoveParts(NamedTuple):
    """What a move is made of, and what it does."""

    seat: int
    squares: tuple[int, ...]
    """Where the die stands, from the first square to the last. There are two at least."""
    face: int
    """What it shows on top in the end."""
    points: int = 0
    """Pur: by how much its owner's points change."""
    battles: tuple[Battle, ...] = ()
    """Contra: what it fights in the end."""

    @property
    def begins_with_tip(self) -> bool:
        """Whether the first step is a tip. All others are jumps."""
        return _distance(*self.squares[:2]) == 1

    @property
    def lost(self) -> list[int]:
        """Where dice are lost in its battles, each once, its own last."""
        lost = {battle.loser for battle in self.battles} - {OFF}
        return sorted(lost, key=lambda square: (square == self.squares[-1], square))


def parts(state: State | PlainState, action: int) -> MoveParts:
    variant, seat, board = int(state.variant), int(state.turn), state.board
    squares, tip = _ways(variant, seat)[action]
    begin, end = squares[0], squares[-1]
    die = STANDING[board[begin]][tip]
    if variant == CONTRA:
        return MoveParts(seat, squares, TOPS[die], 0, _battles(board, begin, end, die))
    if end // SIZE == FAR_RANK[seat]:
        points = rules.points_at(end, die, seat) - rules.points_at(begin, board[begin], seat)
        return MoveParts(seat, squares, TOPS[die], points, ())
    return MoveParts(seat, squares, TOPS[die], 0, ())


def _battles(board: Sequence[int], begin: int, end: int, die: int) -> tuple[Battle, ...]:
    """Return what a die fights if it tips from `begin` to `end` on this board, and then stands as `die`."""
    seat = OWNERS[die]
    defenders = _dice_beside(board, end, 1 - seat)
    battles = []
    for defender in defenders:
        helpers = [near for near in _dice_beside(board, defender[0], seat) if near[0] != begin]
        others = [near for near in defenders if near != defender]
        battles.append(Battle(attack=((end, TOPS[die]), *helpers), defence=(defender, *others)))
    return tuple(battles)


def _dice_beside(board: Sequence[int], square: int, seat: int) -> Fighters:
    """Return the seat's dice next to the square."""
    return tuple([(near, TOPS[board[near]]) for near in BESIDE[square] if OWNERS[board[near]] == seat])


@cache
def _ways(variant: int, seat: int) -> dict[int, tuple[tuple[int, ...], int]]:
    """By action, legal or not: the squares on which the seat's die stands, and the tip that its path begins with."""
    squares = paths.all_paths(seat)
    moves = [(int(code), rules.path_of(variant, int(code))) for code in rules.codes(variant)]
    return {code: (squares[path], paths.tip_of(path)) for code, path in moves if path in squares}


def move_text(squares: tuple[int, ...]) -> str:
    """Return the text of the move over these squares."""
    return "".join(map(square_name, squares))


@cache
def _texts_by_code(variant: int, seat: int) -> dict[int, str]:
    return {code: move_text(squares) for code, (squares, _) in _ways(variant, seat).items()}


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
    way = _ways(int(state.variant), int(state.turn)).get(action)
    return objection(state, way[0]) if way else "There is no such move."


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
        return f"Dice never go backwards: {COLOURS[state.turn]}'s go towards rank {FAR_RANK[state.turn] + 1}."
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


# Sentences


def action_words(state: State, action: int) -> str:
    return move_words(parts(state, action))


def step_words(before: State, action: int, after: State) -> str:
    return f"{move_words(parts(before, action), 'tipped', 'jumped')} {what_follows(before, after)}".rstrip()


def move_words(move: MoveParts, tip: str = "tip", jump: str = "jump") -> str:
    """Say what a move does, with these two verbs, and how each of its battles ends."""
    first, *rest = map(square_name, move.squares)
    verb, die = tip if move.begins_with_tip else jump, first if len(rest) > 1 else f"the die on {first}"
    steps = [f"{verb.capitalize()} {die} to {rest[0]}", *(f"{jump} to {square}" for square in rest[1:])]
    return " ".join([f"{', '.join(steps)}, showing {move.face}.", *(_battle_words(move, b) for b in move.battles)])


def _battle_words(move: MoveParts, battle: Battle) -> str:
    attack, defence = battle.sums
    result = "both dice stay" if battle.loser == OFF else loss_words(move, battle.loser)
    return f"Battle with {square_name(battle.defence[0][0])}, {attack} against {defence}: {result}."


def loss_words(move: MoveParts, square: int) -> str:
    """Say whose die on the square is lost in the battles of a move."""
    return f"{COLOURS[loser_seat(move, square)]} loses the die on {square_name(square)}"


def loser_seat(move: MoveParts, square: int) -> int:
    """Return who loses the die on the square in the battles of a move."""
    return move.seat if square == move.squares[-1] else 1 - move.seat


def what_follows(before: State, after: State) -> str:
    """Return a sentence if the match is over, or if the other seat is passed over; otherwise ""."""
    if after.over:
        score = f", {after.score[0]} to {after.score[1]}" if after.reason == rules.HOME else ""
        return f"{outcome_words(after).capitalize()}{score}: {REASONS[after.reason]}."
    mover, other = COLOURS[before.turn], COLOURS[1 - before.turn]
    return f"{other} can't move, so it is {mover}'s turn again." if after.turn == before.turn else ""
