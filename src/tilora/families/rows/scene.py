"""What RowsAndCols looks like: the growing board, the hands and the bag; what to click; and how a turn is shown.

Bricks of a kind are alike and states only count them, so an id says where a brick lies: `brick-3,-2` on the board,
`hand-0-Rt-1` for the first red star in the hand of seat 0, `hand-1-back-4` where one sees its back. Of the bricks of a
kind in a hand, those put aside have the highest numbers.
"""

import re
from collections.abc import Iterator, Sequence
from operator import add, sub
from typing import Literal, cast

from tilora.families.rows import grid, names, rules, words
from tilora.families.rows.grid import CELLS, EAST, EMPTY, WIDTH, cell_of, places_of, rows_of
from tilora.families.rows.names import BRICK_NAMES, Place, place_name
from tilora.families.rows.rules import BONUS, END, HAND_SIZE, KINDS, PASS, SHAPES, SWAP, line_points
from tilora.kernel import SPECTATOR, State, View, plain_of, seat_name
from tilora.kernel.toolkit import is_hidden, plural
from tilora.scene import (
    Area,
    Beat,
    Button,
    Choice,
    Ending,
    Ghost,
    Move,
    Piece,
    Preview,
    Scene,
    Spot,
    Takeback,
    Task,
    Text,
    Won,
    part,
)

Counts = tuple[int, ...]

MARGIN = 0.3
PITCH = 1.1
"""From brick to brick in an open hand."""
BACK, PITCH_OF_BACKS = 0.72, 0.8
"""Hidden bricks are smaller: there is nothing to read on them."""
RAISED = 0.22
"""How much higher bricks lie that were put aside."""
STRIP = 1.15
"""The height of the strip above the board, where the bag is."""
BAG_X, BAG_Y = 0.3, 0.15
LEAST_WIDTH, LEAST_HEIGHT = 9, 7
"""Of the board in cells, so that the first brick does not fill the table."""
LEFT = 0.46
"""The margin on the left of the board, where the numbers of its rows are."""
X_OF_COLUMN = tuple(round(LEFT + column, 2) for column in range(WIDTH))
Y_OF_ROW = tuple(round(STRIP + row, 2) for row in range(WIDTH))
"""Of the board as it is shown, from the left and from the top."""
SYMBOLS = tuple(name.replace(" ", "-") for name in BRICK_NAMES)
LETTERS = tuple((Text(x=0.84, y=0.84, text=letter, size=0.26, role="faint"),) for letter in names.COLOUR_LETTERS)
"""On bricks, by colour."""


def scene(view: View) -> Scene:
    state = cast(State, view.plain)
    seats = sorted(range(state.seats), key=lambda seat: seat != view.seat)
    codes = view.codes()
    edge = () if state.over else state.edge[: state.edge_size]
    board = _board(rows_of(state), state.west, state.south, _just_placed(view, state), edge, state.bag_size)
    return Scene(
        areas=(board, *[_hand_of(state, seat) for seat in seats]),
        buttons=tuple(_buttons(state, codes)) if codes else (),
        choices=_choices(state, codes) if codes else (),
        takebacks=_takebacks(state.turn, state.hand[state.turn], state.chosen) if codes and state.chosen_size else (),
        tasks=() if view.seat == SPECTATOR else _tasks(state, codes),
    )


def ending(view: View, winners: Sequence[int]) -> Ending:
    """Light runs over the longest lines on the board, which everybody has built."""
    state = cast(State, view.plain)
    rows = rows_of(state)
    bricks = {(state.west + x, state.south + y) for y, row in enumerate(rows) for x, brick in enumerate(row) if brick}
    lines = [line for dx, dy in ((1, 0), (0, 1)) for line in _lines(bricks, dx, dy)]
    longest = max(map(len, lines), default=0)
    places = dict.fromkeys(place for line in lines if len(line) == longest for place in line)
    won = Won(seat=winners[0], ids=tuple(f"brick-{x},{y}" for x, y in places))
    return Ending(won=(won,), flourish="glaze")


def _lines(bricks: set[Place], dx: int, dy: int) -> Iterator[list[Place]]:
    """Yield the lines of bricks in one direction, from their first brick to their last."""
    for x, y in sorted(bricks):
        if (x - dx, y - dy) not in bricks:
            line = [(x, y)]
            while (line[-1][0] + dx, line[-1][1] + dy) in bricks:
                line.append((line[-1][0] + dx, line[-1][1] + dy))
            yield line


# The board


