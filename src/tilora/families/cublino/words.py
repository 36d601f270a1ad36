"""The words of Cublino: positions and the board, texts of moves, why a move can't be made, and what a move does.

A position is `P` (Pur) or `C` (Contra), in lower case when Black is to move, then three characters for each die: a
letter for how it stands, in upper case for White's dice, and its square. `PWa1Wb1…` has White's dice on a1 and b1
with 6 on top and 4 towards rank 7.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from tilora.families import cublino
from tilora.families.cublino import paths, rules
from tilora.families.cublino.paths import BLACK, NEXT, OFF, SIZE, SQUARES, WHITE
from tilora.families.cublino.rules import CONTRA, DICE_OF_SEAT, EMPTY, FAR_RANK, FAR_SQUARES, OWNER, SEATS, TOP
from tilora.kernel import IllegalAction, PlainState, State, UnreadableAction
from tilora.kernel.toolkit import plural, require
from tilora.kernel.toolkit.squares import square_names, squares_text

REASONS = (
    "",
    "a player has all seven dice on the far rank",
    "a die has reached the far rank",
    "a player has no dice left",
    "neither player can move",
    "the same position has occurred three times",
    f"in {rules.MOST_QUIET} moves no die went forwards and none was removed",
)
COLOURS = tuple(side.name for side in cublino.SIDES)
SQUARE_NAMES = square_names(SIZE, SIZE)
SQUARES_BY_NAME = {name: square for square, name in enumerate(SQUARE_NAMES)}


# Positions

GAMES = (cublino.PUR, cublino.CONTRA)
GAME_LETTERS = "PC"
LETTERS = "-ABCDEFGHIJKLMNOPQRSTUVWXabcdefghijklmnopqrstuvwx"
"""By what is on a square."""


def position_text(state: State) -> str:
    game = GAME_LETTERS[state.variant]
    dice = [LETTERS[die] + SQUARE_NAMES[square] for square, die in enumerate(state.board) if die != EMPTY]
    return (game if state.turn == WHITE else game.lower()) + "".join(dice)


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
    square = SQUARES_BY_NAME[text[1:]]
    require(state.board[square] == EMPTY, f"There are two dice on {text[1:]}.")
    rules.put(state, square, LETTERS.index(text[0]))


def _check(state: State) -> None:
    """Refuse an impossible position, and count the dice in Contra."""
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
    lines = squares_text([_cell(int(die)) for die in state.board], SIZE)
    legend = "W64 is a die of White with 6 on top and 4 towards rank 7; small b is for Black's dice."
    return "\n".join([f"{GAMES[state.variant].title}. {_now(state)}", "", *lines, "", legend])


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
    return f"{'W' if OWNER[die] == WHITE else 'b'}{TOP[die]}{rules.NORTH_FACE[die]}" if die != EMPTY else " . "


# What a move is made of

# Tables as plain lists, which Python reads faster: by die its owner, its top face and how it stands after each tip; by
# square those next to it.
OWNERS, TOPS, STANDING = OWNER.tolist(), TOP.tolist(), rules.STANDS.tolist()
BESIDE = [[near for near in NEXT[:, square].tolist() if near != OFF] for square in range(SQUARES)]

Fighters = tuple[tuple[int, int], ...]
"""One side of a battle: the squares and top faces of its dice, the one that others help first."""


class Battle(NamedTuple):
    """Between the die that has just tipped and an opposing one."""

    attack: Fighters
    defence: Fighters
    loser: int
    """The square of the die that is lost; OFF if both stay."""


class MoveParts(NamedTuple):
    """What a move is made of, and what it does."""

    text: str
    seat: int
    squares: tuple[int, ...]
    """Where the die stands, from the first square to the last. There are two at least."""
    face: int
    """What is on top in the end."""
    points: int = 0
    """Pur: by how much the seat's points change."""
    battles: tuple[Battle, ...] = ()
    """Contra: those that the die fights in the end."""

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
    """Return whether a step of a move is a tip, and not a jump."""
    return abs(end - begin) in (1, SIZE)


def _battles(board: Sequence[int], begin: int, end: int, die: int) -> tuple[Battle, ...]:
    """Return what a die fights if it tips from `begin` to `end` on this board, and then stands as `die`."""
    seat, battles = OWNERS[die], []
    defenders = _dice_beside(board, end, 1 - seat)
    for defender in defenders:
        helpers = [near for near in _dice_beside(board, defender[0], seat) if near[0] != begin]
        attack = ((end, TOPS[die]), *helpers)
        defence = (defender, *(near for near in defenders if near != defender))
        loser = rules.loser_of(end, strength(attack), defender[0], strength(defence))
        battles.append(Battle(attack, defence, loser))
    return tuple(battles)


