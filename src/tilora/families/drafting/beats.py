"""What happens in a step of Cyberzul and Zellij, one thing after the other: the taking, and the end of a round.

Each part is described by what it changed on the table. At the end of a round, the rules go through its steps again.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from tilora.families.drafting import rules
from tilora.families.drafting.areas import COSTS, board, middle, wall_id
from tilora.families.drafting.rules import COLOUR, CYBERZUL, FLOOR, MARKER, SIZE, ZELLIJ, Wall
from tilora.families.drafting.words import COLOUR_NAMES, NOUNS, REASONS, taking
from tilora.kernel import PlainState, State, plain_of, seat_name
from tilora.kernel.toolkit import plural
from tilora.scene import Area, Beat, Move, Piece

KINDS = ("row", "column", "colour")


def beats(before: State, action: int, after: State, seat: int) -> list[Beat]:
    """Describe the step, the same for every viewer: nothing is hidden."""
    was, now = plain_of(before), plain_of(after)
    if now.round_number == was.round_number and not now.over:
        return [*_turn(was, action, now)]
    state = before.copy()
    rules.take_turn(state, action)
    now = plain_of(state.copy())
    found = [*_turn(was, action, now)]
    for step in range(rules.scoring_steps(state)):
        if rules.score(state, step):
            was, now = now, plain_of(state.copy())
            found += _scoring(was, now, step)
    return [*found, *_close(now, plain_of(after))]


def _turn(before: PlainState, action: int, after: PlainState) -> Iterator[Beat]:
    """Tiles go to the line, the rest of a mine to the middle; then come the marker and the tiles that did not fit."""
    seat, taken = before.turn, taking(before, action)
    line, noun = taken.line, NOUNS[taken.variant]
    moves = _moves((middle(before), board(before, seat)), (middle(after), board(after, seat)))
    fallen = [move for move in moves if line != FLOOR and move.becomes.startswith(("floor", "gone"))]
    placed = [move for move in moves if move not in fallen] if fallen else moves
    words = f"{seat_name(seat)} takes {taken}."
    yield Beat(words=words, ids=_named(placed, "line" if line else "floor"), moves=tuple(placed))
    if taken.marker:
        words = f"The first to take from the {noun.middle} gets the start marker and begins the next round."
        area = board(after, seat)
        marker = next(piece for piece in area.pieces if piece.id == "marker")
        yield Beat(words=words, ids=("marker",), moves=(_move(marker, area, marker),))
    if fallen:
        verbs = ("does", "falls") if len(fallen) == 1 else ("do", "fall")
        words = f"{plural(len(fallen), 'tile')} {verbs[0]} not fit on {noun.line} {line} and {verbs[1]}"
        yield Beat(words=f"{words} to the {noun.floor_line}.", ids=_named(fallen, "floor"), moves=tuple(fallen))


def _scoring(before: PlainState, after: PlainState, step: int) -> Iterator[Beat]:
    """A full line sends a tile to the wall, or a floor line is paid for."""
    seat, row = rules.place_of(step)
    moves = _moves((board(before, seat),), (board(after, seat),))
    yield from _floor(before, after, seat, moves) if row == SIZE else _wall(before, after, seat, row, moves)


def _wall(before: PlainState, after: PlainState, seat: int, row: int, moves: list[Move]) -> Iterator[Beat]:
    variant, wall, colour = after.variant, np.array(after.wall[seat]), before.line_colour[seat][row]
    column = rules.column_of(row, colour)
    across, down = rules.run(wall, row, column, 0, 1), rules.run(wall, row, column, 1, 0)
    points = rules.points_of(variant, across, down)
    runs = [f"{length} {way}" for length, way in ((across, "across"), (down, "down")) if length > 1]
    joins = f", in a run of {' and one of '.join(runs)}" if runs else ""
    line = f"{NOUNS[variant].line.capitalize()} {row + 1} of {seat_name(seat)}"
    yield Beat(
        words=f"{line} is full. Its {COLOUR_NAMES[colour]} tile goes to the wall{joins}: {plural(points, 'point')}.",
        ids=(wall_id(seat, row, column), *_neighbours(wall, seat, row, column)),
        moves=tuple(moves),
        seat=seat,
        points=points,
        source="tiles on the wall",
    )
    if variant == ZELLIJ:
        yield from _bonuses(variant, seat, np.array(before.wall[seat]), wall)


def _neighbours(wall: Wall, seat: int, row: int, column: int) -> Iterator[str]:
    """The tiles in an unbroken run with the cell."""
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        r, c = row + down, column + right
        while 0 <= r < SIZE and 0 <= c < SIZE and wall[r, c]:
            yield wall_id(seat, r, c)
            r, c = r + down, c + right


def _bonuses(variant: int, seat: int, before: Wall, wall: Wall) -> Iterator[Beat]:
    """Rows, columns and colours that are complete and were not before."""
    for kind, noun in enumerate(KINDS):
        points = int(rules.BONUSES[variant, kind])
        for number in range(SIZE):
            if rules.tiles_of(wall, kind, number) == SIZE > rules.tiles_of(before, kind, number):
                what = f"all five {COLOUR_NAMES[number]} tiles" if kind == COLOUR else f"completed {noun} {number + 1}"
                yield Beat(
                    words=f"{seat_name(seat)} has {what}: {plural(points, 'point')}.",
                    ids=tuple(wall_id(seat, *rules.cell(kind, number, i)) for i in range(SIZE)),
                    seat=seat,
                    points=points,
                    source=f"complete {noun}s",
                )


def _floor(before: PlainState, after: PlainState, seat: int, moves: list[Move]) -> Iterator[Beat]:
    cost, paid = COSTS[before.floor_used[seat]], before.score[seat] - after.score[seat]
    noun = NOUNS[after.variant].floor_line
    rest = ", but a score never falls below 0" if paid < cost else ""
    marker = ("marker",) if MARKER in before.floor[seat] else ()
    yield Beat(
        words=f"The {noun} of {seat_name(seat)} costs {plural(cost, 'point')}{rest}.",
        ids=(*_named(moves, "gone"), *marker, f"floor-{seat}"),
        moves=tuple(moves),
        seat=seat,
        points=-paid,
        source=noun if paid else "",
    )


def _close(before: PlainState, after: PlainState) -> Iterator[Beat]:
    """The next round begins, or the match is over."""
    if not after.over:
        mines = NOUNS[after.variant].mines
        yield Beat(words=f"Round {after.round_number}: the {mines} are filled again. {seat_name(after.turn)} begins.")
        return
    yield Beat(words=f"The match is over: {REASONS[after.reason]}.")
    if after.variant == CYBERZUL:
        for seat in range(after.seats):
            wall = np.array(before.wall[seat])
            yield from _bonuses(after.variant, seat, np.zeros_like(wall), wall)


# Moves


def _moves(before: Sequence[Area], after: Sequence[Area]) -> list[Move]:
    """Match the tiles that have left their places with those of their colour that have come; the others are gone."""
    old = {piece.id for area in before for piece in area.pieces}
    new = {piece.id for area in after for piece in area.pieces}
    come = [(area, piece) for area in after for piece in area.pieces if piece.id not in old]
    moves = []
    for tile in [piece for area in before for piece in area.pieces if piece.id not in new]:
        to = next((there for there in come if there[1].symbol == tile.symbol), None)
        if to:
            come.remove(to)
            moves.append(_move(tile, *to))
        else:
            moves.append(Move(id=tile.id, becomes=f"gone-{tile.id}"))
    return moves


def _move(piece: Piece, area: Area, to: Piece) -> Move:
    becomes = to.id if to.id != piece.id else ""
    return Move(id=piece.id, becomes=becomes, area=area.id, x=to.x, y=to.y, turn=to.turn)


def _named(moves: list[Move], where: str) -> tuple[str, ...]:
    return tuple(move.becomes for move in moves if move.becomes.startswith(where))