@part
def _board(
    rows: tuple[bytes, ...], west: int, south: int, new: tuple[Place, ...], edge: tuple[int, ...], bag: int
) -> Area:
    left, width, bottom, top = _frame(rows, west, south)
    height = top - bottom + 1
    bricks: list[Piece] = []
    for y, row in reversed([*enumerate(rows, south)]):
        bricks += _row(row, west, y, left, top, tuple([place for place in new if place[1] == y]))
    count = f"{bag} in the bag" if bag else "The bag is empty"
    return Area(
        id="board",
        role="shared",
        label="Board",
        w=round(LEFT + width + MARGIN, 2),
        h=round(STRIP + height + MARGIN, 2),
        grows=True,
        spots=_spots(edge, left, bottom, top),
        pieces=(*bricks, _bag(bag)),
        texts=(Text(x=1.3, y=0.6, text=count, align="start"), *_coordinates(left, width, bottom, height)),
    )


def _frame(rows: tuple[bytes, ...], west: int, south: int) -> tuple[int, int, int, int]:
    """Return what is shown of the board: its first column, how many there are, its lowest row and its highest."""
    left, width = _window(west, west + max(map(len, rows)) - 1, LEAST_WIDTH)
    bottom, height = _window(south, south + len(rows) - 1, LEAST_HEIGHT)
    return left, width, bottom, bottom + height - 1


@part
def _coordinates(left: int, width: int, bottom: int, height: int) -> tuple[Text, ...]:
    """The numbers that places are named by: x along the lower edge, y along the left one."""
    below = round(STRIP + height + MARGIN / 2, 2)
    return (
        *(_coordinate(round(X_OF_COLUMN[i] + 0.5, 2), below, left + i, "middle") for i in range(width)),
        *(_coordinate(LEFT - 0.06, round(Y_OF_ROW[height - 1 - i] + 0.5, 2), bottom + i, "end") for i in range(height)),
    )


@part
def _coordinate(x: float, y: float, number: int, align: Literal["middle", "end"]) -> Text:
    return Text(x=x, y=y, text=str(number).replace("-", "−"), size=0.24, align=align, role="faint")


