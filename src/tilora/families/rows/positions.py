"""Positions of RowsAndCols in one line of text, both ways. An example:

    turn 2 | passes 0 | swaps 0 | board Rc0,1 Rt0,0 Bt1,0 | placed 0,1 | aside - | bag BcBc… | 12 BcRsRsPt… | 0 Gc…

`board` has the bricks from the top row to the bottom, `placed` which of them were placed in the turn that has
not ended, `aside` what was put aside to be swapped. The last parts are the seats: score and hand.
"""

import re

from tilora.families.rows import names, rules
from tilora.families.rows.grid import cell_of
from tilora.families.rows.names import BRICK, PLACE, Counts, Place, place_name
from tilora.families.rows.rules import (
    BONUS,
    BRICKS,
    COPIES,
    HAND_SIZE,
    KINDS,
    LONGEST_LINE,
    MOST_PLACED,
    MOST_SEATS,
    MOST_SWAPS,
)
from tilora.kernel import State, UnreadablePosition, end_match, toolkit
from tilora.kernel.toolkit import NONE, plural, read_number, require

MOST_AT_FIRST = 9999
"""The highest score of a seat before bricks are laid."""
MOST_FOR_BRICK = 2 * rules.line_points(LONGEST_LINE) + BONUS
"""No brick adds more to a score: it lies in two lines, and may be the last one."""
KEYS = ("turn", "passes", "swaps", "board", "placed", "aside", "bag")


# Writing


def position_text(state: State) -> str:
    board = [f"{names.BRICK_LETTERS[kind]}{place_name(place)}" for place, kind in names.bricks_on_board(state).items()]
    values = (
        state.turn + 1,
        state.passes,
        state.swaps,
        " ".join(board),
        " ".join(map(place_name, names.placed_in_turn(state))) or NONE,
        heap_text(state.chosen, int(state.chosen_size)),
        heap_text(state.bag, int(state.bag_size)),
    )
    hands = [heap_text(state.hand[seat], int(state.hand_size[seat])) for seat in range(state.seats)]
    seats = [f"{state.score[seat]} {hand}" for seat, hand in enumerate(hands)]
    return toolkit.join_position(dict(zip(KEYS, values, strict=True)), seats)


def heap_text(counts: Counts, size: int) -> str:
    """Return the bricks of a heap, like BcBcRt; - for none, and 6? for six that a view does not show."""
    if toolkit.is_hidden(counts, size):
        return f"{size}{toolkit.HIDDEN}"
    return "".join(names.BRICK_LETTERS[kind] * int(counts[kind]) for kind in range(KINDS)) or NONE


# Reading


def parse_position(text: str, state: State) -> None:
    values, hands = toolkit.split_position(text, KEYS, range(2, MOST_SEATS + 1))
    seats = state.seats = len(hands)
    state.turn = read_number(values["turn"], "turn", 1, seats) - 1
    state.passes = read_number(values["passes"], "passes", 0, seats)
    state.swaps = read_number(values["swaps"], "swaps", 0, MOST_SWAPS * seats)
    _lay_bricks(state, _read_board(values["board"]), _read_placed(values["placed"]))
    state.chosen_size = _read_heap(values["aside"], state.chosen, HAND_SIZE)
    state.bag_size = _read_heap(values["bag"], state.bag, BRICKS)
    # With a fixed limit, play could lead from a position that can be read to one that can't.
    most = MOST_AT_FIRST + MOST_FOR_BRICK * int(state.on_board.sum() - state.placed_count)
    for seat, part in enumerate(hands):
        score, _, hand = part.partition(" ")
        state.score[seat] = read_number(score, "The score of a seat", 0, most)
        state.hand_size[seat] = _read_heap(hand, state.hand[seat], HAND_SIZE)
    _check_counts(state)
    _check_turn(state)
    _check_hands(state)
    if state.placed_count == 0 and rules.reason_to_end(state):
        end_match(state, rules.reason_to_end(state), state.score)


def _read_heap(text: str, counts: Counts, most: int) -> int:
    """Add the bricks to the counts by kind; return how many there are."""
    require(
        text == NONE or re.fullmatch(f"({BRICK}){{1,{most}}}", text, re.IGNORECASE),
        f"{text[:40]!r} is not a heap of at most {most} bricks, such as BcBcRt, or - for none.",
    )
    bricks = re.findall("..", text)
    for letters in bricks:
        counts[names.kind_of(letters)] += 1
    return len(bricks)


