"""The scene of RowsAndCols: what everybody sees, and what the viewer can click."""

from collections.abc import Iterator, Sequence
from typing import cast

from tilora.families.rows import rules, words
from tilora.families.rows.areas import Counts, board_area, hand_area, hand_id, just_placed
from tilora.families.rows.beats import POINT_SOURCES, SOURCE_WORDS, beats
from tilora.families.rows.clicks import gain_at, preview, why
from tilora.families.rows.grid import CELLS, places_of, rows_of
from tilora.families.rows.names import Place, place_name
from tilora.families.rows.rules import END, KINDS, PASS, SWAP
from tilora.kernel import SPECTATOR, State, View
from tilora.kernel.toolkit import plural
from tilora.scene import Button, Choice, Ending, Scene, Takeback, Task, Won, part

__all__ = ["POINT_SOURCES", "SOURCE_WORDS", "beats", "ending", "preview", "scene", "why"]


def scene(view: View) -> Scene:
    state = cast(State, view.plain)
    seats = sorted(range(state.seats), key=lambda seat: seat != view.seat)
    codes = view.codes()
    edge = () if state.over else state.edge[: state.edge_size]
    board = board_area(rows_of(state), state.west, state.south, just_placed(view, state), edge, state.bag_size)
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
    return _with_each(kind, place, [(hand_id(seat, kind, i), cell) for i in range(1, bricks + 1)], f"+{gain}")


@part
def _swapping(seat: int, kind: int, bricks: int, first: bool) -> tuple[Choice, ...]:
    before = ("swap",) if first else ()
    return _with_each(kind, None, [(*before, hand_id(seat, kind, i)) for i in range(1, bricks + 1)])


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
        Takeback(id=hand_id(seat, kind, kept[kind] + number), undoes=words.brick_text(kind, None))
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
