"""What a taking would do: where its tiles would lie, what falls, and what that is worth when the round ends."""

from itertools import product

from tilora.families.drafting import rules
from tilora.families.drafting.areas import COSTS, board, board_id, middle
from tilora.families.drafting.rules import CYBERZUL, MIDDLE, SIZE
from tilora.families.drafting.words import COLOUR_NAMES, NOUNS, parts
from tilora.kernel import State, View, plain_of
from tilora.kernel.toolkit import signed
from tilora.scene import Ghost, Preview


def preview(view: View, action: int) -> Preview:
    """Return the tiles on the seat's board as they would lie, and the points as if the round ended then."""
    seat, before, state = view.seat, view.plain, view.state.copy()
    taken = parts(before, action)
    rules.take_turn(state, action)
    after = plain_of(state)
    there = {piece.id for piece in board(before, seat).pieces}
    heap = "middle" if taken.source == MIDDLE else f"mine-{taken.source}"
    gone = [
        piece.id
        for piece in middle(before).pieces
        if piece.id.startswith(f"{heap}-{COLOUR_NAMES[taken.colour]}-") or (taken.marker and piece.id == "marker")
    ]
    return Preview(
        ghosts=tuple(
            Ghost(area=board_id(seat), piece=piece) for piece in board(after, seat).pieces if piece.id not in there
        ),
        gone=tuple(gone),
        points=_points(view.state.copy(), state, seat),
    )


def _points(before: State, after: State, seat: int) -> tuple[str, ...]:
    """Return what differs between two positions, if the round ended there."""
    cost = COSTS[after.floor_used[seat]] - COSTS[before.floor_used[seat]]
    (wall_before, end_before), (wall_after, end_after) = _worth(before, seat), _worth(after, seat)
    earned = [
        (wall_after - wall_before, "at the end of the round"),
        (-cost, NOUNS[after.variant].floor_line),
        (end_after - end_before, "at the end of the match"),
    ]
    return tuple(f"{signed(points)} {words}" for points, words in earned if points)


def _worth(state: State, seat: int) -> tuple[int, int]:
    """Return what the full lines of the seat are worth, and its wall at the end of the match. They go to the wall."""
    already = int(state.score[seat])
    for row in range(SIZE):
        rules.score(state, seat, row)
    wall = state.wall[seat]
    kinds = product(range(3), range(SIZE)) if state.variant == CYBERZUL else ()
    return int(state.score[seat]) - already, sum(int(rules.bonus(CYBERZUL, wall, *each)) for each in kinds)
