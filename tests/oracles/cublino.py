"""A slow and obvious referee for Cublino Pur and Cublino Contra.

Written from the rules alone, without sight of the engine, so that tests can compare the two.
Nothing here is fast: a board is a dict from square names to dice, a die carries its six faces by
name, and tipping moves the faces one by one.

Directions are those of the board seen by white: north is towards rank 7, east is towards file g.
Seat 0 is white (starts on rank 1, forward is north), seat 1 is black (rank 7, forward is south).

Choices where the rules are silent:

* When the game is over, `turn` is still handed to the opponent of the last mover. A position that
  is given already finished keeps the side to move that its text names.
* A given position in which the side to move has no move is at once handed to the other side, so
  `position()` then differs from the given text in its first letter.
* Pur is "home" only with seven dice on the far rank; a given position with fewer dice of a colour
  can not become home for that colour.
* A given Contra position with dice of both colours on their far ranks, or with no dice at all, is
  a draw ("arrived", "no dice"). Play can reach neither.
* The quiet count and the count of positions begin anew with a given position.
"""

from dataclasses import dataclass
from itertools import pairwise

PUR = "cublino-pur"
CONTRA = "cublino-contra"

WHITE = 0
BLACK = 1

FILES = "abcdefg"
RANKS = "1234567"
LETTERS = "abcdefghijklmnopqrstuvwx"

DICE_PER_SIDE = 7
REPETITION_LIMIT = 3
QUIET_LIMIT = 60

FORWARD = {WHITE: "north", BLACK: "south"}
FAR_RANK = {WHITE: "7", BLACK: "1"}

START = {
    PUR: "PWa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7",
    CONTRA: "CWa1Wb1Wc1Wd1We1Wf1Wg1va7vb7vc7vd7ve7vf7vg7",
}


# --- dice -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Die:
    """How a die stands: the number on each of its six faces."""

    top: int
    bottom: int
    north: int
    south: int
    east: int
    west: int


def tip(die: Die, direction: str) -> Die:
    """The die after rolling over its edge in the given direction.

    The side that leads goes under, the top becomes the leading side, the bottom becomes the
    trailing side, the trailing side comes up; the two sides on the axis stay.
    """
    if direction == "north":
        return Die(
            top=die.south,
            bottom=die.north,
            north=die.top,
            south=die.bottom,
            east=die.east,
            west=die.west,
        )
    if direction == "south":
        return Die(
            top=die.north,
            bottom=die.south,
            north=die.bottom,
            south=die.top,
            east=die.east,
            west=die.west,
        )
    if direction == "east":
        return Die(
            top=die.west,
            bottom=die.east,
            north=die.north,
            south=die.south,
            east=die.top,
            west=die.bottom,
        )
    if direction == "west":
        return Die(
            top=die.east,
            bottom=die.west,
            north=die.north,
            south=die.south,
            east=die.bottom,
            west=die.top,
        )
    raise ValueError(f"unknown direction {direction!r}")


# The rules want 1, 2, 3 counter-clockwise around their common corner, seen from outside.
# Take the corner where top, south and east meet, and look at it from outside: the eye hovers above
# the board to the south-east of the die and looks down to the north-west.
# Facing north-west, the left hand points south-west and the right hand north-east. So of the two
# sides in view the south side is on the left and the east side on the right:
#
#              top                 12 o'clock
#
#         south   east        8 o'clock   4 o'clock
#
# 12 -> 8 -> 4 runs against the clock, so top = 1, south = 2, east = 3 is a die of the usual kind.
# (The same by numbers, with x east, y north, z up, a right-handed frame: three outward directions
# run counter-clockwise seen from outside when their determinant is positive, as for x, y, z;
# det(up, south, east) = det((0,0,1), (0,-1,0), (1,0,0)) = +1.)
# The other three faces follow from opposite faces adding up to 7.
USUAL_DIE = Die(top=1, south=2, east=3, bottom=6, north=5, west=4)


def all_standings() -> list[Die]:
    """Every way the usual die can stand: all that tipping can make of one of them."""
    found = [USUAL_DIE]
    for die in found:
        for direction in ("north", "south", "east", "west"):
            tipped = tip(die, direction)
            if tipped not in found:
                found.append(tipped)
    return found


def letter_of(die: Die) -> str:
    """The letter (lower case) for how a die stands."""
    sides = sorted([die.north, die.south, die.east, die.west])
    return LETTERS[4 * (die.top - 1) + sides.index(die.north)]


