"""What happens in a turn of RowsAndCols, one thing after the other."""

from collections.abc import Iterator
from operator import sub
from typing import cast

from tilora.families.rows import names, rules, words
from tilora.families.rows.areas import BAG_X, BAG_Y, Counts, back_id, hand_id
from tilora.families.rows.grid import CELLS, EAST
from tilora.families.rows.names import place_name
from tilora.families.rows.rules import BONUS, END, KINDS, PASS, SHAPES, SWAP, line_points
from tilora.kernel import State, plain_of
from tilora.kernel.toolkit import is_hidden, plural
from tilora.scene import Beat, Move

LINES, SIXES, LAST = POINT_SOURCES = ("lines", "lines of six", "last brick")
"""Where points come from."""
SOURCE_WORDS = {LAST: ("{n} more {unit} for the last brick", "{n} fewer {unit} for the last brick")}


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
        return [back_id(seat, state.hand_size[seat] + i) for i in range(1, size + 1)]
    return [hand_id(seat, kind, kept[kind] + i) for kind in range(KINDS) for i in range(1, counts[kind] + 1)]


def _scored(state: State) -> Iterator[Beat]:
    """Each line with its points, in the order in which the rules add them up, and the last brick."""
    for i in range(2 * state.placed_count):
        first, axis, length = rules.scoring_line(state, i)
        points = line_points(length)
        if points:
            cells = [(first + axis * n) % CELLS for n in range(length)]
            ids = tuple(f"brick-{place_name(names.place_of(state, cell))}" for cell in cells)
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
        return f"{len(kinds)} {names.COLOUR_NAMES[kinds[0] // SHAPES]} bricks"
    return f"{len(kinds)} {names.SHAPE_NAMES[kinds[0] % SHAPES]}s"


def _swapped(state: State, sentence: str) -> Beat:
    """The bricks put aside go to the bag. They lose their ids, because those drawn may be alike."""
    gone = _ids_on_top(state, state.turn, state.chosen, state.chosen_size)
    moves = [Move(id=name, becomes=f"swapped-{i}", area="board", x=BAG_X, y=BAG_Y) for i, name in enumerate(gone, 1)]
    return Beat(words=sentence, ids=("bag",), moves=tuple(moves))
