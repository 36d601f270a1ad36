"""Cublino Pur and Cublino Contra: seven dice each, tipping across a board of 7 × 7.

White starts on rank 1 and goes north, black on rank 7 and goes south. Dice go forwards or sideways, never
backwards. In Pur they also jump, and what counts is which faces are on top when they are across. In Contra dice
that come to stand next to opposing ones fight, and the first die across wins.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.families.cublino.dice import (
    BLACK,
    BLACK_TO_MOVE,
    EAST,
    EMPTY,
    MARK,
    NEXT,
    NORTH,
    OFF,
    OWNER,
    SIZE,
    SOUTH,
    SQUARES,
    TIPPED,
    TOP,
    WEST,
    WHITE,
    die_of,
)
from tilora.families.cublino.paths import (
    DIRECTIONS,
    FILE,
    FILE_BITS,
    FORWARD,
    LEFT,
    MOST_PATHS,
    RIGHT,
    begin_of,
    end_of,
    file_at,
    goes_forward,
    path_from,
    tip_of,
    with_jump,
    with_tip,
)
from tilora.kernel import Actions, State, end_match, end_turn, layout, rule

# What the state holds

PUR, CONTRA = 0, 1
SEATS = 2
"""White is seat 0, black is seat 1."""
DICE_OF_SEAT = SIZE
FIRST_DIE = (die_of(WHITE, 6, 4), die_of(BLACK, 6, 3))
"""By seat, how the dice stand at the start: 6 on top, 3 towards their owner."""
HOME_RANK = (0, SIZE - 1)
FAR_RANK = (SIZE - 1, 0)
MOST_QUIET = 60
MOST_TIMES = 3
"""A game is a draw after so many quiet moves in a row, or when a position has occurred so many times."""

RUNNING, HOME, ARRIVED, NO_DICE, NO_MOVES, REPETITION, STALLING = 0, 1, 2, 3, 4, 5, 6

STATE = layout(
    SEATS,
    [
        ("board", np.int8, (SQUARES,)),  # by square: EMPTY or the die there, see `dice`
        ("dice", np.int64, (SEATS,)),  # the same as bits: bit `square` is set where the seat has a die
        ("mark", np.int64),  # the exclusive or of the marks of all dice on the board
        ("quiet", np.int8),  # moves in a row without a step or jump forwards and without a removal
        # Positions since the last move that was not quiet, `seen[quiet]` being this one. No earlier position
        # can come again.
        ("seen", np.int64, (MOST_QUIET + 1,)),
    ],
)

PAST = ("quiet", "seen")

# Sets of squares are written as bits, so that a step is worked out for all dice at once.

Bits3 = tuple[int, int, int]
"""For each direction a set of squares."""
ALL_SQUARES = (1 << SQUARES) - 1
FIRST_FILE = sum(1 << square for square in range(0, SQUARES, SIZE))
LAST_FILE = FIRST_FILE << (SIZE - 1)
FAR_SQUARES = tuple(((1 << SIZE) - 1) << (rank * SIZE) for rank in FAR_RANK)

# Actions. Each is a whole move. A move of Contra is square * DIRECTIONS + direction, a move of Pur is a path.

HEADING = np.array([[NORTH, WEST, EAST], [SOUTH, WEST, EAST]])
"""By seat and direction."""
MOST_ACTIONS = DICE_OF_SEAT * MOST_PATHS


def codes(variant: int) -> Actions:
    """Every action there can be: all moves of a die on a board where nothing is in its way and it can jump anywhere."""
    if variant == CONTRA:
        return np.arange(SQUARES * DIRECTIONS, dtype=np.int32)
    out = np.empty(2 * SQUARES * MOST_PATHS, np.int32)
    count = 0
    for seat in range(SEATS):
        headings = [int(heading) for heading in HEADING[seat]]
        ahead, left, right = (looking_at(ALL_SQUARES, heading) for heading in headings)
        far, far_left, far_right = (looking_at(looking_at(ALL_SQUARES, heading), heading) for heading in headings)
        for square in range(SQUARES):
            count = add_paths(seat, square, (ahead, left, right), (far, far_left, far_right), out, count)
    return np.unique(out[:count])


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


@rule
def legal(state: State, out: Actions) -> int:
    count = 0
    if state.over:
        return count
    seat = int(state.turn)
    own = int(state.dice[seat])
    tips = tips_of(state, seat)
    jumps = jumps_of(state, seat)
    for square in range(SQUARES):
        if own >> square & 1:
            if state.variant == PUR:
                count = add_paths(seat, square, tips, jumps, out, count)
            else:
                count = add_tips(square, tips, out, count)
    return count


@rule
def tips_of(state: State, seat: int) -> Bits3:
    """By direction: the squares from which a die of the seat can tip, as the next square is empty."""
    empty = ALL_SQUARES & ~int(state.dice[WHITE] | state.dice[BLACK])
    ahead = looking_at(empty, HEADING[seat, FORWARD])
    return ahead, looking_at(empty, WEST), looking_at(empty, EAST)


@rule
def jumps_of(state: State, seat: int) -> Bits3:
    """By direction: the squares from which a die of the seat can jump, over a die and to an empty square."""
    taken = int(state.dice[WHITE] | state.dice[BLACK])
    ahead, left, right = tips_of(state, seat)
    return (
        looking_at(taken & ahead, HEADING[seat, FORWARD]),
        looking_at(taken & left, WEST),
        looking_at(taken & right, EAST),
    )


@rule
def looking_at(squares: int, heading: int) -> int:
    """All squares from which the next one in that heading is one of `squares`."""
    if heading == NORTH:
        return squares >> SIZE
    if heading == SOUTH:
        return squares << SIZE & ALL_SQUARES
    if heading == EAST:
        return squares >> 1 & ~LAST_FILE
    return squares << 1 & ~FIRST_FILE & ALL_SQUARES


@rule
def add_tips(square: int, tips: Bits3, out: Actions, count: int) -> int:
    """`out` also holds the moves of Contra for the die on the square; how many there are now is returned."""
    for direction in range(DIRECTIONS):
        if tips[direction] >> square & 1:
            out[count] = square * DIRECTIONS + direction
            count += 1
    return count


@rule
def add_paths(seat: int, square: int, tips: Bits3, jumps: Bits3, out: Actions, count: int) -> int:
    """`out` also holds the moves of Pur for the die on the square; how many there are now is returned."""
    grown = count
    path = path_from(square)
    count = add_jumps(seat, path, jumps, out, count)
    for direction in range(DIRECTIONS):
        if tips[direction] >> square & 1:
            out[count] = with_tip(path, direction)
            count += 1
    # Each path that was found may go on, and those may again: `out` is the list of what is still to be looked at.
    while grown < count:
        count = add_jumps(seat, int(out[grown]), jumps, out, count)
        grown += 1
    return count


@rule
def add_jumps(seat: int, path: int, jumps: Bits3, out: Actions, count: int) -> int:
    """`out` also holds the paths that are longer than `path` by one jump.

    A path never turns round on a rank. So it neither lands on a square it has been on nor crosses its first
    square, and it does not matter that the moving die still stands there.
    """
    at = file_at(path)
    file, before = path >> at & FILE, path >> (at + FILE_BITS) & FILE
    square = end_of(path, seat)
    if jumps[FORWARD] >> square & 1:
        out[count] = with_jump(path, FORWARD)
        count += 1
    if jumps[LEFT] >> square & 1 and file <= before:
        out[count] = with_jump(path, LEFT)
        count += 1
    if jumps[RIGHT] >> square & 1 and file >= before:
        out[count] = with_jump(path, RIGHT)
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
    if state.variant == PUR:
        quiet = follow(state, int(action))
    else:
        quiet = tip_and_fight(state, int(action))
    state.quiet = state.quiet + 1 if quiet else 0
    end_turn(state)
    settle(state)


@rule
def follow(state: State, path: int) -> bool:
    """Pur: the die has gone its path; whether that was quiet is returned."""
    seat = int(state.turn)
    square = begin_of(path)
    die = int(state.board[square])
    if tip_of(path) > 0:
        die = int(TIPPED[die, HEADING[seat, tip_of(path) - 1]])
    put(state, square, EMPTY)
    put(state, end_of(path, seat), die)
    return not goes_forward(path)


@rule
def tip_and_fight(state: State, action: int) -> bool:
    """Contra: the die has tipped and fought its battles; whether that was quiet is returned."""
    seat = int(state.turn)
    square, direction = action // DIRECTIONS, action % DIRECTIONS
    heading = HEADING[seat, direction]
    die = int(TIPPED[state.board[square], heading])
    put(state, square, EMPTY)
    square = int(NEXT[heading, square])
    put(state, square, die)
    removed = fight(state, seat, square)
    return direction != FORWARD and removed == 0


@rule
def fight(state: State, seat: int, square: int) -> int:
    """The attacker on the square has fought all its battles, and the losers are removed; how many is returned."""
    board = state.board
    defence = strength_at(board, 1 - seat, square)
    removed = 0
    beaten = False
    # The attacker is removed last. Removing a defender at once changes none of the other battles: they count
    # only dice of the attacker's side, and the defence, which has been counted.
    for heading in range(4):
        defender = int(NEXT[heading, square])
        if defender != OFF and OWNER[board[defender]] == 1 - seat:
            attack = strength_at(board, seat, defender)
            if attack > defence:
                remove(state, defender)
                removed += 1
            elif attack < defence:
                beaten = True
    if beaten:
        remove(state, square)
        removed += 1
    return removed


@rule
def strength_at(board: npt.NDArray[Any], seat: int, square: int) -> int:
    """The sum of the top faces of that seat's dice next to the square."""
    total = 0
    for heading in range(4):
        beside = NEXT[heading, square]
        if beside != OFF and OWNER[board[beside]] == seat:
            total += int(TOP[board[beside]])
    return total


