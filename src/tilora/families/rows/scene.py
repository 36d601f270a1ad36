"""What RowsAndCols looks like: the growing board, the hands and the bag; and what to click."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from tilora.families.rows import words
from tilora.families.rows.beats import BAG_PLACE, beats
from tilora.families.rows.grid import CELLS, EAST, EMPTY, NORTH, cell_of, line_length, run, run_among
from tilora.families.rows.names import (
    BRICK,
    COLOUR_LETTERS,
    PLACE,
    Place,
    back_id,
    brick_id,
    brick_name,
    bricks_on_board,
    cell_id,
    hand_id,
    hand_of,
    kind_of,
    place_name,
    place_of,
    placed_in_turn,
)
from tilora.families.rows.rules import BONUS, HAND_SIZE, KINDS, SHAPES, SWAP, line_points, turn_points
from tilora.kernel import Action, State, View, fast_state, seat_name
from tilora.kernel.toolkit import is_hidden, plural
from tilora.scene.vocabulary import Area, Button, Choice, Piece, Scene, Spot, Text

__all__ = ["beats", "scene", "why"]

MARGIN = 0.3
PITCH = 1.1
"""From brick to brick in an open hand."""
BACK, PITCH_OF_BACKS = 0.72, 0.8
"""Hidden bricks are smaller: there is nothing to read on them."""
RAISED = 0.22
"""How much higher bricks lie that were put aside."""
STRIP = 1.15
"""The height of the strip above the board, where the bag is."""
LEAST_WIDTH, LEAST_HEIGHT = 9, 7
"""Of the board in cells, so that the first brick does not fill the table."""


def scene(view: View) -> Scene:
    state = fast_state(view.state)
    seats = sorted(range(view.seats), key=lambda seat: (seat != view.seat, seat))
    actions = view.actions()
    return Scene(
        areas=(_board(state, _just_placed(view)), *(_hand(state, seat) for seat in seats)),
        buttons=tuple(_buttons(state, actions)),
        choices=tuple(choice for action in actions for choice in _choices(state, action)),
    )


# The board


def _board(state: State, new: set[str]) -> Area:
    bricks = bricks_on_board(state)
    west, width = _window([x for x, _ in bricks], LEAST_WIDTH)
    south, height = _window([y for _, y in bricks], LEAST_HEIGHT)

    def left(place: Place) -> float:
        return round(MARGIN + place[0] - west, 2)

    def top(place: Place) -> float:
        return round(STRIP + south + height - 1 - place[1], 2)

    edge = [] if state.over else [place_of(state, int(cell)) for cell in state.edge[: state.edge_size]]
    spots = [
        Spot(id=cell_id(place), x=left(place), y=top(place), label=f"free place {place_name(place)}") for place in edge
    ]
    pieces = [
        _brick(brick_id(place), kind, left(place), top(place), f" on {place_name(place)}", place_name(place) in new)
        for place, kind in bricks.items()
    ]
    in_bag = int(state.bag_size)
    count = f"{in_bag} in the bag" if in_bag else "The bag is empty"
    return Area(
        id="board",
        role="shared",
        label="Board",
        w=round(width + 2 * MARGIN, 2),
        h=round(STRIP + height + MARGIN, 2),
        spots=tuple(spots),
        pieces=(*pieces, _bag(in_bag)),
        texts=(Text(x=1.3, y=0.6, text=count, align="start"),),
    )


def _window(bricks: list[int], least: int) -> tuple[int, int]:
    """Return the first cell to show in one direction, and how many: all bricks and the cells beside them.

    A small board is shown with more cells, around the first brick if possible. So the view moves only when it must.
    """
    first, last = min(bricks) - 1, max(bricks) + 1
    if last - first + 1 < least:
        first = min(first, max(last - least + 1, -(least // 2)))
        last = first + least - 1
    return first, last - first + 1


def _just_placed(view: View) -> set[str]:
    """Return the names of the places of the bricks placed in this turn; if there are none, in the turn before."""
    names = {place_name(place) for place in placed_in_turn(view.state)}
    if names or not view.history:
        return names
    turn = view.history[-1].turn
    steps = takewhile(lambda step: step.turn == turn, reversed(view.history))
    return {step.text.split()[-1] for step in steps}  # placing is written with the place at the end


def _bag(bricks: int) -> Piece:
    return Piece(
        id="bag",
        kind="token",
        symbol="bag",
        x=BAG_PLACE[0],
        y=BAG_PLACE[1],
        w=0.85,
        h=0.85,
        look="" if bricks else "faded",
        label=f"the bag, with {plural(bricks, 'brick')}" if bricks else "the empty bag",
        about="New bricks come from here when a turn ends. Once it is empty, whoever first places their last brick "
        f"gets {BONUS} points, and the match ends.",
    )


# The hands


def _hand(state: State, seat: int) -> Area:
    counts, size = hand_of(state, seat)
    hidden = is_hidden(counts, size)
    brick, pitch, raised = (BACK, PITCH_OF_BACKS, 0) if hidden else (1.0, PITCH, RAISED)
    none = Text(x=MARGIN, y=0.55, text="No bricks left", size=0.35, align="start", role="faint")
    return Area(
        id=f"hand-{seat}",
        role="hand",
        seat=seat,
        label=f"Hand of {seat_name(seat)}",
        w=round(2 * MARGIN + pitch * (HAND_SIZE - 1) + brick, 2),
        h=round(2 * MARGIN + brick + raised, 2),
        pieces=tuple(_backs(seat, size) if hidden else _open_bricks(state, seat)),
        texts=() if size else (none,),
    )


def _open_bricks(state: State, seat: int) -> Iterator[Piece]:
    counts, _ = hand_of(state, seat)
    bricks = [(kind, number) for kind in range(KINDS) for number in range(1, int(counts[kind]) + 1)]
    for slot, (kind, number) in enumerate(bricks):
        aside = number > state.hand[seat, kind]
        x, y = round(MARGIN + PITCH * slot, 2), MARGIN if aside else MARGIN + RAISED
        yield _brick(hand_id(seat, kind, number), kind, x, y, ", put aside to swap" if aside else "", aside)


def _backs(seat: int, size: int) -> Iterator[Piece]:
    for slot in range(size):
        yield Piece(
            id=back_id(seat, slot + 1),
            kind="brick",
            symbol="back",
            x=round(MARGIN + PITCH_OF_BACKS * slot, 2),
            y=MARGIN,
            w=BACK,
            h=BACK,
            look="back",
            label=f"a hidden brick of {seat_name(seat)}",
        )


def _brick(name: str, kind: int, x: float, y: float, where: str, marked: bool) -> Piece:
    """Return a brick that one sees from the front, with the letter of its colour."""
    return Piece(
        id=name,
        kind="brick",
        symbol=brick_name(kind).replace(" ", "-"),
        x=x,
        y=y,
        texts=(Text(x=0.84, y=0.84, text=COLOUR_LETTERS[kind // SHAPES], size=0.26, role="faint"),),
        look="marked" if marked else "",
        label=brick_name(kind) + where,
    )


# What to click


def _buttons(state: State, actions: Sequence[Action]) -> Iterator[Button]:
    verbs = {action.parts.verb: action for action in actions}
    if "swap" in verbs and state.chosen_size == 0:
        about = "Press it, then choose a brick to put aside. You draw as many as you put aside, but score nothing."
        yield Button(id="swap", label="Swap", about=about, key="p")
    if "end" in verbs:
        label = f"Swap {plural(state.chosen_size, 'brick')}" if state.chosen_size else "End turn"
        yield Button(id="end", label=label, about=verbs["end"].sentence, key="e")
    if "pass" in verbs:
        yield Button(id="pass", label="Pass", about=verbs["pass"].sentence, key="e")


def _choices(state: State, action: Action) -> Iterator[Choice]:
    """The ways to click for an action: one for each of the bricks in the hand that are alike."""
    verb, brick, place = action.parts
    text, sentence, seat = action.text, action.sentence, int(state.turn)
    if brick is None:
        gain = f"+{turn_points(state)}" if state.placed_count > 0 else ""
        yield Choice(action=text, words=sentence, path=(verb,), gain=gain)
        return
    gain = f"+{gain_at(state, cell_of(*place))}" if place else ""
    for number in range(1, int(state.hand[seat, brick]) + 1):
        path = [hand_id(seat, brick, number)]
        if place:
            path.append(cell_id(place))
        elif state.chosen_size == 0:
            path.insert(0, "swap")
        yield Choice(action=text, words=sentence, path=tuple(path), free=len(path) > 1, gain=gain)


def gain_at(state: State, cell: int) -> int:
    """Return what a brick there adds to the points of the turn."""
    grid, gain = state.grid, 0
    for axis in (EAST, NORTH):
        gain += line_points(line_length(grid, cell, axis))
        for step in (-axis, axis):
            if run_among(grid, cell, step, state.placed, int(state.placed_count)):
                gain -= line_points(run(grid, cell, step))  # it scores already, and becomes part of a longer line
    return gain


# Why a click leads nowhere


def why(view: View, path: Sequence[str]) -> str:
    state = view.state
    if any(re.fullmatch(f"hand-(?!{view.seat}-).*", name) for name in path):
        return "Those bricks are not yours."
    if "bag" in path:
        return "You draw from the bag when your turn ends. To swap bricks, press Swap first."
    bricks = [kind_of(found[1]) for name in path if (found := re.fullmatch(f"hand-[0-9]-({BRICK})-[0-9]", name))]
    found_places = [found for name in path if (found := re.fullmatch(f"(?:cell|brick)-{PLACE}", name))]
    places = [(int(found[1]), int(found[2])) for found in found_places]
    if bricks and places:
        return words.why_not(state, bricks[0] * CELLS + cell_of(*places[0]))
    if bricks:
        return _why_not_brick(state, bricks[0], swapping="swap" in path)
    return _why_not_there(state, places[-1]) if places else ""


def _why_not_brick(state: State, kind: int, *, swapping: bool) -> str:
    if state.hand[state.turn, kind] == 0 and state.chosen[kind] > 0:
        return "You have already put it aside. Undo takes it back."
    if swapping or state.chosen_size > 0:
        return words.why_not(state, SWAP + kind)
    where = " in the line of this turn" if state.placed_count else ""
    return f"There is no place for the {brick_name(kind)}{where} now."


def _why_not_there(state: State, place: Place) -> str:
    cell = cell_of(*place)
    if state.grid[cell] != EMPTY:
        name = brick_name(int(state.grid[cell]) - 1)
        return f"There is already a {name} here. Bricks go on free places next to others."
    held = [kind for kind in range(KINDS) if state.hand[state.turn, kind] > 0]
    if all(words.why_not(state, kind * CELLS + cell) for kind in held):
        return f"None of your bricks can go on {place_name(place)} now."
    return "Choose a brick from your hand for this place."
