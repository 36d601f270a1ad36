"""What RowsAndCols looks like: the growing board, the hands and the bag; and where one clicks."""

import re
from collections.abc import Iterator, Sequence

from tilora.families.rows import rules, words
from tilora.families.rows.beats import beats
from tilora.families.rows.grid import CELLS, EAST, EMPTY, NORTH, cell_of, run, run_among, x_of, y_of
from tilora.families.rows.names import (
    COLOUR_LETTERS,
    COLOUR_NAMES,
    SHAPE_LETTERS,
    SHAPE_NAMES,
    brick_name,
    bricks_words,
    place_name,
)
from tilora.families.rows.places import BAG_PLACE, MARGIN, back_id, cell_id, hand_id, hand_is_shown
from tilora.families.rows.positions import bricks_on_board, placed_cells
from tilora.families.rows.rules import BONUS, END, HAND_SIZE, KINDS, LONGEST_LINE, PASS, SHAPES, SWAP
from tilora.kernel import Action, State, View, fast_state, seat_name
from tilora.scene.vocabulary import Area, Button, Choice, Piece, Scene, Spot, Text

__all__ = ["beats", "scene", "why"]

PITCH = 1.1
"""From brick to brick in an open hand."""
BACK, PITCH_OF_BACKS = 0.72, 0.8
"""Hidden bricks are smaller: there is nothing to read on them."""
RAISED = 0.22
"""How much higher those bricks lie that were put aside."""
NO_BRICKS = Text(x=MARGIN, y=0.55, text="No bricks left", size=0.35, align="start", role="faint")
STRIP = 1.15
"""The height of the strip above the board, where the bag is."""
LEAST_WIDTH, LEAST_HEIGHT = 9, 7
"""Of the board in cells, so that the first brick does not fill the table."""


# The scene


def scene(view: View) -> Scene:
    state = fast_state(view.state)
    seats = sorted(range(view.seats), key=lambda seat: (seat != view.seat, seat))
    actions = view.actions()
    return Scene(
        areas=(_board(state, _just_placed(view)), *(_hand(state, seat) for seat in seats)),
        buttons=tuple(_buttons(state, [action.code for action in actions])),
        choices=tuple(choice for action in actions for choice in _choices(state, action)),
    )


def _board(state: State, new: set[str]) -> Area:
    bricks = bricks_on_board(state)
    west, width = _window([x for x, _ in bricks], LEAST_WIDTH)
    south, height = _window([y for _, y in bricks], LEAST_HEIGHT)
    north = south + height - 1

    def left(x: int) -> float:
        return round(MARGIN + x - west, 2)

    def top(y: int) -> float:
        return round(STRIP + north - y, 2)

    edge = [] if state.over else [int(cell) for cell in state.edge[: state.edge_size]]
    free = [(x_of(state, cell), y_of(state, cell)) for cell in edge]
    spots = [Spot(id=f"cell-{x},{y}", x=left(x), y=top(y), label=f"free place {x},{y}") for x, y in free]
    pieces = [
        Piece(
            id=f"brick-{x},{y}",
            kind="brick",
            symbol=_symbol(kind),
            x=left(x),
            y=top(y),
            texts=_letter(kind),
            look="marked" if f"{x},{y}" in new else "",
            label=f"{brick_name(kind)} on {x},{y}",
        )
        for (x, y), kind in sorted(bricks.items(), key=lambda item: (-item[0][1], item[0][0]))
    ]
    bag, count = _bag(state)
    return Area(
        id="board",
        role="shared",
        label="Board",
        w=round(width + 2 * MARGIN, 2),
        h=round(STRIP + height + MARGIN, 2),
        spots=tuple(spots),
        pieces=(*pieces, bag),
        texts=(count,),
    )


