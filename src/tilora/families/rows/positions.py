"""Positions of RowsAndCols in one line of text, both ways. An example:

    turn 2 | passes 0 | swaps 0 | board Rc0,1 Rt0,0 Bt1,0 | placed 0,1 | aside - | bag BcBc… | 12 BcRsRsPt… | 0 Gc…

`board` has the bricks from the top row to the bottom, `placed` which of them were placed in the turn that has
not ended, `aside` what was put aside to be swapped. The last parts are the seats: score and hand.
"""

import re
from typing import Any

import numpy as np
import numpy.typing as npt

from tilora.families.rows import rules
from tilora.families.rows.grid import cell_of, x_of, y_of
from tilora.families.rows.names import (
    COLOUR_LETTERS,
    SHAPE_LETTERS,
    brick_letters,
    brick_name,
    bricks_words,
    line_fault,
    place_name,
)
from tilora.families.rows.rules import BRICKS, COPIES, HAND_SIZE, KINDS, MOST_PLACED, MOST_SEATS, SHAPES
from tilora.kernel import State, UnreadablePosition, end_match

NONE = "-"
KEYS = ("turn", "passes", "swaps", "board", "placed", "aside", "bag")
Place = tuple[int, int]


def bricks_on_board(state: State) -> dict[Place, int]:
    """The kind of each brick by its x and y."""
    cells: Any = np.flatnonzero(state.grid)
    columns: Any = x_of(state, cells)
    rows: Any = y_of(state, cells)
    kinds = state.grid[cells] - 1
    return dict(zip(zip(columns.tolist(), rows.tolist(), strict=True), kinds.tolist(), strict=True))


def placed_cells(state: State) -> list[int]:
    """The cells of the bricks placed in this turn."""
    return [int(cell) for cell in state.placed[: state.placed_count]]


# Writing


def position_text(state: State) -> str:
    bricks = bricks_on_board(state)
    in_reading_order = sorted(bricks, key=lambda place: (-place[1], place[0]))
    parts = [
        f"turn {state.turn + 1}",
        f"passes {state.passes}",
        f"swaps {state.swaps}",
        "board " + " ".join(f"{brick_letters(bricks[x, y])}{x},{y}" for x, y in in_reading_order),
        "placed " + (" ".join(place_name(state, cell) for cell in placed_cells(state)) or NONE),
        f"aside {heap_text(state.chosen, int(state.chosen_size))}",
        f"bag {heap_text(state.bag, int(state.bag_size))}",
    ]
    hands = [heap_text(state.hand[seat], int(state.hand_size[seat])) for seat in range(state.seats)]
    return " | ".join(parts + [f"{state.score[seat]} {hand}" for seat, hand in enumerate(hands)])


def heap_text(counts: npt.NDArray[np.int8], size: int) -> str:
    """Bricks in a heap, like BcBcRt; - for none, and 6? for six that a view does not show."""
    if size and not counts.any():
        return f"{size}?"
    return "".join(brick_letters(kind) * int(counts[kind]) for kind in range(KINDS)) or NONE


# Reading


def parse_position(text: str, state: State) -> None:
    if "?" in text:
        raise UnreadablePosition("With ? for what is hidden it is the view of somebody, and no whole position.")
    parts = [part.strip() for part in text.split("|")]
    seats = len(parts) - len(KEYS)
    if not 2 <= seats <= MOST_SEATS:
        raise UnreadablePosition(
            f"A position has the parts {', '.join(KEYS)} and then one for each of 2 to 6 seats, with | in between."
        )
    state.seats = seats
    values = {}
    for key, part in zip(KEYS, parts, strict=False):
        word, _, values[key] = part.partition(" ")
        if word.lower() != key:
            raise UnreadablePosition(f"{part[:40]!r} stands where '{key} …' should.")
    state.turn = _whole(values["turn"], "turn", 1, seats) - 1
    state.passes = _whole(values["passes"], "passes", 0, seats)
    state.swaps = _whole(values["swaps"], "swaps", 0, rules.MOST_SWAPS * seats)
    bricks = _read_bricks(values["board"])
    _lay_all(state, bricks)
    _read_placed(values["placed"], state, bricks)
    state.chosen_size = _read_heap(values["aside"], state.chosen, HAND_SIZE)
    state.bag_size = _read_heap(values["bag"], state.bag, BRICKS)
    for seat, part in enumerate(parts[len(KEYS) :]):
        score, _, hand = part.partition(" ")
        state.score[seat] = _whole(score, "the score of a seat", 0, 9999)
        state.hand_size[seat] = _read_heap(hand, state.hand[seat], HAND_SIZE)
    _check_counts(state)
    _check_turn(state)
    _check_hands(state)
    _end_if_over(state)


