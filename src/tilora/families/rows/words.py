"""The words of RowsAndCols: names, texts of actions and positions, sentences, and the board in a terminal.

A brick is written in two letters, the colour's and the shape's:

    B blue    R red     G green   Y yellow   C cyan   P pink
    c circle  s square  r rhomb   f flower   u sun    t star
"""

import re
from itertools import combinations, product
from typing import NamedTuple

from tilora.families.rows import rules
from tilora.families.rows.rules import BRICKS, END, HAND_SIZE, KINDS, MOST_PLACED, MOST_SWAPS, PASS, SHAPES, SWAP
from tilora.kernel import IllegalAction, State, UnreadableAction, UnreadablePosition, end_match, toolkit
from tilora.kernel.toolkit import HIDDEN, NONE, heap_text, open_grid, plural, read_number, require
from tilora.kernel.toolkit.hands import Counts
from tilora.kernel.toolkit.open_grid import AXES, CELLS, EMPTY, Place, cell_of, place_name, read_places

REASONS = (
    "",
    "the bag is empty, and a player has placed their last brick",
    "all players have passed, one after the other",
    f"all players have swapped {MOST_SWAPS} times in a row",
)

# Names of things

COLOUR_NAMES = ("blue", "red", "green", "yellow", "cyan", "pink")
SHAPE_NAMES = ("circle", "square", "rhomb", "flower", "sun", "star")
COLOUR_LETTERS = "BRGYCP"
SHAPE_LETTERS = "csrfut"
BRICK_NAMES = tuple(map(" ".join, product(COLOUR_NAMES, SHAPE_NAMES)))
BRICK_LETTERS = tuple(map("".join, product(COLOUR_LETTERS, SHAPE_LETTERS)))
"""By kind."""
BRICK = f"[{COLOUR_LETTERS}][{SHAPE_LETTERS}]"
"""A pattern for the letters of a brick."""


def kind_of(letters: str) -> int:
    """Return the kind of a brick from its letters, in any case."""
    return BRICK_LETTERS.index(letters.capitalize())


def place_of(state: State, cell: int) -> Place:
    return open_grid.place_of(cell, int(state.west), int(state.south))


def placed_in_turn(state: State) -> list[Place]:
    """Return the places of the bricks placed in this turn."""
    return open_grid.places_of(map(int, state.placed[: state.placed_count]), int(state.west), int(state.south))


def bricks_on_board(state: State) -> dict[Place, int]:
    """Return the kind of each brick by its place, from the top row down and from left to right."""
    west, south = int(state.west), int(state.south)
    rows = reversed([*enumerate(open_grid.rows_of(state.grid, west, south), south)])
    return {(x, y): brick - 1 for y, row in rows for x, brick in enumerate(row, west) if brick}


# Actions

HOW_TO = "Say 'red star 3,-2' to place a brick, 'swap red star' to put one aside, 'end' or 'pass'."


class Parts(NamedTuple):
    """What an action is made of."""

    verb: str
    """What it does: "place", "swap", "end" or "pass"."""
    brick: int | None = None
    """The kind of the brick that is placed or put aside: 6 * colour + shape."""
    place: Place | None = None
    """Where it is placed."""