DIE_OF_LETTER = {letter_of(die): die for die in all_standings()}

# A cube stands in 24 ways (six tops, four sides turned north). That they have 24 different letters
# shows that top and north are enough to find the other four faces of a usual die again.
assert len(all_standings()) == 24
assert sorted(DIE_OF_LETTER) == list(LETTERS)

# The start: 6 on top, 3 towards the owner, 4 towards the opponent; white sits south, black north.
# The letters name top and north only, so W and v would be right for a mirrored die as well; the
# handedness shows in the faces east and west.
# White: 1 is at the bottom and 3 south. If 2 is east, the corner of 1, 2, 3 is that of bottom, east
# and south, and det(down, east, south) = det((0,0,-1), (1,0,0), (0,-1,0)) = +1, which is counter-
# clockwise, as it should be; so 2 is east, 5 west. Black is the same die turned half round on its
# square, so its 2 is west and its 5 east.
assert DIE_OF_LETTER["w"] == Die(top=6, bottom=1, north=4, south=3, east=2, west=5)
assert DIE_OF_LETTER["v"] == Die(top=6, bottom=1, north=3, south=4, east=5, west=2)


# --- board ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Piece:
    """A die on the board and whose it is."""

    colour: int
    die: Die


Board = dict[str, Piece]


def next_square(square: str, direction: str) -> str | None:
    """The square next to this one, or None beyond the edge of the board."""
    file = FILES.index(square[0])
    rank = RANKS.index(square[1])
    if direction == "north":
        rank += 1
    elif direction == "south":
        rank -= 1
    elif direction == "east":
        file += 1
    elif direction == "west":
        file -= 1
    else:
        raise ValueError(f"unknown direction {direction!r}")
    if file < 0 or file > 6 or rank < 0 or rank > 6:
        return None
    return FILES[file] + RANKS[rank]


def neighbours(square: str) -> list[str]:
    """The squares that share an edge with this one."""
    found = []
    for direction in ("north", "south", "east", "west"):
        other = next_square(square, direction)
        if other is not None:
            found.append(other)
    return found


def squares_of(action: str) -> list[str]:
    """The squares named in the text of a move, in order."""
    return [action[i : i + 2] for i in range(0, len(action), 2)]


def move_directions(colour: int) -> list[str]:
    """Forwards, left and right; never backwards."""
    return [FORWARD[colour], "east", "west"]


def tip_target(board: Board, square: str, direction: str) -> str | None:
    """Where a die on this square would tip to, or None when it can not."""
    target = next_square(square, direction)
    if target is None or target in board:
        return None
    return target


def jump_target(board: Board, square: str, direction: str) -> str | None:
    """Where a die on this square would jump to, or None when it can not."""
    over = next_square(square, direction)
    if over is None or over not in board:
        return None
    target = next_square(over, direction)
    if target is None or target in board:
        return None
    return target


def later_jumps(others: Board, colour: int, path: list[str]) -> list[list[str]]:
    """All longer paths that go on from this one by jumps only.

    `others` is the board without the moving die, so that its start square counts as empty and the
    die can not jump over itself.
    """
    found: list[list[str]] = []
    for direction in move_directions(colour):
        target = jump_target(others, path[-1], direction)
        if target is not None and target not in path:
            longer = [*path, target]
            found.append(longer)
            found.extend(later_jumps(others, colour, longer))
    return found


def pur_moves(board: Board, colour: int) -> set[str]:
    """All moves of a colour in Pur."""
    moves: set[str] = set()
    for square, piece in board.items():
        if piece.colour != colour:
            continue
        others = dict(board)
        del others[square]
        paths = later_jumps(others, colour, [square])
        for direction in move_directions(colour):
            target = tip_target(others, square, direction)
            if target is not None:
                paths.append([square, target])
                paths.extend(later_jumps(others, colour, [square, target]))
        for path in paths:
            moves.add("".join(path))
    return moves


def contra_moves(board: Board, colour: int) -> set[str]:
    """All moves of a colour in Contra."""
    moves: set[str] = set()
    for square, piece in board.items():
        if piece.colour != colour:
            continue
        for direction in move_directions(colour):
            target = tip_target(board, square, direction)
            if target is not None:
                moves.add(square + target)
    return moves


