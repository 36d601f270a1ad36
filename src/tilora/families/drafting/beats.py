"""What happens in a step of Cyberzul and Zellij, one thing after the other: the taking, and the end of a round.

The rules go through the step again, and each part of it is described by what it changed.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from tilora.families.drafting import places, rules
from tilora.families.drafting.places import Lying, wall_id
from tilora.families.drafting.rules import COLOUR, CYBERZUL, FLOOR, MARKER, SIZE, ZELLIJ, Wall
from tilora.families.drafting.words import COLOUR_NAMES, REASONS, brings_marker, nouns, parts, taking_words
from tilora.kernel import State, seat_name
from tilora.kernel.toolkit import plural
from tilora.scene import Beat, Move

KINDS = ("row", "column", "colour")


def beats(before: State, action: int, after: State, seat: int) -> list[Beat]:
    """Describe the step, the same for every viewer: nothing is hidden."""
    state = before.copy()
    found = [*_turn(state, action)]
    if not state.on_offer:
        for step in range(rules.scoring_steps(state)):
            found += _scoring(state, step)
        found += _close(state, after)
    return found


def _turn(state: State, action: int) -> Iterator[Beat]:
    """Tiles go to the line, the rest of a mine to the middle; then come the marker and the tiles that did not fit."""
    seat, noun = int(state.turn), nouns(state)
    source, _, line = parts(state, action)
    words, marker = f"{seat_name(seat)} takes {taking_words(state, action)}.", brings_marker(state, source)
    lay = places.lying(state)
    rules.take_turn(state, action)
    lie = places.lying(state)
    moves = _moves(lay, lie)
    fallen = [move for move in moves if line != FLOOR and move.becomes.startswith(("floor", "gone"))]
    placed = [move for move in moves if move not in fallen]
    yield Beat(words=words, ids=_named(placed, "line" if line else "floor"), moves=tuple(placed))
    if marker:
        words = f"The first to take from the {noun.middle} gets the start marker and begins the next round."
        lies = next(thing for thing in lie if thing.id == "marker")
        yield Beat(words=words, ids=("marker",), moves=(_move("marker", lies),))
    if fallen:
        verbs = ("does", "falls") if len(fallen) == 1 else ("do", "fall")
        words = f"{plural(len(fallen), 'tile')} {verbs[0]} not fit on {noun.line} {line} and {verbs[1]}"
        yield Beat(words=f"{words} to the {noun.floor_line}.", ids=_named(fallen, "floor"), moves=tuple(fallen))


def _scoring(state: State, step: int) -> Iterator[Beat]:
    """A full line sends a tile to the wall, or a floor line is paid for."""
    seat, row = rules.place_of(step)
    before, lay = state.copy(), list(places.on_board(state, seat))
    if rules.score(state, step):
        moves = _moves(lay, places.on_board(state, seat))
        yield from _floor(before, state, seat, moves) if row == SIZE else _wall(before, state, seat, row, moves)


def _wall(before: State, state: State, seat: int, row: int, moves: list[Move]) -> Iterator[Beat]:
    wall, colour = state.wall[seat], int(before.line_colour[seat, row])
    column = rules.column_of(row, colour)
    across, down = rules.run(wall, row, column, 0, 1), rules.run(wall, row, column, 1, 0)
    points = rules.points_of(state.variant, across, down)
    runs = [f"{length} {way}" for length, way in ((across, "across"), (down, "down")) if length > 1]
    joins = f", in a run of {' and one of '.join(runs)}" if runs else ""
    line = f"{nouns(state).line.capitalize()} {row + 1} of {seat_name(seat)}"
    yield Beat(
        words=f"{line} is full. Its {COLOUR_NAMES[colour]} tile goes to the wall{joins}: {plural(points, 'point')}.",
        ids=(wall_id(seat, row, column), *_neighbours(wall, seat, row, column)),
        moves=tuple(moves),
        seat=seat,
        points=points,
        source="tiles on the wall",
    )
    if state.variant == ZELLIJ:
        yield from _bonuses(state, seat, before.wall[seat])


def _neighbours(wall: Wall, seat: int, row: int, column: int) -> Iterator[str]:
    """The tiles in an unbroken run with the cell."""
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        r, c = row + down, column + right
        while 0 <= r < SIZE and 0 <= c < SIZE and wall[r, c]:
            yield wall_id(seat, r, c)
            r, c = r + down, c + right


def _bonuses(state: State, seat: int, before: Wall) -> Iterator[Beat]:
    """Rows, columns and colours that are complete and were not before."""
    wall = state.wall[seat]
    for kind, noun in enumerate(KINDS):
        points = int(rules.BONUSES[state.variant, kind])
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


def _floor(before: State, state: State, seat: int, moves: list[Move]) -> Iterator[Beat]:
    cost, paid = int(rules.FLOOR_COSTS[before.floor_used[seat]]), int(before.score[seat] - state.score[seat])
    noun = nouns(state).floor_line
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


def _close(state: State, after: State) -> Iterator[Beat]:
    """The next round begins, or the match is over."""
    if not after.over:
        mines = nouns(state).mines
        yield Beat(words=f"Round {after.round_number}: the {mines} are filled again. {seat_name(after.turn)} begins.")
        return
    yield Beat(words=f"The match is over: {REASONS[after.reason]}.")
    if state.variant == CYBERZUL:
        for seat in range(state.seats):
            yield from _bonuses(state, seat, np.zeros_like(state.wall[seat]))


# Moves


def _moves(lay: Iterable[Lying], lie: Iterable[Lying]) -> list[Move]:
    """Match the tiles that have left their places with those of their colour that have come; the others are gone."""
    old, new = ({thing.id: thing for thing in things} for things in (lay, lie))
    come = [thing for name, thing in new.items() if name not in old]
    moves = []
    for name, thing in old.items():
        if name not in new and thing.thing != MARKER:
            there = next((other for other in come if other.thing == thing.thing), None)
            moves.append(_move(name, there) if there else Move(id=name, becomes=f"gone-{name}"))
            if there:
                come.remove(there)
    return moves


def _move(name: str, to: Lying) -> Move:
    becomes = to.id if to.id != name else ""
    return Move(id=name, becomes=becomes, area=to.place.area, x=to.place.x, y=to.place.y, turn=to.place.turn)


def _named(moves: list[Move], where: str) -> tuple[str, ...]:
    return tuple(move.becomes for move in moves if move.becomes.startswith(where))