def parts(state: State, action: int) -> Parts:
    if action < SWAP:
        return Parts("place", action // CELLS, place_of(state, action % CELLS))
    if action < END:
        return Parts("swap", action - SWAP)
    return Parts("end" if action == END else "pass")


def action_text(state: State, action: int) -> str:
    verb, brick, place = parts(state, action)
    return verb if brick is None else brick_text(brick, place)


def brick_text(kind: int, place: Place | None) -> str:
    """Return the text of placing a brick, or of putting it aside."""
    return f"{BRICK_NAMES[kind]} {place_name(place)}" if place else f"swap {BRICK_NAMES[kind]}"


def parse_action(state: State, text: str) -> int:
    if text in ("end", "pass"):
        return END if text == "end" else PASS
    words = text.split()
    if len(words) != 3:
        raise UnreadableAction(f"{text[:60]!r} is not an action. {HOW_TO}")
    if words[0] == "swap":
        return SWAP + _read_brick(words[1], words[2])
    kind = _read_brick(words[0], words[1])
    places = read_places(words[2])
    if not places:
        raise UnreadableAction(f"{words[2][:20]!r} is not a place. Say x and y with a comma in between, like 3,-2.")
    x, y = places[0]
    if not (0 <= x + 1 - state.west < open_grid.WIDTH and 0 <= y + 1 - state.south < open_grid.WIDTH):
        raise IllegalAction(_touches_nothing((x, y)))
    return kind * CELLS + cell_of(x, y)


def _read_brick(colour: str, shape: str) -> int:
    return toolkit.read_word(colour, COLOUR_NAMES, "colour") * SHAPES + toolkit.read_word(shape, SHAPE_NAMES, "shape")


def why_not(state: State, action: int) -> str:
    if state.over:
        return "The match is over."
    if not 0 <= action <= PASS:
        return f"There is no such action. {HOW_TO}"
    verb, brick, place = parts(state, action)
    if brick is not None:
        return _why_not_place(state, brick, place) if place else _why_not_swap(state, brick)
    if verb == "pass":
        return "You may pass only if you can neither place nor swap."
    return "Place a brick, or put one aside to swap, before you end the turn."


def _why_not_place(state: State, kind: int, place: Place) -> str:
    cell, where = cell_of(*place), place_name(place)
    if state.chosen_size > 0:
        return "You have put bricks aside to swap, so you can't place any in this turn."
    if state.hand[state.turn, kind] == 0:
        return f"You hold no {BRICK_NAMES[kind]}."
    if state.grid[cell] != EMPTY:
        return f"There is already a {BRICK_NAMES[state.grid[cell] - 1]} on {where}."
    if not any(state.grid[(cell + step) % CELLS] for step in open_grid.DIRECTIONS):
        return _touches_nothing(place)
    if not rules.in_one_line(state, cell):
        if any(rules.new_in_line(state, cell, axis) == state.placed_count for axis in AXES):
            return "All bricks of that line would be new. It must contain one that was there before your turn."
        return f"All bricks of a turn must be in one line: {where} is not in line with the others."
    return _line_fault(state, kind, cell)


def _touches_nothing(place: Place) -> str:
    return f"A brick on {place_name(place)} would touch no other. Place it edge to edge with a brick on the board."


def _line_fault(state: State, kind: int, cell: int) -> str:
    """Return what is wrong with a line that a brick on that free cell would be in; nothing if it fits."""
    for axis in AXES:
        line = [kind, *(int(state.grid[at]) - 1 for at in open_grid.cells_beside(state.grid, cell, axis))]
        for brick, other in combinations(line, 2):
            if brick == other:
                return f"A line can't hold two {BRICK_NAMES[brick]}s."
            if not rules.share_one(brick, other):
                return (
                    "A line is all of one colour or all of one shape: "
                    f"a {BRICK_NAMES[brick]} and a {BRICK_NAMES[other]} can't both be in it."
                )
    return ""


def _why_not_swap(state: State, kind: int) -> str:
    if state.placed_count > 0:
        return "You have already placed a brick in this turn, so you can't swap."
    if state.bag_size == 0:
        return "The bag is empty, so nobody can swap any more."
    if state.chosen_size >= state.bag_size:
        return f"The bag holds only {plural(state.bag_size, 'brick')}, so you can't swap more than that."
    return f"You hold no {BRICK_NAMES[kind]}."


def action_words(state: State, action: int) -> str:
    verb, brick, place = parts(state, action)
    if brick is not None:
        return brick_words(brick, place)
    return end_words(verb, rules.turn_points(state), int(state.chosen_size))


def brick_words(kind: int, place: Place | None) -> str:
    name = BRICK_NAMES[kind]
    return f"Place a {name} on {place_name(place)}." if place else f"Put a {name} aside to swap."


def end_words(verb: str, points: int, aside: int) -> str:
    if verb == "pass":
        return "Pass, because you can neither place nor swap."
    return f"End the turn for {points} points." if points else f"End the turn and swap {plural(aside, 'brick')}."


def step_words(before: State, action: int, after: State) -> str:
    seat = before.turn
    if action < END:
        return action_words(before, action).replace("Place", "Placed", 1)
    if action == PASS:
        return "Passed."
    if before.placed_count == 0:
        return f"Swapped {plural(before.chosen_size, 'brick')}."
    scored = f"Scored {int(after.score[seat]) - int(before.score[seat])} points"
    if after.over:
        return f"{scored}, {rules.BONUS} of them for placing the last brick."
    drawn = int(after.hand_size[seat]) - int(before.hand_size[seat])
    return f"{scored} and drew {plural(drawn, 'brick')}." if drawn else f"{scored}."


def redact_action(state: State, action: int) -> tuple[str, str] | None:
    """Others learn that a brick is swapped, but not which."""
    return ("swap ?", "Put a brick aside to swap.") if SWAP <= action < END else None


# Positions, an example:
#
#     turn 2 | passes 0 | swaps 0 | board Rc0,1 Rt0,0 Bt1,0 | placed 0,1 | aside - | bag BcBc… | 12 BcRsRsPt… | 0 Gc…
#
# `board` has the bricks from the top row to the bottom, `placed` which of them were placed in the turn that has not
# ended, `aside` what was put aside to be swapped. The last parts are the seats: score and hand.

MOST_AT_FIRST = 9999
"""The highest score of a seat before bricks are laid."""
MOST_FOR_BRICK = 2 * rules.line_points(rules.LONGEST_LINE) + rules.BONUS
"""No brick adds more to a score: it lies in two lines, and may be the last one."""
KEYS = ("turn", "passes", "swaps", "board", "placed", "aside", "bag")


def position_text(state: State) -> str:
    board = [f"{BRICK_LETTERS[kind]}{place_name(place)}" for place, kind in bricks_on_board(state).items()]
    values = (
        state.turn + 1,
        state.passes,
        state.swaps,
        " ".join(board),
        " ".join(map(place_name, placed_in_turn(state))) or NONE,
        heap_text(state.chosen, BRICK_LETTERS, state.chosen_size),
        heap_text(state.bag, BRICK_LETTERS, state.bag_size),
    )
    hands = [heap_text(state.hand[seat], BRICK_LETTERS, state.hand_size[seat]) for seat in range(state.seats)]
    seats = [f"{state.score[seat]} {hand}" for seat, hand in enumerate(hands)]
    return toolkit.join_position(dict(zip(KEYS, values, strict=True)), seats)


def parse_position(text: str, state: State) -> None:
    values, hands = toolkit.split_position(text, KEYS, range(2, rules.MOST_SEATS + 1))
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
        counts[kind_of(letters)] += 1
    return len(bricks)


def _read_board(text: str) -> dict[Place, int]:
    """Return the kind of each brick by its place."""
    bricks: dict[Place, int] = {}
    for word in text.split():
        found = re.fullmatch(f"({BRICK}){open_grid.PLACE}", word, re.IGNORECASE)
        if not found:
            raise UnreadablePosition(f"{word[:20]!r} is not a brick on the board, such as Rt3,-2.")
        place = int(found[2]), int(found[3])
        require(place not in bricks, f"Two bricks lie on {place_name(place)}.")
        bricks[place] = kind_of(found[1])
    require((0, 0) in bricks, "There is no brick on 0,0, where the first brick always lies.")
    require(len(bricks) <= BRICKS, f"There are {len(bricks)} bricks on the board, but only {BRICKS} in the game.")
    return bricks


def _read_placed(text: str) -> set[Place]:
    places = [] if text == NONE else read_places(text)
    if places is None or len(places) > MOST_PLACED:
        raise UnreadablePosition(
            f"{text[:40]!r} is not a list of at most {MOST_PLACED} places, such as 3,-2 4,-2, or - for none."
        )
    require(len(set(places)) == len(places), "The bricks placed in this turn include the same place twice.")
    return set(places)


def _lay_bricks(state: State, bricks: dict[Place, int], placed: set[Place]) -> None:
    """Lay the bricks, each next to one laid before it, and those placed in this turn last."""
    for place in placed:
        require(
            place in bricks and place != (0, 0),
            f"The brick on {place_name(place)} can't have been placed in this turn.",
        )
    order = [(0, 0)]
    for places in (bricks.keys() - placed, placed):
        loose = open_grid.connect(order, places)
        if loose:
            raise UnreadablePosition(
                f"The brick on {place_name(min(loose))} is not connected to 0,0 by bricks from before this turn."
            )
    for place in order:
        cell, kind = cell_of(*place), bricks[place]
        fault = _line_fault(state, kind, cell)
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


# Impossible positions are refused.


def _check_counts(state: State) -> None:
    counts = state.on_board + state.bag + state.chosen + state.hand.sum(axis=0)
    for kind in range(KINDS):
        require(
            counts[kind] == rules.COPIES,
            f"The number of {BRICK_NAMES[kind]}s must be {rules.COPIES}, but it is {counts[kind]}.",
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


# The board in a terminal


def board(state: State) -> str:
    bag = f"{plural(state.bag_size, 'brick')} in the bag" if state.bag_size else "The bag is empty"
    lines = [f"RowsAndCols. {bag}. {toolkit.to_act(state)}.", "", *_grid_lines(state), ""]
    for seat in range(state.seats):
        hand = _letters(state.hand[seat], state.hand_size[seat])
        lines.append(f"seat {seat + 1}: {state.score[seat]:3}  {hand}{toolkit.pointer(state, seat)}")
        if state.chosen_size and seat == state.turn:
            lines.append(f"  to swap: {_letters(state.chosen, state.chosen_size)}")
    legend = zip(COLOUR_LETTERS + SHAPE_LETTERS, COLOUR_NAMES + SHAPE_NAMES, strict=True)
    lines += ["", "  ".join(f"{letter} {name}" for letter, name in legend)]
    return "\n".join([*lines, "* placed in this turn"] if state.placed_count else lines)


def _grid_lines(state: State) -> list[str]:
    """Return the board with the letters of its bricks, and a star behind those that are new."""
    new = placed_in_turn(state)
    bricks = bricks_on_board(state).items()
    return open_grid.grid_lines({place: BRICK_LETTERS[kind] + ("*" if place in new else " ") for place, kind in bricks})


def _letters(counts: Counts, size: int) -> str:
    """Return the bricks of a heap with spaces in between, and ?? for each that a view does not show."""
    return heap_text(counts, BRICK_LETTERS, size, " ", 2 * HIDDEN)