def step_direction(start: str, end: str) -> str:
    """The direction of a straight step, be it a tip or a jump."""
    if start[0] == end[0]:
        return "north" if end[1] > start[1] else "south"
    return "east" if end[0] > start[0] else "west"


def is_tip(start: str, end: str) -> bool:
    """Whether a step goes to the next square; a jump goes two squares far."""
    return end in neighbours(start)


def strength(board: Board, colour: int, square: str) -> int:
    """The sum of the top faces of a colour's dice next to a square."""
    total = 0
    for other in neighbours(square):
        if other in board and board[other].colour == colour:
            total += board[other].die.top
    return total


def battle_losses(board: Board, attacker: str) -> set[str]:
    """The squares whose dice are lost in the battles of the die that has just moved."""
    own = board[attacker].colour
    enemy = 1 - own
    lost: set[str] = set()
    for defender in neighbours(attacker):
        if defender not in board or board[defender].colour != enemy:
            continue
        attack = strength(board, own, defender)
        defence = strength(board, enemy, attacker)
        if attack > defence:
            lost.add(defender)
        elif attack < defence:
            lost.add(attacker)
    return lost


# --- text -----------------------------------------------------------------------------------------


def game_letter(game: str) -> str:
    """The first letter of a position, for white to move."""
    return "P" if game == PUR else "C"


def text_of(game: str, board: Board, turn: int) -> str:
    """The canonical text of a position."""
    first = game_letter(game)
    text = first if turn == WHITE else first.lower()
    for rank in RANKS:
        for file in FILES:
            square = file + rank
            if square in board:
                piece = board[square]
                letter = letter_of(piece.die)
                text += letter.upper() if piece.colour == WHITE else letter
                text += square
    return text


def parse(game: str, text: str) -> tuple[Board, int]:
    """The board and the side to move of a position text; ValueError when it is not canonical."""
    first = game_letter(game)
    if text[:1] == first:
        turn = WHITE
    elif text[:1] == first.lower():
        turn = BLACK
    else:
        raise ValueError(f"not a position of {game}: {text!r}")
    board: Board = {}
    for start in range(1, len(text), 3):
        part = text[start : start + 3]
        if len(part) != 3 or part[1] not in FILES or part[2] not in RANKS:
            raise ValueError(f"not a die on a square: {part!r}")
        if part[0].lower() not in DIE_OF_LETTER:
            raise ValueError(f"not a letter for a die: {part[0]!r}")
        colour = WHITE if part[0].isupper() else BLACK
        board[part[1:]] = Piece(colour, DIE_OF_LETTER[part[0].lower()])
    for colour in (WHITE, BLACK):
        if sum(1 for piece in board.values() if piece.colour == colour) > DICE_PER_SIDE:
            raise ValueError(f"more than seven dice of one colour: {text!r}")
    # Catches both dice out of order and two dice on one square.
    if text_of(game, board, turn) != text:
        raise ValueError(f"not in canonical order: {text!r}")
    return board, turn


# --- the game -------------------------------------------------------------------------------------


