"""The scene of RowsAndCols: what everybody sees, what the viewer can click, and what the clicks would do."""

from collections.abc import Iterator, Sequence
from typing import cast

from tilora.families.rows import rules, words
from tilora.families.rows.areas import HANDS, Counts, board_area, brick, frame, hand_area, just_placed, whole_hand
from tilora.families.rows.beats import POINT_SOURCES, SOURCE_WORDS, beats
from tilora.families.rows.rules import END, KINDS, PASS, SWAP, line_points
from tilora.families.rows.words import BRICK_NAMES
from tilora.kernel import SPECTATOR, State, View
from tilora.kernel.toolkit import open_grid, plural
from tilora.kernel.toolkit.open_grid import AXES, CELLS, EMPTY, Place, cell_of, place_name, places_of, rows_of
from tilora.scene import Button, Choice, Ending, Ghost, Preview, Scene, Takeback, Task, Won, part

__all__ = ["POINT_SOURCES", "SOURCE_WORDS", "beats", "ending", "preview", "scene", "why"]


def scene(view: View) -> Scene:
    state = cast(State, view.plain)
    seats = sorted(range(state.seats), key=lambda seat: seat != view.seat)
    codes = view.codes()
    edge = () if state.over else state.edge[: state.edge_size]
    board = board_area(
        rows_of(state.grid, state.west, state.south),
        state.west,
        state.south,
        just_placed(view, state),
        edge,
        state.bag_size,
    )
    return Scene(
        areas=(board, *[hand_area(state, seat) for seat in seats]),
        buttons=tuple(_buttons(state, codes)) if codes else (),
        choices=_choices(state, codes) if codes else (),
        takebacks=_takebacks(state.turn, state.hand[state.turn], state.chosen) if codes and state.chosen_size else (),
        tasks=() if view.seat == SPECTATOR else _tasks(state, codes),
    )


def ending(view: View, winners: Sequence[int]) -> Ending:
    """Light runs over the longest lines on the board, which everybody has built."""
    state = cast(State, view.plain)
    rows = rows_of(state.grid, state.west, state.south)
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
    return _with_each(kind, place, [(name, cell) for name in HANDS.ids(seat, kind, bricks)], f"+{gain}")


@part
def _swapping(seat: int, kind: int, bricks: int, first: bool) -> tuple[Choice, ...]:
    before = ("swap",) if first else ()
    return _with_each(kind, None, [(*before, name) for name in HANDS.ids(seat, kind, bricks)])


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
        Takeback(id=name, undoes=words.brick_text(kind, None))
        for kind in range(KINDS)
        for name in HANDS.ids(seat, kind, kept[kind] + aside[kind], kept[kind] + 1)
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


# What clicks would do, and why they lead nowhere


def gain_at(state: State, cell: int) -> int:
    """Return what a brick there adds to the points of the turn."""
    gain, grid = 0, state.grid
    for axis in AXES:
        gain += line_points(open_grid.line_length(grid, cell, axis))
        for step in (-axis, axis) if state.placed_count else ():
            if open_grid.run_among(grid, cell, step, state.placed, state.placed_count):
                gain -= line_points(open_grid.run(grid, cell, step))  # it scores already, in a line that gets longer
    return gain


def preview(view: View, action: int) -> Preview | None:
    """Return the brick as it would lie, and what it would add; nothing of swaps, and of the end of a turn."""
    if action >= SWAP:
        return None
    state = cast(State, view.plain)
    kind, cell = divmod(action, CELLS)
    ((x, y),) = places_of([cell], state.west, state.south)
    left, _, _, top = frame(rows_of(state.grid, state.west, state.south), state.west, state.south)
    gain, before = gain_at(state, cell), rules.turn_points(state)
    seat = state.turn
    return Preview(
        ghosts=(Ghost(area="board", piece=brick(x, y, kind, x - left, top - y, True)),),
        gone=(HANDS.id(seat, kind, state.hand[seat][kind]),),
        points=(f"+{gain}", f"{before + gain} in this turn") if before else (f"+{gain}",),
    )


def why(view: View, path: Sequence[str]) -> str:
    state, own = view.state, HANDS.kinds(view.seat, whole_hand(cast(State, view.plain), view.seat)[0])
    if any(name.startswith("hand-") and not name.startswith(f"hand-{view.seat}-") for name in path):
        return "Those bricks are not yours."
    if "bag" in path:
        return "You draw from the bag when your turn ends. To swap bricks, press Swap first."
    bricks = [own[name] for name in path if name in own]
    on_board = [name.partition("-")[2] for name in path if name.startswith(("cell-", "brick-"))]
    places = [place for name in on_board for place in open_grid.read_places(name) or ()]
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
