"""What stays true in Cyberzul and Zellij."""

from tilora.families.drafting import rules
from tilora.families.drafting.rules import BONUSES, FLOOR_COSTS, FLOOR_PLACES, FREE, MARKER, NOBODY, SIZE, ZELLIJ
from tilora.families.drafting.words import tiles_in_all
from tilora.kernel import State


def check(before: State | None, after: State) -> None:
    """Tiles are conserved, heaps are within bounds, and scores follow from the walls."""
    for colour in range(rules.COLOURS):
        assert tiles_in_all(after, colour) == rules.TILES_OF_COLOUR
    for heap in (after.source, after.bag, after.discard, after.score):
        assert (heap >= 0).all()
    assert after.on_offer == after.source.sum()
    assert (after.source[1:].sum(axis=1) <= rules.MINE_TILES).all()
    assert 1 <= after.round_number <= rules.MOST_ROUNDS
    assert after.score.max() <= 300
    markers = int((after.floor == MARKER).sum())
    full = after.floor_used[after.marker] == FLOOR_PLACES
    assert markers == 0 if after.marker == NOBODY else markers == 1 or full
    for seat in range(after.seats):
        assert (after.floor[seat, : after.floor_used[seat]] != FREE).all()
        assert (after.floor[seat, after.floor_used[seat] :] == FREE).all()
        for row in range(SIZE):
            assert 0 <= after.line_tiles[seat, row] <= row + 1
            if after.line_tiles[seat, row] == 0:
                assert after.line_colour[seat, row] == 0
            else:
                assert not after.wall[seat, row, rules.column_of(row, after.line_colour[seat, row])]
    if before is not None:
        check_step(before, after)


def check_step(before: State, after: State) -> None:
    """Scores change only when a round ends, and then by no more and no less than can be."""
    if after.round_number == before.round_number and not after.over:
        assert (after.score == before.score).all()
        assert (after.wall == before.wall).all()
        return
    assert after.floor_used.sum() == 0
    for seat in range(after.seats):
        new = int(after.wall[seat].sum()) - int(before.wall[seat].sum())
        gain = int(after.score[seat]) - int(before.score[seat])
        bonus = SIZE * BONUSES[after.variant].sum() if after.variant == ZELLIJ or after.over else 0
        assert gain <= 2 * SIZE * new + bonus
        assert gain >= min(new, 0) - FLOOR_COSTS[FLOOR_PLACES]
        if before.floor_used[seat] == 0 and not new and not after.over and before.turn != seat:
            assert gain == 0