def _whole(text: str, what: str, least: int, most: int) -> int:
    if not re.fullmatch("[0-9]{1,4}", text) or not least <= int(text) <= most:
        raise UnreadablePosition(f"{what} is {text[:20]!r}; it is a number from {least} to {most}.")
    return int(text)


def _read_heap(text: str, counts: npt.NDArray[np.int8], most: int) -> int:
    """How many bricks there are; `counts` has them by kind."""
    if text == NONE:
        return 0
    if not re.fullmatch(f"([{COLOUR_LETTERS}][{SHAPE_LETTERS}]){{1,{most}}}", text, re.IGNORECASE):
        raise UnreadablePosition(f"{text[:40]!r} is not a heap of at most {most} bricks like BcBcRt, or - for none.")
    letters = [text[i : i + 2] for i in range(0, len(text), 2)]
    for brick in letters:
        counts[_kind(brick)] += 1
    return len(letters)


def _kind(letters: str) -> int:
    return COLOUR_LETTERS.index(letters[0].upper()) * SHAPES + SHAPE_LETTERS.index(letters[1].lower())


def _read_bricks(text: str) -> dict[Place, int]:
    bricks: dict[Place, int] = {}
    for word in text.split():
        found = re.fullmatch(
            f"([{COLOUR_LETTERS}][{SHAPE_LETTERS}])(-?[0-9]{{1,3}}),(-?[0-9]{{1,3}})", word, re.IGNORECASE
        )
        if not found:
            raise UnreadablePosition(f"{word[:20]!r} is not a brick on the board, like Rt3,-2.")
        place = int(found[2]), int(found[3])
        if place in bricks:
            raise UnreadablePosition(f"Two bricks lie on {_text(place)}.")
        bricks[place] = _kind(found[1])
    if (0, 0) not in bricks:
        raise UnreadablePosition("No brick lies on 0,0, where the first one always does.")
    if len(bricks) > BRICKS:
        raise UnreadablePosition(f"{len(bricks)} bricks lie on the board; there are only {BRICKS}.")
    return bricks


def _text(place: Place) -> str:
    return f"{place[0]},{place[1]}"


def _lay_all(state: State, bricks: dict[Place, int]) -> None:
    """All bricks lie on the board, each next to one laid before; so what fits around is known too."""
    order = _hanging_together(set(bricks))
    if len(order) < len(bricks):
        loose = next(place for place in bricks if place not in order)
        raise UnreadablePosition(f"The brick on {_text(loose)} does not hang together with the one on 0,0.")
    for place in order:
        cell, kind = cell_of(*place), bricks[place]
        fault = line_fault(state, kind, cell)
        if fault:
            raise UnreadablePosition(f"The brick on {_text(place)} is in a line that can't be. {fault}")
        rules.lay(state, kind, cell)


def _hanging_together(places: set[Place]) -> list[Place]:
    """The places that can be reached from 0,0 going from edge to edge, nearer ones first."""
    reached = [(0, 0)]
    left = places - {(0, 0)}
    for x, y in reached:
        for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if place in left:
                left.remove(place)
                reached.append(place)
    return reached


