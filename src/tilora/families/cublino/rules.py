"""Cublino Pur and Cublino Contra: seven dice each, tipping across a board of 7 × 7.

White starts on rank 1 and goes north, Black on rank 7 and goes south. Dice go forwards or sideways, never backwards.
In Pur they also jump, and the faces on top of the dice that are across decide. In Contra a die that comes to stand
next to opposing ones fights them, and the first die across wins.

How a move is written as a number is in `paths`.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.families.cublino import paths
from tilora.families.cublino.paths import BLACK, DIRECTIONS, FORWARD, HEADING, NEXT, OFF, SIZE, SQUARES, WHITE
from tilora.kernel import Actions, State, end_match, end_turn, layout, rule
from tilora.kernel.toolkit import tipping_dice
from tilora.kernel.toolkit.squares import EAST, HEADINGS, WEST, facing, has, rank_set, square_sets
from tilora.kernel.toolkit.tipping_dice import FACES, ORIENTATIONS, orientation_of
from tilora.kernel.toolkit.zobrist import zobrist

# What the state holds

PUR, CONTRA = 0, 1
SEATS = 2
"""White is seat 0, Black is seat 1."""
NOBODY = -1
DICE_OF_SEAT = SIZE
HOME_RANK = (0, SIZE - 1)
FAR_RANK = (SIZE - 1, 0)
FAR_SQUARES = (rank_set(SIZE, FAR_RANK[WHITE]), rank_set(SIZE, FAR_RANK[BLACK]))
BOARD = square_sets(SIZE, SIZE)
MOST_QUIET = 60
MOST_TIMES = 3
"""A match is a draw after MOST_QUIET quiet moves in a row, or when a position has occurred MOST_TIMES times."""

EMPTY = 0
DICE = 1 + SEATS * ORIENTATIONS
"""What can be on a square: nothing, 1 + orientation for a white die, 25 + orientation for a black one."""
OWNER = np.array([NOBODY, *ORIENTATIONS * [WHITE], *ORIENTATIONS * [BLACK]])
TOP = np.array([0, *SEATS * [top for top, _, _ in FACES]])
NORTH_FACE = np.array([0, *SEATS * [north for _, north, _ in FACES]])
TIPPED = np.array([HEADINGS * [EMPTY], *(1 + tipping_dice.TIPPED), *(1 + ORIENTATIONS + tipping_dice.TIPPED)])
"""By what is on a square: whose die it is, its faces on top and in the north, and by heading what it tips to."""
FIRST_DIE = (1 + orientation_of(top=6, north=4), 1 + ORIENTATIONS + orientation_of(top=6, north=3))
"""By seat, how the dice stand at the start: 6 on top, 3 towards their owner."""
MARK = zobrist("cublino", SQUARES, DICE)
"""By square and what is on it. A position is known by the exclusive or of the marks of its dice."""
MARK[:, EMPTY] = 0
BLACK_TO_MOVE = int(zobrist("black to move", 1)[0])

RUNNING, HOME, ARRIVED, NO_DICE, NO_MOVES, REPETITION, STALLING = 0, 1, 2, 3, 4, 5, 6

STATE = layout(
    SEATS,
    [
        ("board", np.int8, (SQUARES,)),  # by square: EMPTY or the die there
        ("dice", np.int64, (SEATS,)),  # by seat: the set of squares where it has dice
        ("mark", np.int64),  # the exclusive or of the marks of all dice on the board
        ("quiet", np.int8),  # moves in a row without a step forwards and without a removal
        # Positions since the last move that was not quiet, `seen[quiet]` being this one. No earlier position
        # can come again.
        ("seen", np.int64, (MOST_QUIET + 1,)),
    ],
)

MOST_ACTIONS = DICE_OF_SEAT * paths.MOST_PATHS
"""Each action is a whole move: in Pur a path, in Contra square * DIRECTIONS + direction of the tip."""
PAST = ("quiet", "seen")


def codes(variant: int) -> Actions:
    """Return every action there can be."""
    if variant == CONTRA:
        return np.arange(SQUARES * DIRECTIONS, dtype=np.int32)
    return np.array(sorted({*paths.all_paths(WHITE), *paths.all_paths(BLACK)}), np.int32)


TIPS = np.array([paths.with_tip(paths.path_from(n // DIRECTIONS), n % DIRECTIONS) for n in range(SQUARES * DIRECTIONS)])
"""Contra: by action, its path, which is a single tip."""


@rule
def path_of(variant: int, action: int) -> int:
    """Return the path of the moving die."""
    return action if variant == PUR else int(TIPS[action])


# How it starts


@rule
def start(state: State, options: npt.NDArray[np.int64], chance: np.record) -> None:
    for seat in range(SEATS):
        for file in range(SIZE):
            put(state, HOME_RANK[seat] * SIZE + file, FIRST_DIE[seat])
        if state.variant == CONTRA:
            state.score[seat] = DICE_OF_SEAT
    state.turn = WHITE
    settle(state)


@rule
def put(state: State, square: int, die: int) -> None:
    """The square holds that die, or nothing for EMPTY."""
    old = state.board[square]
    if old != EMPTY:
        state.dice[OWNER[old]] &= ~(1 << square)
    if die != EMPTY:
        state.dice[OWNER[die]] |= 1 << square
    state.mark ^= MARK[square, old] ^ MARK[square, die]
    state.board[square] = die


# What is legal

Sets = tuple[int, int, int]
"""By direction, a set of squares."""


@rule
def legal(state: State, out: Actions) -> int:
    count = 0
    if state.over:
        return count
    seat = int(state.turn)
    own = int(state.dice[seat])
    tips, jumps = tips_of(state, seat), jumps_of(state, seat)
    for square in range(SQUARES):
        if has(own, square):
            if state.variant == PUR:
                count = add_paths(seat, square, tips, jumps, out, count)
            else:
                count = add_tips(square, tips, out, count)
    return count


@rule
def tips_of(state: State, seat: int) -> Sets:
    """Return from where the seat's dice can tip: the next square must be empty."""
    empty = BOARD.all & ~int(state.dice[WHITE] | state.dice[BLACK])
    forward = HEADING[seat, FORWARD]
    return facing(BOARD, empty, forward), facing(BOARD, empty, WEST), facing(BOARD, empty, EAST)


