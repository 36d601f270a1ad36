"""What happens in a step of Cyberzul and Zellij, one thing after the other: the taking, and the end of a round.

Each part is described by what it changed on the table. At the end of a round, the rules go through its steps again.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from tilora.families.drafting import rules
from tilora.families.drafting.areas import COSTS, board, board_id, middle, row_pieces, wall_id
from tilora.families.drafting.rules import COLOUR, COLUMN, CYBERZUL, FLOOR, MARKER, ROW, SIZE, ZELLIJ, Wall
from tilora.families.drafting.words import COLOUR_NAMES, NOUNS, REASONS, capital, parts
from tilora.kernel import PlainState, State, fast_state, plain_of, seat_name
from tilora.kernel.toolkit import plural
from tilora.scene import Beat, Move
from tilora.scene.moves import Change, moves_between

KINDS = ("row", "column", "colour")
ON_WALL = "tiles on the wall"
POINT_SOURCES = (ON_WALL, *(f"complete {kind}s" for kind in KINDS), *(noun.floor_line for noun in NOUNS))
SOURCE_WORDS = {
    noun.floor_line: (
        f"{{n}} fewer {{unit}} lost{{by}} on the {noun.floor_line}",
        f"{{n}} more {{unit}} lost{{by}} on the {noun.floor_line}",
    )
    for noun in NOUNS
}
Moves: TypeAlias = tuple[Move, ...]


def beats(before: State, action: int, after: State, seat: int) -> list[Beat]:
    """Describe the step, the same for every viewer: nothing is hidden."""
    return [*_beats(plain_of(before), action, plain_of(after))]


@lru_cache(maxsize=16)
def _beats(was: PlainState, action: int, end: PlainState) -> tuple[Beat, ...]:
    """Describe the step once for all viewers of a table, who look at it one after the other."""
    if end.round_number == was.round_number and not end.over:
        return tuple(_turn(was, action, end, end))
    return tuple(_last_turn(was.copy(), action, was, end))


def _last_turn(state: State, action: int, was: PlainState, end: PlainState) -> Iterator[Beat]:
    """The last turn of a round, and all that follows from it, as the rules go through it again."""
    rules.take_turn(state, action)
    now, working = plain_of(state.copy()), fast_state(state)
    yield from _turn(was, action, now, end)
    score, walls = working.score, working.wall
    for seat, row in rules.SCORING_STEPS:
        points = int(score[seat])
        if seat >= end.seats or not rules.score(working, seat, row):
            continue
        # No other line, and no other floor line, has a part in this: it is as it was, and as it will be.
        if row == SIZE:
            tiles = [piece for piece in board(now, seat).pieces if piece.id.startswith("floor-")]
            moves = moves_between(Change(board_id(seat), tiles, ()))
            yield _floor(now, seat, points - int(score[seat]), moves)
        else:
            moves = moves_between(Change(board_id(seat), row_pieces(now, seat, row), row_pieces(end, seat, row)))
            yield from _wall(end.variant, seat, row, now.line_colour[seat][row], walls[seat], moves)
    yield from _close(walls, end)


def _turn(before: PlainState, action: int, after: PlainState, end: PlainState) -> Iterator[Beat]:
    """Tiles go to the line, the rest of a mine to the middle; then come the marker and the tiles that did not fit."""
    seat, taken = before.turn, parts(before, action)
    line, noun = taken.line, NOUNS[taken.variant]
    states = (before, after) if after is end else (before, after, end)
    moves = moves_between(
        Change("middle", *(middle(state).pieces for state in states)),
        Change(board_id(seat), *(board(state, seat).pieces for state in states)),
    )
    marker = tuple(move for move in moves if move.id == "marker")
    fallen = tuple(move for move in moves if line != FLOOR and move.becomes.startswith(("floor", "gone")))
    placed = tuple(move for move in moves if move not in marker and move not in fallen)
    words = f"{seat_name(seat)} takes {taken}."
    yield Beat(words=words, ids=_named(placed, "line" if line else "floor"), moves=placed)
    if marker:
        words = f"The first to take from the {noun.middle} gets the start marker and begins the next round."
        yield Beat(words=words, ids=("marker",), moves=marker)
    if fallen:
        verbs = ("does", "falls") if len(fallen) == 1 else ("do", "fall")
        words = f"{plural(len(fallen), 'tile')} {verbs[0]} not fit on {noun.line} {line} and {verbs[1]}"
        yield Beat(words=f"{words} to the {noun.floor_line}.", ids=_named(fallen, "floor"), moves=fallen)


def _wall(variant: int, seat: int, row: int, colour: int, wall: Wall, moves: Moves) -> Iterator[Beat]:
    """A full line has sent a tile to the wall."""
    column = rules.column_of(row, colour)
    across, down = rules.run(wall, row, column, 0, 1), rules.run(wall, row, column, 1, 0)
    points = rules.points_of(variant, across, down)
    runs = [f"{length} {way}" for length, way in ((across, "across"), (down, "down")) if length > 1]
    joins = f", in a run of {' and one of '.join(runs)}" if runs else ""
    line = f"{capital(NOUNS[variant].line)} {row + 1} of {seat_name(seat)}"
    yield Beat(
        words=f"{line} is full. Its {COLOUR_NAMES[colour]} tile goes to the wall{joins}: {plural(points, 'point')}.",
        ids=(wall_id(seat, row, column), *_neighbours(wall, seat, row, column)),
        moves=moves,
        seat=seat,
        points=points,
        source=ON_WALL,
    )
    if variant == ZELLIJ:
        yield from _bonuses(variant, seat, wall, [(ROW, row), (COLUMN, column), (COLOUR, colour)])


def _neighbours(wall: Wall, seat: int, row: int, column: int) -> Iterator[str]:
    """The tiles in an unbroken run with the cell."""
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        r, c = row + down, column + right
        while 0 <= r < SIZE and 0 <= c < SIZE and wall[r, c]:
            yield wall_id(seat, r, c)
            r, c = r + down, c + right


def _bonuses(variant: int, seat: int, wall: Wall, of: Iterable[tuple[int, int]]) -> Iterator[Beat]:
    """Rows, columns and colours that are complete, of those with these kinds and numbers."""
    for kind, number in of:
        points = int(rules.bonus(variant, wall, kind, number))
        if points:
            name = (
                f"all five {COLOUR_NAMES[number]} tiles" if kind == COLOUR else f"completed {KINDS[kind]} {number + 1}"
            )
            yield Beat(
                words=f"{seat_name(seat)} has {name}: {plural(points, 'point')}.",
                ids=tuple(wall_id(seat, *rules.cell(kind, number, i)) for i in range(SIZE)),
                seat=seat,
                points=points,
                source=POINT_SOURCES[1 + kind],
            )


def _floor(before: PlainState, seat: int, paid: int, moves: Moves) -> Beat:
    """A floor line is paid for."""
    cost, noun = COSTS[before.floor_used[seat]], NOUNS[before.variant].floor_line
    rest = ", but a score never falls below 0" if paid < cost else ""
    marker = ("marker",) if MARKER in before.floor[seat] else ()
    return Beat(
        words=f"The {noun} of {seat_name(seat)} costs {plural(cost, 'point')}{rest}.",
        ids=(*_named(moves, "gone"), *marker, f"floor-{seat}"),
        moves=moves,
        seat=seat,
        points=-paid,
        source=noun if paid else "",
    )


def _close(walls: Sequence[Wall], after: PlainState) -> Iterator[Beat]:
    """The next round begins, or the match is over."""
    if not after.over:
        mines = NOUNS[after.variant].mines
        yield Beat(words=f"Round {after.round_number}: the {mines} are filled again. {seat_name(after.turn)} begins.")
        return
    yield Beat(words=f"The match is over: {REASONS[after.reason]}.")
    if after.variant == CYBERZUL:
        for seat in range(after.seats):
            yield from _bonuses(CYBERZUL, seat, walls[seat], rules.BONUS_STEPS)


def _named(moves: Moves, where: str) -> tuple[str, ...]:
    return tuple(move.becomes for move in moves if move.becomes.startswith(where))