def _window(bricks: list[int], least: int) -> tuple[int, int]:
    """The first cell to show in one direction, and how many: all bricks and the cells beside them.

    Where that is little, more is shown, around the first brick if it can be. So the view moves only when it must.
    """
    first, last = min(bricks) - 1, max(bricks) + 1
    if last - first + 1 < least:
        first = min(first, max(last - least + 1, -(least // 2)))
        last = first + least - 1
    return first, last - first + 1


def _just_placed(view: View) -> set[str]:
    """The places of the bricks placed in this turn; if there are none, in the turn before."""
    now = {place_name(view.state, cell) for cell in placed_cells(view.state)}
    if now or not view.history:
        return now
    turn = view.history[-1].turn
    for step in reversed(view.history):
        if step.turn != turn:
            break
        now.add(step.text.rpartition(" ")[2])
    return now


def _bag(state: State) -> tuple[Piece, Text]:
    left = int(state.bag_size)
    bag = Piece(
        id="bag",
        kind="token",
        symbol="bag",
        x=BAG_PLACE[0],
        y=BAG_PLACE[1],
        w=0.85,
        h=0.85,
        look="" if left else "faded",
        label=f"the bag, with {bricks_words(left)}" if left else "the bag, which is empty",
        about="New bricks come from here when a turn ends. When it is empty, who places the last brick of a hand "
        f"gets {BONUS} points and the match ends.",
    )
    text = f"{left} in the bag" if left else "The bag is empty"
    return bag, Text(x=1.3, y=0.6, text=text, size=0.4, align="start", role="plain")


def _hand(state: State, seat: int) -> Area:
    aside = seat == state.turn and state.chosen_size > 0
    size = int(state.hand_size[seat]) + (int(state.chosen_size) if aside else 0)
    shown = hand_is_shown(state, seat)
    brick, pitch = (1.0, PITCH) if shown else (BACK, PITCH_OF_BACKS)
    pieces = _open_bricks(state, seat) if shown else _backs(state, seat, size)
    return Area(
        id=f"hand-{seat}",
        role="hand",
        seat=seat,
        label=f"Hand of {seat_name(seat)}",
        w=round(2 * MARGIN + pitch * (HAND_SIZE - 1) + brick, 2),
        h=round(2 * MARGIN + brick + (RAISED if shown else 0), 2),
        pieces=tuple(pieces),
        texts=() if size else (NO_BRICKS,),
    )


def _open_bricks(state: State, seat: int) -> Iterator[Piece]:
    slot = 0
    for kind in range(KINDS):
        kept = int(state.hand[seat, kind])
        aside = int(state.chosen[kind]) if seat == state.turn else 0
        for number in range(1, kept + aside + 1):
            chosen = number > kept
            yield Piece(
                id=hand_id(seat, kind, number),
                kind="brick",
                symbol=_symbol(kind),
                x=round(MARGIN + PITCH * slot, 2),
                y=MARGIN if chosen else MARGIN + RAISED,
                texts=_letter(kind),
                look="marked" if chosen else "",
                label=f"{brick_name(kind)}, put aside to swap" if chosen else brick_name(kind),
            )
            slot += 1


def _backs(state: State, seat: int, size: int) -> Iterator[Piece]:
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


def _symbol(kind: int) -> str:
    return f"{COLOUR_NAMES[kind // SHAPES]}-{SHAPE_NAMES[kind % SHAPES]}"


def _letter(kind: int) -> tuple[Text, ...]:
    return (Text(x=0.84, y=0.84, text=COLOUR_LETTERS[kind // SHAPES], size=0.26, role="faint"),)


# Where one clicks


def _buttons(state: State, legal: Sequence[int]) -> Iterator[Button]:
    if any(SWAP <= action < END for action in legal) and state.chosen_size == 0:
        about = "Press it, then choose a brick to put aside. You draw as many as you put aside; it scores nothing."
        yield Button(id="swap", label="Swap", about=about, key="p")
    if END in legal:
        aside = int(state.chosen_size)
        label = f"Swap {bricks_words(aside)}" if aside else "End turn"
        yield Button(id="end", label=label, about=words.action_words(state, END), key="e")
    if PASS in legal:
        yield Button(id="pass", label="Pass", about=words.action_words(state, PASS), key="e")


def _choices(state: State, legal: Action) -> Iterator[Choice]:
    """The ways to click for an action: one for each of the bricks in the hand that are alike."""
    action, text, said = legal.code, legal.text, legal.sentence
    if action >= END:
        last = state.bag_size == 0 and state.hand_size[state.turn] == 0
        gain = f"+{rules.points(state) + (BONUS if last else 0)}" if state.placed_count > 0 else ""
        yield Choice(action=text, words=said, path=("pass" if action == PASS else "end",), gain=gain)
        return
    kind = action // CELLS if action < SWAP else action - SWAP
    seat = int(state.turn)
    for number in range(1, int(state.hand[seat, kind]) + 1):
        brick = hand_id(seat, kind, number)
        if action < SWAP:
            cell = action % CELLS
            path = (brick, cell_id(state, cell))
            yield Choice(action=text, words=said, path=path, free=True, gain=f"+{gain_at(state, cell)}")
        elif state.chosen_size > 0:
            yield Choice(action=text, words=said, path=(brick,))
        else:
            yield Choice(action=text, words=said, path=("swap", brick), free=True)


def gain_at(state: State, cell: int) -> int:
    """What a brick there adds to the points of the turn."""
    gain = 0
    for axis in (EAST, NORTH):
        sides = [run(state.grid, cell, step) for step in (-axis, axis)]
        gain += _worth(1 + sum(sides))
        for step, length in zip((-axis, axis), sides, strict=True):
            if run_among(state.grid, cell, step, state.placed, int(state.placed_count)):
                gain -= _worth(length)  # the line scores already, and is now part of a longer one
    return gain


def _worth(length: int) -> int:
    """The points of a line."""
    return 0 if length == 1 else length + BONUS if length == LONGEST_LINE else length


def why(view: View, path: Sequence[str]) -> str:
    state, seat = view.state, view.seat
    bricks = [found for found in (re.fullmatch("hand-([0-9])-([A-Z][a-z])-[0-9]", name) for name in path) if found]
    places = [found for found in (re.fullmatch("(cell|brick)-(-?[0-9]+),(-?[0-9]+)", name) for name in path) if found]
    if any(re.fullmatch(f"hand-(?!{seat}-).*", name) for name in path):
        return "Those bricks are not yours."
    if "bag" in path:
        return "You draw from the bag when your turn ends. To swap bricks, press Swap first."
    kind = _kind(bricks[0][2]) if bricks else None
    if kind is not None and places:
        return words.why_not(state, rules.action_of(kind, cell_of(int(places[0][2]), int(places[0][3]))))
    if kind is not None:
        return _why_not_brick(state, kind, swapping="swap" in path)
    if places:
        return _why_not_there(state, cell_of(int(places[-1][2]), int(places[-1][3])))
    return ""


def _kind(letters: str) -> int | None:
    if letters[0] not in COLOUR_LETTERS or letters[1] not in SHAPE_LETTERS:
        return None
    return COLOUR_LETTERS.index(letters[0]) * SHAPES + SHAPE_LETTERS.index(letters[1])


def _why_not_brick(state: State, kind: int, *, swapping: bool) -> str:
    if state.hand[state.turn, kind] == 0 and state.chosen[kind] > 0:
        return "It is put aside already. Undo takes it back."
    if swapping or state.chosen_size > 0:
        return words.why_not(state, SWAP + kind)
    where = " in the line of this turn" if state.placed_count else ""
    return f"The {brick_name(kind)} fits nowhere{where} now."


def _why_not_there(state: State, cell: int) -> str:
    if state.grid[cell] != EMPTY:
        return f"There is a {brick_name(int(state.grid[cell]) - 1)} already. Bricks go to free places beside others."
    held = [kind for kind in range(KINDS) if state.hand[state.turn, kind] > 0]
    if all(words.why_not(state, rules.action_of(kind, cell)) for kind in held):
        return f"No brick of your hand can go to {place_name(state, cell)} now."
    return "Choose a brick of your hand for this place."
