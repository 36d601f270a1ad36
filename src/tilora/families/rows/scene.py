"""What RowsAndCols looks like: the growing board, hands and bag; where one clicks; what a turn scored, line by line.

Bricks of a kind are alike and states only count them, so ids say where a brick lies: `brick-3,-2` on the board,
`hand-0-Rt-1` for the first red star in the hand of seat 0, `hand-1-back-4` where one sees its back only.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy.typing as npt

from tilora.families.rows import rules, words
from tilora.families.rows.grid import CELLS, EAST, EMPTY, NORTH, cell_of, end_of_line, run, run_among, x_of, y_of
from tilora.families.rows.names import (
    COLOUR_LETTERS,
    COLOUR_NAMES,
    SHAPE_LETTERS,
    SHAPE_NAMES,
    brick_letters,
    brick_name,
    bricks_words,
    place_name,
)
from tilora.families.rows.positions import bricks_on_board, placed_cells
from tilora.families.rows.rules import BONUS, END, HAND_SIZE, KINDS, LONGEST_LINE, PASS, SHAPES, SWAP
from tilora.kernel import State, View
from tilora.scene.vocabulary import Area, Beat, Button, Choice, Move, Piece, Scene, Spot, Text

MARGIN = 0.3
PITCH = 1.1
"""From brick to brick in an open hand."""
BACK, PITCH_OF_BACKS = 0.72, 0.8
"""Hidden bricks are smaller: there is nothing to read on them."""
RAISED = 0.22
"""How much higher those bricks lie that were put aside."""
STRIP = 1.15
"""The height of the strip above the board, where the bag is."""
LEAST_WIDTH, LEAST_HEIGHT = 9, 7
"""Of the board in cells, so that the first brick does not fill the table."""

LINES, SIXES, LAST = "lines", "lines of six", "last brick"
"""Where points come from."""


# Names


def hand_id(seat: int, kind: int, number: int) -> str:
    """The brick of that kind in the hand; those put aside have the highest numbers."""
    return f"hand-{seat}-{brick_letters(kind)}-{number}"


def back_id(seat: int, number: int) -> str:
    return f"hand-{seat}-back-{number}"


def brick_id(state: State, cell: int) -> str:
    return f"brick-{place_name(state, cell)}"


def cell_id(state: State, cell: int) -> str:
    return f"cell-{place_name(state, cell)}"


# The scene


def scene(view: View) -> Scene:
    state = view.state
    seats = sorted(range(view.seats), key=lambda seat: (seat != view.seat, seat))
    legal = [words.parse_action(state, text) for text in view.legal()]
    return Scene(
        areas=(_board(view), *(_hand(state, seat) for seat in seats)),
        buttons=tuple(_buttons(state, legal)),
        choices=tuple(choice for action in legal for choice in _choices(state, action)),
    )


def _board(view: View) -> Area:
    state = view.state
    bricks = bricks_on_board(state)
    west, width = _window([x for x, _ in bricks], LEAST_WIDTH)
    south, height = _window([y for _, y in bricks], LEAST_HEIGHT)
    north = south + height - 1

    def left(x: int) -> float:
        return round(MARGIN + x - west, 2)

    def top(y: int) -> float:
        return round(STRIP + north - y, 2)

    new = _just_placed(view)
    free = [(x_of(state, cell), y_of(state, cell)) for cell in map(int, state.edge[: state.edge_size])]
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
        x=MARGIN,
        y=0.15,
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
        label=f"Hand of seat {seat + 1}",
        w=round(2 * MARGIN + pitch * (HAND_SIZE - 1) + brick, 2),
        h=round(2 * MARGIN + brick + (RAISED if shown else 0), 2),
        pieces=tuple(pieces),
    )


def hand_is_shown(state: State, seat: int) -> bool:
    """Whether the viewer of this state may see the bricks of the hand, and not their backs only."""
    aside = state.chosen if seat == state.turn else state.chosen * 0
    held = int(state.hand_size[seat]) + (int(state.chosen_size) if seat == state.turn else 0)
    return int(state.hand[seat].sum() + aside.sum()) == held


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
            label=f"a hidden brick of seat {seat + 1}",
        )


def _symbol(kind: int) -> str:
    return f"{COLOUR_NAMES[kind // SHAPES]}-{SHAPE_NAMES[kind % SHAPES]}"


def _letter(kind: int) -> tuple[Text, ...]:
    return (Text(x=0.84, y=0.84, text=COLOUR_LETTERS[kind // SHAPES], size=0.26, role="faint"),)


# Where one clicks


def _buttons(state: State, legal: Sequence[int]) -> Iterator[Button]:
    if any(SWAP <= action < END for action in legal) and state.chosen_size == 0:
        about = "Press it, then choose a brick to put aside. You draw as many as you put aside; it scores nothing."
        yield Button(id="swap", label="Swap", about=about, key="s")
    if END in legal:
        aside = int(state.chosen_size)
        label = f"Swap {bricks_words(aside)}" if aside else "End turn"
        yield Button(id="end", label=label, about=words.action_words(state, END), key="e")
    if PASS in legal:
        yield Button(id="pass", label="Pass", about=words.action_words(state, PASS), key="e")


def _choices(state: State, action: int) -> Iterator[Choice]:
    """The ways to click for an action: one for each of the bricks in the hand that are alike."""
    text, said = words.action_text(state, action), words.action_words(state, action)
    if action >= END:
        gain = f"+{rules.points(state)}" if state.placed_count > 0 else ""
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
        return _why_not_there(state, cell_of(int(places[0][2]), int(places[0][3])))
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
    return f"No brick of your hand can go to {place_name(state, cell)} now."


# What happened


def beats(before: State, action: int, after: State, seat: int) -> list[Beat]:
    actor = int(before.turn)
    said = words.told(before, action, after)
    if action < SWAP:
        kind, cell = divmod(action, CELLS)
        left = int(before.hand[actor, kind]) if hand_is_shown(before, actor) else int(before.hand_size[actor])
        gone = hand_id(actor, kind, left) if hand_is_shown(before, actor) else back_id(actor, left)
        lies = brick_id(after, cell)
        return [Beat(words=said, ids=(lies,), moves=(Move(id=gone, becomes=lies),))]
    if action < END:
        return [Beat(words=said, ids=(hand_id(actor, action - SWAP, int(before.hand[actor, action - SWAP])),))]
    happened = [Beat(words=said)] if action == PASS else []
    if action == END:
        happened = _scored(before, after) if before.placed_count > 0 else _swapped(before, said)
        happened += _drawn(before, after)
    if after.over:
        happened.append(Beat(words=f"The match is over: {words.REASONS[after.reason]}."))
    return happened


def _scored(before: State, after: State) -> list[Beat]:
    """Each line with its points, and what comes on top of it."""
    actor = int(before.turn)
    told = []
    for axis, cells in lines_of_turn(before):
        ids = tuple(brick_id(before, cell) for cell in cells)
        name = f"{'row' if axis == EAST else 'column'} of {_line_words(before, cells)}"
        points = len(cells)
        told.append(Beat(words=f"A {name}: {points} points.", ids=ids, seat=actor, points=points, source=LINES))
        if points == LONGEST_LINE:
            said = f"The {name} is complete: {BONUS} points more."
            told.append(Beat(words=said, ids=ids, seat=actor, points=BONUS, source=SIXES))
    if after.over:
        said = f"The last brick of the hand, and the bag is empty: {BONUS} points more."
        told.append(Beat(words=said, ids=("bag",), seat=actor, points=BONUS, source=LAST))
    return told


def lines_of_turn(state: State) -> Iterator[tuple[int, list[int]]]:
    """The axis and the cells of every line that scores when the turn ends."""
    cells = placed_cells(state)
    for cell in cells:
        for axis in (EAST, NORTH):
            if run_among(state.grid, cell, -axis, state.placed, len(cells)):
                continue  # told with the first brick of the turn that is in it
            first = (end_of_line(state.grid, cell, -axis) + axis) % CELLS
            length = 1 + run(state.grid, first, axis)
            if length > 1:
                yield axis, [(first + axis * i) % CELLS for i in range(length)]


def _line_words(state: State, cells: Sequence[int]) -> str:
    kinds = [int(state.grid[cell]) - 1 for cell in cells]
    if kinds[0] // SHAPES == kinds[1] // SHAPES:
        return f"{len(kinds)} {COLOUR_NAMES[kinds[0] // SHAPES]} bricks"
    return f"{len(kinds)} {SHAPE_NAMES[kinds[0] % SHAPES]}s"


def _swapped(before: State, said: str) -> list[Beat]:
    """The bricks put aside go to the bag; they lose their names, because those drawn may be alike."""
    actor = int(before.turn)
    kept = int(before.hand_size[actor])
    if hand_is_shown(before, actor):
        gone = [hand_id(actor, kind, number) for kind, number in _numbers(before.hand[actor], before.chosen)]
    else:
        gone = [back_id(actor, kept + number + 1) for number in range(before.chosen_size)]
    moves = [Move(id=name, becomes=f"swapped-{i}", area="board", x=MARGIN, y=0.15) for i, name in enumerate(gone, 1)]
    return [Beat(words=said, ids=("bag",), moves=tuple(moves))]


def _drawn(before: State, after: State) -> list[Beat]:
    """The new bricks of the hand come from the bag."""
    actor = int(before.turn)
    kept, held = int(before.hand_size[actor]), int(after.hand_size[actor])
    if held == kept:
        return []
    if hand_is_shown(after, actor):
        new = _numbers(before.hand[actor], after.hand[actor] - before.hand[actor])
        ids = [hand_id(actor, kind, number) for kind, number in new]
    else:
        ids = [back_id(actor, number) for number in range(kept + 1, held + 1)]
    return [Beat(words=f"Drew {bricks_words(held - kept)}.", ids=("bag", *ids))]


def _numbers(held: npt.NDArray[Any], more: npt.NDArray[Any]) -> Iterator[tuple[int, int]]:
    """Kind and number of bricks that a hand has on top of others."""
    for kind in range(KINDS):
        for number in range(int(held[kind]) + 1, int(held[kind]) + int(more[kind]) + 1):
            yield kind, number
