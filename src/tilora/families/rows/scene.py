"""The scene of RowsAndCols: what everybody sees, what the viewer can click, and what happens in a turn."""

from collections.abc import Iterator, Sequence
from typing import cast

from tilora.families.rows import areas, rules, words
from tilora.families.rows.areas import HANDS, Counts, board_area, hand_area, whole_hand
from tilora.families.rows.rules import BONUS, END, KINDS, PASS, SHAPES, SWAP, line_points
from tilora.families.rows.words import BRICK_NAMES
from tilora.kernel import SPECTATOR, State, View, plain_of
from tilora.kernel.toolkit import open_grid, plural
from tilora.kernel.toolkit.open_grid import AXES, CELLS, EAST, EMPTY, Place, cell_of, place_name, places_of, rows_of
from tilora.scene import Beat, Button, Choice, Ending, Ghost, Move, Preview, Scene, Takeback, Task, Won, part
from tilora.scene.hand_areas import Held, choices_of, held

LINES, SIXES, LAST = POINT_SOURCES = ("lines", "lines of six", "last brick")
"""Where points come from."""
SOURCE_WORDS = {LAST: ("{n} more {unit} for the last brick", "{n} fewer {unit} for the last brick")}


def scene(view: View) -> Scene:
    state = cast(State, view.plain)
    seats = sorted(range(state.seats), key=lambda seat: seat != view.seat)
    codes = view.codes()
    edge = () if state.over else state.edge[: state.edge_size]
    rows = rows_of(state.grid, state.west, state.south)
    board = board_area(rows, state.west, state.south, areas.just_placed(view, state), edge, state.bag_size)
    return Scene(
        areas=(board, *[hand_area(state, seat) for seat in seats]),
        buttons=tuple(_buttons(state, codes)) if codes else (),
        choices=_choices(state, codes) if codes else (),
        takebacks=_takebacks(state.turn, state.hand[state.turn], state.chosen) if codes and state.chosen_size else (),
        tasks=() if view.seat == SPECTATOR else _tasks(state, codes),
    )


def ending(view: View, winners: Sequence[int]) -> Ending:
    """Light runs over the longest lines on the board, which everybody has built."""
    bricks = words.bricks_on_board(cast(State, view.plain))
    lines = [line for dx, dy in ((1, 0), (0, 1)) for line in open_grid.lines_of(bricks, dx, dy)]
    longest = max(map(len, lines), default=0)
    places = dict.fromkeys(place for line in lines if len(line) == longest for place in line)
    won = Won(seat=winners[0], ids=tuple(f"brick-{place_name(place)}" for place in places))
    return Ending(won=(won,), flourish="glaze")


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
    text, sentence = words.brick_text(kind, place), words.brick_words(kind, place)
    cell = f"cell-{place_name(place)}"
    return choices_of(HANDS.ids(seat, kind, bricks), text, sentence, after=(cell,), free=True, gain=f"+{gain}")


@part
def _swapping(seat: int, kind: int, bricks: int, first: bool) -> tuple[Choice, ...]:
    text, sentence = words.brick_text(kind, None), words.brick_words(kind, None)
    return choices_of(HANDS.ids(seat, kind, bricks), text, sentence, before=("swap",) if first else ())


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
    x, y = words.place_of(state, cell)
    columns, rows = areas.frame(rows_of(state.grid, state.west, state.south), state.west, state.south)
    gain, before = gain_at(state, cell), rules.turn_points(state)
    seat = state.turn
    return Preview(
        ghosts=(Ghost(area="board", piece=areas.brick(x, y, kind, x - columns[0], rows[-1] - y, True)),),
        gone=(HANDS.id(seat, kind, state.hand[seat][kind]),),
        points=(f"+{gain}", f"{before + gain} in this turn") if before else (f"+{gain}",),
    )


def why(view: View, path: Sequence[str]) -> str:
    state, own = view.state, HANDS.kinds(view.seat, whole_hand(cast(State, view.plain))[0])
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
    bricks = [kind for kind in range(KINDS) if state.hand[state.turn, kind] > 0]
    if all(words.why_not(state, kind * CELLS + cell) for kind in bricks):
        return f"None of your bricks can go on {place_name(place)} now."
    return "Choose a brick from your hand for this place."


# What happens in a turn, one thing after the other


def beats(before: State, action: int, after: State, seat: int) -> list[Beat]:
    before, after, actor = cast(State, plain_of(before)), cast(State, plain_of(after)), int(before.turn)
    hand, then = held(before.hand[actor], before.hand_size[actor]), held(after.hand[actor], after.hand_size[actor])
    sentence = words.step_words(before, action, after)
    if action < END:
        (taken,) = HANDS.gained(actor, then, hand)
        if action >= SWAP:
            return [Beat(words=sentence, ids=(taken,))]
        laid = _brick_id(before, action % CELLS)
        return [Beat(words=sentence, ids=(laid,), moves=(Move(id=taken, becomes=laid),))]
    if before.placed_count:
        shown = [*_scored(before)]
    else:
        shown = [Beat(words=sentence) if action == PASS else _swapped(before, hand, sentence)]
    shown += HANDS.drawn(actor, hand, then, "bag")
    if after.over:
        shown.append(Beat(words=f"The match is over: {words.REASONS[after.reason]}."))
    return shown


def _brick_id(state: State, cell: int) -> str:
    return f"brick-{place_name(words.place_of(state, cell))}"


def _scored(state: State) -> Iterator[Beat]:
    """Each line with its points, in the order in which the rules add them up, and the last brick."""
    for i in range(2 * state.placed_count):
        first, axis, length = rules.scoring_line(state, i)
        points = line_points(length)
        if points:
            cells = [(first + axis * n) % CELLS for n in range(length)]
            ids = tuple(_brick_id(state, cell) for cell in cells)
            name = f"{'row' if axis == EAST else 'column'} of {_line_words(*[state.grid[cell] - 1 for cell in cells])}"
            yield Beat(words=f"A {name}: {length} points.", ids=ids, seat=state.turn, points=length, source=LINES)
            if points > length:
                more = points - length
                complete = f"The {name} is complete: {more} more points."
                yield Beat(words=complete, ids=ids, seat=state.turn, points=more, source=SIXES)
    if rules.is_finished(state):
        last = f"The last brick of the hand, and the bag is empty: {BONUS} more points."
        yield Beat(words=last, ids=("bag",), seat=state.turn, points=BONUS, source=LAST)


def _line_words(*kinds: int) -> str:
    if kinds[0] // SHAPES == kinds[1] // SHAPES:
        return f"{len(kinds)} {words.COLOUR_NAMES[kinds[0] // SHAPES]} bricks"
    return f"{len(kinds)} {words.SHAPE_NAMES[kinds[0] % SHAPES]}s"


def _swapped(state: State, kept: Held, sentence: str) -> Beat:
    """The bricks put aside go to the bag. They lose their ids, because those drawn may be alike."""
    gone = HANDS.gained(state.turn, kept, held(*whole_hand(state)))
    moves = [
        Move(id=name, becomes=f"swapped-{i}", area="board", x=areas.BAG_X, y=areas.BAG_Y)
        for i, name in enumerate(gone, 1)
    ]
    return Beat(words=sentence, ids=("bag",), moves=tuple(moves))