def _dice_beside(board: Sequence[int], square: int, seat: int) -> Fighters:
    """Return the seat's dice next to the square."""
    return tuple([(near, TOPS[board[near]]) for near in BESIDE[square] if OWNERS[board[near]] == seat])


def strength(dice: Fighters) -> int:
    return sum(face for _, face in dice)


# Actions

Way = tuple[tuple[int, ...], int, str]
"""What an action can be: the squares on which the die stands, the tip that its path begins with, and its text."""
NO_WAY: Way = ((), 0, "")
"""Of an action that leads off the board."""


@cache
def _ways(variant: int, seat: int) -> dict[int, Way]:
    """By action of the seat, legal or not."""
    squares, ways = paths.all_paths(seat), {}
    for code in rules.codes(variant).tolist():
        path = rules.path_of(variant, code)
        if path in squares:
            ways[code] = squares[path], paths.tip_of(path), "".join(SQUARE_NAMES[square] for square in squares[path])
    return ways


@cache
def _codes(variant: int, seat: int) -> dict[str, int]:
    return {text: code for code, (_, _, text) in _ways(variant, seat).items()}


def action_text(state: State, action: int) -> str:
    return _ways(int(state.variant), int(state.turn)).get(action, NO_WAY)[2]


def parse_action(state: State, text: str) -> int:
    text = text.replace(" ", "")
    code = _codes(int(state.variant), int(state.turn)).get(text)
    if code is not None:
        return code
    if not re.fullmatch("([a-z][0-9]){2,}", text):
        raise UnreadableAction(f"{text[:60]!r} is not a move. Name the squares of the die in order, like 'e1e2'.")
    names = re.findall("..", text)
    for name in names:
        if name not in SQUARES_BY_NAME:
            raise IllegalAction(f"There is no square {name}. Files are a to g, ranks 1 to {SIZE}.")
    raise IllegalAction(objection(state, tuple(SQUARES_BY_NAME[name] for name in names)))


# Why not


def why_not(state: State, action: int) -> str:
    squares, _, _ = _ways(int(state.variant), int(state.turn)).get(action, NO_WAY)
    return objection(state, squares) if squares else "There is no such move."


def objection(state: State, squares: tuple[int, ...]) -> str:
    """Return the rule that forbids the seat to act to move a die over these squares."""
    first, mover = SQUARE_NAMES[squares[0]], COLOURS[state.turn]
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
    here, there, between = SQUARE_NAMES[begin], SQUARE_NAMES[end], SQUARE_NAMES[over]
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
    first, *rest = (SQUARE_NAMES[square] for square in move.squares)
    verb, die = tip if is_tip(*move.squares[:2]) else jump, first if len(rest) > 1 else f"the die on {first}"
    steps = [f"{verb.capitalize()} {die} to {rest[0]}", *(f"{jump} to {square}" for square in rest[1:])]
    return " ".join([f"{', '.join(steps)}, showing {move.face}.", *(_battle_words(move, b) for b in move.battles)])


def _battle_words(move: MoveParts, battle: Battle) -> str:
    sums = f"{strength(battle.attack)} against {strength(battle.defence)}"
    result = "both dice stay" if battle.loser == OFF else loss_words(move, battle.loser)
    return f"Battle with {SQUARE_NAMES[battle.defence[0][0]]}, {sums}: {result}."


def loss_words(move: MoveParts, square: int) -> str:
    """Say whose die on the square is lost."""
    return f"{COLOURS[move.lost[square]]} loses the die on {SQUARE_NAMES[square]}"


def what_follows(before: State, after: State) -> str:
    """Return a sentence if the match is over, or if the other seat is passed over; otherwise ""."""
    if after.over:
        high, low = sorted(after.score[:SEATS].tolist(), reverse=True)
        score = f", {high} to {low}" if after.reason == rules.HOME else ""
        return f"{outcome_words(after).capitalize()}{score}: {REASONS[after.reason]}."
    mover, other = COLOURS[before.turn], COLOURS[1 - before.turn]
    return f"{other} can't move, so it is {mover}'s turn again." if after.turn == before.turn else ""
