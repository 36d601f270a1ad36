"""What stays true in Cyberzul and Zellij."""

from tilora.families.drafting import rules
from tilora.families.drafting.rules import COLOURS, FLOOR_COSTS, MARKER, NOBODY, SIZE, ZELLIJ
from tilora.kernel import State


def check(before: State | None, after: State) -> None:
    """Tiles are conserved, heaps are within bounds, and scores follow from the walls."""
    for colour in range(COLOURS):
        assert tiles_of(after, colour) == 20
    assert after.on_offer == after.source.sum()
    assert (after.source[1:].sum(axis=1) <= 4).all()
    assert (after.source >= 0).all()
    assert (after.bag >= 0).all()
    assert (after.discard >= 0).all()
    assert 1 <= after.round_number <= 20
    assert (after.score >= 0).all()
    assert after.score.max() <= 300
    markers = int((after.floor == MARKER).sum())
    assert markers == 0 if after.marker == NOBODY else markers == 1 or after.floor_used[after.marker] == 7
    for seat in range(after.seats):
        assert (after.floor[seat, : after.floor_used[seat]] != 0).all()
        assert (after.floor[seat, after.floor_used[seat] :] == 0).all()
        for row in range(SIZE):
            assert 0 <= after.line_tiles[seat, row] <= row + 1
            if after.line_tiles[seat, row] == 0:
                assert after.line_colour[seat, row] == 0
            else:
                assert not after.wall[seat, row, rules.column_of(row, after.line_colour[seat, row])]
    if before is not None:
        check_step(before, after)


def tiles_of(state: State, colour: int) -> int:
    """All tiles of a colour, wherever they are."""
    count = int(state.bag[colour]) + int(state.discard[colour]) + int(state.source[:, colour].sum())
    count += int(state.line_tiles[state.line_colour == colour].sum())
    count += int((state.floor == 1 + colour).sum())
    return count + sum(int(state.wall[:, row, (row + colour) % SIZE].sum()) for row in range(SIZE))


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
        bonus = 5 * (2 + 7 + 12) if after.variant == ZELLIJ or after.over else 0
        assert gain <= 10 * new + bonus
        assert gain >= min(new, 0) - FLOOR_COSTS[7]
        if before.floor_used[seat] == 0 and not new and not after.over and before.turn != seat:
            assert gain == 0