@rule
def jumps_of(state: State, seat: int) -> Sets:
    """Return from where the seat's dice can jump: over exactly one die, to an empty square."""
    taken = int(state.dice[WHITE] | state.dice[BLACK])
    (ahead, left, right), forward = tips_of(state, seat), HEADING[seat, FORWARD]
    return facing(BOARD, taken & ahead, forward), facing(BOARD, taken & left, WEST), facing(BOARD, taken & right, EAST)


@rule
def add_tips(square: int, tips: Sets, out: Actions, count: int) -> int:
    """Contra: add the moves of the die on the square to `out`; return how many there are now."""
    for direction in range(DIRECTIONS):
        if has(tips[direction], square):
            out[count] = square * DIRECTIONS + direction
            count += 1
    return count


@rule
def add_paths(seat: int, square: int, tips: Sets, jumps: Sets, out: Actions, count: int) -> int:
    """Pur: add the moves of the die on the square to `out`; return how many there are now.

    The first step is a tip or a jump, all later ones are jumps, and the die may stop after any of them. So every move
    found is looked at again, to see whether it can go on.
    """
    looked_at = count
    path = paths.path_from(square)
    count = add_jumps(seat, path, jumps, out, count)
    for direction in range(DIRECTIONS):
        if has(tips[direction], square):
            out[count] = paths.with_tip(path, direction)
            count += 1
    while looked_at < count:
        count = add_jumps(seat, int(out[looked_at]), jumps, out, count)
        looked_at += 1
    return count


@rule
def add_jumps(seat: int, path: int, jumps: Sets, out: Actions, count: int) -> int:
    """Add the paths that are longer than `path` by one jump to `out`; return how many there are now.

    A path never turns back on a rank. So it neither lands on a square it has been on nor crosses its first square, and
    it does not matter that the moving die still stands there.
    """
    square = paths.end_of(path, seat)
    for direction in range(DIRECTIONS):
        if has(jumps[direction], square) and not paths.turns_back(path, direction):
            out[count] = paths.with_jump(path, direction)
            count += 1
    return count


@rule
def has_move(state: State, seat: int) -> bool:
    ahead, left, right = tips_of(state, seat)
    able = ahead | left | right
    if state.variant == PUR:
        ahead, left, right = jumps_of(state, seat)
        able |= ahead | left | right
    return able & int(state.dice[seat]) != 0


# What an action does


@rule
def play(state: State, action: int, chance: np.record) -> None:
    path = path_of(int(state.variant), int(action))
    end = follow(state, path)
    lost = state.variant == CONTRA and fight(state, end)
    state.quiet = 0 if lost or paths.ranks_gone(path) > 0 else state.quiet + 1
    end_turn(state)
    settle(state)


@rule
def follow(state: State, path: int) -> int:
    """The die stands at the end of its path; return that square."""
    die, end = die_after(state, path), paths.end_of(path, int(state.turn))
    put(state, paths.begin_of(path), EMPTY)
    put(state, end, die)
    return end