def _window(lowest: int, highest: int, least: int) -> tuple[int, int]:
    """Return the first cell to show in one direction, and how many: all bricks and the cells beside them.

    A small board is shown with more cells, around the first brick if possible. So the view moves only when it must.
    """
    first, last = lowest - 1, highest + 1
    if last - first + 1 < least:
        first = min(first, max(last - least + 1, -(least // 2)))
        last = first + least - 1
    return first, last - first + 1


@part
def _spots(edge: tuple[int, ...], left: int, bottom: int, top: int) -> tuple[Spot, ...]:
    return tuple([_spot(cell, left, bottom, top) for cell in edge])


@part
def _spot(cell: int, left: int, bottom: int, top: int) -> Spot:
    ((x, y),) = places_of([cell], left + 1, bottom + 1)
    name = f"{x},{y}"
    return Spot(id=f"cell-{name}", x=X_OF_COLUMN[x - left], y=Y_OF_ROW[top - y], label=f"free place {name}")


@part
def _row(row: bytes, west: int, y: int, left: int, top: int, new: tuple[Place, ...]) -> tuple[Piece, ...]:
    bricks = [(x, brick - 1) for x, brick in enumerate(row, west) if brick]
    return tuple([_brick(x, y, kind, x - left, top - y, (x, y) in new) for x, kind in bricks])


@part
def _brick(x: int, y: int, kind: int, column: int, row: int, marked: bool) -> Piece:
    name = f"{x},{y}"
    label = f"{BRICK_NAMES[kind]} on {name}"
    return _front(f"brick-{name}", kind, X_OF_COLUMN[column], Y_OF_ROW[row], label, marked)


def _front(name: str, kind: int, x: float, y: float, label: str, marked: bool) -> Piece:
    """Return a brick that one sees from the front, with the letter of its colour."""
    return Piece(
        id=name,
        kind="brick",
        symbol=SYMBOLS[kind],
        x=x,
        y=y,
        texts=LETTERS[kind // SHAPES],
        look="marked" if marked else "",
        label=label,
    )


def _just_placed(view: View, state: State) -> tuple[Place, ...]:
    """Return the places of the bricks placed in this turn; if there are none, in the turn before."""
    if state.placed_count:
        return tuple(sorted(names.placed_in_turn(state)))
    places = []
    for step in reversed(view.history):
        if step.turn != view.history[-1].turn:
            break
        if "," in step.text:  # placing is written with the place at the end
            x, y = step.text.split()[-1].split(",")
            places.append((int(x), int(y)))
    return tuple(sorted(places))


@part
def _bag(bricks: int) -> Piece:
    return Piece(
        id="bag",
        kind="token",
        symbol="bag",
        x=BAG_X,
        y=BAG_Y,
        w=0.85,
        h=0.85,
        look="" if bricks else "faded",
        label=f"the bag, with {plural(bricks, 'brick')}" if bricks else "the empty bag",
        about="New bricks come from here when a turn ends. Once it is empty, whoever first places their last brick "
        f"gets {BONUS} points, and the match ends.",
    )


# The hands


def _hand_of(state: State, seat: int) -> Area:
    kept, size = state.hand[seat], state.hand_size[seat]
    if seat == state.turn and state.chosen_size:
        return _hand(seat, tuple(map(add, kept, state.chosen)), size + state.chosen_size, kept)
    return _hand(seat, kept, size, kept)


@part
def _hand(seat: int, counts: Counts, size: int, kept: Counts) -> Area:
    """Return a hand: all its bricks by kind, and those of them that were not put aside."""
    hidden = is_hidden(counts, size)
    brick, pitch, raised = (BACK, PITCH_OF_BACKS, 0) if hidden else (1.0, PITCH, RAISED)
    none = Text(x=MARGIN, y=0.55, text="No bricks left", size=0.35, align="start", role="faint")
    bricks = [(kind, number) for kind in range(KINDS) if counts[kind] for number in range(1, counts[kind] + 1)]
    fronts = [_held(seat, kind, number, slot, number > kept[kind]) for slot, (kind, number) in enumerate(bricks)]
    return Area(
        id=f"hand-{seat}",
        role="hand",
        seat=seat,
        label=f"Hand of {seat_name(seat)}",
        w=round(2 * MARGIN + pitch * (HAND_SIZE - 1) + brick, 2),
        h=round(2 * MARGIN + brick + raised, 2),
        pitch=pitch,
        pieces=tuple(_back(seat, slot) for slot in range(size)) if hidden else tuple(fronts),
        texts=() if size else (none,),
    )


@part
def _held(seat: int, kind: int, number: int, slot: int, aside: bool) -> Piece:
    label = BRICK_NAMES[kind] + (", put aside to swap" if aside else "")
    y = MARGIN if aside else MARGIN + RAISED
    return _front(_hand_id(seat, kind, number), kind, round(MARGIN + PITCH * slot, 2), y, label, aside)


@part
def _back(seat: int, slot: int) -> Piece:
    return Piece(
        id=_back_id(seat, slot + 1),
        kind="brick",
        symbol="back",
        x=round(MARGIN + PITCH_OF_BACKS * slot, 2),
        y=MARGIN,
        w=BACK,
        h=BACK,
        look="back",
        label=f"a hidden brick of {seat_name(seat)}",
    )


def _hand_id(seat: int, kind: int, number: int) -> str:
    return f"hand-{seat}-{names.BRICK_LETTERS[kind]}-{number}"


def _back_id(seat: int, number: int) -> str:
    return f"hand-{seat}-back-{number}"


# What to click


def _buttons(state: State, codes: Sequence[int]) -> Iterator[Button]:
    if state.chosen_size == 0 and any(SWAP <= code < END for code in codes):
        about = "Press it, then choose a brick to put aside. You draw as many as you put aside, but score nothing."
        yield Button(id="swap", label="Swap", about=about, key="p", quiet=True)
    if codes and codes[-1] >= END:
        yield _ending(codes[-1], rules.turn_points(state), state.chosen_size)[0]


def _choices(state: State, codes: Sequence[int]) -> tuple[Choice, ...]:
    """Return the ways to click for each action: one for each of the bricks in the hand that are alike."""
    seat, hand = state.turn, state.hand[state.turn]
    cells = {code % CELLS for code in codes if code < SWAP}
    places = dict(zip(cells, places_of(cells, state.west, state.south), strict=True))
    gains = {cell: gain_at(state, cell) for cell in cells}
    choices: list[Choice] = []
    for code in codes:
        if code < SWAP:
            kind, cell = divmod(code, CELLS)
            choices += _placing(seat, kind, hand[kind], places[cell], gains[cell])
        elif code < END:
            choices += _swapping(seat, code - SWAP, hand[code - SWAP], state.chosen_size == 0)
        else:
            choices.append(_ending(code, rules.turn_points(state), state.chosen_size)[1])
    return tuple(choices)


@part
def _placing(seat: int, kind: int, bricks: int, place: Place, gain: int) -> tuple[Choice, ...]:
    cell = f"cell-{place_name(place)}"
    return _with_each(kind, place, [(_hand_id(seat, kind, i), cell) for i in range(1, bricks + 1)], f"+{gain}")


@part
def _swapping(seat: int, kind: int, bricks: int, first: bool) -> tuple[Choice, ...]:
    before = ("swap",) if first else ()
    return _with_each(kind, None, [(*before, _hand_id(seat, kind, i)) for i in range(1, bricks + 1)])


def _with_each(kind: int, place: Place | None, paths: Sequence[tuple[str, ...]], gain: str = "") -> tuple[Choice, ...]:
    text, sentence = words.brick_text(kind, place), words.brick_words(kind, place)
    return tuple([Choice(action=text, words=sentence, path=path, free=place is not None, gain=gain) for path in paths])


@part
def _ending(code: int, points: int, aside: int) -> tuple[Button, Choice]:
    verb, label = ("pass", "Pass") if code == PASS else ("end", "End turn")
    if aside:
        label = f"Swap {plural(aside, 'brick')}"
    sentence = words.end_words(verb, points, aside)
    choice = Choice(action=verb, words=sentence, path=(verb,), gain=f"+{points}" if points else "")
    return Button(id=verb, label=label, about=sentence, key="e"), choice


@part
def _takebacks(seat: int, kept: Counts, aside: Counts) -> tuple[Takeback, ...]:
    """A click on a brick that was put aside takes it back."""
    return tuple(
        Takeback(id=_hand_id(seat, kind, kept[kind] + number), undoes=words.brick_text(kind, None))
        for kind in range(KINDS)
        for number in range(1, aside[kind] + 1)
    )


PLACING = (
    Task(words="Now choose a place for the {picked}.", after="hand-"),
    Task(words="Now choose a brick for it.", after="cell-"),
    Task(words="Choose bricks to put back into the bag.", after="swap"),
)
FIRST = (Task(words="Choose a brick and a place for it."), *PLACING)
NEXT = (Task(words="Place another brick in the same line, or end your turn."), *PLACING)
SWAPPING = (Task(words="Choose more bricks to put back, or swap now."),)
PASSING = (Task(words="You can neither place nor swap."),)


def _tasks(state: State, codes: Sequence[int]) -> tuple[Task, ...]:
    """Return what to do; between the viewer's turns what comes first in a turn."""
    if codes and state.placed_count:
        return NEXT
    if codes and state.chosen_size:
        return SWAPPING
    return PASSING if codes and codes[-1] == PASS else FIRST


def gain_at(state: State, cell: int) -> int:
    """Return what a brick there adds to the points of the turn."""
    gain = 0
    for axis in grid.AXES:
        gain += line_points(grid.line_length(state.grid, cell, axis))
        for step in (-axis, axis) if state.placed_count else ():
            if grid.run_among(state.grid, cell, step, state.placed, state.placed_count):
                gain -= line_points(grid.run(state.grid, cell, step))  # it scores already, in a line that gets longer
    return gain


def preview(view: View, action: int) -> Preview | None:
    """Return the brick as it would lie, and what it would add; nothing of swaps, and of the end of a turn."""
    if action >= SWAP:
        return None
    state = cast(State, view.plain)
    kind, cell = divmod(action, CELLS)
    ((x, y),) = places_of([cell], state.west, state.south)
    left, _, _, top = _frame(rows_of(state), state.west, state.south)
    gain, before = gain_at(state, cell), rules.turn_points(state)
    seat = state.turn
    return Preview(
        ghosts=(Ghost(area="board", piece=_brick(x, y, kind, x - left, top - y, True)),),
        gone=(_hand_id(seat, kind, state.hand[seat][kind]),),
        points=(f"+{gain}", f"{before + gain} in this turn") if before else (f"+{gain}",),
    )


# Why a click leads nowhere

HAND_ID, BOARD_ID = f"hand-[0-9]-({names.BRICK})-[0-9]", f"(?:cell|brick)-{names.PLACE}"


def why(view: View, path: Sequence[str]) -> str:
    state = view.state
    if any(re.fullmatch(f"hand-(?!{view.seat}-).*", name) for name in path):
        return "Those bricks are not yours."
    if "bag" in path:
        return "You draw from the bag when your turn ends. To swap bricks, press Swap first."
    bricks = [names.kind_of(found[1]) for name in path if (found := re.fullmatch(HAND_ID, name))]
    places = [(int(found[1]), int(found[2])) for name in path if (found := re.fullmatch(BOARD_ID, name))]
    if bricks and places:
        return words.why_not(state, bricks[0] * CELLS + cell_of(*places[0]))
    if bricks:
        return _why_not_brick(state, bricks[0], swapping="swap" in path)
    return _why_not_there(state, places[-1]) if places else ""


def _why_not_brick(state: State, kind: int, *, swapping: bool) -> str:
    if state.hand[state.turn, kind] == 0 and state.chosen[kind] > 0:
        return "You have already put it aside."
    if swapping or state.chosen_size > 0:
        return words.why_not(state, SWAP + kind)
    where = " in the line of this turn" if state.placed_count else ""
    return f"There is no place for the {BRICK_NAMES[kind]}{where} now."


def _why_not_there(state: State, place: Place) -> str:
    cell = cell_of(*place)
    if state.grid[cell] != EMPTY:
        name = BRICK_NAMES[state.grid[cell] - 1]
        return f"There is already a {name} here. Bricks go on free places next to others."
    held = [kind for kind in range(KINDS) if state.hand[state.turn, kind] > 0]
    if all(words.why_not(state, kind * CELLS + cell) for kind in held):
        return f"None of your bricks can go on {place_name(place)} now."
    return "Choose a brick from your hand for this place."


# How a turn is shown


def beats(before: State, action: int, after: State, seat: int) -> list[Beat]:
    before, after, actor = cast(State, plain_of(before)), cast(State, plain_of(after)), int(before.turn)
    sentence = words.step_words(before, action, after)
    if action < END:
        (taken,) = _ids_on_top(after, actor, tuple(map(sub, before.hand[actor], after.hand[actor])), 1)
        if action >= SWAP:
            return [Beat(words=sentence, ids=(taken,))]
        laid = f"brick-{place_name(names.place_of(before, action % CELLS))}"
        return [Beat(words=sentence, ids=(laid,), moves=(Move(id=taken, becomes=laid),))]
    if before.placed_count:
        shown = [*_scored(before)]
    elif action == PASS:
        shown = [Beat(words=sentence)]
    else:
        shown = [_swapped(before, sentence)]
    drawn = after.hand_size[actor] - before.hand_size[actor]
    if drawn:
        ids = _ids_on_top(before, actor, tuple(map(sub, after.hand[actor], before.hand[actor])), drawn)
        shown.append(Beat(words=f"Drew {plural(drawn, 'brick')}.", ids=("bag", *ids)))
    if after.over:
        shown.append(Beat(words=f"The match is over: {words.REASONS[after.reason]}."))
    return shown


def _ids_on_top(state: State, seat: int, counts: Counts, size: int) -> list[str]:
    """Return the ids of bricks that a hand has on top of those in the state; of backs, if they are hidden."""
    kept = state.hand[seat]
    if is_hidden(counts, size):
        return [_back_id(seat, state.hand_size[seat] + i) for i in range(1, size + 1)]
    return [_hand_id(seat, kind, kept[kind] + i) for kind in range(KINDS) for i in range(1, counts[kind] + 1)]


def _scored(state: State) -> Iterator[Beat]:
    """Each line with its points, in the order in which the rules add them up, and the last brick."""
    for i in range(2 * state.placed_count):
        first, axis, length = rules.scoring_line(state, i)
        points = line_points(length)
        if points:
            cells = [(first + axis * n) % CELLS for n in range(length)]
            ids = tuple(f"brick-{place_name(names.place_of(state, cell))}" for cell in cells)
            name = f"{'row' if axis == EAST else 'column'} of {_line_words(*[state.grid[cell] - 1 for cell in cells])}"
            yield Beat(words=f"A {name}: {length} points.", ids=ids, seat=state.turn, points=length, source="lines")
            if points > length:
                more = points - length
                complete = f"The {name} is complete: {more} more points."
                yield Beat(words=complete, ids=ids, seat=state.turn, points=more, source="lines of six")
    if rules.is_finished(state):
        last = f"The last brick of the hand, and the bag is empty: {BONUS} more points."
        yield Beat(words=last, ids=("bag",), seat=state.turn, points=BONUS, source="last brick")


def _line_words(*kinds: int) -> str:
    if kinds[0] // SHAPES == kinds[1] // SHAPES:
        return f"{len(kinds)} {names.COLOUR_NAMES[kinds[0] // SHAPES]} bricks"
    return f"{len(kinds)} {names.SHAPE_NAMES[kinds[0] % SHAPES]}s"


def _swapped(state: State, sentence: str) -> Beat:
    """The bricks put aside go to the bag. They lose their ids, because those drawn may be alike."""
    gone = _ids_on_top(state, state.turn, state.chosen, state.chosen_size)
    moves = [Move(id=name, becomes=f"swapped-{i}", area="board", x=BAG_X, y=BAG_Y) for i, name in enumerate(gone, 1)]
    return Beat(words=sentence, ids=("bag",), moves=tuple(moves))