@rule
def remove(state: State, square: int) -> None:
    """Contra: the die is gone, and its owner has one less."""
    state.score[OWNER[state.board[square]]] -= 1
    put(state, square, EMPTY)


# How it ends


@rule
def settle(state: State) -> None:
    """With the board set, and the seat that comes next: the match is over if it should be, else `turn` can move."""
    white, black = int(state.dice[WHITE]), int(state.dice[BLACK])
    if state.variant == PUR:
        count_points(state)
        if white == FAR_SQUARES[WHITE] or black == FAR_SQUARES[BLACK]:
            end_with(state, HOME, int(state.score[WHITE]), int(state.score[BLACK]))
            return
    else:
        across = white & FAR_SQUARES[WHITE], black & FAR_SQUARES[BLACK]
        # In both of these one of the two values is 0, and the other one wins.
        if across[WHITE] or across[BLACK]:
            end_with(state, ARRIVED, across[WHITE], across[BLACK])
            return
        if white == 0 or black == 0:
            end_with(state, NO_DICE, white, black)
            return
    if not has_move(state, int(state.turn)):
        if not has_move(state, 1 - int(state.turn)):
            end_with(state, NO_MOVES, 0, 0)
            return
        state.turn = 1 - state.turn
    if times_seen(state) >= MOST_TIMES:
        end_with(state, REPETITION, 0, 0)
    elif state.quiet >= MOST_QUIET:
        end_with(state, STALLING, 0, 0)


@rule
def count_points(state: State) -> None:
    """Pur: the score of each seat is the sum of the top faces of its dice on the far rank."""
    for seat in range(SEATS):
        points = 0
        for square in range(FAR_RANK[seat] * SIZE, FAR_RANK[seat] * SIZE + SIZE):
            die = state.board[square]
            if OWNER[die] == seat:
                points += int(TOP[die])
        state.score[seat] = points


@rule
def times_seen(state: State) -> int:
    """How often this position has occurred, this time included. It is written down as seen."""
    position = state.mark
    if state.turn == BLACK:
        position = position ^ BLACK_TO_MOVE
    quiet = int(state.quiet)
    state.seen[quiet] = position
    times = 1
    for i in range(quiet):
        if state.seen[i] == position:
            times += 1
    return times


@rule
def end_with(state: State, reason: int, white: int, black: int) -> None:
    """The match is over; the higher of the two values wins."""
    value = np.zeros(SEATS, np.int64)
    value[WHITE] = white
    value[BLACK] = black
    end_match(state, reason, value)


# What is hidden: nothing.


@rule
def redact(state: State, seat: int) -> None:
    pass


@rule
def imagine(state: State, seat: int, chance: np.record) -> None:
    pass