STANDS = np.array([[die, *TIPPED[die, HEADING[OWNER[die]]]] for die in range(DICE)])
"""By die and the tip that its path begins with: how it stands in the end. Jumps do not turn it."""


@rule
def die_after(state: State, path: int) -> int:
    """Return how the die on the path stands in the end."""
    return int(STANDS[state.board[paths.begin_of(path)], paths.tip_of(path)])


@rule
def fight(state: State, attacker: int) -> bool:
    """Contra: the die that has just tipped to `attacker` has fought; return whether dice were lost.

    It fights every opposing die next to it. All battles are worked out before anything is removed.
    """
    seat, losers = int(state.turn), 0
    defence = strength_at(state.board, 1 - seat, attacker)
    for heading in range(HEADINGS):
        defender = int(NEXT[heading, attacker])
        if defender != OFF and OWNER[state.board[defender]] == 1 - seat:
            loser = loser_of(attacker, strength_at(state.board, seat, defender), defender, defence)
            if loser != OFF:
                losers |= 1 << loser
    if losers == 0:
        return False
    for square in range(SQUARES):
        if has(losers, square):
            state.score[OWNER[state.board[square]]] -= 1
            put(state, square, EMPTY)
    return True


@rule
def loser_of(attacker: int, attack: int, defender: int, defence: int) -> int:
    """Return the die that loses a battle of these strengths; OFF if they are equal."""
    if attack == defence:
        return OFF
    return defender if attack > defence else attacker


@rule
def strength_at(board: npt.NDArray[Any], seat: int, square: int) -> int:
    """Return the sum of the top faces of that seat's dice next to the square."""
    total = 0
    for heading in range(HEADINGS):
        beside = NEXT[heading, square]
        if beside != OFF and OWNER[board[beside]] == seat:
            total += int(TOP[board[beside]])
    return total


# How it ends


@rule
def settle(state: State) -> None:
    """After a move, with `turn` already passed on: the match is over if it should be, else `turn` can move."""
    if state.variant == PUR:
        settle_race(state)
    else:
        settle_fight(state)
    if state.over:
        return
    seat = int(state.turn)
    if not has_move(state, seat):
        if not has_move(state, 1 - seat):
            end_with(state, NO_MOVES, NOBODY)
            return
        state.turn = 1 - seat
    if times_seen(state) >= MOST_TIMES:
        end_with(state, REPETITION, NOBODY)
    elif state.quiet >= MOST_QUIET:
        end_with(state, STALLING, NOBODY)


@rule
def settle_race(state: State) -> None:
    """Pur: points are counted. Once a seat has all its dice across, the higher score wins."""
    for seat in range(SEATS):
        points = 0
        for square in range(FAR_RANK[seat] * SIZE, FAR_RANK[seat] * SIZE + SIZE):
            points += points_at(square, state.board[square], seat)
        state.score[seat] = points
    if state.dice[WHITE] == FAR_SQUARES[WHITE] or state.dice[BLACK] == FAR_SQUARES[BLACK]:
        end_match(state, HOME, state.score)


@rule
def points_at(square: int, die: int, seat: int) -> int:
    """Pur: return what that die on the square counts for the seat: its top face, if it has come across."""
    return int(TOP[die]) if square // SIZE == FAR_RANK[seat] and OWNER[die] == seat else 0


@rule
def settle_fight(state: State) -> None:
    """Contra: a seat wins with its first die across, or when the other seat has no dice left."""
    # Written out for both seats: with loops over them, random play is 7 % slower.
    white, black = int(state.dice[WHITE]), int(state.dice[BLACK])
    if white & FAR_SQUARES[WHITE] != 0:
        end_with(state, ARRIVED, WHITE)
    elif black & FAR_SQUARES[BLACK] != 0:
        end_with(state, ARRIVED, BLACK)
    elif white == 0:
        end_with(state, NO_DICE, BLACK)
    elif black == 0:
        end_with(state, NO_DICE, WHITE)


@rule
def end_with(state: State, reason: int, winner: int) -> None:
    """The match is over, and `winner` has won; NOBODY makes it a draw."""
    value = np.zeros(SEATS, np.int64)
    if winner != NOBODY:
        value[winner] = 1
    end_match(state, reason, value)


@rule
def times_seen(state: State) -> int:
    """Note that this position has occurred; return how often it has by now."""
    position = mark_of(state)
    quiet = int(state.quiet)
    state.seen[quiet] = position
    times = 1
    for i in range(quiet):
        if state.seen[i] == position:
            times += 1
    return times


@rule
def mark_of(state: State) -> int:
    """Return the number by which the position is known: dice, faces, and who is to move."""
    return int(state.mark ^ BLACK_TO_MOVE) if state.turn == BLACK else int(state.mark)
