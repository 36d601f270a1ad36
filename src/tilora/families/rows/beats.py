"""What happens in a turn of RowsAndCols, one thing after the other."""

from collections.abc import Iterator
from typing import cast

from tilora.families.rows import rules, words
from tilora.families.rows.areas import BAG_X, BAG_Y, HANDS, whole_hand
from tilora.families.rows.rules import BONUS, END, PASS, SHAPES, SWAP, line_points
from tilora.kernel import State, plain_of
from tilora.kernel.toolkit import plural
from tilora.kernel.toolkit.open_grid import CELLS, EAST, place_name
from tilora.scene import Beat, Move
from tilora.scene.hand_areas import Held, held

LINES, SIXES, LAST = POINT_SOURCES = ("lines", "lines of six", "last brick")
"""Where points come from."""
SOURCE_WORDS = {LAST: ("{n} more {unit} for the last brick", "{n} fewer {unit} for the last brick")}


def beats(before: State, action: int, after: State, seat: int) -> list[Beat]:
    before, after, actor = cast(State, plain_of(before)), cast(State, plain_of(after)), int(before.turn)
    hand, then = (held(state.hand[actor], state.hand_size[actor]) for state in (before, after))
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
    drawn = HANDS.gained(actor, hand, then)
    if drawn:
        shown.append(Beat(words=f"Drew {plural(len(drawn), 'brick')}.", ids=("bag", *drawn)))
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
    gone = HANDS.gained(state.turn, kept, held(*whole_hand(state, state.turn)))
    moves = [Move(id=name, becomes=f"swapped-{i}", area="board", x=BAG_X, y=BAG_Y) for i, name in enumerate(gone, 1)]
    return Beat(words=sentence, ids=("bag",), moves=tuple(moves))