def _read_placed(text: str, state: State, bricks: dict[Place, int]) -> None:
    """The bricks placed in this turn could have been: they are in one line with one that was there before."""
    if text == NONE:
        return
    place = "-?[0-9]{1,3},-?[0-9]{1,3}"
    if not re.fullmatch(f"{place}( {place}){{0,{MOST_PLACED - 1}}}", text):
        raise UnreadablePosition(f"{text[:40]!r} is not a list of at most five places like 3,-2 4,-2, or - for none.")
    places = {(int(x), int(y)) for x, y in (word.split(",") for word in text.split())}
    if len(places) < len(text.split()):
        raise UnreadablePosition("A place is named twice among those placed in this turn.")
    for new in places:
        if new not in bricks or new == (0, 0):
            raise UnreadablePosition(f"The brick on {_text(new)} can't have been placed in this turn.")
    before = set(bricks) - places
    if len(_hanging_together(before)) < len(before):
        raise UnreadablePosition("Without those placed in this turn the bricks would not hang together.")
    if not any(places <= line and line - places for line in _lines_through(min(places), bricks)):
        raise UnreadablePosition("The bricks placed in this turn must be in one line with one from before it.")
    state.placed[: len(places)] = sorted(cell_of(x, y) for x, y in places)
    state.placed_count = len(places)


def _lines_through(place: Place, bricks: dict[Place, int]) -> list[set[Place]]:
    """The places of both lines that the brick is in."""
    lines = []
    for dx, dy in ((1, 0), (0, 1)):
        line = {place}
        for sign in (-1, 1):
            x, y = place[0] + sign * dx, place[1] + sign * dy
            while (x, y) in bricks:
                line.add((x, y))
                x, y = x + sign * dx, y + sign * dy
        lines.append(line)
    return lines


# What follows from the rest is set, and what can't be is refused.


def _check_counts(state: State) -> None:
    counts = state.on_board + state.bag + state.chosen + state.hand.sum(axis=0)
    for kind in range(KINDS):
        if counts[kind] != COPIES:
            raise UnreadablePosition(f"There are {counts[kind]} {brick_name(kind)}s; there should be {COPIES}.")


def _check_turn(state: State) -> None:
    if state.placed_count and state.chosen_size:
        raise UnreadablePosition("In one turn bricks are either placed or put aside, not both.")
    if state.chosen_size > state.bag_size:
        raise UnreadablePosition(
            f"{bricks_words(state.chosen_size)} put aside, but the bag holds only {state.bag_size}."
        )
    if state.passes and state.bag_size:
        raise UnreadablePosition("Nobody can have passed while the bag holds bricks.")
    if state.passes == state.seats and state.placed_count:
        raise UnreadablePosition("When all seats have passed the match is over, and nothing can be placed.")
    if state.swaps and not state.bag_size:
        raise UnreadablePosition("Nobody can have swapped while the bag was empty.")
    if state.swaps == rules.MOST_SWAPS * state.seats and (state.placed_count or state.chosen_size):
        raise UnreadablePosition("When all seats have swapped ten times the match is over, and nobody goes on.")


def _check_hands(state: State) -> None:
    for seat in range(state.seats):
        size = int(state.hand_size[seat])
        began_with = size
        if seat == state.turn:
            began_with += int(state.placed_count) + int(state.chosen_size)
        if began_with > HAND_SIZE or (state.bag_size and began_with < HAND_SIZE):
            raise UnreadablePosition(
                f"Seat {seat + 1} had {bricks_words(began_with)} when the turn began; "
                f"it is {HAND_SIZE} while the bag holds any, and never more."
            )
        if began_with == 0 and (seat != state.turn or state.passes):
            raise UnreadablePosition(
                f"Seat {seat + 1} has no bricks, so the match has ended with its turn; but another turn came after."
            )


def _end_if_over(state: State) -> None:
    if state.passes == state.seats:
        end_match(state, rules.ALL_PASSED, state.score)
    elif state.swaps == rules.MOST_SWAPS * state.seats:
        end_match(state, rules.ALL_SWAPPED, state.score)
    elif state.hand_size[state.turn] == 0 and state.placed_count == 0 and state.bag_size == 0:
        end_match(state, rules.FINISHED, state.score)
