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


# What a move is made of

# Tables as plain lists, which Python reads faster: by die its owner, its top face and how it stands after each tip; by
# square those next to it.
OWNERS, TOPS, STANDING = OWNER.tolist(), TOP.tolist(), rules.STANDS.tolist()
BESIDE = [[near for near in NEXT[:, square].tolist() if near != OFF] for square in range(SQUARES)]

Fighters = tuple[tuple[int, int], ...]
"""The squares and top faces of the dice on one side of a battle."""


class Battle(NamedTuple):
    """The die that has just tipped, and those that help it, against one defender, and those that help it."""

    attack: Fighters
    """The attacker comes first."""
    defence: Fighters
    """The defender comes first."""

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
    text: str
    seat: int
    squares: tuple[int, ...]
    """Where the die stands, from the first square to the last. There are two at least."""
    face: int
    """What is on top in the end."""
    points: int = 0
    """Pur: by how much the seat's points change."""
    battles: tuple[Battle, ...] = ()
    """Contra: what the die fights in the end."""

    @property
    def lost(self) -> dict[int, int]:
        """The squares of the dice that are lost, its own last, and whose they are."""
        end = self.squares[-1]
        lost = sorted({battle.loser for battle in self.battles} - {OFF}, key=lambda square: (square == end, square))
        return {square: self.seat if square == end else 1 - self.seat for square in lost}


def parts(state: State | PlainState, action: int) -> MoveParts:
    variant, seat, board = int(state.variant), int(state.turn), state.board
    squares, tip, text = _ways(variant, seat)[action]
    begin, end = squares[0], squares[-1]
    die = STANDING[board[begin]][tip]
    if variant == CONTRA:
        return MoveParts(text, seat, squares, TOPS[die], battles=_battles(board, begin, end, die))
    points = rules.points_at(end, die, seat) - rules.points_at(begin, board[begin], seat)
    return MoveParts(text, seat, squares, TOPS[die], points)


def is_tip(begin: int, end: int) -> bool:
    """Return whether the step of a move is a tip. Only the first one can be; all others are jumps."""
    return abs(end - begin) in (1, SIZE)


def _battles(board: Sequence[int], begin: int, end: int, die: int) -> tuple[Battle, ...]:
    """Return what a die fights if it tips from `begin` to `end` on this board, and then stands as `die`."""
    seat = OWNERS[die]
    defenders = _dice_beside(board, end, 1 - seat)
    battles = []
    for defender in defenders:
        helpers = [near for near in _dice_beside(board, defender[0], seat) if near[0] != begin]
        others = [near for near in defenders if near != defender]
        battles.append(Battle(((end, TOPS[die]), *helpers), (defender, *others)))
    return tuple(battles)


def _dice_beside(board: Sequence[int], square: int, seat: int) -> Fighters:
    """Return the seat's dice next to the square."""
    return tuple([(near, TOPS[board[near]]) for near in BESIDE[square] if OWNERS[board[near]] == seat])


# Actions


class Way(NamedTuple):
    """What an action would be, legal or not."""

    squares: tuple[int, ...]
    tip: int
    """That its path begins with, see `paths`."""
    text: str


@cache
def _ways(variant: int, seat: int) -> dict[int, Way]:
    """All that the seat's actions could be, by their numbers. Steps off the board are not among them."""
    squares, ways = paths.all_paths(seat), {}
    for code in rules.codes(variant).tolist():
        path = rules.path_of(variant, code)
        if path in squares:
            ways[code] = Way(squares[path], paths.tip_of(path), "".join(map(square_name, squares[path])))
    return ways


@cache
def _codes(variant: int, seat: int) -> dict[str, int]:
    return {way.text: code for code, way in _ways(variant, seat).items()}


def action_text(state: State, action: int) -> str:
    way = _ways(int(state.variant), int(state.turn)).get(action)
    return way.text if way else ""


def parse_action(state: State, text: str) -> int:
    text = text.replace(" ", "")
    code = _codes(int(state.variant), int(state.turn)).get(text)
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
    return objection(state, way.squares) if way else "There is no such move."


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
    ranks, files = end // SIZE - begin // SIZE, end % SIZE - begin % SIZE
    distance = max(abs(ranks), abs(files))
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


# Sentences


def action_words(state: State, action: int) -> str:
    return move_words(parts(state, action))


def step_words(before: State, action: int, after: State) -> str:
    return f"{move_words(parts(before, action), 'tipped', 'jumped')} {what_follows(before, after)}".rstrip()


def move_words(move: MoveParts, tip: str = "tip", jump: str = "jump") -> str:
    """Say what a move does, with these two verbs, and how each of its battles ends."""
    first, *rest = map(square_name, move.squares)
    verb, die = tip if is_tip(*move.squares[:2]) else jump, first if len(rest) > 1 else f"the die on {first}"
    steps = [f"{verb.capitalize()} {die} to {rest[0]}", *(f"{jump} to {square}" for square in rest[1:])]
    return " ".join([f"{', '.join(steps)}, showing {move.face}.", *(_battle_words(move, b) for b in move.battles)])


def _battle_words(move: MoveParts, battle: Battle) -> str:
    attack, defence = battle.sums
    result = "both dice stay" if battle.loser == OFF else loss_words(move, battle.loser)
    return f"Battle with {square_name(battle.defence[0][0])}, {attack} against {defence}: {result}."


def loss_words(move: MoveParts, square: int) -> str:
    """Say whose die on the square is lost."""
    return f"{COLOURS[move.lost[square]]} loses the die on {square_name(square)}"


def what_follows(before: State, after: State) -> str:
    """Return a sentence if the match is over, or if the other seat is passed over; otherwise ""."""
    if after.over:
        score = f", {after.score[0]} to {after.score[1]}" if after.reason == rules.HOME else ""
        return f"{outcome_words(after).capitalize()}{score}: {REASONS[after.reason]}."
    mover, other = COLOURS[before.turn], COLOURS[1 - before.turn]
    return f"{other} can't move, so it is {mover}'s turn again." if after.turn == before.turn else ""
