"""The words of RowsAndCols: texts of actions, sentences, and the board in a terminal.

The texts of positions are in `tilora.families.rows.positions`.
"""

import re
from typing import NamedTuple

from tilora.families.rows import names, rules
from tilora.families.rows.grid import CELLS, DIRECTIONS, EMPTY, WIDTH, cell_of
from tilora.families.rows.names import BRICK_NAMES, COLOUR_NAMES, PLACE, SHAPE_NAMES, Place, place_name
from tilora.families.rows.positions import heap_text, parse_position, position_text
from tilora.families.rows.rules import BONUS, END, MOST_SWAPS, PASS, SHAPES, SWAP
from tilora.kernel import IllegalAction, State, UnreadableAction
from tilora.kernel.toolkit import HIDDEN, is_hidden, plural, pointer, read_word, to_act

__all__ = ["parse_position", "position_text"]

REASONS = (
    "",
    "the bag is empty, and a player has placed their last brick",
    "all players have passed, one after the other",
    f"all players have swapped {MOST_SWAPS} times in a row",
)

HOW_TO = "Say 'red star 3,-2' to place a brick, 'swap red star' to put one aside, 'end' or 'pass'."


# Actions


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
        return Parts("place", action // CELLS, names.place_of(state, action % CELLS))
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
    found = re.fullmatch(PLACE, words[2])
    if not found:
        raise UnreadableAction(f"{words[2][:20]!r} is not a place. Say x and y with a comma in between, like 3,-2.")
    x, y = int(found[1]), int(found[2])
    if not (0 <= x + 1 - state.west < WIDTH and 0 <= y + 1 - state.south < WIDTH):
        raise IllegalAction(_touches_nothing((x, y)))
    return kind * CELLS + cell_of(x, y)


def _read_brick(colour: str, shape: str) -> int:
    return read_word(colour, COLOUR_NAMES, "colour") * SHAPES + read_word(shape, SHAPE_NAMES, "shape")


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
    if not any(state.grid[(cell + step) % CELLS] for step in DIRECTIONS):
        return _touches_nothing(place)
    if not rules.in_one_line(state, cell):
        if names.joins_placed(state, cell):
            return "All bricks of that line would be new. It must contain one that was there before your turn."
        return f"All bricks of a turn must be in one line: {where} is not in line with the others."
    return names.line_fault(state, kind, cell)


def _touches_nothing(place: Place) -> str:
    return f"A brick on {place_name(place)} would touch no other. Place it edge to edge with a brick on the board."


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
        return f"{scored}, {BONUS} of them for placing the last brick."
    drawn = int(after.hand_size[seat]) - int(before.hand_size[seat])
    return f"{scored} and drew {plural(drawn, 'brick')}." if drawn else f"{scored}."


def redact_action(state: State, action: int) -> tuple[str, str] | None:
    """Others learn that a brick is swapped, but not which."""
    return ("swap ?", "Put a brick aside to swap.") if SWAP <= action < END else None


# The board in a terminal


def board(state: State) -> str:
    bag = f"{plural(state.bag_size, 'brick')} in the bag" if state.bag_size else "The bag is empty"
    lines = [f"RowsAndCols. {bag}. {to_act(state)}.", "", *_grid_lines(state), ""]
    for seat in range(state.seats):
        hand = _letters(state.hand[seat], int(state.hand_size[seat]))
        lines.append(f"seat {seat + 1}: {state.score[seat]:3}  {hand}{pointer(state, seat)}")
        if state.chosen_size and seat == state.turn:
            lines.append(f"  to swap: {_letters(state.chosen, int(state.chosen_size))}")
    legend = zip(names.COLOUR_LETTERS + names.SHAPE_LETTERS, COLOUR_NAMES + SHAPE_NAMES, strict=True)
    lines += ["", "  ".join(f"{letter} {name}" for letter, name in legend)]
    return "\n".join([*lines, "* placed in this turn"] if state.placed_count else lines)


def _grid_lines(state: State) -> list[str]:
    """Return the bricks as seen from above, y up at the left, x below, with one free cell around them."""
    bricks, new = names.bricks_on_board(state), names.placed_in_turn(state)
    columns = range(min(x for x, _ in bricks) - 1, max(x for x, _ in bricks) + 2)
    rows = range(max(y for _, y in bricks) + 1, min(y for _, y in bricks) - 2, -1)
    wide = 1 + max(3, *(len(str(x)) for x in columns))
    lines = []
    for y in rows:
        letters = [names.BRICK_LETTERS[bricks[x, y]] if (x, y) in bricks else "." for x in columns]
        cells = [
            f"{brick}{'*' if (x, y) in new else ' '}".rjust(wide) for x, brick in zip(columns, letters, strict=True)
        ]
        lines.append(f"{y:4} {''.join(cells)}".rstrip())
    return [*lines, "     " + "".join(f"{x:{wide - 1}} " for x in columns).rstrip()]


def _letters(counts: names.Counts, size: int) -> str:
    """Return the bricks of a heap with spaces in between, and ?? for each that a view does not show."""
    if is_hidden(counts, size):
        return " ".join([2 * HIDDEN] * size)
    return " ".join(re.findall("..", heap_text(counts, size))) or "-"
