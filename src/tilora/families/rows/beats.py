"""What happened in a turn of RowsAndCols, one thing after the other: above all, what each line scored."""

from collections.abc import Iterator, Sequence

from tilora.families.rows import words
from tilora.families.rows.grid import CELLS, EAST
from tilora.families.rows.names import COLOUR_NAMES, SHAPE_NAMES, brick_id, ids_on_top, place_of
from tilora.families.rows.rules import BONUS, PASS, SHAPES, is_finished, line_points, scoring_line
from tilora.kernel import State
from tilora.kernel.toolkit import plural
from tilora.scene.vocabulary import Beat, Move

LINES, SIXES, LAST = "lines", "lines of six", "last brick"
"""Where points come from."""
BAG_PLACE = (0.3, 0.15)
"""Where the bag lies in the strip above the board."""


def beats(before: State, action: int, after: State, seat: int) -> list[Beat]:
    actor = int(before.turn)
    sentence = words.step_words(before, action, after)
    _, brick, place = words.parts(before, action)
    if brick is not None:
        (taken,) = ids_on_top(after, actor, before.hand[actor] - after.hand[actor], 1)
        if place is None:
            return [Beat(words=sentence, ids=(taken,))]
        laid = brick_id(place)
        return [Beat(words=sentence, ids=(laid,), moves=(Move(id=taken, becomes=laid),))]
    happened: list[Beat] = []
    if before.placed_count > 0:
        happened += _scored(before)
    elif before.chosen_size > 0:
        happened.append(_swapped(before, sentence))
    if action == PASS:
        happened.append(Beat(words=sentence))
    drawn = int(after.hand_size[actor]) - int(before.hand_size[actor])
    if drawn > 0:
        ids = ids_on_top(before, actor, after.hand[actor] - before.hand[actor], drawn)
        happened.append(Beat(words=f"Drew {plural(drawn, 'brick')}.", ids=("bag", *ids)))
    if after.over:
        happened.append(Beat(words=f"The match is over: {words.REASONS[after.reason]}."))
    return happened


def _scored(before: State) -> Iterator[Beat]:
    """Each line with its points, in the order in which the rules add them up, and the last brick."""
    actor = int(before.turn)
    for i in range(2 * before.placed_count):
        first, axis, length = scoring_line(before, i)
        points = line_points(length)
        if points == 0:
            continue
        cells = [(first + axis * n) % CELLS for n in range(length)]
        ids = tuple(brick_id(place_of(before, cell)) for cell in cells)
        name = f"{'row' if axis == EAST else 'column'} of {_line_words(before, cells)}"
        yield Beat(words=f"A {name}: {length} points.", ids=ids, seat=actor, points=length, source=LINES)
        if points > length:
            more = points - length
            complete = f"The {name} is complete: {more} more points."
            yield Beat(words=complete, ids=ids, seat=actor, points=more, source=SIXES)
    if is_finished(before):
        last = f"The last brick of the hand, and the bag is empty: {BONUS} more points."
        yield Beat(words=last, ids=("bag",), seat=actor, points=BONUS, source=LAST)


def _line_words(state: State, cells: Sequence[int]) -> str:
    kinds = [int(state.grid[cell]) - 1 for cell in cells]
    if kinds[0] // SHAPES == kinds[1] // SHAPES:
        return f"{len(kinds)} {COLOUR_NAMES[kinds[0] // SHAPES]} bricks"
    return f"{len(kinds)} {SHAPE_NAMES[kinds[0] % SHAPES]}s"


def _swapped(before: State, sentence: str) -> Beat:
    """The bricks put aside go to the bag. They lose their ids, because those drawn may be alike."""
    x, y = BAG_PLACE
    gone = ids_on_top(before, int(before.turn), before.chosen, int(before.chosen_size))
    moves = [Move(id=name, becomes=f"swapped-{i}", area="board", x=x, y=y) for i, name in enumerate(gone, 1)]
    return Beat(words=sentence, ids=("bag",), moves=tuple(moves))