class Oracle:
    """One game of Cublino, from the start or from a position."""

    def __init__(self, game: str, position: str | None = None) -> None:
        if game not in START:
            raise ValueError(f"unknown game {game!r}")
        self.game = game
        self.turn: int = WHITE
        self.over: bool = False
        self.scores: list[int] = [0, 0]
        self.ranks: list[int] = []
        self.reason: str = ""
        self._quiet = 0
        self._seen: dict[str, int] = {}
        self._board, self.turn = parse(game, START[game] if position is None else position)
        self._settle(next_turn=self.turn)

    def legal(self) -> set[str]:
        """All moves of the side to move, as text; none when the game is over."""
        if self.over:
            return set()
        return self._moves_of(self.turn)

    def play(self, action: str) -> None:
        """Make one move."""
        if action not in self.legal():
            raise ValueError(f"not a legal move: {action!r} in {self.position()}")
        mover = self.turn
        squares = squares_of(action)
        moved_forward = False
        piece = self._board.pop(squares[0])
        die = piece.die
        for start, end in pairwise(squares):
            direction = step_direction(start, end)
            if direction == FORWARD[mover]:
                moved_forward = True
            if is_tip(start, end):
                die = tip(die, direction)
        self._board[squares[-1]] = Piece(mover, die)

        lost: set[str] = set()
        if self.game == CONTRA:
            lost = battle_losses(self._board, squares[-1])
            for square in lost:
                del self._board[square]

        if moved_forward or lost:
            self._quiet = 0
        else:
            self._quiet += 1
        self._settle(next_turn=1 - mover)

    def position(self) -> str:
        """The canonical text of the position."""
        return text_of(self.game, self._board, self.turn)

    def facts(self) -> dict[str, object]:
        """What a test may compare: the dice as (seat, top, north face), and the quiet count."""
        dice: dict[str, tuple[int, int, int]] = {}
        for square, piece in self._board.items():
            dice[square] = (piece.colour, piece.die.top, piece.die.north)
        return {"dice": dice, "quiet": self._quiet}

    def copy(self) -> "Oracle":
        """An independent game in the same state, with the same past."""
        other = Oracle(self.game)
        other.turn = self.turn
        other.over = self.over
        other.scores = list(self.scores)
        other.ranks = list(self.ranks)
        other.reason = self.reason
        other._quiet = self._quiet
        other._seen = dict(self._seen)
        other._board = dict(self._board)
        return other

    def _moves_of(self, colour: int) -> set[str]:
        if self.game == PUR:
            return pur_moves(self._board, colour)
        return contra_moves(self._board, colour)

    def _dice_of(self, colour: int) -> int:
        return sum(1 for piece in self._board.values() if piece.colour == colour)

    def _tops_on_far_rank(self, colour: int) -> list[int]:
        tops = []
        for square, piece in self._board.items():
            if piece.colour == colour and square[1] == FAR_RANK[colour]:
                tops.append(piece.die.top)
        return tops

    def _settle(self, next_turn: int) -> None:
        """Work out scores, whose turn it is and whether the game is over.

        The order of the ends matters when several become true at once: a win, then no moves, then
        repetition, then stalling.
        """
        self.turn = next_turn
        if self.game == PUR:
            self.scores = [sum(self._tops_on_far_rank(colour)) for colour in (WHITE, BLACK)]
            self._check_home()
        else:
            self.scores = [self._dice_of(colour) for colour in (WHITE, BLACK)]
            self._check_arrived()
            self._check_no_dice()
        if self.over:
            return

        if not self._moves_of(next_turn):
            if not self._moves_of(1 - next_turn):
                self._finish("no moves", [1, 1])
                return
            self.turn = 1 - next_turn

        # Only now is it known who is really to move, which is part of the position.
        position = self.position()
        self._seen[position] = self._seen.get(position, 0) + 1
        if self._seen[position] >= REPETITION_LIMIT:
            self._finish("repetition", [1, 1])
        elif self._quiet >= QUIET_LIMIT:
            self._finish("stalling", [1, 1])

    def _check_home(self) -> None:
        for colour in (WHITE, BLACK):
            if len(self._tops_on_far_rank(colour)) == DICE_PER_SIDE:
                self._finish("home", self._ranks_by(self.scores))

    def _check_arrived(self) -> None:
        arrived = [len(self._tops_on_far_rank(colour)) > 0 for colour in (WHITE, BLACK)]
        if any(arrived):
            self._finish("arrived", self._ranks_by([int(done) for done in arrived]))

    def _check_no_dice(self) -> None:
        # A move can not take the last dice of both sides: with the attacker as the only die of its
        # side, the totals are the same in all its battles, so it loses all or wins all of them.
        if self.over:
            return
        has_dice = [self._dice_of(colour) > 0 for colour in (WHITE, BLACK)]
        if not all(has_dice):
            self._finish("no dice", self._ranks_by([int(some) for some in has_dice]))

    def _ranks_by(self, values: list[int]) -> list[int]:
        """The ranks of both players when the higher value wins."""
        if values[WHITE] > values[BLACK]:
            return [1, 2]
        if values[WHITE] < values[BLACK]:
            return [2, 1]
        return [1, 1]

    def _finish(self, reason: str, ranks: list[int]) -> None:
        self.over = True
        self.reason = reason
        self.ranks = ranks


def count_from(oracle: Oracle, depth: int) -> int:
    """The number of sequences of exactly `depth` moves from here."""
    if depth == 0:
        return 1
    total = 0
    for action in oracle.legal():
        after = oracle.copy()
        after.play(action)
        total += count_from(after, depth - 1)
    return total


def perft(game: str, depth: int) -> int:
    """The number of sequences of exactly `depth` moves from the start.

    A game that is over has no moves, so a sequence that ends earlier is not counted.
    """
    return count_from(Oracle(game), depth)