def _read_board(text: str) -> dict[Place, int]:
    """Return the kind of each brick by its place."""
    bricks: dict[Place, int] = {}
    for word in text.split():
        found = re.fullmatch(f"({BRICK}){PLACE}", word, re.IGNORECASE)
        if not found:
            raise UnreadablePosition(f"{word[:20]!r} is not a brick on the board, such as Rt3,-2.")
        place = int(found[2]), int(found[3])
        require(place not in bricks, f"Two bricks lie on {place_name(place)}.")
        bricks[place] = names.kind_of(found[1])
    require((0, 0) in bricks, "There is no brick on 0,0, where the first brick always lies.")
    require(len(bricks) <= BRICKS, f"There are {len(bricks)} bricks on the board, but only {BRICKS} in the game.")
    return bricks


def _read_placed(text: str) -> set[Place]:
    places = re.findall(PLACE, text)
    require(
        text == NONE or (re.fullmatch(f"{PLACE}( {PLACE})*", text) and len(places) <= MOST_PLACED),
        f"{text[:40]!r} is not a list of at most {MOST_PLACED} places, such as 3,-2 4,-2, or - for none.",
    )
    placed = {(int(x), int(y)) for x, y in places}
    require(len(placed) == len(places), "The bricks placed in this turn include the same place twice.")
    return placed


def _lay_bricks(state: State, bricks: dict[Place, int], placed: set[Place]) -> None:
    """Lay the bricks, each next to one laid before it, and those placed in this turn last."""
    for place in placed:
        require(
            place in bricks and place != (0, 0),
            f"The brick on {place_name(place)} can't have been placed in this turn.",
        )
    order = [(0, 0)]
    for places in (bricks.keys() - placed, placed):
        loose = _reach(order, places)
        if loose:
            raise UnreadablePosition(
                f"The brick on {place_name(min(loose))} is not connected to 0,0 by bricks from before this turn."
            )
    for place in order:
        cell, kind = cell_of(*place), bricks[place]
        fault = names.line_fault(state, kind, cell)
        require(not fault, f"The brick on {place_name(place)} is in an invalid line. {fault}")
        rules.lay(state, kind, cell)
    if placed:
        first, *others = sorted(cell_of(*place) for place in placed)
        state.placed[: len(others)], state.placed_count = others, len(others)
        require(
            rules.in_one_line(state, first),
            "The bricks placed in this turn must be in one line with at least one from before it.",
        )
        state.placed[: len(placed)], state.placed_count = [first, *others], len(placed)


def _reach(reached: list[Place], places: set[Place]) -> set[Place]:
    """Add the places that can be reached from edge to edge, nearer ones first; return those that can't."""
    left = places - set(reached)
    for x, y in reached:
        for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if place in left:
                left.remove(place)
                reached.append(place)
    return left


# Impossible positions are refused.


def _check_counts(state: State) -> None:
    counts = state.on_board + state.bag + state.chosen + state.hand.sum(axis=0)
    for kind in range(KINDS):
        require(
            counts[kind] == COPIES,
            f"The number of {names.BRICK_NAMES[kind]}s must be {COPIES}, but it is {counts[kind]}.",
        )


def _check_turn(state: State) -> None:
    aside, bag, over = state.chosen_size, state.bag_size, "so the match is over and nobody can go on"
    require(not (state.placed_count and aside), "In one turn bricks are either placed or put aside, not both.")
    require(aside <= bag, f"{plural(aside, 'brick')} can't be put aside while the bag holds {bag}.")
    require(not (state.passes and bag), "Nobody can pass while the bag holds bricks.")
    require(not (state.swaps and not bag), "Nobody can have swapped if the bag is empty.")
    require(not (state.passes == state.seats and state.placed_count), f"All seats have passed, {over}.")
    require(
        not (state.swaps == MOST_SWAPS * state.seats and (state.placed_count or aside)),
        f"All seats have swapped {MOST_SWAPS} times, {over}.",
    )


def _check_hands(state: State) -> None:
    for seat in range(state.seats):
        bricks = int(state.hand_size[seat])
        if seat == state.turn:
            bricks += int(state.placed_count) + int(state.chosen_size)
        require(
            bricks == HAND_SIZE or (bricks < HAND_SIZE and not state.bag_size),
            f"Seat {seat + 1} began the turn with {plural(bricks, 'brick')}, but a hand has {HAND_SIZE}, "
            "and fewer only when the bag is empty.",
        )
        require(
            bricks or (seat == state.turn and not state.passes),
            f"Seat {seat + 1} has no bricks, so its turn ended the match, but another turn came after it.",
        )
